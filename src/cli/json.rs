//! What programs read: one JSON object a line.

use std::io::{self, Write};
use std::time::Duration;

use regola::search::Value;
use serde_json::{Map, json};

/// An object whose keys keep their order.
pub type Object = Map<String, serde_json::Value>;

/// Writes an object on a line of its own, and passes it on at once.
pub fn write(out: &mut dyn Write, object: &serde_json::Value) -> io::Result<()> {
    writeln!(out, "{object}")?;
    out.flush()
}

/// Seconds to the microsecond.
pub fn seconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e6
}

/// Puts `value`, and for a decided game `result`, into an object.
///
/// An estimate is its own number. A result lies one step beyond the greatest estimate for each point
/// that its goal is away from 50, so that numbers compare as the search does and every
/// JSON reader can hold them; the name of the result stands beside it.
pub fn put_value(object: &mut Object, value: Value) {
    if !value.is_decided() {
        object.insert("value".to_owned(), json!(value.number()));
        return;
    }
    let goal_point = Value::WIN.number() / 50;
    let beyond = (value.number() + value.number().signum() * goal_point / 2) / goal_point;
    let number = beyond.signum() * Value::MAX_ESTIMATE.number() + beyond;
    object.insert("value".to_owned(), json!(number));
    object.insert("result".to_owned(), json!(value.to_string()));
}

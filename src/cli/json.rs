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
/// The number is [compact](Value::compact); the name of a result stands beside it.
pub fn put_value(object: &mut Object, value: Value) {
    object.insert("value".to_owned(), json!(value.compact()));
    if value.is_decided() {
        object.insert("result".to_owned(), json!(value.to_string()));
    }
}

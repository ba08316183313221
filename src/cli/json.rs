//! What programs read: one JSON object a line.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::time::Duration;

use regola::search::Value;
use regola::syntax::visible::is_hidden;
use serde_json::{Map, json};

/// An object whose keys keep their order.
pub type Object = Map<String, serde_json::Value>;

/// Writes an object on a line of its own, and passes it on at once.
pub fn write(out: &mut dyn Write, object: &serde_json::Value) -> io::Result<()> {
    out.write_all(text(object).as_bytes())?;
    out.flush()
}

/// An object as a line. What a terminal obeys or nobody sees is written by its code, as JSON allows
/// for any letter.
pub fn text(object: &serde_json::Value) -> String {
    let plain = object.to_string();
    let mut text = String::with_capacity(plain.len() + 1);
    for letter in plain.chars() {
        match is_hidden(letter) {
            true => letter.encode_utf16(&mut [0; 2]).iter().for_each(|unit| {
                write!(text, "\\u{unit:04x}").expect("writing to a string cannot fail");
            }),
            false => text.push(letter),
        }
    }
    text.push('\n');
    text
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

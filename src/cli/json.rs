//! Output for programs: one JSON object on each line.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::time::Duration;

use regola::search::Value;
use regola::syntax::visible::is_hidden;
use serde_json::{Map, json};

/// An object that keeps the order of its keys.
pub type Object = Map<String, serde_json::Value>;

/// Writes an object on a line of its own, and flushes the output.
pub fn write(out: &mut dyn Write, object: &serde_json::Value) -> io::Result<()> {
    out.write_all(text(object).as_bytes())?;
    out.flush()
}

/// Returns an object as a line. Control characters and invisible characters are written as `\u`
/// escapes.
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

/// Returns seconds, rounded to microseconds.
pub fn seconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e6
}

/// Puts `value` into an object, and `result` if the game is decided.
///
/// The value is the [compact](Value::compact) number; `result` is its name.
pub fn put_value(object: &mut Object, value: Value) {
    object.insert("value".to_owned(), json!(value.compact()));
    if value.is_decided() {
        object.insert("result".to_owned(), json!(value.to_string()));
    }
}

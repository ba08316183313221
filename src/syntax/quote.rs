//! When and how atoms and strings are quoted.

use std::borrow::Cow;

use super::grammar::{Rule, is_one};
use super::operators::is_operator;
use super::visible::{is_hidden, write_code};

/// Whether an atom with this name must be quoted.
#[must_use]
pub fn needs_quotes(name: &str) -> bool {
    if name.is_ascii() {
        !is_bare_ascii(name)
    } else {
        name.chars().any(is_hidden) || !is_one(Rule::name, name)
    }
}

fn is_bare_ascii(name: &str) -> bool {
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    match name.as_bytes() {
        [] | [b'.'] => false,
        [b'a'..=b'z', rest @ ..] => rest.iter().all(|&byte| is_word(byte)),
        b"!" | b";" | b"{}" => true,
        [b'/', b'*', ..] => false,
        // A final dot would be read as the full stop.
        [.., b'.'] if !is_operator(name) => false,
        symbols => symbols.iter().all(|&byte| is_symbol(char::from(byte))),
    }
}

/// Whether a character belongs to symbol atoms such as `=..`.
#[must_use]
pub fn is_symbol(character: char) -> bool {
    matches!(
        character,
        ':' | '-'
            | '='
            | '+'
            | '\\'
            | '<'
            | '>'
            | '*'
            | '/'
            | '.'
            | '^'
            | '@'
            | '#'
            | '&'
            | '$'
            | '?'
            | '~'
    )
}

/// An atom as written in a rule file: `black`, `'New York'`.
#[must_use]
pub fn quote_atom(name: &str) -> Cow<'_, str> {
    if needs_quotes(name) {
        Cow::Owned(between('\'', name))
    } else {
        Cow::Borrowed(name)
    }
}

/// A string as written in a rule file, in double quotes.
#[must_use]
pub fn quote_string(text: &str) -> String {
    between('"', text)
}

fn between(quote: char, text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push(quote);
    for character in text.chars() {
        match character {
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            '\\' => quoted.push_str("\\\\"),
            _ if character == quote => quoted.extend(['\\', quote]),
            _ if is_hidden(character) => write_code(&mut quoted, character),
            _ => quoted.push(character),
        }
    }
    quoted.push(quote);
    quoted
}

//! The value of integers and quoted texts.

use std::ops::Range;

/// Why an escape is invalid: its place in the quoted text, and the reason.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct BadEscape {
    pub place: Range<usize>,
    pub reason: &'static str,
}

/// The text that a quoted text stands for; `raw` is the text between the quotes.
pub(super) fn unquote(raw: &str, quote: char) -> Result<String, BadEscape> {
    let mut text = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some(character) = rest.chars().next() {
        if character == '\\' {
            let (meant, length) = escape(rest).map_err(|reason| bad_escape(raw, rest, reason))?;
            text.extend(meant);
            rest = &rest[length..];
        } else {
            text.push(character);
            let doubled = character == quote;
            rest = &rest[character.len_utf8() * if doubled { 2 } else { 1 }..];
        }
    }
    Ok(text)
}

fn bad_escape(raw: &str, rest: &str, reason: &'static str) -> BadEscape {
    let start = raw.len() - rest.len();
    let length = rest.chars().take(2).map(char::len_utf8).sum::<usize>();
    BadEscape {
        place: start..start + length,
        reason,
    }
}

/// The character for the escape at the start of `rest`, if it stands for one, and the escape's
/// length in bytes.
fn escape(rest: &str) -> Result<(Option<char>, usize), &'static str> {
    let selector = rest[1..]
        .chars()
        .next()
        .ok_or("nothing follows the backslash")?;
    let simple = |character| Ok((Some(character), 2));
    match selector {
        'n' => simple('\n'),
        't' => simple('\t'),
        'r' => simple('\r'),
        'a' => simple('\x07'),
        'b' => simple('\x08'),
        'f' => simple('\x0C'),
        'v' => simple('\x0B'),
        'e' => simple('\x1B'),
        's' => simple(' '),
        '\\' | '\'' | '"' | '`' => simple(selector),
        '\n' => Ok((None, 2)),
        '\r' => Ok((None, if rest[2..].starts_with('\n') { 3 } else { 2 })),
        'x' => numeric(rest, 2, 16),
        '0'..='7' => numeric(rest, 1, 8),
        _ => Err("no such escape"),
    }
}

fn numeric(rest: &str, start: usize, radix: u32) -> Result<(Option<char>, usize), &'static str> {
    let digits = rest[start..]
        .find(|character: char| !character.is_digit(radix))
        .map_or(rest.len(), |end| start + end);
    if !rest[digits..].starts_with('\\') {
        return Err("a character code ends with a backslash");
    }
    let code = u32::from_str_radix(&rest[start..digits], radix)
        .ok()
        .and_then(char::from_u32);
    code.map(|character| (Some(character), digits + 1))
        .ok_or("no character has that code")
}

/// The value of the digits of a decimal integer, possibly in groups; `None` if it does not fit.
pub(super) fn decimal(digits: &str) -> Option<u64> {
    digits.replace('_', "").parse().ok()
}

/// The value of an integer with a prefix of two characters; `None` if it does not fit.
pub(super) fn with_radix(digits: &str, radix: u32) -> Option<u64> {
    u64::from_str_radix(&digits[2..], radix).ok()
}

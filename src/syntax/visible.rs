//! Makes control characters and invisible characters visible.
//!
//! A text from a rule file, a file's name or the command line may contain them. All text for a
//! person goes through here, so that it is what it looks like; files and JSON do not.

use std::borrow::Cow;
use std::fmt::Write;

/// Whether a character controls a terminal, changes the order of others, or is invisible. White
/// space counts, except the plain kinds. A character that only changes how the one before it looks
/// does not count.
#[must_use]
pub fn is_hidden(character: char) -> bool {
    match character {
        '\n' | '\t' => false,
        ' '..='~' => false,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{180e}' | '\u{feff}' => true,
        // Blanks that Unicode classifies as letters.
        '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}' => true,
        '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' => true,
        '\u{fff9}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' => true,
        '\u{e0000}'..='\u{e0fff}' => true,
        _ => character.is_control(),
    }
}

/// Writes a hidden character by its code, as it may be written between quotes: `\x202e\`.
pub fn write_code(text: &mut String, character: char) {
    write!(text, "\\x{:x}\\", u32::from(character)).expect("writing to a string cannot fail");
}

/// A text with every hidden character as its code.
#[must_use]
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_hidden) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        match is_hidden(character) {
            true => write_code(&mut shown, character),
            false => shown.push(character),
        }
    }
    Cow::Owned(shown)
}

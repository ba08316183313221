//! Offsets into a text in UTF-16 code units, as JavaScript counts them, and in bytes.

use std::ops::Range;

/// The number of units before the byte offset `byte`.
pub fn units(text: &str, byte: usize) -> usize {
    let before = text.char_indices().take_while(|(at, _)| *at < byte);
    before.map(|(_, character)| character.len_utf16()).sum()
}

/// A range of bytes as a range of units.
pub fn unit_range(text: &str, bytes: Range<usize>) -> Range<usize> {
    units(text, bytes.start)..units(text, bytes.end)
}

/// The byte offset after the first `units` units; the end of the text if it has fewer.
pub fn byte(text: &str, units: usize) -> usize {
    let mut before = 0;
    for (at, character) in text.char_indices() {
        if before >= units {
            return at;
        }
        before += character.len_utf16();
    }
    text.len()
}

//! Offsets into a text in UTF-16 code units, as JavaScript counts them, and in bytes.

use std::ops::Range;

use super::protocol::FilePlace;
use crate::syntax::source::{Sources, Span};

/// The number of units before the byte offset `byte`.
pub fn units(text: &str, byte: usize) -> usize {
    let before = text.char_indices().take_while(|(at, _)| *at < byte);
    before.map(|(_, character)| character.len_utf16()).sum()
}

/// A range of bytes as a range of units.
pub fn unit_range(text: &str, bytes: Range<usize>) -> Range<usize> {
    units(text, bytes.start)..units(text, bytes.end)
}

/// A place of the texts for the page.
pub fn file_place(sources: &Sources, span: Span) -> FilePlace {
    let source = sources.get(span.source);
    let range = unit_range(&source.text, span.start as usize..span.end as usize);
    FilePlace {
        path: source.name.to_string(),
        from: range.start,
        to: range.end,
    }
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

/// The lines of a text, for the units of many offsets.
pub struct UnitIndex<'t> {
    text: &'t str,
    /// The byte at which each line begins, and the units before it.
    lines: Vec<(usize, usize)>,
}

impl<'t> UnitIndex<'t> {
    /// Reads the lines of a text.
    pub fn new(text: &'t str) -> Self {
        let mut lines = vec![(0, 0)];
        let mut before = 0;
        for line in text.split_inclusive('\n') {
            let (start, units) = (before + line.len(), line.encode_utf16().count());
            let last = lines.last().map_or(0, |(_, units)| *units);
            lines.push((start, last + units));
            before = start;
        }
        UnitIndex { text, lines }
    }

    /// The number of units before the byte offset `byte`.
    pub fn unit(&self, byte: usize) -> usize {
        let (start, before) = self.lines[self.line_at(byte)];
        before + units(&self.text[start..], byte - start)
    }

    /// The number of the line with the byte offset `byte`, from 1, and its text.
    pub fn line(&self, byte: usize) -> (usize, &'t str) {
        let line = self.line_at(byte);
        let text = &self.text[self.lines[line].0..];
        (line + 1, text.split('\n').next().unwrap_or_default())
    }

    fn line_at(&self, byte: usize) -> usize {
        self.lines.partition_point(|(start, _)| *start <= byte) - 1
    }
}

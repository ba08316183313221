//! Lines and columns as the protocol counts them: both from 0, columns in units of an encoding.

use std::ops::Range;

use gen_lsp_types as lsp;

/// The unit of columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// Bytes.
    Utf8,
    /// Units of 16 bits, which every editor supports.
    Utf16,
}

impl Encoding {
    /// Chooses an encoding that the editor offers: UTF-8 if it does, else UTF-16.
    pub fn choose(capabilities: &lsp::ClientCapabilities) -> Self {
        let offered = capabilities
            .general
            .as_ref()
            .and_then(|general| general.position_encodings.as_ref());
        let utf8 =
            offered.is_some_and(|offered| offered.contains(&lsp::PositionEncodingKind::UTF8));
        if utf8 { Self::Utf8 } else { Self::Utf16 }
    }

    /// Its name in the protocol.
    pub fn kind(self) -> lsp::PositionEncodingKind {
        match self {
            Self::Utf8 => lsp::PositionEncodingKind::UTF8,
            Self::Utf16 => lsp::PositionEncodingKind::UTF16,
        }
    }

    fn width(self, character: char) -> usize {
        match self {
            Self::Utf8 => character.len_utf8(),
            Self::Utf16 => character.len_utf16(),
        }
    }

    /// The byte offset of a position. A position outside the text is moved to the end of its line,
    /// or of the text.
    pub fn offset(self, text: &str, position: lsp::Position) -> usize {
        let start = match position.line {
            0 => 0,
            line => text
                .match_indices('\n')
                .nth(line as usize - 1)
                .map_or(text.len(), |(end, _)| end + 1),
        };
        let line = text[start..].split(['\n', '\r']).next().unwrap_or("");
        let mut column = 0;
        for (at, character) in line.char_indices() {
            if column >= position.character as usize {
                return start + at;
            }
            column += self.width(character);
        }
        start + line.len()
    }

    /// The position of a byte offset.
    pub fn position(self, text: &str, offset: usize) -> lsp::Position {
        let before = text.get(..offset).unwrap_or(text);
        let line = before.matches('\n').count();
        let column = before
            .rsplit('\n')
            .next()
            .unwrap_or("")
            .chars()
            .map(|character| self.width(character))
            .sum();
        let unsigned = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        lsp::Position {
            line: unsigned(line),
            character: unsigned(column),
        }
    }

    /// Positions of a text whose bytes are asked for in their order.
    pub fn walk(self, text: &str) -> PositionWalk<'_> {
        PositionWalk {
            encoding: self,
            text,
            offset: 0,
            position: lsp::Position::default(),
        }
    }

    /// The positions of a range of bytes.
    pub fn range(self, text: &str, range: Range<usize>) -> lsp::Range {
        lsp::Range {
            start: self.position(text, range.start),
            end: self.position(text, range.end),
        }
    }
}

/// A walk through a text: each position is counted from the one before.
pub struct PositionWalk<'t> {
    encoding: Encoding,
    text: &'t str,
    offset: usize,
    position: lsp::Position,
}

impl PositionWalk<'_> {
    /// The position of a byte, which does not lie before the one asked for last.
    pub fn position(&mut self, offset: usize) -> lsp::Position {
        let passed = self.text.get(self.offset..offset).unwrap_or("");
        let next = self.encoding.position(passed, passed.len());
        if next.line > 0 {
            self.position.character = 0;
        }
        self.position.line += next.line;
        self.position.character += next.character;
        self.offset = offset;
        self.position
    }
}

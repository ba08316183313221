//! Source texts and places in them.
//!
//! This module knows file names and byte offsets, but nothing of the language.

use std::sync::Arc;

/// The identity of a text in a [`Sources`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SourceId(u32);

/// A stretch of one source text, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// The text.
    pub source: SourceId,
    /// The first byte.
    pub start: u32,
    /// The byte after the last one.
    pub end: u32,
}

impl SourceId {
    /// The place of the bytes from `start` up to `end` of this text.
    #[must_use]
    pub fn span(self, start: usize, end: usize) -> Span {
        let byte = |offset: usize| u32::try_from(offset).unwrap_or(u32::MAX);
        Span {
            source: self,
            start: byte(start),
            end: byte(end),
        }
    }
}

impl Span {
    /// The place of a term that is in no text.
    pub const NOWHERE: Span = Span {
        source: SourceId(u32::MAX),
        start: 0,
        end: 0,
    };

    /// The place from the start of `self` to the end of `other`, which lies in the same text.
    #[must_use]
    pub fn to(self, other: Span) -> Span {
        Span {
            end: other.end,
            ..self
        }
    }
}

/// All texts from which a program was read: files, and typed text.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    texts: Vec<Source>,
}

/// One text and its name.
#[derive(Clone, Debug)]
pub struct Source {
    /// The path, or a name in angle brackets such as `<query>`.
    pub name: Arc<str>,
    /// The whole text.
    pub text: Arc<str>,
    /// The first byte of each line, so that a line is found quickly in a long text too.
    lines: Arc<[u32]>,
}

impl Sources {
    /// Creates an empty set of texts.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a text, and returns its identity.
    pub fn add(&mut self, name: &str, text: &str) -> SourceId {
        let id = SourceId(u32::try_from(self.texts.len()).unwrap_or(u32::MAX));
        let begins = text
            .match_indices('\n')
            .map(|(end, _)| u32::try_from(end + 1).unwrap_or(u32::MAX));
        let lines = std::iter::once(0).chain(begins).collect();
        self.texts.push(Source {
            name: name.into(),
            text: text.into(),
            lines,
        });
        id
    }

    /// The identities of all texts, in the order in which they were added.
    pub fn ids(&self) -> impl Iterator<Item = SourceId> + use<> {
        (0..u32::try_from(self.texts.len()).unwrap_or(u32::MAX)).map(SourceId)
    }

    /// The text with this identity.
    ///
    /// # Panics
    /// If the identity comes from another `Sources`.
    #[must_use]
    pub fn get(&self, id: SourceId) -> &Source {
        &self.texts[id.0 as usize]
    }

    /// All texts with their identities, in the order in which they were added.
    pub fn iter(&self) -> impl Iterator<Item = (SourceId, &Source)> {
        self.texts
            .iter()
            .enumerate()
            .map(|(number, source)| (SourceId(u32::try_from(number).unwrap_or(u32::MAX)), source))
    }

    /// The text of a place.
    #[must_use]
    pub fn snippet(&self, span: Span) -> &str {
        self.get(span.source)
            .text
            .get(span.start as usize..span.end as usize)
            .unwrap_or("")
    }

    /// The file, line and column of a place, as `FILE:LINE:COLUMN`.
    #[must_use]
    pub fn place(&self, span: Span) -> String {
        let (line, column) = self.line_column(span);
        format!("{}:{line}:{column}", self.get(span.source).name)
    }

    /// Line and column of the place's first character, both from 1; the column counts characters.
    #[must_use]
    pub fn line_column(&self, span: Span) -> (usize, usize) {
        let Source { text, lines, .. } = self.get(span.source);
        let start = (span.start as usize).min(text.len());
        let line = lines.partition_point(|begin| *begin as usize <= start);
        let column = text[lines[line - 1] as usize..start].chars().count() + 1;
        (line, column)
    }
}

/// The last character boundary of a text at or before `offset`.
pub(super) fn floor(text: &str, offset: usize) -> usize {
    (0..=offset.min(text.len()))
        .rev()
        .find(|&index| text.is_char_boundary(index))
        .unwrap_or(0)
}

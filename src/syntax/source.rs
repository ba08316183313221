//! Source texts and places in them.
//!
//! Knows file names and byte offsets; knows nothing of the language.

use std::sync::Arc;

/// Which text of a [`Sources`] a place belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SourceId(u32);

/// A stretch of one source text, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// The text.
    pub source: SourceId,
    /// First byte.
    pub start: u32,
    /// The byte after the last.
    pub end: u32,
}

impl SourceId {
    /// The bytes from `start` up to `end` of this text.
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
    /// The place of a term that stands in no text.
    pub const NOWHERE: Span = Span {
        source: SourceId(u32::MAX),
        start: 0,
        end: 0,
    };

    /// From the start of `self` to the end of `other`, which lies in the same text.
    #[must_use]
    pub fn to(self, other: Span) -> Span {
        Span {
            end: other.end,
            ..self
        }
    }
}

/// All texts that a program was read from: files, and what was typed.
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
    /// Where its lines begin, so that a place is found in a long text too.
    lines: Arc<[u32]>,
}

impl Sources {
    /// No texts yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Keeps a text and gives it an identity.
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

    /// The text of that identity.
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

    /// The characters that a place covers.
    #[must_use]
    pub fn snippet(&self, span: Span) -> &str {
        self.get(span.source)
            .text
            .get(span.start as usize..span.end as usize)
            .unwrap_or("")
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

//! The entities that names in rule files stand for, and the places of these names.

use std::ops::Range;
use std::sync::Arc;

use crate::syntax::quote::quote_atom;
use crate::syntax::source::Span;
use crate::syntax::tree::Name;

/// A range of a rule file.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FileRange {
    /// The file.
    pub path: Arc<str>,
    /// The range in bytes.
    pub range: Range<usize>,
}

impl FileRange {
    pub(super) fn new(path: &Arc<str>, span: Span) -> Self {
        Self {
            path: Arc::clone(path),
            range: span.start as usize..span.end as usize,
        }
    }

    /// The key for sorting places: the file, then the first byte.
    pub(super) fn key(&self) -> (Arc<str>, usize) {
        (Arc::clone(&self.path), self.range.start)
    }
}

/// An entity that a name stands for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Entity {
    /// A predicate, by its name and number of arguments.
    Predicate(Name, usize),
    /// A variable of one clause.
    Variable {
        /// How it is written.
        name: Name,
        /// The clause.
        clause: FileRange,
    },
    /// A rule file, by its path.
    File(Arc<str>),
}

impl Entity {
    /// The predicate of a name and a number of arguments.
    pub(super) fn predicate(name: &Name, arity: usize) -> Self {
        Self::Predicate(name.clone(), arity)
    }

    /// The entity as an author writes it: `cell/3`, `X`, `lines.rules`.
    #[must_use]
    pub fn shown(&self) -> String {
        match self {
            Entity::Predicate(name, arity) => format!("{}/{arity}", quote_atom(name)),
            Entity::Variable { name, .. } => name.to_string(),
            Entity::File(path) => path.to_string(),
        }
    }
}

/// A name at a place.
#[derive(Clone, Debug)]
pub(super) struct Occurrence {
    pub place: FileRange,
    pub entity: Entity,
    /// Whether this is the head of a clause or the declaration of a fluent; otherwise it is a use.
    pub defines: bool,
}

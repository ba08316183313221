//! What a name in a rule file can stand for, and where it stands.

use std::ops::Range;
use std::sync::Arc;

use crate::syntax::quote::quote_atom;
use crate::syntax::tree::Name;

/// A stretch of a rule file.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// The file.
    pub path: Arc<str>,
    /// Its bytes.
    pub range: Range<usize>,
}

impl Place {
    /// What places are sorted by: the file, then the first byte.
    pub(super) fn key(&self) -> (Arc<str>, usize) {
        (Arc::clone(&self.path), self.range.start)
    }
}

/// What a name stands for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Symbol {
    /// A predicate, by its name and number of arguments.
    Predicate(Name, usize),
    /// A variable of one clause.
    Variable {
        /// How it is written.
        name: Name,
        /// The clause.
        clause: Place,
    },
    /// A rule file, by its path.
    File(Arc<str>),
}

impl Symbol {
    /// As people write it: `cell/3`, `X`, `lines.rules`.
    #[must_use]
    pub fn shown(&self) -> String {
        match self {
            Symbol::Predicate(name, arity) => format!("{}/{arity}", quote_atom(name)),
            Symbol::Variable { name, .. } => name.to_string(),
            Symbol::File(path) => path.to_string(),
        }
    }
}

/// A name at a place.
#[derive(Clone, Debug)]
pub(super) struct Occurrence {
    pub place: Place,
    pub symbol: Symbol,
    /// A clause's head or a fluent's declaration; else a use.
    pub defines: bool,
}

//! The parts of which moves are made, so that a move without a number of its own is chosen part by
//! part: first the square where a capture begins, then the next one, and so on.
//!
//! The parts of a term stand in the order in which it is written. What the game knows as a value, such
//! as a square or a piece, is one part. Any other compound begins with its name and the number of its
//! arguments. A list has a beginning and an end. So no term is the beginning of another one.

use std::fmt;

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use crate::game::Rules;
use crate::logic::{Storage, Term, View};
use crate::syntax::tree::Name;

/// The greatest number of parts that are known before a game is played.
const MOST_PARTS: usize = 4096;

/// A part of a move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// A value, such as a square, a piece or a number.
    Value(Term),
    /// The name of a compound, and the number of its arguments.
    Name(Name, usize),
    /// The beginning of a list.
    List,
    /// The end of a list.
    End,
}

impl Part {
    /// Whether the part tells more than which form the move has.
    pub fn is_value(&self) -> bool {
        matches!(self, Part::Value(_))
    }
}

/// As `3-4`, `take/1`, `[` or `]`.
impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Part::Value(term) => write!(f, "{term}"),
            Part::Name(name, arity) => write!(f, "{}/{arity}", Term::atom(name)),
            Part::List => f.write_str("["),
            Part::End => f.write_str("]"),
        }
    }
}

/// The parts that the moves of a game may have, as far as its rules show them.
#[derive(Clone, Debug, Default)]
pub(super) struct Parts(IndexSet<Part, FxBuildHasher>);

impl Parts {
    /// The parts of a game: the names of moves, the ends of lists, the keys of fluents, and the values
    /// of fluents but for numbers.
    pub fn of_rules(rules: &Rules) -> Self {
        let shapes = rules.move_shapes().into_iter();
        let mut parts: IndexSet<Part, FxBuildHasher> = shapes
            .map(|(name, arity)| match arity {
                0 => Part::Value(Term::atom(&name)),
                _ => Part::Name(name, arity),
            })
            .chain([Part::List, Part::End])
            .collect();
        for relation in rules.schema().relations() {
            let Storage::Dense(dense) = &relation.storage else {
                continue;
            };
            let keys = dense.keys.iter().flat_map(|domain| domain.terms());
            let values = dense.value.iter().flat_map(|domain| domain.terms());
            let names = values.filter(|value| value.as_integer().is_none());
            parts.extend(keys.chain(names).cloned().map(Part::Value));
        }
        parts.truncate(MOST_PARTS);
        Self(parts)
    }

    /// The number of parts.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// The parts, by their numbers.
    pub fn iter(&self) -> impl Iterator<Item = &Part> {
        self.0.iter()
    }

    /// The number of a part.
    pub fn number(&self, part: &Part) -> Option<usize> {
        self.0.get_index_of(part)
    }

    /// The parts of a move.
    pub fn split(&self, term: &Term) -> Vec<Part> {
        let mut parts = Vec::new();
        // What is still to be split, in reverse order; `None` for the end of a list.
        let mut rest = vec![Some(term.clone())];
        while let Some(next) = rest.pop() {
            let Some(term) = next else {
                parts.push(Part::End);
                continue;
            };
            let whole = Part::Value(term.clone());
            if self.0.contains(&whole) {
                parts.push(whole);
            } else if let Some(items) = term.as_list() {
                parts.push(Part::List);
                rest.push(None);
                rest.extend(items.into_iter().rev().map(Some));
            } else if let View::Compound(name, arguments) = term.view() {
                parts.push(Part::Name(name, arguments.len()));
                rest.extend(arguments.into_iter().rev().map(Some));
            } else {
                parts.push(whole);
            }
        }
        parts
    }
}

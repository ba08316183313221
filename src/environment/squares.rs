//! Which arguments of a fluent are a square of the board.

use std::ops::Range;

use rustc_hash::FxHashMap;

use crate::game::Board;
use crate::logic::{Domain, Term, View};

/// The squares of a board: columns and rows from 0.
#[derive(Debug)]
pub(super) struct Squares {
    pub columns: usize,
    pub rows: usize,
    by_name: FxHashMap<String, usize>,
}

/// Which keys of a fluent are its square, and how they say it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SquareKeys {
    /// This key is a pair `X-Y`, or the name of a square.
    One(usize),
    /// This key is the column and the next one the row, both counted from 1, or both from 0.
    Two { key: usize, first: i64 },
}

impl SquareKeys {
    /// The keys.
    pub fn range(self) -> Range<usize> {
        match self {
            Self::One(key) => key..key + 1,
            Self::Two { key, .. } => key..key + 2,
        }
    }
}

impl Squares {
    /// The squares of a board.
    pub fn new(board: &Board) -> Self {
        let named = board.squares().filter_map(|(column, row)| {
            let square = (row - 1) * board.columns + column - 1;
            Some((board.square_name(column, row)?, square))
        });
        Self {
            columns: board.columns,
            rows: board.rows,
            by_name: named.collect(),
        }
    }

    /// The number of squares.
    pub fn count(&self) -> usize {
        self.columns * self.rows
    }

    /// Finds the keys of a fluent that are its square: the first that can be one.
    pub fn keys(&self, domains: &[impl AsRef<Domain>]) -> Option<SquareKeys> {
        let terms = |key: usize| domains[key].as_ref().terms();
        let is_square = |key: &usize| terms(*key).iter().all(|term| self.of_one(term).is_some());
        let pair = |key: usize, first: i64| {
            let (columns, rows) = (terms(key), terms(key + 1));
            let is_pair = columns.len() > 1
                && rows.len() > 1
                && (columns.iter()).all(|term| index(term, first, self.columns).is_some())
                && (rows.iter()).all(|term| index(term, first, self.rows).is_some());
            is_pair.then_some(SquareKeys::Two { key, first })
        };
        let keys = 0..domains.len().saturating_sub(1);
        let mut pairs = keys.flat_map(|key| [pair(key, 1), pair(key, 0)]);
        let one = (0..domains.len()).find(is_square).map(SquareKeys::One);
        one.or_else(|| pairs.find_map(|pair| pair))
    }

    /// The square that the keys of a fact name, row by row.
    pub fn of(&self, keys: SquareKeys, arguments: &[Term]) -> Option<usize> {
        match keys {
            SquareKeys::One(key) => self.of_one(&arguments[key]),
            SquareKeys::Two { key, first } => {
                self.of_pair(&arguments[key], &arguments[key + 1], first)
            }
        }
    }

    /// The square that a term names by itself.
    pub fn of_one(&self, term: &Term) -> Option<usize> {
        match term.view() {
            View::Compound(name, pair) if &*name == "-" && pair.len() == 2 => {
                self.of_pair(&pair[0], &pair[1], 1)
            }
            View::Atom(name) | View::String(name) => self.by_name.get(&*name).copied(),
            // A game may number its squares.
            View::Integer(number) => self.by_name.get(&number.to_string()).copied(),
            _ => None,
        }
    }

    fn of_pair(&self, column: &Term, row: &Term, first: i64) -> Option<usize> {
        let (column, row) = (
            index(column, first, self.columns)?,
            index(row, first, self.rows)?,
        );
        Some(row * self.columns + column)
    }
}

/// A number of `count` numbers from `first` on, counted from 0.
fn index(term: &Term, first: i64, count: usize) -> Option<usize> {
    let number = usize::try_from(term.as_integer()?.checked_sub(first)?).ok()?;
    (number < count).then_some(number)
}

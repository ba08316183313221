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
    /// This key is the column, and the next one the row.
    Two(usize),
}

impl SquareKeys {
    /// The keys.
    pub fn range(self) -> Range<usize> {
        match self {
            Self::One(key) => key..key + 1,
            Self::Two(key) => key..key + 2,
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
        let is_pair = |key: &usize| {
            let (columns, rows) = (terms(*key), terms(*key + 1));
            columns.len() > 1
                && rows.len() > 1
                && columns
                    .iter()
                    .all(|term| index(term, self.columns).is_some())
                && rows.iter().all(|term| index(term, self.rows).is_some())
        };
        let pair = (0..domains.len().saturating_sub(1)).find(is_pair);
        let one = (0..domains.len()).find(is_square);
        one.map(SquareKeys::One).or(pair.map(SquareKeys::Two))
    }

    /// The square that the keys of a fact name, row by row.
    pub fn of(&self, keys: SquareKeys, arguments: &[Term]) -> Option<usize> {
        match keys {
            SquareKeys::One(key) => self.of_one(&arguments[key]),
            SquareKeys::Two(key) => self.of_pair(&arguments[key], &arguments[key + 1]),
        }
    }

    fn of_one(&self, term: &Term) -> Option<usize> {
        match term.view() {
            View::Compound(name, pair) if &*name == "-" && pair.len() == 2 => {
                self.of_pair(&pair[0], &pair[1])
            }
            View::Atom(name) | View::String(name) => self.by_name.get(&*name).copied(),
            // A game may number its squares.
            View::Integer(number) => self.by_name.get(&number.to_string()).copied(),
            _ => None,
        }
    }

    fn of_pair(&self, column: &Term, row: &Term) -> Option<usize> {
        Some(index(row, self.rows)? * self.columns + index(column, self.columns)?)
    }
}

/// A number from 1 to `count`, counted from 0.
fn index(term: &Term, count: usize) -> Option<usize> {
    let View::Integer(number) = term.view() else {
        return None;
    };
    let number = usize::try_from(number).ok()?;
    (1..=count).contains(&number).then(|| number - 1)
}

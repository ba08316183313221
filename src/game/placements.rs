//! Placements: the facts that put glyphs on the squares of a board, so that a person can set up a position by its
//! board. Knows nothing of how glyphs are drawn.

use std::collections::{BTreeMap, BTreeSet};

use super::board::Board;
use super::error::Error;
use super::interface::Game;
use super::position::Position;
use super::rules::Rules;
use crate::logic::{Dense, Fact, Storage};

/// A fluent with more values than this is no content of squares: its facts are not tried.
const MOST_VALUES: usize = 128;

/// On a board with more squares than this, positions are not set up by hand.
const MOST_SQUARES: usize = 10_000;

/// The facts of a game that put a glyph on a square of its board.
#[derive(Clone, Debug, Default)]
pub struct Placements {
    placements: Vec<Placement>,
}

/// A fact that puts a glyph on a square.
#[derive(Clone, Debug)]
struct Placement {
    column: usize,
    row: usize,
    glyph: String,
    fact: Fact,
}

impl Placement {
    /// The cell of its fact, which is that of all facts with the same key.
    fn cell(&self) -> Option<usize> {
        match self.fact {
            Fact::Dense { cell, .. } => Some(cell),
            Fact::Open { .. } => None,
        }
    }
}

impl Placements {
    /// Finds the placements of a game: `show` is asked in positions that have other facts of one fluent than the
    /// start. A fluent whose domains are not finite has none.
    ///
    /// The facts with one value of a fluent are told apart by group testing (Dorfman 1943): each has a number, and a
    /// board for each binary digit shows the squares of the facts whose number has it. So `n` facts take log `n`
    /// pairs of boards. A square that shows several facts with the same value is told by a board without a digit that
    /// differs like the one with it, and has no placement.
    ///
    /// # Errors
    /// As for [`board`](Rules::board).
    pub fn of(rules: &Rules) -> Result<Self, Error> {
        let mut found = Self::default();
        for relation in rules.schema().relations() {
            if let Storage::Dense(dense) = &relation.storage {
                found.try_fluent(rules, dense)?;
            }
        }
        Ok(found)
    }

    fn try_fluent(&mut self, rules: &Rules, fluent: &Dense) -> Result<(), Error> {
        if values(fluent) > MOST_VALUES {
            return Ok(());
        }
        let Some(bare) = Bare::of(rules, fluent)? else {
            return Ok(());
        };
        let mut found = Vec::new();
        for layer in layers(fluent) {
            let full = bare.board_with(layer.iter())?;
            if !bare
                .ground
                .squares()
                .any(|square| bare.differs(&full, square))
            {
                continue;
            }
            for ((column, row), number) in bare.ground.squares().zip(bare.numbers(&layer)?) {
                let fact = number.checked_sub(1).and_then(|index| layer.get(index));
                if let (Some(fact), Some(glyph)) = (fact, full.glyph(column, row)) {
                    found.push(Placement {
                        column,
                        row,
                        glyph: glyph.to_owned(),
                        fact: fact.clone(),
                    });
                }
            }
        }
        self.placements.extend(of_one_square(found));
        Ok(())
    }

    /// All glyphs that can be placed, in the order of fluents and their values.
    #[must_use]
    pub fn glyphs(&self) -> Vec<&str> {
        let mut glyphs = Vec::new();
        for placement in &self.placements {
            if !glyphs.contains(&placement.glyph.as_str()) {
                glyphs.push(&placement.glyph);
            }
        }
        glyphs
    }

    /// The glyphs that can be placed on a square; columns and rows count from 1.
    pub fn glyphs_at(&self, column: usize, row: usize) -> impl Iterator<Item = &str> {
        self.at(column, row)
            .map(|placement| placement.glyph.as_str())
    }

    /// The position in which a glyph stands on a square, and all else as it was; without a glyph nothing stands there.
    /// `None` if no fact puts this glyph there.
    #[must_use]
    pub fn put(
        &self,
        position: &Position,
        (column, row): (usize, usize),
        glyph: Option<&str>,
    ) -> Option<Position> {
        let here = || self.at(column, row);
        let empty = here().fold(position.clone(), |position, placement| {
            position.without(&placement.fact)
        });
        match glyph {
            None => Some(empty),
            Some(glyph) => {
                let placement = here().find(|placement| placement.glyph == glyph)?;
                Some(empty.with(&placement.fact))
            }
        }
    }

    fn at(&self, column: usize, row: usize) -> impl Iterator<Item = &Placement> {
        self.placements
            .iter()
            .filter(move |placement| (placement.column, placement.row) == (column, row))
    }
}

/// The placements whose key shows nothing on another square, whatever its value: a heap of counters is no piece.
fn of_one_square(found: Vec<Placement>) -> impl Iterator<Item = Placement> {
    let mut squares: BTreeMap<Option<usize>, BTreeSet<(usize, usize)>> = BTreeMap::new();
    for placement in &found {
        let of_key = squares.entry(placement.cell()).or_default();
        of_key.insert((placement.column, placement.row));
    }
    found.into_iter().filter(move |placement| {
        squares
            .get(&placement.cell())
            .is_some_and(|of_key| of_key.len() == 1)
    })
}

/// The number of values of a fluent. Without a value its last key stands for it: `cell(3, 4, white)` says the same,
/// however it is declared.
fn values(fluent: &Dense) -> usize {
    match &fluent.value {
        Some(value) => value.size(),
        None => fluent.keys.last().map_or(1, |domain| domain.size()),
    }
}

/// The facts with the same value, for each value.
fn layers(fluent: &Dense) -> Vec<Vec<Fact>> {
    if fluent.value.is_some() {
        return (1..=fluent.contents())
            .map(|content| facts(fluent, content).collect())
            .collect();
    }
    let last = values(fluent);
    (0..last)
        .map(|part| facts(fluent, 1).skip(part).step_by(last).collect())
        .collect()
}

/// The facts with one content in all cells of a fluent.
fn facts(fluent: &Dense, content: usize) -> impl Iterator<Item = Fact> {
    let content = u16::try_from(content).unwrap_or(u16::MAX);
    (fluent.offset..fluent.offset + fluent.size).map(move |cell| Fact::Dense { cell, content })
}

/// The start of a game without the facts of one fluent.
struct Bare<'r> {
    rules: &'r Rules,
    position: Position,
    ground: Board,
}

impl<'r> Bare<'r> {
    /// `None` if the game draws no board, or one that is too large.
    fn of(rules: &'r Rules, fluent: &Dense) -> Result<Option<Self>, Error> {
        let mut position = rules.initial();
        for content in 1..=fluent.contents() {
            facts(fluent, content).for_each(|fact| position.facts.remove(&fact));
        }
        let ground = rules.board(&position)?;
        let ground = ground.filter(|ground| ground.columns * ground.rows <= MOST_SQUARES);
        Ok(ground.map(|ground| Self {
            rules,
            position,
            ground,
        }))
    }

    fn board_with<'f>(&self, facts: impl Iterator<Item = &'f Fact>) -> Result<Board, Error> {
        let mut position = self.position.clone();
        facts.for_each(|fact| position.facts.add(fact));
        let board = self.rules.board(&position)?;
        Ok(board.unwrap_or_else(|| self.ground.clone()))
    }

    fn differs(&self, board: &Board, (column, row): (usize, usize)) -> bool {
        board.glyph(column, row) != self.ground.glyph(column, row)
    }

    /// For each square the number, from 1, of the fact that alone shows there; 0 if none or several do.
    fn numbers(&self, facts: &[Fact]) -> Result<Vec<usize>, Error> {
        let mut numbers = vec![Some(0); self.ground.columns * self.ground.rows];
        for digit in 0..usize::BITS - facts.len().leading_zeros() {
            let numbered = facts.iter().zip(1_usize..);
            let (with, without): (Vec<_>, Vec<_>) =
                numbered.partition(|(_, number)| number >> digit & 1 == 1);
            let with = self.board_with(with.into_iter().map(|(fact, _)| fact))?;
            let without = self.board_with(without.into_iter().map(|(fact, _)| fact))?;
            for (number, square) in numbers.iter_mut().zip(self.ground.squares()) {
                *number = match (self.differs(&with, square), self.differs(&without, square)) {
                    (true, false) => number.map(|number| number | 1 << digit),
                    (false, true) => *number,
                    _ => None,
                };
            }
        }
        Ok(numbers.into_iter().map(Option::unwrap_or_default).collect())
    }
}

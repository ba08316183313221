//! Actions: a fixed numbering of all moves of a game.
//!
//! An action is a move without its role, so that the same action places a piece for either side.
//! The compiler lists the moves of a game; the first actions are these, in the order of that list, which
//! depends on the rule file only. A move that the compiler does not list, such as a capture of many
//! pieces, is chosen [part by part](super::parts); the parts that the rules show are the next actions.
//! A part that they do not show, such as a number that is computed, takes one of the *spare* actions:
//! the first of them stands for the first such part of a choice in the order of the rules, and so on.
//! So does a move without a number where several roles are to move.

use rustc_hash::FxHashMap;

use super::parts::{Part, Parts};
use crate::game::{self, Role};
use crate::logic::Term;

/// The number of spare actions of a game whose compiler does not list all moves.
pub const SPARE: usize = 128;

/// An action, by its number.
pub type Action = u32;

/// No action.
const NONE: u32 = u32::MAX;

/// The numbering of the moves of a game.
#[derive(Clone, Debug)]
pub struct Actions {
    /// The moves without their roles, by action.
    terms: Vec<Term>,
    numbers: FxHashMap<Term, Action>,
    /// The parts of moves without a number.
    parts: Parts,
    spare: usize,
    /// The action of each move that the compiler lists, by its number.
    of_moves: Vec<Action>,
    /// By role and action the number of the move that the compiler lists.
    moves: Vec<Vec<u32>>,
}

impl Actions {
    /// The numbering of these moves and parts, with this number of spare actions.
    pub(super) fn new(listed: &[game::Move], roles: usize, parts: Parts, spare: usize) -> Self {
        let mut numbers = FxHashMap::default();
        let mut terms = Vec::new();
        let mut of_moves = Vec::with_capacity(listed.len());
        for played in listed {
            let action = *numbers.entry(played.term.clone()).or_insert_with(|| {
                terms.push(played.term.clone());
                terms.len() as Action - 1
            });
            of_moves.push(action);
        }
        let mut moves = vec![vec![NONE; terms.len()]; roles];
        for ((number, played), action) in (0..).zip(listed).zip(&of_moves) {
            moves[played.role.0][*action as usize] = number;
        }
        Self {
            terms,
            numbers,
            parts,
            spare,
            of_moves,
            moves,
        }
    }

    /// The number of actions: moves, parts and spare ones.
    #[must_use]
    pub fn count(&self) -> usize {
        self.first_spare() as usize + self.spare
    }

    /// The number of the first spare action.
    pub(super) fn first_spare(&self) -> Action {
        (self.terms.len() + self.parts.count()) as Action
    }

    /// The number of spare actions, which come last.
    #[must_use]
    pub fn spare(&self) -> usize {
        self.spare
    }

    /// The moves of the first actions in order.
    #[must_use]
    pub fn terms(&self) -> &[Term] {
        &self.terms
    }

    /// What each action is, in order: a move, a part of moves such as `part 3-4`, or `spare 0` and so
    /// on.
    pub fn names(&self) -> impl Iterator<Item = String> {
        let terms = self.terms.iter().map(ToString::to_string);
        let parts = self.parts.iter().map(|part| format!("part {part}"));
        let spare = (0..self.spare).map(|number| format!("spare {number}"));
        terms.chain(parts).chain(spare)
    }

    /// The parts of moves without a number; none if the compiler lists all moves.
    pub(super) fn parts(&self) -> &Parts {
        &self.parts
    }

    /// The action of a part of moves; `None` for a part that the rules do not show.
    #[must_use]
    pub fn of_part(&self, part: &Part) -> Option<Action> {
        let number = self.parts.number(part)?;
        Some((self.terms.len() + number) as Action)
    }

    /// The action of a move; `None` for a move without a number.
    #[must_use]
    pub fn of_term(&self, term: &Term) -> Option<Action> {
        self.numbers.get(term).copied()
    }

    /// The action of a move that the compiler lists, by the number of the move.
    #[inline]
    pub(super) fn of_move(&self, number: u32) -> Action {
        self.of_moves[number as usize]
    }

    /// The number of the move of a role that the compiler lists, if there is one.
    #[inline]
    pub(super) fn listed(&self, role: Role, action: Action) -> Option<u32> {
        let number = *self.moves[role.0].get(action as usize)?;
        (number != NONE).then_some(number)
    }
}

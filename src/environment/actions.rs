//! Actions: a fixed numbering of all moves of a game.
//!
//! An action is a move without its role, so that the same action places a piece for either side.
//! The compiler lists the moves of a game; the actions are numbered in the order of that list, which
//! depends on the rule file only. A move that the compiler does not list, such as a capture of many
//! pieces, takes one of the *spare* actions: the first of them stands for the first such move of a
//! turn in the order of the rules, and so on.

use rustc_hash::FxHashMap;

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
    spare: usize,
    /// The action of each move that the compiler lists, by its number.
    of_moves: Vec<Action>,
    /// By role and action the number of the move that the compiler lists.
    moves: Vec<Vec<u32>>,
    /// The role of each move that the compiler lists, by its number.
    roles: Vec<u8>,
}

impl Actions {
    /// The numbering of these moves, with this number of spare actions.
    pub(super) fn new(listed: &[game::Move], roles: usize, spare: usize) -> Self {
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
            spare,
            of_moves,
            moves,
            roles: listed.iter().map(|played| played.role.0 as u8).collect(),
        }
    }

    /// The number of actions, with the spare ones.
    #[must_use]
    pub fn count(&self) -> usize {
        self.terms.len() + self.spare
    }

    /// The number of spare actions, which come last.
    #[must_use]
    pub fn spare(&self) -> usize {
        self.spare
    }

    /// The moves of the actions in order, without the spare ones.
    #[must_use]
    pub fn terms(&self) -> &[Term] {
        &self.terms
    }

    /// The action of a move; `None` for a move that takes a spare action.
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

    /// The role of a move that the compiler lists, by the number of the move.
    #[inline]
    pub(super) fn role(&self, number: u32) -> Role {
        Role(usize::from(self.roles[number as usize]))
    }

    /// The actions of the moves of one turn.
    ///
    /// # Errors
    /// The number of moves without an action of their own, if that is more than there are spare
    /// actions.
    pub(super) fn of_turn<'t>(
        &self,
        moves: impl IntoIterator<Item = &'t Term>,
    ) -> Result<Vec<Action>, usize> {
        let mut taken = 0;
        let mut action = |term: &Term| {
            self.of_term(term).unwrap_or_else(|| {
                taken += 1;
                (self.terms.len() + taken - 1) as Action
            })
        };
        let actions: Vec<Action> = moves.into_iter().map(&mut action).collect();
        if taken > self.spare {
            return Err(taken);
        }
        Ok(actions)
    }
}

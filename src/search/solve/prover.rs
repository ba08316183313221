//! A running search for the goal that one role can force.

use super::bounds::{BEST_GOAL, Bounds};
use super::options::SolveOptions;
use crate::game::{MoveNumber, PositionStack, Role};
use crate::search::error::SearchError;
use crate::search::limits::MAX_PLIES;
use crate::search::meter::Meter;
use crate::search::ordering::{Candidate, Experience};
use crate::search::step::{StepResult, role_to_move};
use crate::search::transposition_table::{Entry, TranspositionTable};

/// The table grows when one in so many of its places is in use, so that little is forgotten while
/// there is room.
const LEAST_SHARE: usize = 8;

/// What a solver keeps from one question to the next.
pub(super) struct Knowledge {
    pub table: TranspositionTable,
    pub experience: Experience,
    /// By role, in a game for two: whether all finished games that were met in questions about the
    /// role had goals that add up to 100.
    pub zero_sum: Vec<bool>,
}

/// A search for what one role can force, from the positions of one line on.
pub(in crate::search) struct Prover<'p, 'w, E> {
    pub(super) stack: Box<dyn PositionStack<Error = E> + 'p>,
    pub(super) knowledge: &'p mut Knowledge,
    pub(super) options: &'p SolveOptions,
    pub(super) meter: &'p mut Meter<'w>,
    /// The role in question.
    pub(super) role: Role,
    /// What distinguishes the entries about the role from those about other roles.
    pub(super) salt: u128,
    /// The keys of the positions of the current line that are being searched.
    pub(super) keys: Vec<u128>,
    /// The moves of the current line, with their indices in the lists of moves.
    pub(super) played: Vec<(usize, MoveNumber)>,
    /// The ply from which the depth counts.
    pub(super) start: usize,
    /// The moves to be searched of all positions of the current line.
    pub(super) candidates: Vec<Candidate>,
}

/// A position once its moves are listed.
pub(super) enum Expanded {
    /// The game is over, with this goal for the role in question.
    Over(u8),
    /// The role has the moves.
    Inner(Role),
}

impl<E: std::error::Error> Prover<'_, '_, E> {
    /// The goal that the role can force. (A. Plaat, J. Schaeffer, W. Pijls and A. de Bruin,
    /// "Best-First Fixed-Depth Minimax Algorithms", 1996: a few questions with two answers each
    /// visit less than one question about the goal.)
    ///
    /// The first question is whether the role wins. Each further one halves what is left.
    pub fn goal(&mut self) -> StepResult<E, u8> {
        if self.options.full || self.stack.over()? {
            return self.settle();
        }
        let mut known = Bounds::ALL;
        let mut asked = BEST_GOAL;
        while known.lower < known.upper {
            let bound = self.test(asked)?;
            known = known.narrowed(asked, bound);
            asked = (known.lower + known.upper).div_ceil(2);
        }
        Ok(known.lower)
    }

    /// Whether the role can force `goal` at least.
    pub fn forces(&mut self, goal: u8) -> StepResult<E, bool> {
        let bound = match self.options.full {
            true => self.settle()?,
            false => self.test(goal)?,
        };
        Ok(bound >= goal)
    }

    /// Lists the moves of the top position, at least one, unless the game is over.
    pub(super) fn expand(&mut self) -> StepResult<E, Expanded> {
        let ply = self.plies();
        Ok(match role_to_move(&mut *self.stack, ply)? {
            None => Expanded::Over(self.result()?),
            Some(role) => Expanded::Inner(role),
        })
    }

    /// The goal of a finished game.
    pub(super) fn result(&mut self) -> Result<u8, E> {
        let goal = self.stack.goal(self.role)?.min(BEST_GOAL);
        if self.knowledge.zero_sum[self.role.0] {
            let other = self.stack.goal(Role(1 - self.role.0))?.min(BEST_GOAL);
            self.knowledge.zero_sum[self.role.0] = goal + other == BEST_GOAL;
        }
        Ok(goal)
    }

    /// Plays the move at `index` in the list of moves.
    pub(super) fn push(&mut self, index: usize) -> Result<(), E> {
        let number = self.stack.moves()[index];
        self.stack.push(index)?;
        self.played.push((index, number));
        Ok(())
    }

    /// Takes back the last move.
    pub(super) fn pop(&mut self) {
        self.stack.pop();
        self.played.pop();
    }

    /// The key of the top position in the table.
    pub(super) fn key(&self) -> u128 {
        let fingerprint = match self.options.symmetries {
            true => self.stack.canonical_fingerprint(),
            false => self.stack.fingerprint(),
        };
        fingerprint ^ self.salt
    }

    /// What is known about a position.
    pub(super) fn known(&self, key: u128) -> (Bounds, Option<MoveNumber>) {
        self.knowledge
            .table
            .get(key)
            .map_or((Bounds::ALL, None), |entry| {
                (Bounds::of_entry(&entry), entry.best)
            })
    }

    /// Keeps what was found out about a position.
    pub(super) fn keep(&mut self, key: u128, entry: Entry) {
        self.knowledge.table.grow_beyond(LEAST_SHARE);
        self.knowledge.table.insert(key, entry);
    }

    /// Whether the position is one of those being searched.
    pub(super) fn is_repeated(&self, key: u128) -> bool {
        self.keys.contains(&key)
    }

    /// An error if the position is one of those being searched. What the table knows does not
    /// matter then: whether a game has an end is told before who wins.
    pub(super) fn refuse_repetition(&self, key: u128) -> StepResult<E, ()> {
        match self.keys.iter().position(|earlier| *earlier == key) {
            None => Ok(()),
            Some(earlier) => Err(SearchError::Repetition {
                earlier,
                later: self.keys.len(),
                line: String::new(),
            }),
        }
    }

    /// Begins the search of the top position; an error if the line is too long.
    pub(super) fn enter(&mut self, key: u128) -> StepResult<E, ()> {
        let plies = self.plies();
        if plies >= self.options.depth.min(MAX_PLIES) {
            return Err(SearchError::Unsettled { plies });
        }
        self.keys.push(key);
        Ok(())
    }

    /// Ends the search of the top position.
    pub(super) fn leave(&mut self) {
        self.keys.pop();
    }

    /// The plies from where the depth counts to the top position.
    fn plies(&self) -> usize {
        self.played.len().saturating_sub(self.start)
    }

    /// The move that has led to the top position.
    pub(super) fn last_played(&self) -> Option<MoveNumber> {
        self.played.last().map(|(_, number)| *number)
    }
}

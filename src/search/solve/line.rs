//! Moves that keep a value, once it is known what a role can force.

use super::prover::{Expanded, Prover};
use crate::game::Role;
use crate::search::step::StepResult;
use crate::search::value::Value;

impl<E: std::error::Error> Prover<'_, '_, '_, E> {
    /// A line to the end of the game along which the value that the role can force stays `value`: the
    /// indices of its moves. Of equal moves it has the first in the order of the game, or, if the
    /// options allow it, the one that the search has found.
    pub(super) fn line(&mut self, value: Value) -> StepResult<E, Vec<usize>> {
        while let Expanded::Inner(role) = self.begin_step()? {
            let mut indices = self.indices().into_iter().peekable();
            while let Some(index) = indices.next() {
                self.push(index)?;
                // The value of a position is that of one of its moves.
                let is_last = indices.peek().is_none();
                if is_last || self.keeps(value, role)? {
                    break;
                }
                self.pop();
            }
        }
        Ok(self.played.iter().map(|(index, _)| *index).collect())
    }

    /// The indices of the moves of the top position in the order of the game. If any line will do, the
    /// move that the search has found comes first.
    fn indices(&mut self) -> Vec<usize> {
        let found = match self.options.any_line {
            true => self.found(),
            false => None,
        };
        let others = (0..self.stack.moves().len()).filter(|index| Some(*index) != found);
        found.into_iter().chain(others).collect()
    }

    /// The index of the best move of the top position, if the table has it.
    fn found(&mut self) -> Option<usize> {
        let key = self.key();
        let best = self.known(key).1?;
        self.stack.moves().iter().position(|number| *number == best)
    }

    /// Whether the value is still the same after a move of `role`. It cannot have become better for
    /// that role.
    fn keeps(&mut self, value: Value, role: Role) -> StepResult<E, bool> {
        if role == self.role {
            Ok(value == Value::LOSS || self.forces(value)?)
        } else {
            Ok(value == Value::WIN || !self.forces(value.just_above())?)
        }
    }

    /// The index of a winning move of the role in question: the first that wins at once, otherwise
    /// the first that wins, or the one that the search has found.
    pub(in crate::search) fn winning_move(&mut self) -> StepResult<E, Option<usize>> {
        self.begin_step()?;
        let count = self.stack.moves().len();
        for index in 0..count {
            self.push(index)?;
            let wins = self.stack.over()? && self.result()? == Value::WIN;
            self.pop();
            if wins {
                return Ok(Some(index));
            }
        }
        for index in self.indices() {
            self.push(index)?;
            let wins = self.forces(Value::WIN)?;
            self.pop();
            if wins {
                return Ok(Some(index));
            }
        }
        Ok(None)
    }

    /// Lists the moves of the top position. The search after each of them begins anew, but does not
    /// come back here.
    fn begin_step(&mut self) -> StepResult<E, Expanded> {
        let key = self.key();
        self.refuse_repetition(key)?;
        self.keys.push(key);
        self.start = self.played.len() + 1;
        self.expand()
    }
}

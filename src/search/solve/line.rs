//! Moves that keep a value, once it is known what a role can force.

use super::prover::{Expanded, Prover};
use crate::game::Role;
use crate::search::step::StepResult;
use crate::search::value::Value;

impl<E: std::error::Error> Prover<'_, '_, '_, E> {
    /// A line to the end of the game along which the value that the role can force stays `value`: the
    /// indices of its moves. Of equal moves it has the first in the order of the game.
    pub(super) fn line(&mut self, value: Value) -> StepResult<E, Vec<usize>> {
        while let Expanded::Inner(role) = self.begin_step()? {
            let last = self.stack.moves().len() - 1;
            for index in 0..=last {
                self.push(index)?;
                // The value of a position is that of one of its moves.
                if index == last || self.keeps(value, role)? {
                    break;
                }
                self.pop();
            }
        }
        Ok(self.played.iter().map(|(index, _)| *index).collect())
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
    /// the first that wins.
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
        for index in 0..count {
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

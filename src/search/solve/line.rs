//! Moves that keep a goal, once it is known what a role can force.

use super::bounds::BEST_GOAL;
use super::prover::{Expanded, Prover};
use crate::game::Role;
use crate::search::step::StepResult;

impl<E: std::error::Error> Prover<'_, '_, E> {
    /// A line to the end of the game along which the goal that the role can force stays `goal`: the
    /// indices of its moves. Of equal moves it has the first in the order of the game.
    pub(super) fn line(&mut self, goal: u8) -> StepResult<E, Vec<usize>> {
        while let Expanded::Inner(role) = self.begin_step()? {
            let last = self.stack.moves().len() - 1;
            for index in 0..=last {
                self.push(index)?;
                // The goal of a position is that of one of its moves.
                if index == last || self.keeps(goal, role)? {
                    break;
                }
                self.pop();
            }
        }
        Ok(self.played.iter().map(|(index, _)| *index).collect())
    }

    /// Whether the goal is still the same after a move of `role`. It cannot have become better for
    /// that role.
    fn keeps(&mut self, goal: u8, role: Role) -> StepResult<E, bool> {
        if role == self.role {
            Ok(goal == 0 || self.forces(goal)?)
        } else {
            Ok(goal == BEST_GOAL || !self.forces(goal + 1)?)
        }
    }

    /// The index of a winning move of the role in question: the first that wins at once, otherwise
    /// the first that wins.
    pub(in crate::search) fn winning_move(&mut self) -> StepResult<E, Option<usize>> {
        self.begin_step()?;
        let count = self.stack.moves().len();
        for index in 0..count {
            self.push(index)?;
            let wins = self.stack.over()? && self.result()? == BEST_GOAL;
            self.pop();
            if wins {
                return Ok(Some(index));
            }
        }
        for index in 0..count {
            self.push(index)?;
            let wins = self.forces(BEST_GOAL)?;
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

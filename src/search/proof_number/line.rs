//! Moves that keep the goal, once it is known what a role can force.

use super::ProofNumberSearch;
use super::answer::{Forced, GoalRange};
use super::numbers::Side;
use super::question::Question;
use crate::game::Role;
use crate::search::choice::Aim;
use crate::search::step::{StepResult, role_to_move};
use crate::search::value::BEST_GOAL;

impl<E: std::error::Error> ProofNumberSearch<'_, '_, '_, E> {
    /// A line from the root to the end of the game along which the goal that the role can force stays
    /// the same: the indices of its moves. Of equal moves it has the first in the order of the game. In the
    /// quickest win the winner takes the shortest way and the others the longest.
    ///
    /// # Errors
    /// [`SearchError::Unsettled`](crate::search::SearchError::Unsettled) if a position comes back or a
    /// line is too long, in a question without a number of plies.
    pub(super) fn line(&mut self, forced: Forced) -> StepResult<E, Vec<usize>> {
        let mut left = forced.plies.unwrap_or(self.reach.depth);
        let mut positions = Vec::new();
        while let Some(mover) = role_to_move(&mut *self.stack, self.played.len())? {
            let position = self.stack.fingerprint();
            // A number of plies ends the line by itself.
            if left == 0 || !self.is_bounded && positions.contains(&position) {
                return self.give_up();
            }
            positions.push(position);
            left -= 1;
            let moves = self.stack.moves().len();
            for index in 0..moves {
                self.push(index)?;
                let is_last = index + 1 == moves;
                if is_last || self.keeps(forced, mover, left)? {
                    break;
                }
                self.pop();
            }
        }
        Ok(self.played.clone())
    }

    /// Whether the goal is still the same after a move of `mover`, with that number of plies left.
    fn keeps(&mut self, forced: Forced, mover: Role, left: usize) -> StepResult<E, bool> {
        let aim = Aim::of(mover, self.role);
        let goal = forced.goal;
        let own = Question { aim, goal };
        if !forced.is_quickest() {
            // What is the worst for a side needs no proof.
            let is_worst = match aim {
                Aim::Greatest => goal == 0,
                Aim::Least => goal == BEST_GOAL,
            };
            if is_worst {
                return Ok(true);
            }
            return Ok(self.ask(own, left)?.is_for(Side::Attacker));
        }
        let winner = match goal {
            BEST_GOAL => Aim::Greatest,
            _ => Aim::Least,
        };
        if aim == winner {
            return Ok(self.ask(own, left)?.is_for(Side::Attacker));
        }
        let attack = Question { aim: winner, goal };
        match left.checked_sub(1) {
            // The game may be over before the plies are.
            Some(less) => Ok(!self.ask(attack, less)?.is_for(Side::Attacker)),
            None => Ok(true),
        }
    }

    /// The index of a move of the role in question that wins: the first of the quickest, if a quickest
    /// win was found. It is to move in the top position, and can win.
    pub fn winning_move(&mut self) -> StepResult<E, Option<usize>> {
        let forced = self.forced(GoalRange::WIN)?;
        if forced.goal != BEST_GOAL {
            return Ok(None);
        }
        role_to_move(&mut *self.stack, self.played.len())?;
        let left = forced.plies.unwrap_or(self.reach.depth);
        let question = Question {
            aim: Aim::Greatest,
            goal: BEST_GOAL,
        };
        for index in 0..self.stack.moves().len() {
            self.push(index)?;
            let wins = self.ask(question, left - 1)?.is_for(Side::Attacker);
            self.pop();
            if wins {
                return Ok(Some(index));
            }
        }
        Ok(None)
    }
}

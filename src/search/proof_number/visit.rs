//! The search from one position, until its numbers reach a limit.

use super::ProofNumberSearch;
use super::numbers::{Combined, Numbers, Side};
use crate::game::Role;
use crate::search::error::SearchError;
use crate::search::step::{StepResult, role_to_move};
use crate::search::value::BEST_GOAL;

/// A move of a position, and what is known about the position after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    /// The index in the list of moves.
    index: usize,
    /// The key of the position after the move, unless its answer is known.
    key: u128,
    numbers: Numbers,
}

impl<E: std::error::Error> ProofNumberSearch<'_, '_, '_, E> {
    /// Searches the top position until one of its numbers has reached the limit. `left` is the number of
    /// plies that a line may still have, at least one.
    pub(super) fn visit(
        &mut self,
        key: u128,
        limit: Numbers,
        left: usize,
    ) -> StepResult<E, Numbers> {
        self.count()?;
        let ply = self.played.len();
        let Some(mover) = role_to_move(&mut *self.stack, ply)? else {
            let answer = self.question.answer(self.goal()?);
            self.kept.table.insert(key, answer);
            return Ok(answer);
        };
        let side = self.question.side(mover, self.role);
        let first = self.children.len();
        self.path.push(key);
        self.look_at_children(side, left)?;
        let mut combined = self.combined(side, first);
        while !combined.numbers.have_reached(limit) {
            let place = first + combined.best;
            let child = self.children[place];
            let child_limit = combined.limit_of_best(limit);
            self.push(child.index)?;
            let numbers = self.visit(child.key, child_limit, left - 1)?;
            self.pop();
            self.children[place].numbers = numbers;
            combined = self.combined(side, first);
        }
        self.path.pop();
        self.children.truncate(first);
        self.kept.table.insert(key, combined.numbers);
        Ok(combined.numbers)
    }

    /// Lists the moves of the top position, up to one that answers the question for `side`.
    fn look_at_children(&mut self, side: Side, left: usize) -> StepResult<E, ()> {
        for index in 0..self.stack.moves().len() {
            self.push(index)?;
            let (key, numbers) = self.look(left - 1)?;
            self.pop();
            self.children.push(Child {
                index,
                key,
                numbers,
            });
            if numbers.is_for(side) {
                break;
            }
        }
        Ok(())
    }

    /// The key of the top position, and what is known about it.
    ///
    /// Whether the game is over may take as long to find out as the moves. Without a bound an end is
    /// looked for at once. Within a number of plies an earlier end is found when the position is visited:
    /// questions about fewer plies have shown that the attackers mostly have none.
    pub(super) fn look(&mut self, left: usize) -> StepResult<E, (u128, Numbers)> {
        if (left == 0 || !self.is_bounded) && self.stack.over()? {
            let goal = self.goal()?;
            return Ok((0, self.question.answer(goal)));
        }
        if left == 0 {
            return match self.is_bounded {
                true => Ok((0, Numbers::CUT)),
                false => self.give_up(),
            };
        }
        let key = self.key(left);
        if !self.is_bounded && self.path.contains(&key) {
            return self.give_up();
        }
        let known = self.kept.table.get(&key).copied();
        Ok((key, known.unwrap_or(Numbers::UNKNOWN)))
    }

    /// Ends the search, because a line leads back to one of its positions or is too long.
    pub(super) fn give_up<T>(&self) -> StepResult<E, T> {
        Err(SearchError::Unsettled {
            plies: self.played.len(),
        })
    }

    fn combined(&self, side: Side, first: usize) -> Combined {
        Combined::of(
            side,
            self.children[first..].iter().map(|child| child.numbers),
        )
    }

    /// Counts a node, unless the search has to end.
    fn count(&mut self) -> StepResult<E, ()> {
        let nodes = self.meter.progress.nodes;
        if nodes >= self.pause_at.min(self.reach.nodes) {
            self.has_given_up = true;
            return Err(SearchError::Stopped { nodes });
        }
        self.meter.count()
    }

    /// Whether the search has ended because it has taken more nodes than it may.
    pub fn has_given_up(&self) -> bool {
        self.has_given_up
    }

    /// The goal of the role in question, in the top position, in which the game is over.
    pub(super) fn goal(&mut self) -> StepResult<E, u8> {
        let goal = self.stack.goal(self.role)?.min(BEST_GOAL);
        let other = match self.kept.finished.len() {
            2 => Some(self.stack.goal(Role(1 - self.role.0))?.min(BEST_GOAL)),
            _ => None,
        };
        self.kept.finished[self.role.0].note(goal, other);
        Ok(goal)
    }

    /// The key of the top position for the current question.
    pub(super) fn key(&mut self, left: usize) -> u128 {
        let fingerprint = match self.reach.symmetries {
            true => self.stack.canonical_fingerprint(),
            false => self.stack.fingerprint(),
        };
        let left = self.is_bounded.then_some(left);
        fingerprint ^ self.question.salt(self.role, left)
    }

    pub(super) fn push(&mut self, index: usize) -> Result<(), E> {
        self.stack.push(index)?;
        self.played.push(index);
        Ok(())
    }

    pub(super) fn pop(&mut self) {
        self.stack.pop();
        self.played.pop();
    }
}

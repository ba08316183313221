//! The moves that end the game: they are tried before all others.

use super::node::Node;
use super::order::OpenMove;
use super::prover::Prover;
use crate::game::MoveNumber;
use crate::search::step::StepResult;

impl<E: std::error::Error> Prover<'_, '_, '_, E> {
    /// Tries which moves end the game, first those that did so lately. The others become open moves.
    pub(super) fn try_ends(&mut self, node: &mut Node) -> StepResult<E, ()> {
        let count = self.stack.moves().len();
        if !self.knowledge.order.at(node.ply).tries_ends() {
            (0..count).for_each(|index| self.add_open(index));
            return Ok(());
        }
        let recent = self.knowledge.order.at(node.ply).ends();
        let recent = recent.map(|number| self.index_of(number?));
        for index in recent.into_iter().flatten() {
            self.try_end(index, node)?;
            if node.is_answered() {
                return Ok(());
            }
        }
        for index in (0..count).filter(|index| !recent.contains(&Some(*index))) {
            self.try_end(index, node)?;
            if node.is_answered() {
                return Ok(());
            }
        }
        Ok(())
    }

    /// The index of a move in the list of moves.
    fn index_of(&self, number: MoveNumber) -> Option<usize> {
        self.stack.moves().iter().position(|other| *other == number)
    }

    /// Tries whether the move at `index` ends the game; otherwise it becomes an open move. A move
    /// that fails does so again if it is searched.
    fn try_end(&mut self, index: usize, node: &mut Node) -> StepResult<E, ()> {
        let has_ended = self.stack.ends_with(index).unwrap_or(false);
        let order = &mut self.knowledge.order;
        order.at(node.ply).learn_end_attempt(has_ended);
        if !has_ended {
            self.add_open(index);
            return Ok(());
        }
        let number = self.stack.moves()[index];
        self.stack.push(index)?;
        let value = self.result()?;
        self.stack.pop();
        node.offer(number, value);
        if node.is_answered() {
            self.knowledge.order.at(node.ply).learn_end(number);
        }
        Ok(())
    }

    fn add_open(&mut self, index: usize) {
        let number = self.stack.moves()[index];
        self.open.push(OpenMove::new(index, number));
    }
}

//! The moves that end the game: they are tried before all others.

use super::experience::RecentMoves;
use super::node::Node;
use super::order::OpenMove;
use super::prover::Prover;
use crate::game::{MoveNumber, Mover};
use crate::search::choice::Aim;
use crate::search::step::StepResult;
use crate::search::value::Value;

impl<E: std::error::Error> Prover<'_, '_, '_, E> {
    /// Tries which moves end the game, first those that did so lately. The others become open moves.
    pub(super) fn try_ends(&mut self, node: &mut Node) -> StepResult<E, ()> {
        let expected = self.stack.may_end();
        if !self.knowledge.order.at(node.ply).tries_ends(expected) {
            (0..self.stack.moves().len()).for_each(|index| self.add_open(index));
            return Ok(());
        }
        for index in recent_first(self.knowledge.order.at(node.ply).ends(), self.stack.moves()) {
            self.try_end(index, expected, node)?;
            if node.is_answered() {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Tries whether the move at `index` ends the game; otherwise it becomes an open move. A move
    /// that fails does so again if it is searched.
    fn try_end(
        &mut self,
        index: usize,
        expected: Option<bool>,
        node: &mut Node,
    ) -> StepResult<E, ()> {
        let has_ended = self.stack.ends_with(index).unwrap_or(false);
        let order = &mut self.knowledge.order;
        order.at(node.ply).learn_end_attempt(expected, has_ended);
        if !has_ended {
            self.add_open(index);
            return Ok(());
        }
        let value = self.end_value(index)?;
        let number = self.stack.moves()[index];
        node.offer(number, value);
        if node.is_answered() {
            self.knowledge.order.at(node.ply).learn_end(number);
        }
        Ok(())
    }

    /// The value of the end to which the move at `index` leads.
    fn end_value(&mut self, index: usize) -> Result<Value, E> {
        self.stack.push(index)?;
        let value = self.result();
        self.stack.pop();
        value
    }

    /// The value of the top position, to which a move of the node has led, if a reply ends the game and
    /// answers the question of the node, which is open. It is looked for only where one is expected.
    pub(super) fn value_by_reply(&mut self, node: &Node) -> Option<Value> {
        if !self.may_go_on(1) || self.stack.may_end() != Some(true) {
            return None;
        }
        // What fails here does so again when the move is searched, if it is.
        let Ok(Mover::One(role)) = self.stack.expand() else {
            return None;
        };
        let aim = Aim::of(role, self.role);
        let ply = node.ply + 1;
        for index in recent_first(self.knowledge.order.at(ply).ends(), self.stack.moves()) {
            if !self.stack.ends_with(index).unwrap_or(false) {
                continue;
            }
            let value = self.end_value(index).ok()?;
            if node.window.narrowed(aim, value).is_empty() {
                let number = self.stack.moves()[index];
                self.knowledge.order.at(ply).learn_end(number);
                return Some(value);
            }
        }
        None
    }

    fn add_open(&mut self, index: usize) {
        let number = self.stack.moves()[index];
        self.open.push(OpenMove::new(index, number));
    }
}

/// The indices of moves, first those of the recent ones.
fn recent_first(recent: RecentMoves, moves: &[MoveNumber]) -> impl Iterator<Item = usize> + use<> {
    let index_of = |number| moves.iter().position(|other| *other == number);
    let recent = recent.map(|number| index_of(number?));
    let others = (0..moves.len()).filter(move |index| !recent.contains(&Some(*index)));
    recent.into_iter().flatten().chain(others)
}

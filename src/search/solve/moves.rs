//! The moves of a position, searched in order until the question of a window is answered.
//!
//! Before that, the positions after the moves are looked up: one that is known may answer
//! (J. Schaeffer and A. Plaat, "New Advances in Alpha-Beta Searching", 1996).

use super::node::{Answer, Node};
use super::order::{OpenMove, SortKey};
use super::prover::Prover;
use crate::game::{MoveNumber, Mover, Role};
use crate::search::step::StepResult;
use crate::search::team::SharedPosition;
use crate::search::value::Value;
use crate::search::window::Window;

/// The open moves of a position that are left to be searched.
struct Waiting<'t> {
    /// The place of the first open move.
    first: usize,
    /// The place of the next one.
    place: usize,
    /// Where the moves of the position begin among those that were put off.
    first_put_off: usize,
    /// The position, if threads tell each other which of its moves they search.
    shared: Option<SharedPosition<'t>>,
}

impl<E: std::error::Error> Prover<'_, '_, '_, E> {
    /// Looks up the positions after the open moves, and searches them in order, `best` first.
    pub(super) fn search_in_order(
        &mut self,
        node: &mut Node,
        best: Option<MoveNumber>,
    ) -> StepResult<E, ()> {
        // A forced move needs no order; its position is looked up when it is searched.
        let is_choice = self.open.len() > node.first + 1;
        let looks_up = is_choice && self.knowledge.order.at(node.ply).looks_up();
        self.look_at_moves(node, is_choice, looks_up);
        if node.is_answered() {
            return Ok(());
        }
        if self.open.len() > node.first + 1 {
            if looks_up {
                self.look_up_moves(node);
                if node.is_answered() {
                    return Ok(());
                }
            }
            for open in &mut self.open[node.first..] {
                open.was_best = best == Some(open.number);
                open.history = self.knowledge.order.history(node.role, open.change);
            }
            self.open[node.first..].sort_unstable_by_key(OpenMove::sort_key);
        }
        if let Some(place) = self.search(node)? {
            let moves = &self.open[node.first..];
            let best = place - node.first;
            self.knowledge.order.learn(node.role, moves, best);
        }
        Ok(())
    }

    /// Searches the open moves as they are listed, first those that were good lately.
    pub(super) fn search_as_listed(&mut self, node: &mut Node) -> StepResult<E, ()> {
        let mut next = node.first;
        for good in self
            .knowledge
            .order
            .at(node.ply)
            .answers()
            .into_iter()
            .flatten()
        {
            let rest = &self.open[next..];
            if let Some(place) = rest.iter().position(|open| open.number == good) {
                self.open[next..=next + place].rotate_right(1);
                next += 1;
            }
        }
        if let Some(place) = self.search(node)? {
            let number = self.open[place].number;
            self.knowledge.order.at(node.ply).learn_answer(number);
        }
        Ok(())
    }

    /// Plays each open move and takes it back. Those to which a reply answers the question by ending
    /// the game are dropped. Of the others it is noted, if there is a choice, what their order depends on.
    fn look_at_moves(&mut self, node: &mut Node, is_choice: bool, looks_up: bool) {
        self.drop_known(node, |prover, node, open| {
            // A move that fails does so again when it is searched.
            prover.stack.push(open.index).ok()?;
            let value = prover.value_by_reply(node);
            if value.is_none() && is_choice {
                prover.note(node.role, open, looks_up);
            }
            prover.stack.pop();
            value
        });
    }

    /// Notes what the order of an open move of the role depends on. The move is played.
    fn note(&mut self, role: Role, open: &mut OpenMove, looks_up: bool) {
        open.change = self.stack.change();
        if looks_up {
            let key = self.key();
            self.knowledge.table.prefetch(key);
            open.key = Some(key);
        }
        match self.knowledge.order.sort_key() {
            SortKey::Replies => open.replies = self.replies(role),
            SortKey::Threats => {
                open.threats = self.stack.threats(role).unwrap_or(0);
                open.weight = self.stack.weight(role);
            }
            SortKey::History => {}
        }
    }

    /// Drops the open moves whose value is known, until one of them answers the question.
    fn drop_known(
        &mut self,
        node: &mut Node,
        value: impl Fn(&mut Self, &Node, &mut OpenMove) -> Option<Value>,
    ) {
        let mut rest = node.first;
        for place in node.first..self.open.len() {
            let mut open = self.open[place];
            if let Some(value) = value(self, node, &mut open) {
                node.offer(open.number, value);
                if node.is_answered() {
                    return;
                }
                continue;
            }
            self.open[rest] = open;
            rest += 1;
        }
        self.open.truncate(rest);
    }

    /// Looks up the positions after the open moves. Those that are to be searched remain.
    fn look_up_moves(&mut self, node: &mut Node) {
        self.drop_known(node, |prover, node, open| {
            let known = open
                .key
                .and_then(|key| prover.known_after(key, node.window));
            let experience = prover.knowledge.order.at(node.ply);
            experience.learn_look_up(known.is_some());
            known
        });
    }

    /// What the table answers about the position with this key. One of the current line is searched
    /// all the same, which refuses it.
    fn known_after(&self, key: u128, window: Window) -> Option<Value> {
        let known = self.known(key).0.answer(window)?;
        (!self.is_repeated(key)).then_some(known)
    }

    /// The number of moves in the top position, to which a move of `role` has led; 0 if the same role
    /// has them.
    fn replies(&mut self, role: Role) -> usize {
        match self.stack.count_moves() {
            Ok((Mover::One(next), count)) if next != role => count,
            _ => 0,
        }
    }

    /// Searches the open moves, until one of them has answered the question: its place.
    fn search(&mut self, node: &mut Node) -> StepResult<E, Option<usize>> {
        let mut waiting = Waiting {
            first: node.first,
            place: node.first,
            first_put_off: self.put_off.len(),
            shared: self
                .team
                .zip(node.shared)
                .map(|(team, key)| team.position(key)),
        };
        while let Some(place) = self.next(&mut waiting) {
            let open = self.open[place];
            if let Some(shared) = waiting.shared {
                shared.enter(open.number);
            }
            self.push(open.index)?;
            let answer = self.answer_after(place == node.first, node, open.key)?;
            self.pop();
            if let Some(shared) = waiting.shared {
                shared.leave(open.number);
            }
            node.offer(open.number, answer.value);
            if node.is_answered() {
                self.put_off.truncate(waiting.first_put_off);
                return Ok(Some(place));
            }
            self.open[place].has_failed = !answer.by_end;
        }
        Ok(None)
    }

    /// The place of the open move to be searched next: the first that no other thread is searching,
    /// then those that were put off.
    fn next(&mut self, waiting: &mut Waiting) -> Option<usize> {
        while waiting.place < self.open.len() {
            let place = waiting.place;
            waiting.place += 1;
            let is_first = place == waiting.first;
            let number = self.open[place].number;
            let is_elsewhere = waiting
                .shared
                .is_some_and(|shared| shared.is_searching(number));
            if is_first || !is_elsewhere {
                return Some(place);
            }
            self.put_off.push(place);
        }
        let is_left = self.put_off.len() > waiting.first_put_off;
        is_left.then(|| self.put_off.remove(waiting.first_put_off))
    }

    /// Answers the question after a move of the node. Where there are many values, a move that is
    /// not the first is asked only whether it is better (J. Pearl, "Asymptotic Properties of Minimax
    /// Trees and Game-Searching Procedures", 1980).
    fn answer_after(
        &mut self,
        is_first: bool,
        node: &Node,
        key: Option<u128>,
    ) -> StepResult<E, Answer> {
        let window = node.window;
        if is_first || !window.is_wide() || !self.payoff.has_many_values() {
            return self.answer(window, key);
        }
        let answer = self.answer(window.null(node.aim), key)?;
        match window.contains(answer.value) {
            true => self.answer(window, key),
            false => Ok(answer),
        }
    }
}

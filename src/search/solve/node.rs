//! The search of one position: the value that a role can force, as far as a window asks for it.
//!
//! A position is left as early as possible. A move that ends the game as its role wants it answers
//! at once, without a look into the table. Then the table is asked. Only then are the remaining
//! moves [searched](super::moves).

use super::bounds::Bounds;
use super::prover::{Expanded, Prover};
use crate::game::{MoveNumber, Role};
use crate::search::choice::Aim;
use crate::search::step::StepResult;
use crate::search::value::Value;
use crate::search::window::Window;

/// The answer to the question that a window asks about a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Answer {
    /// The value if it lies inside the window, otherwise a bound beyond the same edge.
    pub value: Value,
    /// Whether the position ends the game, or a move that does so gave the answer.
    pub by_end: bool,
}

/// A position whose moves are being looked at.
pub(super) struct Node {
    /// The role to move.
    pub role: Role,
    pub aim: Aim,
    /// The plies from the root.
    pub ply: usize,
    /// The values that still matter.
    pub window: Window,
    /// The value of the best move so far.
    pub value: Value,
    /// The best move, if it is better than the window asked for at least.
    pub best: Option<MoveNumber>,
    /// Where the open moves of the position begin.
    pub first: usize,
    /// The key of the position, if threads tell each other which of its moves they search.
    pub shared: Option<u128>,
}

impl Node {
    /// Takes note of the value of a move.
    pub fn offer(&mut self, played: MoveNumber, value: Value) {
        if self.aim.prefers(value, self.value) {
            self.value = value;
        }
        let narrowed = self.window.narrowed(self.aim, value);
        if narrowed.alpha > self.window.alpha || narrowed.beta < self.window.beta {
            self.window = narrowed;
            self.best = Some(played);
        }
    }

    /// Whether the question is answered.
    pub fn is_answered(&self) -> bool {
        self.window.is_empty()
    }

    /// The answer, after a search.
    fn answer(&self) -> Answer {
        Answer {
            value: self.value,
            by_end: false,
        }
    }
}

impl<E: std::error::Error> Prover<'_, '_, '_, E> {
    /// Answers the question that the window asks about the top position. Its key is given if it is
    /// known.
    pub(super) fn answer(&mut self, window: Window, key: Option<u128>) -> StepResult<E, Answer> {
        self.count()?;
        if let Some(key) = key {
            self.knowledge.table.prefetch(key);
        }
        let role = match self.expand()? {
            Expanded::Over(value) => {
                return Ok(Answer {
                    value,
                    by_end: true,
                });
            }
            Expanded::Inner(role) => role,
        };
        self.check_length()?;
        let aim = Aim::of(role, self.role);
        let mut node = Node {
            role,
            aim,
            ply: self.played.len(),
            window,
            value: match aim {
                Aim::Greatest => Bounds::ALL.lower,
                Aim::Least => Bounds::ALL.upper,
            },
            best: None,
            first: self.open.len(),
            shared: None,
        };
        let answer = self.answer_by_moves(&mut node, key);
        self.open.truncate(node.first);
        answer
    }

    /// Answers the question for a position with moves.
    fn answer_by_moves(&mut self, node: &mut Node, key: Option<u128>) -> StepResult<E, Answer> {
        self.try_ends(node)?;
        if node.is_answered() {
            return Ok(Answer {
                value: node.value,
                by_end: true,
            });
        }
        let before = self.meter.progress.nodes;
        let answer = match self.knowledge.order.at(node.ply).is_small() {
            true => self.answer_without_table(node)?,
            false => self.answer_with_table(node, key)?,
        };
        let nodes = self.meter.progress.nodes - before;
        self.knowledge.order.at(node.ply).learn_work(work(nodes));
        Ok(answer)
    }

    /// Answers the question for a small position.
    fn answer_without_table(&mut self, node: &mut Node) -> StepResult<E, Answer> {
        self.keys.push(NO_KEY);
        self.search_as_listed(node)?;
        self.keys.pop();
        Ok(node.answer())
    }

    /// Answers the question by the table, or keeps there what is found out.
    fn answer_with_table(&mut self, node: &mut Node, key: Option<u128>) -> StepResult<E, Answer> {
        let key = key.unwrap_or_else(|| self.key());
        self.refuse_repetition(key)?;
        let (known, best) = self.known(key);
        if let Some(value) = known.answer(node.window) {
            return Ok(Answer {
                value,
                by_end: false,
            });
        }
        let is_large = self.knowledge.order.at(node.ply).is_large();
        node.shared = is_large.then_some(key);
        if is_large {
            self.meter.progress.table_percent = self.knowledge.table.percent();
        }
        let asked = known.within(node.window);
        node.window = asked;
        let before = self.meter.progress.nodes;
        self.keys.push(key);
        self.search_in_order(node, best)?;
        self.keys.pop();
        let work = work(self.meter.progress.nodes - before);
        let bound = asked.bound(node.value);
        let known = known.narrowed(bound, node.value);
        self.keep(key, known.entry(bound, work, node.best));
        Ok(node.answer())
    }
}

/// Stands for the key of a position that is searched without the table. It is all but impossible
/// that a position has it.
const NO_KEY: u128 = 0;

/// How much was searched, in powers of two: the larger, the longer the table keeps the answer.
pub(super) fn work(positions: u64) -> usize {
    positions.checked_ilog2().map_or(0, |power| power as usize) + 1
}

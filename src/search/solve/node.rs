//! The search of one position: whether a role can force a goal.
//!
//! The results that follow at once are seen before anything is searched. Each move is played; if
//! the game is then over, or if the table has the answer, that counts at once (J. Schaeffer and A.
//! Plaat, "New Advances in Alpha-Beta Searching", 1996). The moves that were good elsewhere come
//! first, so that a threat is mostly seen by its first move. Only then are the other moves
//! searched, first those after which the next role has the fewest replies: the tree below is
//! smaller (in Othello "fastest first"; compare L. V. Allis, "Searching for Solutions in Games and
//! Artificial Intelligence", 1994).

use std::cmp::Reverse;

use super::bounds::Bounds;
use super::prover::{Expanded, Prover};
use crate::game::{MoveNumber, Mover, Role};
use crate::search::ordering::{Candidate, Rank};
use crate::search::step::StepResult;

/// What is seen of a position without a search.
enum Glance {
    /// The question is answered by this bound.
    Answered(u8),
    /// The position is to be searched. The next role has so many moves; 0 if it is the same role.
    Open { replies: usize },
}

impl<E: std::error::Error> Prover<'_, '_, E> {
    /// Finds out whether the role in question can force `asked`, at least 1. The answer is a bound
    /// on the goal that it can force: a lower one if the bound is at least `asked`, otherwise an
    /// upper one.
    pub(super) fn test(&mut self, asked: u8) -> StepResult<E, u8> {
        let key = self.key();
        self.refuse_repetition(key)?;
        let (known, best) = self.known(key);
        if let Some(bound) = known.answer(asked) {
            return Ok(bound);
        }
        self.meter.count()?;
        let before = self.meter.progress.nodes;
        let role = match self.expand()? {
            Expanded::Over(goal) => return Ok(goal),
            Expanded::Inner(role) => role,
        };
        self.enter(key)?;
        let first = self.candidates.len();
        self.list(role, best);
        let mut node = Node::new(role, role == self.role, asked);
        self.glance(first, &mut node);
        if !node.is_answered() {
            self.candidates[first..].sort_unstable_by_key(|candidate| Reverse(*candidate));
            self.search(first, &mut node)?;
        }
        self.candidates.truncate(first);
        self.leave();
        let work = work(self.meter.progress.nodes - before);
        let best = node.answer.map(|index| self.stack.moves()[index]);
        if let Some(best) = best {
            let (ply, last) = (self.played.len(), self.last_played());
            self.knowledge.experience.learn(role, ply, work, last, best);
        }
        let known = known.narrowed(asked, node.bound);
        self.keep(key, known.entry(asked, work, best));
        Ok(node.bound)
    }

    /// Adds the moves of the top position to the candidates, the most promising first.
    fn list(&mut self, role: Role, best: Option<MoveNumber>) {
        let first = self.candidates.len();
        let (ply, last) = (self.played.len(), self.last_played());
        let experience = &self.knowledge.experience;
        for (index, number) in self.stack.moves().iter().enumerate() {
            let rank = match best == Some(*number) {
                true => Rank::Known,
                false => experience.rank(ply, last, *number),
            };
            let history = experience.history(role, *number);
            self.candidates.push(Candidate::new(index, rank, history));
        }
        self.candidates[first..].sort_unstable_by_key(|candidate| Reverse(*candidate));
    }

    /// Looks at the positions after the candidates from `first` on, until the question is answered.
    /// The candidates that are still to be searched remain.
    fn glance(&mut self, first: usize, node: &mut Node) {
        let mut open = first;
        for place in first..self.candidates.len() {
            let mut candidate = self.candidates[place];
            match self.glance_after(candidate.index(), node) {
                Glance::Answered(bound) => {
                    node.offer(candidate.index(), bound);
                    if node.is_answered() {
                        return;
                    }
                }
                Glance::Open { replies } => {
                    candidate.estimate = -i64::try_from(replies).unwrap_or(i64::MAX);
                    // Killers show a threat soon. Of long searches history knows more: in Connect
                    // Four they take a third of the positions.
                    if candidate.rank != Rank::Known {
                        candidate.rank = Rank::Plain;
                    }
                    self.candidates[open] = candidate;
                    open += 1;
                }
            }
        }
        self.candidates.truncate(open);
    }

    /// Looks at the position after the move at `index`. What fails here fails again when it is
    /// searched, if it has to be.
    fn glance_after(&mut self, index: usize, node: &Node) -> Glance {
        if self.stack.push(index).is_err() {
            return Glance::Open { replies: 0 };
        }
        let key = self.key();
        let known = match self.is_repeated(key) {
            true => None,
            false => self.known(key).0.answer(node.asked),
        };
        let seen = match known {
            Some(bound) => Glance::Answered(bound),
            None => self.glance_at_top(node.role),
        };
        self.stack.pop();
        seen
    }

    /// Looks at the top position, to which a move of `role` has led.
    fn glance_at_top(&mut self, role: Role) -> Glance {
        let replies = match self.stack.expand() {
            Ok(Mover::Nobody) => match self.result() {
                Ok(goal) => return Glance::Answered(goal),
                Err(_) => 0,
            },
            Ok(Mover::One(next)) if next != role => self.stack.moves().len(),
            _ => 0,
        };
        Glance::Open { replies }
    }

    /// Searches the candidates from `first` on, until the question is answered.
    fn search(&mut self, first: usize, node: &mut Node) -> StepResult<E, ()> {
        for place in first..self.candidates.len() {
            let index = self.candidates[place].index();
            self.push(index)?;
            let bound = self.test(node.asked)?;
            self.pop();
            node.offer(index, bound);
            if node.is_answered() {
                break;
            }
        }
        Ok(())
    }
}

/// How much was searched, in powers of two: the larger, the longer the table keeps the answer.
pub(super) fn work(positions: u64) -> usize {
    positions.checked_ilog2().map_or(0, |power| power as usize) + 1
}

/// A position whose moves are being looked at.
struct Node {
    /// The role to move.
    role: Role,
    /// Whether the role in question is to move.
    is_own: bool,
    asked: u8,
    /// The best answer so far for the role to move.
    bound: u8,
    /// The index of the move that answers the question.
    answer: Option<usize>,
}

impl Node {
    /// Before any move: the role to move has nothing yet.
    fn new(role: Role, is_own: bool, asked: u8) -> Self {
        Self {
            role,
            is_own,
            asked,
            bound: if is_own {
                Bounds::ALL.lower
            } else {
                Bounds::ALL.upper
            },
            answer: None,
        }
    }

    /// Counts the answer to the question for the position after a move.
    fn offer(&mut self, index: usize, bound: u8) {
        let is_reached = bound >= self.asked;
        if is_reached == self.is_own {
            self.bound = bound;
            self.answer = Some(index);
        } else if self.is_own {
            self.bound = self.bound.max(bound);
        } else {
            self.bound = self.bound.min(bound);
        }
    }

    /// Whether one move answers the question: the role to move has reached its end.
    fn is_answered(&self) -> bool {
        self.answer.is_some()
    }
}

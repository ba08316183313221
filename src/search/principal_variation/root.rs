//! The search of the root: which move is chosen.

use std::cmp::Reverse;
use std::collections::VecDeque;

use super::node::{DepthSearch, Expanded};
use crate::search::choice::Aim;
use crate::search::step::StepResult;
use crate::search::value::Value;
use crate::search::window::Window;

/// A move at the root.
#[derive(Clone, Copy, Debug)]
pub(super) struct RootCandidate {
    /// Its index in the list of moves.
    pub index: usize,
    /// Its place in the order by which equals are told apart.
    pub place: usize,
    /// Its value by the last search, or a bound.
    pub value: Value,
}

impl<E: std::error::Error> DepthSearch<'_, '_, E> {
    /// The value of the root if it is a leaf: if the game is over, or if the depth is 0 and the
    /// position is quiet. Otherwise its moves are listed.
    pub fn leaf(&mut self, depth: usize) -> StepResult<E, Option<Value>> {
        self.meter.count()?;
        self.worker.lines[0].clear();
        if depth == 0
            && let Some(value) = self.horizon(0)?
        {
            return Ok(Some(value));
        }
        match self.expand(0)? {
            Expanded::Leaf(value) => Ok(Some(value)),
            Expanded::Inner(_) => Ok(None),
        }
    }

    /// Searches the moves at the root `depth` plies deep in the order of `candidates`.
    /// The best line is then the first of the worker's lines.
    ///
    /// The move is that of plain minimax: of equally good moves the one whose place is first. A
    /// move whose place is before that of the best move so far is shown to be worse; a later one is
    /// shown to be no better.
    pub fn root(&mut self, depth: usize, candidates: &mut [RootCandidate]) -> StepResult<E, Value> {
        let mut best: Option<RootCandidate> = None;
        self.meter.progress.root_done = 0;
        let key = self.key(0);
        let shared = self.team.map(|team| team.position(key));
        let mut waiting: VecDeque<usize> = (0..candidates.len()).collect();
        let mut untried = candidates.len();
        while let Some(next) = waiting.pop_front() {
            let candidate = &mut candidates[next];
            let may_wait = best.is_some() && untried > 0;
            untried = untried.saturating_sub(1);
            let number = self.number(candidate.index);
            if may_wait && shared.is_some_and(|shared| shared.is_searching(number)) {
                waiting.push_back(next);
                continue;
            }
            if let Some(shared) = shared {
                shared.enter(number);
            }
            self.worker.push(candidate.index)?;
            let value = self.root_move(depth.saturating_sub(1), *candidate, best)?;
            self.worker.pop();
            if let Some(shared) = shared {
                shared.leave(number);
            }
            candidate.value = value;
            let is_better = best.is_none_or(|best| {
                (value, Reverse(candidate.place)) > (best.value, Reverse(best.place))
            });
            if is_better {
                best = Some(*candidate);
                self.worker.extend_line(0, candidate.index);
            }
            self.meter.progress.root_done += 1;
            self.meter.progress.table_percent = self.table.percent();
        }
        let best = best.expect("the root has at least one move");
        // The best first; the others keep their order, but for the first search, which sorts them.
        if depth <= 1 {
            candidates.sort_by_key(|candidate| Reverse(candidate.value));
        }
        let front = candidates
            .iter()
            .position(|candidate| candidate.index == best.index);
        candidates[..=front.expect("the best is one of them")].rotate_right(1);
        Ok(best.value)
    }

    /// The value after a move at the root, exact if it becomes the best move or if every move is to
    /// have its exact value.
    fn root_move(
        &mut self,
        depth: usize,
        candidate: RootCandidate,
        best: Option<RootCandidate>,
    ) -> StepResult<E, Value> {
        let Some(best) = best.filter(|_| !self.options.value_every_move) else {
            return self.value(1, depth, Window::ALL);
        };
        let window = Window {
            alpha: if candidate.place < best.place {
                best.value.just_below()
            } else {
                best.value
            },
            ..Window::ALL
        };
        let value = self.value(1, depth, window.null(Aim::Greatest))?;
        if window.contains(value) {
            return self.value(1, depth, window);
        }
        Ok(value)
    }
}

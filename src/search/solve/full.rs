//! Every position solved: the goal of each, without cutoffs.

use super::bounds::Bounds;
use super::node::work;
use super::prover::{Expanded, Prover};
use crate::game::Role;
use crate::search::step::StepResult;

impl<E: std::error::Error> Prover<'_, '_, E> {
    /// The goal that the role can force from the top position, after every position that can follow
    /// was solved.
    pub(super) fn settle(&mut self) -> StepResult<E, u8> {
        let key = self.key();
        self.refuse_repetition(key)?;
        let (known, _) = self.known(key);
        if known.lower == known.upper {
            return Ok(known.lower);
        }
        self.meter.count()?;
        let before = self.meter.progress.nodes;
        let goal = match self.expand()? {
            Expanded::Over(goal) => goal,
            Expanded::Inner(role) => {
                self.enter(key)?;
                let goal = self.settle_all(role)?;
                self.leave();
                goal
            }
        };
        let work = work(self.meter.progress.nodes - before);
        self.keep(key, Bounds::exact(goal).entry(goal, work, None));
        Ok(goal)
    }

    /// The best goal among the moves of a role: the greatest if it is the role in question,
    /// otherwise the least.
    fn settle_all(&mut self, role: Role) -> StepResult<E, u8> {
        let Bounds { lower, upper } = Bounds::ALL;
        let is_own = role == self.role;
        let mut best = if is_own { lower } else { upper };
        for index in 0..self.stack.moves().len() {
            self.push(index)?;
            let goal = self.settle()?;
            self.pop();
            best = if is_own {
                best.max(goal)
            } else {
                best.min(goal)
            };
        }
        Ok(best)
    }
}

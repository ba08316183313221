//! Every position solved: the value of each, without cutoffs.

use super::bounds::Bounds;
use super::node::work;
use super::prover::{Expanded, Prover};
use crate::game::Role;
use crate::search::choice::Aim;
use crate::search::step::StepResult;
use crate::search::transposition_table::Bound;
use crate::search::value::Value;

impl<E: std::error::Error> Prover<'_, '_, '_, E> {
    /// The value that the role can force from the top position, after every position that can follow
    /// was solved.
    pub(super) fn settle(&mut self) -> StepResult<E, Value> {
        let key = self.key();
        self.refuse_repetition(key)?;
        let (known, _) = self.known(key);
        if let Some(value) = known.value() {
            return Ok(value);
        }
        self.meter.count()?;
        let before = self.meter.progress.nodes;
        let value = match self.expand()? {
            Expanded::Over(value) => value,
            Expanded::Inner(role) => {
                self.check_length()?;
                self.keys.push(key);
                let value = self.settle_all(role)?;
                self.keys.pop();
                value
            }
        };
        let work = work(self.meter.progress.nodes - before);
        let entry = Bounds::exact(value).entry(Bound::Exact, work, None);
        self.keep(key, entry);
        Ok(value)
    }

    /// The best value among the moves of a role.
    fn settle_all(&mut self, role: Role) -> StepResult<E, Value> {
        let aim = Aim::of(role, self.role);
        let mut best = None;
        for index in 0..self.stack.moves().len() {
            self.push(index)?;
            let value = self.settle()?;
            self.pop();
            if best.is_none_or(|best| aim.prefers(value, best)) {
                best = Some(value);
            }
        }
        Ok(best.expect("a position whose game goes on has a move"))
    }
}

//! The goals of positions that a solver remembers after a search.

use super::bounds::Bounds;
use super::payoff::Payoff;
use super::prover::Prover;
use super::{SHORT_SEARCH, Solver, salt};
use crate::game::{FastPaths, Role};
use crate::search::endgame::{Distance, ForcedGoal};
use crate::search::meter::Meter;
use crate::search::value::Value;
use crate::search::walk::Search;

impl<G: FastPaths> Solver<'_, G> {
    /// The goal that a role can force, as far as the table has it.
    pub(in crate::search) fn remembered(&self, position: &G::Position, role: Role) -> ForcedGoal {
        let fingerprint = match self.options.symmetries {
            true => self.game.canonical_fingerprint(position),
            false => self.game.fingerprint(position),
        };
        let entry = self
            .knowledge
            .table
            .get(fingerprint ^ salt(role, Payoff::Goal));
        let bounds = entry.map_or(Bounds::ALL, |entry| Bounds::of_entry(&entry));
        ForcedGoal {
            least: bounds.lower.result_goal(),
            most: bounds.upper.result_goal(),
            distance: Distance::Unknown,
        }
    }

    /// Whether a role can force a value at least; none if that takes a long search.
    pub(in crate::search) fn forces(
        &mut self,
        position: &G::Position,
        role: Role,
        value: Value,
        meter: &mut Meter,
    ) -> Search<G, Option<bool>> {
        let mut search = |solver: &mut Self, meter: &mut Meter| {
            let question = |prover: &mut Prover<G::Error>| prover.forces(value);
            solver.ask(position, role, Payoff::Goal, meter, question)
        };
        self.search_for(SHORT_SEARCH, &mut search, meter)
    }

    /// Whether the goals of two roles add up to 100 at all ends that were met in questions about the
    /// role.
    pub(in crate::search) fn is_zero_sum(&self, role: Role) -> bool {
        let by_proof = self.proof_numbers.as_ref();
        self.knowledge.zero_sum[role.0] && by_proof.is_none_or(|kept| kept.is_zero_sum(role))
    }
}

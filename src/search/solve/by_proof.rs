//! The questions to a solver, answered by [proof numbers](crate::search::proof_number).

use super::options::SolveMethod;
use super::solution::{LineEnd, Solution};
use super::{QUICK_PROOF, Solver};
use crate::game::{FastPaths, Role};
use crate::search::error::SearchError;
use crate::search::limits::MAX_PLIES;
use crate::search::meter::Meter;
use crate::search::proof_number::{GoalRange, ProofNumberSearch, ProofNumbers, Reach};
use crate::search::step::{StepResult, moves_of_line};
use crate::search::value::Value;
use crate::search::walk::Search;

impl<G: FastPaths> Solver<'_, G> {
    /// Solves the position; none if that takes more than `nodes` nodes. Without a limit the roles that
    /// are not to move stay open, if their questions take longer than that of the role to move or cannot
    /// be settled.
    pub(super) fn solve_by_proof(
        &mut self,
        position: &G::Position,
        role: Role,
        nodes: u64,
        meter: &mut Meter,
    ) -> Search<G, Option<Solution<G::Move>>> {
        let found = self.prove(position, role, nodes, meter, |search| {
            search.forced_with_line()
        })?;
        let Some((own, line)) = found else {
            return Ok(None);
        };
        let is_zero_sum = self.proof_numbers().is_zero_sum(role);
        let has_limit = nodes < u64::MAX;
        let mut open = Vec::new();
        let goals = self.goals(
            (role, Value::from_goal(own.goal)),
            is_zero_sum,
            |solver, other| {
                let spent = meter.progress.nodes;
                let nodes = nodes.min(spent + spent.max(QUICK_PROOF));
                let found = solver.prove(position, other, nodes, meter, |search| {
                    search.forced(GoalRange::ALL)
                });
                let found = match found {
                    Err(SearchError::Unsettled { .. }) if !has_limit => None,
                    found => found?,
                };
                if found.is_none() {
                    open.push(other);
                }
                Ok(found.map_or(Value::LOSS, |found| Value::from_goal(found.goal)))
            },
        )?;
        if has_limit && !open.is_empty() {
            return Ok(None);
        }
        Ok(Some(Solution {
            role,
            goals,
            open,
            is_zero_sum,
            line: moves_of_line(self.game, position, &line)?,
            line_end: match own.is_quickest() {
                true => LineEnd::Quickest,
                false => LineEnd::Over,
            },
            method: SolveMethod::ProofNumber,
            positions: meter.progress.nodes,
        }))
    }

    /// Whether a role has a winning strategy; none if that takes more than `nodes` nodes.
    pub(in crate::search) fn wins_by_proof(
        &mut self,
        position: &G::Position,
        role: Role,
        nodes: u64,
        meter: &mut Meter,
    ) -> Search<G, Option<bool>> {
        let found = self.prove(position, role, nodes, meter, |search| {
            search.forced(GoalRange::WIN)
        })?;
        Ok(found.map(|found| Value::from_goal(found.goal) == Value::WIN))
    }

    /// The index of a winning move of the role to move, if there is one; none if that takes more than
    /// `nodes` nodes.
    pub(in crate::search) fn winning_move_by_proof(
        &mut self,
        position: &G::Position,
        role: Role,
        nodes: u64,
        meter: &mut Meter,
    ) -> Search<G, Option<Option<usize>>> {
        self.prove(position, role, nodes, meter, |search| search.winning_move())
    }

    /// What is kept by searches with proof numbers.
    pub(in crate::search) fn proof_numbers(&mut self) -> &mut ProofNumbers {
        let (roles, positions) = (self.game.role_count(), self.options.table);
        self.proof_numbers
            .get_or_insert_with(|| ProofNumbers::new(roles, positions))
    }

    /// Asks about what a role can force; none if that takes more than `nodes` nodes.
    fn prove<T>(
        &mut self,
        position: &G::Position,
        role: Role,
        nodes: u64,
        meter: &mut Meter,
        question: impl FnOnce(&mut ProofNumberSearch<G::Error>) -> StepResult<G::Error, T>,
    ) -> Search<G, Option<T>> {
        let reach = Reach {
            depth: self.options.depth.min(MAX_PLIES),
            nodes,
            symmetries: self.options.symmetries,
        };
        let stack = self.game.stack(position);
        let kept = self.proof_numbers();
        let mut search = ProofNumberSearch::new(stack, role, kept, reach, meter);
        match question(&mut search) {
            Err(SearchError::Stopped { .. }) if search.has_given_up() => Ok(None),
            found => found.map(Some),
        }
    }
}

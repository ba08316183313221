//! The questions to a solver, answered by [retrograde analysis](crate::search::retrograde).

use super::Solver;
use super::options::SolveMethod;
use super::payoff::Payoff;
use super::solution::{Score, Solution};
use crate::game::{FastPaths, Role};
use crate::search::endgame::EndgameTable;
use crate::search::meter::Meter;
use crate::search::retrograde::{Keys, Retrograde};
use crate::search::value::Value;
use crate::search::walk::Search;

impl<G: FastPaths> Solver<'_, G> {
    pub(super) fn solve_backwards(
        &mut self,
        position: &G::Position,
        role: Role,
        meter: &mut Meter,
    ) -> Search<G, Solution<G::Move>> {
        let game = self.game;
        let own = self.value_backwards(position, role, Payoff::Goal, meter)?;
        let analysis = self.analysed(position, role, Payoff::Goal, meter)?;
        let is_zero_sum = analysis.is_zero_sum();
        let goals = self.goals((role, own), is_zero_sum, |solver, other| {
            solver.value_backwards(position, other, Payoff::Goal, meter)
        })?;
        let analysis = self.analysed(position, role, Payoff::Goal, meter)?;
        let (line, line_end) = analysis.line(game, position, role, meter)?;
        Ok(Solution {
            role,
            goals,
            open: Vec::new(),
            is_zero_sum,
            line,
            line_end,
            method: SolveMethod::Retrograde,
            positions: analysis.positions(),
        })
    }

    pub(super) fn score_backwards(
        &mut self,
        position: &G::Position,
        role: Role,
        heuristic: usize,
        meter: &mut Meter,
    ) -> Search<G, Score<G::Move>> {
        let game = self.game;
        let analysis = self.analysed(position, role, Payoff::Score(heuristic), meter)?;
        let (line, line_end) = analysis.line(game, position, role, meter)?;
        Ok(Score {
            role,
            score: analysis.value(game, position, role).number(),
            line,
            line_end,
            method: SolveMethod::Retrograde,
            positions: analysis.positions(),
        })
    }

    pub(in crate::search) fn wins_backwards(
        &mut self,
        position: &G::Position,
        role: Role,
        meter: &mut Meter,
    ) -> Search<G, bool> {
        let value = self.value_backwards(position, role, Payoff::Goal, meter)?;
        Ok(value == Value::WIN)
    }

    /// The index of the first of the quickest winning moves, in a position in which the role is to
    /// move and wins.
    pub(in crate::search) fn winning_move_backwards(
        &mut self,
        position: &G::Position,
        role: Role,
        meter: &mut Meter,
    ) -> Search<G, Option<usize>> {
        let game = self.game;
        let analysis = self.analysed(position, role, Payoff::Goal, meter)?;
        analysis.quickest_move(game, position, role)
    }

    fn value_backwards(
        &mut self,
        position: &G::Position,
        role: Role,
        payoff: Payoff,
        meter: &mut Meter,
    ) -> Search<G, Value> {
        let game = self.game;
        let analysis = self.analysed(position, role, payoff, meter)?;
        Ok(analysis.value(game, position, role))
    }

    /// All positions that can be reached, in a solver that knows them lastingly.
    pub(in crate::search) fn table_backwards(
        &mut self,
        position: &G::Position,
        meter: &mut Meter,
    ) -> Search<G, EndgameTable> {
        for role in (0..self.game.role_count()).map(Role) {
            self.analysed(position, role, Payoff::Goal, meter)?;
        }
        let analysis = self.retrograde.as_ref().expect("it has just been made");
        Ok(analysis.table())
    }

    /// The fingerprints by which retrograde analysis knows positions.
    fn keys(&self, payoff: Payoff) -> Keys {
        match self.is_lasting && payoff == Payoff::Goal {
            true => Keys::Lasting,
            false => Keys::new(payoff, self.options.symmetries),
        }
    }

    /// An analysis that has the values of the position for the role: the last one if it has them.
    fn analysed(
        &mut self,
        position: &G::Position,
        role: Role,
        payoff: Payoff,
        meter: &mut Meter,
    ) -> Search<G, &Retrograde> {
        let game = self.game;
        let last = self.retrograde.take();
        let analysis = match last.filter(|last| last.knows(game, position, payoff)) {
            Some(last) => last,
            None => {
                let known_by = (payoff, self.keys(payoff));
                Retrograde::explore(game, position, known_by, &self.options, meter)?
            }
        };
        let analysis = self.retrograde.insert(analysis);
        analysis.analyse(game, position, role, meter)?;
        Ok(analysis)
    }
}

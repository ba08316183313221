//! Who wins with best play: a game solved to its end.
//!
//! The question is asked for one role at a time, against all others: which goal can it force? The
//! answer is the greatest goal over its own moves and the least over the others', so that a draw is
//! neither a win nor a loss. (E. Zermelo, "Über eine Anwendung der Mengenlehre auf die Theorie des
//! Schachspiels", 1913.) In a game for two whose goals add up to 100, the goal that one role can
//! force is the goal that the other cannot prevent.
//!
//! The search asks only whether the role can force a goal at least: alpha-beta with a window that
//! has nothing inside. Some such questions make the goal ([`prover`]). One position is the matter
//! of [`node`]; what is known is kept in a [`TranspositionTable`] by fingerprint, on request up to
//! symmetry ([`bounds`]).
//!
//! The trade-off: the search goes to the end of the game, so the game must end; a position that is
//! repeated on its own line is refused. If such a line counted as a draw, a position's value would
//! depend on how it was reached, and the table would be wrong for other ways to reach it. As it is,
//! an answer rests on finished games alone.

pub(super) mod bounds;
mod full;
mod line;
mod node;
mod options;
pub(super) mod prover;
mod solution;

use self::bounds::BEST_GOAL;
pub use self::options::SolveOptions;
use self::prover::{Knowledge, Prover};
pub use self::solution::{Outcome, Solution};
use super::error::SearchError;
use super::meter::Meter;
use super::ordering::Experience;
use super::step::moves_of_line;
use super::transposition_table::TranspositionTable;
use super::walk::Search;
use super::watch::Watch;
use crate::game::{FastPaths, Fingerprint, Role, Turn};

/// Solves positions of one game, and keeps solved positions for later questions.
pub struct Solver<'a, G: FastPaths> {
    pub(super) game: &'a G,
    options: SolveOptions,
    knowledge: Knowledge,
}

impl<'a, G: FastPaths> Solver<'a, G> {
    /// Creates a solver without solved positions.
    pub fn new(game: &'a G, options: SolveOptions) -> Self {
        let knowledge = Knowledge {
            table: TranspositionTable::of_positions(options.table),
            experience: Experience::new(),
            zero_sum: vec![game.role_count() == 2; game.role_count()],
        };
        Solver {
            game,
            options,
            knowledge,
        }
    }

    /// Finds the goal that each role can force in a position, and a line.
    ///
    /// # Errors
    /// [`SearchError::Game`] if the rules cannot be followed, [`SearchError::JointTurn`] if several
    /// roles move at once, [`SearchError::NoMoves`] if the game breaks its contract,
    /// [`SearchError::Repetition`] if a position is repeated, [`SearchError::Unsettled`] if a line
    /// is longer than the options allow, and [`SearchError::Stopped`] if the watcher stops the
    /// search.
    pub fn solve(
        &mut self,
        position: &G::Position,
        watch: &mut dyn Watch,
    ) -> Result<Solution<G::Move>, SearchError<G::Error>> {
        let role = match self.game.turn(position)? {
            Turn::Single(role, _) => role,
            Turn::Over => Role(0),
            Turn::Joint(_) => return Err(SearchError::JointTurn { ply: 0 }),
        };
        let mut meter = Meter::new(watch);
        let own = self.goal(position, role, &mut meter)?;
        let mut goals = Vec::new();
        for other in (0..self.game.role_count()).map(Role) {
            goals.push(if other == role {
                own
            } else if self.knowledge.zero_sum[role.0] {
                BEST_GOAL - own
            } else {
                self.goal(position, other, &mut meter)?
            });
        }
        let positions = meter.progress.nodes;
        let ask = |prover: &mut Prover<G::Error>| prover.line(own);
        let indices = self.ask(position, role, &mut meter, ask)?;
        Ok(Solution {
            role,
            goals,
            line: moves_of_line(self.game, position, &indices)?,
            positions,
        })
    }

    /// Whether a role has a winning strategy: it wins whatever the others do. A draw is not a win.
    ///
    /// # Errors
    /// As for [`Solver::solve`].
    pub fn wins(
        &mut self,
        position: &G::Position,
        role: Role,
        watch: &mut dyn Watch,
    ) -> Result<bool, SearchError<G::Error>> {
        self.ask(position, role, &mut Meter::new(watch), |prover| {
            prover.forces(BEST_GOAL)
        })
    }

    /// The goal that a role can force.
    fn goal(&mut self, position: &G::Position, role: Role, meter: &mut Meter) -> Search<G, u8> {
        self.ask(position, role, meter, |prover| prover.goal())
    }

    /// Asks a question about what a role can force.
    pub(super) fn ask<T>(
        &mut self,
        position: &G::Position,
        role: Role,
        meter: &mut Meter,
        question: impl FnOnce(&mut Prover<G::Error>) -> Search<G, T>,
    ) -> Search<G, T> {
        let mut prover = Prover {
            stack: self.game.stack(position),
            knowledge: &mut self.knowledge,
            options: &self.options,
            meter,
            role,
            salt: Fingerprint::of(&role),
            keys: Vec::new(),
            played: Vec::new(),
            start: 0,
            candidates: Vec::new(),
        };
        let answer = question(&mut prover);
        let played: Vec<usize> = prover.played.iter().map(|(index, _)| *index).collect();
        drop(prover);
        match answer {
            Err(SearchError::Repetition { earlier, later, .. }) => {
                let line = moves_of_line(self.game, position, &played)?;
                let written: Vec<String> =
                    line.iter().map(|played| format!("{played:?}")).collect();
                Err(SearchError::Repetition {
                    earlier,
                    later,
                    line: written.join(" "),
                })
            }
            answer => answer,
        }
    }
}

//! Who wins with best play: a game solved to its end.
//!
//! The question is asked for one role at a time, against all others: which value can it force? The
//! answer is the greatest value over its own moves and the least over the others', so that a draw is
//! neither a win nor a loss. (E. Zermelo, "Über eine Anwendung der Mengenlehre auf die Theorie des
//! Schachspiels", 1913.) In a game for two whose goals add up to 100, the goal that one role can
//! force is the goal that the other cannot prevent.
//!
//! ```text
//! prover        a running search: its line, its keys
//! node          one position: what answers at once, then the table, then the moves
//! ends          the moves that end the game
//! moves         the other moves, looked up, put in order and searched
//! order         which moves are searched first, as it is learned
//! experience    what is worthwhile at one distance from the root, as it is learned
//! random_games  games that show which moves tend to be good
//! trial         which of two orders is better
//! threads       a long search on several threads
//! bounds        what is known about a value
//! payoff        what a finished game is worth: its goal, or a score
//! full          every position solved, without cutoffs
//! so_far        what is known of the root when a search is stopped
//! line          moves that keep the value
//! backwards     the same questions, answered by retrograde analysis
//! by_proof      the same questions, answered by proof numbers
//! remembered    the goal of a position by the table, for an endgame table
//! ```
//!
//! The search is alpha-beta without a limit of depth. What is known is kept in a
//! [`TranspositionTable`] by fingerprint, on request up to symmetry.
//!
//! The trade-off: the search goes to the end of the game, so the game must end. If a line on which a
//! position comes back counted as a draw, a position's value would depend on how it was reached, and
//! the table would be wrong for other ways to reach it. So the search gives up at such a line, and
//! [retrograde analysis](super::retrograde) answers.
//!
//! A search looks at one move after the other, each to its end, and may miss a quick win for very
//! long. So a search that is not over soon asks [proof numbers](super::proof_number) first.

mod backwards;
mod bounds;
mod by_proof;
mod ends;
mod experience;
mod full;
mod line;
mod moves;
mod node;
mod options;
mod order;
mod payoff;
pub(super) mod prover;
mod random_games;
mod remembered;
mod so_far;
mod solution;
mod threads;
mod trial;

use std::sync::Arc;

use self::order::MoveOrder;
use self::prover::{Knowledge, Prover, Roots};
use self::threads::RootOf;
use super::error::SearchError;
use super::meter::Meter;
use super::proof_number::ProofNumbers;
use super::retrograde::Retrograde;
use super::step::moves_of_line;
use super::transposition_table::TranspositionTable;
use super::value::{BEST_GOAL, Value};
use super::walk::Search;
use super::watch::Watch;
use crate::game::{FastPaths, Fingerprint, Role, Turn};

pub use self::options::{SolveMethod, SolveOptions, UnknownSolveMethod};
pub(super) use self::payoff::Payoff;
pub use self::solution::{LineEnd, Outcome, Score, Solution};

/// Solves positions of one game, and keeps solved positions for later questions.
pub struct Solver<'a, G: FastPaths> {
    pub(super) game: &'a G,
    pub(super) options: SolveOptions,
    knowledge: Knowledge,
    /// The last retrograde analysis.
    retrograde: Option<Retrograde>,
    /// Whether it knows positions by lasting fingerprints, so that a table can be made of it.
    is_lasting: bool,
    proof_numbers: Option<ProofNumbers>,
    /// A search gives up beyond this number of nodes.
    limit: u64,
}

/// A search of fewer nodes needs neither proof numbers nor random games.
const SHORT_SEARCH: u64 = 1 << 13;

/// The nodes that are searched with proof numbers before a long search or retrograde analysis begins.
const QUICK_PROOF: u64 = 1 << 14;

impl<'a, G: FastPaths> Solver<'a, G> {
    /// Creates a solver without solved positions.
    pub fn new(game: &'a G, options: SolveOptions) -> Self {
        let knowledge = Knowledge {
            table: Arc::new(TranspositionTable::of_positions(options.table)),
            order: MoveOrder::new(),
            has_played_games: false,
            zero_sum: vec![game.role_count() == 2; game.role_count()],
            has_repetition: false,
        };
        Solver {
            game,
            options,
            knowledge,
            retrograde: None,
            is_lasting: false,
            proof_numbers: None,
            limit: u64::MAX,
        }
    }

    /// Finds the goal that each role can force in a position, and a line.
    ///
    /// # Errors
    /// [`SearchError::Game`] if the rules cannot be followed, [`SearchError::JointTurn`] if several
    /// roles move at once, [`SearchError::NoMoves`] if the game breaks its contract,
    /// [`SearchError::Unsettled`] if a line is longer than the options allow, or if with proof
    /// numbers the question stays open within that length, and
    /// [`SearchError::Stopped`] if the watcher stops the search. Retrograde analysis also ends with
    /// [`SearchError::TooManyPositions`].
    pub fn solve(
        &mut self,
        position: &G::Position,
        watch: &mut dyn Watch,
    ) -> Result<Solution<G::Move>, SearchError<G::Error>> {
        let role = self.role_to_move(position)?;
        self.by_method(
            self.options.method,
            &mut Meter::new(watch),
            |solver, meter| solver.solve_by_search(position, role, meter),
            |solver, meter| solver.solve_backwards(position, role, meter),
            |solver, nodes, meter| solver.solve_by_proof(position, role, nodes, meter),
        )
    }

    /// Finds the score that the role to move can force, and a line. The score is the value of the
    /// heuristic of number `heuristic` for the role, when the game is over; the goals do not count.
    ///
    /// # Errors
    /// As for [`Solver::solve`].
    pub fn score(
        &mut self,
        position: &G::Position,
        heuristic: usize,
        watch: &mut dyn Watch,
    ) -> Result<Score<G::Move>, SearchError<G::Error>> {
        let role = self.role_to_move(position)?;
        let method = match self.options.method {
            SolveMethod::ProofNumber => SolveMethod::Search,
            method => method,
        };
        self.by_method(
            method,
            &mut Meter::new(watch),
            |solver, meter| solver.score_by_search(position, role, heuristic, meter),
            |solver, meter| solver.score_backwards(position, role, heuristic, meter),
            |_, _, _| Ok(None),
        )
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
        self.by_method(
            self.options.method,
            &mut Meter::new(watch),
            |solver, meter| solver.wins_by_search(position, role, meter),
            |solver, meter| solver.wins_backwards(position, role, meter),
            |solver, nodes, meter| solver.wins_by_proof(position, role, nodes, meter),
        )
    }

    /// Answers a question by a method. If a search is long, proof numbers are asked for a short while:
    /// they may find a quick win. Then the search goes on. Where a position comes back, retrograde analysis
    /// answers instead, from then on by itself. `prove` returns none if it would take more nodes.
    pub(super) fn by_method<T>(
        &mut self,
        method: SolveMethod,
        meter: &mut Meter,
        mut search: impl FnMut(&mut Self, &mut Meter) -> Search<G, T>,
        analyse: impl FnOnce(&mut Self, &mut Meter) -> Search<G, T>,
        prove: impl FnOnce(&mut Self, u64, &mut Meter) -> Search<G, Option<T>>,
    ) -> Search<G, T> {
        match method {
            SolveMethod::Retrograde => return analyse(self, meter),
            SolveMethod::ProofNumber => {
                let answer = prove(self, u64::MAX, meter)?;
                return Ok(answer.expect("there is no limit on nodes"));
            }
            SolveMethod::Search => {}
        }
        if self.retrograde.is_some() {
            return analyse(self, meter);
        }
        let short = match self.options.full {
            true => u64::MAX,
            false => SHORT_SEARCH,
        };
        let found = match self.search_for(short, &mut search, meter) {
            Ok(Some(answer)) => return Ok(answer),
            Ok(None) => Ok(()),
            Err(error @ SearchError::Unsettled { .. }) => Err(error),
            Err(error) => return Err(error),
        };
        if let Some(answer) = self.prove_quickly(prove, meter)? {
            return Ok(answer);
        }
        // A line that is too long stays so.
        found?;
        match self.search_for(u64::MAX, &mut search, meter)? {
            Some(answer) => Ok(answer),
            None => analyse(self, meter),
        }
    }

    /// Answers a question by a search; none if it takes more than `nodes` nodes, or if a position comes
    /// back.
    fn search_for<T>(
        &mut self,
        nodes: u64,
        search: &mut impl FnMut(&mut Self, &mut Meter) -> Search<G, T>,
        meter: &mut Meter,
    ) -> Search<G, Option<T>> {
        if self.knowledge.has_repetition {
            return Ok(None);
        }
        let limit = meter.progress.nodes.saturating_add(nodes);
        self.limit = limit;
        let found = search(self, meter);
        self.limit = u64::MAX;
        match found {
            Err(SearchError::Unsettled { .. }) if self.knowledge.has_repetition => Ok(None),
            Err(SearchError::Stopped { nodes }) if nodes > limit && !meter.is_stopped() => Ok(None),
            found => found.map(Some),
        }
    }

    /// Answers a question by proof numbers; none if that takes long.
    fn prove_quickly<T>(
        &mut self,
        prove: impl FnOnce(&mut Self, u64, &mut Meter) -> Search<G, Option<T>>,
        meter: &mut Meter,
    ) -> Search<G, Option<T>> {
        if self.knowledge.has_repetition {
            self.proof_numbers().begin_bounded();
        }
        match prove(self, meter.progress.nodes + QUICK_PROOF, meter) {
            Err(SearchError::Unsettled { .. }) => Ok(None),
            answer => answer,
        }
    }

    /// Makes retrograde analysis know positions by their lasting fingerprints from now on.
    pub(super) fn know_positions_lastingly(&mut self) {
        if !self.is_lasting {
            self.is_lasting = true;
            self.retrograde = None;
        }
    }

    /// Notes that a position comes back: the error of a search that met it.
    pub(super) fn give_up_search<T>(&mut self, plies: usize) -> Search<G, T> {
        self.knowledge.has_repetition = true;
        Err(SearchError::Unsettled { plies })
    }

    fn solve_by_search(
        &mut self,
        position: &G::Position,
        role: Role,
        meter: &mut Meter,
    ) -> Search<G, Solution<G::Move>> {
        let own = self.value(position, role, Payoff::Goal, meter)?;
        let is_zero_sum = self.knowledge.zero_sum[role.0];
        let goals = self.goals((role, own), is_zero_sum, |solver, other| {
            solver.value(position, other, Payoff::Goal, meter)
        })?;
        let positions = meter.progress.nodes;
        Ok(Solution {
            role,
            goals,
            open: Vec::new(),
            is_zero_sum,
            line: self.line(position, role, Payoff::Goal, own, meter)?,
            line_end: LineEnd::Over,
            method: SolveMethod::Search,
            positions,
        })
    }

    /// The goal of each role, given the value of one. `value` finds that of another one.
    fn goals(
        &mut self,
        (role, own): (Role, Value),
        is_zero_sum: bool,
        mut value: impl FnMut(&mut Self, Role) -> Search<G, Value>,
    ) -> Search<G, Vec<u8>> {
        let roles = (0..self.game.role_count()).map(Role);
        let goal = |other| match other == role {
            true => Ok(own.result_goal()),
            false if is_zero_sum => Ok(BEST_GOAL - own.result_goal()),
            false => Ok(value(self, other)?.result_goal()),
        };
        roles.map(goal).collect()
    }

    fn score_by_search(
        &mut self,
        position: &G::Position,
        role: Role,
        heuristic: usize,
        meter: &mut Meter,
    ) -> Search<G, Score<G::Move>> {
        let payoff = Payoff::Score(heuristic);
        let value = self.value(position, role, payoff, meter)?;
        let positions = meter.progress.nodes;
        Ok(Score {
            role,
            score: value.number(),
            line: self.line(position, role, payoff, value, meter)?,
            line_end: LineEnd::Over,
            method: SolveMethod::Search,
            positions,
        })
    }

    /// Whether a role has a winning strategy, by a search.
    pub(super) fn wins_by_search(
        &mut self,
        position: &G::Position,
        role: Role,
        meter: &mut Meter,
    ) -> Search<G, bool> {
        let question = |prover: &mut Prover<G::Error>| prover.forces(Value::WIN);
        self.ask(position, role, Payoff::Goal, meter, question)
    }

    /// The role to move; the first role if the game is over.
    fn role_to_move(&self, position: &G::Position) -> Search<G, Role> {
        match self.game.turn(position)? {
            Turn::Single(role, _) => Ok(role),
            Turn::Over => Ok(Role(0)),
            Turn::Joint(_) => Err(SearchError::JointTurn { ply: 0 }),
        }
    }

    /// The value that a role can force.
    fn value(
        &mut self,
        position: &G::Position,
        role: Role,
        payoff: Payoff,
        meter: &mut Meter,
    ) -> Search<G, Value> {
        let question = |prover: &mut Prover<G::Error>| prover.value_or_bounds();
        self.ask(position, role, payoff, meter, question)
    }

    /// A line to the end along which the value that a role can force stays the same.
    fn line(
        &mut self,
        position: &G::Position,
        role: Role,
        payoff: Payoff,
        value: Value,
        meter: &mut Meter,
    ) -> Search<G, Vec<G::Move>> {
        let question = |prover: &mut Prover<G::Error>| prover.line(value);
        let indices = self.ask(position, role, payoff, meter, question)?;
        moves_of_line(self.game, position, &indices)
    }

    /// Asks a question about what a role can force.
    pub(super) fn ask<T>(
        &mut self,
        position: &G::Position,
        role: Role,
        payoff: Payoff,
        meter: &mut Meter,
        question: impl FnOnce(&mut Prover<G::Error>) -> Search<G, T>,
    ) -> Search<G, T> {
        let roots = RootOf {
            game: self.game,
            position,
            threads: self.options.threads,
        };
        let mut prover = Prover {
            stack: roots.stack(),
            roots: Some(&roots),
            team: None,
            limit: self.limit,
            knowledge: &mut self.knowledge,
            options: &self.options,
            meter,
            role,
            payoff,
            salt: salt(role, payoff),
            keys: Vec::new(),
            played: Vec::new(),
            start: 0,
            open: Vec::new(),
            put_off: Vec::new(),
        };
        question(&mut prover)
    }
}

/// A number that distinguishes the entries of the table about a role and a payoff from others.
fn salt(role: Role, payoff: Payoff) -> u128 {
    Fingerprint::of(&(role, payoff))
}

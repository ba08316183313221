//! A work with its game loaded and compiled, and both sides of the comparison.

use regola::engine::{Engine, Visitor};
use regola::game::{Error, Game, Move, Position, RuleGame, Rules};
use regola::search::{
    Options, Progress, SearchError, SolveOptions, Strategy, Value, Watch, playouts,
};

use super::by_hand::{ByHandAnswer, connect_four, othello, othello_end};
use super::lines::{self, ReachedPosition};
use super::measure::SearchAnswer;
use super::works::{SearchTask, SearchWork};
use crate::bench::limit::{ConnectFour, Othello, TwoSidedPosition};
use crate::bench::suite::load_game;
use crate::interrupt::CtrlC;
use crate::trouble::{Explain, Trouble};

/// The heuristics of Othello: that of a search to a depth, and that of the score.
const POSITION: &str = "position";
const DISCS: &str = "discs";
/// The limit on plies of a random game.
const MAX_PLIES: usize = 1000;
/// The random games between two questions to the watcher.
const GAMES_AT_ONCE: u64 = 64;

/// A work, ready to be measured.
pub struct PreparedSearch {
    engine: Engine,
    question: SearchQuestion,
}

/// A task with its positions, as the rules and a program by hand have them.
enum SearchQuestion {
    Depth(u8),
    Scores(Vec<(Position, Othello)>),
    Outcomes {
        positions: Vec<(Position, ConnectFour)>,
        table_bits: u32,
    },
    Playouts(u64),
}

impl PreparedSearch {
    /// Loads and compiles the game of a work, and finds the positions of the task.
    pub fn new(work: &SearchWork, task: SearchTask, interrupt: &CtrlC) -> Result<Self, Trouble> {
        let rules = load_game(&format!("{}.rules", work.game)).with_interrupt(interrupt.flag());
        let question = SearchQuestion::new(&rules, task).explain(&rules)?;
        Ok(PreparedSearch {
            engine: Engine::quickest(&rules),
            question,
        })
    }

    /// Returns the same game with another task.
    pub fn with_task(self, task: SearchTask) -> Result<Self, Trouble> {
        let rules = self.engine.rules();
        let question = SearchQuestion::new(rules, task).explain(rules)?;
        Ok(PreparedSearch { question, ..self })
    }

    /// Answers by Regola, on one thread.
    pub fn by_regola(&self, watch: &mut dyn Watch) -> Result<SearchAnswer, Trouble> {
        match &self.question {
            SearchQuestion::Depth(depth) => self.best(&self.to_depth(*depth), watch),
            SearchQuestion::Scores(positions) => self.scores(positions, watch),
            SearchQuestion::Outcomes {
                positions,
                table_bits,
            } => self.outcomes(positions, *table_bits, watch),
            SearchQuestion::Playouts(count) => self.best(&tree_of(*count), watch),
        }
    }

    /// Answers by the program written by hand; where there is none, by random games.
    pub fn by_the_other(&self, watch: &mut dyn Watch) -> Result<SearchAnswer, Trouble> {
        match &self.question {
            SearchQuestion::Depth(depth) => {
                by_hand([othello::value(Othello::START, *depth, watch)])
            }
            SearchQuestion::Scores(positions) => by_hand(
                positions
                    .iter()
                    .map(|(_, board)| othello_end::value(*board, watch)),
            ),
            SearchQuestion::Outcomes {
                positions,
                table_bits,
            } => by_hand(
                positions
                    .iter()
                    .map(|(_, board)| connect_four::value(*board, *table_bits, watch)),
            ),
            SearchQuestion::Playouts(count) => self.random_games(*count, watch),
        }
    }

    /// Returns the options of a search on one thread.
    fn to_depth(&self, depth: u8) -> Options {
        Options {
            strategy: Strategy::PrincipalVariation,
            depth: depth.into(),
            heuristic: self.engine.rules().heuristic(POSITION),
            ..Options::default()
        }
    }

    fn best(&self, options: &Options, watch: &mut dyn Watch) -> Result<SearchAnswer, Trouble> {
        let rules = self.engine.rules();
        let start = rules.initial();
        let best = self.engine.best(&start, options, watch).explain(rules)?;
        Ok(SearchAnswer {
            values: vec![best.value],
            best: self.written(&start, best.best_move())?,
            nodes: best.nodes,
            playouts: best.playouts,
        })
    }

    fn scores(
        &self,
        positions: &[(Position, Othello)],
        watch: &mut dyn Watch,
    ) -> Result<SearchAnswer, Trouble> {
        let rules = self.engine.rules();
        let heuristic = rules.heuristic(DISCS).unwrap_or_default();
        let options = SolveOptions {
            symmetries: rules.symmetry_count() > 1,
            any_line: true,
            ..SolveOptions::default()
        };
        let mut answer = SearchAnswer::default();
        for (position, _) in positions {
            let score = self.engine.score(position, heuristic, &options, watch);
            let score = score.explain(rules)?;
            answer.values.push(Value::from_estimate(score.score));
            answer.nodes += score.positions;
        }
        Ok(answer)
    }

    fn outcomes(
        &self,
        positions: &[(Position, ConnectFour)],
        table_bits: u32,
        watch: &mut dyn Watch,
    ) -> Result<SearchAnswer, Trouble> {
        let rules = self.engine.rules();
        let options = SolveOptions {
            symmetries: rules.symmetry_count() > 1,
            any_line: true,
            table: 1 << table_bits,
            ..SolveOptions::default()
        };
        let mut answer = SearchAnswer::default();
        for (position, _) in positions {
            let solution = self.engine.solve(position, &options, watch);
            let solution = solution.explain(rules)?;
            let value = Value::from_goal(solution.goals[solution.role.0]);
            answer.values.push(value);
            answer.nodes += solution.positions;
            if positions.len() == 1 {
                answer.best = self.written(position, solution.line.first())?;
            }
        }
        Ok(answer)
    }

    fn random_games(&self, count: u64, watch: &mut dyn Watch) -> Result<SearchAnswer, Trouble> {
        let games = UncountedGames { count, watch };
        self.engine.visit(games).explain(self.engine.rules())
    }

    /// Returns a move in the notation of the rules.
    fn written(
        &self,
        position: &Position,
        played: Option<&Move>,
    ) -> Result<Option<String>, Trouble> {
        let rules = self.engine.rules();
        played
            .map(|played| rules.notation(position, played))
            .transpose()
            .explain(rules)
    }
}

impl SearchQuestion {
    fn new(rules: &Rules, task: SearchTask) -> Result<Self, Error> {
        Ok(match task {
            SearchTask::Depth(depth) => SearchQuestion::Depth(depth),
            SearchTask::Scores { empty, positions } => {
                let reached = (0..positions).map(|seed| lines::random_othello(empty, seed));
                SearchQuestion::Scores(on_both_sides(rules, reached)?)
            }
            SearchTask::Outcomes { lines, table_bits } => {
                let reached = lines.iter().map(|line| lines::connect_four(line));
                SearchQuestion::Outcomes {
                    positions: on_both_sides(rules, reached)?,
                    table_bits,
                }
            }
            SearchTask::Playouts(count) => SearchQuestion::Playouts(count),
        })
    }
}

/// Returns positions as the rules and a program by hand have them.
fn on_both_sides<B>(
    rules: &Rules,
    reached: impl Iterator<Item = ReachedPosition<B>>,
) -> Result<Vec<(Position, B)>, Error> {
    reached
        .map(|reached| Ok((lines::follow(rules, &reached.line)?, reached.board)))
        .collect()
}

/// Returns the options of Monte-Carlo tree search.
fn tree_of(playouts: u64) -> Options {
    Options {
        strategy: Strategy::MonteCarlo,
        playouts,
        ..Options::default()
    }
}

/// Returns the answers of a program written by hand as one.
fn by_hand(
    answers: impl IntoIterator<Item = Option<ByHandAnswer>>,
) -> Result<SearchAnswer, Trouble> {
    let mut all = SearchAnswer::default();
    for answer in answers {
        let ByHandAnswer { value, nodes } = answer.ok_or_else(stopped)?;
        all.values.push(value);
        all.nodes += nodes;
    }
    Ok(all)
}

/// Returns the end of a benchmark that the watcher stopped.
fn stopped() -> Trouble {
    Trouble::Stopped("stopped".to_owned())
}

/// Random games from the start, whose results nobody counts. Game `n` has the seed `n`.
struct UncountedGames<'a> {
    count: u64,
    watch: &'a mut dyn Watch,
}

impl Visitor for UncountedGames<'_> {
    type Output = Result<SearchAnswer, SearchError<Error>>;

    fn start(&self) -> Option<&Position> {
        None
    }

    fn visit<G: RuleGame>(self, game: &G) -> Self::Output {
        let start = game.initial();
        let mut answer = SearchAnswer::default();
        while answer.playouts < self.count {
            let progress = Progress {
                nodes: answer.nodes,
                ..Progress::default()
            };
            if self.watch.look(progress).is_break() {
                let nodes = answer.nodes;
                return Err(SearchError::Stopped { nodes });
            }
            let end = self.count.min(answer.playouts + GAMES_AT_ONCE);
            let seeds: Vec<u64> = (answer.playouts..end).collect();
            let games = playouts(game, &start, MAX_PLIES, &seeds)?;
            answer.nodes += games.iter().map(|game| game.plies as u64).sum::<u64>();
            answer.playouts = end;
        }
        Ok(answer)
    }
}

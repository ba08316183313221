//! `regola solve`: who wins with best play, by which score, or the shortest solution of a puzzle.
//!
//! ```text
//! known      what is known when the solution ends without an answer
//! puzzle     a game for one role: its shortest solution
//! score      the score that a role can force, where a heuristic counts it
//! strategy   how the winner wins, as a tree
//! ```

mod known;
mod puzzle;
mod score;
mod strategy;

use std::io::{self, Write};
use std::time::Duration;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use regola::engine::Engine;
use regola::game::{Game, Move, Role, Rules};
use regola::search::{
    self, EndgameTable, LineEnd, MAX_PLIES, Solution, SolveMethod, SolveOptions, Watch,
};
use regola::session::{AnsweringForm, written_line};
use serde_json::json;

use crate::endgame;
use crate::json::Object;
use crate::opening::{EngineOption, OpenedGame, Start};
use crate::output_file::refuse_input;
use crate::threads::Threads;
use crate::trouble::{Explain, Trouble};
use crate::watching::Watching;
use crate::{CommandOutcome, json, results};
use known::KnownSoFar;
use strategy::WrittenStrategy;

/// Find out who wins with best play and by which score, or the shortest solution of a puzzle
///
/// The command follows all lines to their end, so the game must be small, or the position near its
/// end. If that takes long, proof numbers look for a quick win for a short while. If a position comes
/// back on a line, retrograde analysis takes over: it lists all positions that can be reached, and goes
/// back from the ends of the game. Play without an end is a draw. The command refuses simultaneous moves. A game for one role
/// is a puzzle: the command finds its shortest solution.
#[derive(Args, Debug)]
#[command(
    after_help = "Exit status 1 if a puzzle has no solution, or none within the depth.

Examples:
  regola solve games/filetto.rules
  regola solve games/filetto.rules --moves \"a1 b1\" --strategy
  regola solve games/dodgem.rules
  regola solve games/dodgem.rules --write-table dodgem.table
  regola solve games/connect-four.rules --moves \"d d d d e e\" --method proof-number
  regola solve games/anagram.rules"
)]
pub struct SolveArguments {
    #[command(flatten)]
    start: Start,
    /// Find the greatest value of this heuristic at the end of the game that the role to move can
    /// force, such as the difference in discs
    #[arg(long, value_name = "HEURISTIC", conflicts_with = "strategy")]
    score: Option<String>,
    /// Print how the winner wins: its move, then every answer, as a tree; with retrograde analysis the
    /// quickest way
    #[arg(long)]
    strategy: bool,
    /// Search from the position on, go back from the ends of the game, which finds the quickest way, or look
    /// for a quick win where there are the fewest answers. A search that takes long, or in which a position
    /// comes back, hands over to the others
    /// [default: search]
    #[arg(long, value_name = "METHOD", value_parser = methods())]
    method: Option<SolveMethod>,
    /// The limit on printed moves of that tree
    #[arg(long, value_name = "N", default_value_t = 200)]
    max_lines: usize,
    /// Do not treat positions as one that are the same up to symmetry
    #[arg(long)]
    no_symmetries: bool,
    /// Take any of equal moves for the line and the strategy, not the first in the order of the game: to
    /// refute the moves before that one may take longer than to find the answer
    #[arg(long)]
    any_line: bool,
    /// The limit on plies of a line [default: 500; in a puzzle as long as positions can be kept]
    #[arg(long, value_name = "N")]
    depth: Option<usize>,
    /// The limit on positions kept in memory; retrograde analysis keeps all that can be reached
    #[arg(long, value_name = "N", default_value_t = 1 << 20)]
    keep: usize,
    /// Write the solved positions to this file, an endgame table for `best`, `play` and `query`; the file
    /// is written completely or not at all
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = ["score", "strategy", "no_symmetries"]
    )]
    write_table: Option<String>,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    engine: EngineOption,
    /// Print a line of JSON
    #[arg(long)]
    json: bool,
}

/// Returns a parser for the name of a method.
fn methods() -> impl TypedValueParser<Value = SolveMethod> {
    let names = SolveMethod::ALL.map(SolveMethod::name);
    PossibleValuesParser::new(names).try_map(|name| name.parse::<SolveMethod>())
}

impl SolveArguments {
    /// The options of the solver, and the number of symmetries that it uses, the identity included.
    fn how(&self, rules: &Rules) -> (SolveOptions, usize) {
        let symmetries = match self.no_symmetries {
            true => 1,
            false => rules.symmetry_count(),
        };
        let how = SolveOptions {
            method: self.method.unwrap_or_default(),
            symmetries: symmetries > 1,
            any_line: self.any_line,
            table: self.keep,
            depth: self.depth.unwrap_or(MAX_PLIES),
            threads: self.threads.count(),
            ..SolveOptions::default()
        };
        (how, symmetries)
    }

    /// Refuses proof numbers for a score.
    fn refuse_score_by_proof(&self) -> Result<(), Trouble> {
        match self.method {
            Some(SolveMethod::ProofNumber) => Err(Trouble::Use(
                "proof numbers find out who wins, and no score; take the method search or retrograde \
                 for `--score`"
                    .to_owned(),
            )),
            _ => Ok(()),
        }
    }

    /// Refuses the options that a puzzle has no use for.
    fn refuse_in_puzzle(&self, name: &str) -> Result<(), Trouble> {
        let unfit = [
            ("--score", self.score.is_some()),
            ("--strategy", self.strategy),
            ("--method", self.method.is_some()),
            ("--write-table", self.write_table.is_some()),
        ];
        match unfit.into_iter().find(|(_, is_given)| *is_given) {
            None => Ok(()),
            Some((option, _)) => Err(Trouble::Use(format!(
                "{name} is a puzzle, of which `solve` finds the shortest solution; `{option}` is for \
                 games with several roles"
            ))),
        }
    }
}

pub fn run(options: &SolveArguments, out: &mut dyn Write) -> Result<CommandOutcome, Trouble> {
    let opened = options.start.open()?;
    if let Some(path) = &options.write_table {
        refuse_input("write-table", path, opened.inputs())?;
        endgame::refuse_place(path)?;
    }
    if opened.rules.role_count() == 1 {
        options.refuse_in_puzzle(opened.rules.name())?;
        return puzzle::run(options, &opened, out);
    }
    if let Some(heuristic) = &options.score {
        options.refuse_score_by_proof()?;
        return score::run(options, &opened, heuristic, out);
    }
    let answer = SolvedPosition::solve(options, &opened, out)?;
    if let (Some(path), Some(table)) = (&options.write_table, &answer.table) {
        endgame::write(path, table, &opened.rules)?;
    }
    if options.json {
        json::write(out, &answer.object(&opened.rules, options.max_lines).into())?;
    } else {
        answer.print(&opened.rules, options.max_lines, out)?;
    }
    Ok(CommandOutcome::Done)
}

/// A solved position, with its line in the notation of the rules.
struct SolvedPosition {
    solution: Solution<Move>,
    line: Vec<String>,
    /// The number of symmetries that were used, the identity included.
    symmetries: usize,
    /// The strategy of the winner, if it is wanted and there is a winner.
    strategy: Option<WrittenStrategy>,
    /// The solved positions, if they are to be written.
    table: Option<EndgameTable>,
    time: Duration,
    answered: AnsweringForm,
}

impl SolvedPosition {
    fn solve(
        options: &SolveArguments,
        opened: &OpenedGame,
        out: &mut dyn Write,
    ) -> Result<Self, Trouble> {
        let (rules, position) = (&opened.rules, opened.position());
        let (how, symmetries) = options.how(rules);
        let forms = options.engine.forms(rules)?;
        let mut watching = Watching::without_end(&opened.interrupt);
        let solve = |engine: &Engine, watch: &mut dyn Watch| {
            if options.write_table.is_some() {
                let (solution, table) = engine.solve_to_table(position, &how, watch)?;
                return Ok((solution, None, Some(table)));
            }
            if options.strategy {
                let solved = engine.solve_with_strategy(position, &how, options.keep, watch);
                return solved.map(|(solution, strategy)| (solution, strategy, None));
            }
            Ok((engine.solve(position, &how, watch)?, None, None))
        };
        let solved = forms.answer(&mut watching, solve);
        let ((solution, strategy, table), answered) = solved
            .map_err(|error| KnownSoFar::of(&watching, rules, None).explain(error, options, out))?;
        let strategy = strategy
            .map(|tree| WrittenStrategy::written(rules, &tree))
            .transpose()
            .explain(rules)?;
        let line = written_line(rules, position, &solution.line).explain(rules)?;
        Ok(SolvedPosition {
            solution,
            line,
            symmetries,
            strategy,
            table,
            time: watching.elapsed(),
            answered,
        })
    }

    fn print(&self, rules: &Rules, max_lines: usize, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}", self.verdict(rules))?;
        let names = rules.role_names();
        let width = label_width(&names);
        let outcomes = self.solution.outcomes();
        for (name, (outcome, goal)) in names
            .iter()
            .zip(outcomes.into_iter().zip(&self.solution.goals))
        {
            writeln!(out, "{name:<width$} {}", sure_of(outcome, *goal))?;
        }
        write_line(out, width, &self.line, self.solution.line_end)?;
        write_nodes(out, width, self.solution.positions, self.time)?;
        match self.symmetries {
            1 => writeln!(out)?,
            count => writeln!(out, ", up to {count} symmetries")?,
        }
        write_method(out, width, self.solution.method)?;
        writeln!(out, "{:<width$} {}", "engine", self.answered.name())?;
        if let Some(table) = &self.table {
            writeln!(out, "{:<width$} {} positions", "table", table.len())?;
        }
        match &self.strategy {
            Some(strategy) => strategy.print(max_lines, out),
            None => Ok(()),
        }
    }

    fn verdict(&self, rules: &Rules) -> String {
        let over = if self.line.is_empty() {
            "the game is over: "
        } else {
            ""
        };
        let winner = self.solution.winner().map(|winner| rules.role_name(winner));
        match (winner, self.solution.line_end) {
            (Some(winner), _) if !over.is_empty() => format!("{over}{winner} has won"),
            (Some(winner), _) => match self.solution.plies_of_winner() {
                Some(count) => format!("{winner} wins with best play in {}", plies(count)),
                None => format!("{winner} wins with best play"),
            },
            (None, LineEnd::ComesBack { .. }) => {
                "nobody can force an end: a draw by endless play".to_owned()
            }
            (None, _) if !self.solution.open.is_empty() => {
                let role = rules.role_name(self.solution.role);
                format!("{role} cannot make sure of a win")
            }
            (None, _) => format!("{over}nobody can make sure of a win"),
        }
    }

    /// The goal of each role; null if it is open.
    fn goals_object(&self, rules: &Rules) -> Object {
        let mut goals = results::goals_object(rules, &self.solution.goals);
        for role in &self.solution.open {
            goals[&rules.role_name(*role)] = json!(null);
        }
        goals
    }

    fn object(&self, rules: &Rules, max_lines: usize) -> Object {
        let outcomes = self.solution.outcomes();
        let outcomes = rules
            .role_names()
            .into_iter()
            .zip(outcomes.into_iter().map(|outcome| {
                json!(match outcome {
                    search::Outcome::Wins => Some("wins"),
                    search::Outcome::Loses => Some("loses"),
                    search::Outcome::Draws => Some("draws"),
                    search::Outcome::Open => None,
                })
            }));
        let mut object = Object::new();
        object.insert(
            "role".to_owned(),
            json!(rules.role_name(self.solution.role)),
        );
        object.insert(
            "winner".to_owned(),
            json!(
                self.solution
                    .winner()
                    .map(|winner: Role| rules.role_name(winner))
            ),
        );
        object.insert("outcomes".to_owned(), json!(outcomes.collect::<Object>()));
        object.insert("goals".to_owned(), self.goals_object(rules).into());
        insert_line(&mut object, &self.line, self.solution.line_end);
        object.insert("method".to_owned(), json!(self.solution.method.name()));
        object.insert("nodes".to_owned(), json!(self.solution.positions));
        object.insert("symmetries".to_owned(), json!(self.symmetries));
        object.insert("seconds".to_owned(), json!(json::seconds(self.time)));
        object.insert("engine".to_owned(), json!(self.answered.name()));
        if let Some(table) = &self.table {
            object.insert("table".to_owned(), json!(table.len()));
        }
        if let Some(strategy) = &self.strategy {
            object.insert("strategy".to_owned(), strategy.object(max_lines));
        }
        object
    }
}

/// Returns the width of the labels of a result: the names of the roles, `nodes`, `engine`.
fn label_width(names: &[String]) -> usize {
    names
        .iter()
        .map(|name| name.chars().count())
        .chain([6])
        .max()
        .unwrap_or(0)
}

/// Returns a number of plies in words.
fn plies(count: usize) -> String {
    match count {
        1 => "1 ply".to_owned(),
        count => format!("{count} plies"),
    }
}

/// Writes a line, and where it goes round in circles.
fn write_line(
    out: &mut dyn Write,
    width: usize,
    line: &[String],
    line_end: LineEnd,
) -> io::Result<()> {
    if !line.is_empty() {
        writeln!(out, "{:<width$} {}", "line", line.join(" "))?;
    }
    match line_end {
        LineEnd::ComesBack { plies: 0 } => {
            writeln!(out, "{:<width$} back to the position at the start", "")
        }
        LineEnd::ComesBack { plies: before } => {
            writeln!(
                out,
                "{:<width$} back to the position after {}",
                "",
                plies(before)
            )
        }
        LineEnd::Over | LineEnd::Quickest => Ok(()),
    }
}

/// Writes the method, unless it is the usual one.
fn write_method(out: &mut dyn Write, width: usize, method: SolveMethod) -> io::Result<()> {
    match method {
        SolveMethod::Search => Ok(()),
        SolveMethod::Retrograde | SolveMethod::ProofNumber => {
            writeln!(out, "{:<width$} {}", "method", method.name())
        }
    }
}

/// Inserts a line; the plies to the end, if no way to it is quicker; and the plies to the position
/// that comes back at the end of the line, if nobody can force an end.
fn insert_line(object: &mut Object, line: &[String], line_end: LineEnd) {
    let (distance, comes_back) = match line_end {
        LineEnd::Over => (None, None),
        LineEnd::Quickest => (Some(line.len()), None),
        LineEnd::ComesBack { plies } => (None, Some(plies)),
    };
    object.insert("line".to_owned(), json!(line));
    object.insert("plies".to_owned(), json!(distance));
    object.insert("comes_back".to_owned(), json!(comes_back));
}

/// Writes how many positions were searched, and in which time, without the end of the line.
fn write_nodes(out: &mut dyn Write, width: usize, nodes: u64, time: Duration) -> io::Result<()> {
    let seconds = time.as_secs_f64();
    write!(out, "{:<width$} {nodes} in {seconds:.3} s", "nodes")
}

/// Returns the goal that a role can force, in words.
fn sure_of(outcome: search::Outcome, goal: u8) -> String {
    match outcome {
        search::Outcome::Open => "not settled".to_owned(),
        _ => goal_in_words(goal),
    }
}

/// Returns the goal that a role can force, in words.
fn goal_in_words(goal: u8) -> String {
    match goal {
        100.. => "wins".to_owned(),
        0 => "loses".to_owned(),
        50 => "draws".to_owned(),
        goal => format!("can make sure of goal {goal}"),
    }
}

//! `regola compare`: are two rule files the same game?

mod told_in_json;
mod told_in_text;

use std::io::Write;
use std::ops::ControlFlow;
use std::time::Duration;

use clap::Args;
use cpu_time::ProcessTime;
use regola::compare::{
    self, CompareHost, CompareProgress, CompareReport, CompareStage, NameMap, OtherGame,
};
use regola::game::Rules;
use regola::syntax::load::FileReader;

use crate::interrupt::InterruptFlag;
use crate::opening::RunLimits;
use crate::trouble::Trouble;
use crate::watching::Watching;
use crate::{CommandOutcome, json};

/// Compare rule files: are they the same game, and if not, which line of moves shows it?
///
/// The command compares what a player sees: written moves, the drawn board, who may move, the end
/// and the results. A file of names maps names of the first game to those of the other, by facts or
/// clauses: `role(black, x).` `square(a1, h1).` `move("pass", "p").` `glyph("x", "X").` The machine
/// follows the rules: the compiled form writes no moves and draws no boards.
#[derive(Args, Debug)]
#[command(
    after_help = "Exit status: 0 no difference found; 1 the games differ; 2 wrong use or a file with errors.

Example:
  regola compare games/othello.rules games/othello-triples.rules --depth 5 --games 100"
)]
pub struct CompareArguments {
    /// The rule file to compare the others with
    #[arg(value_name = "FILE")]
    first: String,
    /// The other rule files
    #[arg(value_name = "OTHER", required = true)]
    others: Vec<String>,
    /// The file of names for each other file, in their order; `-` for none
    #[arg(long = "map", value_name = "NAMES", allow_hyphen_values = true)]
    names: Vec<String>,
    /// Compare all lines of up to N plies
    #[arg(long, value_name = "N", default_value_t = compare::CompareOptions::default().depth)]
    depth: usize,
    /// The limit on positions for comparing lines
    #[arg(long, value_name = "N", default_value_t = compare::CompareOptions::default().positions)]
    max_positions: usize,
    /// Then compare N random games
    #[arg(long, value_name = "N", default_value_t = compare::CompareOptions::default().games)]
    games: u64,
    /// The seed of the random choices; game N uses this number plus N, counted from 0
    #[arg(long, value_name = "S", default_value_t = 0)]
    seed: u64,
    /// The limit on plies of a random game
    #[arg(long, value_name = "M", default_value_t = compare::CompareOptions::default().plies)]
    max_plies: usize,
    /// The limit on positions for finding a shorter line than one from a random game
    #[arg(long, value_name = "N", default_value_t = compare::CompareOptions::default().effort)]
    effort: usize,
    /// Print a line of JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    limits: RunLimits,
}

pub fn run(options: &CompareArguments, out: &mut dyn Write) -> Result<CommandOutcome, Trouble> {
    let interrupt = InterruptFlag::of_the_program();
    let load =
        |path: &String| Rules::read_within(&FileReader, path, options.limits.allowance(&interrupt));
    let first = load(&options.first)?;
    let names = options.names()?;
    let mut others = Vec::new();
    for path in &options.others {
        others.push(load(path)?);
    }
    let entries: Vec<OtherGame<'_>> = others
        .iter()
        .zip(&names)
        .map(|(rules, names)| OtherGame { rules, names })
        .collect();
    let mut terminal = Terminal::new(&interrupt);
    let report = compare::compare(&first, &entries, &options.extent(), &mut terminal)?;
    drop(terminal);
    let files: Vec<&str> = std::iter::once(&options.first)
        .chain(&options.others)
        .map(String::as_str)
        .collect();
    if options.json {
        json::write(out, &told_in_json::object(&files, &report))?;
    } else {
        told_in_text::tell(&files, &report, out)?;
    }
    outcome(&report)
}

fn outcome(report: &CompareReport) -> Result<CommandOutcome, Trouble> {
    match (report.stopped, report.all_equal()) {
        (true, _) => Err(Trouble::Stopped("the comparison was stopped".to_owned())),
        (false, true) => Ok(CommandOutcome::Done),
        (false, false) => Ok(CommandOutcome::No),
    }
}

impl CompareArguments {
    fn extent(&self) -> compare::CompareOptions {
        let CompareArguments {
            depth,
            max_positions,
            games,
            seed,
            max_plies,
            effort,
            ..
        } = *self;
        compare::CompareOptions {
            depth,
            positions: max_positions,
            games,
            seed,
            plies: max_plies,
            effort,
        }
    }

    /// Reads the names of each other game.
    fn names(&self) -> Result<Vec<NameMap>, Trouble> {
        if self.names.len() > self.others.len() {
            let (given, others) = (self.names.len(), self.others.len());
            return Err(Trouble::Use(format!(
                "{given} files of names are given for {others} other rule files"
            )));
        }
        let same = std::iter::repeat_n("-", self.others.len() - self.names.len());
        let paths = self.names.iter().map(String::as_str).chain(same);
        paths
            .map(|path| {
                Ok(if path == "-" {
                    NameMap::same()
                } else {
                    NameMap::load(path)?
                })
            })
            .collect()
    }
}

/// The watcher at a terminal. Its clock runs only while the program works.
struct Terminal<'a> {
    interrupt: &'a InterruptFlag,
    since: ProcessTime,
    watching: Watching,
    looks: usize,
}

/// The number of looks between two drawings of the progress bar.
const LOOKS_BETWEEN_DRAWINGS: usize = 16;

impl<'a> Terminal<'a> {
    fn new(interrupt: &'a InterruptFlag) -> Self {
        let watching = Watching::new(interrupt, "of");
        Terminal {
            interrupt,
            since: ProcessTime::now(),
            watching,
            looks: 0,
        }
    }
}

impl CompareHost for Terminal<'_> {
    fn clock(&mut self) -> Duration {
        self.since.elapsed()
    }

    fn look(&mut self, progress: CompareProgress) -> ControlFlow<()> {
        if self.interrupt.is_requested() {
            return ControlFlow::Break(());
        }
        self.looks += 1;
        if self.looks.is_multiple_of(LOOKS_BETWEEN_DRAWINGS) {
            self.watching
                .show(progress.done, progress.total, || stage(progress));
        }
        ControlFlow::Continue(())
    }
}

fn stage(progress: CompareProgress) -> String {
    let positions = progress.positions;
    match progress.stage {
        CompareStage::Lines(plies) => format!(" lines of {plies} plies, {positions} positions"),
        CompareStage::Games => format!(" random games, {positions} positions"),
        CompareStage::Shortening => format!(" plies left out, {positions} positions"),
    }
}

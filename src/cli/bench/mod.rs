//! `regola bench`: compares the speed of Regola with other Prolog systems, and the speed of several
//! encodings of a game; or measures the user's own game.
//!
//! ```text
//! suite      the standard works: what is run
//! alone      one work on Regola, in a process of its own
//! rival      another Prolog system: whether it is installed, how it runs a work
//! child      a process, its CPU time and memory
//! runner     all systems in turn
//! sample     medians, ratios and their mean
//! earlier    the figures of an earlier run
//! only       the works of a table that were asked for
//! report     all rows, with their ratios and means
//! told_in_text, told_in_json
//! counts     counted work, which depends on no clock
//! own_game   the figures of the user's own game
//! compiled_game  its compiled form
//! random_games   random games of it
//! peers      games that other engines play, in every form
//! limit      some of these games, written by hand
//! search     the search beside programs written by hand
//! ```

mod alone;
mod child;
mod compiled_game;
mod counts;
mod earlier;
mod limit;
mod only;
mod own_game;
mod peers;
mod random_games;
mod report;
mod rival;
mod runner;
mod sample;
mod search;
mod suite;
mod told_in_json;
mod told_in_text;

use std::io::Write;
use std::time::Duration;

use clap::Args;

use crate::CommandOutcome;
use crate::interrupt::CtrlC;
use crate::opening::RunLimits;
use crate::trouble::Trouble;
use crate::watching::Watching;
use earlier::Earlier;
use report::BenchReport;
use rival::{Installed, Rival};
use runner::BenchRunner;
use suite::{TimedWork, WORKS};

/// Measure the speed of Regola beside other Prolog systems, or the speed of your own game
///
/// Without a file, the command runs the standard programs on Regola, and on SWI-Prolog and GNU
/// Prolog where they are installed. The systems take turns, each run is a process of its own, and
/// every answer is checked.
///
/// For each system the table has the median CPU time of the program, as the system measures it
/// after loading, and the largest memory of its process. The ratio is the time of Regola divided by
/// the time of the other system: less than 1 means that Regola is faster. Games run only on Regola;
/// their ratio compares two encodings of the same game. Start-up is the time of a whole process.
///
/// A program is the same text on all systems, except `othello-clauses`: it uses fluents in Regola
/// and dynamic facts elsewhere. SWI-Prolog runs with `-O`. GNU Prolog compiles to native code with
/// `gplc --no-top-level`. On Linux the memory of a process includes some megabytes of the process
/// that started it.
///
/// The exit status is 1 if Regola gave a wrong answer, or none in time.
///
/// With a file, the command measures that game: loading, its game tree, random games, the counted
/// work of a move, and by how much its compiled form is faster.
///
/// With --peers it measures games with published figures of other engines: followed by the machine,
/// compiled, and some written by hand. This table has speeds, so larger ratios are better. All
/// forms must count the same trees and play the same random games; otherwise the exit status is 1.
///
/// With --search it measures the search on one thread, beside programs written by hand for one game:
/// Othello to a depth and to its end, and Connect Four solved. The table has the positions searched
/// and the CPU time of both; the time of loading and compiling the rules does not count. Both must
/// find the same values; otherwise the exit status is 1. For Monte-Carlo tree search the table has
/// the playouts in a second, beside random games without a tree. The search `connect-four-empty`
/// takes very long: it runs once, and only with --only or --long.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  regola bench
  regola bench --only nrev,queens --runs 9
  regola bench --json > before.json; regola bench --against before.json
  regola bench --peers --only othello,chess
  regola bench --search --only othello-11,connect-four-10
  regola bench games/othello.rules --depth 5 --games 20")]
pub struct BenchArguments {
    /// The rule file of a game to measure, or the name of one that `regola games` lists, instead of
    /// the standard programs
    #[arg(value_name = "FILE", conflicts_with_all = ["peers", "search", "only", "list", "long", "counts", "against", "time_limit"])]
    file: Option<String>,
    /// The number of measurements of each program
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=1000))]
    runs: u32,
    /// Measure only these programs, with --peers only these games, or with --search only these
    /// searches; separate names with commas
    #[arg(
        long,
        value_name = "NAMES",
        value_delimiter = ',',
        help_heading = "Standard works"
    )]
    only: Vec<String>,
    /// Also measure the programs that take minutes
    #[arg(long, help_heading = "Standard works")]
    long: bool,
    /// List the programs
    #[arg(long, help_heading = "Standard works", conflicts_with_all = ["counts", "only"])]
    list: bool,
    /// Count the steps of smaller programs instead of time, with --peers the operations of compiled
    /// games, or with --search the nodes of smaller searches; the counts are the same on each
    /// computer
    #[arg(long, help_heading = "Standard works")]
    counts: bool,
    /// Also print the ratios to an earlier run, from a file of its output with --json
    #[arg(long, value_name = "FILE", help_heading = "Standard works")]
    against: Option<String>,
    /// The limit on the time of a run, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 600, value_parser = clap::value_parser!(u64).range(1..=86_400),
        help_heading = "Standard works")]
    time_limit: u64,
    /// Count the game tree to this depth [default: as far as a fraction of a second allows]
    #[arg(
        long,
        value_name = "N",
        requires = "file",
        help_heading = "A game of your own"
    )]
    depth: Option<usize>,
    /// Play N random games [default: as many as a fraction of a second allows]
    #[arg(
        long,
        value_name = "N",
        requires = "file",
        help_heading = "A game of your own"
    )]
    games: Option<u64>,
    /// Measure games that other engines play: by the rules, compiled, and written by hand
    #[arg(long, conflicts_with_all = ["long", "list", "against", "time_limit"])]
    peers: bool,
    /// Measure the search beside programs written by hand for one game
    #[arg(long, conflicts_with_all = ["peers", "list", "against", "time_limit"])]
    search: bool,
    /// Do the work in this process and tell its time
    #[arg(long, hide = true)]
    alone: bool,
    /// Print a line of JSON for each program
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    limits: RunLimits,
}

pub fn run(options: &BenchArguments, out: &mut dyn Write) -> Result<CommandOutcome, Trouble> {
    match &options.file {
        Some(path) if options.alone => own_game::measure(options, path, out),
        Some(_) => own_game::run(options, out),
        None if options.peers => peers::run(options, out),
        None if options.search => search::run(options, out),
        None if options.list => list(options, out),
        None if options.counts => counts::run(&options.works()?, options.json, out),
        None if options.alone => alone(options, out),
        None => compare(options, out),
    }
}

impl BenchArguments {
    /// Returns the works that the user asked for, in the order of the suite.
    fn works(&self) -> Result<Vec<&'static TimedWork>, Trouble> {
        let only: Vec<&str> = self.only.iter().map(|name| name.trim()).collect();
        only.iter().try_for_each(|name| known_work(name))?;
        let is_asked_for = |work: &&TimedWork| match only.as_slice() {
            [] => self.long || !work.is_long,
            only => only.contains(&work.name),
        };
        Ok(WORKS.iter().filter(is_asked_for).collect())
    }
}

/// Returns an error for a name that no standard work has.
fn known_work(name: &str) -> Result<(), Trouble> {
    let names = || WORKS.iter().map(|work| work.name);
    if names().any(|known| known == name) {
        return Ok(());
    }
    let nearest = regola::logic::nearest(name, names())
        .map(|nearest| format!(", the nearest is `{nearest}`"));
    let nearest = nearest.unwrap_or_default();
    Err(Trouble::Use(format!(
        "there is no work `{name}`{nearest}; `regola bench --list` has all"
    )))
}

fn list(options: &BenchArguments, out: &mut dyn Write) -> Result<CommandOutcome, Trouble> {
    let works: Vec<&TimedWork> = WORKS.iter().collect();
    if options.json {
        told_in_json::list(&works, out)?;
    } else {
        told_in_text::list(&works, out)?;
    }
    Ok(CommandOutcome::Done)
}

/// Runs the named works in this process and prints their times. The benchmark starts this command
/// for each run on Regola.
fn alone(options: &BenchArguments, out: &mut dyn Write) -> Result<CommandOutcome, Trouble> {
    for work in options.works()? {
        match alone::time(work) {
            Some(time) => writeln!(out, "seconds {:.6}", time.as_secs_f64())?,
            None => writeln!(out, "wrong")?,
        }
    }
    Ok(CommandOutcome::Done)
}

/// Runs all works on all systems.
fn compare(options: &BenchArguments, out: &mut dyn Write) -> Result<CommandOutcome, Trouble> {
    let interrupt = CtrlC::of_the_program();
    let works = options.works()?;
    let earlier = options.against.as_deref().map(Earlier::read).transpose()?;
    let rivals: Vec<Installed> = Rival::ALL
        .into_iter()
        .filter_map(|rival| rival.find(&interrupt))
        .collect();
    let folder = tempfile::tempdir()?;
    let runner = BenchRunner {
        rivals: &rivals,
        runs: options.runs as usize,
        most: Duration::from_secs(options.time_limit),
        folder: folder.path(),
        interrupt: &interrupt,
    };
    runner.write_games()?;
    let mut report = BenchReport {
        runs: runner.runs,
        rivals: &rivals,
        earlier,
        rows: Vec::new(),
    };
    let ended = run_all(&runner, &works, &mut report);
    // A benchmark that was stopped reports the works so far.
    match options.json {
        true => told_in_json::print(&report, out)?,
        false => told_in_text::print(&report, out)?,
    }
    ended?;
    Ok(if report.rows.iter().all(|row| row.regola.is_ok()) {
        CommandOutcome::Done
    } else {
        CommandOutcome::No
    })
}

fn run_all(
    runner: &BenchRunner,
    works: &[&'static TimedWork],
    report: &mut BenchReport,
) -> Result<(), Trouble> {
    let total = works.len() * runner.runs;
    let mut watching = Watching::new(runner.interrupt, "runs");
    for (done, work) in works.iter().enumerate() {
        let mut begun = 0;
        let mut progress = |system: &str| {
            begun += usize::from(system == "Regola");
            watching.show(done * runner.runs + begun - 1, total, || {
                format!(", {} on {system}", work.name)
            });
        };
        let row = runner
            .run(work, &mut progress)
            .map_err(|_| Trouble::Stopped("stopped".to_owned()))?;
        report.rows.push(row);
    }
    Ok(())
}

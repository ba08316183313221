//! `regola bench`: how fast Regola is, beside other Prolog systems and from one encoding to the next; and how fast
//! one's own game is.
//!
//! ```text
//! suite      the standard works: what is run
//! alone      one work on Regola, in a process of its own
//! rival      another Prolog system: whether it is there, how it runs a work
//! child      a process, its CPU time and memory
//! runner     all systems in turn
//! sample     medians, ratios and their mean
//! earlier    figures of an earlier run
//! report     all rows, with what follows from them
//! told_in_text, told_in_json
//! counts     counted work, which depends on no clock
//! own_game   the figures of somebody's own game
//! ```

mod alone;
mod child;
mod counts;
mod earlier;
mod own_game;
mod report;
mod rival;
mod runner;
mod sample;
mod suite;
mod told_in_json;
mod told_in_text;

use std::io::Write;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;

use crate::Outcome;
use crate::interrupt::Interrupt;
use crate::opening::RunLimits;
use crate::trouble::Trouble;
use crate::watching::Watching;
use earlier::Earlier;
use report::Report;
use rival::{Installed, Rival};
use runner::Runner;
use suite::{WORKS, Work};

/// Measure how fast Regola is beside other Prolog systems, or how fast a game of your own is
///
/// Without a file the standard works are run, on Regola and then on SWI-Prolog and GNU Prolog where they are
/// installed: one run on each in turn, each in a process of its own, and every answer is checked.
///
/// The table has for each system the median CPU time of the work alone, as the system tells it itself when the
/// program is loaded, and the greatest memory of its process. The ratio is the time of Regola divided by that of
/// the other: less than 1 means that Regola is quicker. Among the games, which only Regola runs, it is the ratio to
/// another encoding of the same game; at the start, a whole process is timed.
///
/// A program is the same text on all systems, but for `othello-clauses`: a game with fluents here, the same clauses
/// on dynamic facts there. SWI-Prolog runs with `-O`; GNU Prolog's programs are compiled to native code by `gplc
/// --no-top-level`. On Linux a process counts with at least the memory of the one that started it, some megabytes.
///
/// The exit status is 1 if Regola itself came to another answer, or to none in time.
///
/// With a file that game is measured: loading, its tree, random games, and the counted work of a move.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  regola bench
  regola bench --only nrev,queens --runs 9
  regola bench --json > before.json; regola bench --against before.json
  regola bench games/othello.rules --depth 5 --games 20")]
pub struct Options {
    /// The rule file of a game to measure, instead of the standard works
    #[arg(value_name = "FILE", conflicts_with_all = ["only", "list", "long", "counts", "against", "time_limit"])]
    file: Option<String>,
    /// How many times each thing is measured
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=1000))]
    runs: u32,
    /// Only the works of these names, with commas between them
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = known_work, help_heading = "Standard works")]
    only: Vec<&'static str>,
    /// Also the works that take minutes
    #[arg(long, help_heading = "Standard works")]
    long: bool,
    /// Tell which works there are
    #[arg(long, help_heading = "Standard works", conflicts_with_all = ["counts", "only"])]
    list: bool,
    /// Instead of times, count the steps of smaller versions of the works: that depends on no computer
    #[arg(long, help_heading = "Standard works")]
    counts: bool,
    /// Also tell the ratios to the times of an earlier run, from the file of what it printed with `--json`
    #[arg(long, value_name = "FILE", help_heading = "Standard works")]
    against: Option<String>,
    /// Give up a run that takes longer than so many seconds, by the clock
    #[arg(long, value_name = "SECONDS", default_value_t = 600, value_parser = clap::value_parser!(u64).range(1..=86_400),
        help_heading = "Standard works")]
    time_limit: u64,
    /// Count the tree of the game to so many plies; without this, as far as a fraction of a second reaches
    #[arg(long, value_name = "N", requires = "file", help_heading = "A game of your own")]
    depth: Option<usize>,
    /// Play so many random games; without this, as many as a fraction of a second has room for
    #[arg(long, value_name = "N", requires = "file", help_heading = "A game of your own")]
    games: Option<u64>,
    /// Do the work in this process and tell its time
    #[arg(long, hide = true)]
    alone: bool,
    /// Print a line of JSON for each work
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    limits: RunLimits,
}

pub fn run(options: &Options, out: &mut dyn Write) -> Result<Outcome, Trouble> {
    match &options.file {
        Some(path) if options.alone => own_game::measure(options, path, out),
        Some(_) => own_game::run(options, out),
        None if options.list => list(options, out),
        None if options.counts => counts::run(&options.works(), options.json, out),
        None if options.alone => alone(options, out),
        None => compare(options, out),
    }
}

/// The name of a standard work.
fn known_work(typed: &str) -> Result<&'static str, String> {
    let typed = typed.trim();
    let names = || WORKS.iter().map(|work| work.name);
    names().find(|name| *name == typed).ok_or_else(|| match regola::logic::nearest(typed, names()) {
        Some(nearest) => format!("there is no such work, the nearest is `{nearest}`; `regola bench --list` has all"),
        None => "there is no such work; `regola bench --list` has all".to_owned(),
    })
}

impl Options {
    /// The works asked for, in the order of the suite.
    fn works(&self) -> Vec<&'static Work> {
        let is_asked_for = |work: &&Work| match self.only.as_slice() {
            [] => self.long || !work.is_long,
            only => only.contains(&work.name),
        };
        WORKS.iter().filter(is_asked_for).collect()
    }
}

fn list(options: &Options, out: &mut dyn Write) -> Result<Outcome, Trouble> {
    let works: Vec<&Work> = WORKS.iter().collect();
    if options.json {
        told_in_json::list(&works, out)?;
    } else {
        told_in_text::list(&works, out)?;
    }
    Ok(Outcome::Done)
}

/// The work of one name in this process: what a run on Regola is.
fn alone(options: &Options, out: &mut dyn Write) -> Result<Outcome, Trouble> {
    for work in options.works() {
        match alone::time(work) {
            Some(time) => writeln!(out, "seconds {:.6}", time.as_secs_f64())?,
            None => writeln!(out, "wrong")?,
        }
    }
    Ok(Outcome::Done)
}

/// All works on all systems.
fn compare(options: &Options, out: &mut dyn Write) -> Result<Outcome, Trouble> {
    let interrupt = Interrupt::on(Arc::default());
    let works = options.works();
    let earlier = options.against.as_deref().map(Earlier::read).transpose()?;
    let rivals: Vec<Installed> = Rival::ALL.into_iter().filter_map(|rival| rival.find(&interrupt)).collect();
    let folder = tempfile::tempdir()?;
    let runner = Runner {
        rivals: &rivals,
        runs: options.runs as usize,
        most: Duration::from_secs(options.time_limit),
        folder: folder.path(),
        interrupt: &interrupt,
    };
    runner.write_games()?;
    let mut report = Report { runs: runner.runs, rivals: &rivals, earlier, rows: Vec::new() };
    let ended = run_all(&runner, &works, &mut report);
    // A benchmark that was stopped tells of the works until then.
    match options.json {
        true => told_in_json::print(&report, out)?,
        false => told_in_text::print(&report, out)?,
    }
    ended?;
    Ok(if report.rows.iter().all(|row| row.regola.is_ok()) { Outcome::Done } else { Outcome::No })
}

fn run_all(runner: &Runner, works: &[&'static Work], report: &mut Report) -> Result<(), Trouble> {
    let total = works.len() * runner.runs;
    let mut watching = Watching::new(runner.interrupt, "runs");
    for (done, work) in works.iter().enumerate() {
        let mut begun = 0;
        let mut progress = |system: &str| {
            begun += usize::from(system == "Regola");
            watching.show(done * runner.runs + begun - 1, total, || format!(", {} on {system}", work.name));
        };
        let row = runner.run(work, &mut progress).map_err(|_| Trouble::Stopped("stopped".to_owned()))?;
        report.rows.push(row);
    }
    Ok(())
}

//! `regola bench`: how fast Regola is, beside other Prolog systems and from one encoding to the
//! next; and how fast one's own game is.
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
//! peers      games that other engines play, in every form that there is
//! limit      some of them by hand
//! ```

mod alone;
mod child;
mod counts;
mod earlier;
mod limit;
mod own_game;
mod peers;
mod report;
mod rival;
mod runner;
mod sample;
mod suite;
mod told_in_json;
mod told_in_text;

use std::io::Write;
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
/// Without a file the standard works are run, on Regola and then on SWI-Prolog and GNU Prolog where
/// they are installed: one run on each in turn, each in a process of its own, and every answer is
/// checked.
///
/// The table has for each system the median CPU time of the work alone, as the system tells it
/// itself when the program is loaded, and the greatest memory of its process. The ratio is the time
/// of Regola divided by that of the other: less than 1 means that Regola is quicker. Among the
/// games, which only Regola runs, it is the ratio to another encoding of the same game; at the
/// start, a whole process is timed.
///
/// A program is the same text on all systems, but for `othello-clauses`: a game with fluents here,
/// the same clauses on dynamic facts there. SWI-Prolog runs with `-O`; GNU Prolog's programs are
/// compiled to native code by `gplc --no-top-level`. On Linux a process counts with at least the
/// memory of the one that started it, some megabytes.
///
/// The exit status is 1 if Regola itself came to another answer, or to none in time.
///
/// With a file that game is measured: loading, its tree, random games, and the counted work of a
/// move.
///
/// With `--peers` it is games that other engines publish figures for, in every form that there is:
/// followed by the machine, compiled to word operations, and some by hand. Here the table has
/// speeds, so that greater ratios are better, and all forms must come to the same trees and the
/// same random games; if not, the exit status is 1.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  regola bench
  regola bench --only nrev,queens --runs 9
  regola bench --json > before.json; regola bench --against before.json
  regola bench --peers --only othello,chess
  regola bench games/othello.rules --depth 5 --games 20")]
pub struct Options {
    /// The rule file of a game to measure, instead of the standard works
    #[arg(value_name = "FILE", conflicts_with_all = ["peers", "only", "list", "long", "counts", "against", "time_limit"])]
    file: Option<String>,
    /// How many times each thing is measured
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=1000))]
    runs: u32,
    /// Only the works of these names, or with `--peers` only these games, with commas between them
    #[arg(
        long,
        value_name = "NAMES",
        value_delimiter = ',',
        help_heading = "Standard works"
    )]
    only: Vec<String>,
    /// Also the works that take minutes
    #[arg(long, help_heading = "Standard works")]
    long: bool,
    /// Tell which works there are
    #[arg(long, help_heading = "Standard works", conflicts_with_all = ["counts", "only"])]
    list: bool,
    /// Instead of times, count the steps of smaller versions of the works, or with `--peers` the
    /// operations of compiled games: that depends on no computer
    #[arg(long, help_heading = "Standard works")]
    counts: bool,
    /// Also tell the ratios to the times of an earlier run, from the file of what it printed with
    /// `--json`
    #[arg(long, value_name = "FILE", help_heading = "Standard works")]
    against: Option<String>,
    /// Give up a run that takes longer than so many seconds, by the clock
    #[arg(long, value_name = "SECONDS", default_value_t = 600, value_parser = clap::value_parser!(u64).range(1..=86_400),
        help_heading = "Standard works")]
    time_limit: u64,
    /// Count the tree of the game to so many plies; without this, as far as a fraction of a second
    /// reaches
    #[arg(
        long,
        value_name = "N",
        requires = "file",
        help_heading = "A game of your own"
    )]
    depth: Option<usize>,
    /// Play so many random games; without this, as many as a fraction of a second has room for
    #[arg(
        long,
        value_name = "N",
        requires = "file",
        help_heading = "A game of your own"
    )]
    games: Option<u64>,
    /// Measure games that other engines play: on the machine, compiled, and by hand
    #[arg(long, conflicts_with_all = ["long", "list", "against", "time_limit"])]
    peers: bool,
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
        None if options.peers => peers::run(options, out),
        None if options.list => list(options, out),
        None if options.counts => counts::run(&options.works()?, options.json, out),
        None if options.alone => alone(options, out),
        None => compare(options, out),
    }
}

impl Options {
    /// The works asked for, in the order of the suite.
    fn works(&self) -> Result<Vec<&'static Work>, Trouble> {
        let only: Vec<&str> = self.only.iter().map(|name| name.trim()).collect();
        only.iter().try_for_each(|name| known_work(name))?;
        let is_asked_for = |work: &&Work| match only.as_slice() {
            [] => self.long || !work.is_long,
            only => only.contains(&work.name),
        };
        Ok(WORKS.iter().filter(is_asked_for).collect())
    }
}

/// Complains about a name that no standard work has.
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
    for work in options.works()? {
        match alone::time(work) {
            Some(time) => writeln!(out, "seconds {:.6}", time.as_secs_f64())?,
            None => writeln!(out, "wrong")?,
        }
    }
    Ok(Outcome::Done)
}

/// All works on all systems.
fn compare(options: &Options, out: &mut dyn Write) -> Result<Outcome, Trouble> {
    let interrupt = Interrupt::of_the_program();
    let works = options.works()?;
    let earlier = options.against.as_deref().map(Earlier::read).transpose()?;
    let rivals: Vec<Installed> = Rival::ALL
        .into_iter()
        .filter_map(|rival| rival.find(&interrupt))
        .collect();
    let folder = tempfile::tempdir()?;
    let runner = Runner {
        rivals: &rivals,
        runs: options.runs as usize,
        most: Duration::from_secs(options.time_limit),
        folder: folder.path(),
        interrupt: &interrupt,
    };
    runner.write_games()?;
    let mut report = Report {
        runs: runner.runs,
        rivals: &rivals,
        earlier,
        rows: Vec::new(),
    };
    let ended = run_all(&runner, &works, &mut report);
    // A benchmark that was stopped tells of the works until then.
    match options.json {
        true => told_in_json::print(&report, out)?,
        false => told_in_text::print(&report, out)?,
    }
    ended?;
    Ok(if report.rows.iter().all(|row| row.regola.is_ok()) {
        Outcome::Done
    } else {
        Outcome::No
    })
}

fn run_all(runner: &Runner, works: &[&'static Work], report: &mut Report) -> Result<(), Trouble> {
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

//! The figures of the user's own game: loading, its game tree, random games, and the work of one
//! move.
//!
//! A process of its own measures, so that the greatest memory is that of the game alone. The first
//! process prints the output of the second and adds its memory.

use std::env;
use std::io::{self, Write};
use std::process::Command;
use std::time::Duration;

use cpu_time::ProcessTime;
use regola::game::{Game, Rules};
use regola::logic::Work as Counted;
use regola::search::{Unwatched, perft, playout};
use serde_json::{Value, json};

use super::BenchArguments;
use super::alone::difference;
use super::child::{self, ChildFault, Errors, ProcessEnd};
use super::sample::median;
use crate::interrupt::CtrlC;
use crate::shipped::{AnyReader, path_of};
use crate::trouble::{Explain, Trouble};
use crate::watching::Watching;
use crate::{CommandOutcome, json};

/// The tree is counted one ply deeper until a count takes this much CPU time. Random games are
/// played for the same time.
const ENOUGH: Duration = Duration::from_millis(250);

/// The most plies of a random game.
const MAX_PLIES: usize = 1000;

/// Runs the same command in another process, with an option that makes it measure.
pub fn run(options: &BenchArguments, out: &mut dyn Write) -> Result<CommandOutcome, Trouble> {
    let mut command = Command::new(env::current_exe()?);
    for word in env::args_os().skip(1) {
        // The first word `bench` is this command: the options before it have no such value.
        let is_command = word == "bench" && !command.get_args().any(|word| word == "bench");
        command.arg(word).args(is_command.then_some("--alone"));
    }
    let interrupt = CtrlC::of_the_program();
    let ended = match child::run(command, Errors::Shown, None, &interrupt) {
        Ok(ended) => ended,
        Err(ChildFault::Stopped) => return Err(Trouble::Stopped("stopped".to_owned())),
        Err(ChildFault::Failed(error)) => return Err(error.into()),
        Err(ChildFault::Missing | ChildFault::TooLong(_)) => {
            return Err(io::Error::from(io::ErrorKind::NotFound).into());
        }
    };
    match ended.status.code() {
        Some(0) => report_end(&ended, options.json, out),
        // The process has reported the error.
        Some(2) => Ok(CommandOutcome::Faulty),
        _ => Err(Trouble::Use(format!(
            "the measurement failed ({})",
            ended.status
        ))),
    }
}

/// Prints the output of the measuring process, and its memory.
fn report_end(
    ended: &ProcessEnd,
    in_json: bool,
    out: &mut dyn Write,
) -> Result<CommandOutcome, Trouble> {
    if in_json {
        let mut object: Value = serde_json::from_str(&ended.output).map_err(io::Error::other)?;
        object["process_bytes"] = json!(ended.memory);
        json::write(out, &object)?;
    } else {
        write!(out, "{}", ended.output)?;
        writeln!(out, "process       {:.1} MiB at most", mib(ended.memory))?;
    }
    Ok(CommandOutcome::Done)
}

/// Measures in this process.
pub fn measure(
    options: &BenchArguments,
    path: &str,
    out: &mut dyn Write,
) -> Result<CommandOutcome, Trouble> {
    let interrupt = CtrlC::of_the_program();
    let path = path_of(path);
    let load = || Rules::read_within(&AnyReader, &path, options.limits.allowance(&interrupt));
    let rules = load()?;
    let mut repeated = Repeated::new(options.runs as usize, &interrupt);
    let loading = repeated.median(", loading", None, || Ok(timed(load)?.1))?;
    let tree = tree(&rules, options.depth)?;
    let again = || Ok(count(&rules, tree.depth)?.time);
    let tree_time = repeated.median(", its tree", Some(tree.time), again)?;
    let before = rules.work();
    let played = play(&rules, options.games)?;
    let work = difference(rules.work(), before);
    let again = || Ok(play(&rules, Some(played.games))?.time);
    let played_time = repeated.median(", random games", Some(played.time), again)?;
    let runs = repeated.runs;
    drop(repeated);
    let (tree, played) = (
        CountedTree {
            time: tree_time,
            ..tree
        },
        CountedGames {
            time: played_time,
            ..played
        },
    );
    let figures = Figures {
        name: rules.name(),
        runs,
        loading,
        tree,
        played,
        work,
    };
    if options.json {
        json::write(out, &figures.object())?
    } else {
        figures.print(out)?
    }
    Ok(CommandOutcome::Done)
}

/// Measurements that are repeated, with one progress bar for all.
struct Repeated {
    runs: usize,
    done: usize,
    watching: Watching,
}

impl Repeated {
    /// The number of different measurements.
    const THINGS: usize = 3;

    fn new(runs: usize, interrupt: &CtrlC) -> Self {
        Repeated {
            runs,
            done: 0,
            watching: Watching::new(interrupt, "measurements"),
        }
    }

    /// Returns the median of `runs` times: the time `first`, if there is one, and the times that
    /// `again` returns.
    fn median(
        &mut self,
        what: &str,
        first: Option<Duration>,
        mut again: impl FnMut() -> Result<Duration, Trouble>,
    ) -> Result<Duration, Trouble> {
        let mut times: Vec<Duration> = first.into_iter().collect();
        while times.len() < self.runs {
            self.watching
                .show(self.done + times.len(), Self::THINGS * self.runs, || {
                    what.to_owned()
                });
            times.push(again()?);
        }
        self.done += self.runs;
        Ok(median(times))
    }
}

/// The figures of a game.
struct Figures<'a> {
    name: &'a str,
    runs: usize,
    loading: Duration,
    tree: CountedTree,
    played: CountedGames,
    /// The counted work of the random games.
    work: Counted,
}

struct CountedTree {
    depth: usize,
    leaves: u64,
    time: Duration,
    /// The number of calls of predicates.
    steps: u64,
}

struct CountedGames {
    games: u64,
    plies: usize,
    unfinished: u64,
    time: Duration,
}

fn timed<T, E>(work: impl FnOnce() -> Result<T, E>) -> Result<(T, Duration), E> {
    let before = ProcessTime::now();
    let result = work()?;
    Ok((result, before.elapsed()))
}

/// Counts the tree to a depth. Without a depth it counts as deep as is quickly possible.
fn tree(rules: &Rules, depth: Option<usize>) -> Result<CountedTree, Trouble> {
    if let Some(depth) = depth {
        return count(rules, depth);
    }
    let mut deepest = count(rules, 1)?;
    while deepest.time < ENOUGH && deepest.depth < MAX_PLIES {
        let deeper = count(rules, deepest.depth + 1)?;
        if deeper.steps == deepest.steps {
            // There is no deeper position: the tree ends here.
            break;
        }
        deepest = deeper;
    }
    Ok(deepest)
}

fn count(rules: &Rules, depth: usize) -> Result<CountedTree, Trouble> {
    let before = rules.steps();
    let (leaves, time) =
        timed(|| perft(rules, &rules.initial(), depth, &mut Unwatched)).explain(rules)?;
    Ok(CountedTree {
        depth,
        leaves,
        time,
        steps: rules.steps() - before,
    })
}

/// Plays the random games with the first seeds. Without a number it plays as many as are quickly
/// possible.
fn play(rules: &Rules, games: Option<u64>) -> Result<CountedGames, Trouble> {
    let mut played = CountedGames {
        games: 0,
        plies: 0,
        unfinished: 0,
        time: Duration::ZERO,
    };
    let before = ProcessTime::now();
    while games.map_or(played.time < ENOUGH, |games| played.games < games) {
        let game = playout(rules, &rules.initial(), MAX_PLIES, played.games).explain(rules)?;
        played.games += 1;
        played.plies += game.plies;
        played.unfinished += u64::from(game.goals.is_none());
        played.time = before.elapsed();
    }
    Ok(played)
}

fn each(count: u64, things: usize) -> f64 {
    count as f64 / things.max(1) as f64
}

fn rate(count: u64, time: Duration) -> f64 {
    count as f64 / time.as_secs_f64().max(1e-9)
}

fn mib(bytes: u64) -> f64 {
    bytes as f64 / f64::from(1 << 20)
}

impl Figures<'_> {
    fn print(&self, out: &mut dyn Write) -> io::Result<()> {
        let Figures {
            name,
            runs,
            loading,
            tree,
            played,
            work,
        } = self;
        let (plies, games) = (played.plies as u64, played.games);
        let each = |count| each(count, played.plies);
        writeln!(out, "{name}: CPU time, median of {runs}")?;
        writeln!(out, "load          {:.4} s", loading.as_secs_f64())?;
        write!(
            out,
            "perft {:<7} {} leaves in {:.3} s: ",
            tree.depth,
            tree.leaves,
            tree.time.as_secs_f64()
        )?;
        writeln!(out, "{:.0} leaves/s", rate(tree.leaves, tree.time))?;
        write!(
            out,
            "random games  {games} with {plies} moves in {:.3} s: ",
            played.time.as_secs_f64()
        )?;
        writeln!(
            out,
            "{:.1} games/s, {:.0} moves/s",
            rate(games, played.time),
            rate(plies, played.time)
        )?;
        if played.unfinished > 0 {
            writeln!(
                out,
                "              {} given up after {MAX_PLIES} plies",
                played.unfinished
            )?;
        }
        write!(
            out,
            "one move      {:.0} steps, {:.0} unifications, ",
            each(work.steps),
            each(work.unifications)
        )?;
        writeln!(out, "{:.0} choice points", each(work.choice_points))?;
        writeln!(
            out,
            "one question  {:.3} MiB at most",
            mib(work.bytes as u64)
        )
    }

    fn object(&self) -> Value {
        let Figures {
            name,
            runs,
            loading,
            tree,
            played,
            work,
        } = self;
        let each = |count| each(count, played.plies);
        json!({
            "game": name,
            "runs": runs,
            "load": { "seconds": json::seconds(*loading) },
            "perft": { "depth": tree.depth, "leaves": tree.leaves, "seconds": json::seconds(tree.time) },
            "playouts": { "games": played.games, "moves": played.plies, "unfinished": played.unfinished,
                "seconds": json::seconds(played.time) },
            "move": { "steps": each(work.steps), "unifications": each(work.unifications),
                "choice_points": each(work.choice_points) },
            "question_bytes": work.bytes,
        })
    }
}

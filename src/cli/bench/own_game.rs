//! The figures of the user's own game: loading, its game tree, random games, the work of one move, and
//! its compiled form.
//!
//! A process of its own measures, so that the greatest memory is that of the game and its compiler. The first
//! process prints the output of the second and adds its memory.

use std::env;
use std::io::{self, Write};
use std::process::Command;
use std::time::Duration;

use cpu_time::ProcessTime;
use regola::engine::Visitor;
use regola::game::{Game, Rules};
use regola::logic::Work as Counted;
use regola::search::{Unwatched, perft};
use serde_json::{Value, json};

use super::BenchArguments;
use super::alone::difference;
use super::child::{self, ChildFault, Errors, ProcessEnd};
use super::compiled_game::{CompiledGame, compile};
use super::random_games::{PlayRandomGames, RandomGames, is_by_turns, rate};
use super::sample::median;
use crate::interrupt::CtrlC;
use crate::shipped::{AnyReader, path_of};
use crate::trouble::{Explain, Trouble};
use crate::watching::Watching;
use crate::{CommandOutcome, json};

/// The tree is counted one ply deeper if that takes less CPU time than this, by the growth of the last ply.
const SHORT: Duration = Duration::from_secs(1);

/// No tree is counted deeper.
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
    let (compilation, compiling) = timed(|| compile(&rules))?;
    let again = || Ok(timed(|| compile(&rules))?.1);
    let compiling = repeated.median(", compiling", Some(compiling), again)?;
    let compiled = CompiledGame::new(&rules, compiling, compilation, options.games)?;
    let tree = tree(&rules, options.depth)?;
    let again = || Ok(count(&rules, tree.depth)?.time);
    let tree_time = repeated.median(", its tree", Some(tree.time), again)?;
    let before = rules.work();
    let play = |games| PlayRandomGames { games }.visit(&rules);
    let played = play(options.games).explain(&rules)?;
    let work = difference(rules.work(), before);
    let again = || Ok(play(Some(played.games)).explain(&rules)?.time);
    let played_time = repeated.median(", random games", Some(played.time), again)?;
    let runs = repeated.runs;
    drop(repeated);
    let figures = Figures {
        rules: &rules,
        runs,
        loading,
        is_by_turns: is_by_turns(&rules).explain(&rules)?,
        tree: CountedTree {
            time: tree_time,
            ..tree
        },
        played: RandomGames {
            time: played_time,
            ..played
        },
        work,
        compiled,
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
    const THINGS: usize = 4;

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
    rules: &'a Rules,
    runs: usize,
    loading: Duration,
    is_by_turns: bool,
    tree: CountedTree,
    played: RandomGames,
    /// The counted work of the random games.
    work: Counted,
    compiled: CompiledGame,
}

struct CountedTree {
    depth: usize,
    leaves: u64,
    time: Duration,
    /// The number of calls of predicates.
    steps: u64,
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
    let (mut deepest, mut leaves_before) = (count(rules, 1)?, 1);
    while deepest.depth < MAX_PLIES {
        let growth = deepest.leaves as f64 / leaves_before.max(1) as f64;
        if deepest.time.as_secs_f64() * growth > SHORT.as_secs_f64() {
            break;
        }
        let deeper = count(rules, deepest.depth + 1)?;
        if deeper.steps == deepest.steps {
            // There is no deeper position: the tree ends here.
            break;
        }
        leaves_before = deepest.leaves;
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

fn mib(bytes: u64) -> f64 {
    bytes as f64 / f64::from(1 << 20)
}

impl Figures<'_> {
    fn print(&self, out: &mut dyn Write) -> io::Result<()> {
        let (name, runs) = (self.rules.name(), self.runs);
        writeln!(out, "{name}: CPU time, median of {runs}")?;
        writeln!(out, "load          {:.4} s", self.loading.as_secs_f64())?;
        let CountedTree {
            depth,
            leaves,
            time,
            ..
        } = self.tree;
        let seconds = time.as_secs_f64();
        let speed = rate(leaves, time);
        writeln!(
            out,
            "perft {depth:<7} {leaves} leaves in {seconds:.3} s: {speed:.0} leaves/s"
        )?;
        self.played.print("random games", out)?;
        let [steps, unifications, choice_points] = self.work_of_a_move();
        writeln!(
            out,
            "one move      {steps:.0} steps, {unifications:.0} unifications, {choice_points:.0} choice points"
        )?;
        let most = mib(self.work.bytes as u64);
        writeln!(out, "one question  {most:.3} MiB at most")?;
        self.compiled.print(&self.played, out)
    }

    /// The steps, unifications and choice points of a ply, on average.
    fn work_of_a_move(&self) -> [f64; 3] {
        let work = self.work;
        let all = [work.steps, work.unifications, work.choice_points];
        all.map(|count| count as f64 / self.played.plies.max(1) as f64)
    }

    fn object(&self) -> Value {
        let CountedTree {
            depth,
            leaves,
            time,
            ..
        } = self.tree;
        let [steps, unifications, choice_points] = self.work_of_a_move();
        json!({
            "game": self.rules.name(),
            "roles": self.rules.roles().len(),
            "by_turns": self.is_by_turns,
            "runs": self.runs,
            "load": { "seconds": json::seconds(self.loading) },
            "perft": { "depth": depth, "leaves": leaves, "seconds": json::seconds(time) },
            "playouts": self.played.object(),
            "move": { "steps": steps, "unifications": unifications, "choice_points": choice_points },
            "question_bytes": self.work.bytes,
            "compiled": self.compiled.object(),
        })
    }
}

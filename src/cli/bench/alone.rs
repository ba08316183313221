//! The part of Regola: runs one work in this process, so that its time and memory are its own.

use std::sync::Arc;
use std::time::Duration;

use cpu_time::ProcessTime;
use regola::game::{Game, Rules};
use regola::logic::{Builder, Facts, Limits, Machine, Program, Term, Work as Counted};
use regola::search::{Unwatched, perft};
use regola::syntax::parse::{parse_file, parse_query};
use regola::syntax::source::Sources;

use super::suite::{Perft, TimedTask, TimedWork, load_game};

/// The clause that runs all rounds of a program.
const DRIVER: &str =
    "rounds_of_work :- rounds(N), answer(A), forall(between(1, N, _), ( once(work(F)), F == A )).";

/// Limits that are large enough for each work of the suite.
const LIMITS: Limits = Limits {
    steps: u64::MAX / 16,
    memory: 1 << 30,
};

/// Returns the CPU time of the work without its preparation; none if its answer is wrong.
pub fn time(work: &TimedWork) -> Option<Duration> {
    match work.task {
        TimedTask::Program { text, .. } => time_program(text),
        TimedTask::Perft(perft) => time_perft(perft),
        TimedTask::Start => Some(Duration::ZERO),
    }
}

fn time_program(text: &str) -> Option<Duration> {
    let mut machine = Machine::new(&load(&[text, DRIVER]), LIMITS);
    let before = ProcessTime::now();
    let is_right = prove(&mut machine, "rounds_of_work");
    is_right.then(|| before.elapsed())
}

fn time_perft(task: Perft) -> Option<Duration> {
    let rules = load_game(task.game).with_limits(LIMITS);
    let before = ProcessTime::now();
    let leaves = leaves(&rules, task.depth);
    (leaves == Some(task.leaves)).then(|| before.elapsed())
}

/// Counts the work of a smaller version; none for a work that has nothing to count.
pub fn count(work: &TimedWork) -> Option<(String, Counted)> {
    match work.task {
        TimedTask::Program { text, counted } => {
            let mut machine = Machine::new(&load(&[text]), LIMITS);
            prove(&mut machine, counted).then(|| (counted.to_owned(), machine.work()))
        }
        TimedTask::Perft(perft) => {
            let rules = load_game(perft.game);
            let before = rules.work();
            leaves(&rules, perft.counted_depth)?;
            let what = format!("{}, perft {}", perft.game, perft.counted_depth);
            Some((what, difference(rules.work(), before)))
        }
        TimedTask::Start => None,
    }
}

/// Returns the counts between two measurements; the bytes are those of the later one.
pub fn difference(after: Counted, before: Counted) -> Counted {
    Counted {
        steps: after.steps - before.steps,
        unifications: after.unifications - before.unifications,
        choice_points: after.choice_points - before.choice_points,
        bytes: after.bytes,
    }
}

fn leaves(rules: &Rules, depth: usize) -> Option<u64> {
    perft(rules, &rules.initial(), depth, &mut Unwatched).ok()
}

fn prove(machine: &mut Machine, goal: &str) -> bool {
    let mut sources = Sources::new();
    let source = sources.add("<goal>", goal);
    let goal = parse_query(&sources, source).expect("the goal is part of the program");
    let (goal, _) = Term::from_syntax(&goal);
    machine.start(&Facts::empty(machine.program().schema()), &[], &goal);
    machine.next_answer() == Ok(true)
}

fn load(texts: &[&str]) -> Arc<Program> {
    let mut sources = Sources::new();
    let mut builder = Builder::new();
    let mut clauses = Vec::new();
    for text in texts {
        let source = sources.add("<program>", text);
        clauses.extend(parse_file(&sources, source).0.clauses);
    }
    let problems = builder.add_clauses(clauses);
    debug_assert_eq!(problems, []);
    Arc::new(
        builder
            .finish()
            .expect("the program calls only what there is"),
    )
}

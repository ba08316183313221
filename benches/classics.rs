//! Classics of logic programming on the machine, and beside them on SWI-Prolog where that is installed.
//!
//! `cargo bench --bench classics` runs each program of `benches/classics/` in turn on both and prints CPU times,
//! medians of several runs, and their ratio: less than 1 where Regola is quicker. The same file is the program
//! for both, and both must give the answer that it states.
//! A name after `--` runs that program alone.

#![allow(clippy::disallowed_macros, reason = "a benchmark is a program")]

mod timing;

use std::fs;
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use cpu_time::ProcessTime;
use regola::logic::{Builder, Facts, Limits, Machine, Program, Term};
use regola::syntax::parse::parse_file;
use regola::syntax::source::Sources;

use timing::median;

const NAMES: [&str; 9] = ["nrev", "queens", "tak", "zebra", "deriv", "crypt", "poly", "browse", "iterate"];
const RUNS: usize = 5;
const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/classics");

/// What is timed: `work/1` as often as the program says, each answer compared with the one that it states.
const DRIVER: &str = "run :- rounds(N), answer(Answer), forall(between(1, N, _), ( work(Found), Found == Answer )).";

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let names = NAMES.into_iter().filter(|name| wanted.is_empty() || wanted.iter().any(|one| one == name));
    let ratios: Vec<f64> = names.filter_map(compare).collect();
    if ratios.len() > 1 {
        let mean = (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len() as f64).exp();
        println!("geometric mean of the ratios {mean:.2}");
    }
}

/// Regola and SWI-Prolog in turn; the ratio, if there is an SWI-Prolog.
fn compare(name: &str) -> Option<f64> {
    let path = format!("{FOLDER}/{name}.rules");
    let program = load(&path);
    let mut ours = Vec::new();
    let mut theirs = Vec::new();
    for _ in 0..RUNS {
        ours.push(run(&program, name));
        theirs.extend(run_on_swi(&path));
    }
    let ours = median(ours).as_secs_f64();
    print!("{name:<8} regola {ours:>7.3} s");
    if theirs.is_empty() {
        println!("  (install SWI-Prolog to compare)");
        return None;
    }
    let theirs = median(theirs).as_secs_f64();
    println!("  swipl -O {theirs:>7.3} s  ratio {:.2}", ours / theirs);
    Some(ours / theirs)
}

fn load(path: &str) -> Arc<Program> {
    let mut sources = Sources::new();
    let text = fs::read_to_string(path).expect("the program is part of the sources");
    let file = sources.add(path, &text);
    let driver = sources.add("<driver>", DRIVER);
    let mut builder = Builder::new();
    let mut clauses = Vec::new();
    for source in [file, driver] {
        let (file, problems) = parse_file(&sources, source);
        assert_eq!(problems, [], "{path}");
        clauses.extend(file.clauses);
    }
    assert_eq!(builder.add_clauses(&clauses), [], "{path}");
    Arc::new(builder.finish().expect("the program calls only what there is"))
}

/// The CPU time that all rounds took.
fn run(program: &Arc<Program>, name: &str) -> Duration {
    let mut machine = Machine::new(program, Limits { steps: u64::MAX / 16, memory: 1 << 30 });
    machine.start(&Facts::empty(program.schema()), &[], &Term::atom("run"));
    let before = ProcessTime::now();
    assert_eq!(machine.next_answer(), Ok(true), "{name} gives its answer");
    before.elapsed()
}

/// The CPU time that SWI-Prolog says it took; none if there is no SWI-Prolog.
fn run_on_swi(path: &str) -> Option<Duration> {
    let goal = format!(
        "consult('{path}'), rounds(N), answer(A), statistics(cputime, T0), forall(between(1, N, _), (work(F), F == A)), \
         statistics(cputime, T1), T is T1 - T0, print(T), nl"
    );
    let output = Command::new("swipl").args(["-O", "-q", "-g", &goal, "-t", "halt"]).output().ok()?;
    let seconds = String::from_utf8(output.stdout).ok()?.trim().parse().ok();
    Some(Duration::from_secs_f64(seconds.unwrap_or_else(|| panic!("SWI-Prolog gives no answer for {path}"))))
}

//! Counts all games of tic-tac-toe in the three encodings that ship.
//!
//! `cargo bench --bench tris` prints CPU times, medians of several runs in turn, and their ratios to the first.
//! Every count is checked.

#![allow(clippy::disallowed_macros, reason = "a benchmark is a program")]

mod timing;

use std::time::Duration;

use cpu_time::ProcessTime;
use regola::game::{Game, Rules};
use regola::search::{Options, Strategy, Unwatched, best};

use timing::median;

const ENCODINGS: [&str; 3] = ["filetto", "tictactoe", "tris-productions"];
/// Nodes of the whole tree, the root included.
const NODES: u64 = 549_946;
const RUNS: usize = 3;

fn main() {
    let rules = ENCODINGS.map(|name| {
        let path = format!("{}/games/{name}.rules", env!("CARGO_MANIFEST_DIR"));
        Rules::load(path).unwrap_or_else(|failure| panic!("{failure}"))
    });
    let mut times = [const { Vec::new() }; ENCODINGS.len()];
    for _ in 0..RUNS {
        for (times, rules) in times.iter_mut().zip(&rules) {
            times.push(count(rules));
        }
    }
    let medians = times.map(median);
    for (name, taken) in ENCODINGS.iter().zip(medians) {
        let (seconds, ratio) = (taken.as_secs_f64(), taken.as_secs_f64() / medians[0].as_secs_f64());
        println!("{name:<16} {seconds:>7.3} s  {:>9.0} nodes/s  ratio {ratio:.2}", NODES as f64 / seconds);
    }
}

/// The whole tree by minimax.
fn count(rules: &Rules) -> Duration {
    let options = Options { strategy: Strategy::Minimax, depth: 9, ..Options::default() };
    let before = ProcessTime::now();
    let best = best(rules, &rules.initial(), &options, &mut Unwatched).expect("the rules can be followed");
    assert_eq!((best.value.number(), best.nodes), (0, NODES));
    before.elapsed()
}

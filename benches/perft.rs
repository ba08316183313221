//! Counts Othello's game tree, and beside it the same clauses on SWI-Prolog where that is installed.
//!
//! `cargo bench --bench perft` prints CPU times, medians of several runs in turn, and their ratio.
//! Every count is checked. Depths 8 and 9 are counted once each.

#![allow(clippy::disallowed_macros, reason = "a benchmark is a program")]

mod timing;

use std::process::Command;
use std::time::Duration;

use cpu_time::ProcessTime;
use regola::game::{Game, Rules};
use regola::search::{Unwatched, perft};

use timing::median;

/// Leaves of Othello's tree by depth, from 0.
const LEAVES: [u64; 10] = [1, 4, 12, 56, 244, 1396, 8200, 55092, 390_216, 3_005_288];
const RUNS: usize = 5;
const COMPARED_DEPTH: usize = 6;

fn main() {
    let games = concat!(env!("CARGO_MANIFEST_DIR"), "/games/othello.rules");
    let rules = Rules::load(games).unwrap_or_else(|failure| panic!("{failure}"));
    compare(&rules);
    for depth in COMPARED_DEPTH + 1..LEAVES.len() {
        let taken = count(&rules, depth);
        println!("perft({depth})  regola {:>9.3} s  {:>10.0} leaves/s", taken.as_secs_f64(), rate(depth, taken));
    }
}

/// Regola and SWI-Prolog in turn.
fn compare(rules: &Rules) {
    let mut ours = Vec::new();
    let mut theirs = Vec::new();
    for _ in 0..RUNS {
        ours.push(count(rules, COMPARED_DEPTH));
        theirs.extend(count_with_swi(COMPARED_DEPTH));
    }
    let ours = median(ours);
    print!("perft({COMPARED_DEPTH})  regola {:>9.3} s", ours.as_secs_f64());
    if theirs.is_empty() {
        println!("  (install SWI-Prolog to compare)");
    } else {
        let theirs = median(theirs);
        let ratio = ours.as_secs_f64() / theirs.as_secs_f64();
        println!("  swipl -O {:>9.3} s  ratio {ratio:.2}", theirs.as_secs_f64());
    }
}

fn count(rules: &Rules, depth: usize) -> Duration {
    let before = ProcessTime::now();
    let leaves = perft(rules, &rules.initial(), depth, &mut Unwatched).expect("Othello's rules can be followed");
    assert_eq!(leaves, LEAVES[depth], "perft({depth})");
    before.elapsed()
}

/// The CPU time that SWI-Prolog says it took; none if there is no SWI-Prolog.
fn count_with_swi(depth: usize) -> Option<Duration> {
    let program = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/othello.pl");
    let output = Command::new("swipl").args(["-O", program, &depth.to_string()]).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let fields: Vec<&str> = text.split_whitespace().collect();
    let [_, leaves, seconds] = fields.as_slice() else { return None };
    assert_eq!(leaves.parse(), Ok(LEAVES[depth]), "perft({depth}) on SWI-Prolog");
    Some(Duration::from_secs_f64(seconds.parse().ok()?))
}

fn rate(depth: usize, taken: Duration) -> f64 {
    LEAVES[depth] as f64 / taken.as_secs_f64()
}

//! The counts of lines that every encoding of a game must give: `tests/perft/<game>.perft`, a depth
//! and its count a line.

use std::fs;
use std::ops::RangeInclusive;

use regola::game::Game;
use regola::search::{Unwatched, perft};

use super::shipped;

/// The tables: a game's name, and its depths with their counts.
pub fn tables() -> Vec<(String, Vec<(usize, u64)>)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/perft");
    let entries = fs::read_dir(folder).expect("the tables are part of the sources");
    let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    let row = |line: &str| {
        let (depth, leaves) = line.split_once(' ')?;
        Some((depth.parse().ok()?, leaves.parse().ok()?))
    };
    let table = |path: &std::path::PathBuf| {
        let name = path
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let text = fs::read_to_string(path).expect("a table is text");
        (
            name,
            text.lines()
                .map(|line| row(line).expect("a depth and a count"))
                .collect(),
        )
    };
    paths.iter().map(table).collect()
}

/// What takes a second at most without full optimisation.
const QUICK: u64 = 10_000;

/// Counts again all rows of the tables with so many leaves.
fn recount(counts: RangeInclusive<u64>) {
    for (name, rows) in tables() {
        let rules = shipped(&name);
        for (depth, leaves) in rows
            .into_iter()
            .filter(|(_, leaves)| counts.contains(leaves))
        {
            let counted = perft(&rules, &rules.initial(), depth, &mut Unwatched);
            assert_eq!(counted, Ok(leaves), "{name}, depth {depth}");
        }
    }
}

#[test]
fn games_grow_as_their_tables_say() {
    assert!(tables().len() >= 2);
    recount(0..=QUICK);
}

#[test]
#[ignore = "takes some minutes"]
fn games_grow_as_their_tables_say_to_a_greater_depth() {
    recount(QUICK + 1..=5_000_000);
}

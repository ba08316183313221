//! Memory: a search leaves nothing behind, whatever it went through, and a large file of facts fits
//! in a few times its size.
//!
//! What a process has in memory is only told by the process itself, and only if nothing else runs
//! in it: each measurement is a test of its own that another test starts in a process of its own.

use std::env;
use std::fmt::Write;
use std::fs;
use std::process::Command;

use regola::game::{Game, Rules};
use regola::logic::Limits;
use regola::search::{self, Options, Strategy, Unwatched};
use regola::syntax::load::MemoryReader;

/// What a fact with four arguments may take: its text, its tree, its code and its share of the
/// index.
const MOST_BYTES_A_FACT: i64 = 900;

/// Set where a measurement runs alone.
const ALONE: &str = "REGOLA_TEST_ALONE";

/// Runs a measurement, one of the ignored tests, in a process of its own.
#[expect(
    clippy::disallowed_macros,
    reason = "what was measured is of interest even where it is in order"
)]
fn alone(test: &str) {
    let program = env::current_exe().expect("tests run from a file");
    let arguments = [
        &format!("memory::{test}"),
        "--exact",
        "--ignored",
        "--nocapture",
    ];
    let output = Command::new(program)
        .args(arguments)
        .env(ALONE, "1")
        .output()
        .expect("the tests start once more");
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success() && told.contains("1 passed"),
        "{told}{}",
        String::from_utf8_lossy(&output.stderr)
    );
    println!("{told}");
}

/// The bytes of this process in memory; none where the system does not tell, or where other tests
/// run too.
fn resident() -> Option<i64> {
    env::var_os(ALONE)?;
    let pages: i64 = fs::read_to_string("/proc/self/statm")
        .ok()?
        .split(' ')
        .nth(1)?
        .parse()
        .ok()?;
    Some(pages * 4096)
}

/// Does the same work again and again: the first rounds may fill what is kept for later work, such
/// as a machine and room that the allocator keeps; after them nothing is added.
#[expect(
    clippy::disallowed_macros,
    reason = "what was measured is of interest even where it is in order"
)]
fn stays_small(warming: usize, rounds: usize, mut work: impl FnMut()) {
    (0..warming).for_each(|_| work());
    let Some(before) = resident() else { return };
    (0..rounds).for_each(|_| work());
    let grown = resident().expect("it was told before") - before;
    println!(
        "in memory: {} KiB, grown by {} KiB",
        before >> 10,
        grown >> 10
    );
    assert!(grown < 256 << 10, "{grown} bytes were left behind");
}

fn rules(file: &str) -> Rules {
    Rules::load(format!("{}/games/{file}", env!("CARGO_MANIFEST_DIR"))).expect("a shipped game")
}

/// The nodes of a tree, counted one by one.
fn walk(rules: &Rules, depth: usize) -> u64 {
    search::perft(rules, &rules.initial(), depth, &mut Unwatched).expect("a game")
}

/// A game that is no more than so many facts, each with four arguments.
fn facts(number: usize) -> Rules {
    let mut text = String::new();
    for number in 0..number {
        let (row, column, name) = (
            number / 100,
            number % 100,
            ["stone", "river", "tower"][number % 3],
        );
        writeln!(text, "cell({row}, {column}, {name}, {}).", number % 1000)
            .expect("a string takes all");
    }
    let reader = MemoryReader::new().with("facts.rules", text);
    Rules::draft(&reader, "facts.rules", Limits::default())
        .expect("facts alone are no game, but a draft of one")
}

#[test]
fn facts_take_little_memory() {
    alone("many_facts");
}

#[test]
#[ignore = "measures a process: started by `facts_take_little_memory`"]
#[expect(
    clippy::disallowed_macros,
    reason = "what was measured is of interest even where it is in order"
)]
fn many_facts() {
    const NUMBER: i64 = 20_000;
    drop(facts(100));
    let Some(before) = resident() else { return };
    let rules = facts(NUMBER as usize);
    let each = (resident().expect("it was told before") - before) / NUMBER;
    println!("in memory: {each} bytes a fact");
    assert_eq!(
        rules
            .program()
            .predicates()
            .iter()
            .filter(|(name, _)| *name == "cell")
            .count(),
        1
    );
    assert!(each < MOST_BYTES_A_FACT, "{each} bytes a fact");
}

#[test]
fn a_search_leaves_nothing_behind() {
    alone("small_searches");
}

#[test]
#[ignore = "takes half a minute"]
fn millions_of_nodes_leave_nothing_behind() {
    alone("whole_trees");
}

#[test]
#[ignore = "measures a process: started by `a_search_leaves_nothing_behind`"]
fn small_searches() {
    let filetto = rules("filetto.rules");
    stays_small(2, 4, || assert_eq!(walk(&filetto, 4), 3024));
    let dama = rules("dama.rules");
    let position = dama.initial();
    let options = Options {
        depth: 3,
        table: 1000,
        ..Options::default()
    };
    stays_small(2, 4, || {
        search::best(&dama, &position, &options, &mut Unwatched).expect("a move");
    });
}

#[test]
#[ignore = "measures a process: started by `millions_of_nodes_leave_nothing_behind`"]
fn whole_trees() {
    let filetto = rules("filetto.rules");
    let position = filetto.initial();
    let minimax = Options {
        strategy: Strategy::Minimax,
        depth: 9,
        ..Options::default()
    };
    let alpha_beta = Options {
        depth: 9,
        table: 1 << 16,
        ..Options::default()
    };
    let search = |options: &Options| {
        search::best(&filetto, &position, options, &mut Unwatched)
            .expect("a move")
            .nodes
    };
    stays_small(1, 2, || assert_eq!(walk(&filetto, 9), 255_168));
    stays_small(1, 1, || assert_eq!(search(&minimax), 549_946));
    stays_small(4, 4, || assert!(search(&alpha_beta) < 100_000));
}

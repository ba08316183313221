//! What holds for every comparison.

use std::ops::ControlFlow;
use std::time::Duration;

use proptest::prelude::*;
use regola::compare::{CompareHost, CompareOptions, CompareProgress, NameMap, OtherGame, compare};
use regola::game::Rules;
use regola::syntax::parse::parse_file;
use regola::syntax::source::Sources;

use super::{file, only_lines, othello_with, report, shipped};

const GAMES: [&str; 5] = [
    "tictactoe",
    "filetto",
    "tris-productions",
    "othello-triples",
    "anagram",
];

/// A game with its clauses in another order.
fn permuted(name: &str, seed: u64) -> Rules {
    let mut sources = Sources::new();
    let id = sources.add(name, &file(&format!("games/{name}.rules")));
    let (parsed, faults) = parse_file(&sources, id);
    assert!(faults.is_empty());
    let mut clauses: Vec<&str> = parsed
        .clauses
        .iter()
        .map(|clause| sources.snippet(clause.term.span))
        .collect();
    fastrand::Rng::with_seed(seed).shuffle(&mut clauses);
    let text = clauses.join(".\n") + ".\n";
    Rules::from_text(&text).unwrap_or_else(|failure| panic!("{failure}"))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_game_is_equal_to_itself(at in 0..GAMES.len(), seed: u64) {
        let rules = shipped(GAMES[at]);
        let report = report(&rules, &rules, &CompareOptions { depth: 1, games: 1, seed, ..CompareOptions::default() });
        prop_assert!(report.all_equal());
    }

    /// The order of clauses is the order of moves, which a player does not see. Othello on a list
    /// has none whose order means more.
    #[test]
    fn the_order_of_clauses_does_not_matter(at in 0..3usize, seed: u64) {
        let name = ["tictactoe", "filetto", "tris-productions"][at];
        let report = report(&shipped(name), &permuted(name, seed), &only_lines(2));
        prop_assert!(report.all_equal());
    }

    #[test]
    fn the_same_seed_gives_the_same_report(seed: u64) {
        let wrong = othello_with(&[("goal(P, 100)", "goal(P, 99)")]);
        let options = CompareOptions { depth: 1, games: 1, seed, plies: 20, ..CompareOptions::default() };
        let told = || format!("{:?}", report(&shipped("othello"), &wrong, &options));
        prop_assert_eq!(told(), told());
    }
}

/// A host that stops after so many looks, and whose clock moves on at every look at it.
struct Impatient {
    left: usize,
    time: Duration,
}

impl CompareHost for Impatient {
    fn clock(&mut self) -> Duration {
        self.time += Duration::from_secs(1);
        self.time
    }

    fn look(&mut self, _: CompareProgress) -> ControlFlow<()> {
        self.left = self.left.saturating_sub(1);
        if self.left == 0 {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}

#[test]
fn a_comparison_that_is_stopped_tells_what_it_knows() {
    let (one, two) = (shipped("othello"), shipped("othello-triples"));
    let host = &mut Impatient {
        left: 10,
        time: Duration::ZERO,
    };
    let other = OtherGame {
        rules: &two,
        names: &NameMap::same(),
    };
    let report = compare(&one, &[other], &only_lines(5), host).expect("the names are right");
    assert!(report.stopped && report.all_equal());
    assert_eq!(
        (report.extent.depth, report.extent.positions),
        (Some(1), 9),
        "the tenth look came before the tenth position"
    );
    let seconds = report
        .costs
        .iter()
        .map(|cost| cost.time.as_secs())
        .collect::<Vec<_>>();
    assert_eq!(
        seconds,
        [9 + report.costs[0].reached, 9 + report.costs[1].reached],
        "each step took a second"
    );
}

//! Games for one role: change, anagrams, pair sums.

use std::ops::ControlFlow;

use proptest::prelude::*;
use regola::game::{Game, Position, Rules};
use regola::search::{
    Options, SolveOptions, Solver, Strategy, TreeOptions, Unwatched, best, shortest, tree,
};

use super::{line, minimax, search, shipped, stated, written};

/// A shipped puzzle with other facts of its own in place of some.
fn with(name: &str, replacements: &[(&str, &str)]) -> Rules {
    let path = format!("{}/games/{name}.rules", env!("CARGO_MANIFEST_DIR"));
    let mut text = std::fs::read_to_string(path).expect("the game ships");
    for (old, new) in replacements {
        assert!(text.contains(old), "`{old}` is in {name}.rules");
        text = text.replace(old, new);
    }
    Rules::from_text(&text).unwrap_or_else(|failure| panic!("{failure}"))
}

/// The moves of a shortest solution as they are written; none if there is no solution.
fn solution(rules: &Rules, position: &Position) -> Option<String> {
    let found = shortest(rules, position, 100_000, &mut Unwatched).expect("the puzzle is small")?;
    (found.goal == 100).then(|| line(rules, position, &found.line))
}

#[test]
fn s3_32_the_fewest_coins_are_not_the_largest() {
    let change = shipped("change");
    assert_eq!(solution(&change, &change.initial()).as_deref(), Some("3 3"));
    let mut position = change.initial();
    let mut given = Vec::new();
    while let Some(played) = search(&change, &position, &minimax(1)).line.first() {
        given.push(
            change
                .notation(&position, played)
                .expect("every move has a notation"),
        );
        position = super::play(&change, &position, played);
    }
    assert_eq!(given.join(" "), "4 1 1");
}

#[test]
fn s3_32_every_way_to_give_change_is_in_the_tree_once() {
    let change = shipped("change");
    let options = TreeOptions {
        depth: 9,
        ..TreeOptions::default()
    };
    let tree =
        tree(&change, &change.initial(), &options, &mut Unwatched).expect("change has a tree");
    let ends = tree.nodes.iter().filter(|node| node.goals.is_some());
    let mut ways: Vec<String> = ends
        .map(|end| {
            let way = std::iter::successors(Some(end), |node| {
                node.parent.map(|parent| &tree.nodes[parent])
            });
            let coins: Vec<String> = way
                .filter_map(|node| Some(node.played.as_ref()?.term.to_string()))
                .collect();
            coins.into_iter().rev().collect::<Vec<_>>().join(" ")
        })
        .collect();
    ways.sort();
    assert_snapshot!("small_games__change_ways", ways.join("\n"));
}

#[test]
fn s3_32_an_anagram_takes_the_least_number_of_swaps() {
    let anagram = shipped("anagram");
    assert_eq!(
        written(&anagram, &anagram.initial()),
        "1-2 1-3 1-4 2-3 2-4 3-4"
    );
    for (from, to, swaps) in [
        ("roma", "amor", Some("1-4 2-3")),
        ("roma", "orma", Some("1-2")),
        ("roma", "roma", Some("")),
        ("anna", "nana", Some("1-2")),
        ("roma", "mare", None),
    ] {
        let rules = with(
            "anagram",
            &[
                ("start(\"roma\")", &format!("start(\"{from}\")")),
                ("wanted(\"amor\")", &format!("wanted(\"{to}\")")),
            ],
        );
        assert_eq!(
            solution(&rules, &rules.initial()).as_deref(),
            swaps,
            "{from} to {to}"
        );
    }
}

#[test]
fn s3_32_pairs_with_an_even_sum_are_joined() {
    let sums = shipped("pair-sums");
    assert_eq!(written(&sums, &sums.initial()), "1 2 3 5");
    assert_eq!(
        solution(&sums, &sums.initial()).as_deref(),
        Some("1 2 1 1 1")
    );
    for (row, end) in [
        ("[4]", Some("")),
        ("[1, 2]", None),
        ("[2, 1, 1]", Some("2 1")),
        ("[1, 1, 1]", None),
    ] {
        assert_eq!(
            solution(&sums, &stated(&sums, &format!("row({row})."))).as_deref(),
            end,
            "{row}"
        );
    }
    let odd = with("pair-sums", &[("parity(0)", "parity(1)")]);
    assert_eq!(
        solution(&odd, &stated(&odd, "row([1, 2, 2]).")).as_deref(),
        Some("1 1")
    );
}

#[test]
fn puzzles_are_drawn() {
    let mut said = String::new();
    for name in ["change", "anagram", "pair-sums"] {
        let rules = shipped(name);
        said += &format!(
            "{}\n{}\n",
            rules.name(),
            rules
                .picture(&rules.initial(), &[], None)
                .expect("it is drawn")
        );
    }
    assert_snapshot!("small_games__puzzles_drawn", said);
}

/// A puzzle is a game like any other: it can be searched and solved too.
#[test]
fn puzzles_can_be_searched_and_solved() {
    for name in ["change", "anagram"] {
        let rules = shipped(name);
        let options = Options {
            depth: 6,
            strategy: Strategy::AlphaBeta,
            prefer_quick: true,
            ..Options::default()
        };
        let found =
            best(&rules, &rules.initial(), &options, &mut Unwatched).expect("it can be searched");
        assert_eq!(
            (found.line.len(), found.value.to_string().as_str()),
            (2, "win in 2"),
            "{name}"
        );
    }
    let change = shipped("change");
    let mut watch = |_| ControlFlow::Continue(());
    let solved = Solver::new(&change, SolveOptions::default()).solve(&change.initial(), &mut watch);
    assert_eq!(solved.expect("it can be solved").goals, [100]);
}

/// The fewest coins, by the textbook's recurrence.
fn fewest(coins: &[usize], amount: usize) -> Option<usize> {
    let mut fewest = vec![Some(0)];
    for rest in 1..=amount {
        let ways = coins
            .iter()
            .filter(|coin| **coin <= rest)
            .filter_map(|coin| fewest[rest - coin]);
        fewest.push(ways.min().map(|coins| coins + 1));
    }
    fewest[amount]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn change_is_given_with_the_fewest_coins(
        coins in prop::collection::btree_set(2..9usize, 1..4), amount in 1..20usize,
    ) {
        let falling: String = coins.iter().rev().map(|coin| format!("coin({coin}). ")).collect();
        let rules = with("change", &[("coin(4).  coin(3).  coin(1).", &falling),
            ("amount(6)", &format!("amount({amount})"))]);
        let coins: Vec<usize> = coins.into_iter().collect();
        let found = solution(&rules, &rules.initial()).map(|given| given.split(' ').count());
        prop_assert_eq!(found, fewest(&coins, amount));
    }
}

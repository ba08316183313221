//! A difference that a random game shows is shortened, and where it can be it is proved to be the
//! shortest.

use regola::compare::{Aspect, CompareOptions};
use regola::game::Rules;

use super::{difference, only_lines, othello_with, shipped, text};

/// A walk on which one may wait: four steps ahead the games differ.
fn walk(last: &str) -> Rules {
    text(
        &format!(
            "role(you). place(0..4). time(0..30). :- fluent at -> place. :- fluent now -> time.
         init(at(0)). init(now(0)).
         legal(you, step) :- at(N), N < 4.
         legal(you, wait(1..2)) :- true.
         legal(you, rest) :- at(4).
         {last}
         add(at(M)) :- does(you, step), at(N), M is N + 1.
         add(now(U)) :- does(you, _), now(T), U is T + 1.
         terminal :- now(30).
         goal(you, 100)."
        )
        .replace(
            "legal(you, wait(1..2)) :- true.",
            "legal(you, wait(N)) :- between(1, 2, N).",
        ),
    )
}

#[test]
fn what_is_not_needed_is_left_out() {
    let (one, two) = (walk(""), walk("legal(you, wake) :- at(4)."));
    let options = CompareOptions {
        depth: 1,
        games: 5,
        effort: 0,
        ..CompareOptions::default()
    };
    let found = difference(&one, &two, &options);
    assert_eq!(found.line, ["step"; 4]);
    assert!(!found.shortest, "without effort nothing is proved");
    let found = difference(
        &one,
        &two,
        &CompareOptions {
            effort: 1_000,
            ..options
        },
    );
    assert_eq!(found.line, ["step"; 4]);
    assert!(found.shortest);
    assert!(
        matches!(&found.aspects[..], [Aspect::Moves { only_other, .. }] if only_other == &["wake"])
    );
}

#[test]
fn lines_as_deep_as_the_difference_find_it_without_random_games() {
    let (one, two) = (walk(""), walk("legal(you, wake) :- at(4)."));
    let found = difference(&one, &two, &only_lines(4));
    assert_eq!((found.line.len(), found.shortest), (4, true));
    assert!(super::report(&one, &two, &only_lines(3)).all_equal());
}

/// Positions that random games came through are not left out when all lines are followed after
/// them.
#[test]
fn the_shortest_line_is_the_same_with_random_games_first() {
    let turn = "add(control(Q))    :- does(P, _), opponent(P, Q).";
    let again =
        "add(control(Q))    :- does(P, M), opponent(P, O), ( M = place(1, _) -> Q = P ; Q = O ).";
    let (right, wrong) = (shipped("othello"), othello_with(&[(turn, again)]));
    let options = CompareOptions {
        depth: 1,
        games: 6,
        effort: 3_000,
        ..CompareOptions::default()
    };
    let found = difference(&right, &wrong, &options);
    assert_eq!((found.line.len(), found.shortest), (5, true));
    let cut = difference(
        &right,
        &wrong,
        &CompareOptions {
            effort: 100,
            ..options
        },
    );
    assert!(
        cut.line.len() == 5 || !cut.shortest,
        "{}",
        cut.line.join(" ")
    );
}

#[test]
fn a_long_line_is_not_tried_for_ever() {
    let count = |result: u8| {
        text(&format!(
            "role(you). :- fluent at -> _. init(at(0)).
             legal(you, K) :- between(1, 4, K).
             add(at(M)) :- does(you, _), at(N), M is N + 1.
             terminal :- at(700).
             goal(you, {result}) :- at(700).
             goal(you, 0) :- at(N), N < 700."
        ))
    };
    let found = difference(
        &count(100),
        &count(90),
        &CompareOptions {
            depth: 1,
            games: 1,
            ..CompareOptions::default()
        },
    );
    assert_eq!(found.line.len(), 700);
    assert!(matches!(
        &found.aspects[..],
        [Aspect::Goal {
            first: 100,
            other: 90,
            ..
        }]
    ));
}

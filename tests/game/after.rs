//! `after(Player, Move, Goal)`: what would hold after a move.

use proptest::prelude::*;
use regola::game::{Game, Rules};

use super::{ask, game, holds, lecture, legal, play, random_game, shipped, single};

/// A counter that goes up by one or two, and remembers the way in an open fluent.
fn counter() -> Rules {
    game(
        "role(solo).
         count(0..20).
         :- fluent at -> count.
         :- fluent way -> _.
         init(at(0)).  init(way([])).
         legal(solo, up(N)) :- member(N, [1, 2]).
         add(at(M)) :- does(solo, up(N)), at(K), M is K + N.
         add(way([N | W])) :- does(solo, up(N)), way(W).
         goal(solo, 100).
         two_up(N) :- after(solo, up(1), after(solo, up(1), at(N))).
         safe(N) :- at(K), N is K + 1, after(solo, up(1), at(N)), at(K).",
    )
}

#[test]
fn goals_are_proved_in_the_position_that_the_move_leads_to() {
    let rules = counter();
    let start = rules.initial();
    assert_eq!(
        ask(&rules, &start, "after(solo, up(2), (at(N), way(W)))"),
        ["N = 2, W = [2]"]
    );
    assert_eq!(ask(&rules, &start, "two_up(N)"), ["N = 2"]);
    assert_eq!(ask(&rules, &start, "safe(N)"), ["N = 1"]);
    assert_eq!(
        ask(
            &rules,
            &start,
            "after(solo, up(2), after(solo, up(1), way(W)))"
        ),
        ["W = [1, 2]"]
    );
}

#[test]
fn the_position_outside_is_unchanged_afterwards() {
    let rules = counter();
    for inner in [
        "after(solo, up(1), true)",
        "\\+ after(solo, up(1), fail)",
        "\\+ after(solo, up(1), at(0))",
        "catch(after(solo, up(1), throw(stop)), stop, true)",
        "catch(after(solo, up(1), after(solo, up(2), throw(stop))), stop, true)",
        "catch(after(solo, up(1), X is foo), error(_, _), true)",
        "once(after(solo, up(1), member(_, [a, b])))",
        "after(solo, up(1), (member(_, [a, b]), !))",
        "( after(solo, up(1), at(1)) -> true ; fail )",
        "forall(legal(solo, M), after(solo, M, \\+ at(0)))",
        "findall(N, (legal(solo, M), after(solo, M, at(N))), [1, 2])",
        "after(solo, up(1), (after(solo, up(1), at(2)), at(1)))",
        "after(solo, up(1), catch(after(solo, up(1), throw(stop)), stop, at(1)))",
    ] {
        let answers = ask(
            &rules,
            &rules.initial(),
            &format!("{inner}, at(Now), way([])"),
        );
        assert!(
            !answers.is_empty() && answers.iter().all(|answer| answer.contains("Now = 0")),
            "{inner}: {answers:?}"
        );
    }
}

#[test]
fn backtracking_goes_into_the_other_position_and_out_again() {
    let rules = counter();
    let answers = ask(
        &rules,
        &rules.initial(),
        "member(N, [1, 2]), after(solo, up(N), (at(A), member(X, [p, q]))), at(B)",
    );
    let expected = [(1, "p"), (1, "q"), (2, "p"), (2, "q")]
        .map(|(n, x)| format!("N = {n}, A = {n}, X = {x}, B = 0"));
    assert_eq!(answers, expected);
    let later = ask(
        &rules,
        &rules.initial(),
        "after(solo, up(1), (member(X, [1, 2]), after(solo, up(X), at(N)))), at(B)",
    );
    assert_eq!(later, ["X = 1, N = 2, B = 0", "X = 2, N = 3, B = 0"]);
    let undone = ask(
        &rules,
        &rules.initial(),
        "( after(solo, up(1), (at(A), fail)) ; at(A) )",
    );
    assert_eq!(undone, ["A = 0"]);
}

#[test]
fn a_move_with_a_variable_or_of_nobody_is_an_error() {
    let rules = counter();
    assert!(holds(
        &rules,
        &rules.initial(),
        "catch(after(solo, up(_), true), error(instantiation_error, _), true)"
    ));
    assert!(holds(
        &rules,
        &rules.initial(),
        "catch(after(nobody, up(1), true), error(domain_error(role, nobody), _), true)"
    ));
}

#[test]
fn effects_outside_their_domain_are_an_error_there_too() {
    let rules = counter();
    assert!(holds(
        &rules,
        &rules.initial(),
        "catch(after(solo, up(21), true), error(domain_error(_, at(21)), _), true)"
    ));
}

#[test]
fn a_game_with_next_has_hypothetical_positions_too() {
    let rules = game(
        "role(solo).
         :- fluent step(_).  :- fluent light.
         init(step(0)).  init(light).
         legal(solo, wait).  legal(solo, switch).
         next(step(N)) :- step(M), N is M + 1.
         next(light) :- light, does(solo, wait).
         next(light) :- \\+ light, does(solo, switch).
         goal(solo, 100).",
    );
    let start = rules.initial();
    assert_eq!(
        ask(
            &rules,
            &start,
            "after(solo, switch, (step(N), \\+ light)), light"
        ),
        ["N = 1"]
    );
    assert_eq!(
        ask(
            &rules,
            &start,
            "after(solo, switch, after(solo, switch, (step(N), light)))"
        ),
        ["N = 2"]
    );
    assert!(!holds(&rules, &start, "after(solo, wait, step(0))"));
}

/// A rule that looks ahead: never give the opponent a corner.
#[test]
fn rules_can_look_ahead() {
    let rules = shipped("othello");
    let question = "legal(black, M), after(black, M, aggregate_all(count, legal(white, _), N))";
    assert_eq!(ask(&rules, &rules.initial(), question).len(), 4);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 8, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_would_hold_after_a_move_holds_when_it_is_played(seed: u64, plies in 0..60usize) {
        let rules = lecture();
        let positions = random_game(&rules, seed, plies);
        let position = &positions[positions.len() - 1];
        if rules.over(position) == Ok(true) {
            return Ok(());
        }
        let (role, moves) = single(&rules, position);
        let role = rules.role_name(role);
        for played in &moves {
            let next = play(&rules, position, std::slice::from_ref(played));
            let count = format!("after({role}, {}, aggregate_all(count, legal(_, _), N))", played.term);
            prop_assert_eq!(ask(&rules, position, &count), [format!("N = {}", legal(&rules, &next).len())]);
            let board = |position, goal: String| ask(&rules, position, &format!("findall(X-Y-P, {goal}, B)"));
            let would_be = format!("after({role}, {}, cell(X, Y, P))", played.term);
            prop_assert_eq!(board(position, would_be), board(&next, "cell(X, Y, P)".into()));
        }
    }
}

//! What moves change.

use regola::game::{Error, Game};

use super::{facts, game, legal, play, random_game};

/// A game of one move, with this rest.
fn one_move(rest: &str) -> regola::game::Rules {
    game(&format!(
        "role(solo).  place(1..3).  thing(a).  thing(b).
         legal(solo, go).
         goal(solo, 100).
         {rest}"
    ))
}

fn after_it(rest: &str) -> Vec<String> {
    let rules = one_move(rest);
    let start = rules.initial();
    facts(&rules, &play(&rules, &start, &legal(&rules, &start)))
}

/// Were effects applied one after the other, both places would end with the same thing.
#[test]
fn effects_are_collected_before_any_is_applied() {
    for fluent in [":- fluent at(place) -> thing.", ":- fluent at(_) -> _."] {
        let swapped = after_it(&format!(
            "{fluent} init(at(1, a)). init(at(2, b)).
             add(at(X, T)) :- does(solo, go), at(Y, T), X is 3 - Y."
        ));
        assert_eq!(swapped, ["at(1, b)", "at(2, a)"], "{fluent}");
    }
}

#[test]
fn what_is_deleted_and_added_holds() {
    for fluent in [":- fluent at(place) -> thing.", ":- fluent at(_, _)."] {
        let kept = after_it(&format!(
            "{fluent} init(at(1, a)). init(at(2, b)).
             add(at(1, a)) :- does(solo, go).
             delete(at(X, T)) :- does(solo, go), at(X, T)."
        ));
        assert_eq!(kept, ["at(1, a)"], "{fluent}");
    }
}

#[test]
fn only_the_fact_that_is_named_is_deleted() {
    for fluent in [":- fluent at(place) -> thing.", ":- fluent at(_) -> _."] {
        let kept = after_it(&format!(
            "{fluent} init(at(1, a)).
             delete(at(1, b)) :- does(solo, go).
             delete(at(2, a)) :- does(solo, go)."
        ));
        assert_eq!(
            kept,
            ["at(1, a)"],
            "the value of a key is part of the fact; {fluent}"
        );
    }
}

#[test]
fn a_new_value_replaces_the_old_one_and_a_set_grows() {
    assert_eq!(
        after_it(":- fluent at(place) -> thing. init(at(1, a)). add(at(1, b))."),
        ["at(1, b)"]
    );
    assert_eq!(
        after_it(":- fluent at(place, thing). init(at(1, a)). add(at(1, b))."),
        ["at(1, a)", "at(1, b)"]
    );
}

#[test]
fn two_values_for_one_key_are_refused() {
    for fluent in [":- fluent at(place) -> thing.", ":- fluent at(_) -> _."] {
        let rules = one_move(&format!(
            "{fluent} add(at(1, T)) :- does(solo, go), thing(T). add(at(1, a))."
        ));
        let start = rules.initial();
        let error = rules
            .play(&start, &legal(&rules, &start))
            .expect_err("a key has one value");
        assert!(matches!(&error, Error::Conflict { .. }), "{error}");
        assert_eq!(
            super::ask(
                &rules,
                &start,
                "catch(after(solo, go, true), error(E, _), true)"
            )
            .len(),
            1
        );
        assert!(
            !super::holds(
                &rules,
                &start,
                "catch(after(solo, go, true), error(_, _), fail)"
            ),
            "{fluent}"
        );
    }
    assert_eq!(
        after_it(":- fluent at(place) -> thing. add(at(1, a)). add(at(1, a))."),
        ["at(1, a)"],
        "said twice"
    );
}

/// With `next` what is not said is gone.
#[test]
fn next_says_the_whole_position() {
    let rules = game(
        "role(solo).
         :- fluent step(_).  :- fluent light.
         init(step(0)).  init(light).
         succeeds(0, 1).  succeeds(1, 2).  succeeds(2, 3).
         legal(solo, wait).  legal(solo, switch).
         next(step(N)) :- step(M), succeeds(M, N).
         next(light) :- light, does(solo, wait).
         next(light) :- \\+ light, does(solo, switch).
         terminal :- step(3).
         goal(solo, 100) :- light.  goal(solo, 0) :- \\+ light.",
    );
    let start = rules.initial();
    let moves = legal(&rules, &start);
    assert_eq!(
        facts(&rules, &play(&rules, &start, &moves[..1])),
        ["step(1)", "light"]
    );
    let dark = play(&rules, &start, &moves[1..]);
    assert_eq!(facts(&rules, &dark), ["step(1)"]);
    assert_eq!(
        facts(&rules, &play(&rules, &dark, &moves[1..])),
        ["step(2)", "light"]
    );
    assert_eq!(random_game(&rules, 1, 9).len(), 4);
}

/// `does` is known while effects are found, and nowhere else.
#[test]
fn the_chosen_move_is_known_to_effects_only() {
    let rules = one_move(
        ":- fluent at(place). add(at(1)) :- does(P, M), P = solo, M = go. did(M) :- does(_, M).",
    );
    assert_eq!(super::ask(&rules, &rules.initial(), "did(M)"), [""; 0]);
    let next = play(&rules, &rules.initial(), &legal(&rules, &rules.initial()));
    assert_eq!(facts(&rules, &next), ["at(1)"]);
    assert_eq!(super::ask(&rules, &next, "does(P, M)"), [""; 0]);
}

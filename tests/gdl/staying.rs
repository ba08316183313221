//! Rules by which facts stay: which are turned around, and that they say the same then.

use std::time::Duration;

use regola::game::{Game, Rules};

use super::agreement::compare;
use super::{converted, loaded};

/// Stones that are moved on a board of three by three, with a rule by which cells stay.
fn board(roles: &str, stays: &str) -> String {
    format!(
        "{roles}
        (index 1) (index 2) (index 3)
        (<= (apart ?x ?y ?u ?v) (index ?x) (index ?y) (index ?u) (index ?v) (distinct ?x ?u))
        (<= (apart ?x ?y ?u ?v) (index ?x) (index ?y) (index ?u) (index ?v) (distinct ?y ?v))
        (<= (same ?x ?x) (index ?x))
        (<= (beside ?x ?y ?u ?y) (apart ?x 1 ?u 1) (index ?y))
        (init (cell 1 1 stone)) (init (cell 2 1 stone)) (init (cell 1 2 b)) (init (cell 2 2 b))
        (init (cell 3 1 b)) (init (cell 3 2 b)) (init (step 1))
        (succ 1 2) (succ 2 3) (succ 3 4)
        (<= (next (step ?n)) (true (step ?m)) (succ ?m ?n))
        (<= (next (cell ?u ?v stone)) (does ?r (move ?x ?y ?u ?v)))
        (<= (next (cell ?x ?y b)) (does ?r (move ?x ?y ?u ?v)))
        {stays}
        (<= terminal (true (step 4)))
        (<= (goal ?r 100) (role ?r) (true (cell 3 1 stone)))
        (<= (goal ?r 0) (role ?r) (not (true (cell 3 1 stone))))"
    )
}

const ALONE: &str = "(role ann)
    (<= (legal ann (move ?x ?y ?u ?v)) (true (cell ?x ?y stone)) (true (cell ?u ?v b)))";

const BY_TURNS: &str = "(role ann) (role bob) (init (control ann))
    (<= (next (control ann)) (true (control bob)))
    (<= (next (control bob)) (true (control ann)))
    (<= (legal ?r (move ?x ?y ?u ?v)) (true (control ?r)) (true (cell ?x ?y stone)) (true (cell ?u ?v b)))
    (<= (legal ?r noop) (role ?r) (not (true (control ?r))))";

const AT_ONCE: &str = "(role ann) (role bob)
    (<= (legal ?r (move ?x ?y ?u ?v)) (role ?r) (true (cell ?x ?y stone)) (true (cell ?u ?v b)))";

/// Whether a rule was turned around.
fn is_turned(rules: &Rules) -> bool {
    rules.query(&rules.initial(), "cell_stays").is_ok()
}

/// Asserts that the sheet means what the reasoner says, and gives whether a rule was turned around.
fn agrees(sheet: &str) -> bool {
    let compared = compare(sheet, 5, Duration::from_secs(20), u64::MAX);
    let compared = compared.unwrap_or_else(|error| panic!("{error}\n{sheet}"));
    assert!(compared.plies > 0 && compared.is_compiled, "{compared:?}");
    let played = loaded(sheet);
    assert!(!converted(sheet).contains("cell_stays"));
    is_turned(&played)
}

/// A rule by which a cell stays if a move is made and these conditions hold.
fn stays(conditions: &str) -> String {
    format!(
        "(<= (next (cell ?x ?y ?c)) (does ?r (move ?a ?b ?u ?v)) (true (cell ?x ?y ?c)) {conditions})"
    )
}

#[test]
fn conditions_with_a_contrary_are_turned_around() {
    let told = [
        "(or (distinct ?x ?a) (distinct ?y ?b)) (or (distinct ?u ?x) (distinct ?v ?y))",
        "(apart ?x ?y ?a ?b) (apart ?u ?v ?x ?y)",
        "(not (same ?x ?a)) (distinct ?y ?v)",
        "(distinct ?x ?a) (distinct ?x ?u)",
        "(not (beside ?a ?b ?x ?y)) (apart ?x ?y ?a ?b) (apart ?x ?y ?u ?v)",
        // About the fact alone, and about the move alone.
        "(distinct ?c stone) (apart ?x ?y ?a ?b) (apart ?u ?v ?x ?y) (distinct ?a ?u)",
    ];
    for conditions in told {
        for roles in [ALONE, BY_TURNS] {
            assert!(agrees(&board(roles, &stays(conditions))), "{conditions}");
        }
    }
}

#[test]
fn what_two_moves_may_mean_stays_as_it_is() {
    let conditions = "(apart ?x ?y ?a ?b) (apart ?u ?v ?x ?y)";
    assert!(!agrees(&board(AT_ONCE, &stays(conditions))));
    // A role that is named makes one move.
    let named = stays(conditions).replace("does ?r", "does ann");
    assert!(agrees(&board(AT_ONCE, &named)));
    // Who waits makes a move, too.
    let any =
        "(<= (next (cell ?x ?y ?c)) (does ?r ?m) (true (cell ?x ?y ?c)) (not (touched ?m ?x ?y)))
        (<= (touched (move ?x ?y ?u ?v) ?x ?y) (does ?r (move ?x ?y ?u ?v)))
        (<= (touched (move ?x ?y ?u ?v) ?u ?v) (does ?r (move ?x ?y ?u ?v)))";
    assert!(!agrees(&board(BY_TURNS, any)));
}

#[test]
fn what_has_no_contrary_stays_as_it_is() {
    let told = [
        // Whether it holds depends on the position.
        "(near ?a ?b ?x ?y)",
        // Something else ties them.
        "(beside ?a ?b ?n ?m) (apart ?n ?m ?x ?y)",
        "(or (distinct ?x ?a) (near ?a ?b ?x ?y))",
    ];
    let near = "(<= (near ?a ?b ?x ?y) (beside ?a ?b ?x ?y) (true (step ?n)) (distinct ?n 2))";
    for conditions in told {
        let sheet = board(BY_TURNS, &format!("{near} {}", stays(conditions)));
        assert!(!agrees(&sheet), "{conditions}");
    }
}

/// A relation that a sheet asks for has no facts where nothing defines it, whatever it is called.
#[test]
fn names_that_are_asked_for_are_taken() {
    for asked in [
        "(cell_stays)",
        "(cell_changes ?u ?v)",
        "(not_apart ?u ?v ?u ?v)",
    ] {
        let sheet = board(ALONE, &stays("(apart ?x ?y ?a ?b) (apart ?u ?v ?x ?y)"));
        let move_to = "(<= (next (cell ?u ?v stone)) (does ?r (move ?x ?y ?u ?v)))";
        let unless = move_to.replace("?u ?v)))", &format!("?u ?v)) (not {asked}))"));
        let sheet = sheet.replace(move_to, &unless);
        assert!(sheet.contains(asked));
        let compared = compare(&sheet, 5, Duration::from_secs(20), u64::MAX);
        let compared = compared.unwrap_or_else(|error| panic!("{error}\n{sheet}"));
        assert!(compared.plies > 0);
    }
}

//! In which order the conditions of a rule are asked that calls itself.

use std::time::Duration;

use regola::game::{Game, Rules};

use super::agreement::compare;
use super::{converted, loaded};

/// A row of twenty cells, each black or white, and how many of them are black from a cell on. The first cell of the row
/// is asked for, and the number is found.
const ROW: &str = "
    (role ann)
    (<= (number ?x) (after ?x ?y))
    (<= (number ?y) (after ?x ?y))
    (init (cell 0 black)) (init (cell 3 black)) (init (cell 4 black)) (init (cell 19 black))
    (<= (init (cell ?x white)) (number ?x) (distinct ?x 0) (distinct ?x 3) (distinct ?x 4) (distinct ?x 19))
    (<= (black ?x ?n) (after ?x ?y) (true (cell ?x white)) (black ?y ?n))
    (<= (black ?x ?n) (after ?x ?y) (true (cell ?x black)) (black ?y ?m) (after ?m ?n))
    (black 20 0)
    (<= (legal ann (say ?n)) (black 0 ?n))
    (<= (legal ann (turn ?x)) (true (cell ?x white)))
    (<= (next (cell ?x black)) (does ann (turn ?x)))
    (<= (next (cell ?x ?c)) (true (cell ?x ?c)) (not (does ann (turn ?x))))
    (<= (next said) (does ann (say ?n)))
    (<= terminal (true said))
    (<= (goal ann ?n) (black 0 ?n))
";

fn row() -> String {
    let after = (0..20).map(|number| format!("(after {number} {}) ", number + 1));
    after.chain([ROW.to_owned()]).collect()
}

/// The steps of the machine for the moves of the first position.
fn steps(rules: &Rules) -> u64 {
    let before = rules.steps();
    rules
        .legal_moves(&rules.initial())
        .expect("there are moves");
    rules.steps() - before
}

/// Asserts that a sheet comes to what the reasoner makes of it.
fn agree(sheet: &str) {
    let compared = compare(sheet, 5, Duration::from_secs(10), u64::MAX);
    let compared = compared.unwrap_or_else(|error| panic!("{error}"));
    assert!(compared.plies > 3);
}

/// If the number were asked for before the call, each call would be made with all numbers.
#[test]
fn what_a_call_finds_is_not_gone_through_before_it() {
    let rules = loaded(&row());
    assert!(steps(&rules) < 500, "{}", steps(&rules));
    agree(&row());
}

/// Three cells in a line, of which one is given: the others are found by the lines, and not by all that is marked.
#[test]
fn what_or_joins_finds_values_where_it_has_few_answers() {
    let cells = (0..30).map(|cell| {
        format!(
            "(init (marked {cell})) (line {cell} {} {}) ",
            cell + 1,
            cell + 2
        )
    });
    let rules = "(role ann)
        (<= (in_line ?x) (true (marked ?y)) (true (marked ?z)) (or (line ?x ?y ?z) (line ?y ?x ?z) (line ?y ?z ?x)))
        (<= (legal ann (clear ?x)) (true (marked ?x)) (in_line ?x))
        (<= (next (marked ?x)) (true (marked ?x)) (not (does ann (clear ?x))))
        (<= terminal (not (in_line 3)))
        (<= (goal ann 50) (true (marked 0))) (<= (goal ann 0) (not (true (marked 0))))";
    // Which cell is meant is known where it is chosen.
    let chosen = rules.replace(
        "(true (marked ?y)) (true",
        "(true (marked ?x)) (true (marked ?y)) (true",
    );
    let sheet: String = cells.chain([chosen]).collect();
    assert!(steps(&loaded(&sheet)) < 2_000, "{}", steps(&loaded(&sheet)));
    agree(&sheet);
}

/// Forty of `or` within each other take no longer than they are long.
#[test]
fn or_within_or_is_put_in_order() {
    let mut condition = "(or (step ?x ?y) (jump ?x ?y))".to_owned();
    for _ in 0..40 {
        condition = format!("(or {condition} (jump ?x ?y))");
    }
    let sheet = format!(
        "(role ann) (step a b) (step b a) (jump a c) (jump c a)
        (init (at a)) (<= (legal ann (go ?y)) (true (at ?x)) {condition})
        (<= (next (at ?x)) (does ann (go ?x)))
        (<= terminal (true (at c))) (<= (goal ann 100) (true (at c))) (<= (goal ann 0) (not (true (at c))))"
    );
    agree(&sheet);
}

/// Ways along steps to cells that are open, with how many steps are left from each on.
fn way(steps: &str) -> String {
    format!(
        "(role ann)
        (after 0 1) (after 1 2) (after 2 3) (after 3 4)
        {steps}
        (init (open b)) (init (open c)) (init (open a))
        (way c 0)
        (<= (way ?x ?n) (step ?x ?y) (true (open ?y)) (way ?y ?m) (after ?m ?n))
        (<= (legal ann (say ?n)) (way a ?n))
        (<= (legal ann (close ?x)) (true (open ?x)))
        (<= (next (open ?x)) (true (open ?x)) (not (does ann (close ?x))))
        (<= terminal (not (way a 2)))
        (<= (goal ann ?n) (way a ?n))
        (<= (goal ann 50) (not (way a 2)))"
    )
}

/// Around a circle only the numbers end, which are asked after the call.
#[test]
fn a_call_that_only_later_conditions_end_has_tables() {
    let line = way("(step a b) (step b c)");
    assert!(!converted(&line).contains(":- table"));
    let circle = way("(step a b) (step b c) (step c a)");
    assert!(converted(&circle).contains(":- table way/2."));
    agree(&line);
    agree(&circle);
}

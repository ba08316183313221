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

/// Rules with the numbers up to `most` one after the other.
fn numbered(most: usize, rules: &str) -> String {
    let after = (0..most).map(|number| format!("(after {number} {}) ", number + 1));
    after.chain([rules.to_owned()]).collect()
}

/// The steps of the machine for the moves of the first position.
fn steps(rules: &Rules) -> u64 {
    let before = rules.steps();
    rules
        .legal_moves(&rules.initial())
        .expect("there are moves");
    rules.steps() - before
}

/// Asserts that the moves of the first position take less than `most` steps, and that a sheet [agrees](agree).
fn agree_within(most: u64, sheet: &str) {
    let steps = steps(&loaded(sheet));
    assert!(steps < most, "{steps}");
    agree(sheet);
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
    agree_within(500, &numbered(20, ROW));
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
    agree_within(2_000, &sheet);
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

/// Two stones on a board of ten by ten cells, that go along the diagonals as far as these are empty. Ways are asked
/// for by the stone, and by the cell to which they lead.
const DIAGONALS: &str = "
    (role ann)
    (init (cell 3 4 stone)) (init (cell 6 8 stone)) (init (left 5))
    (<= (step ?x ?y ?u ?v ne) (after ?x ?u) (after ?y ?v))
    (<= (step ?x ?y ?u ?v se) (after ?x ?u) (after ?v ?y))
    (<= (step ?x ?y ?u ?v nw) (after ?u ?x) (after ?y ?v))
    (<= (step ?x ?y ?u ?v sw) (after ?u ?x) (after ?v ?y))
    (<= (taken ?x ?y) (true (cell ?x ?y ?c)))
    (<= (way ?x ?y ?u ?v ?d) (true (cell ?x ?y stone)) (step ?x ?y ?u ?v ?d) (not (taken ?u ?v)))
    (<= (way ?x ?y ?s ?t ?d) (way ?x ?y ?u ?v ?d) (step ?u ?v ?s ?t ?d) (not (taken ?s ?t)))
    (<= (legal ann (go ?x ?y ?u ?v)) (true (cell ?x ?y stone)) (way ?x ?y ?u ?v ?d))
    (<= (next (cell ?x ?y stone)) (true (cell ?x ?y stone)) (not (leaves ?x ?y)))
    (<= (leaves ?x ?y) (does ann (go ?x ?y ?u ?v)))
    (<= (next (cell ?u ?v stone)) (does ann (go ?x ?y ?u ?v)))
    (<= (next (left ?m)) (true (left ?n)) (after ?m ?n))
    (<= terminal (true (left 0)))
    (<= (leads_to ?u ?v) (way ?x ?y ?u ?v ?d))
    (<= (goal ann 100) (leads_to 5 5))
    (<= (goal ann 0) (not (leads_to 5 5)))
";

/// A board has hundreds of steps. To begin with each of them, and ask whether a way leads there, would be a walk of
/// its own for each.
#[test]
fn ways_are_gone_from_where_they_begin() {
    agree_within(3_000, &numbered(9, DIAGONALS));
}

/// How far cells are from a first one. All others ask with the first one known, and each call passes it on.
const DISTANCES: &str = "
    (role ann)
    (init (at 4))
    (<= (far ?x ?x 0) (true (at ?x)))
    (<= (far ?x ?z ?n) (far ?x ?y ?m) (after ?y ?z) (after ?m ?n) (distinct ?z 17))
    (<= (legal ann (go ?y ?n)) (true (at ?x)) (far ?x ?y ?n) (distinct ?n 0))
    (<= (next (at ?y)) (does ann (go ?y ?n)))
    (<= terminal (true (at 16)))
    (<= (goal ann 100) (true (at ?x)))
";

#[test]
fn a_call_that_passes_on_what_is_known_comes_first() {
    agree_within(1_000, &numbered(20, DISTANCES));
}

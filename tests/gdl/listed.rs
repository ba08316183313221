//! Relations that call themselves: which are listed, which have tables, and that answers found in several ways count
//! once.

use regola::game::{Game, Rules};
use regola::logic::proof::Bounds;

use super::{assert_same, converted, loaded};

/// A board of one row, on which a queen stands, and sums that call themselves. The facts of `after` are those of
/// `succ` too, so that by the rules each step is found twice.
const SUMS: &str = "
    (role ann)
    (succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5) (succ 5 6) (succ 6 7) (succ 7 8)
    (<= (after ?x ?y) (succ ?x ?y))
    (after 0 1) (after 1 2) (after 2 3) (after 3 4) (after 4 5) (after 5 6) (after 6 7) (after 7 8)
    (<= (number ?x) (after ?x ?y))
    (<= (number ?y) (after ?x ?y))
    (<= (sum ?x 0 ?x) (number ?x))
    (<= (sum ?x ?y ?z) (after ?y1 ?y) (after ?x ?x1) (sum ?x1 ?y1 ?z))
    (<= (sum ?x ?y ?z) (after ?y1 ?y) (after ?z1 ?z) (sum ?x ?y1 ?z1))
    (init (left 8))
    (<= (legal ann (take ?n)) (true (left ?m)) (sum ?n ?k ?m) (distinct ?n 0))
    (<= (next (left ?k)) (does ann (take ?n)) (true (left ?m)) (sum ?n ?k ?m))
    (<= terminal (true (left 0)))
    (<= (goal ann 100) (true (left 0)))
    (<= (goal ann 0) (not (true (left 0))))
";

/// The steps of the machine for the moves of the first position, which has this number of moves.
fn steps(rules: &Rules, count: usize) -> u64 {
    let before = rules.steps();
    let moves = rules
        .legal_moves(&rules.initial())
        .expect("there are moves");
    assert_eq!(moves.len(), count);
    rules.steps() - before
}

/// By the rules there would be some ten thousand steps: each sum is found in four to the power of its second
/// argument ways.
#[test]
fn sums_are_found_at_once() {
    assert!(steps(&loaded(SUMS), 8) < 100);
}

/// A sheet is converted rule by rule; a list would be longer.
#[test]
fn a_converted_sheet_keeps_its_rules() {
    let text = converted(SUMS);
    assert!(text.contains(":- table sum/3."), "{text}");
    let again = Rules::from_text(&text).unwrap_or_else(|failure| panic!("{failure}\n{text}"));
    assert_same(&loaded(SUMS), &again, 2, &text);
}

/// Where a chain of twenty thousand steps leads is told by facts: by the rules it is followed step by step.
#[test]
fn a_long_chain_is_listed() {
    let facts: String = (0..20_000)
        .map(|number| format!("(after {number} {}) ", number + 1))
        .collect();
    let rules = "(role ann) (reach 0) (<= (reach ?y) (reach ?x) (after ?x ?y))
        (init (at 0)) (<= (legal ann (go ?y)) (true (at ?x)) (after ?x ?y) (reach 20000))
        (<= (next (at ?y)) (does ann (go ?y))) (<= terminal (true (at ?x)) (not (reach ?x)))
        (<= (goal ann 100) (true (at ?x)))";
    assert!(steps(&loaded(&format!("{facts} {rules}")), 1) < 100);
}

/// So are all sums up to two hundred, of which there are twenty thousand.
#[test]
fn many_sums_are_listed() {
    let facts: String = (0..200)
        .map(|number| format!("(succ {number} {}) ", number + 1))
        .collect();
    let rules = "(role ann) (number 0) (<= (number ?y) (succ ?x ?y))
        (<= (sum ?x 0 ?x) (number ?x))
        (<= (sum ?x ?y ?z) (succ ?y1 ?y) (sum ?x ?y1 ?z1) (succ ?z1 ?z))
        (init (left 100)) (<= (legal ann (take ?n)) (true (left ?m)) (sum ?n 96 ?m))
        (<= (next (left ?k)) (does ann (take ?n)) (true (left ?m)) (sum ?n ?k ?m))
        (<= terminal (true (left 0))) (<= (goal ann 100) (true (left ?m)))";
    assert!(steps(&loaded(&format!("{facts} {rules}")), 1) < 100);
}

/// Sums up to one and a half thousand are too many to be listed; others beside them are listed all the same, before
/// them and after them in the sheet.
#[test]
fn a_large_relation_leaves_something_for_others() {
    let numbers: String = (0..1_500)
        .map(|number| format!("(succ {number} {}) ", number + 1))
        .chain((0..60).map(|number| format!("(after {number} {}) ", number + 1)))
        .collect();
    let large = "(<= (large ?x 0 ?x) (succ ?x ?y))
        (<= (large ?x ?y ?z) (succ ?y1 ?y) (large ?x ?y1 ?z1) (succ ?z1 ?z))";
    let small = "(<= (small ?x 0 ?x) (after ?x ?y))
        (<= (small ?x ?y ?z) (after ?y1 ?y) (small ?x ?y1 ?z1) (after ?z1 ?z))";
    let game = "(role ann) (init (left 50))
        (<= (legal ann (take ?n)) (true (left ?m)) (small ?n 40 ?m))
        (<= (next (left ?k)) (does ann (take ?n)) (true (left ?m)) (small ?n ?k ?m))
        (<= terminal (true (left ?m)) (large ?m ?m 3000)) (<= (goal ann 100) (true (left ?m)))";
    for rules in [[large, small], [small, large]] {
        let rules = rules.concat();
        assert!(steps(&loaded(&format!("{numbers} {rules} {game}")), 1) < 100);
    }
}

/// So are sums of numbers on both sides of zero, along steps up and down, whatever order their conditions have.
#[test]
fn sums_in_two_directions_are_listed() {
    let name = |number: i32| match number < 0 {
        true => format!("n{}", -number),
        false => format!("p{number}"),
    };
    let facts: String = (-50..50)
        .map(|number| format!("(succ {} {}) ", name(number), name(number + 1)))
        .collect();
    let rules = "(role ann) (<= (number ?x) (succ ?x ?y)) (<= (number ?y) (succ ?x ?y))
        (<= (less ?x ?y) (succ ?x ?y)) (<= (less ?x ?z) (succ ?y ?z) (less ?x ?y))
        (<= (sum ?x p0 ?x) (number ?x))
        (<= (sum ?x ?y ?z) (less p0 ?y) (succ ?y1 ?y) (succ ?x ?x1) (sum ?x1 ?y1 ?z))
        (<= (sum ?x ?y ?z) (less ?y p0) (succ ?y ?y1) (succ ?x1 ?x) (sum ?x1 ?y1 ?z))
        (init (at p50)) (<= (legal ann (go ?y)) (true (at ?x)) (sum ?x ?y p20))
        (<= (next (at ?z)) (does ann (go ?y)) (true (at ?x)) (sum ?x ?y ?z))
        (<= terminal (not (true (at p50)))) (<= (goal ann 100) (true (at ?x)))";
    assert!(steps(&loaded(&format!("{facts} {rules}")), 1) < 20);
}

/// Which number is greater is asked by going through all differences.
#[test]
fn what_goes_through_many_values_is_listed() {
    let facts: String = (0..100)
        .map(|number| format!("(succ {number} {}) ", number + 1))
        .collect();
    let rules = "(role ann) (<= (number ?x) (succ ?x ?y)) (number 100)
        (<= (sum ?x 0 ?x) (number ?x))
        (<= (sum ?x ?y ?z) (succ ?y1 ?y) (succ ?x ?x1) (sum ?x1 ?y1 ?z))
        (<= (greater ?x ?y) (number ?d) (distinct ?d 0) (sum ?y ?d ?x))
        (init (left 50)) (<= (legal ann (take ?n)) (true (left ?m)) (number ?n) (greater ?m ?n))
        (<= (next (left ?k)) (does ann (take ?n)) (true (left ?m)) (sum ?n ?k ?m))
        (<= terminal (true (left 0))) (<= (goal ann 100) (true (left ?m)))";
    assert!(steps(&loaded(&format!("{facts} {rules}")), 50) < 500);
}

/// What is denied is asked when it is known of whom, whatever else the rule leads to.
#[test]
fn a_list_leaves_out_what_is_denied_and_nothing_else() {
    let sheet = "(role ann) (step a b) (step b c) (jump c d) (jump c z) (bad z) (reach a)
        (<= (reach ?y) (reach ?x) (or (step ?x ?y) (jump ?x ?y)) (not (bad ?y)))
        (init (at a)) (<= (legal ann (go ?x)) (reach ?x)) (<= (next (at ?x)) (does ann (go ?x)))
        (<= terminal (true (at d))) (<= (goal ann 100) (true (at d))) (<= (goal ann 0) (not (true (at d))))";
    let rules = loaded(sheet);
    let moves = rules
        .legal_moves(&rules.initial())
        .expect("there are moves");
    assert_eq!(moves.len(), 4);
}

/// The proof of such a fact ends at the first rule of its relation.
#[test]
fn a_listed_fact_has_the_place_of_its_rules() {
    let rules = loaded(SUMS);
    let explained = rules.explain(&rules.initial(), "sum(3, 5, 8)", Bounds::default());
    let explained = explained.unwrap_or_else(|failure| panic!("{failure}"));
    assert_snapshot!("gdl_listed_fact", explained.to_string());
}

/// Who stands in line with whom, along steps that are facts or that a rule has.
fn line(steps: &str) -> String {
    format!(
        "(role ann)
        (init (at 1)) (init (at 2)) (init (at 3))
        (succ 1 2) (succ 2 3) (succ 3 4)
        {steps}
        (<= (linked ?x ?x) (true (at ?x)))
        (<= (linked ?x ?z) (step ?x ?y) (true (at ?x)) (linked ?y ?z))
        (<= (legal ann (stop ?z)) (linked 1 ?z))
        (<= (next (at ?x)) (true (at ?x)) (not (does ann (stop ?x))))
        (<= terminal (not (linked 1 3)))
        (<= (goal ann 100) (true (at 1)))
        (<= (goal ann 0) (not (true (at 1))))"
    )
}

#[test]
fn what_is_asked_of_a_position_has_tables_where_steps_are_found_twice() {
    let has_tables = |steps: &str| converted(&line(steps)).contains(":- table linked/2.");
    assert!(!has_tables("(step 1 2) (step 2 3)"));
    assert!(!has_tables("(<= (step ?x ?y) (succ ?x ?y))"));
    assert!(has_tables(
        "(<= (step ?x ?y) (succ ?x ?y)) (step 1 2) (step 2 3)"
    ));
    assert!(has_tables(
        "(<= (step ?x ?y) (succ ?x ?y) (other ?n)) (other 1) (other 2)"
    ));
}

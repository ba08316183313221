//! Which terms can stand at each argument of the facts of a sheet.

use std::time::Duration;

use super::agreement::compare;
use super::converted;

/// The declarations of the facts of a sheet with twelve indexes.
fn declared(rules: &str) -> Vec<String> {
    let text = converted(&with_indexes(rules));
    let lines = text.lines();
    let declarations = lines.filter_map(|line| line.strip_prefix(":- fluent "));
    declarations.map(str::to_owned).collect()
}

fn with_indexes(rules: &str) -> String {
    let indexes: String = (1..=12)
        .map(|number| format!("(index {number}) "))
        .collect();
    format!("(role ann) {indexes} {rules}")
}

/// A sheet whose 20736 moves go through a relation.
const MANY_MOVES: &str = "
(init (at 1 1))
(<= (legal ?r ?m) (can ?r ?m))
(<= (can ann (move ?a ?b ?c ?d)) (true (at ?a ?b)) (index ?c) (index ?d))
(<= (next (at ?c ?d)) (does ann (move ?a ?b ?c ?d)))
(<= terminal (true (at 12 12)))
(<= (goal ann 100) (true (at 12 12)))
";

#[test]
fn moves_without_number_leave_domains_to_their_arguments() {
    assert_eq!(declared(MANY_MOVES), ["at(index, index)."]);
    let text = with_indexes(MANY_MOVES);
    let compared = compare(&text, 1, Duration::from_secs(10), u64::MAX);
    assert!(compared.expect("they agree").is_compiled);
}

#[test]
fn a_fact_of_many_terms_has_a_domain_if_they_can_be_listed() {
    let last = "(<= (next (last ?m)) (does ann ?m))";
    let few = MANY_MOVES.replace("(index ?d)", "(first ?d) (first ?c)");
    assert_eq!(
        declared(&format!("{MANY_MOVES} {last}")),
        ["at(index, index).", "last(_)."]
    );
    assert_eq!(
        declared(&format!("(first 1) (first 2) (first 3) {few} {last}")),
        ["at(first, first).", "last(last_1)."]
    );
}

/// What is possible may be more than what is legal.
#[test]
fn only_legal_moves_count() {
    let sheet = "
        (init (at 1 1)) (first 1) (first 2)
        (<= (possible (move ?a ?b ?c)) (index ?a) (index ?b) (index ?c))
        (<= (legal ann (move ?a ?b ?c)) (possible (move ?a ?b ?c)) (first ?a))
        (<= (next (at ?a ?c)) (does ann (move ?a ?b ?c)))";
    assert_eq!(declared(sheet), ["at(first, index)."]);
}

#[test]
fn terms_that_grow_have_no_domain_but_what_they_hold_has() {
    let lists = "
        (init (list nil))
        (<= (next (list (cons ?item ?rest))) (true (list ?rest)) (does ann (put ?item)))
        (<= (next (top ?item)) (true (list (cons ?item ?rest))))
        (<= (next (rest ?rest)) (true (list (cons ?item ?rest))))
        (<= (legal ann (put ?item)) (index ?item))";
    assert_eq!(declared(lists), ["list(_).", "top(index).", "rest(_)."]);
    let counts = "
        (init (count 0))
        (<= (next (count (s ?n))) (true (count ?n)))
        (<= (legal ann go) (true (count ?n)))
        (<= (goal ann 0) (true (count ?n)))
        (<= terminal (true (count (s (s (s 0))))))";
    assert_eq!(declared(counts), ["count(_)."]);
    let text = with_indexes(counts);
    let compared = compare(&text, 1, Duration::from_secs(10), u64::MAX);
    assert_eq!(compared.expect("they agree").plies, 3);
}

#[test]
fn of_a_shape_and_terms_the_terms_are_left() {
    let pairs = "
        (<= (init (held (triple ?a ?b ?c))) (index ?a) (index ?b) (index ?c))
        (special (triple 1 2 3)) (special (triple 1 2 99)) (special (pair 1 2)) (special none)";
    let asked = "(<= (next (mark ?t)) (true (held ?t)) (special ?t))";
    let turned = "(<= (next (mark ?t)) (special ?t) (true (held ?t)))";
    for rule in [asked, turned] {
        let count = "(<= (next (third ?c)) (true (mark (triple ?a ?b ?c))))";
        let sheet = format!("{pairs} {rule} {count}");
        assert_eq!(
            declared(&sheet),
            ["held(held_1).", "mark(mark_1).", "third(third_1)."]
        );
        let text = converted(&with_indexes(&sheet));
        let marks: Vec<&str> = text
            .lines()
            .filter(|line| line.starts_with("mark_1("))
            .collect();
        assert_eq!(marks, ["mark_1(triple(1, 2, 3))."]);
    }
}

#[test]
fn what_is_denied_of_a_single_variable_is_left_out() {
    let is_left_out = |condition: &str| {
        let sheet = with_indexes(&format!(
            "(edge 5) (near 5 6) (init (at 1)) (<= (legal ann (go ?n)) (index ?n))
             (<= (next (at ?n)) (does ann (go ?n)) (index ?m) {condition})
             (<= terminal (true (at 12))) (goal ann 100)"
        ));
        let text = converted(&sheet);
        match text.lines().find(|line| line.starts_with(":- fluent at")) {
            Some(":- fluent at -> index.") => false,
            Some(":- fluent at -> at_1.") => true,
            other => panic!("{other:?}"),
        }
    };
    for condition in [
        "(not (edge ?n))",
        "(distinct ?n 5)",
        "(distinct 5 ?n)",
        "(not (near ?n 6))",
        "(or (not (edge ?n)) (not (near ?n 6)))",
    ] {
        assert!(is_left_out(condition), "{condition}");
    }
    // These do not say what one variable is not, or do not have to hold.
    for condition in [
        "",
        "(not (near ?n ?m))",
        "(distinct ?n ?m)",
        "(or (not (edge ?n)) (index ?n))",
    ] {
        assert!(!is_left_out(condition), "{condition}");
    }
}

//! Productions: patterns on strings, and the game of tris that is made of them.

use std::fmt::Write as _;
use std::sync::LazyLock;

use proptest::prelude::*;
use regola::game::{Failure, Game, Rules};
use regola::logic::{Builder, Facts, Limits, Machine, Term};
use regola::syntax::parse::parse_file;
use regola::syntax::source::Sources;

fn tris() -> &'static Rules {
    static TRIS: LazyLock<Rules> = LazyLock::new(|| {
        Rules::load("games/tris-productions.rules").unwrap_or_else(|failure| panic!("{failure}"))
    });
    &TRIS
}

/// All states that the productions of a text make of a state, in order.
fn rewrites(productions: &str, state: &str) -> Vec<String> {
    let mut sources = Sources::new();
    let id = sources.add("productions", productions);
    let (file, problems) = parse_file(&sources, id);
    assert_eq!(problems, []);
    let mut builder = Builder::new();
    assert_eq!(builder.add_clauses(file.clauses), []);
    let program = builder.finish().expect("productions are a program").into();
    let mut machine = Machine::new(&program, Limits::default());
    let goal = Term::compound("rewrite", [&Term::string(state), &Term::variable(0)]);
    machine.start(&Facts::empty(program.schema()), &[], &goal);
    let mut found = Vec::new();
    while machine.next_answer().expect("productions raise no error") {
        let next = machine.root(0).expect("a state is small");
        found.push(next.as_text().expect("a state is a string").to_owned());
    }
    found
}

fn failure(productions: &str) -> Failure {
    let game = "role(x). :- fluent s -> _. legal(x, a). add(s(b)). goal(x, 50).\n";
    Rules::from_text(&format!("{game}{productions}\n")).expect_err("the productions are wrong")
}

#[test]
fn a_variable_stands_for_any_character_and_a_constant_for_itself() {
    let rule = r#""x-ABCDEFGH" -> "oxABCDEFGH"."#;
    assert_eq!(rewrites(rule, "x----o----"), ["ox---o----"]);
    assert_eq!(rewrites(rule, "o----o----"), [""; 0]);
    assert_eq!(rewrites(rule, "xo---o----"), [""; 0]);
}

#[test]
fn lengths_must_agree() {
    assert_eq!(rewrites(r#""AB" -> "BA"."#, "ab"), ["ba"]);
    assert_eq!(rewrites(r#""AB" -> "BA"."#, "a"), [""; 0]);
    assert_eq!(rewrites(r#""AB" -> "BA"."#, "abc"), [""; 0]);
}

#[test]
fn t0_g_a_repeated_variable_must_meet_the_same_character() {
    let rule = r#""xAAABCDEFG" -> "oAAABCDEFG"."#;
    assert_eq!(rewrites(rule, "x---o-----"), ["o---o-----"]);
    assert_eq!(rewrites(rule, "xooo------"), ["oooo------"]);
    assert_eq!(rewrites(rule, "xo-o------"), [""; 0]);
    assert_eq!(rewrites(rule, "oooo------"), [""; 0]);
}

#[test]
fn a_failed_match_leaves_nothing_behind() {
    // The first production binds A and B before it fails at the last character.
    assert_eq!(
        rewrites(r#""ABx" -> "ABA".  "ABy" -> "BAy"."#, "12y"),
        ["21y"]
    );
}

#[test]
fn results_come_in_the_order_of_the_productions() {
    assert_eq!(
        rewrites(r#""A" -> "A1".  "A" -> "2A".  "b" -> "3"."#, "b"),
        ["b1", "2b", "3"]
    );
}

#[test]
fn long_names_lift_the_limit_of_the_alphabet() {
    let names: Vec<String> = (0..40).map(|number| format!("{{V{number}}}")).collect();
    let reversed: Vec<String> = names.iter().rev().cloned().collect();
    let rule = format!("\"{}\" -> \"{}\".", names.concat(), reversed.concat());
    let state: String = ('a'..='z').chain('0'..='9').chain("!?*+".chars()).collect();
    assert_eq!(
        rewrites(&rule, &state),
        [state.chars().rev().collect::<String>()]
    );
}

#[test]
fn braces_that_hold_no_name_are_constants() {
    assert_eq!(rewrites(r#""{a}A" -> "A"."#, "{a}z"), ["z"]);
}

#[test]
fn faults_are_told_when_the_file_is_loaded() {
    let mut shown = String::new();
    for productions in [
        r#""A B" -> "BA"."#,
        r#""AB" -> "BAC"."#,
        r#""A" -> "{Corner}"."#,
        "a -> b.",
    ] {
        writeln!(shown, "{productions}\n\n{}\n", failure(productions))
            .expect("a string takes text");
    }
    assert_snapshot!("productions__faults", shown);
}

#[test]
fn a_result_that_no_production_takes_up_is_doubtful() {
    let text = r#"role(x). :- fluent s -> _. legal(x, a). add(s(b)). goal(x, 50). "AB" -> "A". "AB" -> "BA"."#;
    let rules = Rules::from_text(text).unwrap_or_else(|failure| panic!("{failure}"));
    let dead_ends = rules
        .warnings()
        .into_iter()
        .filter(|warning| warning.code == "dead-end-production");
    assert_eq!(dead_ends.count(), 1);
    assert_eq!(tris().warnings(), []);
}

#[test]
fn t0_a_the_static_values_after_the_reply_in_the_centre() {
    let rules = tris();
    let values = |state: &str| {
        let position = rules
            .position("state", &format!("state(\"{state}\")."))
            .expect("a state");
        let mut answers = rules
            .query(&position, "heuristic(open_lines, x, V)")
            .expect("a goal");
        let answer = answers.next().expect("an answer").expect("no error");
        answer
            .get("V")
            .and_then(Term::as_integer)
            .expect("an integer")
    };
    assert_eq!(values("x----o----"), -4);
    let corners = ["ox---o----", "o--x-o----", "o----o-x--", "o----o---x"];
    assert_eq!(corners.map(values), [-1; 4]);
    let edges = ["o-x--o----", "o---xo----", "o----ox---", "o----o--x-"];
    assert_eq!(edges.map(values), [-2; 4]);
    assert_eq!(values("x---------"), 0);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    /// The 18 rules of tris give what setting a sign by hand gives.
    #[test]
    fn the_rules_of_tris_set_one_sign(cells in "[-xo]{9}", mover in "[xo]") {
        let rules = tris();
        let mut answers = Vec::new();
        for answer in rules.query(&rules.initial(), &format!("rewrite(\"{mover}{cells}\", Next)")).expect("a goal") {
            let answer = answer.expect("no error");
            answers.push(answer.get("Next").and_then(Term::as_text).expect("a string").to_owned());
        }
        let other = if mover == "x" { "o" } else { "x" };
        let free = cells.char_indices().filter(|(_, sign)| *sign == '-').map(|(at, _)| at);
        let expected: Vec<String> =
            free.map(|at| format!("{other}{}{mover}{}", &cells[..at], &cells[at + 1..])).collect();
        prop_assert_eq!(answers, expected);
    }
}

//! Predicates with tables, compiled: what goes in a circle is a flood over the board, or over what
//! else the predicate speaks of.

use proptest::prelude::*;
use regola::compile::partial::Part;
use regola::compile::{Compilation, Effort};
use regola::engine::{Engine, Form};
use regola::game::Rules;

use super::both;
use crate::logic::tables::model::RandomProgram;
use regola::game::{Game, RuleGame};
use regola::search::{Unwatched, perft};

/// A graph whose edges are added and taken away, and moves that say all that follows from them.
const GRAPH: &str = "
    :- game(\"Graph\").
    role(you).
    node(0..3).
    :- fluent e(node, node).
    legal(you, add(X, Y)) :- node(X), Y is (X + 1) mod 4, \\+ e(X, Y).
    legal(you, say(p, X, Y)) :- node(X), node(Y), p(X, Y).
    legal(you, say(q, X, Y)) :- node(X), node(Y), q(X, Y).
    legal(you, say(r, X, Y)) :- node(X), node(Y), r(X, Y).
    legal(you, say(s, X, Y)) :- node(X), node(Y), s(X, Y).
    legal(you, from(X)) :- node(X), r(X, _).
    legal(you, many) :- aggregate_all(count, p(_, _), N), N > 3.
    add(e(X, Y)) :- does(you, add(X, Y)).
    delete(e(X, Y)) :- does(you, say(_, X, Y)).
    add(e(X, X)) :- does(you, from(X)).
    goal(you, 50).
";

fn graph(clauses: &str) -> Rules {
    Rules::from_text(&format!("{GRAPH}{clauses}")).unwrap_or_else(|failure| panic!("{failure}"))
}

/// Why parts of a game are left to the machine, each reason once.
fn left(rules: &Rules) -> Vec<String> {
    let compilation = match Compilation::new(rules, Effort::Quick) {
        Ok(compilation) => compilation,
        Err(reason) => return vec![reason.told(rules.sources())],
    };
    let of_part = |part: &Part| match &part.outcome {
        Ok(()) => part.except.clone(),
        Err(reason) => vec![reason.clone()],
    };
    let mut reasons: Vec<String> = compilation
        .parts()
        .iter()
        .flat_map(of_part)
        .map(|reason| reason.told(rules.sources()))
        .collect();
    reasons.sort();
    reasons.dedup();
    reasons
}

fn random(seed: u64) -> Rules {
    let program = RandomProgram::new(seed);
    let facts: String = program
        .facts()
        .map(|fact| format!("init({fact}).\n"))
        .collect();
    graph(&(facts + &program.clauses()))
}

/// Plays random games of a random circle in both forms.
fn agree(seed: u64) -> Result<(), String> {
    let rules = random(seed);
    let told = |error: &dyn std::fmt::Display| {
        format!("{seed}: {error}\n{}", RandomProgram::new(seed).clauses())
    };
    let engine = Engine::in_form(&rules, Form::Both).map_err(|reason| told(&reason))?;
    for game in 0..3 {
        let played = engine.playout(&rules.initial(), 8, game);
        played.map_err(|error| told(&error))?;
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// Random predicates that call themselves and each other: both forms agree.
    #[test]
    fn random_circles_are_compiled_as_they_are_followed(seed in any::<u64>()) {
        agree(seed).map_err(TestCaseError::fail)?;
    }
}

#[test]
#[ignore = "takes a minute"]
fn ten_thousand_random_circles_are_compiled_as_they_are_followed() {
    for seed in 0..10_000 {
        agree(seed).unwrap_or_else(|difference| panic!("{difference}"));
    }
}

/// Whatever a predicate with tables says of the position is compiled, unless it has answers in an
/// order that matters.
#[test]
fn nothing_of_random_circles_is_left_to_the_machine() {
    for seed in 0..30 {
        let left = left(&random(seed));
        assert_eq!(
            left,
            Vec::<String>::new(),
            "{}",
            RandomProgram::new(seed).clauses()
        );
    }
}

/// The circle may be entered anywhere, go through several predicates, and begin with the call of
/// itself.
#[test]
fn circles_of_all_kinds_are_compiled() {
    let all = [
        // To the right, to the left, in the middle, and twice.
        ":- table p/2.  p(X, Y) :- e(X, Y).  p(X, Y) :- e(X, Z), p(Z, Y).",
        ":- table p/2.  p(X, Y) :- e(X, Y).  p(X, Y) :- p(X, Z), e(Z, Y).",
        ":- table p/2.  p(X, Y) :- e(X, Y).  p(X, Y) :- e(X, Z), p(Z, V), e(V, Y).",
        ":- table p/2.  p(X, Y) :- e(X, Y).  p(X, Y) :- p(X, Z), p(Z, Y).",
        // Through another predicate with tables, and through one without.
        ":- table p/2, q/2.  p(X, Y) :- e(X, Y).  p(X, Y) :- q(Y, X).  q(X, Y) :- p(Y, Z), p(Z, X).",
        ":- table p/2.  p(X, Y) :- e(X, Y).  p(X, Y) :- step(X, Y).  step(X, Y) :- e(X, Z), p(Z, Y).",
        // What only needs itself never holds.
        ":- table p/2.  p(X, Y) :- node(X), node(Y), p(Y, X).",
        // A denial of a lower level.
        ":- table p/2, q/2.  p(X, Y) :- e(X, Y).  p(X, Y) :- p(X, Z), e(Z, Y).
         q(X, Y) :- node(X), node(Y), \\+ p(X, Y).  q(X, Y) :- q(Y, X).",
        // A condition whose test is of a lower level.
        ":- table p/2.  p(X, Y) :- e(X, Y).  p(X, Y) :- ( e(0, 1) -> p(Y, X) ; e(X, Z), p(Z, Y) ).",
    ];
    for clauses in all {
        let others =
            ["p", "q", "r", "s"].map(|name| match clauses.contains(&format!("{name}(X, Y) :-")) {
                true => String::new(),
                false => format!("{name}(X, Y) :- e(X, Y), X =:= Y.\n"),
            });
        let rules = graph(
            &(clauses.to_owned() + "\n" + &others.concat() + "init(e(0, 1)).  init(e(2, 0))."),
        );
        assert_eq!(left(&rules), Vec::<String>::new(), "{clauses}");
        let both = both(&rules);
        perft(&both, &both.position(&rules.initial()), 3, &mut Unwatched)
            .unwrap_or_else(|error| panic!("{clauses}: {error}"));
    }
}

/// What is left to the machine, and why.
#[test]
fn what_is_no_least_model_is_left_to_the_machine() {
    let others = "q(X, Y) :- e(X, Y).  r(X, Y) :- e(X, Y).  s(X, Y) :- e(X, Y).";
    let cases = [
        ":- table p/2.  p(X, Y) :- e(X, Y), \\+ p(Y, X).",
        ":- table p/2.  p(X, Y) :- e(X, Y), aggregate_all(count, p(Y, _), N), N > 1.",
        ":- table p/2.  p(X, Y) :- e(X, Y).  p(X, Y) :- once(( p(X, Z), e(Z, Y) )).",
        ":- table p/2.  p(X, Y) :- e(X, Y).  p(X, Y) :- p(Y, X).  legal(you, open(X, Y)) :- p(X, Y).",
    ];
    let mut told = String::new();
    for clauses in cases {
        let rules = graph(&format!("{clauses}\n{others}  init(e(0, 1))."));
        told += &format!("{clauses}\n");
        for reason in left(&rules) {
            told += &format!("    {reason}\n");
        }
    }
    assert_snapshot!("compile_circles_left", told);
}

//! Faults of a game that show only while it is played.

use regola::game::{Error, Game, Role, Rules};

/// A right game but for these clauses, which come first.
fn game(clauses: &str) -> Rules {
    let rest = [
        ("legal(", "legal(P, go) :- role(P).\n"),
        ("add(", "add(at(1)) :- does(_, go).\n"),
        ("goal(", "goal(_, 50).\n"),
        ("heuristic(", "heuristic(lead, _, 0).\n"),
        ("notation(", "notation(go, \"go\").\n"),
        ("show(", "show(1, 1, x).\n"),
    ];
    let kept: String = rest
        .iter()
        .filter(|(head, _)| !clauses.contains(head))
        .map(|(_, clause)| *clause)
        .collect();
    super::game(&format!(
        "role(black).  role(white).\nplace(1..3).\n:- fluent at(place).\n:- fluent owner(place) -> role.\n\
         grid(3, 1).\n{clauses}\n{kept}"
    ))
}

/// What is said when everything is asked of the start.
fn told(clauses: &str) -> String {
    let rules = game(clauses);
    match ask_everything(&rules) {
        Ok(()) => "nothing is wrong".to_owned(),
        Err(error) => rules.failure(&error).to_string(),
    }
}

fn ask_everything(rules: &Rules) -> Result<(), Error> {
    let start = rules.initial();
    let moves = rules.legal_moves(&start)?;
    rules.picture(&start, &moves, None)?;
    rules.play(&start, &moves[..1])?;
    rules.goal(&start, Role(1))?;
    rules.evaluate(&start, 0, Role(1)).map(|_| ())
}

#[test]
fn faults_point_into_the_rule_file() {
    let faults = [
        (
            "a move with a variable",
            "legal(P, go) :- role(P).\nlegal(P, put(_)) :- role(P).",
        ),
        (
            "a player who is no role",
            "legal(P, go) :- role(P).\nlegal(P, stay) :- member(P, [green]).",
        ),
        ("nobody's move", "legal(_, go)."),
        (
            "an effect outside its domain",
            "add(at(2)).\nadd(at(N)) :- member(M, [2, 3]), N is M + 1.",
        ),
        (
            "an effect outside its domain, whose head says as little as that of another clause",
            "add(at(N)) :- N is 1 + 1.\nadd(at(N)) :- does(_, _), N is 2 + 2.\nadd(at(N)) :- N is 2 + 3.",
        ),
        ("an effect with a variable", "add(at(_))."),
        ("an effect that is no fluent", "add(F) :- F = place(1)."),
        ("an effect that is no fact", "add(F) :- member(F, [3])."),
        (
            "a deletion outside its domain",
            "delete(owner(N, black)) :- member(N, [1, 7]).",
        ),
        ("two values for a key", "add(owner(1, P)) :- role(P)."),
        ("no result", "goal(black, 50).\ngoal(white, 50) :- at(3)."),
        (
            "a result that is no number",
            "goal(black, 50).\ngoal(white, N) :- member(N, [won]).",
        ),
        ("a result out of range", "goal(_, N) :- N is 200 + 1."),
        ("a heuristic without value", "heuristic(lead, black, 1)."),
        (
            "a heuristic whose value is no integer",
            "heuristic(lead, _, much).",
        ),
        ("no notation", "notation(stay, \"stay\")."),
        (
            "a notation that is no text",
            "notation(go, T) :- T = [g, o].",
        ),
        (
            "a glyph outside the board",
            "show(2, 1, x).\nshow(X, 1, y) :- X is 2 + 2.",
        ),
        (
            "an error in arithmetic",
            "legal(P, go) :- role(P), X is Y + 1, X > Y.",
        ),
        (
            "an error in a predicate that is called",
            "legal(P, M) :- role(P), pick(M).\npick(M) :- M = a, 1 < M.",
        ),
        ("a thrown term", "goal(_, _) :- throw(not_yet)."),
        ("a goal that is a number", "goal(_, 50) :- G = 3, call(G)."),
        (
            "a predicate that is unknown only when called",
            "goal(_, 50) :- G = nowhere, call(G).",
        ),
    ];
    let told = faults
        .map(|(name, clauses)| format!("% {name}\n{clauses}\n--- is told\n{}\n\n", told(clauses)));
    assert_snapshot!("game__faults", told.concat());
}

#[test]
fn errors_say_what_they_are() {
    let error = |clauses: &str| ask_everything(&game(clauses)).expect_err("a fault");
    assert!(matches!(error("legal(black, M)."), Error::NotAMove(..)));
    assert!(matches!(
        error("add(F) :- F = at(9)."),
        Error::NotAFact {
            predicate: "add",
            ..
        }
    ));
    assert!(matches!(
        error("add(owner(1, P)) :- role(P)."),
        Error::Conflict { .. }
    ));
    assert!(matches!(error("goal(black, 50)."), Error::NoGoal(_)));
    assert!(matches!(
        error("heuristic(lead, black, 1)."),
        Error::NoValue(..)
    ));
    assert!(matches!(
        error("notation(stay, \"stay\")."),
        Error::NoNotation(_)
    ));
    assert!(matches!(
        error("goal(_, _) :- throw(not_yet)."),
        Error::Logic(_)
    ));
}

//! The forms of a game between its rules and native code, as text.

use regola::compile::{Attempt, Effort, NotShown, Shown, Stage, attempt};
use regola::game::{Game, Position, Rules};
use regola::search::playout;

use crate::explain::draft_within;
use crate::game::shipped;
use regola::logic::Limits;

/// A board of four squares, with all that a form may have to name: a table, a count, a goal within a
/// clause, a move that hangs on what holds after it, effects of all moves, and a call that the machine
/// answers.
const SQUARES: &str = "
    role(left).  role(right).
    opponent(left, right).  opponent(right, left).
    place(1..2).
    :- fluent control -> role.
    :- fluent cell(place, place) -> role.
    init(control(left)).
    legal(P, put(X, Y)) :- control(P), place(X), place(Y), \\+ cell(X, Y, _).
    legal(P, lift(X, Y)) :- cell(X, Y, P), control(P), \\+ after(P, lift(X, Y), linked(P, 2, 2)).
    :- table linked/3.
    linked(P, 1, 1) :- cell(1, 1, P).
    linked(P, X, Y) :- cell(X, Y, P), next_to(X, Y, A, B), linked(P, A, B).
    next_to(X, Y, A, Y) :- place(X), place(Y), A is 3 - X.
    next_to(X, Y, X, B) :- place(X), place(Y), B is 3 - Y.
    delete(cell(X, Y, P)) :- does(P, lift(X, Y)).
    add(cell(X, Y, P)) :- does(P, put(X, Y)).
    add(control(Q)) :- control(P), opponent(P, Q).
    count(P, N) :- aggregate_all(count, cell(_, _, P), N).
    terminal :- linked(_, 2, 2).
    terminal :- count(left, N), N > 1, forall(cell(X, X, P), ( P = right, throw(lost) )).
    goal(P, 100) :- linked(P, 2, 2).
    goal(P, 50) :- role(P), \\+ linked(P, 2, 2).
    heuristic(stones, P, V) :- opponent(P, Q), count(P, N), count(Q, M), V is 2 * N - M.
";

/// A form of a game, whole or in part.
fn form(rules: &Rules, stage: Stage, of: Option<&str>) -> Result<String, NotShown> {
    let Attempt { evaluated, code } =
        attempt(rules, Effort::Thorough).unwrap_or_else(|reason| panic!("{reason}"));
    Shown {
        rules,
        evaluated: &evaluated,
        code: code.as_ref(),
    }
    .show(stage, of)
}

fn squares() -> Rules {
    Rules::from_text(SQUARES).unwrap_or_else(|failure| panic!("{failure}"))
}

#[test]
fn clauses_that_are_left() {
    let text = form(&squares(), Stage::Residual, None);
    assert_snapshot!("show__residual", text.expect("it is compiled"));
}

#[test]
fn gates_by_number() {
    let text = form(&squares(), Stage::Circuit, Some("legal"));
    assert_snapshot!("show__circuit", text.expect("it is compiled"));
}

#[test]
fn families_as_pictures() {
    let text = form(&squares(), Stage::Families, None);
    assert_snapshot!("show__families", text.expect("it is compiled"));
}

#[test]
fn programs_with_their_inputs_and_outputs() {
    let text = form(&squares(), Stage::Words, None);
    assert_snapshot!("show__words", text.expect("it is compiled"));
}

/// What is easily written wrongly: a goal that never holds, a negated conjunction that is the same from
/// all cells, a move that two clauses give, and names in quotes.
#[test]
fn goals_that_need_brackets_quotes_or_a_clause() {
    let rules = Rules::from_text(
        "role(left).  role(right).
         spot(1..12).
         flag(a).  flag(b).
         :- fluent control -> role.
         :- fluent up(flag).
         :- fluent on(spot) -> role.
         init(control(left)).
         legal(P, put(S)) :- control(P), ok(P, S).
         legal(P, put(S)) :- control(P), on(S, P), T is S + 1, on(T, P).
         ok(P, S) :- spot(S), \\+ ( up(a), up(b) ), T is S + 1, on(T, P).
         ok(P, S) :- up(a), up(b), on(S, P).
         add(up(a)) :- does(_, _).
         add(up(b)) :- up(a).
         add(on(S, P)) :- does(P, put(S)).
         :- table turning/1.
         turning(X) :- spot(X), control(left), turning(X).
         terminal :- turning(3).
         goal(_, 50).
         heuristic('any turn', P, V) :- role(P), ( turning(2) -> V = 1 ; V = 0 ).",
    )
    .unwrap_or_else(|failure| panic!("{failure}"));
    let show = |stage, of| form(&rules, stage, of).unwrap_or_else(|refusal| refusal.to_string());
    let told = [
        show(Stage::Families, None),
        show(Stage::Residual, Some("ok/2")),
        show(Stage::Residual, Some("terminal/0")),
        show(Stage::Circuit, Some("turning/1")),
        show(Stage::Residual, Some("heuristic any turn")),
    ];
    assert_snapshot!("show__brackets_and_quotes", told.join("\n---\n"));
}

#[test]
fn nothing_to_show() {
    let cases = [
        (Stage::Residual, Some("linked/2")),
        (Stage::Words, Some("linked/3")),
        (Stage::Families, Some("heuristic stones")),
        (Stage::Families, Some("effects")),
    ];
    let mut told = Vec::new();
    for (stage, of) in cases {
        let refused = form(&squares(), stage, of).expect_err("there is no such form");
        told.push(refused.to_string());
    }
    assert_snapshot!("show__nothing_to_show", told.join("\n"));
}

/// What is left of the clauses of a predicate is a program that gives the same answers as the clauses,
/// once it has the facts of a position.
#[test]
fn what_is_left_gives_the_same_answers() {
    let cases = [("othello", "closed/4", "cell"), ("hex", "linked/3", "cell")];
    let limits = Limits {
        steps: 5_000_000,
        memory: 256 << 20,
    };
    for (name, predicate, fluent) in cases {
        let rules = shipped(name);
        let left = form(&rules, Stage::Residual, Some(predicate)).expect("it is compiled");
        let name_of_goals = predicate.split('/').next().expect("a name");
        let asked: Vec<&str> = left
            .lines()
            .filter(|line| line.starts_with(name_of_goals))
            .map(|line| {
                line.split(" :-")
                    .next()
                    .expect("a head")
                    .trim_end_matches('.')
            })
            .collect();
        for seed in 0..3 {
            let played = playout(&rules, &rules.initial(), 30, seed);
            let position = played.expect("the game can be played").position;
            let facts = position.facts(rules.program().schema());
            let facts = facts
                .iter()
                .filter(|fact| fact.functor().is_some_and(|(name, _)| name == fluent));
            let facts: String = facts.map(|fact| format!("{fact}.\n")).collect();
            let program = format!(":- table {predicate}.\n{facts}{left}");
            let program = draft_within(&program, limits);
            let holds = |rules: &Rules, position: &Position| -> Vec<bool> {
                let holds = |goal: &&str| {
                    let mut answers = rules.query(position, goal).expect("the goal is right");
                    answers.next().is_some_and(|answer| answer.is_ok())
                };
                asked.iter().map(holds).collect()
            };
            let by_rules = holds(&rules, &position);
            assert!(
                by_rules.contains(&true) && by_rules.contains(&false),
                "{name}"
            );
            assert_eq!(holds(&program, &program.initial()), by_rules, "{name}");
        }
    }
}

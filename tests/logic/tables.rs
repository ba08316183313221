//! Tabled predicates: recursion in a circle ends, with the answers of the least model.
//!
//! Random programs are compared with their least model, which [`model`] computes from the facts
//! upwards without any goals.

pub mod model;

use proptest::prelude::*;
use regola::game::{Game, Position, Role, Rules};
use regola::logic::Limits;
use regola::syntax::load::MemoryReader;

use self::model::RandomProgram;
use crate::explain::draft_within;

/// A program that is no game.
fn program(text: &str) -> Rules {
    let limits = Limits {
        steps: 500_000,
        memory: 32 << 20,
    };
    draft_within(text, limits)
}

/// The answers to a question, one a line, and the error that ends them.
fn answers(rules: &Rules, position: &Position, question: &str) -> Vec<String> {
    let found = match rules.query(position, question) {
        Ok(found) => found,
        Err(failure) => return vec![failure.to_string()],
    };
    found
        .map(|answer| match answer {
            Ok(answer) => answer.to_string(),
            Err(error) => error.to_string(),
        })
        .collect()
}

fn all_answers(rules: &Rules, questions: &[&str]) -> String {
    let told = |question: &&str| {
        let answers = answers(rules, &rules.initial(), question);
        format!("?- {question}.\n{}\n", answers.join("\n"))
    };
    questions.iter().map(told).collect::<Vec<_>>().join("\n")
}

const ROADS: &str = "
    road(a, b).  road(b, c).  road(c, a).  road(c, d).
";

/// The clauses may call themselves first, last or twice.
#[test]
fn a_circle_of_roads_is_walked_once() {
    for clauses in [
        "way(X, Y) :- road(X, Y).  way(X, Y) :- way(X, Z), road(Z, Y).",
        "way(X, Y) :- way(X, Z), road(Z, Y).  way(X, Y) :- road(X, Y).",
        "way(X, Y) :- road(X, Y).  way(X, Y) :- road(X, Z), way(Z, Y).",
        "way(X, Y) :- road(X, Y).  way(X, Y) :- way(X, Z), way(Z, Y).",
    ] {
        let rules = program(&format!(":- table way/2. {ROADS} {clauses}"));
        let mut found = answers(&rules, &rules.initial(), "way(b, Y)");
        found.sort_unstable();
        assert_eq!(found, ["Y = a", "Y = b", "Y = c", "Y = d"], "{clauses}");
        assert_eq!(answers(&rules, &rules.initial(), "way(d, Y)").len(), 0);
        assert_eq!(answers(&rules, &rules.initial(), "way(a, d)").len(), 1);
        let all = answers(
            &rules,
            &rules.initial(),
            "aggregate_all(count, way(_, _), N)",
        );
        assert_eq!(all, ["N = 12"], "{clauses}");
    }
}

#[test]
fn answers_come_in_the_order_in_which_they_are_found() {
    let rules = program(&format!(
        ":- table way/2, even/1, odd/1.
        {ROADS}
        way(X, Y) :- road(X, Y).
        way(X, Y) :- way(X, Z), road(Z, Y).
        next(zero, one).  next(one, two).  next(two, three).  next(three, zero).
        even(zero).
        even(X) :- odd(Y), next(Y, X).
        odd(X) :- even(Y), next(Y, X).
        "
    ));
    assert_snapshot!(
        "logic__tables",
        all_answers(
            &rules,
            &[
                "way(a, Y)",
                "way(X, d)",
                "way(X, X)",
                "even(X)",
                "odd(X)",
                "once(way(a, Y))",
                "way(a, Y), way(Y, a)",
                "findall(Y, way(a, Y), Ys)",
            ]
        )
    );
}

/// A position is won if a move leads to one that is not: a well-founded question on a graph without
/// circles, and none on a circle.
#[test]
fn negation_is_answered_unless_an_answer_depends_on_its_own() {
    let rules = program(
        "
        :- table won/1, loses/1, draws/1, gathers/1, decides/1, counts/1, small/1, denies/0, denied/0.
        step(1, 2).  step(2, 3).  step(3, 4).  step(1, 3).
        won(X) :- step(X, Y), \\+ won(Y).

        turn(a, b).  turn(b, c).  turn(c, a).
        loses(X) :- turn(X, Y), \\+ loses(Y).
        draws(X) :- turn(X, Y), through(Y).
        through(X) :- ( draws(X) -> true ; true ).
        gathers(X) :- turn(X, Y), findall(Z, gathers(Z), Zs), Zs == [Y].
        decides(X) :- turn(X, Y), once(decides(Y)).

        counts(1).
        counts(N) :- catch(small(M), large, fail), N is M + 1.
        small(N) :- counts(N), ( N > 2 -> throw(large) ; true ).
        denies :- catch(( denied, throw(found) ; true ), found, fail).
        denied :- denies.
        ",
    );
    assert_snapshot!(
        "logic__tables_negation",
        all_answers(
            &rules,
            &[
                "won(X)",
                "won(1)",
                "\\+ won(2)",
                "loses(a)",
                "draws(a)",
                "gathers(a)",
                "decides(a)",
                "counts(N)",
                "denies, denied",
                "catch(loses(b), error(unstratified(Calls), _), true)",
            ]
        )
    );
}

#[test]
fn a_table_without_end_meets_a_limit() {
    let rules = program(
        "
        :- table count/1, grow/1.
        count(0).
        count(N) :- count(M), N is M + 1.
        grow(x).
        grow(f(X)) :- grow(X).
        ",
    );
    for question in ["count(N)", "grow(X)"] {
        let found = answers(&rules, &rules.initial(), question);
        assert!(found[0].contains("limit"), "{question}: {found:?}");
    }
}

/// Answers are taken while they arrive, so a long chain is walked in few rounds.
#[test]
fn a_long_chain_takes_a_few_steps_for_each_answer() {
    let rules = program(
        "
        :- table way/2.
        road(A, B) :- A < 3000, B is A + 1.
        way(A, B) :- road(A, B).
        way(A, C) :- way(A, B), road(B, C).
        ",
    );
    let count = "aggregate_all(count, way(0, _), N)";
    assert_eq!(answers(&rules, &rules.initial(), count), ["N = 3000"]);
}

/// Without a table the number of calls is exponential.
#[test]
fn a_table_remembers() {
    let rules = program(
        "
        :- table sum/2.
        sum(0, 0).
        sum(1, 1).
        sum(N, S) :- N > 1, A is N - 1, B is N - 2, sum(A, X), sum(B, Y), S is X + Y.
        ",
    );
    let found = answers(&rules, &rules.initial(), "sum(60, S)");
    assert_eq!(found, ["S = 1548008755920"]);
}

/// Each world of `after/3` has its own facts, so its own tables.
#[test]
fn tables_belong_to_facts() {
    let rules = program(
        "
        role(x).  role(o).
        :- fluent bridge(_, _).
        init(bridge(1, 2)).
        :- table joined/2.
        joined(A, B) :- bridge(A, B).
        joined(A, B) :- joined(A, C), bridge(C, B).
        legal(x, build(A, B)) :- member(A - B, [2 - 3, 3 - 1]), \\+ bridge(A, B).
        add(bridge(A, B)) :- does(x, build(A, B)).
        ",
    );
    let questions = [
        "joined(1, B)",
        "after(x, build(2, 3), joined(1, B))",
        "joined(1, B), after(x, build(2, 3), joined(1, C))",
        "after(x, build(2, 3), after(x, build(3, 1), joined(1, B))), joined(1, C)",
    ];
    assert_snapshot!("logic__tables_worlds", all_answers(&rules, &questions));
}

/// An exception ends an evaluation. Asked again, its call is evaluated anew.
#[test]
fn an_exception_ends_an_evaluation() {
    let rules = program(
        "
        :- table way/2, sure/2.
        road(a, b).  road(b, a).  road(b, oops).
        way(X, Y) :- sure(X, Y).
        way(X, Y) :- way(X, Z), sure(Z, Y).
        sure(X, Y) :- way(X, _), fail ; road(X, Y), ( Y == oops -> throw(Y) ; true ).
        ",
    );
    let questions = [
        "way(a, Y)",
        "catch(way(a, Y), oops, Y = none)",
        "catch(way(a, Y), oops, true), catch(way(a, Z), oops, true)",
        "catch(way(a, Y), oops, true), catch(sure(a, Z), oops, true)",
    ];
    assert_snapshot!("logic__tables_exceptions", all_answers(&rules, &questions));
}

#[test]
fn what_cannot_be_tabled_is_told() {
    let faults: String = [
        ":- table way.",
        ":- table way/2.",
        ":- table way(_, _). way(1, 1).",
        ":- table way(_, min). way(1, 1).",
        ":- table cell/1. :- fluent cell(_). init(cell(1)).",
        ":- table member/2.",
        ":- table a/1, 3. a(1).",
    ]
    .map(|text| {
        let reader = MemoryReader::new().with("small.rules", text);
        let failure = Rules::draft(&reader, "small.rules", Limits::default());
        failure.map_or_else(|failure| failure.to_string(), |_| "in order".to_owned())
    })
    .join("\n");
    assert_snapshot!("logic__tables_faults", faults);
}

/// Hex as a player would say it: two stones are linked if they are neighbours, or by others between them.
const HEX: &str = "
    :- game(\"Hex\").
    size(4).
    role(red).  role(blue).
    opponent(red, blue).  opponent(blue, red).
    column(X) :- size(N), between(1, N, X).
    row(Y)    :- size(N), between(1, N, Y).
    :- fluent control -> role.
    :- fluent cell(column, row) -> role.
    init(control(red)).
    next_to(X, Y, A, B) :- direction(D, E), A is X + D, B is Y + E, column(A), row(B).
    direction(1, 0).   direction(0, 1).   direction(-1, 1).
    direction(-1, 0).  direction(0, -1).  direction(1, -1).
    legal(P, place(X, Y)) :- control(P), row(Y), column(X), \\+ cell(X, Y, _).
    add(cell(X, Y, P)) :- does(P, place(X, Y)).
    add(control(Q))    :- does(P, _), opponent(P, Q).

    :- table linked/3.
    linked(red, X, 1)  :- cell(X, 1, red).
    linked(blue, 1, Y) :- cell(1, Y, blue).
    linked(P, X, Y)    :- linked(P, A, B), next_to(A, B, X, Y), cell(X, Y, P).

    won(red)  :- size(N), linked(red, _, N).
    won(blue) :- size(N), linked(blue, N, _).
    terminal :- won(_).
    goal(P, 100) :- won(P).
    goal(P,   0) :- opponent(P, Q), won(Q).
";

/// The shipped rules ask of a stone whether one beside it is linked; these go from the first side on.
#[test]
fn hex_with_a_table_is_hex() {
    let shipped = include_str!("../../games/hex.rules").replace("size(11)", "size(4)");
    let rules = [&*shipped, HEX]
        .map(|text| Rules::from_text(text).unwrap_or_else(|failure| panic!("{failure}")));
    let mut random = fastrand::Rng::with_seed(3);
    for _ in 0..30 {
        let mut positions = rules.each_ref().map(Rules::initial);
        loop {
            let over = [0, 1].map(|form| rules[form].over(&positions[form]).expect("no error"));
            assert_eq!(over[0], over[1], "{:?}", rules[0].board(&positions[0]));
            if over[0] {
                break;
            }
            let legal = rules[0].legal_moves(&positions[0]).expect("no error");
            let played = random.choice(legal).expect("a cell is free");
            positions = [0, 1].map(|form| {
                let played = std::slice::from_ref(&played);
                rules[form]
                    .play(&positions[form], played)
                    .expect("it is legal in both")
            });
        }
        for role in [Role(0), Role(1)] {
            let goals = [0, 1].map(|form| rules[form].goal(&positions[form], role));
            assert_eq!(goals[0], goals[1]);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// The answers to every question are those of the least model, each once.
    #[test]
    fn answers_are_those_of_the_least_model(seed in any::<u64>()) {
        let random = RandomProgram::new(seed);
        let rules = program(&random.text());
        for question in random.questions() {
            let mut found = answers(&rules, &rules.initial(), &question.text);
            found.sort_unstable();
            prop_assert_eq!(&found, &question.answers, "{} in\n{}", question.text, random.text());
        }
    }
}

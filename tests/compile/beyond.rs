//! Games that are compiled in some positions and stay with the machine in others: what is left out,
//! and that nobody notices.

use std::fmt::Write;

use proptest::prelude::*;
use regola::compile::code::Code;
use regola::compile::partial::{Effort, Nesting, residual};
use regola::compile::{Both, Compilation, Compiled, Interrupt};
use regola::game::{Error, Game, Position, Role, RuleGame, Rules};

use super::constructs::PLACES;
use super::residual::{cells, compare};

fn rules(clauses: &str) -> Rules {
    super::rules(&format!("{PLACES}{clauses}"))
}

/// All positions, without and with each place taken.
fn positions(rules: &Rules) -> Vec<Position> {
    let position = |taken: u32| {
        let facts: Vec<String> = (1..=3)
            .filter(|spot| taken >> spot & 1 == 1)
            .map(|spot| format!("on({spot})."))
            .collect();
        rules
            .position("here", &facts.join(" "))
            .unwrap_or_else(|failure| panic!("{failure}"))
    };
    (0..8).map(|taken| position(taken << 1)).collect()
}

/// Asks both forms all that can be asked in a position; they must agree, also on what is an error.
pub fn ask(rules: &Rules, both: &Both, position: &Position) {
    let here = both.position(position);
    let agreed = |result: Result<(), Error>| {
        assert!(!matches!(result, Err(Error::Disagreement(_))), "{result:?}")
    };
    agreed(both.goal(&here, Role(0)).map(drop));
    agreed(both.quiet(&here).map(drop));
    agreed(both.over(&here).map(drop));
    for heuristic in 0..both.heuristic("h").map_or(0, |number| number + 1) {
        agreed(both.evaluate(&here, heuristic, Role(0)).map(drop));
    }
    match both.turn(&here) {
        Err(error) => {
            assert!(rules.turn(position).is_err(), "{error}");
            agreed(Err(error));
        }
        Ok(turn) => {
            for played in turn.into_movers().into_iter().flat_map(|(_, moves)| moves) {
                agreed(both.play(&here, &[played]).map(drop));
            }
        }
    }
}

/// What is left to the machine of a game with these clauses, in which both forms agree in all
/// positions.
fn left_out(clauses: &str) -> String {
    let rules = rules(clauses);
    let evaluated =
        residual(&rules, Effort::Quick, None).unwrap_or_else(|reason| panic!("{reason}"));
    let mut told = String::new();
    for part in &evaluated.parts {
        let told = &mut told;
        let mut line = |what: &str, reason: &str| writeln!(told, "{}: {what} {reason}", part.name);
        if let Err(reason) = &part.outcome {
            line("by the machine,", &reason.told(rules.sources())).expect("a string takes all");
        }
        for reason in &part.except {
            line("except", &reason.told(rules.sources())).expect("a string takes all");
        }
    }
    let values = |position: &Position| {
        let values = evaluated
            .residual
            .circuit
            .evaluate(&cells(&rules, position));
        let beyond = evaluated.residual.beyond;
        values[beyond.node().index()] != beyond.is_negated()
    };
    let compilation = Compilation::new(&rules, Effort::Quick).ok();
    let both = compilation.map(|compilation| Both::new(Compiled::new(&rules, compilation.into())));
    let mut beyond = Vec::new();
    for (taken, position) in positions(&rules).iter().enumerate() {
        compare(&rules, &evaluated, position);
        both.iter().for_each(|both| ask(&rules, both, position));
        beyond.extend(values(position).then(|| format!("{taken:03b}")));
    }
    writeln!(told, "turns by the machine: {}", beyond.join(" ")).expect("a string takes all");
    told
}

#[test]
fn a_move_that_the_machine_tells_may_fail_where_those_of_the_programs_do_not() {
    // With a cut in a condition the machine tells the moves, and the one move has an effect that is no fact.
    let clauses = "
        legal(you, on) :- on(1), ( on(2) -> ! ; true ).
        add(on(M)) :- does(you, on), on(2), spot(N), N = 3, M is N + 1.
    ";
    assert!(left_out(clauses).ends_with("turns by the machine: 011 111\n"));
    let rules = rules(clauses);
    let evaluated = residual(&rules, Effort::Quick, None).expect("it is a small game");
    let code = Code::compile(&evaluated.residual, 10_000, &Interrupt::never());
    let code = code.expect("it is a small game");
    assert!(code.modes.iter().all(|mode| mode.leaves_out_faults));
    let fails = |position: &Position| {
        let turn = rules.turn(position).expect("it is a small game");
        let moves = turn.into_movers().into_iter().flat_map(|(_, moves)| moves);
        moves
            .filter(|played| rules.play(position, std::slice::from_ref(played)).is_err())
            .count()
    };
    let fails: Vec<usize> = positions(&rules).iter().map(fails).collect();
    assert_eq!(fails, [0, 0, 0, 1, 0, 0, 0, 1]);
}

#[test]
fn what_is_left_to_the_machine() {
    let cases = [
        (
            "a goal of legal",
            "legal(you, x) :- on(1), ( on(2) -> ! ; true ).  legal(you, y) :- on(3).",
        ),
        (
            "negation",
            "odd :- on(1), ( on(2) -> ! ; true ).  legal(you, x) :- \\+ odd.",
        ),
        (
            "a condition",
            "odd :- on(1), ( on(2) -> ! ; true ).  legal(you, x) :- ( odd -> on(3) ; true ).",
        ),
        (
            "a branch",
            "legal(you, x) :- ( on(1) -> ( on(2) -> ! ; true ) ; on(3) ).",
        ),
        (
            "a soft condition",
            "odd(1) :- on(1), ( on(2) -> ! ; true ).  legal(you, x(S)) :- ( odd(S) *-> true ; S = 3 ).",
        ),
        (
            "before a cut",
            "some(S) :- on(S), ( on(1) -> ! ; true ), !.  some(3).  legal(you, x(S)) :- some(S).",
        ),
        (
            "a count",
            "odd(S) :- on(S), ( S = 1 -> ! ; true ).  legal(you, x) :- aggregate_all(count, odd(_), 2).",
        ),
        (
            "a sum",
            "weight(1, 9223372036854775807).  weight(2, 1).  weight(3, 3).
            legal(you, x) :- aggregate_all(sum(W), ( on(S), weight(S, W) ), N), N > 2.",
        ),
        (
            "the greatest",
            "odd(S) :- on(S), ( S = 1 -> ! ; true ).  legal(you, x(N)) :- aggregate_all(max(S), odd(S), N).",
        ),
        (
            "an error",
            "legal(you, x) :- on(1), on(2), atom_length(f(_), 1).",
        ),
        (
            "a move that is not known",
            "legal(you, x(_)) :- on(1), on(3).",
        ),
        (
            "a circle",
            "linked(S) :- on(S).  linked(S) :- spot(T), T =\\= S, on(T), linked(T).  legal(you, x) :- once(linked(1)).",
        ),
        (
            "an effect",
            "add(on(3)) :- does(you, take(1)), ( on(2) -> ! ; true ).",
        ),
        (
            "an effect always",
            "add(on(3)) :- does(you, _), ( true -> ! ; true ).",
        ),
        (
            "the end",
            "terminal :- on(1), on(2), ( on(3) -> ! ; true ).",
        ),
        ("a goal", "goal(you, 7) :- on(1), ( on(3) -> ! ; true )."),
        ("quiet", "quiet :- on(1), ( on(3) -> ! ; true )."),
        (
            "a value",
            "heuristic(h, you, N) :- ( on(1), ( on(3) -> ! ; true ) -> N = 3 ; N = f ).",
        ),
    ];
    let told = cases.map(|(what, clauses)| format!("{what}\n{}", left_out(clauses)));
    assert_snapshot!("compile__what_is_left_to_the_machine", told.join("\n"));
}

#[test]
fn lists_of_what_depends_on_the_position() {
    // Twelve things of which each place has four, so that more than a few are there at once.
    const THINGS: &str = "thing(S, N) :- on(S), between(1, 4, I), N is S * 4 + I.  at(S) :- on(S).  at(S) :- \\+ on(S).";
    let cases = [
        ("few", "legal(you, x(L)) :- findall(S, on(S), L)."),
        ("many", "legal(you, x(L)) :- findall(N, thing(_, N), L)."),
        (
            "one of many",
            "legal(you, x(L)) :- findall(S - T, ( on(S), on(T) ), L).",
        ),
        (
            "beside what is always there",
            "legal(you, x(L)) :- findall(S, ( S = 0 ; on(S) ; S = 4 ), L).",
        ),
        (
            "a bag",
            "legal(you, x(L)) :- aggregate_all(bag(S), ( on(S) ; S = 2 ), L).",
        ),
        (
            "a set",
            "legal(you, x(L)) :- aggregate_all(set(S), ( on(3), S = 3 ; on(1), S = 1 ; S = 2 ), L).",
        ),
        ("none", "legal(you, x) :- findall(N, thing(_, N), [])."),
        (
            "elements chosen",
            "legal(you, x(L)) :- include(at_least(2), [1, 2, 3], L).  at_least(N, S) :- S >= N, on(S).",
        ),
        (
            "elements left out",
            "legal(you, x(L)) :- exclude(on, [3, 1, 2, 5], L).",
        ),
        ("each element", "legal(you, x) :- maplist(on, [1, 3])."),
        (
            "each element and its value",
            "value(S, N) :- ( on(S) -> N = S ; N = 0 ).  legal(you, x(L)) :- maplist(value, [1, 2, 3], L).",
        ),
        (
            "a fold",
            "more(S, N, M) :- ( on(S) -> M is N + S ; M = N ).  legal(you, x(N)) :- foldl(more, [1, 2, 3], 0, N).",
        ),
        (
            "a call",
            "legal(you, x(S)) :- P = thing, call(P, S, N), N mod 4 =:= 1.",
        ),
        (
            "a list that is not known",
            "legal(you, x(L)) :- on(1), L = [_ | _], once(maplist(on, L)).",
        ),
    ];
    let told = cases
        .map(|(what, clauses)| format!("{what}\n{}", left_out(&format!("{THINGS} {clauses}"))));
    assert_snapshot!(
        "compile__lists_of_what_depends_on_the_position",
        told.join("\n")
    );
}

/// Lists of six elements, each of which is in them in some positions.
#[test]
fn lists_that_are_walked_counted_ranked_and_tested() {
    const PAIRS: &str = "
        pair(S - T) :- spot(S), spot(T), S =< T, on(S), ( S = T ; \\+ on(T) ).
        pairs(L) :- findall(P, pair(P), L).
    ";
    let cases = [
        ("whether it is empty", "legal(you, x) :- pairs([])."),
        ("whether it is not", "legal(you, x) :- pairs(L), L \\= []."),
        ("its first element", "legal(you, x(P)) :- pairs([P | _])."),
        (
            "its second element",
            "legal(you, x(P)) :- pairs([_, P | _]).",
        ),
        (
            "its last element",
            "legal(you, x(P)) :- pairs(L), last(L, P).",
        ),
        (
            "each element",
            "legal(you, x(P)) :- pairs(L), member(P, L).",
        ),
        (
            "one element",
            "legal(you, x) :- pairs(L), memberchk(2 - 3, L).",
        ),
        (
            "the first that fits",
            "legal(you, x(T)) :- pairs(L), memberchk(2 - T, L).",
        ),
        (
            "how many there are",
            "legal(you, x) :- pairs(L), length(L, N), N >= 2.",
        ),
        (
            "what they come to",
            "legal(you, x(N)) :- findall(S, pair(S - _), L), sum_list(L, N).",
        ),
        (
            "the other way round",
            "legal(you, x(P)) :- pairs(L), reverse(L, [P | _]).",
        ),
        (
            "in order",
            "legal(you, x(T)) :- findall(T, pair(_ - T), L), msort(L, [T | _]).",
        ),
        (
            "each once",
            "legal(you, x(N)) :- findall(T, pair(_ - T), L), sort(L, S), length(S, N).",
        ),
        (
            "as a set",
            "legal(you, x(N)) :- aggregate_all(set(T), pair(_ - T), L), length(L, N).",
        ),
        (
            "by their keys",
            "legal(you, x(S)) :- findall(T - S, pair(S - T), L), keysort(L, [_ - S | _]).",
        ),
        (
            "the least, and the greatest",
            "legal(you, x(P, Q)) :- pairs(L), min_member(P, L), max_member(Q, L).",
        ),
        (
            "those that rank first",
            "legal(you, x(S)) :- findall(T - S, pair(S - T), L),
                member(T - S, L), \\+ ( member(U - _, L), U < T ).",
        ),
        (
            "by clauses of its own",
            "legal(you, x(N)) :- pairs(L), steps(L, 0, N).
             steps([], N, N).
             steps([S - T | L], M, N) :- K is M + T - S, steps(L, K, N).",
        ),
        (
            "what is no pair",
            "legal(you, x) :- findall(S, pair(S - _), L), keysort(L, _).",
        ),
        (
            "what is no number",
            "legal(you, x) :- pairs(L), sum_list(L, N), N > 1.",
        ),
        ("as a whole", "legal(you, x) :- pairs(L), L @> [2 - 2]."),
        (
            "a term whose parts are read elsewhere",
            "legal(you, x(Q)) :- pairs(L), P = _ - _, last(L, P), P = Q.",
        ),
        ("two lists", "legal(you, x) :- pairs(L), pairs(M), L = M."),
        ("a move with a list in it", "legal(you, x(L)) :- pairs(L)."),
    ];
    let told =
        cases.map(|(what, clauses)| format!("{what}\n{}", left_out(&format!("{PAIRS} {clauses}"))));
    assert_snapshot!(
        "compile__lists_that_are_walked_counted_ranked_and_tested",
        told.join("\n")
    );
}

/// Text of a goal that may use the numbers `A` and `B`, and binds nothing.
fn goal() -> impl Strategy<Value = String> {
    let tests = prop_oneof![
        Just("L = []"),
        Just("L = [_]"),
        Just("L = [_, _ | _]"),
        Just("memberchk(A, L)"),
        Just("last(L, B)"),
        Just("length(L, N), N > 1"),
        Just("maplist(far(A), L)"),
        Just("L = [A | _]"),
        Just("( L = [_ | R], memberchk(A, R) )"),
        Just("\\+ member(A, L)"),
        Just("( member(_, L), last(L, _) )"),
        Just("( member(C1, L), \\+ ( member(C2, L), C2 > C1 ), C1 =:= B )"),
        Just("( sum_list(L, N), N > A + B )"),
        Just("reverse(L, [B | _])"),
        Just("msort(L, [A, B | _])"),
        Just("( sort(L, R), length(R, A) )"),
        Just("( min_member(A, L), max_member(B, L) )"),
        Just("through(L, A)"),
        Just("( findall(X - A, member(X, L), R), keysort(R, [B - _ | _]) )"),
        Just("nth0(0, L, A)"),
        Just("L == [A]"),
        Just("( L = R, R = [_ | _] )"),
        Just("( include(far(A), L, R), memberchk(B, R) )"),
    ];
    let simple = prop_oneof![
        4 => Just("on(A)".to_owned()),
        3 => Just("on(B)".to_owned()),
        2 => Just("( on(C), C > A )".to_owned()),
        1 => Just("A < B".to_owned()),
        1 => Just("fail".to_owned()),
        1 => Just("!".to_owned()),
        2 => Just("p(A, B)".to_owned()),
        2 => Just("q(A)".to_owned()),
        2 => Just("walk(A)".to_owned()),
        1 => Just("maplist(on, [A, B])".to_owned()),
        1 => Just("( foldl(more, [A, 2, B], 0, N), N > 3 )".to_owned()),
        1 => Just("( include(far(B), [1, 2, 3], [_, _]) )".to_owned()),
        1 => Just("( exclude(on, [A, B], [_ | _]) )".to_owned()),
        1 => Just("( aggregate_all(max(C), on(C), N), N > A )".to_owned()),
        1 => Just("atom_length(f(_), A)".to_owned()),
    ];
    simple.prop_recursive(3, 12, 3, move |inner| {
        let collected = (inner.clone(), tests.clone(), prop_oneof![Just("findall(C,"), Just("aggregate_all(set(C),")]);
        prop_oneof![
            2 => inner.clone().prop_map(|goal| format!("\\+ ( {goal} )")),
            1 => inner.clone().prop_map(|goal| format!("once(( {goal} ))")),
            3 => (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("( {a}, {b} )")),
            2 => (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("( {a} ; {b} )")),
            2 => (inner.clone(), inner.clone(), inner.clone()).prop_map(|(a, b, c)| format!("( {a} -> {b} ; {c} )")),
            2 => (inner.clone(), inner.clone(), inner.clone()).prop_map(|(a, b, c)| format!("( {a} *-> {b} ; {c} )")),
            1 => (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("forall({a}, {b})")),
            2 => (inner.clone(), 0..3).prop_map(|(a, n)| {
                format!("( aggregate_all(count, ( spot(B1), {} ), N), N > {n} )", a.replace('B', "B1"))
            }),
            2 => collected.prop_map(|(goal, test, all)| {
                let goal = goal.replace('B', "B1").replace('C', "C1");
                format!("( {all} ( spot(C), spot(B1), B1 =< C, {goal} ), L), {test} )")
            }),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(80))]

    #[test]
    fn random_rules_are_followed(goals in proptest::collection::vec(goal(), 12), nesting in 1_usize..4) {
        let clauses = format!("
            far(A, B) :- on(B), A =\\= B.
            more(S, N, M) :- ( on(S) -> M is N + S ; M = N ).
            through([X], X).
            through([X | Xs], Y) :- X =\\= 2, through(Xs, Y).
            walk(A) :- on(A), B is A + 1, walk(B).
            walk(A) :- A > 2, {0}.
            p(A, B) :- {1}.
            p(B, A) :- A > 1, {2}.
            q(A) :- B = 2, {3}.
            q(A) :- B is 4 - A, {4}.
            legal(you, m(A, B)) :- spot(A), spot(B), {5}.
            legal(you, n(A)) :- spot(A), B = 2, {6}.
            legal(you, m(A, B)) :- spot(A), B = 1, {7}.
            add(on(A)) :- does(you, m(A, B)), {8}.
            delete(on(A)) :- does(you, m(_, A)), B = 3, {9}.
            terminal :- A = 1, B = 3, {10}.
            quiet :- A = 2, B = 2, {11}.
            goal(you, A) :- spot(A), B = 1, {3}.
            heuristic(h, you, A) :- spot(A), B = 3, {6}.
        ",
            goals[0].replace("walk", "on").replace("p(", "far(").replace("q(", "on("), goals[1].replace("p(", "far(").replace("q(", "on("),
            goals[2].replace("p(", "far(").replace("q(", "on("), goals[3].replace("q(", "on("),
            goals[4].replace("q(", "on("), goals[5], goals[6], goals[7], goals[8], goals[9], goals[10], goals[11]);
        let rules = rules(&clauses);
        let compilation = Compilation::new(&rules, Effort::Quick).ok();
        let both = compilation.map(|compilation| Both::new(Compiled::new(&rules, compilation.into())));
        let evaluated = [None, Some(Nesting { most: nesting, limited: ["walk/1".to_owned(), "p/2".to_owned(), "q/1".to_owned()].into() })];
        let evaluated = evaluated.map(|nesting| residual(&rules, Effort::Quick, nesting.as_ref()));
        for position in positions(&rules) {
            evaluated.iter().flatten().for_each(|evaluated| drop(compare(&rules, evaluated, &position)));
            both.iter().for_each(|both| ask(&rules, both, &position));
        }
    }
}

//! The machine itself: lazy answers, no needless choice points, depth, memory given back, limits,
//! and the place of an error.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use regola::logic::{ErrorKind, Facts, Limits, Machine, Term};
use regola::syntax::render::{Style, render};

use super::{End, Session};

const RULES: &str = "
    color(red, 1). color(green, 2). color(blue, 3). color(red, 4).
    kind(f(_), compound). kind([_ | _], list). kind([], empty). kind(\"s\", string). kind(7, seven).
    count(N, N).
    count(I, N) :- I < N, J is I + 1, count(J, N).
    len([], 0).
    len([_ | T], N) :- len(T, M), N is M + 1.
    deep(0, z).
    deep(N, s(T)) :- N > 0, M is N - 1, deep(M, T).
    loop :- loop.
    endless(X) :- endless(f(X)).
    recurse(N) :- M is N + 1, recurse(M), true.
    grow(S) :- string_concat(S, S, T), grow(T).
    first(X) :- color(X, _), !.
    collect :- ( findall(_, U is 1, Us) -> collect ), true.
    sign(N, negative) :- N < 0.
    sign(0, zero).
    sign(N, positive) :- N > 0.
";

fn session() -> Session {
    Session::new(RULES)
}

/// How a query ended when asked for all answers, and how many there were.
fn count_and_end(query: &str) -> (usize, End) {
    let outcome = session().ask(query, 1_000_000);
    (outcome.answers.len(), outcome.end)
}

#[test]
fn answers_come_one_at_a_time() {
    let mut session = session();
    let mut machine = session.start("between(1, inf, X)");
    for expected in 1..=3 {
        assert!(machine.next_answer().expect("counting needs no limit"));
        assert_eq!(
            machine.root(0).expect("an integer is small"),
            Term::integer(expected)
        );
    }
    assert!(machine.may_have_more());
}

/// At some depth the value lies in the last cell that is allocated for frames.
#[test]
fn a_value_is_collected_at_every_depth() {
    let mut session = session();
    session.limits.memory /= 8;
    let outcome = session.ask("collect", 1_000_000);
    assert_eq!(outcome.answers.len(), 0);
    assert!(matches!(outcome.end, End::Limit(_)), "{:?}", outcome.end);
}

#[test]
fn the_last_answer_is_known_to_be_the_last() {
    let determinate = [
        "color(green, X)",
        "color(X, 2)",
        "kind(f(a), K)",
        "kind([a], K)",
        "kind([], K)",
        "kind(\"s\", K)",
        "kind(7, K)",
        "kind(a, K) ; true",
        "between(1, 3, X)",
        "between(3, 3, X)",
        "length([a, b], N)",
        "length(L, 2)",
        "nth0(1, [a, b, c], X)",
        "nth1(X, [a, b, c], Y)",
        "append([a], [b], L)",
        "append(X, Y, [a, b])",
        "member(X, [a, b, c])",
        "member(c, [a, b, c])",
        "memberchk(a, [a, b, c])",
        "select(X, [a, b], R)",
        "last([a, b], X)",
        "reverse([a, b], L)",
        "first(X)",
        "once(member(X, [a, b]))",
        "(member(X, [a, b]) -> true ; fail)",
        "(fail -> true ; true)",
        "\\+ fail",
        "len([a, b, c], N)",
        "maplist(succ, [1, 2], L)",
        "foldl(plus, [1, 2], 0, S)",
        "findall(X, color(X, _), L)",
        "catch(true, _, true)",
        "catch(member(X, [a]), _, true)",
        "catch(throw(a), a, true)",
        "sub_atom(abc, 1, 1, A, S)",
        "sub_atom(abc, B, _, 0, c)",
        "atom_concat(X, b, ab)",
        "sign(0, S)",
    ];
    for query in determinate {
        let (_, end) = count_and_end(query);
        let expected = if query.starts_with("sign") {
            End::Failed
        } else {
            End::Determinate
        };
        assert_eq!(end, expected, "{query}");
    }
}

#[test]
fn recursion_is_as_deep_as_memory_allows() {
    let mut session = session();
    assert_eq!(session.first("once(count(1, 300000))"), "");
    assert_eq!(
        session
            .first("numlist(1, 300000, L), len(L, N), L = [A | _], B = N")
            .split(", ")
            .last(),
        Some("300000")
    );
    assert_eq!(
        session
            .first("length(L, 300000), len(L, N), M = N")
            .rsplit(", ")
            .next(),
        Some("300000")
    );
}

#[test]
fn terms_are_as_deep_as_memory_allows() {
    let mut session = session();
    let build = "once(deep(1000000, T))";
    let uses = "copy_term(T, C), T == C, T = C, compare(O, T, C), findall(T, ground(T), [F]), catch(throw(F), B, true), T == B";
    assert_eq!(
        session.ask(&format!("{build}, {uses}"), 1).end,
        End::Determinate
    );
    let mut machine = session.start(build);
    assert!(machine.next_answer().expect("the limits allow it"));
    let term = machine.root(0).expect("the limits allow it");
    let shown = term.to_string();
    assert!(
        shown.contains("..."),
        "what is deep is cut when it is shown"
    );
    assert!(shown.len() < 2_000);
    assert_eq!(term, term.clone());
    machine.start(
        &Facts::empty(session.program.schema()),
        &[],
        &Term::compound("=", [&term, &Term::variable(0)]),
    );
    assert!(machine.next_answer().expect("the limits allow it"));
    assert_eq!(machine.root(0).expect("the limits allow it"), term);
}

#[test]
fn exceptions_unwind_frames_and_choice_points() {
    let mut session = session();
    let first = |session: &mut Session, query: &str| session.first(query);
    assert_eq!(
        first(
            &mut session,
            "catch((member(X, [1, 2, 3]), X > 2, throw(found)), found, Y = X)"
        ),
        "_0, _0"
    );
    assert_eq!(
        first(
            &mut session,
            "catch(catch(throw(a), b, true), a, Y = outer)"
        ),
        "outer"
    );
    assert_eq!(
        first(
            &mut session,
            "catch(catch(throw(a), a, throw(again)), again, Y = outer)"
        ),
        "outer"
    );
    assert_eq!(
        first(
            &mut session,
            "findall(X, catch(member(X, [1, 2]), _, true), L), L = [A, B]"
        )
        .chars()
        .next(),
        Some('_')
    );
    assert_eq!(
        first(
            &mut session,
            "catch(findall(X, (member(X, [1, 2]), throw(x(X))), L), x(Y), true)"
        ),
        "_0, _1, 1"
    );
    // A catch is transparent to failure, and no longer there once its goal has been left.
    assert_eq!(
        session
            .ask("catch(member(X, [1, 2]), _, true)", 9)
            .answers
            .len(),
        2
    );
    let outcome = session.ask(
        "catch(member(X, [1, 2]), late, true), X >= 2, throw(late)",
        9,
    );
    assert_eq!(outcome.end, End::Thrown(Term::atom("late")));
    let outcome = session.ask(
        "catch((catch(member(X, [1, 2]), late, Y = inner), X >= 2, throw(late)), late, Y = outer)",
        9,
    );
    assert_eq!(outcome.answers[0][1], Term::atom("outer"));
}

#[test]
fn a_cut_is_local_to_what_calls_its_goal() {
    let count = |query: &str| count_and_end(query).0;
    assert_eq!(count("member(X, [1, 2]), call(!)"), 2);
    assert_eq!(
        count("member(X, [1, 2]), findall(Y, (member(Y, [1, 2]), !), L)"),
        2
    );
    assert_eq!(count("member(X, [1, 2]), \\+ (!, fail)"), 2);
    assert_eq!(
        count("member(X, [1, 2]), forall((member(Y, [1, 2]), !), Y < 2)"),
        2
    );
    assert_eq!(count("member(X, [1, 2]), ((!, fail) -> true ; true)"), 2);
    assert_eq!(count("member(X, [1, 2]), (true -> ! ; true)"), 1);
    assert_eq!(count("member(X, [1, 2]), !"), 1);
}

#[test]
fn failure_gives_memory_back() {
    let mut session = session();
    let used = |session: &mut Session, query: &str| {
        let mut machine = session.start(query);
        assert!(
            machine.next_answer().expect("the limits allow it"),
            "{query}"
        );
        machine.memory()
    };
    let little = used(
        &mut session,
        "(between(1, 10, X), length(L, 100), fail ; true)",
    );
    let much = used(
        &mut session,
        "(between(1, 3000, X), length(L, 100), fail ; true)",
    );
    assert_eq!(little, much);
    let little = used(
        &mut session,
        "forall(between(1, 10, X), (atom_length(abc, N), len([a, b], _)))",
    );
    let much = used(
        &mut session,
        "forall(between(1, 3000, X), (atom_length(abc, N), len([a, b], _)))",
    );
    assert_eq!(little, much);
}

#[test]
fn the_next_answer_gives_the_memory_of_the_last_one_back() {
    let mut session = session();
    let mut machine = session.start("between(1, 100, X), length(L, 1000)");
    let mut sizes = Vec::new();
    while machine.next_answer().expect("the limits allow it") {
        sizes.push(machine.memory());
    }
    assert_eq!(sizes.len(), 100);
    assert_eq!(sizes[1], sizes[90]);
}

#[test]
fn whatever_has_no_end_meets_a_limit() {
    let mut session = session();
    session.limits = Limits {
        steps: 100_000,
        memory: 1 << 20,
    };
    let goals = [
        ("loop", "step"),
        ("endless(x)", "memory"),
        ("recurse(0)", "memory"),
        ("grow(\"ab\")", "memory"),
        ("repeat, fail", "step"),
        ("length(L, 1000000000)", "memory"),
        ("numlist(1, 100000000, L)", "memory"),
        ("length(L, N), fail", "step"),
        ("functor(T, f, 16000000)", "memory"),
        ("X = f(X), Y = f(Y), X = Y", "step"),
        ("X = f(X), X == X, Y = f(Y), X == Y", "step"),
        ("X = [a | X], length(X, N)", "infinite"),
        ("X = f(X), copy_term(X, Y)", "memory"),
        ("X = f(X), ground(X)", "step"),
        ("X = f(X), findall(X, true, L)", "memory"),
        ("X = f(X), throw(X)", "memory"),
        ("X = 1 + X, Y is X", "infinite"),
        ("findall(X, repeat, L)", "memory"),
        (
            "atom_length(abc, N), format(atom(A), \"~*c\", [1000000000, 0'x])",
            "memory",
        ),
        (
            "length(L, 1000), maplist(=(abcdefghij), L), atomic_list_concat(L, A), between(1, inf, N), atom_concat(A, N, B), atom_length(B, 1)",
            "memory",
        ),
        (
            "length(L, 100000), maplist(=(\"abcdefghij0123456789abcdefghij0123456789abcdefghij0123456789abcdefghij0123456789abcdefghij0123456789\"), L), atomic_list_concat(L, A)",
            "memory",
        ),
        (
            "between(1, inf, N), atom_concat(name_of_a_thing_, N, A), atom_length(A, 0)",
            "memory",
        ),
    ];
    for (goal, limit) in goals {
        match session.ask(goal, 1).end {
            End::Limit(message) => assert!(
                message.starts_with(limit),
                "{goal}: {message}, not the {limit} limit"
            ),
            other => panic!("{goal}: {other:?}"),
        }
    }
}

#[test]
fn an_infinite_answer_is_an_error_when_it_is_asked_for() {
    let mut session = session();
    session.limits = Limits {
        steps: 10_000,
        memory: 1 << 20,
    };
    let mut machine = session.start("X = f(X)");
    assert!(machine.next_answer().expect("no limit is met by making it"));
    assert!(matches!(
        machine.root(0).map_err(|error| error.kind),
        Err(ErrorKind::Limit(_))
    ));
}

#[test]
fn a_limit_cannot_be_caught() {
    let mut session = session();
    session.limits = Limits {
        steps: 10_000,
        memory: 1 << 20,
    };
    assert!(matches!(
        session.ask("catch(loop, _, true)", 1).end,
        End::Limit(_)
    ));
}

#[test]
fn a_host_may_interrupt() {
    let session = session();
    let mut machine = Machine::new(&session.program, Limits::default());
    let flag = Arc::new(AtomicBool::new(false));
    machine.set_interrupt(Some(Arc::clone(&flag)));
    flag.store(true, Ordering::Relaxed);
    machine.start(
        &Facts::empty(session.program.schema()),
        &[],
        &Term::atom("loop"),
    );
    assert_eq!(
        machine.next_answer().map_err(|error| error.kind),
        Err(ErrorKind::Interrupted)
    );
    assert_eq!(machine.next_answer().map_err(|error| error.kind), Ok(false));
}

#[test]
fn a_machine_is_as_new_after_any_query() {
    let mut session = session();
    session.limits = Limits {
        steps: 10_000,
        memory: 1 << 20,
    };
    let mut machine = session.start("endless(x)");
    assert!(machine.next_answer().is_err());
    let goal = Term::compound("color", [&Term::atom("green"), &Term::variable(0)]);
    machine.start(&Facts::empty(session.program.schema()), &[], &goal);
    assert_eq!(machine.next_answer().map_err(|error| error.kind), Ok(true));
    assert_eq!(
        machine.root(0).expect("an integer is small"),
        Term::integer(2)
    );
}

#[test]
fn the_engine_keeps_its_own_predicates() {
    let mut session = session();
    for goal in [
        "call('$cut', 0)",
        "call('$call', true, 0)",
        "G = '$resume'(9), G",
    ] {
        assert!(matches!(session.ask(goal, 1).end, End::Thrown(_)), "{goal}");
    }
}

#[test]
fn errors_in_rules_point_at_the_goal() {
    let rules = "\
area(W, H, A) :- A is W * H.
half(N, H) :-
    H is N / 2.
name(X, N) :- ( X = box -> atom_length(N, _) ; true ).
chosen(X) :- findall(Y, (member(Y, [1, 2]), call(Y)), X).
outer(X) :- inner(X), true.
inner(X) :- maplist(area(2), [3, X], _).
refuse :- throw(refused(because)).
";
    let mut session = Session::new(rules);
    let mut text = String::new();
    for query in [
        "area(2, H, A)",
        "half(7, H)",
        "name(box, N)",
        "chosen(X)",
        "outer(wide)",
        "refuse",
        "member(X, [1]), X > a",
    ] {
        let error = session
            .start(query)
            .next_answer()
            .expect_err("each of them is wrong");
        text += &format!(
            "?- {query}.\n{}\n",
            render(&[error.diagnostic()], &session.sources, Style::Plain)
        );
    }
    assert_snapshot!("logic__errors_in_rules", text);
}

/// Clauses that begin with tests and a cut are tried without a choice point.
#[test]
fn tests_before_a_cut_need_no_choice_point() {
    let rules = "
        sign(N, _) :- N > 100, !, fail.
        sign(N, below) :- N < 0, !.
        sign(N, S) :- N =:= 0, !, S = zero.
        sign(N, above) :- M is N * 2, M > N, !.
        % Here the cut comes after something that binds.
        first([X | _], Y) :- X = Y, !.
        first(_, none).
        size(X, _) :- var(X), !, fail.
        size(X, S) :- X @< b, ( S = small ; S = tiny ).
        size(X, large) :- X @> a.
        safe(X, S) :- catch(sign(X, S), error(type_error(evaluable, _), _), S = no).
    ";
    let mut session = Session::new(rules);
    for (query, expected) in [
        ("sign(3, S)", vec!["above"]),
        ("sign(0, S)", vec!["zero"]),
        (
            "member(X, [-1, 0, 1, 101]), sign(X, S)",
            vec!["-1, below", "0, zero", "1, above"],
        ),
        ("member(X, [0, a]), safe(X, S)", vec!["0, zero", "a, no"]),
        ("first([a, b], Y)", vec!["a"]),
        ("first([a, b], b)", vec![]),
        ("size(a, S)", vec!["small", "tiny"]),
        ("size(X, S)", vec![]),
        ("size(b, S)", vec!["large"]),
    ] {
        let outcome = session.ask(query, 9);
        let shown: Vec<String> = outcome
            .answers
            .iter()
            .map(|values| {
                values
                    .iter()
                    .map(Term::to_string)
                    .collect::<Vec<_>>()
                    .join(", ")
            })
            .collect();
        assert_eq!(shown, expected, "{query}: {:?}", outcome.end);
    }
    let mut machine = session.start("sign(3, S)");
    assert_eq!(machine.next_answer(), Ok(true));
    assert_eq!(machine.work().choice_points, 0);
    assert!(!machine.may_have_more());
}

#[test]
fn a_predicate_whose_clauses_are_all_wrong_fails_at_any_depth() {
    let arguments = ["_"; 20].join(", ");
    let rules = format!(
        "wrong({arguments}) :- 1.
         descend(0) :- wrong({arguments}).
         descend(N) :- N > 0, M is N - 1, descend(M), true."
    );
    let (mut session, faults) = Session::with_faults(&rules);
    assert!(faults.contains("not-a-goal"), "{faults}");
    // The frames come to the end of the memory that is reserved for them at one of these depths.
    let answer = session.first("X = failed, \\+ ( between(0, 300, N), descend(N) )");
    assert!(answer.starts_with("failed"), "{answer}");
}

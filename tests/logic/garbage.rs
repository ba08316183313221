//! Garbage collection: long loops stay small, and no answer changes.

use regola::logic::Limits;

use super::{End, Session};

const LOOPS: &str = "
count(N, N) :- !.
count(I, N) :- J is I + 1, count(J, N).

% A list and a term are made and forgotten each time around.
build(N, N, _) :- !.
build(I, N, _) :- numlist(1, 10, List), append(List, [I | _], Joined), J is I + 1, build(J, N, state(Joined, List)).

% What is carried along is always new.
queue(N) :- numlist(1, 5, List), append(List, Tail, Queue), queue(N, Queue, Tail).
queue(0, _, _) :- !.
queue(N, [X | Rest], Tail) :- Tail = [X | More], M is N - 1, queue(M, Rest, More).

% A choice point stays below all the time, and one comes and goes.
under(N) :- ( build(0, N, none), fail ; true ).
with_choices(0) :- !.
with_choices(N) :- member(X, [N, f(N), \"text\"]), X == \"text\", !, M is N - 1, with_choices(M).

% Strings, wide integers and variables bound to each other.
mixed(0, _) :- !.
mixed(N, S) :- atom_concat(a, N, A), atom_string(A, T), W is 4611686018427387904 - N, X = Y, Y = Z, Z = pair(T, W),
    X = pair(_, V), V =:= 4611686018427387904 - N, M is N - 1, mixed(M, S-X).

under_frames(0) :- !, build(0, 25000, none).
under_frames(N) :- M is N - 1, under_frames(M), M >= 0.

keep(0, []) :- !.
keep(N, [f(N, Y, Y, \"kept\") | Rest]) :- M is N - 1, keep(M, Rest).
";

fn within(mebibytes: usize) -> Session {
    let mut session = Session::new(LOOPS);
    session.limits = Limits {
        memory: mebibytes << 20,
        ..Limits::default()
    };
    session
}

#[test]
fn a_long_loop_runs_in_constant_space() {
    for goal in [
        "count(0, 2000000)",
        "build(0, 100000, none)",
        "queue(500000)",
        "under(100000)",
        "with_choices(300000)",
        "catch(build(0, 100000, none), _, fail)",
        "findall(X, ( member(X, [1, 2]), build(0, 50000, none) ), [1, 2])",
        "forall(member(_, [1, 2]), build(0, 50000, none))",
    ] {
        assert_eq!(within(6).ask(goal, 1).end, End::Determinate, "{goal}");
    }
}

/// The rounds of the benchmark that does arithmetic and makes a list each time around, within so
/// many MiB. A round makes a list of five items, so that five thousand of them would fill one if
/// they were kept.
fn iterate(rounds: u64, mebibytes: usize) -> End {
    let mut session = Session::new(include_str!("../../benches/classics/iterate.rules"));
    session.limits = Limits {
        memory: mebibytes << 20,
        steps: u64::MAX,
    };
    let sum = rounds / 5 * 15;
    session
        .ask(&format!("iterate({rounds}, [1, 2, 3, 4, 5], 0, {sum})"), 1)
        .end
}

#[test]
fn arithmetic_and_lists_run_in_constant_space() {
    assert_eq!(iterate(200_000, 1), End::Determinate);
}

#[test]
#[ignore = "takes a quarter of a minute"]
fn ten_million_rounds_run_in_constant_space() {
    assert_eq!(iterate(10_000_000, 4), End::Determinate);
}

/// New atoms live until the query ends: text that is made and forgotten belongs into strings.
#[test]
fn strings_are_collected_and_atoms_are_not() {
    let rules = "texts(0, _) :- !.  texts(N, Prefix) :- string_concat(Prefix, N, _), M is N - 1, texts(M, Prefix).
                 atoms(0, _) :- !.  atoms(N, Prefix) :- atom_concat(Prefix, N, _), M is N - 1, atoms(M, Prefix).";
    let mut session = Session::new(rules);
    session.limits = Limits {
        memory: 4 << 20,
        ..Limits::default()
    };
    assert_eq!(
        session.ask("texts(300000, some_text)", 1).end,
        End::Determinate
    );
    assert_eq!(
        session.first("atoms(300000, some_text)"),
        "Limit(\"memory limit: more than 4 MiB needed\")"
    );
    assert_eq!(
        session.ask("atoms(1000, some_text)", 1).end,
        End::Determinate,
        "the atoms of the query before are gone"
    );
}

#[test]
fn what_is_still_needed_is_kept_and_counts() {
    let mut session = within(6);
    assert_eq!(
        session
            .first("keep(1000, L), build(0, 50000, none), nth1(1000, L, T)")
            .split(", f(")
            .count(),
        1001
    );
    assert_eq!(
        session.first("keep(1000000, L)"),
        "Limit(\"memory limit: more than 6 MiB needed\")"
    );
    // Garbage is collected though what is kept takes nearly all that there is.
    let nearly_all = "\\+ \\+ ( keep(290000, L), build(0, 25000, none), L = [_ | _] )";
    assert_eq!(within(16).first(nearly_all), "_0, _1, _2");
    // Also where frames take a part of it, and the limit comes before the heap has doubled.
    let with_frames = "\\+ \\+ ( keep(100000, L), under_frames(125000), L = [_ | _] )";
    assert_eq!(within(16).first(with_frames), "_0, _1, _2");
}

#[test]
fn a_collection_at_every_goal_changes_nothing() {
    let goals = [
        "keep(30, L), append(Front, [f(9, A, B, S) | Back], L), A = 1",
        "mixed(20, none)",
        "numlist(1, 12, L), findall(X-Y, ( member(X, L), member(Y, [a, f(_)]), X > 10 ), Pairs), msort(Pairs, Sorted)",
        "member(X, [a, b, c]), atom_concat(X, x, Y), \\+ Y == ax, ( Y == bx -> Z = f(Q, Q) ; Z = \"no\" )",
        "catch(( keep(5, L), throw(ball(L)) ), ball(B), true), length(B, N)",
        "aggregate_all(max(N, T), ( member(T, [g(1), g(X), g(\"s\")]), arg(1, T, A), ( integer(A) -> N = A ; N = 0 ) ), Best)",
        "length(L, 3), copy_term(L-Y, M-Z), maplist([E, F]>>( F = p(E) ), L, O)",
        "between(1, 3, X), forall(member(Y, [1, 2, 3]), Y > 0), once(member(Z, [X, Y2])), Y2 = X",
    ];
    for goal in goals {
        let mut plain = Session::new(LOOPS);
        let mut often = Session::new(LOOPS);
        often.collects_often = true;
        assert_eq!(often.ask(goal, 20), plain.ask(goal, 20), "{goal}");
    }
}

/// A clause of so many variables, with a goal for each that leaves a choice point, then some that
/// make garbage.
fn wide(variables: usize, list: usize) -> String {
    let names: Vec<String> = (0..variables).map(|number| format!("A{number}")).collect();
    let group = |names: &[String]| {
        let goals: Vec<String> = names.iter().map(|name| format!("q({name})")).collect();
        format!("({})", goals.join(", "))
    };
    let groups: Vec<String> = names.chunks(100).map(group).collect();
    let (groups, names) = (groups.join(", "), names.join(", "));
    format!(
        "q(1). q(2).  wide(X) :- {groups}, numlist(1, {list}, L), length(L, _), q(_), X = f({names})."
    )
}

/// Each of the choice points goes on at another address, and at each up to all variables are
/// needed: sets of them for each address would take more memory than any query may, and each found
/// on its own more time than anybody waits.
#[test]
fn a_clause_of_many_variables_is_collected_in_little_memory() {
    let mut session = Session::new(&wide(5000, 150_000));
    session.limits = Limits {
        memory: 8 << 20,
        ..Limits::default()
    };
    let goal = "findall(N-A, once(( wide(X), functor(X, _, N), arg(5000, X, A) )), L)";
    assert_eq!(session.first(goal), "_0, _1, _2, _3, [5000-1]");

    let goal = "wide(f(A, B, C, D, E, F, G))";
    let mut often = Session::new(&wide(7, 10));
    often.collects_often = true;
    assert_eq!(
        often.ask(goal, 300),
        Session::new(&wide(7, 10)).ask(goal, 300)
    );
}

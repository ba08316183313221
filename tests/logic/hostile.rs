//! What a stranger's rules may try: terms that are a part of themselves, and much in a small space.
//! Every attempt ends in a limit with a name, long before the memory of the machine is gone.

use super::{End, Session};
use regola::logic::{ErrorKind, Limits};

const SMALL: Limits = Limits {
    steps: 1_000_000,
    memory: 16 << 20,
};

/// The name of the limit at which a query ends.
fn limit(query: &str) -> String {
    limit_within(query, SMALL)
}

fn limit_within(query: &str, limits: Limits) -> String {
    let mut session = Session::new("");
    session.limits = limits;
    match session.ask(query, 1).end {
        End::Limit(message) => message.split(':').next().unwrap_or_default().to_owned(),
        other => panic!("{query} ended with {other:?}"),
    }
}

#[test]
fn a_term_that_is_a_part_of_itself_is_found_by_every_walk() {
    let mut met_by_query = String::new();
    for query in [
        "X = [a | X], length(X, _)",
        "X = [a | X], is_list(X)",
        "X = [a | X], msort(X, _)",
        "X = [a | X], sort(X, _)",
        "X = [a | X], _ =.. X",
        "X = [a | X], atomic_list_concat(X, _)",
        "X = f(X, X), term_variables(X, _)",
        "X = f(X, X), Y = f(Y, Y), X == Y",
        "X = f(X, X), Y = f(Y, Y), X = Y",
        "X = f(X, X, X, X), ground(X)",
        "X = 1 + X, _ is X",
        "X = f(X), throw(X)",
        "X = f(X, X), unify_with_occurs_check(X, f(X, X))",
        "X = (X, true), call(X)",
    ] {
        let met = limit(query);
        assert!(
            ["infinite term", "step limit", "memory limit"].contains(&&*met),
            "{query}: {met}"
        );
        met_by_query += &format!("{met:<13} {query}\n");
    }
    assert_snapshot!("logic__infinite_terms", met_by_query);
    for query in ["X = f(X), copy_term(X, _)", "X = f(X), findall(X, true, _)"] {
        let little_memory = Limits {
            memory: 4 << 20,
            ..SMALL
        };
        assert_eq!(
            limit_within(query, little_memory),
            "memory limit",
            "{query}"
        );
    }
}

/// An answer may not be larger than the memory that its query may use, strings included.
#[test]
fn an_answer_of_many_strings_counts_in_full() {
    let mut session = Session::new("");
    session.limits = SMALL;
    let text = "length(L, 2000), length(S, 20000), maplist(=(0'a), S), string_codes(X, S), maplist(=(X), L)";
    let mut machine = session.start(text);
    assert_eq!(
        machine.next_answer(),
        Ok(true),
        "inside the machine the string is shared"
    );
    let error = machine.roots().expect_err("2,000 copies of it are 40 MB");
    assert!(matches!(error.kind, ErrorKind::Limit(_)), "{error}");
}

#[test]
fn comparing_long_strings_costs_what_it_takes() {
    let query = "length(S, 100000), maplist(=(0'a), S), string_codes(X, S), string_codes(Y, S), \
                 between(1, inf, _), compare(<, X, Y)";
    assert_eq!(limit(query), "step limit");
}

#[test]
fn strings_are_compared_by_their_characters() {
    let mut session = Session::new("");
    for (left, right) in [
        ("", "a"),
        ("a", "b"),
        ("abcdefgh", "abcdefghi"),
        ("abcdefgz", "abcdefhaa"),
        ("z", "é"),
        ("é", "€"),
    ] {
        assert_eq!(
            session.first(&format!("compare(O, \"{left}\", \"{right}\")")),
            "<"
        );
        assert_eq!(
            session.first(&format!("compare(O, \"{right}\", \"{left}\")")),
            ">"
        );
    }
}

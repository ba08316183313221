//! Programs that were once answered wrongly, by the machine or by the textbook.

use super::{Case, same_answers};

#[test]
fn wrong_once() {
    let programs = [
        "p0(X, Y) :- \\+ (!, fail), q(X, Y).",
        "p0(X, Y) :- (!, fail -> X = 1 ; X = 2), Y = X.",
        "p0(X, Y) :- ignore((q(X, Y), !, fail)).",
        "p0(X, Y) :- \\+ (1 == 2, Z == Y), q(X, Z).",
        "p0(_, f(_)).",
        "p0(X, Y) :- call((each([1, 2, 3], X), (1 < X, ! ; true))), once(q(Y, _)), 1 < X.",
        "p0(X, Y) :- (each([1, 2], X) *-> true ; X = 3), (q(Y, _) *-> true ; fail).",
        "p0(X, Y) :- catch(catch(throw(a), _, throw(b)), X, Y = 1).",
        // Strings come before atoms.
        "p0(X, Y) :- ( a @< \"s\" -> X = 1 ; X = 2 ), msort([b, \"s\", f(a), 1, []], Y).",
    ];
    for rules in programs {
        same_answers(Case {
            rules,
            facts: "",
            query: "p0(A, B)",
        });
    }
}

/// A cut to which a variable of the query is bound cuts nothing but itself.
#[test]
fn a_cut_that_a_query_finds_is_local() {
    same_answers(Case {
        rules: "p0(1, 2).",
        facts: "",
        query: "( each([true, !], G), G ; p0(G, _) )",
    });
}

/// The term grows without end: it cannot be looked at until it is known to be equal.
#[test]
fn a_term_that_grows_is_given_up() {
    let rules =
        "p0([], [], [], []).\np0([X | Xs], W, W, W) :- W == W, p0(Xs, W, W, W), compound(W).\n";
    same_answers(Case {
        rules,
        facts: "",
        query: "p0(A, A, A, A)",
    });
}

/// Where the first arguments tell that nothing unifies, the last ones would make an infinite term.
#[test]
fn an_order_of_unification_that_makes_an_infinite_term_is_left_open() {
    let rules = "p0(g(g(V, 1), g(X, X)), g(g(X, X), X), X).\n";
    same_answers(Case {
        rules,
        facts: "",
        query: "p0(A, A, A)",
    });
}

//! Programs that were once answered wrongly.

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
    ];
    for rules in programs {
        same_answers(Case { rules, facts: "", query: "p0(A, B)" });
    }
}

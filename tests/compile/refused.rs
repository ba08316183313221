//! Games that stay with the machine as a whole, and the reason that an author reads.

use regola::compile::{Compilation, Effort};
use regola::game::Rules;

/// A game whose positions are endless: it notes all steps, and may go to and fro.
const WITH_A_LOG: &str = "
    :- game(\"Log\").
    role(you).
    spot(1..3).
    :- fluent at -> spot.
    :- fluent log(_).
    init(at(1)).  init(log([])).
    legal(you, go(N)) :- at(M), spot(N), N =\\= M.
    add(at(N)) :- does(you, go(N)).
    delete(log(L)) :- log(L).
    add(log([N | L])) :- does(you, go(N)), log(L).
    terminal :- at(3).
    goal(you, N) :- log(L), length(L, N).
";

#[test]
fn facts_without_end_have_no_place_in_words() {
    let rules = Rules::from_text(WITH_A_LOG).unwrap_or_else(|failure| panic!("{failure}"));
    let reason =
        Compilation::new(&rules, Effort::Thorough).expect_err("a list may be as long as it likes");
    assert_eq!(
        reason.text,
        "the fluent `log` has a domain without end, or a very large one: it has more than a thousand values"
    );
    let place = reason.span.map(|span| rules.sources().line_column(span).0);
    assert_eq!(place, Some(6), "where it is declared");
}

//! A compiled form that is slower than the machine is not used.

use regola::compile::Compilation;
use regola::game::Rules;

/// Effects that take too many goals to compile, with other facts and moves.
fn game(facts: &str, legal: &str) -> Rules {
    let text = format!(
        "role(you).
        spot(1..60).
        :- fluent on(spot).
        :- fluent marked(spot).
        {facts}
        {legal}
        four(A) :- on(A), on(B), A < B, on(C), B < C, on(D), C < D, 0 =:= (A + B + C + D) mod 7.
        add(on(S)) :- does(you, put(S)), S > 50.
        add(marked(A)) :- does(you, put(_)), four(A).
        terminal :- on(51), on(52), on(53), on(54), on(55).
        goal(you, 100)."
    );
    Rules::from_text(&text).unwrap_or_else(|failure| panic!("{failure}"))
}

/// The machine looks at few of the facts. They all have to be found in the words, so that it can play a move.
#[test]
fn what_is_slower_than_the_machine_stays_with_it() {
    let facts = "place(1..5000). :- fluent here(place). init(here(1..5000)).";
    let rules = game(facts, "legal(you, put(S)) :- spot(S), \\+ on(S).");
    let reason = Compilation::quick_or_thorough(&rules).expect_err("nothing is gained");
    assert_eq!(
        reason.told(rules.sources()),
        "the compiled form takes longer than the machine alone"
    );
}

#[test]
fn what_saves_time_is_used_though_the_machine_plays_the_moves() {
    let legal = "
        dear(S) :- aggregate_all(count, ( spot(A), spot(B), \\+ on(A), \\+ on(B) ), N), N > S.
        legal(you, put(S)) :- spot(S), \\+ on(S), dear(S).";
    let rules = game(":- fluent here(spot). init(here(1)).", legal);
    let compilation = Compilation::quick_or_thorough(&rules).expect("something is gained");
    let effects = compilation
        .parts()
        .iter()
        .find(|part| part.name == "effects");
    assert!(effects.is_some_and(|part| part.outcome.is_err()));
}

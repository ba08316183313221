//! Effects with the chosen moves unknown: `next`, moves that are made at once, and tables that look at
//! the chosen move.

use std::sync::LazyLock;

use proptest::prelude::*;
use regola::compile::{Compilation, Effort};
use regola::engine::Engine;
use regola::game::{Game, RuleGame, Rules};
use regola::search::{Unwatched, perft};

use super::{agree, both, in_both_forms, rules};

/// Noughts and crosses, said by `next`.
const NOUGHTS: &str = "
    :- game(\"Noughts\").
    role(x).  role(o).
    opponent(x, o).  opponent(o, x).
    column(1..3).  row(1..3).
    :- fluent control -> role.
    :- fluent cell(column, row) -> role.
    init(control(x)).
    legal(P, mark(X, Y)) :- control(P), column(X), row(Y), \\+ cell(X, Y, _).
    next(cell(X, Y, P)) :- does(P, mark(X, Y)).
    next(cell(X, Y, P)) :- cell(X, Y, P).
    next(control(Q)) :- control(P), opponent(P, Q).
    line(P) :- cell(X, 1, P), cell(X, 2, P), cell(X, 3, P).
    line(P) :- cell(1, Y, P), cell(2, Y, P), cell(3, Y, P).
    line(P) :- cell(1, 1, P), cell(2, 2, P), cell(3, 3, P).
    line(P) :- cell(1, 3, P), cell(2, 2, P), cell(3, 1, P).
    terminal :- line(_).
    goal(P, 100) :- line(P).
    goal(P, 0) :- opponent(P, Q), line(Q).
    goal(P, 50) :- role(P), \\+ line(_).
";

/// Two riders leave a wall behind them and crash into it, said by `next`.
const RIDERS: &str = "
    :- game(\"Riders\").
    role(red).  role(blue).
    opponent(red, blue).  opponent(blue, red).
    column(1..9).  row(1..7).
    :- fluent head(column, row) -> role.
    :- fluent wall(column, row).
    :- fluent crashed(role).
    init(head(2, 4, red)).  init(head(8, 4, blue)).
    step(up, 0, -1).  step(down, 0, 1).  step(left, -1, 0).  step(right, 1, 0).
    legal(P, D) :- role(P), step(D, _, _).
    to(P, X, Y) :- does(P, D), head(A, B, P), step(D, E, F), X is A + E, Y is B + F.
    open(X, Y) :- column(X), row(Y), \\+ wall(X, Y), \\+ head(X, Y, _).
    next(wall(X, Y)) :- wall(X, Y).
    next(wall(X, Y)) :- head(X, Y, _).
    next(head(X, Y, P)) :- to(P, X, Y), open(X, Y), opponent(P, Q), \\+ to(Q, X, Y).
    next(crashed(P)) :- to(P, X, Y), \\+ open(X, Y).
    next(crashed(P)) :- to(P, X, Y), opponent(P, Q), to(Q, X, Y).
    terminal :- crashed(_).
    goal(P, 100) :- opponent(P, Q), crashed(Q), \\+ crashed(P).
    goal(P, 50) :- opponent(P, Q), crashed(Q), crashed(P).
    goal(P, 0) :- opponent(P, Q), crashed(P), \\+ crashed(Q).
";

/// Each of three picks a number or passes in its turn; what was picked by one alone counts, and both
/// picking at once what is there makes the effects contradict each other.
const PICKS: &str = "
    :- game(\"Picks\").
    role(a).  role(b).  role(c).
    pip(1..4).
    :- fluent round -> pip.
    :- fluent has(role, pip).
    :- fluent last -> pip.
    init(round(1)).
    init(last(1)).
    legal(P, pick(N)) :- role(P), pip(N), \\+ has(P, N), \\+ ( P = c, round(2) ).
    legal(P, pass) :- role(P), \\+ ( P = c, round(2) ).
    add(has(P, N)) :- does(P, pick(N)), \\+ ( does(Q, pick(N)), P \\== Q ).
    delete(has(P, N)) :- does(Q, pick(N)), has(P, N), P \\== Q.
    add(last(N)) :- does(a, pick(N)).
    add(last(N)) :- does(b, pick(N)), does(a, pass).
    add(last(N)) :- does(c, pick(N)), does(a, pick(4)).
    add(round(M)) :- round(N), M is N + 1, pip(M).
    terminal :- round(4).
    goal(P, V) :- role(P), aggregate_all(count, has(P, _), N), V is 20 * N.
";

/// What has become of the effects, and why some are left to the machine.
fn effects(rules: &Rules) -> Vec<String> {
    let compilation = Compilation::new(rules, Effort::Quick);
    let compilation = compilation.unwrap_or_else(|reason| panic!("{reason}"));
    let parts = compilation.parts().iter();
    let effects = parts.filter(|part| part.name.starts_with("effects"));
    let told = effects.map(|part| match &part.outcome {
        Ok(()) => format!("{}: compiled, except {:?}", part.name, part.except),
        Err(reason) => format!("{}: {reason}", part.name),
    });
    told.collect()
}

#[test]
fn next_is_compiled() {
    let rules = rules(NOUGHTS);
    assert_eq!(effects(&rules), ["effects: compiled, except []"]);
    let both = both(&rules);
    let counted = perft(&both, &both.position(&rules.initial()), 5, &mut Unwatched);
    // Some lines are complete after five plies and go no further.
    assert_eq!(counted.unwrap_or_else(|error| panic!("{error}")), 15_120);
}

#[test]
fn moves_at_once_are_compiled() {
    assert_eq!(effects(&rules(RIDERS)), ["effects: compiled, except []"]);
    assert_eq!(
        effects(&rules(PICKS)),
        [
            "effects: compiled, except []",
            "effects of moves at once: compiled, except []"
        ]
    );
}

/// Go on four by four crossings.
fn small_go() -> Engine {
    let play = include_str!("../../games/go-play.rules");
    let text = include_str!("../../games/go.rules").replace(":- use \"go-play.rules\".", play);
    in_both_forms(&text.replace("size(9).", "size(4)."))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(30))]

    #[test]
    fn what_next_says_is_what_the_machine_says(seed in any::<u64>()) {
        static BOTH: LazyLock<Engine> = LazyLock::new(|| in_both_forms(NOUGHTS));
        agree(&BOTH, seed)?;
    }

    #[test]
    fn moves_at_once_have_the_effects_that_they_have_by_the_machine(seed in any::<u64>()) {
        static BOTH: LazyLock<[Engine; 2]> = LazyLock::new(|| [RIDERS, PICKS].map(in_both_forms));
        for both in &*BOTH {
            agree(both, seed)?;
        }
    }

    /// Stones are taken, and taken back, as by the machine.
    #[test]
    fn go_is_the_same_in_both_forms(seed in any::<u64>()) {
        static BOTH: LazyLock<Engine> = LazyLock::new(small_go);
        agree(&BOTH, seed)?;
    }
}

//! Which moves may fail by the programs that play them.

use regola::compile::Interrupt;
use regola::compile::code::Code;
use regola::compile::partial::{Effort, residual};
use regola::game::Rules;

use super::super::beyond::ask;
use super::super::both;

/// A clock that goes on and back.
const CLOCK: &str = "
    role(you).
    hour(0..3).
    :- fluent clock -> hour.
    init(clock(0)).
    add(clock(M)) :- does(you, on), clock(N), M is N + 1.
    add(clock(M)) :- does(you, back), clock(N), M is N - 1.
    goal(you, 100).
";

/// The numbers of all programs that play a move, and of those by which it may fail. In every position both
/// forms agree.
fn may_fail(clauses: &str) -> (usize, usize) {
    let rules = Rules::from_text(&format!("{CLOCK}{clauses}"));
    let rules = rules.unwrap_or_else(|failure| panic!("{failure}"));
    let both = both(&rules);
    for hour in 0..=3 {
        let position = rules.position("here", &format!("clock({hour})."));
        ask(&rules, &both, &position.expect("it is a fact of the game"));
    }
    let evaluated = residual(&rules, Effort::Quick, None).expect("it is a small game");
    let code = Code::compile(&evaluated.residual, 10_000, &Interrupt::never());
    let code = code.expect("it is a small game");
    let applies = code.modes.iter().flat_map(|mode| &mode.applies);
    let fails = applies.clone().filter(|apply| {
        let last = apply.outputs().last();
        !last.is_some_and(|last| apply.is_zero(*last))
    });
    (applies.count(), fails.count())
}

#[test]
fn a_move_does_not_fail_where_the_game_is_over_or_it_is_not_legal() {
    let back = "legal(you, back) :- clock(N), N > 0.";
    let on = "legal(you, on).";
    // Behind the last hour the game is over, before the first the clock does not go back.
    assert_eq!(
        may_fail(&format!("{on} {back} terminal :- clock(3).")),
        (2, 0)
    );
    // It may go on after the last hour.
    assert_eq!(
        may_fail(&format!("{on} {back} terminal :- clock(2).")),
        (2, 1)
    );
    // And back before the first.
    let back = "legal(you, back).";
    assert_eq!(
        may_fail(&format!("{on} {back} terminal :- clock(2).")),
        (2, 2)
    );
}

#[test]
fn nor_where_it_is_not_legal_because_of_what_holds_after_it() {
    let back = "legal(you, back) :- clock(N), N > 0.";
    let hangs = "legal(you, on) :- \\+ after(you, on, clock(2)). terminal :- clock(3).";
    assert_eq!(may_fail(&format!("{hangs} {back}")), (2, 0));
    // What holds after it cannot be asked where it fails: the machine has to tell the moves there.
    let hangs = "legal(you, on) :- \\+ after(you, on, clock(2)). terminal :- clock(2).";
    assert_eq!(may_fail(&format!("{hangs} {back}")), (2, 0));
}

#[test]
fn nor_where_a_clock_stops_at_its_last_number_or_is_not_running() {
    let moves = "legal(you, on) :- clock(0). legal(you, back) :- clock(1).";
    let idle = ":- fluent idle -> hour. terminal :- clock(3).";
    let add = "add(idle(N)) :- does(you, _), ( idle(M) -> N is min(M + 1, 3) ; N = 1 ).";
    assert_eq!(may_fail(&format!("{moves} {idle} {add}")), (2, 0));
    // It runs twice as fast and not.
    let other = "add(idle(N)) :- does(you, on), idle(M), N is min(M + 2, 3).";
    assert_eq!(may_fail(&format!("{moves} {idle} {add} {other}")), (2, 1));
}

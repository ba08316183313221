//! Moves that the programs do not play, such as long captures: once they have been played again and
//! again, it is known what they change, and the machine is asked no more. They change the same as by the
//! rules, and fail alike.

use std::fmt::Write;

use regola::compile::{Compilation, Compiled, Effort};
use regola::game::{Game, Position, RuleGame, Rules};

use super::walk::{JUMPS, failed_alike, positions};

/// The chain that the games here have in common.
const CHAIN: &str = "
    takes(Start, S, Taken, [T | Path]) :- over(S, Start, V, T), \\+ memberchk(V, Taken),
        ( takes(Start, T, [V | Taken], Path) *-> true ; Path = [] ).
";

/// Clauses beside those of [`JUMPS`], by what is special about them.
const EFFECTS: [(&str, &str); 5] = [
    ("nothing", ""),
    (
        "a counter that no move may pass",
        ":- fluent taken -> count.
         count(0..12).
         add(taken(M)) :- does(you, take(_, Path)), ( taken(N) -> true ; N = 9 ), length(Path, L), M is N + L.",
    ),
    (
        "stones that come back where others stand",
        "add(on(S)) :- does(you, take(S, Path)), on(3-3), aggregate_all(count, on(_), N), N mod 2 =:= 0, Path \\= [_].
         delete(on(X-Y)) :- does(you, _), on(X-Y), Z is 6 - X, \\+ on(Z-Y).",
    ),
    (
        "a long move may come to two squares at once",
        "add(at(1-1)) :- does(you, take(_, [_, _, _ | _])), on(3-3).",
    ),
    (
        "what goes on is looked for by a predicate with a table",
        ":- table linked/1.
         linked(S) :- at(S).
         linked(T) :- linked(S), jump(S, V, T), on(V), \\+ on(T).
         delete(on(S)) :- does(you, take(_, [_, _, _ | _])), on(S), linked(S).",
    ),
];

/// What has come of the moves of some positions.
#[derive(Default)]
struct Round {
    moves: usize,
    failed: usize,
    /// How many calls of predicates the machine has answered.
    calls: u64,
}

/// Plays each move of each position.
fn play_all(compiled: &Compiled, positions: &[Position]) -> Round {
    let mut round = Round::default();
    for position in positions {
        let here = compiled.position(position);
        let turn = compiled.turn(&here).expect("the position has a turn");
        for played in turn.into_movers().into_iter().flat_map(|(_, moves)| moves) {
            let before = compiled.rules().steps();
            let next = compiled.play(&here, &[played]);
            round.calls += compiled.rules().steps() - before;
            round.moves += 1;
            round.failed += usize::from(next.is_err());
        }
    }
    round
}

#[test]
fn moves_that_are_played_again_and_again_need_no_machine() {
    let mut told = String::new();
    for (what, effects) in EFFECTS {
        let text = format!("{JUMPS}{CHAIN}{effects}");
        let rules = Rules::from_text(&text).unwrap_or_else(|failure| panic!("{failure}"));
        let compilation = Compilation::new(&rules, Effort::Quick);
        let compilation = compilation.unwrap_or_else(|reason| panic!("{what}: {reason}"));
        let compiled = Compiled::new(&rules, compilation.into());
        let positions = positions(&rules, 1_000);
        writeln!(told, "{what}").expect("a text can be written to");
        let rounds = [(); 4].map(|()| play_all(&compiled, &positions));
        for round in &rounds {
            let Round {
                moves,
                failed,
                calls,
            } = round;
            let line = format!("    {moves} moves, {failed} failed, {calls} calls by the machine");
            writeln!(told, "{line}").expect("a text can be written to");
        }
        if what == "nothing" {
            assert!(rounds[3].calls < rounds[0].calls / 2, "{told}");
        }
        failed_alike(&compiled, &positions);
    }
    assert_snapshot!("compile_unlisted", told);
}

//! Positions that are the same up to symmetry, searched as one.

use std::fmt::Write;
use std::ops::ControlFlow;

use regola::engine::{Engine, Form};
use regola::game::{Game, Position, Role, Rules};
use regola::search::{
    Best, Options, Strategy, TranspositionTable, Unwatched, deepen_with, playout,
};

use super::found;
use crate::compile::shipped_and_compiled;
use crate::game::shipped;
use crate::host_games::{OPEN_LINES, TicTacToe};

/// Two roles put stones on a line of cells, which can be turned around. The heuristic counts the cells from
/// the left, so images differ.
const LEFT_IS_BETTER: &str = "
    :- game(\"Left is better\").
    role(x).  role(o).
    opponent(x, o).  opponent(o, x).
    place(1..5).
    :- fluent control -> role.
    :- fluent stone(place) -> role.
    init(control(x)).
    legal(P, put(N)) :- control(P), place(N), \\+ stone(N, _).
    add(stone(N, P)) :- does(P, put(N)).
    add(control(Q))  :- does(P, _), opponent(P, Q).
    goal(P, 50) :- role(P).
    heuristic(left, P, V) :- opponent(P, Q), sum(P, A), sum(Q, B), V is B - A.
    sum(P, N) :- aggregate_all(sum(I), stone(I, P), N).
    symmetry(mirror, stone(N, P), stone(M, P)) :- M is 6 - N.
";

/// The shipped games with a level that has `symmetries(true)`, and the plies that are searched here.
const GAMES: [(&str, &str, usize); 5] = [
    ("breakthrough", "hard", 4),
    ("connect-four", "hard", 6),
    ("filetto", "perfect", 5),
    ("gomoku", "normal", 3),
    ("morris", "hard", 4),
];

fn options_of(rules: &Rules, level: &str, depth: usize) -> Options {
    let level = rules.level(level).expect("the game has the level");
    let options = Options::of_level(rules, level, 1).expect("the level can be searched");
    assert!(options.symmetries);
    Options {
        depth,
        shuffle: None,
        ..options
    }
}

fn best(engine: &Engine, position: &Position, options: &Options) -> Best<regola::game::Move> {
    engine
        .best(position, options, &mut Unwatched)
        .expect("the game can be searched")
}

/// A position after some random plies.
fn reached(rules: &Rules, plies: usize, seed: u64) -> Position {
    playout(rules, &rules.initial(), plies, seed)
        .expect("it can be played")
        .position
}

/// The positions searched from the start, with each position for itself and with images as one.
#[test]
fn symmetric_positions_as_one_give_the_same_answer_from_fewer_positions() {
    let mut said = String::new();
    for (name, level, depth) in GAMES {
        let (rules, compilation) = shipped_and_compiled(name);
        let engine = Engine::of(&rules, compilation);
        assert_eq!(engine.form(), Form::Compiled, "{name}");
        let as_one = options_of(&rules, level, depth);
        let several = Options {
            symmetries: false,
            ..as_one.clone()
        };
        for plies in [0, 1, 2, 7] {
            let position = reached(&rules, plies, 3);
            let one = best(&engine, &position, &as_one);
            let all = best(&engine, &position, &several);
            assert_eq!(
                (one.value, one.best_move()),
                (all.value, all.best_move()),
                "{name} after {plies} plies"
            );
            if plies == 0 {
                let [one, all] = [one.nodes, all.nodes];
                writeln!(said, "{name:12}  depth {depth}  {all:6}  as one {one:6}")
                    .expect("a string can be written to");
            }
        }
    }
    assert_snapshot!("search__symmetries", said);
}

/// Both forms of a game know the same symmetries.
#[test]
fn the_machine_and_the_compiled_form_search_the_same_positions() {
    let rules = shipped("filetto");
    let options = options_of(&rules, "perfect", 5);
    let [machine, compiled] = [Form::Machine, Form::Compiled].map(|form| {
        let engine = Engine::in_form(&rules, form).expect("there is this form");
        best(&engine, &rules.initial(), &options)
    });
    assert_eq!(machine, compiled);
}

/// A level with `symmetries(true)` claims this of its heuristic.
#[test]
fn the_heuristics_of_these_levels_value_symmetric_positions_alike() {
    for (name, level, _) in GAMES {
        let rules = shipped(name);
        let heuristic = options_of(&rules, level, 1).heuristic;
        let heuristic = heuristic.unwrap_or_default();
        for seed in 0..20 {
            let position = reached(&rules, seed as usize, seed);
            let image = rules.canonical(&position);
            let [value, other] = [&position, &image].map(|position| {
                let value = rules.evaluate(position, heuristic, Role(0));
                value.expect("the heuristic values it")
            });
            assert_eq!(value, other, "{name}, game {seed}");
        }
    }
}

/// A deep search from a board with eight symmetries.
#[test]
fn a_symmetric_start_takes_less_than_half_of_the_positions() {
    let search = |strategy, symmetries| {
        let options = Options {
            strategy,
            symmetries,
            depth: 6,
            heuristic: Some(OPEN_LINES),
            ..Options::default()
        };
        found(&TicTacToe, &TicTacToe.initial(), &options)
    };
    let answer = |best: &Best<usize>| (best.value, best.best_move().copied());
    let plain = search(Strategy::Minimax, false);
    let [several, one] =
        [false, true].map(|symmetries| search(Strategy::PrincipalVariation, symmetries));
    assert_eq!([answer(&several), answer(&one)], [answer(&plain); 2]);
    let [several, one] = [several.nodes, one.nodes];
    assert!(2 * one < several, "{one} of {several} positions");
}

/// A wrong claim spoils no later search without it.
#[test]
fn what_was_found_with_symmetries_does_not_serve_without_them() {
    let rules = Rules::from_text(LEFT_IS_BETTER).expect("the rules are right");
    let options = |symmetries| Options {
        symmetries,
        depth: 3,
        heuristic: Some(0),
        ..Options::default()
    };
    let mut table = TranspositionTable::new(1);
    let mut search = |symmetries| {
        let each = &mut |_: &_| ControlFlow::Continue(());
        let start = rules.initial();
        let options = options(symmetries);
        deepen_with(&rules, &start, &options, &mut table, &mut Unwatched, each)
            .expect("the game can be searched")
            .best
    };
    let _ = search(true);
    let after = search(false);
    let plain = found(
        &rules,
        &rules.initial(),
        &Options {
            strategy: Strategy::Minimax,
            ..options(false)
        },
    );
    assert_eq!(
        (after.value, after.best_move()),
        (plain.value, plain.best_move())
    );
}

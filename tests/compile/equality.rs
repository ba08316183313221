//! A compiled game and its rules agree at every question of random games, and on how many lines of
//! play there are.

use std::slice;
use std::sync::Arc;

use regola::compile::{Both, Compilation, Compiled, Effort};
use regola::engine::{Engine, Form};
use regola::game::{Error, FastPaths, Game, Role, RuleGame, Step, Turn};
use regola::search::{Unwatched, perft, playout, playouts};

use super::{compiled, shipped_and_compiled};
use crate::game::perft::tables;
use crate::game::shipped;

/// The shipped games that are compiled, and how many positions of each are compared in the quick
/// test.
const COMPILED: [(&str, usize); 27] = [
    ("amazons", 1),
    ("anagram", 10),
    ("breakthrough", 10),
    ("change", 5),
    ("chess", 2),
    ("connect-four", 20),
    ("dama-padova", 5),
    ("dama", 10),
    ("english-draughts", 15),
    ("filetto", 60),
    ("go", 3),
    ("go-superko", 0),
    ("gomoku", 2),
    ("goofspiel", 15),
    ("hex", 2),
    ("international-draughts", 1),
    ("kalah", 5),
    ("knights-tour", 20),
    ("lines-of-action", 2),
    ("morris", 5),
    ("nim", 60),
    ("othello", 15),
    ("othello-2007", 10),
    ("pair-sums", 10),
    ("russian-draughts", 3),
    ("tictactoe", 25),
    ("tris-productions", 0),
];

/// Asks all that can be asked in so many positions of random games, and plays so many of the moves
/// of each.
pub(super) fn compare(
    game: &Both,
    heuristics: usize,
    Extent {
        positions,
        moves: most,
    }: Extent,
) -> Result<(), Error> {
    let mut random = fastrand::Rng::with_seed(7);
    let mut position = game.initial();
    for _ in 0..positions {
        for role in (0..game.role_count()).map(Role) {
            for heuristic in 0..heuristics {
                game.evaluate(&position, heuristic, role)?;
            }
        }
        game.quiet(&position)?;
        let movers = game.turn(&position)?;
        assert_eq!(game.over(&position)?, movers == Turn::Over);
        let movers = movers.into_movers();
        let Some((_, first)) = movers.first() else {
            for role in (0..game.role_count()).map(Role) {
                game.goal(&position, role)?;
            }
            position = game.initial();
            continue;
        };
        // Beside each move of the first role each other role plays any of its own.
        let mut plies: Vec<Vec<_>> = first.iter().map(|played| vec![played.clone()]).collect();
        for (_, moves) in &movers[1..] {
            for ply in &mut plies {
                ply.push(moves[random.usize(..moves.len())].clone());
            }
        }
        random.shuffle(&mut plies);
        let mut next = Vec::with_capacity(plies.len());
        for ply in plies.iter().take(most) {
            next.push(game.play(&position, ply)?);
        }
        position = next.swap_remove(random.usize(..next.len()));
    }
    Ok(())
}

/// How much is compared of a game.
#[derive(Clone, Copy)]
pub(super) struct Extent {
    pub positions: usize,
    /// Of each position.
    pub moves: usize,
}

/// Compares that much of each game, given how many positions the quick test compares.
fn compare_all(wanted: fn(usize) -> Extent) {
    // From the end, so that the test that counts the trees of the same games compiles others meanwhile.
    for (name, positions) in COMPILED.into_iter().rev() {
        // What stays with the machine is not waited for.
        if positions == 0 {
            let quick = Compilation::new(&shipped(name), Effort::Quick);
            assert!(quick.is_err(), "{name} is compiled now");
            continue;
        }
        let (rules, compilation) = shipped_and_compiled(name);
        let compilation = compilation.unwrap_or_else(|| panic!("{name} is compiled no more"));
        let both = Both::new(Compiled::new(&rules, compilation));
        let compared = compare(&both, rules.heuristics().len(), wanted(positions));
        assert_eq!(compared, Ok(()), "{name}");
    }
}

#[test]
fn random_positions() {
    compare_all(|positions| Extent {
        positions,
        moves: usize::MAX,
    });
}

#[test]
#[ignore = "takes more than a minute"]
fn ten_thousand_random_positions() {
    compare_all(|_| Extent {
        positions: 10_000,
        moves: 2,
    });
}

/// The most leaves that are counted where nothing is optimised.
const QUICK: u64 = 20_000;

/// Counts the rows of a table that are not too long, and tells how many these are.
fn counted<G: FastPaths<Error = Error>>(game: &G, name: &str, rows: Vec<(usize, u64)>) -> usize {
    let mut compared = 0;
    for (depth, leaves) in rows.into_iter().filter(|(_, leaves)| *leaves <= QUICK) {
        assert_eq!(
            perft(game, &game.initial(), depth, &mut Unwatched),
            Ok(leaves),
            "{name}, depth {depth}"
        );
        compared += 1;
    }
    compared
}

#[test]
fn compiled_games_grow_as_their_tables_say() {
    let mut compared = 0;
    for (name, rows) in tables() {
        let (rules, Some(compilation)) = shipped_and_compiled(&name) else {
            continue;
        };
        let compiled = Compiled::new(&rules, compilation);
        compared += counted(&compiled, &name, rows);
    }
    assert!(compared > 20, "{compared}");
}

#[test]
fn the_same_seed_gives_the_same_game() {
    for name in [
        "othello",
        "breakthrough",
        "connect-four",
        "filetto",
        "hex",
        "knights-tour",
        "nim",
    ] {
        let (rules, compilation) = shipped_and_compiled(name);
        let compilation = compilation.expect("the game is compiled");
        let compiled = Engine::of(&rules, Some(Arc::clone(&compilation)));
        assert_eq!(compiled.form(), Form::Compiled, "{name}");
        let game = |engine: &Engine| engine.playout(&rules.initial(), 500, 3);
        let by_machine = game(&Engine::machine(&rules));
        assert_eq!(game(&compiled), by_machine, "{name}");
        compilation.make_ready(&rules);
        assert_eq!(game(&compiled), by_machine, "{name} as native code");
    }
}

fn interpreted(name: &str) -> Compiled {
    let (rules, compilation) = shipped_and_compiled(name);
    let compilation = compilation.expect("the game is compiled");
    let interpreted = compilation.interpreted().expect("its programs are small");
    Compiled::new(&rules, Arc::new(interpreted))
}

/// Without native code several games are played at once, and several positions counted.
#[test]
fn games_abreast_are_those_one_by_one() {
    for name in [
        "othello",
        "breakthrough",
        "connect-four",
        "filetto",
        "hex",
        "nim",
    ] {
        let compiled = interpreted(name);
        let start = compiled.initial();
        for limit in [7, 500] {
            let seeds: Vec<u64> = (0..100).collect();
            let abreast = playouts(&compiled, &start, limit, &seeds).expect("the rules are right");
            assert_eq!(abreast.len(), seeds.len());
            for (seed, game) in seeds.into_iter().zip(abreast) {
                assert_eq!(
                    playout(&compiled, &start, limit, seed),
                    Ok(game),
                    "{name}, seed {seed}"
                );
            }
        }
    }
}

#[test]
fn several_positions_at_once_are_counted_as_one_by_one() {
    let mut compared = 0;
    let games = ["breakthrough", "connect-four", "othello"];
    for (name, rows) in tables()
        .into_iter()
        .filter(|(name, _)| games.contains(&name.as_str()))
    {
        compared += counted(&interpreted(&name), &name, rows);
    }
    assert!(compared > 10, "{compared}");
}

/// The move of each number, played without a list, is the one that stands there in the list.
#[test]
fn moves_are_chosen_in_their_order() {
    for name in [
        "breakthrough",
        "connect-four",
        "filetto",
        "gomoku",
        "knights-tour",
        "nim",
        "othello",
    ] {
        let rules = shipped(name);
        let engine = compiled(&rules);
        let mut random = fastrand::Rng::with_seed(5);
        let mut position = engine.initial();
        for _ in 0..60 {
            let Turn::Single(_, moves) = engine.turn(&position).expect("the rules are right")
            else {
                break;
            };
            let mut next = Vec::new();
            for (number, played) in moves.iter().enumerate() {
                let mut chosen = position.clone();
                let ended = engine.play_on(&mut chosen, 1, &mut |count| {
                    assert_eq!(count, moves.len(), "{name}");
                    number
                });
                assert_eq!(ended, Ok((1, Step::Played)), "{name}");
                assert_eq!(
                    engine.play(&position, slice::from_ref(played)).as_ref(),
                    Ok(&chosen),
                    "{name}, {played:?}"
                );
                next.push(chosen);
            }
            position = next.swap_remove(random.usize(..next.len()));
        }
    }
}

#[test]
fn a_key_is_the_same_in_both_forms() {
    let rules = shipped("othello");
    let compiled = compiled(&rules);
    let start = compiled.initial();
    assert_eq!(compiled.key(&start), rules.key(&rules.initial()));
    assert_eq!(compiled.facts(&start), rules.initial());
}

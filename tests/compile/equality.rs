//! A compiled game and its rules agree at every question of random games.

use std::sync::Arc;

use regola::compile::{Both, Compilation, Compiled, Effort};
use regola::game::{Game, Role, Rules, Turn};
use regola::search::{Unwatched, perft, playout};

/// Plays random games in both forms at once.
fn agrees(path: &str, games: u64) {
    let rules = Rules::load(path).unwrap_or_else(|failure| panic!("{failure}"));
    let started = std::time::Instant::now();
    let compilation = Compilation::new(&rules, Effort::Thorough).unwrap_or_else(|reason| panic!("{path}: {reason}"));
    println!("{path}: compiled in {:?}", started.elapsed());
    let compiled = Compiled::new(&rules, Arc::new(compilation));
    let both = Both::new(compiled);
    for game in 0..games {
        let mut random = fastrand::Rng::with_seed(game);
        let mut position = both.initial();
        for _ in 0..200 {
            for role in 0..both.role_count() {
                for heuristic in 0..rules.heuristics().len() {
                    both.evaluate(&position, heuristic, Role(role)).unwrap_or_else(|error| panic!("{path}: {error}"));
                }
            }
            both.quiet(&position).unwrap_or_else(|error| panic!("{path}: {error}"));
            both.over(&position).unwrap_or_else(|error| panic!("{path}: {error}"));
            let moves = match both.turn(&position).unwrap_or_else(|error| panic!("{path}: {error}")) {
                Turn::Over => break,
                Turn::Single(_, moves) => moves,
                Turn::Joint(_) => panic!("nobody moves at once"),
            };
            let next = moves.iter().map(|played| both.play(&position, std::slice::from_ref(played)));
            let next: Vec<_> = next.map(|next| next.unwrap_or_else(|error| panic!("{path}: {error}"))).collect();
            position = next[random.usize(..next.len())].clone();
        }
        for role in 0..both.role_count() {
            let _ = both.goal(&position, Role(role)).map_err(|error| assert!(!error.to_string().contains("differ"), "{error}"));
        }
    }
}

macro_rules! games {
    ($($name:ident $path:literal $games:literal)*) => {
        $(#[test]
        fn $name() {
            agrees(concat!("games/", $path, ".rules"), $games);
        })*
    };
}

games! {
    othello "othello" 2
    filetto "filetto" 20
    connect_four "connect-four" 3
    breakthrough "breakthrough" 2
    english_draughts "english-draughts" 1
    gomoku "gomoku" 1
    nim "nim" 20
    knights_tour "knights-tour" 2
}

#[test]
#[ignore = "a measurement"]
fn speed() {
    for (path, depth) in [("othello", 9), ("filetto", 9), ("connect-four", 8), ("breakthrough", 5), ("gomoku", 2), ("english-draughts", 8)] {
        let rules = Rules::load(format!("games/{path}.rules")).expect("a game");
        let started = std::time::Instant::now();
        let compilation = match Compilation::new(&rules, Effort::Thorough) {
            Ok(compilation) => Arc::new(compilation),
            Err(reason) => { println!("{path}: {reason}"); continue }
        };
        let compile = started.elapsed();
        for mode in &compilation.code().modes {
            println!("  turn {} applies {:?} families {}", mode.turn.len(), mode.applies.iter().map(|p| p.len()).take(8).collect::<Vec<_>>(), mode.families.len());
        }
        let compiled = Compiled::new(&rules, compilation);
        let start = compiled.initial();
        let started = std::time::Instant::now();
        let leaves = perft(&compiled, &start, depth, &mut Unwatched).expect("ok");
        let took = started.elapsed();
        let started = std::time::Instant::now();
        let mut games = 0;
        while started.elapsed().as_secs_f64() < 1.0 {
            let mut random = fastrand::Rng::with_seed(games);
            playout(&compiled, &start, 10000, &mut random).expect("ok");
            games += 1;
        }
        println!("{path}: compile {compile:?} perft({depth}) {leaves} {:.2} M/s, {games} games/s", leaves as f64 / took.as_secs_f64() / 1e6);
    }
}

//! How much work it is to compile each game and to play it compiled, counted, so that a slow-down shows
//! here first.

use std::fmt::Write;
use std::fs;
use std::sync::Arc;

use regola::compile::code::Mode;
use regola::compile::words::Program;
use regola::compile::{Compilation, Compiled, Effort};
use regola::game::{Game, RuleGame, Rules, Step, step};
use regola::search::playout;

use super::shipped_and_compiled;
use super::words::evaluate_counting;

#[test]
fn the_work_of_compiling_each_game() {
    let mut table = format!(
        "{:24} {:>8} {:>8} {:>10} {:>10}\n",
        "game", "calls", "nodes", "assumed", "operations"
    );
    for name in games() {
        let rules = load(&name);
        let Ok(compilation) = Compilation::new(&rules, Effort::Quick) else {
            continue;
        };
        let calls: usize = compilation
            .predicates()
            .iter()
            .map(|predicate| predicate.calls)
            .sum();
        let modes = &compilation.code().modes;
        let nodes: usize = modes.iter().map(|mode| mode.statistics.nodes).sum();
        let assumed: u64 = modes.iter().map(|mode| mode.statistics.assumed).sum();
        let operations: usize = modes.iter().map(operations).sum();
        writeln!(
            table,
            "{name:24} {calls:>8} {nodes:>8} {assumed:>10} {operations:>10}"
        )
        .expect("a text takes what is written");
    }
    assert_snapshot!("compile_work", table);
}

/// How many calls of predicates the machine answers while the compiled form plays two random games of
/// 100 plies at most, once more than to make what is made on demand. A game that is left to it wholly has
/// thousands a ply.
#[test]
fn the_work_of_the_machine_in_compiled_games() {
    let mut table = format!("{:24} {:>8}\n", "game", "calls");
    for name in games() {
        let (rules, compilation) = match name.strip_suffix(".rules") {
            Some(name) => shipped_and_compiled(name),
            None => {
                let rules = load(&name);
                let compilation = Compilation::new(&rules, Effort::Quick).ok();
                (rules, compilation.map(Arc::new))
            }
        };
        let Some(compilation) = compilation else {
            continue;
        };
        // What other tests play must not count here.
        let compilation = Compilation::clone(&compilation);
        let compiled = Compiled::new(&rules, compilation.into());
        let first = compiled.position(&rules.initial());
        let play = || {
            let before = compiled.rules().steps();
            for seed in 0..2 {
                playout(&compiled, &first, 100, seed).unwrap_or_else(|error| panic!("{error}"));
            }
            compiled.rules().steps() - before
        };
        play();
        let calls = play();
        writeln!(table, "{name:24} {calls:>8}").expect("a text takes what is written");
    }
    assert_snapshot!("compile_machine_work", table);
}

/// How many operations a turn takes in the positions of a random game on average, and how many it would
/// take if none came to nothing.
#[test]
fn the_work_of_turns_in_a_random_game() {
    let mut table = format!("{:24} {:>10} {:>6}\n", "game", "operations", "done");
    for name in SECTIONED {
        let (rules, compilation) = shipped_and_compiled(name);
        let compilation = compilation.expect("the game is compiled");
        let compiled = Compiled::new(&rules, Arc::clone(&compilation));
        let mut random = fastrand::Rng::with_seed(1);
        let mut position = compiled.initial();
        let (mut turns, mut operations, mut done) = (0, 0, 0);
        while turns < 100 {
            let words = compiled.words(&position);
            let turn = &compilation.code().mode(words).turn;
            turns += 1;
            operations += turn.len();
            done += evaluate_counting(turn, words).1;
            let played = step(&compiled, &mut position, &mut |moves| random.usize(..moves));
            match played.unwrap_or_else(|error| panic!("{error}")) {
                Step::Played => {}
                _ => break,
            }
        }
        let (operations, done) = (operations / turns, done / turns);
        writeln!(table, "{name:24} {operations:>10} {done:>6}")
            .expect("a text takes what is written");
    }
    assert_snapshot!("compile_turn_work", table);
}

/// Games in which much comes to nothing in many positions, and two in which it does not.
const SECTIONED: [&str; 7] = [
    "brazilian-draughts",
    "breakthrough",
    "chess",
    "dama",
    "english-draughts",
    "international-draughts",
    "morris",
];

/// The names of the rule files of `games` that are games of their own, sorted.
pub fn rule_files() -> impl Iterator<Item = String> {
    let files = names("games").into_iter();
    files.filter(|name| name.ends_with(".rules") && !name.ends_with("-play.rules"))
}

/// The names of the rule files, and then those of the sheets in `games/gdl`.
fn games() -> Vec<String> {
    let sheets = names("games/gdl").into_iter();
    let sheets = sheets.filter(|name| name.ends_with(".kif"));
    rule_files()
        .chain(sheets.map(|name| format!("gdl/{name}")))
        .collect()
}

/// The names of the files of a folder, sorted.
fn names(folder: &str) -> Vec<String> {
    let files = fs::read_dir(folder).expect("games are shipped");
    let name = |file: fs::DirEntry| file.file_name().into_string().expect("names are ASCII");
    let mut names: Vec<String> = files
        .map(|file| name(file.expect("the folder can be read")))
        .collect();
    names.sort();
    names
}

fn load(name: &str) -> Rules {
    Rules::load(format!("games/{name}")).unwrap_or_else(|failure| panic!("{failure}"))
}

/// The operations of all programs that list and play the moves of a mode.
fn operations(mode: &Mode) -> usize {
    mode.turn.len() + mode.applies.iter().map(Program::len).sum::<usize>()
}

//! Endgame tables in files: written by `solve`, read by `best`, `play` and `query`.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use regola::engine::Engine;
use regola::game::{Game, Position, Rules, Turn};
use regola::search::{
    Best, Distance, EndgameTable, Options, SolveMethod, SolveOptions, Unwatched, playout,
};
use tempfile::TempDir;

use super::{answered_by, run_with, without_times};
use crate::game::shipped;

/// Thirteen plies of Dodgem; north is to move and loses.
const NEAR_THE_END: &str =
    "a3-b3 b1-b2 b3-c3 c1-b1 c3-c2 b1-c1 a2-a3 b2-b3 a3-a2 b3-c3 a2-b2 c3-b3 c2-off";

/// The words of a command line; those between quotes are one.
fn words(line: &str) -> Vec<&str> {
    let parts = line.split('\'').enumerate();
    let of_part = |(number, part): (usize, _)| match number % 2 {
        0 => str::split_whitespace(part).collect(),
        _ => vec![part],
    };
    parts.flat_map(of_part).collect()
}

/// The output of a command line that is typed in this folder.
fn told(folder: &Path, line: &str) -> String {
    let output = run_with(&words(line), "", |command| {
        command.current_dir(folder);
    });
    let text = [output.stdout, output.stderr].concat();
    let text = String::from_utf8(text).expect("the program prints UTF-8");
    let status = match output.status.code() {
        Some(0) => String::new(),
        status => format!("[status {}]\n", status.unwrap_or(-1)),
    };
    let text = answered_by("machine", &without_times(&text));
    format!("$ regola {line}\n{text}{status}\n")
}

fn all_told(folder: &Path, lines: &[&str]) -> String {
    let lines = lines.iter();
    let lines = lines.map(|line| line.replace("NEAR_THE_END", NEAR_THE_END));
    lines.map(|line| told(folder, &line)).collect()
}

/// A folder with the table of Dodgem.
fn with_dodgem() -> TempDir {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    told(folder.path(), "solve dodgem --write-table dodgem.table");
    assert!(folder.path().join("dodgem.table").exists());
    folder
}

#[test]
fn a_table_is_written_and_answers() {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    assert_snapshot!(
        "cli__endgame_table",
        all_told(
            folder.path(),
            &[
                "solve dodgem --write-table dodgem.table",
                "solve dodgem --write-table dodgem.table --json",
                "best dodgem --table dodgem.table",
                "best dodgem --table dodgem.table --all --json",
                "best dodgem --table dodgem.table --all --moves 'NEAR_THE_END'",
                "play dodgem --table dodgem.table --seed 1 --moves 'NEAR_THE_END'",
                "play dodgem --table dodgem.table --seed 1 --json --moves 'NEAR_THE_END'",
                "query dodgem 'solved(Role, Goal, Plies)' --table dodgem.table",
                "query dodgem 'solved(P, 100, N), N > 10' --table dodgem.table --json",
            ],
        )
    );
}

#[test]
fn a_question_to_a_table_is_about_the_position_alone() {
    let folder = with_dodgem();
    assert_snapshot!(
        "cli__endgame_questions",
        all_told(
            folder.path(),
            &[
                "query dodgem 'aggregate_all(count, solved(_, _, _), N)' --table dodgem.table",
                "query dodgem '\\+ solved(east, 50, _), forall(solved(R, _, _), role(R))' --table dodgem.table",
                "query dodgem 'X = solved(1, 2, 3)' --table dodgem.table",
                "query dodgem 'legal(P, M), after(P, M, solved(P, G, _))' --table dodgem.table",
                "query dodgem 'solved(P, G, N)'",
                "solve dodgem --write-table end.table --moves 'NEAR_THE_END'",
                "query dodgem 'solved(P, G, N)' --table end.table",
            ],
        )
    );
}

#[test]
fn a_search_table_holds_what_the_answer_needs() {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    assert_snapshot!(
        "cli__endgame_of_a_search",
        all_told(
            folder.path(),
            &[
                "solve filetto --write-table filetto.table --engine compiled",
                "best filetto --table filetto.table",
                "query filetto 'solved(Role, Goal, Plies)' --table filetto.table",
                "solve connect-four --method proof-number --write-table four.table --moves 'd d d d e e'",
                "best connect-four --table four.table --moves 'd d d d e e'",
                "best connect-four --table four.table --moves 'd d d d e' --depth 3",
                "solve nim --method retrograde --write-table nim.table",
                "best nim --table nim.table",
            ],
        )
    );
}

/// A move that keeps a win need not come nearer to it; the way to the end may be longer than it seems.
#[test]
fn moves_by_a_table_come_to_the_end() {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    for (name, rules) in [
        ("circle.rules", include_str!("circle.rules")),
        ("two_ways.rules", include_str!("two_ways.rules")),
    ] {
        fs::write(folder.path().join(name), rules).expect("there is room");
    }
    assert_snapshot!(
        "cli__endgame_ways",
        all_told(
            folder.path(),
            &[
                "solve circle.rules --write-table circle.table --engine machine",
                "best circle.rules --table circle.table --moves 'go(1)'",
                "solve two_ways.rules --write-table two_ways.table --moves 'go(1) go(10)' --engine machine",
                "best two_ways.rules --level depth=8,quick=true --table two_ways.table",
            ],
        )
    );
}

/// Files that are no table of the game, each with its fault.
#[test]
fn what_is_no_table_of_the_game_is_refused() {
    let folder = with_dodgem();
    let write = |name: &str, bytes: &[u8]| {
        fs::write(folder.path().join(name), bytes).expect("there is room");
    };
    let table = fs::read(folder.path().join("dodgem.table")).expect("it was written");
    let rules = include_str!("../../games/dodgem.rules");
    write("commented.rules", format!("% Dodgem\n{rules}").as_bytes());
    write(
        "larger.rules",
        rules.replace("size(3)", "size(4)").as_bytes(),
    );
    write("rules.table", rules.as_bytes());
    write("empty.table", b"");
    write("torn.table", &table[..table.len() / 2]);
    write("longer.table", &[&table[..], b"more"].concat());
    let mut damaged = table.clone();
    damaged[table.len() / 2] ^= 1;
    write("damaged.table", &damaged);
    let mut later = table.clone();
    later[8] = 9;
    write("later.table", &later);
    write("large.table", &vec![0; 17 << 20]);
    assert_snapshot!(
        "cli__endgame_refused",
        all_told(
            folder.path(),
            &[
                "best commented.rules --table dodgem.table",
                "best larger.rules --table dodgem.table",
                "best nim --table dodgem.table",
                "best dodgem --table missing.table",
                "best dodgem --table .",
                "best dodgem --table rules.table",
                "best dodgem --table empty.table",
                "best dodgem --table torn.table",
                "best dodgem --table longer.table",
                "best dodgem --table damaged.table",
                "best dodgem --table later.table",
                "best dodgem --table large.table --max-memory 64",
                "play dodgem --table torn.table",
                "query dodgem 'solved(P, G, N)' --table torn.table",
                "solve dodgem --write-table nowhere/dodgem.table",
                "solve larger.rules --write-table larger.rules",
                "solve change --write-table change.table",
                "solve dodgem --write-table a.table --score steps",
            ],
        )
    );
}

fn backwards() -> SolveOptions {
    SolveOptions {
        method: SolveMethod::Retrograde,
        ..SolveOptions::default()
    }
}

fn solved(engine: &Engine) -> EndgameTable {
    let start = engine.rules().initial();
    let (_, table) = engine
        .solve_to_table(&start, &backwards(), &mut Unwatched)
        .expect("it can be solved");
    table
}

#[test]
fn the_table_does_not_depend_on_the_form_that_solved() {
    for name in ["dodgem", "nim", "filetto"] {
        let rules = shipped(name);
        let bytes = |engine: &Engine| solved(engine).to_bytes(&rules, rules.fingerprint());
        let by_machine = bytes(&Engine::machine(&rules));
        assert_eq!(bytes(&Engine::quickest(&rules)), by_machine, "{name}");
    }
}

/// The distance for the role to move.
fn distance(table: &EndgameTable, rules: &Rules, position: &Position) -> Option<Distance> {
    let Turn::Single(role, _) = rules.turn(position).expect("it has rules") else {
        return None;
    };
    Some(table.known(rules, position)?[role.0].distance)
}

fn by_table(engine: &Engine, position: &Position, options: &Options) -> Best<regola::game::Move> {
    let best = engine.best(position, options, &mut Unwatched);
    best.expect("it can be searched")
}

#[test]
fn dodgem_is_played_to_its_end_in_the_predicted_plies() {
    let rules = shipped("dodgem");
    for engine in [Engine::machine(&rules), Engine::quickest(&rules)] {
        let table = Arc::new(solved(&engine));
        let options = Options {
            endgame_table: Some(Arc::clone(&table)),
            ..Options::default()
        };
        let mut played = 0;
        for seed in 0..20 {
            let reached = playout(&rules, &rules.initial(), seed as usize % 7, seed);
            let mut position = reached.expect("it can be played").position;
            let Some(Distance::Plies(plies)) = distance(&table, &rules, &position) else {
                continue;
            };
            for left in (1..=plies).rev() {
                let best = by_table(&engine, &position, &options);
                assert!(best.by_table);
                assert_eq!((best.nodes, best.line.len()), (0, left as usize));
                position = rules.play(&position, &best.line[..1]).expect("legal");
                played += 1;
            }
            assert_eq!(rules.over(&position), Ok(true));
        }
        assert!(played > 100, "{played} plies");
    }
}

/// The winner of Dodgem by the table wins within the predicted plies, whatever the other side plays.
#[test]
fn who_wins_by_the_table_wins_against_any_moves() {
    let rules = shipped("dodgem");
    let engine = Engine::quickest(&rules);
    let options = Options {
        endgame_table: Some(Arc::new(solved(&engine))),
        ..Options::default()
    };
    for seed in 0..20 {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut position = rules.initial();
        let mut plies = 0;
        while let Turn::Single(role, moves) = rules.turn(&position).expect("it has rules") {
            let played = match role.0 {
                0 => by_table(&engine, &position, &options).line[0].clone(),
                _ => random.choice(moves).expect("there is a move"),
            };
            position = rules.play(&position, &[played]).expect("legal");
            plies += 1;
        }
        assert!(plies <= 19, "{plies}");
        assert_eq!(rules.goals(&position), Ok(vec![100, 0]));
    }
}

//! `--threads`: commands on several threads print what they print on one.

use serde_json::Value;

use super::{run, run_with, transcripts};

/// What a command prints on standard output with a number of threads.
fn printed(arguments: &[&str], threads: &str) -> String {
    let output = run(&[arguments, &["--threads", threads]].concat(), "");
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).expect("the program prints UTF-8")
}

/// The lines of JSON that a command prints, without times.
fn objects(arguments: &[&str], threads: &str) -> Vec<Value> {
    let text = printed(&[arguments, &["--json"]].concat(), threads);
    let object = |line: &str| {
        let mut object: Value = serde_json::from_str(line).expect("a line is JSON");
        object["seconds"].take();
        object
    };
    text.lines().map(object).collect()
}

#[test]
fn counts_and_games_do_not_depend_on_the_threads() {
    let players = "--black depth=2,heuristic=discs --white depth=1,heuristic=mobility";
    let players: Vec<&str> = players.split(' ').collect();
    let contest = ["match", "games/othello.rules", "--engine", "compiled"];
    let contest = [&contest, &players[..], &["--games", "20"]].concat();
    let sequential = [&contest[..], &["--sprt", "0,200"]].concat();
    let commands: [&[&str]; 5] = [
        &[
            "perft",
            "games/connect-four.rules",
            "--depth",
            "6",
            "--engine",
            "compiled",
        ],
        &[
            "perft",
            "games/breakthrough.rules",
            "--depth",
            "4",
            "--divide",
            "--engine",
            "compiled",
        ],
        &[
            "playout",
            "games/othello.rules",
            "--games",
            "150",
            "--seed",
            "5",
            "--engine",
            "compiled",
        ],
        &contest,
        &sequential,
    ];
    for command in commands {
        let alone = objects(command, "1");
        assert_eq!(objects(command, "3"), alone, "{command:?}");
    }
}

#[test]
fn the_best_move_does_not_depend_on_the_threads() {
    let command = [
        "best",
        "games/othello.rules",
        "--depth",
        "8",
        "--engine",
        "compiled",
        "--all",
    ];
    let answer = |threads| {
        let object = objects(&command, threads).remove(0);
        ["move", "value", "moves", "depth"].map(|name| object[name].clone())
    };
    let alone = answer("1");
    assert!(alone[0].is_string() && alone[2].is_array() | alone[2].is_object());
    assert_eq!(answer("2"), alone);
}

#[test]
fn who_wins_does_not_depend_on_the_threads() {
    let line = "d d d d d d e c e e c c";
    let command = [
        "solve",
        "games/connect-four.rules",
        "--moves",
        line,
        "--engine",
        "compiled",
    ];
    let answer = |threads| {
        let object = objects(&command, threads).remove(0);
        ["winner", "goals", "line"].map(|name| object[name].clone())
    };
    let alone = answer("1");
    assert!(alone[2].is_array(), "{alone:?}");
    assert_eq!(answer("2"), alone);
}

#[test]
fn records_of_games_come_in_the_order_of_the_games() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let records = |threads: &str| {
        let path = folder.path().join(format!("{threads}.pgn"));
        let path_text = path.to_str().expect("the path is UTF-8");
        let command = [
            "match",
            "games/connect-four.rules",
            "--player",
            "a=depth=2,heuristic=lines",
        ];
        let more = [
            "--player",
            "b=random",
            "--games",
            "12",
            "--records",
            path_text,
        ];
        printed(&[&command[..], &more].concat(), threads);
        std::fs::read_to_string(path).expect("the records were written")
    };
    assert_eq!(records("4"), records("1"));
}

#[test]
fn the_environment_may_say_how_many_threads() {
    let command = [
        "best",
        "games/othello.rules",
        "--playouts",
        "3000",
        "--engine",
        "compiled",
    ];
    let command = [&command[..], &["--json"]].concat();
    let with = |threads: &'static str| {
        let output = run_with(&command, "", |command| {
            command.env("REGOLA_THREADS", threads);
        });
        let mut object: Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
        object["seconds"].take();
        object
    };
    assert_eq!(with("3"), objects(&command[..command.len() - 1], "3")[0]);
    assert_ne!(with("1"), with("3"));
}

#[test]
fn a_level_may_say_how_many_threads() {
    let best = ["best", "games/othello.rules", "--engine", "compiled"];
    let of_level = [&best[..], &["--level", "playouts=3000,threads=3"]].concat();
    let of_command = [&best[..], &["--level", "playouts=3000"]].concat();
    // Trees that are searched side by side give the same answer again, and another one than one tree.
    assert_eq!(objects(&of_level, "1"), objects(&of_command, "3"));
    assert_ne!(objects(&of_level, "1"), objects(&of_command, "1"));
}

#[test]
fn the_players_of_a_match_may_search_with_threads_of_their_own() {
    let players = [
        "--player",
        "tree=playouts=60,threads=2",
        "--player",
        "chance=random",
    ];
    let contest = [
        "match",
        "games/filetto.rules",
        "--engine",
        "compiled",
        "--games",
        "6",
    ];
    let contest = [&contest[..], &players].concat();
    assert_eq!(objects(&contest, "1"), objects(&contest, "2"));
}

#[test]
fn no_threads_are_refused() {
    assert_snapshot!(
        "cli__no_threads",
        transcripts(&[
            &[
                "perft",
                "games/othello.rules",
                "--depth",
                "2",
                "--threads",
                "0"
            ],
            &[
                "perft",
                "games/othello.rules",
                "--depth",
                "2",
                "--threads",
                "all"
            ],
        ])
    );
}

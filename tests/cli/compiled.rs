//! `--engine` and `regola check --compile`.

use super::{AT_ONCE, OTHELLO, json_lines, transcript, transcripts};

#[test]
fn what_the_compiler_makes_of_games() {
    let games = ["othello", "hex", "dama", "tictactoe"];
    let paths = games.map(|game| format!("games/{game}.rules"));
    let mut arguments = vec!["check", "--compile", "--json"];
    arguments.extend(paths.iter().map(String::as_str));
    assert_snapshot!("cli__check_compile", transcripts(&[&arguments]));
}

#[test]
fn moves_made_at_once_are_a_part_of_their_own() {
    let part = r#"{"part":"effects of moves at once","operations":"#;
    let printed = transcripts(&[&["check", "--compile", AT_ONCE, "--json"]]);
    assert!(printed.contains(part), "{printed}");
    let printed = transcripts(&[&["check", "--compile", "games/connect-four.rules", "--json"]]);
    assert!(!printed.contains("at once"), "{printed}");
}

#[test]
fn the_time_until_a_game_is_compiled_is_told_with_that_for_native_code() {
    let printed = transcript(&["check", "--compile", "games/nim.rules"], "");
    let told = printed
        .split_once(" s, native code in ")
        .map(|(_, told)| told);
    let seconds = told.and_then(|told| told.split_once(" s; a position is 9 words"));
    let seconds = seconds.and_then(|(seconds, _)| seconds.parse::<f64>().ok());
    assert!(seconds.is_some_and(|seconds| seconds > 0.0), "{printed}");
}

#[test]
fn every_form_of_a_game_gives_the_same() {
    let forms = ["machine", "compiled", "both"];
    let best = |form| {
        [
            "best",
            OTHELLO,
            "--depth",
            "3",
            "--heuristic",
            "mobility",
            "--json",
            "--engine",
            form,
        ]
    };
    let shown: Vec<String> = forms
        .iter()
        .map(|form| transcripts(&[&best(form)]))
        .collect();
    let without_command = |text: &String| text.lines().skip(1).collect::<Vec<_>>().join("\n");
    assert_eq!(without_command(&shown[0]), without_command(&shown[1]));
    assert_eq!(without_command(&shown[0]), without_command(&shown[2]));
    assert_snapshot!("cli__engine", transcripts(&[&best("both")]));
}

/// To compile this game takes a hundred times as long as to search it.
#[test]
fn nobody_waits_for_the_compiler() {
    let hex = "games/hex.rules";
    let best = &json_lines(&["best", hex, "--depth", "1", "--json"], "")[0];
    assert_eq!(best["engine"], "machine");
    let perft = &json_lines(&["perft", hex, "--depth", "1", "--json"], "")[0];
    assert_eq!(perft["engine"], "machine");
    let played = &json_lines(
        &["play", hex, "--red", "human", "--blue", "depth=1", "--json"],
        "f6\nquit\n",
    );
    let reply = played.iter().find(|line| line["by"] == "search");
    assert_eq!(reply.expect("a reply")["engine"], "machine");
}

#[test]
fn the_form_that_answered_is_told() {
    let puzzle = "games/anagram.rules";
    for form in ["machine", "compiled", "both"] {
        let engine = ["--engine", form];
        for command in [
            &["best", OTHELLO, "--depth", "1", "--json"][..],
            &["perft", OTHELLO, "--depth", "1", "--json"],
            &["perft", OTHELLO, "--depth", "1", "--divide", "--json"],
            &["playout", OTHELLO, "--json"],
            &[
                "solve",
                "games/filetto.rules",
                "--moves",
                "a1 b2 c3 a2",
                "--json",
            ],
            &[
                "match",
                OTHELLO,
                "--games",
                "1",
                "--black",
                "easy",
                "--max-plies",
                "6",
                "--json",
            ],
        ] {
            let told = &json_lines(&[command, &engine].concat(), "")[0];
            assert_eq!(told["engine"], form, "{command:?}");
        }
        let played = json_lines(
            &[
                &["play", OTHELLO, "--level", "easy", "--json"][..],
                &["--position", "tests/cli/last_move.facts"][..],
                &engine[..],
            ]
            .concat(),
            "",
        );
        assert!(
            played
                .iter()
                .all(|line| line["by"] != "search" || line["engine"] == form)
        );
    }
    let told = &json_lines(&["solve", puzzle, "--json", "--engine", "machine"], "")[0];
    assert_eq!(told["engine"], "machine");
    let told = transcript(
        &["best", OTHELLO, "--depth", "1", "--engine", "machine"],
        "",
    );
    assert!(told.contains("\nengine FORM\n"), "{told}");
}

#[test]
fn every_form_values_the_nodes_of_a_tree_alike() {
    let filetto = ["tree", "games/filetto.rules", "--level", "easy"];
    let tree = |form| {
        let engine = ["--depth", "2", "--format", "json", "--engine", form];
        let mut tree = json_lines(&[&filetto[..], &engine].concat(), "").remove(0);
        assert_eq!(tree["engine"], form);
        tree["engine"] = "any".into();
        tree
    };
    assert_eq!(tree("machine"), tree("compiled"));
    let without_values = &[
        "tree",
        "games/filetto.rules",
        "--depth",
        "1",
        "--format",
        "json",
    ];
    assert!(json_lines(without_values, "")[0].get("engine").is_none());
}

#[test]
fn a_form_that_a_game_has_not() {
    let refused = ["perft", "games/tictactoe.rules", "--depth", "1", "--engine"];
    let of = |form| [&refused[..], &[form]].concat();
    assert_snapshot!(
        "cli__engine_refused",
        transcripts(&[&of("compiled"), &of("fast")])
    );
}

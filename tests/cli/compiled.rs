//! `--engine` and `regola check --compile`.

use super::{AT_ONCE, OTHELLO, transcripts};

#[test]
fn what_the_compiler_makes_of_games() {
    let games = ["othello", "hex", "dama", "chess", "tictactoe"];
    let paths = games.map(|game| format!("games/{game}.rules"));
    let mut arguments = vec!["check", "--compile", "--json"];
    arguments.extend(paths.iter().map(String::as_str));
    assert_snapshot!("cli__check_compile", transcripts(&[&arguments]));
}

#[test]
fn moves_made_at_once_are_played_by_the_machine() {
    let printed = transcripts(&[&["check", "--compile", AT_ONCE, "--json"]]);
    assert!(
        printed.contains("moves made at once, which the machine plays"),
        "{printed}"
    );
    let printed = transcripts(&[&["check", "--compile", "games/connect-four.rules", "--json"]]);
    assert!(!printed.contains("moves made at once"), "{printed}");
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

#[test]
fn a_form_that_a_game_has_not() {
    let refused = ["perft", "games/chess.rules", "--depth", "1", "--engine"];
    let of = |form| [&refused[..], &[form]].concat();
    assert_snapshot!(
        "cli__engine_refused",
        transcripts(&[&of("compiled"), &of("fast")])
    );
}

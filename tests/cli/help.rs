//! Help texts.

use super::{OTHELLO, transcript};

#[test]
fn the_program_explains_itself() {
    assert_snapshot!("cli__help", transcript(&["--help"], ""));
}

#[test]
fn every_command_explains_itself() {
    for command in [
        "moves", "best", "solve", "perft", "playout", "query", "why", "repl", "check", "explain",
        "fmt", "test", "compare", "bench", "lsp", "studio", "tree", "picture",
    ] {
        assert_snapshot!(
            format!("cli__help_{command}"),
            transcript(&[command, "--help"], "")
        );
    }
}

#[test]
fn play_explains_the_options_of_a_games_roles() {
    assert_snapshot!(
        "cli__help_play",
        transcript(&["play", "--help", OTHELLO], "")
    );
    assert_snapshot!(
        "cli__help_match",
        transcript(&["match", "--help", OTHELLO], "")
    );
}

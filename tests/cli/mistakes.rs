//! Bad use and bad files: what is said, with exit status 2.

use super::{OTHELLO, transcripts};

#[test]
fn of_use() {
    assert_snapshot!(
        "cli__mistakes_of_use",
        transcripts(&[
            &["bset", OTHELLO],
            &["moves"],
            &["perft", OTHELLO],
            &["perft", OTHELLO, "--depth", "many"],
            &["best", OTHELLO],
            &["best", OTHELLO, "--depth", "2", "--heuristic", "disks"],
            &["best", OTHELLO, "--depth", "2", "--strategy", "alphabeta"],
            &["best", OTHELLO, "--level", "depth=2,strategy=alphabeta"],
            &[
                "best",
                OTHELLO,
                "--level",
                "depth=2,strategy=minimax,selective=true"
            ],
            &[
                "best",
                OTHELLO,
                "--level",
                "depth=2,selective=true",
                "--strategy",
                "alpha-beta"
            ],
            &["best", OTHELLO, "--level", "depth=2,cut=9"],
            &["best", OTHELLO, "--level", "depth=2,strategy=mcts"],
            &["best", OTHELLO, "--level", "playouts=9,noise=3"],
            &[
                "best",
                OTHELLO,
                "--level",
                "depth=2,noise=3,symmetries=true"
            ],
            &["best", OTHELLO, "--level", "norml"],
            &["best", OTHELLO, "--level", "depth=deep"],
            &["best", OTHELLO, "--level", "heuristic=discs"],
            &["best", OTHELLO, "--time", "0"],
            &["tree", OTHELLO, "--level", "time=2"],
            &["tree", OTHELLO, "--json", "--format", "dot"],
            &["play", OTHELLO, "--blakc", "human"],
            &["play", OTHELLO, "--black", "hmuan"],
            &["play", OTHELLO, "--level", "extreme"],
        ])
    );
}

#[test]
fn of_moves() {
    assert_snapshot!(
        "cli__mistakes_of_moves",
        transcripts(&[
            &["moves", OTHELLO, "--moves", "f5 f6 e9"],
            &[
                "moves",
                OTHELLO,
                "--moves",
                "f5",
                "--position",
                "tests/cli/wiped_out.facts"
            ],
        ])
    );
}

#[test]
fn of_files() {
    assert_snapshot!(
        "cli__mistakes_of_files",
        transcripts(&[
            &["moves", "games/missing.rules"],
            &["play", "games/missing.rules"],
            &["moves", "games"],
            &[
                "play",
                "tests/broken/syntax-missing-comma.rules",
                "--black",
                "human"
            ],
            &["moves", OTHELLO, "--position", "missing.facts"],
            &["moves", OTHELLO, "--position", "tests/cli/wrong.facts"],
        ])
    );
}

#[test]
fn of_goals() {
    assert_snapshot!(
        "cli__mistakes_of_goals",
        transcripts(&[
            &["query", OTHELLO, "legal(P, M"],
            &["query", OTHELLO, "lgeal(P, M)"],
            &["query", OTHELLO, "X is Y + 1"],
            &["query", OTHELLO, "control(P), X is P + 1"],
            &["query", OTHELLO, "?- lgeal(P, M)."],
            &["query", OTHELLO, "?-"],
            &["query", OTHELLO, ""],
            &[
                "query",
                OTHELLO,
                "control(P), member(X, [1, 2]), X > 1, Y is X + Z, Y > P"
            ],
            &["query", OTHELLO, "member(X, [1, 2, 3, P]), X > 0"],
        ])
    );
}

//! `regola check --play`: random games beside what a text shows.

use super::{OTHELLO, json_lines, transcripts};

const TO_AND_FRO: &str = "tests/cli/to_and_fro.rules";

#[test]
fn check_with_random_games() {
    assert_snapshot!(
        "cli__check_play",
        transcripts(&[
            &["check", OTHELLO, "--play", "5", "--seed", "7"],
            &["check", "tests/cli/never_wins.rules", "--play", "20"],
            &[
                "check",
                "tests/cli/never_wins.rules",
                "--play",
                "20",
                "--allow",
                "never-wins"
            ],
            &["check", TO_AND_FRO, "--play", "2", "--length", "10"],
        ])
    );
}

/// A false symmetry gives a false winner, and random games show it.
#[test]
fn a_false_symmetry_is_found() {
    let game = "tests/cli/false_symmetry.rules";
    let solve = [
        "solve",
        game,
        "--method",
        "retrograde",
        "--engine",
        "machine",
    ];
    assert_snapshot!(
        "cli__false_symmetry",
        transcripts(&[
            &["check", game, "--play", "20"],
            &solve,
            &[&solve[..], &["--no-symmetries"]].concat(),
        ])
    );
}

#[test]
fn findings_are_told_to_programs_too() {
    let lines = json_lines(
        &[
            "check",
            "tests/cli/never_wins.rules",
            "--play",
            "20",
            "--json",
        ],
        "",
    );
    assert_eq!((lines.len(), &lines[0]["code"]), (1, &"never-wins".into()));
}

//! `regola check` and `regola explain`: what they print, and how they end.

use super::{OTHELLO, run, transcripts};

const SEVERAL: &str = "tests/broken/check-several.rules";
const DONE: &str = "tests/cli/to_and_fro.rules";

#[test]
fn faults_and_the_exit_status() {
    assert_snapshot!(
        "cli__check",
        transcripts(&[
            &["check", OTHELLO],
            &["check", OTHELLO, "--json"],
            &["check", "tests/broken/syntax-several.rules"],
            &["check", "tests/broken/syntax-several.rules", "--json"],
        ])
    );
}

#[test]
fn warnings_count_when_asked_to() {
    assert_snapshot!(
        "cli__check_warnings",
        transcripts(&[
            &["check", SEVERAL, "--json"],
            &["check", DONE],
            &["check", DONE, "--strict"],
            &["check", DONE, "--strict", "--allow", "fluent-never-read"],
            &["check", DONE, "--allow", "fluent-never-raed"],
            &[
                "check",
                OTHELLO,
                DONE,
                "tests/broken/game-no-goal.rules",
                "nowhere.rules"
            ],
        ])
    );
}

#[test]
fn codes_are_explained() {
    assert_snapshot!(
        "cli__explain",
        transcripts(&[
            &["explain", "unbound-in-negation"],
            &["explain", "error[unknown-predicate]"],
            &["explain", "unknown-predicat"],
            &["explain", "qqq"],
            &["explain"],
        ])
    );
}

#[test]
fn pages_have_colours_only_where_they_are_wanted() {
    let page = |colour: &str| {
        String::from_utf8(run(&["explain", "no-goal", "--color", colour], "").stdout)
    };
    let (plain, coloured) = (
        page("never").expect("UTF-8"),
        page("always").expect("UTF-8"),
    );
    assert!(
        !plain.contains('\x1b') && coloured.contains("\x1b[1;31merror[no-goal]"),
        "{coloured}"
    );
}

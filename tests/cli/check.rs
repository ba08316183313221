//! `regola check` and `regola explain`: what they print, and how they end.

use std::fs;

use super::{OTHELLO, run, run_with, transcripts};

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

/// A game, but for the predicate `may_take/1` and the effects.
const USER: &str = "
:- use \"parts/take.rules\".
role(ann).
:- fluent left -> pile.
pile(0..5).
init(left(5)).
legal(ann, take(N)) :- may_take(N).
terminal :- left(0).
goal(ann, 100) :- left(0).
goal(ann, 0) :- \\+ left(0).
";

const PART: &str = "
may_take(N) :- member(N, [1, 2]), left(L), N =< L.
add(left(M)) :- does(_, take(N)), left(L), M is L - N.
last :- left(1).
";

#[test]
fn a_part_is_checked_where_it_is_used() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let write = |name: &str, text: &str| {
        fs::write(folder.path().join(name), text).expect("a file can be written");
    };
    let checked = |path: &str| {
        let output = run_with(&["check", path, "--strict"], "", |command| {
            command.current_dir(folder.path());
        });
        let text = [output.stdout, output.stderr].concat();
        let text = String::from_utf8(text).expect("UTF-8");
        (output.status.code(), text)
    };
    fs::create_dir(folder.path().join("parts")).expect("a folder can be made");
    write("parts/take.rules", PART);
    let (status, alone) = checked("parts/take.rules");
    assert_eq!(status, Some(2), "{alone}");
    assert!(alone.contains("unknown fluent `left`"), "{alone}");

    write("one.rules", USER);
    let (status, warned) = checked("parts/take.rules");
    assert_eq!(status, Some(1), "{warned}");
    assert!(
        warned.contains("\nparts/take.rules, as a part of one.rules: 1 warning\n"),
        "{warned}"
    );
    assert!(warned.contains("`last/0`"), "{warned}");

    // Another game uses what the first one does not.
    let other = USER.replace("terminal :- left(0).", "terminal :- left(0) ; last.");
    write("other.rules", &other);
    assert_eq!(
        checked("parts/take.rules"),
        (
            Some(0),
            "parts/take.rules, as a part of one.rules, other.rules: in order\n".to_owned()
        )
    );

    // An error is told once.
    write("parts/take.rules", &format!("{PART}far :- further.\n"));
    let (status, wrong) = checked("parts/take.rules");
    assert_eq!(status, Some(2), "{wrong}");
    assert_eq!(wrong.matches("unknown predicate").count(), 1, "{wrong}");
}

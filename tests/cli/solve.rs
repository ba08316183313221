//! Who wins with best play, and the shortest solutions of puzzles.

use super::{AT_ONCE, json_lines, transcript, transcripts};

const FILETTO: &str = "games/filetto.rules";

/// Filetto solved from the position of a file in this folder.
fn solved(position: &str) -> serde_json::Value {
    let path = format!("tests/cli/{position}.facts");
    json_lines(&["solve", FILETTO, "--position", &path, "--json"], "").remove(0)
}

#[test]
fn filetto_is_a_draw() {
    let plain = ["solve", FILETTO, "--no-symmetries"];
    assert_snapshot!(
        "cli__solve_filetto",
        transcripts(&[&plain[..2], &plain[..]])
    );
}

#[test]
fn t3_b_the_centre_wins_at_once() {
    let answer = solved("x_to_win");
    assert_eq!(answer["winner"], "x");
    assert_eq!(
        answer["outcomes"],
        serde_json::json!({ "o": "loses", "x": "wins" })
    );
    assert_eq!(answer["role"], "x");
}

#[test]
fn t3_c_who_is_to_move_loses() {
    let answer = solved("o_has_won_soon");
    assert_eq!(
        (&answer["role"], &answer["winner"]),
        (&"x".into(), &"o".into())
    );
}

#[test]
fn t3_d_o_has_a_winning_strategy() {
    let answer = solved("o_to_win");
    assert_eq!(
        (&answer["role"], &answer["winner"]),
        (&"o".into(), &"o".into())
    );
    assert_eq!(answer["goals"], serde_json::json!({ "o": 100, "x": 0 }));
}

#[test]
fn the_winners_strategy_is_a_tree() {
    let start = [
        "solve",
        FILETTO,
        "--position",
        "tests/cli/o_has_won_soon.facts",
        "--strategy",
    ];
    let cut = ["--max-lines", "3"];
    let nobody = ["solve", FILETTO, "--strategy"];
    assert_snapshot!(
        "cli__solve_strategy",
        transcripts(&[
            &start,
            &[&start[..], &cut].concat(),
            &[&start[..], &cut, &["--json"]].concat(),
            &nobody
        ])
    );
}

#[test]
fn puzzles_have_shortest_solutions() {
    assert_snapshot!(
        "cli__solve_puzzles",
        transcripts(&[
            &["solve", "games/change.rules"],
            &["solve", "games/anagram.rules"],
            &["solve", "games/pair-sums.rules"],
            &["solve", "games/pair-sums.rules", "--json"],
            &[
                "solve",
                "games/pair-sums.rules",
                "--position",
                "tests/cli/stuck.facts"
            ],
            &[
                "solve",
                "games/pair-sums.rules",
                "--position",
                "tests/cli/stuck.facts",
                "--json"
            ],
        ])
    );
}

#[test]
fn a_depth_bounds_the_lines_of_puzzles() {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let endless = folder
        .path()
        .join("endless.rules")
        .to_string_lossy()
        .into_owned();
    let rules = "role(one).\n:- fluent at(_).\ninit(at(0)).\nlegal(one, step(1)).  legal(one, step(2)).\n\
                 add(at(M)) :- does(one, step(S)), at(N), M is N + S.\nterminal :- at(-1).\ngoal(one, 100) :- terminal.\n";
    std::fs::write(&endless, rules).expect("there is room");
    let change = "games/change.rules";
    let told = transcripts(&[
        &["solve", change, "--depth", "1"],
        &["solve", change, "--depth", "1", "--json"],
        &["solve", change, "--depth", "2"],
        &[
            "solve",
            "games/pair-sums.rules",
            "--position",
            "tests/cli/stuck.facts",
            "--depth",
            "0",
        ],
        &["solve", &endless, "--depth", "4"],
        &["solve", &endless, "--depth", "4", "--json"],
        &["solve", &endless, "--depth", "9", "--keep", "5"],
    ]);
    assert_snapshot!(
        "cli__solve_depth",
        told.replace(&*folder.path().to_string_lossy(), "DIR")
    );
}

#[test]
fn a_game_that_is_over_needs_no_line() {
    let moves = "a1 a2 b2 a3 c3";
    assert_snapshot!(
        "cli__solve_over",
        transcript(&["solve", FILETTO, "--moves", moves], "")
    );
}

#[test]
fn what_cannot_be_solved_is_refused() {
    assert_snapshot!(
        "cli__solve_refused",
        transcripts(&[
            &["solve", AT_ONCE],
            &["solve", "games/dama.rules", "--depth", "5"],
            &["solve", "tests/cli/to_and_fro.rules"],
            &["solve", "games/anagram.rules", "--keep", "3"],
        ])
    );
}

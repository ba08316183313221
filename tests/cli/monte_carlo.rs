//! Monte-Carlo tree search on the command line.

use super::{AT_ONCE, json_lines, run, transcript, transcripts};

const FILETTO: &str = "games/filetto.rules";
const CONNECT_FOUR: &str = "games/connect-four.rules";

#[test]
fn the_best_move_by_random_games() {
    let mcts = ["--strategy", "mcts", "--playouts", "400", "--seed", "1"];
    let best = |more: &[&'static str]| [&["best"], more, &mcts[..]].concat();
    assert_snapshot!(
        "cli__best_mcts",
        transcripts(&[
            &best(&[CONNECT_FOUR]),
            &best(&[CONNECT_FOUR, "--all"]),
            &best(&[CONNECT_FOUR, "--json"]),
            &best(&[FILETTO, "--moves", "a1 b2 a2 b3"]),
            &best(&[AT_ONCE, "--all"]),
            &[
                "best",
                CONNECT_FOUR,
                "--level",
                "playouts=100,cut=4,heuristic=lines"
            ],
            &[
                "best",
                CONNECT_FOUR,
                "--level",
                "playouts=100,prior=10,heuristic=lines"
            ],
        ])
    );
}

#[test]
fn what_does_not_go_together_is_told() {
    assert_snapshot!(
        "cli__best_mcts_mistakes",
        transcripts(&[
            &["best", FILETTO, "--strategy", "mcts", "--depth", "3"],
            &["best", FILETTO, "--strategy", "minimax", "--playouts", "3"],
            &["best", FILETTO, "--playouts", "0"],
            &["best", FILETTO, "--level", "playouts=none"],
            &["tree", FILETTO, "--level", "playouts=100"],
        ])
    );
}

#[test]
fn a_deadline_ends_the_search() {
    let told = json_lines(
        &[
            "best",
            CONNECT_FOUR,
            "--strategy",
            "mcts",
            "--time",
            "0.05",
            "--json",
        ],
        "",
    );
    assert_eq!(told[0]["stopped"], true);
    assert!(told[0]["playouts"].as_u64() > Some(0));
}

#[test]
fn both_forms_play_the_same_games() {
    for game in [FILETTO, "games/nim.rules", "games/breakthrough.rules"] {
        let told = |engine| {
            let command = [
                "best",
                game,
                "--playouts",
                "60",
                "--json",
                "--engine",
                engine,
            ];
            let mut told = json_lines(&command, "").remove(0);
            told["engine"] = "any".into();
            told
        };
        assert_eq!(told("machine"), told("compiled"), "{game}");
    }
}

#[test]
fn a_game_without_a_heuristic_has_levels() {
    assert_snapshot!(
        "cli__levels_without_heuristic",
        [
            transcript(&["best", AT_ONCE], ""),
            transcript(&["play", AT_ONCE, "--left", "hard", "--seed", "3"], ""),
            transcript(&["play", AT_ONCE, "--left", "harder"], ""),
        ]
        .join("\n")
    );
}

/// Ten games each against chance: a search by few playouts wins all, but that some games of
/// tic-tac-toe are drawn.
#[test]
fn random_games_beat_random_moves() {
    for (game, playouts, least) in [
        (CONNECT_FOUR, "a=playouts=200", 10),
        ("games/breakthrough.rules", "a=playouts=200", 10),
        ("games/othello.rules", "a=playouts=100", 10),
        ("games/nim.rules", "a=playouts=2000", 10),
        (FILETTO, "a=playouts=2000", 7),
    ] {
        let output = run(
            &[
                "match",
                game,
                "--player",
                playouts,
                "--player",
                "b=random",
                "--games",
                "10",
                "--opening",
                "0",
                "--json",
            ],
            "",
        );
        let told: serde_json::Value =
            serde_json::from_slice(&output.stdout).expect("a line of JSON");
        let pairing = &told["pairings"][0];
        assert!(pairing["wins"].as_u64() >= Some(least), "{game}: {told}");
        assert_eq!(pairing["losses"], 0, "{game}: {told}");
    }
}

//! Matches between players of the program.

use super::{OTHELLO, json_lines, transcript, transcripts};

const FILETTO: &str = "games/filetto.rules";

/// The one line of JSON of a match, without its time.
fn told(arguments: &[&str]) -> serde_json::Value {
    let mut told = json_lines(&[&["match"], arguments, &["--json"]].concat(), "").remove(0);
    told["seconds"] = 0.into();
    told["engine"] = "any".into();
    told
}

#[test]
fn two_players_by_their_roles() {
    let players = ["--black", "depth=2,heuristic=mobility", "--white", "random"];
    assert_snapshot!(
        "cli__match",
        transcript(
            &[
                &["match", OTHELLO],
                &players[..],
                &["--games", "4", "--seed", "1"]
            ]
            .concat(),
            ""
        )
    );
}

#[test]
fn every_player_meets_every_other() {
    let players = [
        "--player",
        "looks=depth=5",
        "--player",
        "peeps=depth=1",
        "--player",
        "chance=random",
    ];
    assert_snapshot!(
        "cli__match_round_robin",
        transcript(
            &[&["match", FILETTO], &players[..], &["--games", "10"]].concat(),
            ""
        )
    );
}

#[test]
fn a_match_told_to_a_program() {
    let command = [
        "match", FILETTO, "--o", "depth=5", "--x", "random", "--games", "6", "--json",
    ];
    assert_snapshot!("cli__match_json", transcript(&command, ""));
}

#[test]
fn the_same_seed_gives_the_same_games() {
    let players = [
        FILETTO,
        "--o",
        "depth=2,noise=3",
        "--x",
        "random",
        "--games",
        "20",
        "--seed",
    ];
    let of_seed = |seed| told(&[&players[..], &[seed]].concat());
    assert_eq!(of_seed("5"), of_seed("5"));
    assert_ne!(of_seed("5")["pairings"], of_seed("6")["pairings"]);
}

#[test]
fn players_may_look_ahead_for_a_time() {
    let players = [
        "--o",
        "time=0.02",
        "--x",
        "random",
        "--games",
        "4",
        "--seed",
        "1",
    ];
    let told = told(&[&[FILETTO], &players[..]].concat());
    assert_eq!(
        told["pairings"][0]["losses"], 0,
        "tic-tac-toe is looked through in that time: {told}"
    );
}

#[test]
fn no_opening_favours_one_of_two_equal_players() {
    let players = ["--black", "depth=1", "--white", "depth=1"];
    let told = told(&[&[OTHELLO], &players[..], &["--games", "6", "--seed", "2"]].concat());
    let pairing = &told["pairings"][0];
    assert_eq!(
        pairing["wins"], pairing["losses"],
        "each opening is played twice, with sides exchanged"
    );
    assert_eq!(pairing["score"], 0.5);
}

#[test]
fn a_game_that_is_too_long_counts_as_a_draw() {
    let command = [
        "match",
        OTHELLO,
        "--black",
        "random",
        "--games",
        "2",
        "--max-plies",
        "20",
    ];
    assert_snapshot!("cli__match_too_long", transcript(&command, ""));
}

#[test]
fn a_match_ends_as_soon_as_the_games_decide() {
    let players = ["--o", "depth=5", "--x", "random", "--sprt", "0,100"];
    let command = [&["match", FILETTO], &players[..]].concat();
    assert_snapshot!("cli__match_sprt", transcript(&command, ""));
    let told = told(&command[1..]);
    assert_eq!(told["sprt"]["holds"], 100.0, "{told}");
    let undecided = [&command[..], &["--games", "4"]].concat();
    assert!(transcript(&undecided, "").contains("no decision between 0 and 100 Elo"));
}

#[test]
fn no_game_is_lost_on_time() {
    let players = [
        "games/connect-four.rules",
        "--red",
        "computer",
        "--yellow",
        "random",
    ];
    let told = told(&[&players[..], &["--time-per-game", "0.6", "--games", "2"]].concat());
    assert_eq!(told["time_per_game"], "0.6");
    assert_eq!(told["pairings"][0]["out_of_time"], 0, "{told}");
    assert_eq!(told["pairings"][0]["losses"], 0, "{told}");
}

#[test]
fn a_clock_is_a_condition_of_the_match() {
    let players = [
        "--o",
        "computer",
        "--x",
        "depth=2",
        "--time-per-game",
        "60+1",
    ];
    let command = [&["match", FILETTO], &players[..], &["--games", "2"]].concat();
    assert_snapshot!("cli__match_on_a_clock", transcript(&command, ""));
}

#[test]
fn what_is_no_test_is_refused() {
    let players = ["match", FILETTO, "--o", "depth=5", "--x", "random"];
    let three = [
        "match", FILETTO, "--player", "a=random", "--player", "b=random",
    ];
    let refused = |options: &[&str]| transcript(&[&players[..], options].concat(), "");
    assert_snapshot!(
        "cli__match_sprt_refused",
        [
            refused(&["--sprt", "10,0"]),
            refused(&["--sprt", "10"]),
            refused(&["--sprt", "0,5", "--alpha", "0.7"]),
            refused(&["--alpha", "0.1"]),
            transcript(
                &[&three[..], &["--player", "c=random", "--sprt", "0,5"]].concat(),
                ""
            ),
        ]
        .join("\n")
    );
}

#[test]
fn what_is_no_match_is_refused() {
    assert_snapshot!(
        "cli__match_refused",
        transcripts(&[
            &["match", FILETTO],
            &["match", FILETTO, "--o", "human"],
            &["match", FILETTO, "--o", "strong"],
            &["match", FILETTO, "--player", "a=random"],
            &[
                "match",
                FILETTO,
                "--player",
                "a=random",
                "--player",
                "a=depth=1"
            ],
            &[
                "match",
                FILETTO,
                "--player",
                "random",
                "--player",
                "a=depth=1"
            ],
            &[
                "match",
                FILETTO,
                "--player",
                "a=random",
                "--player",
                "b=depth=1",
                "--o",
                "random"
            ],
            &["match", "games/change.rules", "--cashier", "random"],
        ])
    );
}

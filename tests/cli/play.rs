//! Whole games.

use std::fs::File;
use std::io::Read;
use std::process::Command;

use insta_cmd::get_cargo_bin;
use regola::game::{Game, Position, Role, Rules, Turn};

use super::{AT_ONCE, OTHELLO, json_lines, project_file, transcript};

/// Plays the moves that a game was told in, each by its role and among the legal ones.
fn replay(rules: &Rules, told: &[serde_json::Value]) -> Position {
    let mut position = rules.initial();
    for (index, line) in told.iter().enumerate() {
        let Turn::Single(role, legal) = rules.turn(&position).expect("the rules can be followed")
        else {
            panic!("the game goes on at {line}");
        };
        assert_eq!(line["ply"], index + 1);
        assert_eq!(line["role"], rules.role_name(role));
        let written = line["move"].as_str().expect("a move is text");
        let found = rules.find_move(&position, &legal, written);
        let played = found.expect("the move is legal");
        position = rules
            .play(&position, &[played])
            .expect("the rules can be followed");
    }
    position
}

#[test]
fn a_game_between_programs_keeps_to_the_rules() {
    let rules = Rules::load(project_file(OTHELLO)).expect("Othello loads");
    let told = json_lines(
        &[
            "play", OTHELLO, "--black", "easy", "--white", "random", "--seed", "3", "--json",
        ],
        "",
    );
    let (result, moves) = told.split_last().expect("the game is told");
    let last = replay(&rules, moves);
    assert_eq!(rules.turn(&last), Ok(Turn::Over));
    assert_eq!(result["end"], "over");
    assert_eq!(result["plies"], moves.len());
    for role in [Role(0), Role(1)] {
        assert_eq!(
            result["goals"][rules.role_name(role)],
            rules.goal(&last, role).expect("a result")
        );
    }
}

#[test]
fn the_end_of_a_game_between_programs() {
    let last = [
        "--position",
        "tests/cli/last_move.facts",
        "--level",
        "easy",
        "--seed",
        "1",
    ];
    assert_snapshot!(
        "cli__play_to_the_end",
        transcript(&[&["play", OTHELLO], &last[..]].concat(), "")
    );
}

#[test]
fn a_person_plays() {
    let typed = "f5\n\
                 zz\n\
                 9\n\
                 moves\n\
                 hint\n\
                 undo\n\
                 1\n\
                 help\n\
                 resign\n";
    assert_snapshot!(
        "cli__play_person",
        transcript(
            &[
                "play", OTHELLO, "--black", "human", "--white", "easy", "--level", "easy",
                "--seed", "1"
            ],
            typed
        )
    );
}

#[test]
fn a_person_who_leaves() {
    assert_snapshot!(
        "cli__play_left",
        transcript(
            &[
                "play", OTHELLO, "--white", "human", "--level", "easy", "--moves", "f5", "--seed",
                "1"
            ],
            "undo\nf6\n"
        )
    );
}

#[test]
fn a_person_with_one_move_presses_enter() {
    let start = ["play", OTHELLO, "--position", "tests/cli/pass.facts"];
    assert_snapshot!(
        "cli__play_pass",
        transcript(
            &[&start[..], &["--black", "human", "--white", "human"]].concat(),
            "\nboard\nquit\n"
        )
    );
}

/// The numbers of a list of moves may be squares too.
#[test]
fn the_number_of_a_move_that_is_a_square_without_a_move() {
    let printed = transcript(
        &[
            "play",
            "games/english-draughts.rules",
            "--black",
            "human",
            "--white",
            "human",
        ],
        "2\nquit\n",
    );
    assert!(
        printed.contains("the piece on 2 has no legal move")
            && printed.contains("`#2` is the move with that number"),
        "{printed}"
    );
}

#[test]
fn a_program_may_play_by_the_pipe() {
    assert_snapshot!(
        "cli__play_json",
        transcript(
            &[
                "play", OTHELLO, "--black", "human", "--level", "easy", "--json", "--seed", "1"
            ],
            "f5\nf5\nresign\n"
        )
    );
}

#[test]
fn moves_made_at_once() {
    assert_snapshot!(
        "cli__play_at_once",
        [
            transcript(&["play", AT_ONCE, "--seed", "1"], ""),
            transcript(
                &["play", AT_ONCE, "--left", "human", "--role-json", "human"],
                "rock\nhint\npaper\n"
            ),
        ]
        .join("\n")
    );
}

#[test]
fn a_person_enters_a_move_square_by_square() {
    let typed = "21\n27\n5\nboard\nclear\n27 20\nhelp\n11\n21\n17\n";
    let start = [
        "play",
        "games/dama.rules",
        "--position",
        "tests/cli/double_capture.facts",
    ];
    let players = ["--white", "human", "--black", "random", "--seed", "1"];
    assert_snapshot!(
        "cli__play_squares",
        transcript(&[&start[..], &players].concat(), typed)
    );
}

#[test]
fn a_program_may_enter_a_move_square_by_square() {
    let start = [
        "play",
        "games/dama.rules",
        "--position",
        "tests/cli/double_capture.facts",
        "--json",
    ];
    let players = ["--white", "human", "--black", "random", "--seed", "1"];
    assert_snapshot!(
        "cli__play_squares_json",
        transcript(&[&start[..], &players].concat(), "21\n27 20\n11\nresign\n")
    );
}

#[test]
fn a_number_is_that_of_a_move_unless_a_piece_stands_there() {
    // At the start White's men stand on 21 to 32: 1 is the first move, 22 a man.
    let start = [
        "play",
        "games/dama.rules",
        "--white",
        "human",
        "--black",
        "random",
        "--seed",
        "1",
        "--json",
    ];
    let played = |typed: &str| json_lines(&start, typed)[1]["move"].clone();
    assert_eq!(played("1\n"), "21-17");
    assert_eq!(json_lines(&start, "22\n")[1]["squares"][0], "22");
    assert_eq!(played("#2\n"), "21-18");
    assert_eq!(played("22 18\n"), "22-18");
}

#[test]
fn the_number_of_a_move_is_told_from_a_move_that_is_a_number() {
    let change = ["play", "games/change.rules", "--cashier", "human"];
    let told = transcript(&change, "2\n#2\nquit\n");
    assert!(told.contains("#1 "), "{told}");
    assert!(told.contains("the move with that number is `#2`"), "{told}");
    assert!(told.contains("1. cashier: 3\n"), "{told}");
}

#[test]
fn a_question_mark_asks_for_help() {
    let people = ["--black", "human", "--white", "human"];
    let told = transcript(&[&["play", OTHELLO], &people[..]].concat(), "?\n");
    assert!(told.contains("take back your last move"), "{told}");
}

#[test]
fn chance_has_a_seed_that_is_told_and_gives_the_same_game() {
    let game = [
        "play",
        "games/filetto.rules",
        "--o",
        "easy",
        "--x",
        "random",
    ];
    let of_seed = |seed: &str| {
        let mut told = json_lines(&[&game[..], &["--json", "--seed", seed]].concat(), "");
        let end = told.pop().expect("the game ends");
        let moves = told.iter().map(|line| line["move"].to_string());
        (end["seed"].clone(), moves.collect::<Vec<_>>())
    };
    assert_eq!(of_seed("4").0, 4);
    assert_eq!(of_seed("4"), of_seed("4"));
    let games: std::collections::BTreeSet<_> =
        (0..8).map(|seed| of_seed(&seed.to_string()).1).collect();
    assert!(games.len() > 4, "{games:?}");
    let told = transcript(&[&game[..], &["--seed", "4"]].concat(), "");
    assert!(told.contains("; seed 4\n"), "{told}");
}

#[test]
fn shipped_games_open_in_the_middle_and_answer_there() {
    let played = |game: &str, moves: &str| {
        let best = [
            "best", game, "--level", "easy", "--engine", "machine", "--json",
        ];
        let told = &json_lines(&[&best[..], &["--moves", moves]].concat(), "")[0];
        told["move"].as_str().expect("a move").to_owned()
    };
    assert_eq!(played("games/gomoku.rules", ""), "h8");
    assert_eq!(played("games/hex.rules", ""), "f6");
    let near = |square: &str, middle: (i32, i32)| {
        let column = i32::from(square.as_bytes()[0] - b'a') + 1;
        let row: i32 = square[1..].parse().expect("a row");
        (column - middle.0).abs() <= 2 && (row - middle.1).abs() <= 2
    };
    assert!(near(&played("games/gomoku.rules", "h8"), (8, 8)));
    assert!(near(&played("games/hex.rules", "f6"), (6, 6)));
}

#[test]
#[cfg(unix)]
fn input_that_nobody_reads_is_left_to_the_next_program() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = folder.path().join("input");
    std::fs::write(&path, "a line\n").expect("a file can be written");
    let mut input = File::open(path).expect("it can be read");
    let output = Command::new(get_cargo_bin("regola"))
        .args(["play", "games/nim.rules", "--seed", "1"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdin(input.try_clone().expect("a file can be shared"))
        .output()
        .expect("the program runs");
    assert!(output.status.success());
    let mut left = String::new();
    input.read_to_string(&mut left).expect("it is text");
    assert_eq!(left, "a line\n");
}

#[test]
fn input_that_nobody_reads_is_not_ignored_in_silence() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    // A file is there before the program begins, which a pipe need not be.
    let told = |input: &str, more: &[&str]| {
        let path = folder.path().join("input");
        std::fs::write(&path, input).expect("a file can be written");
        let output = Command::new(get_cargo_bin("regola"))
            .args(["play", "games/nim.rules", "--seed", "1"])
            .args(more)
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .stdin(File::open(path).expect("it can be read"))
            .output()
            .expect("the program runs");
        assert!(output.status.success());
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    assert_eq!(
        told("4:7\n", &[]),
        "note: standard input was not read, because no person plays; `--first human` lets it play first\n"
    );
    assert_eq!(told("", &[]), "");
    assert_eq!(told("4:7\nquit\n", &["--first", "human"]), "");
}

#[test]
fn a_game_with_clocks() {
    let game = ["play", "games/filetto.rules", "--time-per-game", "60+1"];
    let players = ["--o", "depth=2", "--x", "human"];
    let told = transcript(&[&game[..], &players].concat(), "b2\nresign\n");
    assert_snapshot!("cli__play_on_a_clock", told);
    let told = json_lines(
        &[&game[..], &["--o", "computer", "--x", "depth=1", "--json"]].concat(),
        "",
    );
    // A move takes less than the increment.
    assert!(told[1]["clocks"]["o"].as_f64() > Some(60.0), "{told:?}");
}

#[test]
fn a_player_whose_time_is_over_loses() {
    let game = ["play", "games/filetto.rules", "--time-per-game", "0.000001"];
    let people = ["--o", "human", "--x", "human"];
    let told = transcript(&[&game[..], &people].concat(), "b2\n");
    assert!(told.contains("The time of o is over; x wins.\n"), "{told}");
    let told = json_lines(&[&game[..], &people, &["--json"]].concat(), "b2\n");
    let end = told.last().expect("the end is told");
    assert_eq!(
        (&end["end"], &end["winner"]),
        (&"time".into(), &"x".into()),
        "{end}"
    );
}

#[test]
fn a_time_that_is_none_is_refused() {
    let told = transcript(&["play", OTHELLO, "--time-per-game", "a minute"], "");
    assert!(told.contains("such as 60+1 or 60"), "{told}");
}

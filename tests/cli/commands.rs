//! What each command prints, for a person and for a program.

use regola::game::{Game, Rules};
use serde_json::json;

use super::{AT_ONCE, OTHELLO, json_lines, project_file, run, transcript, transcripts};

#[test]
fn moves() {
    assert_snapshot!(
        "cli__moves",
        transcripts(&[
            &["moves", OTHELLO],
            &["moves", OTHELLO, "--json"],
            &["moves", OTHELLO, "--moves", "f5 F6", "--rows", "bottom-up"],
            &["moves", OTHELLO, "--moves", "f5 f6", "--json"],
        ])
    );
}

#[test]
fn moves_of_a_finished_game() {
    let start = ["moves", OTHELLO, "--position", "tests/cli/wiped_out.facts"];
    assert_snapshot!(
        "cli__moves_over",
        transcripts(&[&start, &[&start[..], &["--json"]].concat()])
    );
}

#[test]
fn moves_made_at_once() {
    assert_snapshot!(
        "cli__moves_at_once",
        transcripts(&[
            &["moves", AT_ONCE],
            &["moves", AT_ONCE, "--json"],
            &["moves", AT_ONCE, "--moves", "rock+paper"],
            &["moves", AT_ONCE, "--moves", "rock"],
            &["perft", AT_ONCE, "--depth", "1", "--divide"],
            &["best", AT_ONCE, "--depth", "1"],
        ])
    );
}

#[test]
fn why() {
    assert_snapshot!(
        "cli__why",
        transcripts(&[
            &["why", OTHELLO, "legal(black, place(3, 4))", "--depth", "3"],
            &["why", OTHELLO, "legal(white, M)"],
            &["why", OTHELLO, "legal(black, place(1, 1))", "--json"],
            &["why", OTHELLO, "cell(4, 4, P), \\+ control(P)", "--json"],
            &[
                "why",
                OTHELLO,
                "terminal",
                "--position",
                "tests/cli/wiped_out.facts",
                "--depth",
                "2"
            ],
            &["why", OTHELLO, "lgeal(black, M)"],
            &["why", OTHELLO, "N is foo + 1"],
        ])
    );
}

#[test]
fn best() {
    assert_snapshot!(
        "cli__best",
        transcripts(&[
            &["best", OTHELLO, "--depth", "3"],
            &[
                "best",
                OTHELLO,
                "--depth",
                "2",
                "--all",
                "--strategy",
                "minimax",
                "--moves",
                "f5"
            ],
            &[
                "best",
                OTHELLO,
                "--depth",
                "3",
                "--json",
                "--heuristic",
                "discs"
            ],
            &["best", OTHELLO, "--level", "easy", "--json", "--all"],
            &[
                "best",
                OTHELLO,
                "--level",
                "depth=2,heuristic=discs,strategy=best-line",
                "--json"
            ],
        ])
    );
}

#[test]
fn best_in_a_time() {
    let late = ["--moves", "b2 a1 c3 c1"];
    assert_snapshot!(
        "cli__best_in_a_time",
        transcripts(&[
            &["best", OTHELLO, "--time", "60", "--depth", "2"],
            // The search is over as soon as nothing can be found by looking further.
            &[
                &["best", "games/tictactoe.rules", "--time", "60"],
                &late[..]
            ]
            .concat(),
            &[
                &[
                    "best",
                    "games/tictactoe.rules",
                    "--level",
                    "look_2",
                    "--time",
                    "60",
                    "--json"
                ],
                &late[..]
            ]
            .concat(),
            &[
                "best",
                "games/tictactoe.rules",
                "--level",
                "time=60,depth=1",
                "--json"
            ],
        ])
    );
}

#[test]
fn best_where_the_game_is_decided() {
    let last_move = ["--position", "tests/cli/last_move.facts"];
    assert_snapshot!(
        "cli__best_decided",
        transcripts(&[
            &[&["best", OTHELLO, "--depth", "2"], &last_move[..]].concat(),
            &[
                &["best", OTHELLO, "--depth", "2", "--json", "--all"],
                &last_move[..]
            ]
            .concat(),
            &[
                "best",
                OTHELLO,
                "--depth",
                "2",
                "--json",
                "--position",
                "tests/cli/wiped_out.facts"
            ],
        ])
    );
}

#[test]
fn perft() {
    assert_snapshot!(
        "cli__perft",
        transcripts(&[
            &["perft", OTHELLO, "--depth", "3"],
            &["perft", OTHELLO, "--depth", "3", "--json"],
            &["perft", OTHELLO, "--depth", "3", "--divide"],
            &["perft", OTHELLO, "--depth", "3", "--divide", "--json"],
        ])
    );
}

#[test]
fn playout() {
    assert_snapshot!(
        "cli__playout",
        transcripts(&[
            &["playout", OTHELLO, "--games", "3", "--seed", "7"],
            &["playout", OTHELLO, "--games", "3", "--seed", "7", "--json"],
            &["playout", OTHELLO, "--games", "2", "--max-plies", "5"],
            &[
                "playout",
                OTHELLO,
                "--games",
                "2",
                "--max-plies",
                "5",
                "--json"
            ],
        ])
    );
}

/// Game n of seed s is game 0 of seed s + n.
#[test]
fn a_random_game_depends_on_its_own_seed_alone() {
    let plies = |games: &str, seed: &str| {
        let lines = json_lines(
            &[
                "playout", OTHELLO, "--games", games, "--seed", seed, "--json",
            ],
            "",
        );
        lines[0]["plies"].as_u64().expect("a number of plies")
    };
    assert_eq!(plies("2", "5"), plies("1", "5") + plies("1", "6"));
}

#[test]
fn query() {
    assert_snapshot!(
        "cli__query",
        transcripts(&[
            &["query", OTHELLO, "legal(P, M)"],
            &["query", OTHELLO, "cell(X, Y, white)", "--json"],
            &[
                "query",
                OTHELLO,
                "legal(P, M)",
                "--limit",
                "1",
                "--moves",
                "f5"
            ],
            &["query", OTHELLO, "control(white)"],
            &["query", OTHELLO, "control(black)"],
            &["query", OTHELLO, "control(black)", "--json"],
        ])
    );
}

#[test]
fn a_position_file_says_all_that_holds() {
    let rules = Rules::load(project_file(OTHELLO)).expect("Othello loads");
    let facts: Vec<String> = rules
        .initial()
        .facts(rules.schema())
        .iter()
        .map(|fact| format!("{fact}.\n"))
        .collect();
    let file = tempfile::NamedTempFile::new().expect("a file can be made");
    std::fs::write(file.path(), facts.concat()).expect("the file can be written");
    let path = file.path().to_string_lossy().into_owned();
    let start = json_lines(&["moves", OTHELLO, "--json"], "");
    assert_eq!(
        json_lines(&["moves", OTHELLO, "--json", "--position", &path], ""),
        start
    );
    let moved = json_lines(
        &[
            "moves",
            OTHELLO,
            "--json",
            "--position",
            &path,
            "--moves",
            "f5",
        ],
        "",
    );
    assert_eq!(
        moved[0],
        json!({ "moves": { "white": ["d6", "f4", "f6"] } })
    );
}

#[test]
fn colours_only_when_asked_for() {
    let colours = |choice: &str| {
        let output = run(&["moves", "missing.rules", "--color", choice], "");
        output.stderr.contains(&b'\x1b')
    };
    assert!(!colours("auto"), "a pipe gets plain text");
    assert!(!colours("never"));
    assert!(colours("always"));
}

#[test]
fn whoever_reads_only_the_beginning_hears_no_complaint() {
    use std::io::{BufRead, BufReader};
    use std::process::{Command, Stdio};
    let mut program = Command::new(insta_cmd::get_cargo_bin("regola"))
        .args(["query", OTHELLO, "between(1, inf, N)"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut line = String::new();
    let output = program.stdout.take().expect("its output is a pipe");
    BufReader::new(output)
        .read_line(&mut line)
        .expect("a line comes");
    assert_eq!(line, "N = 1\n");
    let ended = program.wait_with_output().expect("the program ends");
    assert!(ended.status.success());
    assert!(ended.stderr.is_empty());
}

#[test]
fn limits_are_set_by_options() {
    assert_snapshot!(
        "cli__limits",
        transcripts(&[
            &[
                "query",
                OTHELLO,
                "between(1, inf, N), fail",
                "--max-steps",
                "5000",
                "--max-memory",
                "1"
            ],
            &["moves", "games/nim.rules", "--max-steps", "1"],
            &[
                "query",
                OTHELLO,
                "numlist(1, 100000, L)",
                "--max-memory",
                "1"
            ],
            &[
                "query",
                OTHELLO,
                "numlist(1, 1000, L), repeat, msort(L, _), fail",
                "--max-steps",
                "1000"
            ],
            &["query", OTHELLO, "X = f(X, X), ground(X)"],
        ])
    );
}

#[test]
fn best_takes_the_level_that_play_takes() {
    let filetto = "games/filetto.rules";
    let best = |options: &[&str]| {
        let command = [&["best", filetto, "--json", "--engine", "machine"], options].concat();
        json_lines(&command, "").remove(0)
    };
    assert_eq!(best(&[]), best(&["--level", "normal"]));
    let told = transcript(&["best", filetto, "--engine", "machine"], "");
    assert!(told.contains("(normal: pvs, depth 3, open_lines"), "{told}");
}

/// A strategy is written with `-` or with `_`, on the command line and in a level.
#[test]
fn both_spellings_of_a_strategy_are_one() {
    let filetto = "games/filetto.rules";
    let best = |options: &[&str]| {
        let command = [&["best", filetto, "--json", "--engine", "machine"], options].concat();
        json_lines(&command, "").remove(0)
    };
    for [one, other] in [["alpha-beta", "alpha_beta"], ["best-line", "best_line"]] {
        let expected = best(&["--depth", "2", "--strategy", one]);
        assert_eq!(best(&["--depth", "2", "--strategy", other]), expected);
        for name in [one, other] {
            let level = format!("depth=2,strategy={name}");
            assert_eq!(best(&["--level", &level]), expected);
        }
    }
}

/// `--strategy` takes a level of the file without the options that only its own strategy has.
#[test]
fn another_strategy_leaves_out_what_it_has_no_use_for() {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let path = folder.path().join("levels.rules");
    let level = "level(keen, [depth(2), selective(true)]).\n";
    let rules = std::fs::read_to_string(super::project_file("games/filetto.rules"));
    let rules = rules.expect("the game ships") + level;
    std::fs::write(&path, rules).expect("there is room");
    let path = path.to_string_lossy();
    let best = ["best", &path, "--engine", "machine", "--level", "keen"];
    let told = transcript(&best, "");
    assert!(
        told.contains("pvs, depth 2, open_lines, selective"),
        "{told}"
    );
    let told = transcript(&[&best[..], &["--strategy", "minimax"]].concat(), "");
    assert!(told.contains("(minimax, depth 2, open_lines)"), "{told}");
}

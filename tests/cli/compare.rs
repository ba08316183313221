//! `regola compare`: what it prints of games that are equal, of games that are not, and of what is
//! wrong with its use.

use super::{OTHELLO, json_lines, run, transcript, transcripts};

const TRIPLES: &str = "games/othello-triples.rules";
const TICTACTOE: &str = "games/tictactoe.rules";
const WRONG: &str = "tests/compare/othello-seven-directions.rules";

/// A transcript with `N` for the digits of every ratio of times, such as `x1.23`.
fn without_ratios(text: &str) -> String {
    let mut plain = String::new();
    for word in text.split_inclusive(' ') {
        let ratio = word
            .trim()
            .strip_prefix('x')
            .is_some_and(|number| number.parse::<f64>().is_ok());
        plain += &if ratio {
            word.replace(|letter: char| letter.is_ascii_digit(), "N")
        } else {
            word.to_owned()
        };
    }
    plain
}

#[test]
fn equal_games() {
    let shown = transcripts(&[
        &["compare", OTHELLO, TRIPLES, "--depth", "3", "--games", "2"],
        &[
            "compare",
            "games/dama.rules",
            "games/dama-padova.rules",
            "--map",
            "games/dama-padova.names",
            "--depth",
            "2",
            "--games",
            "1",
        ],
    ]);
    assert_snapshot!("cli__compare_equal", without_ratios(&shown));
}

#[test]
fn games_that_differ() {
    let shown = transcripts(&[
        &["compare", OTHELLO, WRONG],
        &["compare", OTHELLO, "games/othello-2007.rules"],
        &["compare", "games/dama.rules", "games/dama-padova.rules"],
    ]);
    assert_snapshot!("cli__compare_differ", without_ratios(&shown));
}

#[test]
fn each_role_is_called_as_its_own_file_calls_it() {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let write = |name: &str, text: &str| {
        std::fs::write(folder.path().join(name), text).expect("there is room")
    };
    let game = std::fs::read_to_string(super::project_file(TICTACTOE)).expect("it ships");
    let o_begins = game.replace("N =:= M -> P = x ; P = o", "N =:= M -> P = o ; P = x");
    write("x.rules", &game);
    write("o.rules", &o_begins);
    write(
        "moves.rules",
        &o_begins.replace(
            "square_name(Column, Row, T).",
            "square_name(Column, Row, S), string_concat(S, \"!\", T).",
        ),
    );
    write(
        "goal.rules",
        &o_begins.replace("goal(P, 100)", "goal(P, 99)"),
    );
    write(
        "exchanged.names",
        "role(x, o).  role(o, x).  glyph(\"X\", \"O\").  glyph(\"O\", \"X\").",
    );
    let told = ["x.rules", "o.rules", "moves.rules", "goal.rules"].map(|other| {
        let output = std::process::Command::new(insta_cmd::get_cargo_bin("regola"))
            .args([
                "compare",
                "x.rules",
                other,
                "--map",
                "exchanged.names",
                "--depth",
                "5",
                "--games",
                "0",
            ])
            .current_dir(folder.path())
            .output()
            .expect("it runs");
        without_ratios(&String::from_utf8(output.stdout).expect("the program prints UTF-8"))
    });
    assert_snapshot!("cli__compare_roles", told.join("\n"));
}

#[test]
fn what_was_not_measured_is_not_told() {
    let unlike = ["compare", TICTACTOE, OTHELLO];
    let told = transcript(&unlike, "");
    assert!(
        told.contains("differ from the start") && !told.contains("steps/position"),
        "{told}"
    );
    let told = transcript(
        &[&unlike[..], &[TICTACTOE, "--depth", "1", "--games", "1"]].concat(),
        "",
    );
    let cost_of_othello = told
        .lines()
        .rfind(|line| line.starts_with(OTHELLO))
        .expect("a row of the table");
    assert!(
        cost_of_othello
            .split_whitespace()
            .skip(3)
            .eq(["?", "?", "?"]),
        "{told}"
    );
}

#[test]
fn several_games() {
    let games = [
        "compare",
        "games/tictactoe.rules",
        "games/tris-productions.rules",
        "games/filetto.rules",
    ];
    let shown = transcripts(&[
        &[
            &games[..],
            &["--depth", "9", "--map", "-", "--map", "games/filetto.names"],
        ]
        .concat(),
        &[&games[..], &["--depth", "2"]].concat(),
    ]);
    assert_snapshot!("cli__compare_several", without_ratios(&shown));
}

#[test]
fn for_a_program() {
    let output = run(&["compare", OTHELLO, WRONG, "--json"], "");
    assert_eq!(output.status.code(), Some(1));
    let mut object: serde_json::Value =
        serde_json::from_slice(&output.stdout).expect("a line of JSON");
    for cost in object["costs"].as_array_mut().expect("a list") {
        assert!(
            cost["seconds"]
                .as_f64()
                .is_some_and(|seconds| seconds > 0.0)
        );
        cost["seconds"] = "T".into();
        cost["time_ratio"] = "T".into();
    }
    assert_snapshot!(
        "cli__compare_json",
        serde_json::to_string_pretty(&object).expect("it can be written")
    );
    let equal = json_lines(
        &[
            "compare", OTHELLO, TRIPLES, "--json", "--depth", "1", "--games", "0",
        ],
        "",
    );
    assert_eq!(
        (&equal[0]["equal"], &equal[0]["positions"]),
        (&true.into(), &5.into())
    );
}

#[test]
fn mistakes() {
    let shown = transcripts(&[
        &["compare", OTHELLO],
        &["compare", OTHELLO, "games/missing.rules"],
        &["compare", OTHELLO, TRIPLES, "--map", "-", "--map", "-"],
        &["compare", OTHELLO, TRIPLES, "--map", "games/missing.names"],
    ]);
    assert_snapshot!("cli__compare_mistakes", shown);
}

#[test]
fn random_games_depend_on_the_seed_alone() {
    let games = |seed: &str| {
        let arguments = [
            "compare", OTHELLO, TRIPLES, "--json", "--depth", "0", "--games", "1", "--seed", seed,
        ];
        json_lines(&arguments, "")[0]["moves"].clone()
    };
    assert_eq!(games("3"), games("3"));
    assert_ne!(games("3"), games("4"));
    let shown = transcript(
        &["compare", OTHELLO, TRIPLES, "--depth", "0", "--games", "0"],
        "",
    );
    assert!(shown.contains("every line of 0 plies"), "{shown}");
}

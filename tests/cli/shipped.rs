//! Games that are in the program, and new ones.

use std::fs;
use std::process::Output;

use super::{project_file, run, run_with, transcript};

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn every_shipped_game_is_in_the_program() {
    let listed = text(&run(&["games"], ""));
    for entry in fs::read_dir(project_file("games")).expect("there are games") {
        let path = entry.expect("an entry").path();
        if path
            .extension()
            .is_none_or(|extension| extension != "rules")
        {
            continue;
        }
        let rules = fs::read_to_string(&path).expect("it can be read");
        let name = path.file_stem().expect("it has a name").to_string_lossy();
        let is_listed = listed
            .lines()
            .any(|line| line.split(' ').next() == Some(&*name));
        assert_eq!(is_listed, rules.contains("\n:- game("), "{name}");
        if is_listed {
            assert_eq!(text(&run(&["games", &name], "")), rules);
        }
    }
}

#[test]
fn what_is_done_with_a_file_is_done_with_a_shipped_game() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let told = |arguments: &[&str]| {
        let output = run_with(arguments, "", |command| {
            command.current_dir(folder.path());
        });
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        (output.status.code(), text(&output) + &errors)
    };
    assert_eq!(
        told(&["check", "othello"]),
        (Some(0), "othello: Othello is in order\n".to_owned())
    );
    let (status, compared) = told(&[
        "compare",
        "othello",
        "othello-triples",
        "--depth",
        "1",
        "--games",
        "0",
    ]);
    assert_eq!(status, Some(0), "{compared}");
    let (status, measured) = told(&[
        "bench", "nim", "--depth", "1", "--games", "1", "--runs", "1",
    ]);
    assert_eq!(status, Some(0), "{measured}");
    assert!(measured.starts_with("Nim"), "{measured}");

    // What changes a file, or keeps something beside it, says what to do.
    let (status, refused) = told(&["fmt", "nim"]);
    assert_eq!(status, Some(2));
    assert!(
        refused.contains("`regola games nim > nim.rules` writes"),
        "{refused}"
    );
    let (status, refused) = told(&["test", "nim"]);
    assert_eq!(status, Some(2));
    assert!(
        refused.contains("here is no session file or record of it"),
        "{refused}"
    );
    fs::write(
        folder.path().join("nim.rules"),
        text(&run(&["games", "nim"], "")),
    )
    .expect("a file can be written");
    fs::write(
        folder.path().join("nim.session"),
        ":load nim.rules\n%% Roles\nrole(P).\n",
    )
    .expect("a file can be written");
    fs::create_dir(folder.path().join("snapshots")).expect("a folder can be made");
    let (status, tested) = told(&["test", "nim", "--accept"]);
    assert_eq!(status, Some(0), "{tested}");
    assert!(tested.contains("nim.session"), "{tested}");
}

#[test]
fn the_list_of_games_keeps_within_a_line_of_eighty_columns() {
    let listed = text(&run(&["games"], ""));
    for line in listed.lines() {
        assert!(line.chars().count() <= 80, "{line}");
    }
    assert_snapshot!("cli__games", listed);
}

#[test]
fn a_shipped_game_is_played_by_its_name_where_no_file_has_it() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let moves = |name: &str| {
        run_with(&["moves", name, "--json"], "", |command| {
            command.current_dir(folder.path());
        })
    };
    // It uses another file, which is in the program too.
    assert_eq!(
        text(&moves("othello")),
        "{\"moves\":{\"black\":[\"c4\",\"d3\",\"e6\",\"f5\"]}}\n"
    );
    fs::copy(
        project_file("games/nim.rules"),
        folder.path().join("othello"),
    )
    .expect("a file can be copied");
    assert!(text(&moves("othello")).starts_with("{\"moves\":{\"first\":[\"1:1\""));
    let repl = run_with(&["repl", "nim"], "role(P).\n?\n", |command| {
        command.current_dir(folder.path());
    });
    assert!(text(&repl).starts_with("P = first ;\nP = second.\n"));
    assert!(text(&repl).contains(":help"));
}

#[test]
fn a_misspelt_path_has_a_suggestion() {
    assert_snapshot!(
        "cli__misspelt_paths",
        [
            "gmaes/othello.rules",
            "games/othelo.rules",
            "othelo",
            "games/zzz"
        ]
        .map(|path| transcript(&["moves", path], ""))
        .join("\n")
    );
}

#[test]
fn a_new_game_is_in_order_and_passes_its_tests() {
    for template in ["placing", "stepping", "puzzle", "simultaneous"] {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let regola = |arguments: &[&str]| {
            let output = run_with(arguments, "", |command| {
                command.current_dir(folder.path());
            });
            let said = [output.stdout, output.stderr].concat();
            (
                output.status.code(),
                String::from_utf8_lossy(&said).into_owned(),
            )
        };
        let (status, said) = regola(&["new", "mine", "--template", template]);
        assert_eq!(status, Some(0), "{said}");
        for command in [
            &["check", "mine.rules", "--strict", "--play", "20"][..],
            &["check", "mine.rules", "--compile"],
            &["fmt", "--check", "mine.rules"],
            &["test", "mine.session"],
        ] {
            let (status, said) = regola(command);
            assert_eq!(status, Some(0), "{template}: {command:?}\n{said}");
        }
        let rules = fs::read_to_string(folder.path().join("mine.rules")).expect("it is there");
        assert!(!rules.contains("NAME") && rules.contains("\n% "));
        let kept = fs::read_dir(folder.path().join("snapshots")).expect("outcomes are kept");
        for outcome in kept {
            let outcome = fs::read_to_string(outcome.expect("an entry").path()).expect("text");
            assert!(!outcome.contains("error"), "{template}\n{outcome}");
        }
        let (status, said) = regola(&["new", "mine"]);
        assert_eq!(status, Some(2), "nothing is written over\n{said}");
        assert_eq!(regola(&["new", "Mine!"]).0, Some(2));
    }
}

#[test]
fn a_session_loads_a_shipped_game_by_its_name_where_no_file_has_it() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let in_folder = |arguments: &[&str], typed: &str| {
        let output = run_with(arguments, typed, |command| {
            command.current_dir(folder.path());
        });
        (output.status.code(), text(&output))
    };
    // It is saved under its name, and a session file finds it by this name.
    let (_, saved) = in_folder(&["repl", "nim"], ":load othello\ncontrol(P).\n:save a\n");
    assert!(saved.contains("P = black."), "{saved}");
    let session = fs::read_to_string(folder.path().join("a.session")).expect("it was saved");
    assert!(session.starts_with(":load othello\n"), "{session}");
    fs::create_dir(folder.path().join("snapshots")).expect("a folder can be made");
    let (status, tested) = in_folder(&["test", "a.session", "--accept"], "");
    assert_eq!(status, Some(0), "{tested}");
    let kept = fs::read_to_string(folder.path().join("snapshots/a.snap")).expect("it was kept");
    assert!(kept.contains("P = black."), "{kept}");

    // A file of this name comes first.
    let nim = project_file("games/nim.rules");
    fs::copy(nim, folder.path().join("othello")).expect("a file can be copied");
    let (_, loaded) = in_folder(&["repl", "nim"], ":load othello\n");
    assert!(loaded.contains(" from othello\n"), "{loaded}");
}

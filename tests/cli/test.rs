//! The command `test`.

use std::fs;
use std::path::Path;

use super::run;

/// The output of `regola test` in this folder, with the exit status.
fn test(folder: &Path, more: &[&str]) -> String {
    test_of(folder, "", more)
}

/// The same of a file in it.
fn test_of(folder: &Path, name: &str, more: &[&str]) -> String {
    let place = folder.to_string_lossy();
    let path = folder.join(name).to_string_lossy().trim_end_matches('/').to_owned();
    let arguments = [&["test", path.as_str()], more].concat();
    let output = run(&arguments, "");
    let text = String::from_utf8(output.stdout).expect("the program prints UTF-8");
    let errors = String::from_utf8(output.stderr).expect("the program prints UTF-8");
    let text = format!("{text}{errors}").replace(&*place, "DIR");
    format!(
        "$ regola {}\n{text}[status {}]\n",
        arguments.join(" ").replace(&*place, "DIR"),
        output.status.code().expect("it ended")
    )
}

fn write(folder: &Path, name: &str, text: &str) {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().expect("it lies in a folder")).expect("there is room");
    fs::write(path, text).expect("there is room");
}

#[test]
fn the_games_that_ship_pass() {
    let output = run(&["test", "games"], "");
    let text = String::from_utf8(output.stdout).expect("the program prints UTF-8");
    assert!(output.status.success(), "{text}");
    assert!(text.ends_with(" the same\n"), "{text}");
}

#[test]
fn a_broken_copy_shows_what_differs() {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let here = folder.path();
    let game = fs::read_to_string(super::project_file("games/filetto.rules")).expect("it ships");
    let session = ":load ../filetto.rules\n\n%% Lines\nline(A, B, C), A = 0-0.\n\n%% Wins\n:position cell(0, 0, o). \
                   cell(1, 1, o). cell(1, 0, x). cell(2, 0, x).\n:play c3\n:moves\n";
    write(here, "filetto.rules", &game);
    write(here, "tests/filetto.session", session);
    let mut told = test(here, &[]);
    told += &test(here, &["--accept"]);
    told += &test(here, &[]);

    // A diagonal is forgotten, one heading goes and another comes.
    write(here, "filetto.rules", &game.replace("line(0-0, 1-1, 2-2).\n", ""));
    write(here, "tests/filetto.session", &session.replace("%% Lines", "%% Rows and columns"));
    told += &test(here, &[]);
    told += &test(here, &["--accept"]);
    told += &test(here, &[]);

    // The session file goes.
    fs::remove_file(here.join("tests/filetto.session")).expect("it is there");
    told += &test(here, &[]);
    assert_snapshot!("cli__test", told);
}

#[test]
fn accepting_removes_nothing_of_a_session_file_that_is_there() {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let here = folder.path();
    for name in ["one/a.session", "two/b.session"] {
        write(here, name, "%% Truth\ntrue.\n");
    }
    let kept = here.join("one/snapshots").to_string_lossy().into_owned();
    let run_in = |folder: &str, arguments: &[&str]| {
        let output = std::process::Command::new(insta_cmd::get_cargo_bin("regola"))
            .args(arguments)
            .current_dir(here.join(folder))
            .output()
            .expect("it runs");
        String::from_utf8(output.stdout).expect("the program prints UTF-8")
    };
    // The one lies outside of the folder above that of the kept files, and is named from another place each time.
    run_in("two", &["test", "b.session", "--accept", "--snapshots", &kept]);
    assert_eq!(run_in("one", &["test", "a.session", "--accept"]), "accepted: a__truth (a.session:2)\n1 accepted\n");
    assert_eq!(run_in("", &["test", "two", "--snapshots", &kept]), "1 the same\n");

    // Insta names it from the root of the workspace on.
    let file = here.join("one/snapshots/a__truth.snap");
    let text = fs::read_to_string(&file).expect("it was accepted").replace("input_file: a", "input_file: one/a");
    fs::write(&file, text).expect("there is room");
    assert_eq!(run_in("one", &["test", "."]), "1 the same\n");
    assert_eq!(run_in("", &["test", "two", "--snapshots", &kept]), "1 the same\n");
}

#[test]
fn differences_as_json() {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let here = folder.path();
    write(here, "a.rules", "p(1).\n");
    write(here, "a.session", ":load a.rules\n%% One\np(X).\n%% Two\nq(X).\n");
    test(here, &["--accept"]);
    write(here, "a.rules", "p(2).\n");
    write(here, "a.session", ":load a.rules\n%% One\np(X).\n%% Three\ntrue.\n");
    assert_snapshot!("cli__test_json", test(here, &["--json"]));
}

#[test]
fn what_insta_wants_reviewed_is_settled_here_too() {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let here = folder.path();
    write(here, "a.rules", "p(1).\n");
    write(here, "a.session", ":load a.rules\np(X).\n");
    write(here, "snapshots/a.snap.new", "---\n---\nwrong\n");
    test(here, &[]);
    assert!(here.join("snapshots/a.snap.new").exists());
    test(here, &["--accept"]);
    assert!(!here.join("snapshots/a.snap.new").exists());
}

#[test]
fn a_session_file_that_cannot_be_read_does_not_keep_the_others_from_being_tested() {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let here = folder.path();
    for name in ["a", "b", "c"] {
        write(here, &format!("{name}.session"), "X = 1.\n");
    }
    test(here, &["--accept"]);
    fs::write(here.join("b.session"), b"X = \xff.\n").expect("there is room");
    write(here, "c.session", "X = 2.\n");
    // What is kept of it may be right, and stays.
    let told = [test(here, &[]), test(here, &["--json"]), test(here, &["--accept"])].concat();
    assert_snapshot!("cli__test_unreadable", told);
    assert!(here.join("snapshots/b.snap").exists());
}

#[test]
fn colours_tell_old_from_new() {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let here = folder.path();
    write(here, "a.rules", "p(1).\n");
    write(here, "a.session", ":load a.rules\np(X).\n");
    test(here, &["--accept"]);
    write(here, "a.rules", "p(2).\n");
    let told = test(here, &["--color", "always"]);
    assert!(told.contains("\x1b[31m- X = 1.\x1b[0m\n\x1b[32m+ X = 2.\x1b[0m\n"), "{told}");
}

#[test]
fn paths_that_mean_nothing() {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    write(folder.path(), "a.rules", "p(1).\n");
    let told =
        [test(folder.path(), &[]), test_of(folder.path(), "a.rules", &[]), test_of(folder.path(), "none.session", &[])];
    assert_snapshot!("cli__test_paths", told.concat());
}

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
    let path = folder
        .join(name)
        .to_string_lossy()
        .trim_end_matches('/')
        .to_owned();
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
fn games_that_ship_pass() {
    let games = ["dama", "goofspiel", "othello", "tictactoe"];
    let paths = games.map(|name| format!("games/{name}.session"));
    let arguments: Vec<&str> = ["test"]
        .into_iter()
        .chain(paths.iter().map(String::as_str))
        .collect();
    let output = run(&arguments, "");
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
    write(
        here,
        "filetto.rules",
        &game.replace("line(0-0, 1-1, 2-2).\n", ""),
    );
    write(
        here,
        "tests/filetto.session",
        &session.replace("%% Lines", "%% Rows and columns"),
    );
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
    // The one lies outside of the folder above that of the kept files, and is named from another
    // place each time.
    run_in(
        "two",
        &["test", "b.session", "--accept", "--snapshots", &kept],
    );
    assert_eq!(
        run_in("one", &["test", "a.session", "--accept"]),
        "accepted: a__truth (a.session:2)\n1 accepted\n"
    );
    assert_eq!(
        run_in("", &["test", "two", "--snapshots", &kept]),
        "1 the same\n"
    );

    // Insta names it from the root of the workspace on.
    let file = here.join("one/snapshots/a__truth.snap");
    let text = fs::read_to_string(&file)
        .expect("it was accepted")
        .replace("input_file: a", "input_file: one/a");
    fs::write(&file, text).expect("there is room");
    assert_eq!(run_in("one", &["test", "."]), "1 the same\n");
    assert_eq!(
        run_in("", &["test", "two", "--snapshots", &kept]),
        "1 the same\n"
    );
}

#[test]
fn differences_as_json() {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let here = folder.path();
    write(here, "a.rules", "p(1).\n");
    write(
        here,
        "a.session",
        ":load a.rules\n%% One\np(X).\n%% Two\nq(X).\n",
    );
    test(here, &["--accept"]);
    write(here, "a.rules", "p(2).\n");
    write(
        here,
        "a.session",
        ":load a.rules\n%% One\np(X).\n%% Three\ntrue.\n",
    );
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
    let told = [
        test(here, &[]),
        test(here, &["--json"]),
        test(here, &["--accept"]),
    ]
    .concat();
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
    assert!(
        told.contains("\x1b[31m- X = 1.\x1b[0m\n\x1b[32m+ X = 2.\x1b[0m\n"),
        "{told}"
    );
}

#[test]
fn paths_that_mean_nothing() {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    write(folder.path(), "a.rules", "p(1).\n");
    let told = [
        test(folder.path(), &[]),
        test_of(folder.path(), "a.rules", &[]),
        test_of(folder.path(), "none.session", &[]),
    ];
    assert_snapshot!("cli__test_paths", told.concat());
}

/// What lies in the folder `snapshots`, name and text.
fn kept(folder: &Path) -> Vec<(String, String)> {
    let entries = fs::read_dir(folder.join("snapshots"))
        .into_iter()
        .flatten()
        .flatten();
    let mut kept: Vec<(String, String)> = entries
        .map(|entry| {
            let name = entry.file_name().to_string_lossy().into_owned();
            (
                name,
                fs::read_to_string(entry.path()).expect("it can be read"),
            )
        })
        .collect();
    kept.sort();
    kept
}

#[test]
fn two_session_files_of_one_name_keep_what_the_other_keeps() {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let here = folder.path();
    fs::create_dir(here.join("snapshots")).expect("there is room");
    write(here, "a/g.session", "%% One\nX = 1.\n%% Two\nX = 2.\n");
    write(here, "b/g.session", "%% One\nX = 3.\n%% Two\nX = 4.\n");
    // Another name, but the same outcome; and one that is the same file where capital letters are
    // not told apart.
    write(here, "c/g__two.session", "X = 5.\n");
    write(here, "d/G.session", "%% Two\nX = 6.\n");
    let mut told = test_of(here, "a", &["--accept"]);
    let first = kept(here);
    for other in ["b", "c", "d"] {
        told += &test_of(here, other, &[]);
        told += &test_of(here, other, &["--accept"]);
    }
    assert_eq!(kept(here), first, "{told}");
    told += &test(here, &["--accept"]);
    assert_eq!(kept(here), first, "{told}");
    told += &test_of(here, "a", &[]);
    assert_snapshot!("cli__test_one_name", told);

    // When the one is gone the other may have its place.
    fs::remove_dir_all(here.join("a")).expect("it is there");
    let told = test_of(here, "b", &["--accept"]);
    assert!(told.ends_with("2 accepted\n[status 0]\n"), "{told}");
    assert_ne!(kept(here), first);
}

#[test]
fn session_files_whose_names_not_every_system_allows_are_refused() {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let here = folder.path();
    let long = "a".repeat(247);
    let mut names = vec!["con", "Nul.one", "com1 ", long.as_str()];
    if cfg!(unix) {
        names.extend(["a\\b", "a:b", "a\nb", "what?"]);
    }
    let mut told = String::new();
    for name in names {
        let name = format!("{name}.session");
        write(here, &name, "X = 1.\n");
        told += &test_of(here, &name, &["--accept"]).replace(&long, "aaa...");
        fs::remove_file(here.join(name)).expect("it is there");
    }
    assert!(kept(here).is_empty(), "{told}");
    assert_snapshot!("cli__test_names", told);
}

#[cfg(unix)]
#[test]
fn a_backslash_in_a_name_is_no_folder() {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let here = folder.path();
    write(here, "c.session", "X = 1.\n");
    write(here, "a\\b.session", "X = 1.\n");
    // Kept by whatever wrote it.
    write(
        here,
        "snapshots/a\\b.snap",
        "---\nsource: \"a\\\\b.session\"\ninput_file: \"a\\\\b.session\"\n---\nX = 1.\n",
    );
    let before = kept(here);
    let told = test_of(here, "c.session", &["--accept"]);
    assert!(!told.contains("removed"), "{told}");
    assert_eq!(kept(here)[0], before[0]);
}

#[cfg(unix)]
#[test]
fn what_cannot_be_looked_at_makes_nothing_orphaned() {
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::fs::symlink;

    let folder = tempfile::tempdir().expect("there is room for a folder");
    let here = folder.path();
    write(here, "a.session", "X = 1.\n");
    write(here, "one/b.session", "X = 1.\n");
    fs::create_dir(here.join("snapshots")).expect("there is room");
    test(here, &["--accept"]);
    let before = kept(here);
    assert_eq!(before.len(), 2);

    // No system looks into a link that leads to itself, as it does not into a folder of somebody
    // else's.
    fs::rename(here.join("one"), here.join("two")).expect("it is there");
    symlink("one", here.join("one")).expect("a link can be made");
    let told = test_of(here, "a.session", &["--accept"]);
    assert!(!told.contains("removed"), "{told}");
    assert_eq!(kept(here), before);

    // A name that is no text is told, and what is asked by it is not known.
    fs::rename(
        here.join("two/b.session"),
        here.join("two")
            .join(std::ffi::OsStr::from_bytes(b"b\xff.session")),
    )
    .expect("there is room");
    let told = test_of(here, "two", &["--accept"]);
    assert!(
        told.contains("is no Unicode text; rename it") && told.ends_with("[status 2]\n"),
        "{told}"
    );
    assert_eq!(kept(here), before);

    // Now it is surely gone.
    fs::remove_file(here.join("one")).expect("it is there");
    let told = test_of(here, "a.session", &["--accept"]);
    assert!(
        told.contains("removed: b, for which one/b.session does not ask any more"),
        "{told}"
    );
}

#[test]
fn only_what_is_called_after_its_session_file_is_removed() {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let here = folder.path();
    write(here, "a.session", "X = 1.\n");
    write(
        here,
        "snapshots/notes.snap",
        "---\nsource: gone.session\ninput_file: gone.session\n---\nX = 1.\n",
    );
    write(
        here,
        "snapshots/gone__one.snap",
        "---\nsource: gone.session\ninput_file: gone.session\n---\nX = 1.\n",
    );
    let told = test(here, &["--accept"]);
    assert!(
        told.contains("removed: gone__one,") && !told.contains("notes"),
        "{told}"
    );
    assert!(here.join("snapshots/notes.snap").exists());
}

#[test]
fn what_something_else_keeps_is_not_overwritten() {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let here = folder.path();
    write(here, "a.session", "X = 1.\n");
    write(
        here,
        "snapshots/a.snap",
        "---\nsource: tests/main.rs\nexpression: a\n---\nX = 2.\n",
    );
    let before = kept(here);
    let told = test(here, &["--accept"]);
    assert!(
        told.contains("a.snap` is stored for something else; choose another heading"),
        "{told}"
    );
    assert_eq!(kept(here), before);
}

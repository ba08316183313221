//! `regola fmt`.

use std::fs;

use super::{run, transcript};

const MESSY: &str = "a( X ):-b(X),\nc(X).\n";
const TIDY: &str = "a(X) :-\n    b(X),\n    c(X).\n";

#[test]
fn standard_input_to_standard_output() {
    assert_snapshot!("cli__fmt-input", transcript(&["fmt", "-"], MESSY));
    assert_snapshot!(
        "cli__fmt-input-broken",
        transcript(&["fmt", "-"], "a :- b.\nc(X :- d.\n")
    );
}

#[test]
fn checking_shows_what_would_change() {
    assert_snapshot!(
        "cli__fmt-check",
        transcript(&["fmt", "--check", "-"], MESSY)
    );
    assert_snapshot!(
        "cli__fmt-check-in-order",
        transcript(&["fmt", "--check", "-", "games/othello.rules"], TIDY)
    );
}

#[test]
fn files_are_changed_in_place() {
    let folder = tempfile::tempdir().expect("there is room for a file");
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let (messy, tidy, broken) = (
        path("messy.rules"),
        path("tidy.rules"),
        path("broken.rules"),
    );
    for (path, text) in [(&messy, MESSY), (&tidy, TIDY), (&broken, "a(.")] {
        fs::write(path, text).expect("there is room for a file");
    }
    let output = run(&["fmt", &broken, &messy, &tidy, &path("none.rules")], "");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(
        String::from_utf8_lossy(&output.stdout),
        format!("{messy}\n")
    );
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        errors.contains("unclosed-bracket") && errors.contains("there is no such file"),
        "{errors}"
    );
    let text = |path| fs::read_to_string(path).expect("the file is still there");
    assert_eq!(
        (
            text(&messy).as_str(),
            text(&tidy).as_str(),
            text(&broken).as_str()
        ),
        (TIDY, TIDY, "a(.")
    );
    let names = fs::read_dir(folder.path())
        .expect("the folder is there")
        .count();
    assert_eq!(names, 3, "no other file is left behind");
}

#[test]
fn a_file_that_may_only_be_read_stays_as_it_is() {
    let folder = tempfile::tempdir().expect("there is room for a file");
    let path = folder.path().join("messy.rules");
    fs::write(&path, MESSY).expect("there is room for a file");
    let mut permissions = fs::metadata(&path).expect("it is there").permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&path, permissions).expect("it is ours");
    let output = run(&["fmt", &path.to_string_lossy()], "");
    assert_eq!(output.status.code(), Some(2));
    assert!(
        String::from_utf8_lossy(&output.stderr).contains("cannot be written: it may only be read")
    );
    assert_eq!(fs::read_to_string(&path).expect("it is there"), MESSY);
}

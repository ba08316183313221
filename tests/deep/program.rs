//! The program's commands, in a process whose main thread has a small stack.

use std::process::{Command, Output};

use insta_cmd::get_cargo_bin;

use super::shapes::RULES;

/// The program, with so many KiB of stack; deeper than that would end in a signal and not in a
/// status.
fn run(arguments: &[&str]) -> Output {
    let mut command = Command::new("sh");
    command
        .args(["-c", "ulimit -s 1024; exec \"$0\" \"$@\""])
        .arg(get_cargo_bin("regola"))
        .args(arguments);
    command.output().expect("the program starts")
}

#[test]
fn no_command_is_ended_by_a_deep_call() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("deep.rules");
    let text = format!(
        "role(x).  :- fluent on(_).  init(on(a)).  add(on(b)) :- does(x, _).
        legal(x, m) :- deep(100000, call, true, G), call(G).
        terminal :- on(b).  goal(x, 100).  heuristic(h, x, 1) :- deep(100000, call, true, G), call(G).\n{RULES}"
    );
    std::fs::write(&path, text).expect("the folder can be written to");
    let path = path.to_str().expect("a folder for tests has a plain name");
    let query = "deep(100000, call, true, G), call(G), X = 1";
    for arguments in [
        &["moves", path][..],
        &["check", path, "--play", "1"],
        &["tree", path, "--depth", "1"],
        &["best", path, "--depth", "1", "--heuristic", "h"],
        &["query", path, query],
        &["why", path, "legal(x, m)"],
    ] {
        let output = run(arguments);
        assert_eq!(
            output.status.code(),
            Some(0),
            "{arguments:?}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
    }
}

//! What the program needs stays near what it is allowed, whatever a rule file holds.
//!
//! Each command runs with little address space: it would be ended by the system if it needed more.

use std::fs;
use std::process::{Command, Output};

use insta_cmd::get_cargo_bin;

/// A little more than the program takes by itself.
const KIB: usize = 400 << 10;

/// What is enough to report mistakes.
const KIB_FOR_MISTAKES: usize = 200 << 10;

/// What a command comes to that has `kib` KiB of address space.
fn confined(kib: usize, arguments: &[&str]) -> Output {
    let mut command = Command::new("sh");
    command
        .args(["-c", &format!("ulimit -v {kib}; exec \"$@\""), "sh"])
        .arg(get_cargo_bin("regola"))
        .args(arguments);
    command
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("there is a shell")
}

/// The status and the errors of a command about a file with this text.
fn told(text: &str, arguments: &[&str]) -> (Option<i32>, String) {
    told_within(KIB, text, arguments)
}

/// The same with `kib` KiB of address space.
fn told_within(kib: usize, text: &str, arguments: &[&str]) -> (Option<i32>, String) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("this.rules");
    fs::write(&path, text).expect("the folder can be written");
    let path = path.to_string_lossy();
    let arguments: Vec<&str> = arguments
        .iter()
        .map(|word| if *word == "FILE" { &*path } else { word })
        .collect();
    let output = confined(kib, &arguments);
    (
        output.status.code(),
        String::from_utf8_lossy(&output.stderr).into_owned(),
    )
}

/// A game but for one more clause.
fn game(clause: &str) -> String {
    format!(
        "role(solo).\n:- fluent at(_).\ninit(at(1)).\nlegal(solo, go).\nadd(at(2)).\ngoal(solo, 100).\n\
         terminal :- at(2).\n{clause}\n"
    )
}

#[test]
#[cfg(target_os = "linux")]
fn a_file_that_is_all_mistakes_takes_little_memory() {
    for text in [
        ".\n".repeat(1 << 19),
        ")".repeat(3 << 19),
        "a b.\n".repeat(1 << 17),
    ] {
        let (status, errors) = told_within(KIB_FOR_MISTAKES, &text, &["moves", "FILE"]);
        assert_eq!(status, Some(2), "{errors}");
        assert!(errors.contains("error["), "{errors}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_file_that_is_too_large_is_refused_with_a_way_out() {
    let (status, errors) = told(
        &"a(1).\n".repeat(1 << 20),
        &["moves", "FILE", "--max-memory", "64"],
    );
    assert_eq!(status, Some(2), "{errors}");
    assert!(
        errors.contains("more than 2048 KiB") && errors.contains("raise the memory limit"),
        "{errors}"
    );
}

#[test]
#[cfg(target_os = "linux")]
fn what_a_game_says_once_is_limited_before_it_is_played() {
    for command in ["moves", "match", "play"] {
        let (status, errors) = told(
            &game("level(N, [depth(1)]) :- between(1, inf, N)."),
            &[command, "FILE", "--max-memory", "32"],
        );
        assert_eq!(status, Some(2), "{command}: {errors}");
        assert!(
            errors.contains("memory limit: more than 32 MiB needed"),
            "{command}: {errors}"
        );
    }
    // One answer is all that a board needs.
    let (status, errors) = told(
        &game("grid(N, N) :- between(1, inf, N)."),
        &["moves", "FILE"],
    );
    assert_eq!(status, Some(0), "{errors}");
}

/// A game of some five plies in which every position after the first has a text of a mebibyte.
const LARGE_POSITIONS: &str = r#"
role(white). role(black).
:- fluent at(_).
:- fluent text(_).
:- fluent turn(role).
init(at(1)). init(turn(white)).
legal(P, N) :- turn(P), between(1, 3, N).
delete(turn(P)) :- turn(P).
add(turn(Q)) :- turn(P), role(Q), Q \= P.
delete(at(K)) :- at(K).
add(at(A)) :- reached(A).
delete(text(T)) :- text(T).
add(text(T)) :- reached(A), long(20, L), string_concat(A, L, T).
reached(A) :- does(_, N), at(K), A is K * 5 + N.
long(0, "a").
long(N, T) :- N > 0, M is N - 1, long(M, S), string_concat(S, S, T).
terminal :- at(K), K > 1000.
goal(_, 50).
heuristic(zero, _, 0).
level(deep, [depth(12), table(1000000), heuristic(zero)]).
"#;

/// All positions of the game together take more than the program may have.
#[test]
#[cfg(target_os = "linux")]
fn tables_forget_positions_when_their_memory_is_used_up() {
    for command in [
        &["solve", "FILE", "--max-memory", "64"][..],
        &["best", "FILE", "--level", "deep", "--max-memory", "64"],
    ] {
        let (status, errors) = told(LARGE_POSITIONS, command);
        assert_eq!(status, Some(0), "{command:?}: {errors}");
    }
}

/// What has to keep its positions says that they take too much.
#[test]
#[cfg(target_os = "linux")]
fn all_positions_that_are_kept_have_one_limit() {
    for command in [
        &["tree", "FILE", "--depth", "6", "--max-memory", "64"][..],
        &["compare", "FILE", "FILE", "--max-memory", "32"],
    ] {
        let (status, errors) = told(LARGE_POSITIONS, command);
        assert_eq!(status, Some(2), "{command:?}: {errors}");
        assert!(
            errors.contains("the positions that are kept take more than"),
            "{command:?}: {errors}"
        );
    }
}

#[test]
#[cfg(target_os = "linux")]
fn texts_of_many_small_questions_count_together() {
    let long =
        "long(0, \"a\"). long(N, T) :- N > 0, M is N - 1, long(M, S), string_concat(S, S, T).";
    let moves = game("notation(go(_), T) :- long(20, T).")
        .replace("legal(solo, go)", "legal(solo, go(1..500))");
    let moves = moves.replace(
        "legal(solo, go(1..500)).",
        "legal(solo, go(N)) :- between(1, 500, N).",
    );
    let shown =
        game("grid(30, 30). show(X, Y, T) :- between(1, 30, X), between(1, 30, Y), long(20, T).");
    for (text, arguments) in [
        (
            &moves,
            &["moves", "FILE", "--json", "--max-memory", "64"][..],
        ),
        (&shown, &["picture", "FILE", "--max-memory", "64"]),
        (&shown, &["moves", "FILE", "--max-memory", "64"]),
    ] {
        let (status, errors) = told(&format!("{text}{long}\n"), arguments);
        assert_eq!(status, Some(2), "{arguments:?}: {errors}");
        assert!(
            errors.contains("memory limit: more than 64 MiB needed"),
            "{arguments:?}: {errors}"
        );
    }
}

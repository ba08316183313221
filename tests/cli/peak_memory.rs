//! What the program has in memory at most stays near the limit, whatever the limit is used up by.

use std::process::{Command, Stdio};

use insta_cmd::get_cargo_bin;
use wait4::Wait4;

/// The limit that is asked for, in MiB.
const LIMIT: u64 = 64;

/// What the program takes with rules and without any question to them, and then some.
const BASE: u64 = 40;

const RULES: &str = "
lp(X) :- catch(lp(X), _, true), true.
deep(N) :- M is N + 1, deep(M), true.
lt(A) :- term_to_atom(f(A, A), B), lt(B).
lc(G) :- lc(f(G)), true.
choices(N) :- choices(f(N)).
choices(_).
atoms(N, [A | Rest]) :- atom_concat(a, N, A), M is N + 1, atoms(M, Rest).
codes(N) :- length(L, N), maplist(=(0'a), L), atom_codes(A, L), M is 2 * N, codes(M, A).
codes(M, _) :- codes(M).
";

/// The most MiB that the program had while it answered a goal.
fn peak(goal: &str) -> u64 {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    let path = folder.path().join("memory.rules");
    std::fs::write(&path, RULES).expect("there is room for a file");
    let mut command = Command::new(get_cargo_bin("regola"));
    command.args([
        "query",
        &path.to_string_lossy(),
        goal,
        "--limit",
        "1",
        "--max-memory",
        &LIMIT.to_string(),
    ]);
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let ended = command
        .spawn()
        .expect("the program starts")
        .wait4()
        .expect("it is our child");
    assert!(
        matches!(ended.status.code(), Some(0..=2)),
        "{goal}: {}",
        ended.status
    );
    ended.rusage.maxrss >> 20
}

/// What a process had at most counts from before it became the program, when it was a copy of the
/// process that starts it: so a small process of its own starts the program.
#[test]
fn memory_stays_near_the_limit() {
    let tests = std::env::current_exe().expect("tests run from a file");
    let arguments = [
        "cli::peak_memory::peaks_of_goals",
        "--exact",
        "--ignored",
        "--nocapture",
    ];
    let output = Command::new(tests)
        .args(arguments)
        .output()
        .expect("the tests start once more");
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success() && told.contains("1 passed"),
        "{told}{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

#[test]
#[ignore = "measures a process: started by `memory_stays_near_the_limit`"]
fn peaks_of_goals() {
    for goal in [
        "functor(X, f, 2000000)",
        "functor(X, f, 2000000), copy_term(X, Y)",
        "functor(X, f, 2000000), term_variables(X, Y)",
        "length(X, 3000000)",
        "lp(x)",
        "deep(0)",
        "lt('')",
        "lc(x)",
        "choices(x)",
        "atoms(0, L)",
        "codes(1000)",
        "bagof(X, between(1, 2000000, X), L)",
        "setof(X, between(1, 1000000, X), L)",
        "findall(X-X, between(1, 1000000, X), L)",
        "numlist(1, 1500000, L), msort(L, M)",
        "format(atom(A), '~*c', [20000000, 0'a]), atom_codes(A, L)",
    ] {
        let peak = peak(goal);
        assert!(peak <= LIMIT * 14 / 10 + BASE, "{goal}: {peak} MiB");
    }
}

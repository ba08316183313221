//! Ctrl-C: whatever a command is at, it ends soon, with the status that is usual for the signal.
#![cfg(unix)]

use std::io::Write;
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use insta_cmd::get_cargo_bin;

/// The signal of Ctrl-C. A command that is still at the start, before anything could be lost, is
/// ended by it.
const SIGINT: i32 = 2;

/// Goals that take long, each in one goal or in many.
const LONG_GOALS: [&str; 4] = [
    "X = f(X), Y = f(Y), compare(_, X, Y)",
    "between(1, inf, N), aggregate_all(count, between(1, 100000, _), N)",
    "repeat, functor(X, f, 5000000), copy_term(X, Y), X = Y, fail",
    "repeat, numlist(1, 1000000, L), msort(L, M), reverse(M, R), msort(R, _), fail",
];

/// The seconds of processor after which a search knows something.
const WORK: f64 = 0.4;

/// A game whose moves take for ever.
const ENDLESS: &str = "tests/cli/endless.rules";

fn start(arguments: &[&str], input: &str) -> Child {
    let mut command = Command::new(get_cargo_bin("regola"));
    command
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"));
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let mut program = command.spawn().expect("the program starts");
    let pipe = program.stdin.as_mut().expect("its input is a pipe");
    // The pipe stays open: the program may wait for more.
    let _ = pipe.write_all(input.as_bytes());
    program
}

/// The seconds of processor that a process has taken; none if it has ended.
fn processor(program: &Child) -> Option<f64> {
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", program.id())).ok()?;
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = |number: usize| {
        fields
            .get(number)
            .and_then(|field| field.parse::<f64>().ok())
    };
    Some((ticks(11)? + ticks(12)?) / 100.0)
}

/// Interrupts a command once it has taken so many seconds of processor, and tells how many more it
/// takes to end.
pub fn interrupted(arguments: &[&str], input: &str, moment: f64, most: f64) {
    let mut program = start(arguments, input);
    while processor(&program).is_some_and(|taken| taken < moment) {
        assert!(
            program.try_wait().expect("it is our child").is_none(),
            "{arguments:?} ended before it was interrupted"
        );
        thread::sleep(Duration::from_millis(2));
    }
    let before = processor(&program).expect("it is still there");
    let sent = Command::new("kill")
        .args(["-INT", &program.id().to_string()])
        .status()
        .expect("there is a `kill`");
    assert!(sent.success(), "{arguments:?}");
    let status = loop {
        if let Some(status) = program.try_wait().expect("it is our child") {
            break status;
        }
        let taken = processor(&program).unwrap_or(before) - before;
        if taken > most {
            program.kill().expect("it is our child");
            panic!("{arguments:?} went on for {taken} s of processor");
        }
        thread::sleep(Duration::from_millis(2));
    };
    let ended = status.code() == Some(130) || status.signal() == Some(SIGINT);
    assert!(ended, "{arguments:?} ended with {status}");
}

/// Commands that take long, and what they read.
fn commands() -> Vec<(Vec<&'static str>, String)> {
    let othello = "games/othello.rules";
    let mut commands: Vec<(Vec<&str>, String)> = [
        &["perft", othello, "--depth", "20", "--engine", "machine"][..],
        &["best", othello, "--depth", "20", "--engine", "machine"],
        &[
            "playout", othello, "--games", "100000", "--engine", "machine",
        ],
        &[
            "match", othello, "--black", "depth=4", "--white", "depth=4", "--games", "100000",
        ],
        &["tree", othello, "--depth", "20", "--limit", "100000000"],
        &[
            "compare",
            othello,
            "games/othello-triples.rules",
            "--depth",
            "20",
        ],
        &["check", othello, "--play", "100000"],
        &["solve", "games/connect-four.rules"],
        &["solve", "games/dama.rules", "--engine", "compiled"],
        &[
            "solve",
            "games/chess.rules",
            "--method",
            "retrograde",
            "--keep",
            "100000000",
        ],
        &["check", "games/chess.rules", "--compile"],
        &["bench", "--search", "--only", "connect-four-empty"],
        &["moves", ENDLESS],
        &["why", ENDLESS, "legal(x, M)"],
        &["play", ENDLESS],
        &["test", "tests/cli/endless.session"],
    ]
    .map(|arguments| (arguments.to_vec(), String::new()))
    .to_vec();
    for goal in LONG_GOALS {
        commands.push((vec!["query", othello, goal], String::new()));
        commands.push((vec!["repl", othello], format!("{goal}.\nX = 1.\n")));
    }
    commands
}

#[test]
#[cfg(target_os = "linux")]
fn ctrl_c_ends_every_command() {
    for (arguments, input) in commands() {
        interrupted(&arguments, &input, 0.1, 2.0);
    }
}

/// A piped session that waits for its next entry ends too.
#[test]
#[cfg(target_os = "linux")]
fn ctrl_c_ends_a_session_that_waits() {
    let mut program = start(&["repl", "games/filetto.rules"], "X = 1.\n");
    // Waiting for the program would close it, and a session ends with its input too.
    let _input = program.stdin.take();
    thread::sleep(Duration::from_millis(300));
    let sent = Command::new("kill")
        .args(["-INT", &program.id().to_string()])
        .status()
        .expect("there is a `kill`");
    assert!(sent.success());
    let status = program.wait().expect("it is our child");
    assert!(
        status.code() == Some(130) || status.signal() == Some(SIGINT),
        "{status}"
    );
}

#[test]
#[cfg(target_os = "linux")]
#[ignore = "takes some minutes and wants a quiet computer: cargo test --release --test all ctrl_c_is_prompt -- --ignored"]
fn ctrl_c_is_prompt_at_twenty_moments() {
    for (arguments, input) in commands() {
        for moment in 1..=20 {
            interrupted(&arguments, &input, f64::from(moment) * 0.05, 0.12);
        }
    }
}

/// A search that is interrupted tells the move of the last depth that it has finished.
#[test]
fn a_search_that_is_interrupted_answers_with_what_it_has_found() {
    for threads in ["1", "8"] {
        answers_when_interrupted(threads);
    }
}

fn answers_when_interrupted(threads: &str) {
    let best = [
        "best",
        "games/othello.rules",
        "--depth",
        "60",
        "--threads",
        threads,
    ];
    let program = Command::new(get_cargo_bin("regola"))
        .args(best)
        .args(["--engine", "machine", "--json"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    while processor(&program).is_some_and(|taken| taken < WORK) {
        thread::sleep(Duration::from_millis(2));
    }
    let sent = Command::new("kill")
        .args(["-INT", &program.id().to_string()])
        .status();
    assert!(sent.expect("there is a `kill`").success());
    let output = program.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130));
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).expect("a line of JSON");
    let depth = answer["depth"].as_u64().expect("a depth");
    assert!((1..60).contains(&depth), "{answer}");
    assert!(answer["move"].is_string(), "{answer}");
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(
        told.contains(&format!("stopped: the move is that of depth {depth}")),
        "{told}"
    );
}

/// A command that was interrupted at the moments after its beginning, each in seconds of its processor.
fn stopped_at(arguments: &[&str], moments: &[f64]) -> std::process::Output {
    let mut program = Command::new(get_cargo_bin("regola"))
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    for moment in moments {
        while processor(&program).is_some_and(|taken| taken < *moment) {
            let ended = program.try_wait().expect("it is our child");
            assert!(ended.is_none(), "{arguments:?} ended by itself");
            thread::sleep(Duration::from_millis(2));
        }
        // The second signal may come too late.
        let _ = Command::new("kill")
            .args(["-INT", &program.id().to_string()])
            .status();
    }
    program.wait_with_output().expect("it ends")
}

/// What a command that was interrupted tells.
fn told_when_stopped(arguments: &[&str]) -> String {
    let output = stopped_at(arguments, &[WORK]);
    assert_eq!(output.status.code(), Some(130), "{arguments:?}");
    String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned()
}

#[test]
fn a_solution_that_is_interrupted_tells_what_is_known() {
    let told = told_when_stopped(&["solve", "connect-four", "--engine", "compiled"]);
    assert!(told.starts_with("the search was stopped after "), "{told}");
    let is_known = told.contains("\nknown so far: red ");
    assert!(is_known || told.contains("\nnothing is known"), "{told}");

    let chess = ["solve", "chess", "--engine", "machine", "--method"];
    let told = told_when_stopped(&[&chess[..], &["proof-number"]].concat());
    assert!(
        told.contains("\nknown so far: white cannot force a win within "),
        "{told}"
    );
    assert!(
        told.contains("white cannot be forced to lose within "),
        "{told}"
    );

    let told = told_when_stopped(&[&chess[..], &["retrograde"]].concat());
    assert!(told.contains("\nknown so far: "), "{told}");
    assert!(
        told.contains(" positions were listed, and the moves of "),
        "{told}"
    );

    let told = told_when_stopped(&[&chess[..], &["retrograde", "--json"]].concat());
    let first = told.lines().next().unwrap_or_default();
    let answer: serde_json::Value = serde_json::from_str(first).expect("a line of JSON");
    assert_eq!(answer["stopped"], true);
    let count = |name: &str| answer[name].as_u64().expect("a number");
    assert!(
        0 < count("waiting") && count("waiting") < count("listed"),
        "{answer}"
    );
}

/// Whether the work or the second Ctrl-C ends the program, it says a word.
#[test]
fn a_second_ctrl_c_at_once_says_that_the_program_is_stopped() {
    for _ in 0..4 {
        let output = stopped_at(&["solve", "chess", "--method", "retrograde"], &[0.3, 0.0]);
        assert_eq!(output.status.code(), Some(130));
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(told.contains("stopped"), "{told:?}");
    }
}

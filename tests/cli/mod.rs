//! The program `regola`: what is typed, what it prints, how it ends.

mod bench;
mod check;
mod commands;
mod compare;
mod compiled;
mod contest;
mod endgame;
mod fmt;
mod folder;
mod help;
mod interrupt;
mod limits;
mod memory;
mod mistakes;
mod monte_carlo;
#[cfg(target_os = "linux")]
mod peak_memory;
mod people;
mod play;
mod printed;
mod progress;
mod records;
mod screen;
mod session;
mod sheets_table;
mod shipped;
mod solve;
mod test;
mod threads;
mod trial;
mod tune;
mod whole;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use insta_cmd::get_cargo_bin;

use crate::forms::answered_by;

const OTHELLO: &str = "games/othello.rules";
const AT_ONCE: &str = "tests/cli/at_once.rules";

/// Runs the program with these arguments and this standard input.
fn run(arguments: &[&str], input: &str) -> Output {
    run_with(arguments, input, |_| ())
}

/// The same, as `change` says: in another folder, or with something in the environment.
fn run_with(arguments: &[&str], input: &str, change: impl FnOnce(&mut Command)) -> Output {
    let mut command = Command::new(get_cargo_bin("regola"));
    command
        .args(arguments)
        .env_remove("COLUMNS")
        .env_remove("LINES")
        // Counts of positions and random games are those of one thread.
        .env("REGOLA_THREADS", "1")
        .current_dir(env!("CARGO_MANIFEST_DIR"));
    change(&mut command);
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut program = command.spawn().expect("the program starts");
    let mut pipe = program.stdin.take().expect("its input is a pipe");
    // A program that has ended already does not read.
    let _ = pipe.write_all(input.as_bytes());
    drop(pipe);
    program.wait_with_output().expect("the program ends")
}

/// What was typed and all that came of it, times left out and which form of a game answered: both
/// depend on how quick the computer is.
fn transcript(arguments: &[&str], input: &str) -> String {
    let output = run(arguments, input);
    let quoted = arguments.iter().map(|word| {
        if word.contains(' ') {
            format!("'{word}'")
        } else {
            (*word).to_owned()
        }
    });
    let mut text = format!("$ regola {}\n", quoted.collect::<Vec<_>>().join(" "));
    if !input.is_empty() {
        text += &format!("[input]\n{input}[output]\n");
    }
    let printed = String::from_utf8(output.stdout).expect("the program prints UTF-8");
    text += &answered_by("FORM", &without_times(&printed));
    if !output.stderr.is_empty() {
        text += &format!(
            "[error]\n{}",
            String::from_utf8(output.stderr).expect("the program prints UTF-8")
        );
    }
    text + &format!(
        "[status {}]\n",
        output.status.code().expect("the program was not killed")
    )
}

/// Several transcripts in a row.
fn transcripts(command_lines: &[&[&str]]) -> String {
    let texts: Vec<String> = command_lines
        .iter()
        .map(|arguments| transcript(arguments, ""))
        .collect();
    texts.join("\n")
}

/// The text with `T` for every time: a number before ` s`, or after `"seconds":`.
fn without_times(text: &str) -> String {
    let is_number = |word: &str| word.contains('.') && word.parse::<f64>().is_ok();
    let mut line_by_line = String::new();
    for line in text.lines() {
        let mut words: Vec<&str> = line.split(' ').collect();
        for at in 1..words.len() {
            if matches!(words[at], "s" | "s)" | "s,") && is_number(words[at - 1]) {
                words[at - 1] = "T";
            }
        }
        let mut parts = words.join(" ");
        if let Some((before, after)) = parts.clone().split_once("\"seconds\":") {
            let end = after.find([',', '}']).expect("an object ends");
            parts = format!("{before}\"seconds\":T{}", &after[end..]);
        }
        line_by_line += &parts;
        line_by_line.push('\n');
    }
    line_by_line
}

/// The lines of JSON that a command prints.
fn json_lines(arguments: &[&str], input: &str) -> Vec<serde_json::Value> {
    let output = run(arguments, input);
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let text = String::from_utf8(output.stdout).expect("the program prints UTF-8");
    text.lines()
        .map(|line| serde_json::from_str(line).expect("every line is JSON"))
        .collect()
}

/// A file of the project.
fn project_file(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

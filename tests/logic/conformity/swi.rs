//! Asks SWI-Prolog, where it is installed, every goal of the files and of the page of differences.

use std::fmt::Write as _;
use std::io::{ErrorKind, Write as _};
use std::process::{Command, Stdio};

use regola::syntax::parse::parse_query;
use regola::syntax::source::Sources;

use super::outcome::expectation;
use super::{AREAS, Example, examples, page};

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/logic/conformity/ask.pl");

/// What SWI-Prolog says to each goal, given with the outcome that tells how many answers to ask
/// for; `None` if there is no SWI-Prolog.
fn ask<'e>(goals: impl Iterator<Item = (&'e str, &'e str)>) -> Option<Vec<String>> {
    let questions: String = goals
        .map(|(goal, outcome)| format!("{goal} --> {outcome}.\n"))
        .collect();
    let started = Command::new("swipl")
        .arg(SCRIPT)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let mut process = match started {
        Err(error) if error.kind() == ErrorKind::NotFound => return None,
        started => started.expect("an installed SWI-Prolog starts"),
    };
    let mut input = process.stdin.take().expect("its input is a pipe");
    let writer = std::thread::spawn(move || input.write_all(questions.as_bytes()));
    let output = process.wait_with_output().expect("SWI-Prolog ends");
    writer
        .join()
        .expect("the thread only writes")
        .expect("SWI-Prolog reads all goals");
    Some(
        String::from_utf8(output.stdout)
            .expect("it writes UTF-8")
            .lines()
            .map(str::to_owned)
            .collect(),
    )
}

/// What SWI-Prolog calls itself.
fn version() -> String {
    let told = Command::new("swipl").arg("--version").output();
    told.map_or_else(
        |_| "SWI-Prolog".to_owned(),
        |told| String::from_utf8_lossy(&told.stdout).trim().to_owned(),
    )
}

/// An outcome as lines; as it is written, without spaces, if it holds what Regola cannot read.
fn lines(outcome: &str, example: &Example) -> Vec<String> {
    let mut sources = Sources::new();
    let id = sources.add("outcome", outcome);
    match parse_query(&sources, id) {
        Ok(term) => expectation(&term, &example.names),
        Err(_) => vec![outcome.split_whitespace().collect()],
    }
}

#[test]
#[ignore = "asks SWI-Prolog, which not every computer has"]
#[expect(
    clippy::disallowed_macros,
    reason = "that nothing was compared is to be seen"
)]
fn swi_agrees() {
    let areas = AREAS.iter().filter(|(name, _)| *name != "own.txt");
    let examples: Vec<Example> = areas
        .flat_map(|(name, text)| examples(name, text))
        .collect();
    let differences = page::differences();
    let shared = examples
        .iter()
        .map(|example| (&*example.goal, &*example.outcome));
    let apart = differences
        .iter()
        .map(|difference| (&*difference.example.goal, &*difference.elsewhere));
    let Some(said) = ask(shared.chain(apart)) else {
        return eprintln!("swipl is not installed, so nothing was compared");
    };
    assert_eq!(
        said.len(),
        examples.len() + differences.len(),
        "a goal got no line or two"
    );
    let (said_to_examples, said_to_differences) = said.split_at(examples.len());

    let mut report = String::new();
    for (example, said) in examples.iter().zip(said_to_examples) {
        if lines(said, example) != example.expected {
            writeln!(
                report,
                "{}\n  here:       {}\n  SWI-Prolog: {said}",
                example.goal, example.outcome
            )
            .expect("writing to a string cannot fail");
        }
    }
    for (difference, said) in differences.iter().zip(said_to_differences) {
        let (goal, said) = (
            &difference.example.goal,
            (said, lines(said, &difference.example)),
        );
        if said.1 != lines(&difference.elsewhere, &difference.example) {
            writeln!(
                report,
                "{goal}\n  the page says: {}\n  SWI-Prolog:    {}",
                difference.elsewhere, said.0
            )
            .expect("writing to a string cannot fail");
        } else if said.1 == difference.example.expected {
            writeln!(report, "{goal}\n  is no difference")
                .expect("writing to a string cannot fail");
        }
    }
    let version = version();
    assert!(
        report.is_empty(),
        "\n{report}\n{version} was asked; the page names the version that it was written for"
    );
}

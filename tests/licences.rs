//! The licences of all crates that the program, its tests and the targets of this machine are built
//! with are known, and allow to give out the program: the README's section on licences says what
//! they ask for.

use std::collections::BTreeSet;
use std::process::Command;

use serde_json::Value;

/// Licences that ask for no more than their notice.
const PERMISSIVE: &[&str] = &[
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "ISC",
    "MIT",
    "MIT-0",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// The crates under a weak copyleft, which the README names.
const WEAK_COPYLEFT: &[&str] = &["bitmaps", "im", "sized-chunks"];

/// Whether one may choose permissive licences only from what a crate writes, such as `(MIT OR
/// Apache-2.0) AND Unicode-3.0`.
fn is_permissive(expression: &str) -> bool {
    let expression = expression.replace('/', " OR ");
    let mut words = expression.replace('(', " ( ").replace(')', " ) ");
    // What binds more tightly than AND and OR is one word.
    words = words.replace(" WITH ", "_WITH_");
    let words: Vec<&str> = words.split_whitespace().collect();
    let (holds, rest) = any(&words);
    holds && rest.is_empty()
}

fn any<'w>(words: &'w [&'w str]) -> (bool, &'w [&'w str]) {
    let (mut holds, mut rest) = all(words);
    while let Some((&"OR", after)) = rest.split_first() {
        let (another, left) = all(after);
        (holds, rest) = (holds || another, left);
    }
    (holds, rest)
}

fn all<'w>(words: &'w [&'w str]) -> (bool, &'w [&'w str]) {
    let (mut holds, mut rest) = one(words);
    while let Some((&"AND", after)) = rest.split_first() {
        let (another, left) = one(after);
        (holds, rest) = (holds && another, left);
    }
    (holds, rest)
}

fn one<'w>(words: &'w [&'w str]) -> (bool, &'w [&'w str]) {
    match words.split_first() {
        Some((&"(", after)) => {
            let (holds, rest) = any(after);
            match rest.split_first() {
                Some((&")", rest)) => (holds, rest),
                _ => (false, rest),
            }
        }
        Some((licence, rest)) => (
            PERMISSIVE.contains(&&*licence.replace("_WITH_", " WITH ")),
            rest,
        ),
        None => (false, words),
    }
}

#[test]
fn expressions_of_licences_are_understood() {
    for (expression, expected) in [
        ("MIT", true),
        ("MIT/Apache-2.0", true),
        ("GPL-3.0 OR MIT", true),
        ("GPL-3.0 AND MIT", false),
        ("(MIT OR Apache-2.0) AND Unicode-3.0", true),
        ("(MIT OR Apache-2.0) AND MPL-2.0+", false),
        ("Apache-2.0 WITH LLVM-exception OR GPL-2.0", true),
        ("(MIT", false),
        ("", false),
    ] {
        assert_eq!(is_permissive(expression), expected, "{expression:?}");
    }
}

/// What a command of the toolchain prints.
fn printed(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program)
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output();
    let output = output.unwrap_or_else(|error| panic!("{program}: {error}"));
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).expect("it prints text")
}

#[test]
fn every_crate_has_a_licence_that_is_allowed() {
    let version = printed("rustc", &["-vV"]);
    let host = version
        .lines()
        .find_map(|line| line.strip_prefix("host: "))
        .expect("it tells for which machine");
    // The crates of other machines need not have been fetched here.
    let metadata = printed(
        "cargo",
        &[
            "metadata",
            "--locked",
            "--offline",
            "--format-version",
            "1",
            "--filter-platform",
            host,
        ],
    );
    let metadata: Value = serde_json::from_str(&metadata).expect("it is JSON");
    let packages = metadata["packages"].as_array().expect("there are packages");
    assert!(packages.len() > 100, "{} packages", packages.len());
    let mut copyleft = BTreeSet::new();
    for package in packages {
        let name = package["name"].as_str().expect("a package has a name");
        let licence = package["license"].as_str().unwrap_or("none");
        match licence {
            "MPL-2.0" | "MPL-2.0+" => drop(copyleft.insert(name)),
            _ => assert!(
                is_permissive(licence),
                "{name} is under {licence}: may it be given out with the program?"
            ),
        }
    }
    assert_eq!(copyleft.into_iter().collect::<Vec<_>>(), WEAK_COPYLEFT);
    let readme = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/README.md"))
        .expect("it is there");
    let section = readme
        .split("\n## Licence\n")
        .nth(1)
        .expect("the README has a section on licences");
    for name in WEAK_COPYLEFT {
        assert!(
            section.contains(&format!("`{name}`")),
            "the README does not name {name}"
        );
    }
}

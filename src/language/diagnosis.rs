//! What is wrong with a rule file, as far as an editor should tell.

use super::index::Index;
use crate::game::vocabulary::{LEGAL, ROLE};
use crate::game::{Report, check_within};
use crate::logic::Limits;
use crate::syntax::diagnostic::{Diagnostic, Severity};
use crate::syntax::limits::TEXTS_SHARE;
use crate::syntax::load::Reader;

/// Much less than a question to a game may take: this runs at every pause in typing.
const LIMITS: Limits = Limits {
    steps: 5_000_000,
    memory: 128 << 20,
};

/// The longest text that is diagnosed, in bytes; of a longer one it is said that it is too long.
pub const LONGEST_TEXT: usize = LIMITS.memory / TEXTS_SHARE;

/// Problems that are no mistakes in a file that games use: the game may define the missing name.
const NOT_OF_A_PART: &[&str] = &[
    "unknown-predicate",
    "unknown-domain",
    "unknown-fluent",
    "wrong-arity",
    "unused-predicate",
    "fluent-never-changes",
    "fluent-never-holds",
    "fluent-never-read",
];

/// Everything wrong or doubtful about the program of which the file at `main` is the main file.
///
/// A file that neither names a game nor has roles or moves is meant to be used by one. What it
/// lacks is not told, nor what a file that uses it may bring. What takes longer than is good in an
/// editor is only a warning.
#[must_use]
pub fn diagnose(reader: &dyn Reader, main: &str) -> Report {
    let mut report = check_within(reader, main, LIMITS);
    if is_part(&Index::read(reader, main)) {
        let is_of_a_part =
            |fault: &Diagnostic| fault.primary.is_some() && !NOT_OF_A_PART.contains(&fault.code);
        report
            .diagnostics
            .retain(|fault| fault.code == "unreadable-file" || is_of_a_part(fault));
    }
    for fault in report
        .diagnostics
        .iter_mut()
        .filter(|fault| fault.code == "limit")
    {
        fault.severity = Severity::Warning;
    }
    report
}

/// Whether nothing in a program says that it is a game.
fn is_part(index: &Index) -> bool {
    let mut clauses = index.files.iter().flat_map(|file| &file.clauses);
    !clauses.any(|clause| match clause.clause.directive() {
        Some(directive) => directive
            .name_and_arguments()
            .is_some_and(|(name, _)| &**name == "game"),
        None => clause
            .about
            .as_ref()
            .is_some_and(|(name, arity)| ROLE.is(name, *arity) || LEGAL.is(name, *arity)),
    })
}

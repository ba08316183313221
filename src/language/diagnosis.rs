//! The diagnostics of a rule file for an editor.

use super::index::Index;
use crate::game::vocabulary::{INIT, LEGAL, ROLE, Word};
use crate::game::{Report, check_within};
use crate::logic::Limits;
use crate::syntax::diagnostic::{Diagnostic, Severity};
use crate::syntax::limits::TEXTS_SHARE;
use crate::syntax::load::Reader;
use crate::syntax::tree::SourceTerm;

/// The limits of a check. They are much lower than those of a question to a game, since a check
/// runs at every pause in typing.
const LIMITS: Limits = Limits {
    steps: 5_000_000,
    memory: 128 << 20,
};

/// The longest text that is checked, in bytes. For a longer one the only diagnostic is that it is
/// too long.
pub const LONGEST_TEXT: usize = LIMITS.memory / TEXTS_SHARE;

/// Codes that are not reported for a file that games use: a file that uses it may define what is
/// missing.
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

/// Returns the diagnostics of the program with the main file `main`.
///
/// A file that neither names a game nor has roles or moves is meant to be used by a game. It gets
/// no diagnostics about missing parts of a game, or about names that the game may define. A check
/// that reaches its limits gives a warning only.
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

/// Whether other files may use a file as a part: it does not name a game, and with the files that
/// it uses it has no roles, no moves or no start.
#[must_use]
pub fn may_be_part(reader: &dyn Reader, path: &str) -> bool {
    let index = Index::read(reader, path);
    let has_all = [&ROLE, &LEGAL, &INIT].map(|word| has_clause(&index, word));
    !names_game(&index) && has_all.contains(&false)
}

/// Whether no clause of a program shows that it is a game.
fn is_part(index: &Index) -> bool {
    !names_game(index) && !has_clause(index, &ROLE) && !has_clause(index, &LEGAL)
}

fn names_game(index: &Index) -> bool {
    let mut clauses = index.files.iter().flat_map(|file| &file.clauses);
    clauses.any(|clause| {
        let directive = clause.clause.directive();
        let named = directive.and_then(SourceTerm::name_and_arguments);
        named.is_some_and(|(name, _)| &**name == "game")
    })
}

fn has_clause(index: &Index, word: &Word) -> bool {
    let mut clauses = index.about(word.name, word.arity());
    clauses.any(|clause| clause.clause.directive().is_none())
}

//! Warnings about clauses that are valid but doubtful: one lint a module.
//!
//! The lints read clauses as written, never code. So they also work on the remaining clauses of a
//! program that has wrong ones. They run only on demand: loading a program does not wait for them.
//! The [`Subject`] says which predicates get their facts from outside, and which are called from
//! outside and in which modes.

mod apart;
mod call_patterns;
mod calls;
mod fixpoint;
mod flow;
mod listing;
mod matching;
mod negation;
mod progress;
mod reach;
mod repeated;
pub mod required_arguments;
mod singleton;
mod tables;
mod unbound;
mod unused;
mod walk;

use std::sync::atomic::{AtomicBool, Ordering};

use rustc_hash::FxHashSet;

use super::tabled::TabledPredicate;
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::source::Span;
use crate::syntax::tree::{Clause, Name};
use listing::ClauseListing;

pub use calls::{CallScope, CallSite, calls};

/// The clauses to check, and how their surroundings use them.
#[derive(Clone, Debug, Default)]
pub struct Subject<'a> {
    /// The program's own clauses in the order of the text, no directives.
    pub clauses: &'a [Clause],
    /// The predicates whose facts come from outside, always without variables: name and number of
    /// arguments.
    pub relations: Vec<(Name, usize)>,
    /// The predicates whose answers are collected in tables.
    pub tabled: Vec<TabledPredicate>,
    /// The predicates that are called from outside.
    pub entries: Vec<EntryPredicate>,
    /// Predicates that prove their last argument, a goal, under other facts, such as a look ahead.
    pub elsewhere: &'a [(&'a str, usize)],
    /// Predicates that one file may begin and another one continue, because the order of their
    /// clauses says nothing: name and number of arguments.
    pub continued: &'a [(&'a str, usize)],
    /// Names that may have unknown clauses, because a text about them could not be read. No warning
    /// is given that a further clause could make wrong.
    pub doubtful: FxHashSet<String>,
    /// Whether any name may have unknown clauses, because a whole file could not be read.
    pub all_doubtful: bool,
    /// Setting the flag ends the search for warnings; those found so far are dropped.
    pub interrupt: Option<&'a AtomicBool>,
}

/// A predicate that is called from outside.
#[derive(Clone, Debug)]
pub struct EntryPredicate {
    /// Its name.
    pub name: Name,
    /// The mode of each argument.
    pub modes: Vec<ArgumentMode>,
}

/// How the caller from outside uses an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArgumentMode {
    /// The caller gives a value.
    Given,
    /// The answer gives a value without variables.
    Wanted,
    /// The answer may give a value.
    Open,
}

impl Subject<'_> {
    /// Whether this name may have unknown clauses.
    #[must_use]
    pub fn is_doubtful(&self, name: &str) -> bool {
        self.all_doubtful || self.doubtful.contains(name)
    }
}

/// Returns the warnings of all lints, lint by lint.
#[must_use]
pub fn lint(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let listing = ClauseListing::new(subject);
    let unbound = unbound::warnings(&listing);
    let mut singletons = singleton::warnings(&listing);
    // A missing value is the more helpful warning than a variable that is used once.
    let place = |warning: &Diagnostic| warning.primary.as_ref().map(|label| label.span);
    let reported: FxHashSet<Option<Span>> = unbound.iter().map(place).collect();
    singletons.retain(|warning| !reported.contains(&place(warning)));
    let mut warnings = singletons;
    for lint in LINTS {
        if subject
            .interrupt
            .is_some_and(|flag| flag.load(Ordering::Relaxed))
        {
            return Vec::new();
        }
        warnings.extend(lint(&listing));
    }
    warnings.extend(unbound);
    warnings
}

/// The lints that do not depend on each other, in the order of their warnings.
const LINTS: [fn(&ClauseListing<'_>) -> Vec<Diagnostic>; 9] = [
    apart::warnings,
    repeated::warnings,
    reach::warnings,
    flow::warnings,
    matching::warnings,
    unused::warnings,
    negation::warnings,
    progress::warnings,
    tables::warnings,
];

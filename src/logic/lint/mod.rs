//! Warnings about clauses that can be used as they are: one lint a module.
//!
//! The lints look at clauses as they are written, never at code, so that they also work on what is
//! left of a program of which other clauses are wrong. They run on demand only: loading a program
//! does not wait for them. The [`Subject`] says which predicates hold facts from outside, and which
//! are asked from outside and how.

mod apart;
mod call_patterns;
mod calls;
mod fixpoint;
mod flow;
mod inputs;
mod listing;
mod matching;
mod negation;
mod progress;
mod reach;
mod repeated;
mod singleton;
mod unbound;
mod unused;
mod walk;

use std::sync::atomic::{AtomicBool, Ordering};

use rustc_hash::FxHashSet;

use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::source::Span;
use crate::syntax::tree::{Clause, Name};
use listing::ClauseListing;

pub use calls::{CallScope, CallSite, calls};

/// The clauses to look at, and what they mean to their surroundings.
#[derive(Clone, Debug, Default)]
pub struct Subject<'a> {
    /// The program's own clauses in the order of the text, no directives.
    pub clauses: &'a [Clause],
    /// The predicates whose facts come from outside, always without variables: name and number of
    /// arguments.
    pub relations: Vec<(Name, usize)>,
    /// The predicates that are asked from outside.
    pub entries: Vec<EntryPredicate>,
    /// Predicates whose last argument is a goal that holds under other facts, such as a look ahead.
    pub elsewhere: &'a [(&'a str, usize)],
    /// Names of which not all is known, because a text about them could not be read: nothing is
    /// said that one more clause could make wrong.
    pub doubtful: FxHashSet<String>,
    /// Whether any name may be such, because a whole file could not be read.
    pub all_doubtful: bool,
    /// Setting the flag ends the search for warnings; those found until then are dropped.
    pub interrupt: Option<&'a AtomicBool>,
}

/// A predicate that is asked from outside.
#[derive(Clone, Debug)]
pub struct EntryPredicate {
    /// Its name.
    pub name: Name,
    /// How each argument is asked.
    pub modes: Vec<ArgumentMode>,
}

/// How an argument is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArgumentMode {
    /// The question gives it.
    Given,
    /// The answer gives it, without variables.
    Wanted,
    /// The answer may give it.
    Open,
}

impl Subject<'_> {
    /// Whether not all may be known about this name.
    #[must_use]
    pub fn is_doubtful(&self, name: &str) -> bool {
        self.all_doubtful || self.doubtful.contains(name)
    }
}

/// Everything that is doubtful about these clauses, by lint.
#[must_use]
pub fn lint(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let listing = ClauseListing::new(subject);
    let unbound = unbound::warnings(&listing);
    let mut singletons = singleton::warnings(&listing);
    // That a variable has no value where it needs one says more than that it is used once.
    let place = |warning: &Diagnostic| warning.primary.as_ref().map(|label| label.span);
    let told: FxHashSet<Option<Span>> = unbound.iter().map(place).collect();
    singletons.retain(|warning| !told.contains(&place(warning)));
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

/// The lints that need nothing of each other, in the order in which their warnings are told.
const LINTS: [fn(&ClauseListing<'_>) -> Vec<Diagnostic>; 8] = [
    apart::warnings,
    repeated::warnings,
    reach::warnings,
    flow::warnings,
    matching::warnings,
    unused::warnings,
    negation::warnings,
    progress::warnings,
];

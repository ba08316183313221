//! Warns about variables without a value where one is needed.

use rustc_hash::FxHashSet;

use super::fixpoint::unbound_variables;
use super::listing::ClauseListing;
use super::walk::{Doubt, UnboundVariable};
use crate::syntax::diagnostic::{Diagnostic, cut};
use crate::syntax::tree::SourceTerm;

pub(super) fn warnings(listing: &ClauseListing<'_>) -> Vec<Diagnostic> {
    let mut told = FxHashSet::default();
    let findings = unbound_variables(listing);
    // A missing value under a negation is also missing for the goals in it: one warning is enough.
    let new = findings
        .into_iter()
        .filter(|finding| told.insert(finding.place));
    // The findings of a clause come one after the other, so that its head is written once.
    let mut written: Option<(&SourceTerm, String)> = None;
    new.map(|finding| {
        let head = match written
            .take()
            .filter(|(head, _)| std::ptr::eq(*head, finding.head))
        {
            Some((_, text)) => text,
            None if matches!(finding.doubt, Doubt::Head) => cut(finding.head.to_string()),
            None => return warning(&finding, ""),
        };
        let warning = warning(&finding, &head);
        written = Some((finding.head, head));
        warning
    })
    .collect()
}

fn warning(finding: &UnboundVariable<'_>, head: &str) -> Diagnostic {
    let name = &finding.variable;
    let first = format!("put a goal that binds `{name}` before this one");
    let (code, title, label, help) = match &finding.doubt {
        Doubt::Negation => (
            "unbound-in-negation",
            format!("`{name}` has no value when this negation is proved"),
            "no goal before binds it",
            format!("{first}, or write `_` where any value will do"),
        ),
        Doubt::Forall => (
            "unbound-in-forall",
            format!("`{name}` has no value when this `forall` is proved"),
            "no goal before binds it",
            format!("{first}, or give it another name inside if each case has its own"),
        ),
        Doubt::Arithmetic => (
            "unbound-in-arithmetic",
            format!("`{name}` has no value when this is computed"),
            "no goal before binds it",
            first,
        ),
        Doubt::Argument(predicate) => (
            "unbound-argument",
            format!("`{predicate}` needs a value here, and `{name}` has none"),
            "no goal before binds it",
            first,
        ),
        Doubt::Head => (
            "unbound-in-head",
            format!("`{name}` has no value in an answer of `{head}`"),
            "no goal of the body binds it",
            format!("let a goal of the body bind `{name}`"),
        ),
    };
    let warning = Diagnostic::warning(code, title, finding.place, label).with_help(help);
    match finding.from {
        Some(from) => warning.with_place(from, "called here without a value for it"),
        None => warning,
    }
}

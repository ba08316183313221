//! Warns about variables without a value where one is needed.

use rustc_hash::FxHashSet;

use super::fixpoint::unbound_variables;
use super::listing::ClauseListing;
use super::walk::{UnboundVariable, ValueUse};
use crate::logic::suggestion::as_constant;
use crate::syntax::diagnostic::{Diagnostic, Label, cut};
use crate::syntax::tree::SourceTerm;

impl UnboundVariable<'_> {
    /// The constant that is probably meant by a variable of a fact.
    fn constant(&self) -> Option<String> {
        let is_doubtful = self.is_in_fact && matches!(self.needed_by, ValueUse::Head);
        let has_capital = self.variable.starts_with(char::is_uppercase);
        (is_doubtful && has_capital).then(|| as_constant(&self.variable))
    }
}

pub(super) fn warnings(listing: &ClauseListing<'_>) -> Vec<Diagnostic> {
    let mut reported = FxHashSet::default();
    let findings = unbound_variables(listing);
    // A missing value under a negation is also missing for the goals in it: one warning is enough.
    let new = findings
        .into_iter()
        .filter(|finding| reported.insert(finding.place));
    // The findings of a clause come one after the other, so that its head is written once.
    let mut written: Option<(&SourceTerm, String)> = None;
    new.map(|finding| {
        let head = match written
            .take()
            .filter(|(head, _)| std::ptr::eq(*head, finding.head))
        {
            Some((_, text)) => text,
            None if matches!(finding.needed_by, ValueUse::Head) => cut(finding.head.to_string()),
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
    let (code, title, label, help) = match &finding.needed_by {
        ValueUse::Negation => (
            "unbound-in-negation",
            format!("`{name}` has no value when this negation is proved"),
            "no goal before binds it",
            format!("{first}, or write `_` where any value will do"),
        ),
        ValueUse::Forall => (
            "unbound-in-forall",
            format!("`{name}` has no value when this `forall` is proved"),
            "no goal before binds it",
            format!("{first}, or give it another name inside if each case has its own"),
        ),
        ValueUse::Arithmetic => (
            "unbound-in-arithmetic",
            format!("`{name}` has no value when this is computed"),
            "no goal before binds it",
            first,
        ),
        ValueUse::Argument(predicate) => (
            "unbound-argument",
            format!("`{predicate}` needs a value here, and `{name}` has none"),
            "no goal before binds it",
            first,
        ),
        ValueUse::Head => (
            "unbound-in-head",
            format!("`{name}` has no value in an answer of `{head}`"),
            "no goal of the body binds it",
            format!("let a goal of the body bind `{name}`"),
        ),
    };
    let mut warning = Diagnostic::warning(code, title, finding.place, label).with_help(help);
    if let Some(small) = finding.constant() {
        warning.primary = Some(Label {
            span: finding.place,
            text: "a name that begins with a capital is a variable".to_owned(),
        });
        warning = warning
            .with_help(format!("write `{small}` if a constant is meant"))
            .with_replacement(finding.place, small);
    }
    match finding.from {
        Some(from) => warning.with_place(from, "called here without a value for it"),
        None => warning,
    }
}

//! Goals that name no predicate: found before they run, with the name that was probably meant.

use super::program::Program;
use super::suggestion::nearest;
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::quote::quote_atom;
use crate::syntax::source::Span;
use crate::syntax::tree::{Term, TermKind};

/// The fault of a goal whose predicate is not among the defined ones.
pub(super) fn unknown_predicate(name: &str, arity: usize, span: Span, defined: &[(&str, usize)]) -> Diagnostic {
    let title = format!("unknown predicate `{}/{arity}`", quote_atom(name));
    let label = "no clause, fluent or built-in of this name and arity";
    let mut arities: Vec<usize> = defined.iter().filter(|(known, _)| *known == name).map(|(_, arity)| *arity).collect();
    if !arities.is_empty() {
        arities.sort_unstable();
        let known: Vec<String> = arities.iter().map(|arity| format!("`{}/{arity}`", quote_atom(name))).collect();
        let fault = Diagnostic::error("wrong-arity", title, span, label);
        return fault.with_help(format!("there is {}: check the number of arguments", known.join(", ")));
    }
    let fault = Diagnostic::error("unknown-predicate", title, span, label);
    let same_arity = defined.iter().filter(|(_, known)| *known == arity).map(|(name, _)| *name);
    match nearest(name, same_arity).or_else(|| nearest(name, defined.iter().map(|(name, _)| *name))) {
        Some(similar) => fault.with_help(format!("a similar name is defined: `{}`", quote_atom(similar))),
        None => fault.with_help("define it by a fact or clause, or remove this goal"),
    }
}

impl Program {
    /// The faults of a goal before it is proved: what it calls must exist. Looks into control
    /// constructs and all-solutions goals, not into terms that a predicate might call.
    #[must_use]
    pub fn check_goal(&self, goal: &Term) -> Vec<Diagnostic> {
        let mut faults = Vec::new();
        self.check_into(goal, &mut faults);
        faults
    }

    fn check_into(&self, goal: &Term, faults: &mut Vec<Diagnostic>) {
        let (name, arguments): (&str, &[Term]) = match &goal.kind {
            TermKind::Atom(name) => (name, &[]),
            TermKind::Compound { functor, arguments, .. } => (functor, arguments),
            // Variables may be bound by then; anything else is refused when it is called.
            _ => return,
        };
        if self.predicate(name, arguments.len()).is_none() {
            return faults.push(unknown_predicate(name, arguments.len(), goal.span, &self.predicates()));
        }
        for inner in goals_within(name, arguments) {
            self.check_into(inner, faults);
        }
    }
}

/// The arguments of a goal that are goals themselves.
fn goals_within<'t>(name: &str, arguments: &'t [Term]) -> &'t [Term] {
    match (name, arguments.len()) {
        ("," | ";" | "->" | "*->" | "forall", 2) => arguments,
        ("\\+" | "call" | "once" | "ignore", 1) => arguments,
        ("findall" | "aggregate_all", 3) => &arguments[1..2],
        _ => &[],
    }
}

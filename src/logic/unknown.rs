//! Finds goals that name no predicate before they run, and suggests the name that was probably
//! meant.

use super::absent::advice;
use super::construct::Construct;
use super::program::Program;
use super::suggestion::Suggestions;
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::faults::Faults;
use crate::syntax::quote::quote_atom;
use crate::syntax::source::Span;
use crate::syntax::tree::{SourceTerm, TermKind};

/// The fault of a goal whose predicate is not among the defined ones.
pub(super) fn unknown_predicate(
    name: &str,
    arity: usize,
    span: Span,
    defined: &[(&str, usize)],
    suggestions: &Suggestions,
) -> Diagnostic {
    let title = format!("unknown predicate `{}/{arity}`", quote_atom(name));
    let label = "no clause, fluent or built-in of this name and arity";
    let advice = advice(name, arity);
    let mut arities: Vec<usize> = defined
        .iter()
        .filter(|(known, _)| *known == name)
        .map(|(_, arity)| *arity)
        .collect();
    if !arities.is_empty() {
        arities.sort_unstable();
        let known: Vec<String> = arities
            .iter()
            .map(|arity| format!("`{}/{arity}`", quote_atom(name)))
            .collect();
        let fault = Diagnostic::error("wrong-arity", title, span, label);
        let known = known.join(", ");
        return fault.with_help(match advice {
            Some(advice) => format!("{advice}; there is {known}"),
            None => format!("there is {known}: check the number of arguments"),
        });
    }
    let fault = Diagnostic::error("unknown-predicate", title, span, label);
    if let Some(advice) = advice {
        return fault.with_help(advice);
    }
    let same_arity = defined
        .iter()
        .filter(|(_, known)| *known == arity)
        .map(|(name, _)| *name);
    let similar = suggestions.nearest(name, same_arity);
    match similar.or_else(|| suggestions.nearest(name, defined.iter().map(|(name, _)| *name))) {
        Some(similar) => fault.with_help(format!(
            "a similar name is defined: `{}`",
            quote_atom(similar)
        )),
        None => fault.with_help("define it by a fact or clause, or remove this goal"),
    }
}

impl Program {
    /// The faults of a goal before it is proved: the predicates that it calls must exist. Searches
    /// control constructs and all-solutions goals, but not terms that a predicate might call.
    #[must_use]
    pub fn check_goal(&self, goal: &SourceTerm) -> Vec<Diagnostic> {
        let mut check = GoalCheck {
            program: self,
            known: None,
            suggestions: Suggestions::default(),
            faults: Faults::default(),
        };
        check.goal(goal);
        check.faults.finish(None)
    }
}

/// A goal that is being checked.
struct GoalCheck<'p> {
    program: &'p Program,
    /// All predicates; computed when the first unknown one is found.
    known: Option<Vec<(&'p str, usize)>>,
    suggestions: Suggestions,
    faults: Faults,
}

impl GoalCheck<'_> {
    fn goal(&mut self, goal: &SourceTerm) {
        let (name, arguments): (&str, &[SourceTerm]) = match &goal.kind {
            TermKind::Atom(name) => (name, &[]),
            TermKind::Compound {
                functor, arguments, ..
            } => (functor, arguments),
            // Variables may be bound when the goal runs; the call refuses anything else.
            _ => return,
        };
        if self.program.predicate(name, arguments.len()).is_none() {
            let known = self.known.get_or_insert_with(|| self.program.predicates());
            let fault =
                || unknown_predicate(name, arguments.len(), goal.span, known, &self.suggestions);
            return self.faults.push_with(fault);
        }
        for inner in goals_within(name, arguments) {
            self.goal(inner);
        }
    }
}

/// The goals within a goal that are proved with it.
fn goals_within<'t>(name: &str, arguments: &'t [SourceTerm]) -> Vec<&'t SourceTerm> {
    let Some(construct) = Construct::of(name, arguments) else {
        return Vec::new();
    };
    match construct {
        Construct::And(first, second)
        | Construct::Or(first, second)
        | Construct::IfThen(first, second)
        | Construct::SoftIfThen(first, second)
        | Construct::ForAll(first, second) => vec![first, second],
        Construct::Not(goal)
        | Construct::Once(goal)
        | Construct::Ignore(goal)
        | Construct::Call(goal, []) => vec![goal],
        Construct::FindAll(answers) | Construct::AggregateAll(answers) => vec![answers.goal],
        // The machine checks these when it runs them: they add arguments, have `^` before a goal,
        // or catch errors.
        Construct::Cut
        | Construct::True
        | Construct::Fail
        | Construct::Throw
        | Construct::NotPredicate(_)
        | Construct::Call(..)
        | Construct::Apply
        | Construct::FindAllBefore(..)
        | Construct::BagOf(_)
        | Construct::SetOf(_)
        | Construct::Quantified(_)
        | Construct::Catch(..)
        | Construct::Lambda(..)
        | Construct::OverLists(..) => Vec::new(),
    }
}

//! Warns about goals that are never reached.

use super::calls::inside;
use super::listing::ClauseListing;
use crate::logic::construct::Construct;
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::tree::SourceTerm;

pub(super) fn warnings(listing: &ClauseListing<'_>) -> Vec<Diagnostic> {
    let mut warnings = Vec::new();
    listing
        .clauses
        .iter()
        .filter_map(|clause| clause.body)
        .for_each(|body| in_body(body, &mut warnings));
    warnings
}

/// The parser bounds how deep a body nests, so plain recursion is safe.
fn in_body(body: &SourceTerm, warnings: &mut Vec<Diagnostic>) {
    let Some(construct) = Construct::of_goal(body) else {
        return;
    };
    match &construct {
        Construct::And(first, second)
        | Construct::IfThen(first, second)
        | Construct::SoftIfThen(first, second) => {
            if never_succeeds(first) {
                warnings.push(unreachable(second, first, FAILS));
            }
        }
        Construct::Or(choice, otherwise) => {
            if let Some(condition) = condition_of(choice)
                && let Some(Construct::True) = Construct::of_goal(condition)
            {
                warnings.push(unreachable(otherwise, condition, "always succeeds"));
            }
        }
        Construct::Cut
        | Construct::True
        | Construct::Fail
        | Construct::Throw
        | Construct::Not(_)
        | Construct::NotPredicate(_)
        | Construct::Call(..)
        | Construct::Apply
        | Construct::Once(_)
        | Construct::Ignore(_)
        | Construct::ForAll(..)
        | Construct::FindAll(_)
        | Construct::FindAllBefore(..)
        | Construct::AggregateAll(_)
        | Construct::BagOf(_)
        | Construct::SetOf(_)
        | Construct::Quantified(_)
        | Construct::Catch(..)
        | Construct::Lambda(..)
        | Construct::OverLists(..) => {}
    }
    for inner in construct.inner().iter().filter(|inner| inner.added == 0) {
        in_body(inside(inner.goal), warnings);
    }
}

/// The condition of a choice, if it has one.
fn condition_of(choice: &SourceTerm) -> Option<&SourceTerm> {
    match Construct::of_goal(choice)? {
        Construct::IfThen(condition, _) | Construct::SoftIfThen(condition, _) => Some(condition),
        _ => None,
    }
}

fn never_succeeds(goal: &SourceTerm) -> bool {
    let Some(construct) = Construct::of_goal(goal) else {
        return false;
    };
    match construct {
        Construct::Fail | Construct::Throw => true,
        Construct::And(first, second)
        | Construct::IfThen(first, second)
        | Construct::SoftIfThen(first, second) => never_succeeds(first) || never_succeeds(second),
        Construct::Or(first, second) => never_succeeds(first) && never_succeeds(second),
        Construct::Cut
        | Construct::True
        | Construct::Not(_)
        | Construct::NotPredicate(_)
        | Construct::Call(..)
        | Construct::Apply
        | Construct::Once(_)
        | Construct::Ignore(_)
        | Construct::ForAll(..)
        | Construct::FindAll(_)
        | Construct::FindAllBefore(..)
        | Construct::AggregateAll(_)
        | Construct::BagOf(_)
        | Construct::SetOf(_)
        | Construct::Quantified(_)
        | Construct::Catch(..)
        | Construct::Lambda(..)
        | Construct::OverLists(..) => false,
    }
}

const FAILS: &str = "never succeeds";

fn unreachable(goal: &SourceTerm, because: &SourceTerm, why: &str) -> Diagnostic {
    Diagnostic::warning(
        "unreachable-goal",
        "this goal is never come to",
        goal.span,
        "never proved",
    )
    .with_place(because.span, why)
    .with_help("remove one of the two")
}

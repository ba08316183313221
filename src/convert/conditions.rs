//! The conditions of a clause, and what holds where one of them does not.

use std::collections::HashSet;

use super::variables::variables;
use crate::logic::construct;
use crate::syntax::construct::{compound, join};
use crate::syntax::tree::{Name, SourceTerm, TermKind};

/// What holds where a condition does not.
pub(super) enum Inverse {
    Goal(SourceTerm),
    /// Terms that are equal, one of each pair a variable.
    Equal(Vec<(SourceTerm, SourceTerm)>),
}

/// The goals of a body.
pub(super) fn conjuncts(body: Option<&SourceTerm>) -> Vec<SourceTerm> {
    let goals = body.map(construct::conjuncts).unwrap_or_default();
    goals.into_iter().cloned().collect()
}

/// That not all of these goals hold.
pub(super) fn negated(goals: Vec<SourceTerm>) -> SourceTerm {
    let goal = join(",", goals, crate::syntax::source::Span::NOWHERE);
    compound("\\+", goal.span, vec![goal])
}

/// Whether a goal finds out nothing but whether it holds, where these variables are known.
pub(super) fn is_test(goal: &SourceTerm, bound: &HashSet<Name>) -> bool {
    let finds = ["does", "did", "role"];
    let is_finding = goal.parts().is_some_and(|(name, _)| finds.contains(&name));
    !is_finding && variables(goal).is_subset(bound)
}

/// What holds where a test does not. A test of two tuples may be whether they are different.
pub(super) fn inverse(test: &SourceTerm, is_unified: bool) -> Inverse {
    if let Some(("\\+", [goal])) = test.parts() {
        return Inverse::Goal(goal.clone());
    }
    match is_unified.then(|| different(test)).flatten() {
        Some(pairs) => Inverse::Equal(pairs),
        None => Inverse::Goal(negated(vec![test.clone()])),
    }
}

/// The terms of which a test says that they are not all equal, pair by pair.
fn different(test: &SourceTerm) -> Option<Vec<(SourceTerm, SourceTerm)>> {
    let (name, arguments) = test.parts()?;
    match (name, arguments) {
        (";", [one, other]) => Some([different(one)?, different(other)?].concat()),
        (",", _) => None,
        _ if arguments.len() % 2 == 0 && !arguments.is_empty() => {
            let (ones, others) = arguments.split_at(arguments.len() / 2);
            let pairs: Vec<_> = ones.iter().cloned().zip(others.iter().cloned()).collect();
            let is_variable = |term: &SourceTerm| matches!(term.kind, TermKind::Variable(_));
            let all = pairs
                .iter()
                .all(|(one, other)| is_variable(one) || is_variable(other));
            all.then_some(pairs)
        }
        _ => None,
    }
}

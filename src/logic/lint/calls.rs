//! The calls in a body, and the scope of each.

use crate::logic::construct::{Calling, Construct, InnerGoal};
use crate::syntax::tree::{SourceTerm, TermKind};

/// The scope in which a goal is called; of nested scopes the last one of this list counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CallScope {
    /// As part of the body.
    Plain,
    /// For all its answers at once.
    Collected,
    /// Under a negation, or a `forall`.
    Negated,
    /// Under other facts.
    Elsewhere,
}

/// A call in a body.
#[derive(Clone, Copy, Debug)]
pub struct CallSite<'t> {
    /// The name of the called predicate.
    pub name: &'t str,
    /// The arguments as written.
    pub arguments: &'t [SourceTerm],
    /// How many further arguments the caller adds, as `maplist` does.
    pub more: usize,
    /// The goal, or the closure.
    pub goal: &'t SourceTerm,
    /// The scope of the call.
    pub scope: CallScope,
}

impl CallSite<'_> {
    /// The number of arguments with which the predicate is called.
    #[must_use]
    pub fn arity(&self) -> usize {
        self.arguments.len() + self.more
    }
}

/// Returns all calls of a body in the order of the text. Includes those within control constructs
/// and goals that take goals, but not the control constructs themselves.
#[must_use]
pub fn calls<'t>(body: &'t SourceTerm, elsewhere: &[(&str, usize)]) -> Vec<CallSite<'t>> {
    let mut found = Vec::new();
    collect(body, CallScope::Plain, elsewhere, &mut found);
    found
}

/// The parser bounds how deep a body nests, so plain recursion is safe.
fn collect<'t>(
    goal: &'t SourceTerm,
    scope: CallScope,
    elsewhere: &[(&str, usize)],
    found: &mut Vec<CallSite<'t>>,
) {
    let Some((name, arguments)) = goal.parts() else {
        return;
    };
    let construct = Construct::of(name, arguments);
    if !construct.as_ref().is_some_and(Construct::is_control) {
        found.push(CallSite {
            name,
            arguments,
            more: 0,
            goal,
            scope,
        });
    }
    for inner in construct.iter().flat_map(Construct::inner) {
        let scope = scope.max(scope_of(inner.calling));
        match inner.added {
            0 => collect(inside(inner.goal), scope, elsewhere, found),
            added => collect_closure(inner.goal, added, scope, elsewhere, found),
        }
    }
    if elsewhere.contains(&(name, arguments.len()))
        && let Some(last) = arguments.last()
    {
        collect(last, CallScope::Elsewhere, elsewhere, found);
    }
}

fn collect_closure<'t>(
    closure: &'t SourceTerm,
    more: usize,
    scope: CallScope,
    elsewhere: &[(&str, usize)],
    found: &mut Vec<CallSite<'t>>,
) {
    let Some((name, arguments)) = closure.parts() else {
        return;
    };
    match Construct::of(name, arguments) {
        Some(Construct::Lambda(_, body, _)) => collect(body, scope, elsewhere, found),
        _ => found.push(CallSite {
            name,
            arguments,
            more,
            goal: closure,
            scope,
        }),
    }
}

/// The scope of a goal that a construct calls in this way.
fn scope_of(calling: Calling) -> CallScope {
    match calling {
        Calling::Plainly => CallScope::Plain,
        Calling::Collected => CallScope::Collected,
        Calling::Negated => CallScope::Negated,
    }
}

/// The goal behind `Variable ^`.
pub(super) fn inside(goal: &SourceTerm) -> &SourceTerm {
    match Construct::of_goal(goal) {
        Some(Construct::Quantified(goal)) => inside(goal),
        _ => goal,
    }
}

/// Whether the text does not show which goal is called: it is a variable, or contains a variable as
/// a goal.
pub(super) fn is_opaque(body: &SourceTerm) -> bool {
    if matches!(body.kind, TermKind::Variable(_)) {
        return true;
    }
    let Some((name, arguments)) = body.parts() else {
        return false;
    };
    let is_opaque_inside = |inner: InnerGoal<'_, SourceTerm>| match inner.added {
        0 => is_opaque(inside(inner.goal)),
        _ => matches!(inner.goal.kind, TermKind::Variable(_)),
    };
    match Construct::of(name, arguments) {
        Some(Construct::Apply) => true,
        Some(construct) => construct.inner().into_iter().any(is_opaque_inside),
        None => (name, arguments.len()) == ("=..", 2),
    }
}

//! What a body calls, and under which circumstances.

use super::listing::parts;
use crate::syntax::tree::{Term, TermKind};

/// Under which circumstances a goal is called; the last that applies from the outside inwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Scope {
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
pub struct Call<'t> {
    /// The predicate's name.
    pub name: &'t str,
    /// The arguments that are written.
    pub arguments: &'t [Term],
    /// How many more arguments the caller adds, as `maplist` does.
    pub more: usize,
    /// The goal, or the closure.
    pub goal: &'t Term,
    /// Where it stands.
    pub scope: Scope,
}

impl Call<'_> {
    /// The number of arguments with which the predicate is called.
    #[must_use]
    pub fn arity(&self) -> usize {
        self.arguments.len() + self.more
    }
}

/// All calls of a body in the order of the text, those within control constructs and within goals
/// that take goals included, the control constructs themselves left out.
#[must_use]
pub fn calls<'t>(body: &'t Term, elsewhere: &[(&str, usize)]) -> Vec<Call<'t>> {
    let mut found = Vec::new();
    collect(body, Scope::Plain, elsewhere, &mut found);
    found
}

/// The parser bounds how deep a body nests, so plain recursion is safe.
fn collect<'t>(
    goal: &'t Term,
    scope: Scope,
    elsewhere: &[(&str, usize)],
    found: &mut Vec<Call<'t>>,
) {
    let Some((name, arguments)) = parts(goal) else {
        return;
    };
    if !is_control(name, arguments.len()) {
        found.push(Call {
            name,
            arguments,
            more: 0,
            goal,
            scope,
        });
    }
    for (argument, inner) in goals_within(name, arguments) {
        collect(argument, scope.max(inner), elsewhere, found);
    }
    if elsewhere.contains(&(name, arguments.len()))
        && let Some(last) = arguments.last()
    {
        collect(last, Scope::Elsewhere, elsewhere, found);
    }
    if let Some((closure, more)) = closure(name, arguments) {
        collect_closure(closure, more, scope, elsewhere, found);
    }
}

fn collect_closure<'t>(
    closure: &'t Term,
    more: usize,
    scope: Scope,
    elsewhere: &[(&str, usize)],
    found: &mut Vec<Call<'t>>,
) {
    match parts(closure) {
        Some((">>", [_, body])) => collect(body, scope, elsewhere, found),
        Some((name, arguments)) => found.push(Call {
            name,
            arguments,
            more,
            goal: closure,
            scope,
        }),
        None => {}
    }
}

/// Whether a goal only says how others are combined.
pub(super) fn is_control(name: &str, arity: usize) -> bool {
    matches!(
        (name, arity),
        ("," | ";" | "->" | "*->", 2) | ("\\+", 1) | ("!" | "true", 0)
    )
}

/// The arguments of a goal that are goals, and how it calls them.
pub(super) fn goals_within<'t>(name: &str, arguments: &'t [Term]) -> Vec<(&'t Term, Scope)> {
    match (name, arguments) {
        ("," | ";" | "->" | "*->", [left, right]) => {
            vec![(left, Scope::Plain), (right, Scope::Plain)]
        }
        ("\\+" | "not", [goal]) => vec![(goal, Scope::Negated)],
        ("forall", [condition, action]) => {
            vec![(condition, Scope::Negated), (action, Scope::Negated)]
        }
        ("findall" | "aggregate_all" | "bagof" | "setof", [_, goal, ..]) => {
            vec![(inside(goal), Scope::Collected)]
        }
        ("once" | "ignore" | "call", [goal]) => vec![(goal, Scope::Plain)],
        ("catch", [goal, _, recovery]) => vec![(goal, Scope::Plain), (recovery, Scope::Plain)],
        _ => Vec::new(),
    }
}

/// The goal behind `Variable ^`.
pub(super) fn inside(goal: &Term) -> &Term {
    match parts(goal) {
        Some(("^", [_, goal])) => inside(goal),
        _ => goal,
    }
}

/// The argument that is called with further arguments, and with how many.
fn closure<'t>(name: &str, arguments: &'t [Term]) -> Option<(&'t Term, usize)> {
    let more = match (name, arguments.len()) {
        ("call" | "maplist", arity @ 2..) => arity - 1,
        ("include" | "exclude", 3) | ("partition", 4) => 1,
        ("partition", 6) => 2,
        ("foldl", arity @ 4..=6) => arity - 1,
        _ => return None,
    };
    Some((&arguments[0], more))
}

/// Whether a term may be called though nobody sees what it is: a variable, or a goal with one in
/// it.
pub(super) fn is_opaque(body: &Term) -> bool {
    if matches!(body.kind, TermKind::Variable(_)) {
        return true;
    }
    let Some((name, arguments)) = parts(body) else {
        return false;
    };
    goals_within(name, arguments)
        .into_iter()
        .any(|(goal, _)| is_opaque(goal))
        || closure(name, arguments)
            .is_some_and(|(goal, _)| matches!(goal.kind, TermKind::Variable(_)))
        || matches!((name, arguments.len()), ("apply" | "=..", 2))
}

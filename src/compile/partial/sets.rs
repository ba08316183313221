//! Whether the rules of a game are sets: neither clauses nor goals have an order, and every answer binds all that is
//! asked (rules that are safe, as Datalog has them). Then goals that find something come to the same in any order, and
//! those that test come to the same wherever as many of their variables are bound.

use std::collections::BTreeSet;

use super::goal::{Callee, Clause, Goal, Kind};
use super::program::Names;
use super::reader::Reader;
use super::store::Pattern;
use crate::syntax::tree;

/// Variables of a clause, by number.
pub(super) type Variables = BTreeSet<u32>;

/// Whether the clauses of a game are sets.
pub(super) fn are_sets(names: &Names<'_>, reader: &mut Reader<'_, '_>) -> bool {
    let mut clauses = names.own.values().flatten();
    clauses.all(|clause| match clause.body() {
        None => is_ground(clause),
        Some(_) => reader.clauses(&[clause]).is_ok_and(|clauses| {
            let is_set = |clause: &Clause| asks_for_sets(clause, names) && is_safe(clause);
            clauses.iter().all(is_set)
        }),
    })
}

/// Whether a fact has no variables.
fn is_ground(fact: &tree::Clause) -> bool {
    let mut has_variables = false;
    let note = &mut |_: &tree::Name, _| has_variables = true;
    fact.head()
        .into_iter()
        .for_each(|head| head.each_variable(note));
    !has_variables
}

/// Whether nothing is asked in a clause but what the clauses of the game and the position say.
fn asks_for_sets(clause: &Clause, names: &Names<'_>) -> bool {
    fn asks(goal: &Goal, names: &Names<'_>) -> bool {
        match &goal.kind {
            Kind::True | Kind::Fail | Kind::Unify(..) => true,
            Kind::Call(callee, arguments) => match callee {
                Callee::Clauses(_) | Callee::Fluent(_) | Callee::Does => true,
                Callee::Static(name) => compares(name) || names.are_own(name, arguments.len()),
                Callee::OfList(..) => false,
            },
            Kind::All(_) | Kind::Either(..) | Kind::Not(_) => {
                goal.parts().into_iter().all(|part| asks(part, names))
            }
            _ => false,
        }
    }
    clause.body.iter().all(|goal| asks(goal, names))
}

/// Whether every answer to a clause is known as a whole, and its goals test only what is bound.
fn is_safe(clause: &Clause) -> bool {
    let mut bound = Variables::new();
    let is_safe = |goal: &Goal| is_safe_goal(goal, &mut bound);
    clause.body.iter().all(is_safe) && of_patterns(&clause.head).is_subset(&bound)
}

/// Whether a goal tests only what is bound, given what is bound before; what it binds is added.
fn is_safe_goal(goal: &Goal, bound: &mut Variables) -> bool {
    let are_bound = |variables: &[u32], bound: &Variables| {
        variables.iter().all(|variable| bound.contains(variable))
    };
    let is_safe = match &goal.kind {
        Kind::Call(Callee::Static(name), _) if compares(name) => are_bound(&goal.variables, bound),
        Kind::Unify(one, other) => [one, other]
            .into_iter()
            .any(|side| of_patterns(std::slice::from_ref(side)).is_subset(bound)),
        // What stands in it alone is for nobody else.
        Kind::Not(inner) => are_bound(&goal.live, bound) && is_safe_goal(inner, &mut bound.clone()),
        Kind::All(goals) => {
            let mut within = bound.clone();
            goals.iter().all(|goal| is_safe_goal(goal, &mut within))
        }
        Kind::Either(one, other) => {
            let mut parts = [one, other].into_iter();
            parts.all(|part| is_safe_goal(part, &mut bound.clone()))
        }
        _ => true,
    };
    add_bound(goal, bound);
    is_safe
}

/// Whether this is the name of goals that compare two terms and bind nothing.
fn compares(name: &str) -> bool {
    matches!(name, "==" | "\\==")
}

/// The variables in some terms.
pub(super) fn of_patterns(patterns: &[Pattern]) -> Variables {
    let mut found = rustc_hash::FxHashSet::default();
    patterns
        .iter()
        .for_each(|pattern| pattern.add_variables(&mut found));
    found.into_iter().collect()
}

/// Adds the variables that every answer to a goal binds, in clauses that are sets.
pub(super) fn add_bound(goal: &Goal, bound: &mut Variables) {
    match &goal.kind {
        Kind::Call(Callee::Static(name), _) if compares(name) => {}
        Kind::Call(..) | Kind::Unify(..) => bound.extend(&goal.variables),
        Kind::All(goals) => goals.iter().for_each(|goal| add_bound(goal, bound)),
        Kind::Either(one, other) => {
            let [by_one, by_other] = bound_by([one, other]);
            bound.extend(by_one.intersection(&by_other));
        }
        _ => {}
    }
}

/// Whether all answers to a goal bind the same of the variables that stand elsewhere in its clause too.
pub(super) fn binds_alike(goal: &Goal) -> bool {
    let is_alike = match &goal.kind {
        Kind::Either(one, other) => {
            let [by_one, by_other] = bound_by([one, other]);
            let mut unlike = by_one.symmetric_difference(&by_other);
            !unlike.any(|variable| goal.live.contains(variable))
        }
        _ => true,
    };
    is_alike && goal.parts().into_iter().all(binds_alike)
}

fn bound_by(goals: [&Goal; 2]) -> [Variables; 2] {
    goals.map(|goal| {
        let mut bound = Variables::new();
        add_bound(goal, &mut bound);
        bound
    })
}

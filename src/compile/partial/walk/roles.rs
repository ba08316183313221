//! Which arguments of a predicate a walk keeps to itself.

use rustc_hash::FxHashSet;

use crate::compile::partial::goal::{Callee, Clause, Goal, Kind};
use crate::compile::partial::program::{Predicate, Predicates};
use crate::compile::partial::store::Pattern;

/// The arguments that are hidden, by place, and whether each is a list that grows. The others are
/// handed on unchanged.
#[derive(Clone, Debug)]
pub(super) struct HiddenArguments(Vec<(usize, bool)>);

impl HiddenArguments {
    pub fn contains(&self, place: usize) -> bool {
        self.0.iter().any(|(hidden, _)| *hidden == place)
    }

    /// Whether an argument is a list that grows.
    pub fn is_list(&self, place: usize) -> bool {
        self.0.contains(&(place, true))
    }

    /// The number of a hidden argument among them.
    pub fn number_of(&self, place: usize) -> Option<usize> {
        self.0.iter().position(|(hidden, _)| *hidden == place)
    }

    /// Keeps those that are wanted, by place and whether it is a list that grows.
    pub fn retain(&mut self, wanted: impl Fn(usize, bool) -> bool) {
        self.0.retain(|(place, is_list)| wanted(*place, *is_list));
    }
}

/// The arguments that may be hidden of a predicate with this number; none if it cannot be walked:
/// it must call itself, and each time with a longer list.
pub(super) fn hidden_arguments(predicate: &Predicate, number: u32) -> Option<HiddenArguments> {
    let clauses = predicate.clauses.as_ref().ok()?;
    if predicate.is_static || predicate.is_tabled {
        return None;
    }
    let mut calls = Vec::new();
    for clause in clauses {
        let mut found = Vec::new();
        let goals = clause.body.iter();
        goals.for_each(|goal| calls_of(goal, number, &mut found));
        calls.extend(found.into_iter().map(|arguments| (clause, arguments)));
    }
    if calls.is_empty() {
        return None;
    }
    let places = (0..predicate.arity).filter_map(|place| {
        let passes = |how: fn(&Pattern, u32) -> bool| {
            calls.iter().all(|(clause, arguments)| {
                let head = variable_of(clause, place);
                head.is_some_and(|head| how(&arguments[place], head))
            })
        };
        match (passes(is_same), passes(grows)) {
            (true, _) => Some((place, false)),
            (_, true) => Some((place, true)),
            _ => None,
        }
    });
    let hidden: Vec<(usize, bool)> = places.collect();
    let grows = hidden.iter().any(|(_, is_list)| *is_list);
    grows.then_some(HiddenArguments(hidden))
}

impl Predicates {
    /// Whether a goal calls a predicate that can be walked, or one that leads to such a call.
    pub(in crate::compile::partial) fn leads_to_chains(&self, goal: &Goal) -> bool {
        let (mut pending, mut seen) = (self.called_in([goal]), FxHashSet::default());
        while let Some(number) = pending.pop() {
            if seen.insert(number) {
                if hidden_arguments(&self.predicates[number as usize], number).is_some() {
                    return true;
                }
                pending.extend(self.called_by(number));
            }
        }
        false
    }

    /// The predicates of the game that the clauses of one call and that depend on the position.
    pub(super) fn called_by(&self, predicate: u32) -> Vec<u32> {
        let clauses = self.predicates[predicate as usize].clauses.iter().flatten();
        self.called_in(clauses.flat_map(|clause| &clause.body))
    }

    fn called_in<'g>(&self, goals: impl IntoIterator<Item = &'g Goal>) -> Vec<u32> {
        let mut called = Vec::new();
        for goal in goals {
            goal.each_callee(&mut |callee| match callee {
                Callee::Clauses(number) if (*number as usize) < self.own => called.push(*number),
                _ => {}
            });
        }
        called.retain(|number| !self.predicates[*number as usize].is_static);
        called
    }
}

/// The variable that is an argument of a clause's head.
fn variable_of(clause: &Clause, place: usize) -> Option<u32> {
    match clause.head.get(place) {
        Some(Pattern::Variable(number)) => Some(*number),
        _ => None,
    }
}

fn is_same(argument: &Pattern, head: u32) -> bool {
    matches!(argument, Pattern::Variable(number) if *number == head)
}

/// Whether an argument is a list with an element more than what the head has.
fn grows(argument: &Pattern, head: u32) -> bool {
    matches!(argument, Pattern::Compound(_, parts) if matches!(&**parts, [_, rest] if is_same(rest, head)))
}

/// The arguments of the calls of a predicate in a goal.
fn calls_of<'g>(goal: &'g Goal, predicate: u32, found: &mut Vec<&'g [Pattern]>) {
    match &goal.kind {
        Kind::Call(Callee::Clauses(callee), arguments) if *callee == predicate => {
            found.push(arguments);
        }
        _ => {
            let parts = goal.parts().into_iter();
            parts.for_each(|goal| calls_of(goal, predicate, found));
        }
    }
}

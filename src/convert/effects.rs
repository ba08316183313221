//! What moves change, out of the clauses that say which facts hold next.
//!
//! `next(F) :- F, Conditions` says when a fact stays. All other clauses of `next` say which facts come: they
//! become clauses of `add`. What goes is what has no reason to stay, which may be said in several ways. The
//! last of them is right by its form. The others read better, and have to be proved.

use std::collections::HashMap;

use indexmap::IndexMap;

use super::conditions::{Inverse, conjuncts, inverse, is_test, negated};
use super::variables::{each_different, marked, renamed, substituted, variables};
use crate::syntax::construct::{applied, clause, compound, directive, variable};
use crate::syntax::source::Span;
use crate::syntax::tree::{Clause, Name, SourceTerm, TermKind};

/// Name and number of arguments of a fluent.
pub(super) type Functor = (Name, usize);

/// The clauses of a rule file with `next`.
pub(super) struct Effects<'c> {
    clauses: &'c [Clause],
    /// What is said of each fluent that may hold next.
    fluents: IndexMap<Functor, Fluent>,
}

/// What is said of a fluent.
#[derive(Default)]
struct Fluent {
    /// The place of the first clause by which it stays, or else comes.
    first: usize,
    /// The arguments of the first fact that is said of it with different variables.
    variables: Option<Vec<Name>>,
    /// The clauses by which it stays.
    stays: Vec<Stays>,
    /// The ways to say what goes, from the shortest to one that is right.
    ways: Vec<Vec<Clause>>,
    /// The way that is taken.
    way: usize,
}

/// A clause by which a fact stays.
struct Stays {
    fact: SourceTerm,
    conditions: Vec<SourceTerm>,
    comment: Box<str>,
}

impl<'c> Effects<'c> {
    /// The effects of clauses; `valued` are fluents whose last argument is a value of the others. None if
    /// there is no clause of `next`, or one does not name its fluent.
    pub fn new(clauses: &'c [Clause], valued: &dyn Fn(&Functor) -> bool) -> Option<Self> {
        let mut fluents: IndexMap<Functor, Fluent> = IndexMap::new();
        for (place, clause) in clauses.iter().enumerate() {
            let Some(fact) = next(clause) else {
                continue;
            };
            let (name, arguments) = fact.name_and_arguments()?;
            let key = (name.clone(), arguments.len());
            let fluent = fluents.entry(key).or_insert_with(|| Fluent {
                first: place,
                ..Fluent::default()
            });
            if fluent.variables.is_none() {
                fluent.variables = each_different(fact);
            }
            let mut conditions = conjuncts(clause.body());
            if let Some(own) = conditions.iter().position(|goal| goal == fact) {
                conditions.remove(own);
                if fluent.stays.is_empty() {
                    fluent.first = place;
                }
                fluent.stays.push(Stays {
                    fact: fact.clone(),
                    conditions,
                    comment: clause.comment.clone(),
                });
            }
        }
        for (functor, fluent) in &mut fluents {
            fluent.ways = ways(functor, fluent, valued(functor));
        }
        (!fluents.is_empty()).then_some(Self { clauses, fluents })
    }

    /// The clauses with `add` and `delete` in place of `next`.
    pub fn written(&self) -> Vec<Clause> {
        let mut written = Vec::new();
        for (place, clause) in self.clauses.iter().enumerate() {
            let first = self.fluents.values().filter(|fluent| fluent.first == place);
            for fluent in first {
                written.extend(fluent.ways[fluent.way].iter().cloned());
            }
            match next(clause) {
                Some(fact) if !conjuncts(clause.body()).contains(fact) => {
                    written.push(with_head(clause, "add", fact));
                }
                Some(_) => {}
                None => written.push(clause.clone()),
            }
        }
        written
    }

    /// Takes the next way to say what goes of a fluent, if it has not taken the last one, which is right.
    pub fn take_next_way(&mut self, functor: &Functor) -> bool {
        match self.fluents.get_mut(functor) {
            Some(fluent) if fluent.way + 1 < fluent.ways.len() => {
                fluent.way += 1;
                true
            }
            _ => false,
        }
    }

    /// The fluents of which the way that is taken says in several clauses what goes.
    pub fn in_several_clauses(&self) -> Vec<(Functor, usize)> {
        let fluents = self.fluents.iter();
        let taken = fluents.map(|(functor, fluent)| (functor, fluent.ways[fluent.way].len()));
        taken
            .filter(|(_, clauses)| *clauses > 1)
            .map(|(functor, clauses)| (functor.clone(), clauses))
            .collect()
    }

    /// Leaves out one of the clauses that say what goes of a fluent; what they were.
    pub fn leave_out(&mut self, functor: &Functor, clause: usize) -> Vec<Clause> {
        let fluent = &mut self.fluents[functor];
        let mut left = fluent.ways[fluent.way].clone();
        left.remove(clause);
        std::mem::replace(&mut fluent.ways[fluent.way], left)
    }

    /// Says of a fluent with these clauses what goes.
    pub fn put_back(&mut self, functor: &Functor, clauses: Vec<Clause>) {
        let fluent = &mut self.fluents[functor];
        fluent.ways[fluent.way] = clauses;
    }
}

/// The fact of a clause of `next`.
fn next(clause: &Clause) -> Option<&SourceTerm> {
    match clause.head()?.parts()? {
        ("next", [fact]) => Some(fact),
        _ => None,
    }
}

/// The clause about another predicate of the same fact.
fn with_head(of: &Clause, name: &str, fact: &SourceTerm) -> Clause {
    let head = of.head().map_or(fact.span, |head| head.span);
    let head = compound(name, head, vec![fact.clone()]);
    clause(head, conjuncts(of.body()), of.term.span, of.comment.clone())
}

/// A clause; the declaration of one of these fluents with a value in place of one without.
pub(super) fn declared(clause: &Clause, valued: &dyn Fn(&Functor) -> bool) -> Clause {
    with_value(clause, valued).unwrap_or_else(|| clause.clone())
}

fn with_value(of: &Clause, valued: &dyn Fn(&Functor) -> bool) -> Option<Clause> {
    let ("fluent", [fluent]) = of.directive()?.parts()? else {
        return None;
    };
    let (name, arguments) = fluent.name_and_arguments()?;
    let (value, keys) = arguments.split_last()?;
    if !valued(&(name.clone(), arguments.len())) {
        return None;
    }
    let keys = applied(name, fluent.span, keys.to_vec());
    let arrow = compound("->", fluent.span, vec![keys, value.clone()]);
    let declared = directive(compound("fluent", of.term.span, vec![arrow]));
    Some(Clause {
        comment: of.comment.clone(),
        ..declared
    })
}

/// The ways to say what goes of a fluent.
fn ways(functor: &Functor, fluent: &Fluent, is_valued: bool) -> Vec<Vec<Clause>> {
    if fluent.stays.iter().any(|stays| stays.conditions.is_empty()) {
        return vec![Vec::new()];
    }
    let mut ways = Vec::new();
    if is_valued {
        ways.push(Vec::new());
    }
    for is_unified in [true, false] {
        let clauses = fluent.stays.iter().map(|stays| stays.inverted(is_unified));
        if let Some(clauses) = clauses.collect::<Option<Vec<_>>>() {
            let clauses: Vec<Clause> = clauses.into_iter().flatten().collect();
            if !clauses.is_empty() && ways.last() != Some(&clauses) {
                ways.push(clauses);
            }
        }
    }
    ways.push(vec![general(functor, fluent)]);
    ways
}

/// What goes is what has no reason to stay.
fn general((name, arity): &Functor, fluent: &Fluent) -> Clause {
    let span = fluent
        .stays
        .first()
        .map_or(Span::NOWHERE, |stays| stays.fact.span);
    let keys = fluent.variables.clone().unwrap_or_else(|| {
        let names = (1..=*arity).map(|number| Name::from(format!("Argument{number}")));
        names.collect()
    });
    let arguments: Vec<SourceTerm> = keys.iter().map(|key| variable(key, span)).collect();
    let fact = applied(name, span, arguments);
    let mut goals = vec![fact.clone()];
    for stays in &fluent.stays {
        goals.push(negated(stays.reasons(&keys)));
    }
    let comment = fluent.stays.first().map(|stays| stays.comment.clone());
    delete(&fact, goals, comment.unwrap_or_default())
}

fn delete(fact: &SourceTerm, goals: Vec<SourceTerm>, comment: Box<str>) -> Clause {
    let head = compound("delete", fact.span, vec![fact.clone()]);
    marked(&clause(head, goals, fact.span, comment))
}

impl Stays {
    /// When the fact with these variables as arguments stays by this clause.
    fn reasons(&self, keys: &[Name]) -> Vec<SourceTerm> {
        let mut names: HashMap<Name, Name> = HashMap::new();
        let arguments = self
            .fact
            .parts()
            .map_or(&[][..], |(_, arguments)| arguments);
        let mut equal = Vec::new();
        for (argument, key) in arguments.iter().zip(keys) {
            match &argument.kind {
                TermKind::Variable(name) if !names.contains_key(name) => {
                    names.insert(name.clone(), key.clone());
                }
                _ => equal.push((variable(key, argument.span), argument.clone())),
            }
        }
        // Variables of this clause alone that are called as one of the keys.
        for name in self.conditions.iter().flat_map(variables) {
            if keys.contains(&name) && !names.contains_key(&name) {
                names.insert(name.clone(), Name::from(format!("{name}_")));
            }
        }
        let equal = equal.into_iter().map(|(key, argument)| {
            let argument = renamed(&argument, &names);
            compound("=", argument.span, vec![key, argument])
        });
        let conditions = self.conditions.iter();
        equal
            .chain(conditions.map(|goal| renamed(goal, &names)))
            .collect()
    }

    /// For each condition on the fact a clause that the fact goes where it does not hold, given all that
    /// the conditions find out first. None if there is no such condition.
    fn inverted(&self, is_unified: bool) -> Option<Vec<Clause>> {
        let mut bound = variables(&self.fact);
        let (mut found, mut tests) = (Vec::new(), Vec::new());
        for goal in &self.conditions {
            if is_test(goal, &bound) {
                tests.push(goal);
            } else {
                bound.extend(variables(goal));
                found.push(goal.clone());
            }
        }
        let (does, others): (Vec<_>, Vec<_>) = found
            .into_iter()
            .partition(|goal| goal.parts().is_some_and(|(name, _)| name == "does"));
        let mut clauses = Vec::new();
        for test in &tests {
            let goals = [&does[..], std::slice::from_ref(&self.fact), &others].concat();
            let comment = match clauses.is_empty() {
                true => self.comment.clone(),
                false => Box::default(),
            };
            clauses.push(match inverse(test, is_unified) {
                Inverse::Goal(goal) => delete(&self.fact, [&goals[..], &[goal]].concat(), comment),
                Inverse::Equal(pairs) => {
                    let mut fact = self.fact.clone();
                    let mut goals = goals;
                    for (one, other) in pairs {
                        fact = substituted(&fact, &one, &other)?;
                        goals = goals
                            .iter()
                            .map(|goal| substituted(goal, &one, &other))
                            .collect::<Option<_>>()?;
                    }
                    delete(&fact, goals, comment)
                }
            });
        }
        (!clauses.is_empty()).then_some(clauses)
    }
}

//! Goals of which the first answer counts: conditions and `once/1`. A sheet has no first answer. They can
//! be said if the condition only tests, or has one answer at most, or tries the answers of a fixed
//! predicate one after the other: then each answer can be told from the earlier ones.

use std::collections::HashSet;

use indexmap::IndexSet;

use super::body::{Alternative, Translation, rule};
use super::denial::plain;
use super::fault::{Fault, beyond};
use super::rule::{Atom, Literal, Rule, TRUE};
use super::term::Term;
use crate::syntax::source::Span;
use crate::syntax::tree::{Name, SourceTerm};

/// The most answers that are told from the earlier ones.
const MOST_IN_ORDER: usize = 64;

/// Predicates with at most one answer once their arguments but the last are known.
const FUNCTIONS: [&str; 16] = [
    "$plus",
    "$minus",
    "$times",
    "$divided",
    "$quotient",
    "$modulo",
    "$remainder",
    "$power",
    "$negative",
    "$absolute",
    "$maximum",
    "$minimum",
    "$value",
    "$aggregate_all",
    "$findall",
    "$length",
];

impl Translation<'_, '_> {
    /// `( condition -> then ; otherwise )`
    pub fn choice(
        &mut self,
        condition: &SourceTerm,
        then: &SourceTerm,
        otherwise: Option<&SourceTerm>,
        so_far: Alternative,
    ) -> Result<Vec<Alternative>, Fault> {
        let mut ends = Vec::new();
        for chosen in self.first_answer(condition, so_far.clone())? {
            ends.extend(self.goal(then, chosen)?);
        }
        if let Some(otherwise) = otherwise {
            for denied in self.negation(&[condition], &[], condition.span, so_far)? {
                ends.extend(self.goal(otherwise, denied)?);
            }
        }
        Ok(ends)
    }

    /// The first answer of a goal.
    pub fn first_answer(
        &mut self,
        goal: &SourceTerm,
        so_far: Alternative,
    ) -> Result<Vec<Alternative>, Fault> {
        let known = so_far.known();
        let mut chosen: Vec<Name> = Vec::new();
        let mut shared: Vec<Term> = Vec::new();
        so_far.apply(&self.term(goal)).each_variable(&mut |name| {
            let variable = Term::Variable(name.clone());
            if known.contains(name) {
                if !shared.contains(&variable) {
                    shared.push(variable);
                }
            } else if self.occurs_outside(name, &[goal]) && !chosen.contains(name) {
                chosen.push(name.clone());
            }
        });
        let before = so_far.body.len();
        let ways = self.goal(goal, so_far.clone())?;
        let is_one = ways.len() <= 1
            && ways
                .iter()
                .all(|way| self.has_one_answer(way, before, &known));
        if chosen.is_empty() || is_one {
            return Ok(ways);
        }
        self.rely(&chosen, &so_far, goal.span);
        self.in_order(&chosen, &shared, &ways, before, goal.span, so_far)
    }

    /// Whether the conditions from one on have at most one answer.
    fn has_one_answer(&self, way: &Alternative, from: usize, known: &HashSet<Name>) -> bool {
        let mut known = known.clone();
        for literal in &way.body[from..] {
            let Literal::Atom(atom) = literal else {
                continue;
            };
            let is_known = |term: &Term| {
                let mut is_known = true;
                way.apply(term)
                    .each_variable(&mut |name| is_known &= known.contains(name));
                is_known
            };
            let all = |terms: &[Term]| terms.iter().all(is_known);
            let has_one = all(&atom.arguments)
                || FUNCTIONS.contains(&&*atom.name)
                    && atom
                        .arguments
                        .split_last()
                        .is_some_and(|(_, inputs)| all(inputs))
                || atom.is(TRUE, 1) && self.is_value_of_known(&atom.arguments[0], &all);
            if !has_one {
                return false;
            }
            way_variables(way, atom, &mut known);
        }
        true
    }

    /// Whether a fact has one value at most once its keys are known, and they are.
    fn is_value_of_known(&self, fact: &Term, all_known: &dyn Fn(&[Term]) -> bool) -> bool {
        let Some((name, arguments)) = fact.parts() else {
            return false;
        };
        let fluent = self.program.fluent(name, arguments.len());
        fluent.is_some_and(|fluent| {
            fluent.value.is_some() && all_known(&arguments[..fluent.keys.len()])
        })
    }

    /// The first of answers that come in the order of a fixed predicate.
    fn in_order(
        &mut self,
        chosen: &[Name],
        shared: &[Term],
        ways: &[Alternative],
        before: usize,
        span: Span,
        so_far: Alternative,
    ) -> Result<Vec<Alternative>, Fault> {
        let refused = || {
            beyond(
                "several answers are possible here, of which the first one counts",
                span,
                "a sheet has no first answer: say which answer is meant, as in `\\+ ( better(Y), ... )`",
            )
        };
        let ([variable], [way]) = (chosen, ways) else {
            return Err(refused());
        };
        let value = Term::Variable(variable.clone());
        let Some(Literal::Atom(first)) = way.body.get(before) else {
            return Err(refused());
        };
        let asked = first
            .goal
            .clone()
            .unwrap_or_else(|| Term::applied(&first.name, first.arguments.clone()));
        let asked = way.apply(&asked);
        let is_alone = first
            .arguments
            .iter()
            .map(|term| way.apply(term))
            .all(|term| term == value || term.is_ground());
        let is_fixed = first.goal.is_some() || self.program.is_fixed_predicate(&first.key());
        let answers = match is_alone && is_fixed && way.apply(&value) == value {
            true => self
                .program
                .answers(&asked, MOST_IN_ORDER)
                .ok_or_else(refused)?,
            false => return Err(refused()),
        };
        let values: IndexSet<Term> = answers.into_iter().flatten().collect();
        // The other conditions only test.
        let mut known = so_far.known();
        way_variables(way, first, &mut known);
        if !self.has_one_answer(way, before + 1, &known) {
            return Err(refused());
        }
        let about = plain(&self.about).to_owned();
        let candidate = self.names.relation(&format!("{about}_candidate"));
        let earlier = self.names.relation(&format!("{about}_earlier"));
        let order = self
            .names
            .relation(&format!("{}_before", plain(&first.name)));
        for (number, one) in values.iter().enumerate() {
            for other in values.iter().skip(number + 1) {
                let fact = Atom::new(&order, vec![one.clone(), other.clone()], span);
                self.added.push(Rule::new(fact, Vec::new()));
            }
        }
        let with = |term: &Term| [shared, std::slice::from_ref(term)].concat();
        let own = Alternative {
            body: way.body[before..].to_vec(),
            ..way.clone()
        };
        self.added
            .push(rule(Atom::new(&candidate, with(&value), span), &own));
        let other = Term::variable("$earlier");
        let body = [
            (&candidate, with(&other)),
            (&order, vec![other.clone(), value.clone()]),
        ];
        let body = body.map(|(name, arguments)| Literal::Atom(Atom::new(name, arguments, span)));
        self.added.push(Rule::new(
            Atom::new(&earlier, with(&value), span),
            body.into(),
        ));
        Ok(vec![
            so_far
                .with(Literal::Atom(Atom::new(&candidate, with(&value), span)))
                .with(Literal::Not(Atom::new(&earlier, with(&value), span))),
        ])
    }
}

/// Notes the variables of a condition as known.
fn way_variables(way: &Alternative, atom: &Atom, known: &mut HashSet<Name>) {
    for term in &atom.arguments {
        way.apply(term).each_variable(&mut |name| {
            known.insert(name.clone());
        });
    }
}

//! Relations that a sheet lists as facts, and what they say about variables of rules.

use std::collections::HashMap;

use super::rule::{Atom, Rule, Term, TermKind};
use super::strata::{RelationKey, key};
use crate::syntax::tree::Name;

/// What some variables stand for.
#[derive(Clone, Debug, Default)]
pub(super) struct Values(Vec<(Name, Name)>);

impl Values {
    /// The constant that a term is; `None` if it is not known.
    pub fn of<'v>(&'v self, term: &'v Term) -> Option<&'v Name> {
        match &term.kind {
            TermKind::Constant(name) => Some(name),
            TermKind::Variable(variable) => {
                let known = self.0.iter().find(|(name, _)| name == variable);
                known.map(|(_, value)| value)
            }
            TermKind::Function(..) => None,
        }
    }

    /// The values with which a term is this constant, if it can be.
    pub fn with(&self, term: &Term, value: &Name) -> Option<Self> {
        if let Some(known) = self.of(term) {
            return (known == value).then(|| self.clone());
        }
        let TermKind::Variable(variable) = &term.kind else {
            return None;
        };
        let mut values = self.clone();
        values.0.push((variable.clone(), value.clone()));
        Some(values)
    }
}

/// The relations that are listed as facts about constants.
pub(super) struct StaticFacts<'r> {
    /// By relation the arguments of each fact.
    listed: HashMap<RelationKey, Vec<Vec<&'r Name>>>,
}

impl<'r> StaticFacts<'r> {
    /// Finds the relations of a sheet that no rule with conditions defines.
    pub fn new(rules: &'r [Rule]) -> Self {
        let mut listed: HashMap<RelationKey, Option<Vec<Vec<&'r Name>>>> = HashMap::new();
        for rule in rules {
            let arguments = rule.head.arguments.iter().map(|term| match &term.kind {
                TermKind::Constant(name) => Some(name),
                _ => None,
            });
            let fact: Option<Vec<&Name>> = arguments.collect();
            let fact = fact.filter(|_| rule.body.is_empty());
            let facts = listed
                .entry(key(&rule.head))
                .or_insert_with(|| Some(Vec::new()));
            *facts = facts.take().zip(fact).map(|(mut facts, fact)| {
                facts.push(fact);
                facts
            });
        }
        let known = listed.into_iter();
        Self {
            listed: known
                .filter_map(|(relation, facts)| Some((relation, facts?)))
                .collect(),
        }
    }

    /// The values with which an atom holds; `None` if it is not about listed facts.
    pub fn narrow(&self, atom: &Atom, solutions: &[Values]) -> Option<Vec<Values>> {
        let facts = self.listed.get(&key(atom))?;
        let with_fact = |known: &Values, fact: &Vec<&Name>| {
            let mut arguments = atom.arguments.iter().zip(fact);
            arguments.try_fold(known.clone(), |values, (term, name)| {
                values.with(term, name)
            })
        };
        let each = |known: &Values| -> Vec<Values> {
            facts
                .iter()
                .filter_map(|fact| with_fact(known, fact))
                .collect()
        };
        Some(solutions.iter().flat_map(each).collect())
    }

    /// Whether an atom about listed facts never holds for two terms that are equal.
    pub fn tell_apart(&self, atom: &Atom, one: &Term, other: &Term) -> bool {
        let Some(facts) = self.listed.get(&key(atom)) else {
            return false;
        };
        let place_of = |wanted: &Term| {
            let TermKind::Variable(wanted) = &wanted.kind else {
                return None;
            };
            let is_wanted =
                |term: &Term| matches!(&term.kind, TermKind::Variable(name) if name == wanted);
            atom.arguments.iter().position(is_wanted)
        };
        let (Some(one), Some(other)) = (place_of(one), place_of(other)) else {
            return false;
        };
        one != other && facts.iter().all(|fact| fact[one] != fact[other])
    }
}

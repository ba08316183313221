//! Relations that hold in every position and call themselves, such as sums along a chain of successors, or go through
//! many values: a list of their facts takes the place of their rules. Each fact is found at once then, by any of its
//! arguments. By the rules some calls take very many steps, which a sheet does not show: to a set it does not matter in
//! how many ways it has an element.

use std::collections::HashSet;

use super::domains::Ground;
use super::fixed::FixedFacts;
use super::rule::{Atom, Rule, Term, TermKind};
use super::strata::{RelationKey, Strata, key};
use crate::syntax::source::Span;

/// A relation with more facts keeps its rules.
const MOST_FACTS: usize = 1 << 15;

/// A relation that calls nothing but others, and has more facts, keeps its rules: each fact takes time to read.
const MOST_FACTS_OF_SEARCH: usize = 1 << 13;

/// A question that goes through fewer values takes hardly longer than a fact.
const MANY_VALUES: usize = 16;

/// The relations that go through many values for each question. The conditions of the rules are in order.
pub(super) fn searching(rules: &[Rule], strata: &Strata, fixed: &FixedFacts) -> Vec<RelationKey> {
    let mut relations: Vec<&RelationKey> = strata.defined.keys().collect();
    relations.sort_unstable();
    let searches = |relation: &&RelationKey| {
        let facts = fixed.of(relation);
        facts.is_some_and(|facts| facts.len() <= MOST_FACTS_OF_SEARCH)
            && fixed
                .cost(rules, strata, relation)
                .is_some_and(|cost| cost >= MANY_VALUES)
    };
    relations.into_iter().filter(searches).cloned().collect()
}

/// The rules with those of these relations replaced by their facts, where these are known and there are not too
/// many. The facts have the place of the first rule of their relation.
pub(super) fn listed(
    rules: Vec<Rule>,
    relations: &[RelationKey],
    fixed: &FixedFacts,
) -> (Vec<Rule>, HashSet<RelationKey>) {
    let few = |relation: &&RelationKey| {
        let facts = fixed.of(relation);
        facts.is_some_and(|facts| facts.len() <= MOST_FACTS)
    };
    let short: HashSet<RelationKey> = relations.iter().filter(few).cloned().collect();
    let mut begun = HashSet::new();
    let mut written = Vec::with_capacity(rules.len());
    for rule in rules {
        let relation = key(&rule.head);
        if !short.contains(&relation) {
            written.push(rule);
        } else if begun.insert(relation.clone()) {
            written.extend(facts(&rule, fixed.of(&relation).into_iter().flatten()));
        }
    }
    (written, short)
}

/// Facts in place of the rules of which this is the first. Its comment is about all of them.
fn facts<'f>(
    first: &'f Rule,
    facts: impl Iterator<Item = &'f Vec<Ground>>,
) -> impl Iterator<Item = Rule> {
    let mut comment = Some(first.comment.clone());
    facts.map(move |arguments| Rule {
        comment: comment.take().unwrap_or_default(),
        ..fact(&first.head, arguments, first.span)
    })
}

/// A fact of the relation of an atom, at its place, in a rule at another.
pub(super) fn fact(atom: &Atom, arguments: &[Ground], span: Span) -> Rule {
    Rule {
        head: Atom {
            name: atom.name.clone(),
            arguments: arguments
                .iter()
                .map(|argument| term(argument, atom.span))
                .collect(),
            span: atom.span,
        },
        body: Vec::new(),
        span,
        comment: Box::default(),
    }
}

/// A term without variables, at a place.
fn term(ground: &Ground, span: Span) -> Term {
    let kind = match ground {
        Ground::Constant(name) => TermKind::Constant(name.clone()),
        Ground::Function(name, arguments) => {
            let arguments = arguments.iter().map(|argument| term(argument, span));
            TermKind::Function(name.clone(), arguments.collect())
        }
    };
    Term { kind, span }
}

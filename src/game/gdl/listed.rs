//! Relations that call themselves and hold in every position, such as sums along a chain of successors: a list of
//! their facts takes the place of their rules. Each fact is found at once then, by any of its arguments. By the
//! rules some calls take very many steps, which a sheet does not show: to a set it does not matter in how many
//! ways it has an element.

use std::collections::HashSet;

use super::domains::Ground;
use super::fixed::FixedFacts;
use super::rule::{Atom, Rule, Term, TermKind};
use super::strata::{RelationKey, key};
use crate::syntax::source::Span;

/// A relation with more facts keeps its rules.
const MOST_FACTS: usize = 1 << 15;

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

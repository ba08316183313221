//! The declarations of the facts of a sheet, each argument with a domain. A relation of the sheet that
//! lists the same terms is the domain; otherwise the terms are listed anew. The last argument is a value
//! where it is proved that the others never have two of them.

use indexmap::IndexMap;

use super::domains::{Domains, Ground, Kind, Terms};
use super::fixed::FixedFacts;
use super::names::Names;
use super::strata::RelationKey;
use super::write::ground;
use crate::syntax::construct::{
    applied, as_number, clause, compound, constant, directive, variable,
};
use crate::syntax::source::Span;
use crate::syntax::tree::{Clause, Name, SourceTerm};

/// The declarations of the fluents, and the clauses of their domains.
pub(super) fn declarations(
    fluents: &IndexMap<RelationKey, Span>,
    domains: &Domains,
    fixed: &FixedFacts,
    has_values: &dyn Fn(&RelationKey) -> bool,
    names: &mut Names,
) -> Vec<Clause> {
    let mut declaring = Declaring {
        fixed,
        names,
        known: Vec::new(),
        written: Vec::new(),
    };
    for (relation, span) in fluents {
        let (fluent, arity) = relation;
        let mut arguments: Vec<SourceTerm> = (0..*arity)
            .map(|place| {
                let terms = domains.of(&(Kind::Fluent, fluent.clone(), *arity, place));
                match terms {
                    Some(terms) => declaring.domain(terms, fluent, place, *span),
                    None => variable("_", *span),
                }
            })
            .collect();
        let value = arguments.pop_if(|_| has_values(relation));
        let name = declaring.names.fluent(relation);
        let mut declared = applied(name.unwrap_or(fluent), *span, arguments);
        if let Some(value) = value {
            declared = compound("->", *span, vec![declared, value]);
        }
        let declared = directive(compound("fluent", *span, vec![declared]));
        declaring.written.push(declared);
    }
    declaring.written
}

struct Declaring<'d> {
    fixed: &'d FixedFacts,
    names: &'d mut Names,
    /// The domains so far, with their names.
    known: Vec<(Terms, Name)>,
    written: Vec<Clause>,
}

impl Declaring<'_> {
    /// The name of a domain with these terms.
    fn domain(&mut self, terms: Terms, fluent: &Name, place: usize, span: Span) -> SourceTerm {
        let known = self.known.iter().find(|(other, _)| *other == terms);
        let name = known.map(|(_, name)| name.clone());
        let name = name
            .or_else(|| self.relation(&terms))
            .unwrap_or_else(|| self.listed(&terms, fluent, place, span));
        self.known.push((terms, name.clone()));
        applied(&name, span, Vec::new())
    }

    /// The relation of the sheet that has the same terms.
    fn relation(&self, terms: &Terms) -> Option<Name> {
        let is_same = |relation: &RelationKey| {
            let facts = self.fixed.of(relation).filter(|_| relation.1 == 1);
            facts.is_some_and(|facts| {
                let is_there = |fact: &Vec<Ground>| terms.contains(&fact[0]);
                facts.len() == terms.len() && facts.iter().all(is_there)
            })
        };
        self.names.relation_with(is_same)
    }

    /// A relation that lists the terms.
    fn listed(&mut self, terms: &Terms, fluent: &Name, place: usize, span: Span) -> Name {
        let name = self.names.fresh(&format!("{fluent}_{}", place + 1), 1);
        let listed = match interval(terms) {
            Some([first, last]) => {
                let ends = [first, last].map(|end| constant(&end.to_string(), span));
                vec![compound("..", span, ends.to_vec())]
            }
            None => terms.iter().map(|term| ground(term, span)).collect(),
        };
        for term in listed {
            let fact = compound(&name, span, vec![term]);
            self.written
                .push(clause(fact, Vec::new(), span, Box::default()));
        }
        name
    }
}

/// The first and the last term, if the terms are all numbers from one to the other.
fn interval(terms: &Terms) -> Option<[i64; 2]> {
    let numbers = terms.iter().map(|term| match term {
        Ground::Constant(name) => as_number(name),
        Ground::Function(..) => None,
    });
    let mut numbers: Vec<i64> = numbers.collect::<Option<_>>()?;
    numbers.sort_unstable();
    let is_next = |pair: &[i64]| pair[0].checked_add(1) == Some(pair[1]);
    match numbers[..] {
        [first, .., last] if numbers.windows(2).all(is_next) => Some([first, last]),
        _ => None,
    }
}

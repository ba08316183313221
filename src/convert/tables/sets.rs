//! The relations with one argument that are nothing but facts. They say what a variable of a clause can be, as a
//! person writes it: `init(cell(X, 1, white)) :- index(X).`

use std::collections::HashSet;

use indexmap::IndexMap;

use super::table::{Constant, fact};
use crate::game::vocabulary;
use crate::logic::{Builder, interval};
use crate::syntax::construct::compound;
use crate::syntax::source::Span;
use crate::syntax::tree::{Clause, Name, SourceTerm, TermKind};

/// The most terms of an interval that is looked at.
const MOST_TERMS: u64 = 1 << 12;

/// What variables can be.
#[derive(Clone)]
pub(in crate::convert) struct Sets {
    /// By relation its terms, in the order of the facts.
    known: IndexMap<Name, Vec<Constant>>,
    /// The names of all relations and facts with one argument.
    taken: HashSet<Name>,
}

impl Sets {
    /// Finds those of a rule file.
    pub fn new(clauses: &[Clause]) -> Self {
        let mut known: IndexMap<Name, Vec<Constant>> = IndexMap::new();
        let mut others: HashSet<Name> = HashSet::new();
        let mut taken = HashSet::new();
        for clause in clauses {
            take_names(&clause.term, &mut taken);
            let Some((name, [argument])) = clause.head().and_then(SourceTerm::name_and_arguments)
            else {
                continue;
            };
            let terms = clause.body().is_none().then(|| terms(argument)).flatten();
            match terms.filter(|_| may_be_asked(name)) {
                Some(terms) => known.entry(name.clone()).or_default().extend(terms),
                None => {
                    others.insert(name.clone());
                }
            }
        }
        known.retain(|name, _| !others.contains(name));
        Self { known, taken }
    }

    /// The terms of a relation.
    pub fn terms(&self, name: &str) -> Option<&[Constant]> {
        self.known.get(name).map(Vec::as_slice)
    }

    /// The first relation with these terms, in any order.
    pub fn relation(&self, terms: &[Constant]) -> Option<&Name> {
        let wanted: HashSet<&Constant> = terms.iter().collect();
        let mut known = self.known.iter();
        let is_same = |own: &Vec<Constant>| {
            own.len() == wanted.len() && own.iter().all(|term| wanted.contains(term))
        };
        known.find(|(_, own)| is_same(own)).map(|(name, _)| name)
    }

    /// The ends of the relations that are intervals.
    pub fn intervals(&self) -> impl Iterator<Item = [i64; 2]> {
        self.known.values().filter_map(|terms| ends(terms))
    }

    /// The first relation that is this interval.
    pub fn interval(&self, wanted: [i64; 2]) -> Option<&Name> {
        let mut known = self.known.iter();
        let same = known.find(|(_, terms)| ends(terms) == Some(wanted));
        same.map(|(name, _)| name)
    }

    /// A new relation with the numbers of an interval.
    pub fn add(&mut self, name: &str, ends: [i64; 2], span: Span) -> Clause {
        let mut name = name.to_owned();
        while self.is_taken(&name) {
            name.push('_');
        }
        let name = Name::from(name);
        self.taken.insert(name.clone());
        let numbers = (ends[0]..=ends[1]).map(Constant::Number);
        self.known.insert(name.clone(), numbers.collect());
        fact(compound(&name, span, vec![range(ends, span)]))
    }

    fn is_taken(&self, name: &str) -> bool {
        self.taken.contains(name)
            || Builder::is_defined_without_program(name, 1)
            || vocabulary::word(name, 1).is_some()
    }
}

/// The terms that the argument of a fact stands for, if they are constants.
fn terms(argument: &SourceTerm) -> Option<Vec<Constant>> {
    if let Some((first, last)) = interval::interval(argument) {
        let (TermKind::Integer(first), TermKind::Integer(last)) = (&first.kind, &last.kind) else {
            return None;
        };
        let is_short = last.abs_diff(*first) < MOST_TERMS;
        return is_short.then(|| (*first..=*last).map(Constant::Number).collect());
    }
    Constant::of(argument).map(|constant| vec![constant])
}

/// Whether clauses may ask a relation: the words of the vocabulary are for the game to ask, except for the roles.
fn may_be_asked(name: &str) -> bool {
    name == "role" || vocabulary::word(name, 1).is_none()
}

/// Takes all names with one argument.
fn take_names(term: &SourceTerm, taken: &mut HashSet<Name>) {
    if let Some((name, arguments)) = term.name_and_arguments() {
        if arguments.len() == 1 {
            taken.insert(name.clone());
        }
        for argument in arguments {
            take_names(argument, taken);
        }
    }
}

/// The first and the last term, if the terms are two numbers or more that follow each other.
pub(super) fn ends(terms: &[Constant]) -> Option<[i64; 2]> {
    let is_next = |pair: &[Constant]| match (pair[0].number(), pair[1].number()) {
        (Some(one), Some(next)) => one.checked_add(1) == Some(next),
        _ => false,
    };
    let [first, .., last] = terms else {
        return None;
    };
    let is_interval = terms.windows(2).all(is_next);
    Some([first.number()?, last.number()?]).filter(|_| is_interval)
}

/// An interval as a term.
pub(super) fn range(ends: [i64; 2], span: Span) -> SourceTerm {
    let ends = ends.map(|end| Constant::Number(end).term(span));
    compound("..", span, ends.to_vec())
}

//! What is known so far of a domain that is being looked for: the terms that a key can be, and how a value is
//! built. Knows nothing of how new facts are found.

use std::collections::BTreeSet;
use std::slice;

use super::reason::Reason;
use crate::compile::domains::{FoundFluent, Group, Shape};
use crate::game::{Game as _, Rules};
use crate::logic::{LIST_CELL, Program, Storage, Term};
use crate::syntax::tree::{SourceTerm, TermKind};

/// A key or a place with more terms has no domain.
const MOST_TERMS: usize = 1_000;

/// Nor has one whose terms are larger together, in bytes.
const MOST_BYTES: usize = 1 << 20;

/// A value with more parts, or one that nests deeper, is not taken apart.
pub(super) const MOST_PARTS: usize = 2_000;
const DEEPEST: usize = 200;

/// What is known of a fluent so far.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Draft {
    pub relation: usize,
    name: String,
    is_valued: bool,
    keys: Vec<BTreeSet<Term>>,
    value: Option<Value>,
    is_lasting: bool,
}

/// What a value can be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Value {
    /// One of these terms.
    OneOf(BTreeSet<Term>),
    /// A compound of such parts.
    Compound(Functor, Vec<Value>),
}

/// What joins the parts of a value. Lists are built alike only if they are as long as each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Functor {
    Named(String),
    List,
}

impl Functor {
    fn term(&self, parts: &[Term]) -> Term {
        match self {
            Self::Named(name) => Term::compound(name, parts),
            Self::List => Term::list(parts),
        }
    }
}

/// A fact that may be added, by its fluent: the terms of its key and its value.
#[derive(Clone)]
pub(super) struct Added {
    pub relation: usize,
    pub keys: Vec<Term>,
    pub value: Value,
}

/// How numbers are taken to go on.
#[derive(Clone, Copy)]
pub(super) struct Onward<'n> {
    /// To the next of these.
    pub named: &'n BTreeSet<i64>,
    /// If there is none, for this number of steps.
    pub steps: i64,
}

impl Onward<'_> {
    /// The numbers behind the last one, given the one that was the last before.
    fn numbers(self, before: i64, last: i64) -> impl Iterator<Item = i64> {
        let step = last.saturating_sub(before);
        let next = match step > 0 {
            true => self.named.range(last..).next(),
            false => self.named.range(..=last).next_back(),
        };
        let steps = match next {
            Some(next) => next.abs_diff(last) / step.unsigned_abs().max(1),
            None => self.steps.unsigned_abs(),
        };
        let steps = steps.min(MOST_TERMS as u64 + 1) as i64;
        (1..=steps).map(move |count| last.saturating_add(step.saturating_mul(count)))
    }
}

impl Draft {
    /// What the first position says of a fluent.
    pub fn new(rules: &Rules, relation: usize) -> Result<Self, Reason> {
        let of = &rules.schema().relations()[relation];
        let mut draft = Self {
            relation,
            name: of.name.to_string(),
            is_valued: of.valued,
            keys: vec![BTreeSet::new(); of.keys],
            value: None,
            is_lasting: false,
        };
        let facts = match of.storage {
            Storage::Open(open) => rules.initial().open(open),
            Storage::Dense(_) | Storage::Given => Vec::new(),
        };
        for (key, value) in &facts {
            let added = parts_of(value).and_then(|value| {
                let keys = key.arguments();
                draft.add(
                    Added {
                        relation,
                        keys,
                        value,
                    },
                    None,
                )
            });
            added.map_err(|text| draft.without(rules, text))?;
        }
        let program = rules.program();
        let keys: usize = draft.keys.iter().map(BTreeSet::len).product();
        draft.is_lasting = !facts.is_empty()
            && facts.len() == keys
            && program.predicate("next", 1).is_none()
            && !may_name(program, "delete", (&of.name, of.arity()));
        Ok(draft)
    }

    /// Why the fluent has no domain.
    pub fn without(&self, rules: &Rules, text: &str) -> Reason {
        let name = &self.name;
        let text =
            format!("the fluent `{name}` has a domain without end, or a very large one: {text}");
        self.reason(rules, text)
    }

    /// Why the fluent has no domain, where it would take too much to find one.
    pub fn not_found(&self, rules: &Rules) -> Reason {
        let text = format!(
            "no domain is found for the fluent `{}`: it takes too much to find all that moves add; a domain \
             that is declared need not be found",
            self.name
        );
        self.reason(rules, text)
    }

    /// A reason at the place where the fluent is declared.
    fn reason(&self, rules: &Rules, text: String) -> Reason {
        let arity = self.keys.len() + usize::from(self.is_valued);
        let place = rules.declared_fluent(&self.name, arity);
        Reason::new(text, place.map(|(_, span)| span))
    }

    /// Why its domain, and that of others, cannot be looked for: what moves add is not known.
    pub fn not_looked_for(&self, reason: Reason) -> Reason {
        if reason.is_interruption() {
            return reason;
        }
        let text = format!(
            "no domain is found for the fluent `{}`, since not all is known that moves add: {}",
            self.name, reason.text
        );
        Reason::new(text, reason.span)
    }

    /// Adds a fact.
    pub fn add(&mut self, fact: Added, onward: Option<Onward<'_>>) -> Result<(), &'static str> {
        for (terms, term) in self.keys.iter_mut().zip(fact.keys) {
            let known = terms.len();
            add_terms(terms, BTreeSet::from([term]), onward)?;
            // A new key had no value in the first position.
            self.is_lasting &= terms.len() == known;
        }
        match &mut self.value {
            Some(known) => known.join(fact.value, onward),
            None => {
                self.value = Some(fact.value);
                Ok(())
            }
        }
    }

    pub fn found(&self) -> FoundFluent {
        let mut groups = Vec::new();
        let nothing = Value::OneOf(BTreeSet::new());
        let value = self.value.as_ref().unwrap_or(&nothing);
        let mut shape = value.shape(&mut groups);
        if groups.is_empty() {
            // It says at least whether it is there.
            let contents = Vec::from_iter(value.terms().into_iter().flatten());
            groups.push(Group {
                first_cell: 0,
                places: 1,
                contents,
            });
            shape = Shape::Place(0, 0);
        }
        FoundFluent {
            relation: self.relation,
            keys: self
                .keys
                .iter()
                .map(|terms| terms.iter().cloned().collect())
                .collect(),
            is_valued: self.is_valued,
            shape,
            groups,
            is_lasting: self.is_lasting,
        }
    }
}

impl Value {
    /// Makes of it what it or another one can be.
    fn join(&mut self, other: Value, onward: Option<Onward<'_>>) -> Result<(), &'static str> {
        match (&mut *self, other) {
            (Self::Compound(functor, parts), Self::Compound(other, of_other))
                if *functor == other && parts.len() == of_other.len() =>
            {
                let mut both = parts.iter_mut().zip(of_other);
                both.try_for_each(|(part, other)| part.join(other, onward))
            }
            (Self::OneOf(terms), Self::OneOf(others)) => add_terms(terms, others, onward),
            (_, other) => {
                let both = self.terms().zip(other.terms());
                let (mut terms, others) = both.ok_or(TOO_MANY)?;
                add_terms(&mut terms, others, onward)?;
                *self = Self::OneOf(terms);
                Ok(())
            }
        }
    }

    /// The terms that it can be; none if they are too many.
    fn terms(&self) -> Option<BTreeSet<Term>> {
        match self {
            Self::OneOf(terms) => Some(terms.clone()),
            Self::Compound(functor, parts) => {
                let mut all: Vec<Vec<Term>> = vec![Vec::new()];
                for part in parts {
                    let terms = part.terms()?;
                    if all.len() * terms.len() > MOST_TERMS {
                        return None;
                    }
                    let with = |before: &Vec<Term>| -> Vec<Vec<Term>> {
                        let extended = |term| [&before[..], slice::from_ref(term)].concat();
                        terms.iter().map(extended).collect()
                    };
                    all = all.iter().flat_map(with).collect();
                }
                Some(all.iter().map(|parts| functor.term(parts)).collect())
            }
        }
    }

    /// How it is made of places, which are added to the groups of those that can contain the same.
    fn shape(&self, groups: &mut Vec<Group>) -> Shape {
        match self {
            Self::OneOf(terms) if terms.len() == 1 => {
                let only = terms.first().expect("a set with one term");
                Shape::Constant(only.clone())
            }
            Self::OneOf(terms) => {
                let known = groups.iter().position(|group| {
                    group.contents.len() == terms.len() && group.contents.iter().eq(terms)
                });
                let number = known.unwrap_or_else(|| {
                    groups.push(Group {
                        first_cell: 0,
                        places: 0,
                        contents: terms.iter().cloned().collect(),
                    });
                    groups.len() - 1
                });
                groups[number].places += 1;
                Shape::Place(number, groups[number].places - 1)
            }
            Self::Compound(functor, parts) => {
                let parts: Vec<Shape> = parts.iter().map(|part| part.shape(groups)).collect();
                let constants = parts.iter().map(|part| match part {
                    Shape::Constant(term) => Some(term.clone()),
                    _ => None,
                });
                match (constants.collect::<Option<Vec<Term>>>(), functor) {
                    (Some(constants), _) => Shape::Constant(functor.term(&constants)),
                    (None, Functor::Named(name)) => Shape::Compound(name.clone(), parts),
                    (None, Functor::List) => {
                        let end = Shape::Constant(Term::list([]));
                        let with =
                            |rest, first| Shape::Compound(LIST_CELL.into(), vec![first, rest]);
                        parts.into_iter().rev().fold(end, with)
                    }
                }
            }
        }
    }
}

/// Why a fluent has no domain.
const TOO_MANY: &str = "it has more than a thousand values";
const TOO_LARGE: &str = "it has very large values";

/// A known term, taken apart.
fn parts_of(term: &Term) -> Result<Value, &'static str> {
    if term.is_larger_than(MOST_PARTS, DEEPEST) {
        return Err(TOO_LARGE);
    }
    Ok(value_of(term))
}

fn value_of(term: &Term) -> Value {
    let (functor, parts) = match (term.items(), term.functor()) {
        (Some(items), _) if !items.is_empty() => (Functor::List, items),
        (_, Some((name, 1..))) => (Functor::Named(name.to_owned()), term.arguments()),
        _ => return Value::OneOf(BTreeSet::from([term.clone()])),
    };
    Value::Compound(functor, parts.iter().map(value_of).collect())
}

/// Adds terms to those of a key or a place.
fn add_terms(
    terms: &mut BTreeSet<Term>,
    others: BTreeSet<Term>,
    onward: Option<Onward<'_>>,
) -> Result<(), &'static str> {
    let new: Vec<Term> = others.difference(terms).cloned().collect();
    if new.is_empty() {
        return Ok(());
    }
    let bounds = |terms: &mut dyn Iterator<Item = &Term>| {
        let numbers: Vec<i64> = terms.filter_map(Term::as_integer).collect();
        Some((*numbers.iter().min()?, *numbers.iter().max()?))
    };
    let (before, after) = (bounds(&mut terms.iter()), bounds(&mut new.iter()));
    if let (Some((least, most)), Some((new_least, new_most))) = (before, after)
        && let Some(onward) = onward
    {
        if new_most > most {
            terms.extend(onward.numbers(most, new_most).map(Term::integer));
        }
        if new_least < least {
            terms.extend(onward.numbers(least, new_least).map(Term::integer));
        }
    }
    terms.extend(new);
    if terms.len() > MOST_TERMS {
        return Err(TOO_MANY);
    }
    match terms.iter().map(Term::bytes).sum::<usize>() > MOST_BYTES {
        true => Err(TOO_LARGE),
        false => Ok(()),
    }
}

/// Whether a clause of a predicate with one argument has a head that may name facts of a relation.
fn may_name(program: &Program, predicate: &str, relation: (&str, usize)) -> bool {
    let Some(id) = program.predicate(predicate, 1) else {
        return false;
    };
    let names = |head: &SourceTerm| {
        let Some((_, [fact])) = head.name_and_arguments() else {
            return true;
        };
        match (&fact.kind, fact.name_and_arguments()) {
            (TermKind::Variable(_), _) | (_, None) => true,
            (_, Some((name, arguments))) => (&**name, arguments.len()) == relation,
        }
    };
    let mut heads = program.clauses(id).map(|clause| clause.head());
    heads.any(|head| head.is_none_or(names))
}

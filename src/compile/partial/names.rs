//! What the labels of a circuit stand for, in words of the rules: for those who look at it. The
//! evaluation itself goes by numbers.

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use super::constants::{Constant, Constants};
use super::keys::CompoundKeys;
use super::program::{Predicate, Predicates};
use super::solver::Mode;
use super::store::Item;
use crate::compile::circuit::Label;
use crate::logic::{Program, Term};
use crate::syntax::source::Span;
use crate::syntax::tree::Name;

/// What is said by labels of one form, whose constants differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Said {
    /// An answer of a predicate, by number.
    Answer(u32),
    /// That a call of a predicate has an answer.
    HasAnswer(u32),
    /// That a goal within a clause has an answer, by its number. Its variables are the arguments.
    Goal(u32, Span),
    /// An answer of a goal of which only some variables are asked for, after what is asked.
    Projected(u32, Span),
    /// That the machine has to answer a call.
    Beyond(u32, Mode),
    /// A move and its role.
    Move,
}

/// The forms of labels, each once, by number.
#[derive(Debug, Default)]
pub(super) struct Forms {
    forms: IndexSet<(Said, Box<[Item]>), FxBuildHasher>,
    /// These count as constants.
    keys: CompoundKeys,
}

impl Forms {
    /// No forms yet; these keys of fluents will count as constants.
    pub fn new(keys: CompoundKeys) -> Self {
        Self {
            keys,
            ..Self::default()
        }
    }

    /// The label of what is said of an instance: its form without constants, and the constants.
    pub fn label(&mut self, said: Said, instance: &[Item]) -> Label {
        let mut arguments = Vec::new();
        let mut form = Vec::with_capacity(instance.len());
        let mut rest = instance;
        while let [item, others @ ..] = rest {
            let constant = match item {
                Item::Constant(number) => Some((*number, 1)),
                Item::Compound(_) => self.keys.first(rest),
                _ => None,
            };
            match constant {
                Some((number, length)) => {
                    arguments.push(number);
                    form.push(Item::Constant(0));
                    rest = &rest[length..];
                }
                None => {
                    form.push(*item);
                    rest = others;
                }
            }
        }
        // A circuit has fewer than four billion nodes.
        let form = self.forms.insert_full((said, form.into())).0 as u32;
        Label { form, arguments }
    }
}

/// A predicate of the rules.
#[derive(Debug)]
pub(super) struct NamedPredicate {
    pub name: Name,
    pub arity: usize,
    /// Its first clause.
    pub place: Option<Span>,
}

impl NamedPredicate {
    /// All predicates, by number.
    pub fn all(predicates: &Predicates, program: &Program) -> Vec<Self> {
        let named = |predicate: &Predicate| {
            let name = &predicate.name;
            if predicate.part_of.is_some() {
                let first = predicate.clauses.iter().flatten().next();
                return Self {
                    name: format!("part of {name}").into(),
                    arity: predicate.arity,
                    place: first.and_then(|clause| Some(clause.body.first()?.span)),
                };
            }
            let own = program.predicate(name, predicate.arity);
            let first = own.and_then(|own| program.clauses(own).next());
            Self {
                name: name.clone(),
                arity: predicate.arity,
                place: first.map(|clause| clause.term.span),
            }
        };
        predicates.predicates.values().map(named).collect()
    }
}

/// The names of what a circuit speaks of.
#[derive(Debug, Default)]
pub struct LabelNames {
    pub(super) constants: Constants,
    pub(super) forms: Forms,
    pub(super) predicates: Vec<NamedPredicate>,
}

impl LabelNames {
    /// The goal or move that a label stands for, as the rules write it. A goal within a clause that is no
    /// call of a predicate is called `goal_` and a number; that the machine answers a call, `machine`.
    #[must_use]
    pub fn text(&self, label: &Label) -> String {
        self.text_of_all(&[label])
    }

    /// What these labels of one form have in common: constants that are not the same in all are
    /// written `_`.
    #[must_use]
    pub fn text_of_all(&self, labels: &[&Label]) -> String {
        let Some((first, others)) = labels.split_first() else {
            return String::new();
        };
        let (said, form) = &self.forms.forms[first.form as usize];
        let is_shared = |at: usize| {
            others
                .iter()
                .all(|other| other.arguments[at] == first.arguments[at])
        };
        let mut constants =
            (0..first.arguments.len()).map(|at| is_shared(at).then_some(first.arguments[at]));
        let mut rest = &form[..];
        let mut terms = Vec::new();
        while !rest.is_empty() {
            terms.push(self.term(&mut rest, &mut constants));
        }
        let call = |number: u32| Term::compound(&self.predicates[number as usize].name, &terms);
        match said {
            Said::Answer(number) | Said::HasAnswer(number) => written(&call(*number)),
            Said::Beyond(number, _) => written(&Term::compound("machine", [&call(*number)])),
            Said::Goal(..) | Said::Projected(..) => {
                written(&Term::compound(&format!("goal_{}", first.form), &terms))
            }
            Said::Move => written(&Term::compound("does", &terms)),
        }
    }

    /// The predicate that labels of a form are about, as `name/arity`.
    #[must_use]
    pub fn predicate(&self, form: u32) -> Option<String> {
        let number = self.predicate_number(form)?;
        let NamedPredicate { name, arity, .. } = &self.predicates[number as usize];
        Some(format!("{name}/{arity}"))
    }

    /// Where in the rules the goals of a form come from: the goal itself, or the first clause of its
    /// predicate. None for moves, and for the clauses of the library.
    #[must_use]
    pub fn place(&self, form: u32) -> Option<Span> {
        match self.forms.forms[form as usize].0 {
            Said::Goal(_, span) | Said::Projected(_, span) => Some(span),
            _ => self.predicates[self.predicate_number(form)? as usize].place,
        }
    }

    fn predicate_number(&self, form: u32) -> Option<u32> {
        match self.forms.forms[form as usize].0 {
            Said::Answer(number) | Said::HasAnswer(number) | Said::Beyond(number, _) => {
                Some(number)
            }
            Said::Goal(..) | Said::Projected(..) | Said::Move => None,
        }
    }

    /// What is called by a number in labels.
    fn constant(&self, number: u32) -> Term {
        if let Some(key) = self.forms.keys.term(number) {
            let constants = key.iter().filter_map(|item| match item {
                Item::Constant(number) => Some(Some(*number)),
                _ => None,
            });
            return self.term(&mut &*key, &mut constants.into_iter());
        }
        match self.constants.get(number) {
            Constant::Integer(value) => Term::integer(*value),
            Constant::Atom(name) => Term::atom(name),
            Constant::String(text) => Term::string(text),
        }
    }

    /// The first term of these items, with these constants; none for one that is not the same in all
    /// labels.
    fn term(&self, items: &mut &[Item], constants: &mut dyn Iterator<Item = Option<u32>>) -> Term {
        let Some((first, rest)) = items.split_first() else {
            return Term::variable(0);
        };
        *items = rest;
        match first {
            Item::Constant(_) => match constants.next().flatten() {
                Some(number) => self.constant(number),
                None => Term::variable(0),
            },
            Item::Compound(functor) => {
                let (name, arity) = self.constants.functor_parts(*functor);
                let arguments: Vec<Term> =
                    (0..arity).map(|_| self.term(items, constants)).collect();
                Term::compound(name, &arguments)
            }
            // What depends on the position has no name.
            Item::Variable(_)
            | Item::Sum(_)
            | Item::Content(_)
            | Item::Subsequence(_)
            | Item::Hidden(_) => Term::variable(0),
        }
    }
}

/// A term with `_` for each variable.
fn written(term: &Term) -> String {
    term.display(&[Some("_".into())])
}

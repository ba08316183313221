//! Goals as they are written and as they are called.

use std::fmt;

use crate::logic::symbol::LIST_CELL;
use crate::logic::term::Term;
use crate::syntax::construct::compound;
use crate::syntax::source::Span;
use crate::syntax::tree::{self, Name, TermKind};

/// A goal: a term, and the part of the rule file of which it is an instance.
#[derive(Clone, Debug)]
pub struct Goal {
    /// The goal with the values of its variables.
    pub term: Term,
    /// The goal as written; `None` for a goal that was constructed when the program ran.
    pub written: Option<tree::SourceTerm>,
    /// Where the goal is written; for a constructed goal, the place of the goal to which it
    /// belongs.
    pub place: Span,
}

impl Goal {
    /// A goal written in a rule file, with its variables numbered as in `term`.
    #[must_use]
    pub fn new(term: Term, written: &tree::SourceTerm) -> Self {
        Self {
            term,
            written: Some(written.clone()),
            place: written.span,
        }
    }

    /// The same goal with other bindings.
    pub(super) fn with_term(&self, term: Term) -> Self {
        Self {
            term,
            ..self.clone()
        }
    }

    /// Its name and the number of its arguments; `None` if it cannot be called.
    #[must_use]
    pub fn functor(&self) -> Option<(&str, usize)> {
        self.term.functor()
    }

    /// The arguments, each with its form as written.
    pub(super) fn arguments(&self) -> Vec<Goal> {
        let terms = self.term.arguments();
        let written = match self.written.as_ref().map(|written| &written.kind) {
            Some(TermKind::Compound {
                functor, arguments, ..
            }) if self.functor() == Some((&**functor, arguments.len())) => Some(arguments),
            _ => None,
        };
        let argument =
            |(number, term): (usize, Term)| match written.and_then(|written| written.get(number)) {
                Some(written) => Goal::new(term, written),
                None => Goal {
                    term,
                    written: None,
                    place: self.place,
                },
            };
        terms.into_iter().enumerate().map(argument).collect()
    }

    /// The goals of a conjunction in order, found in one pass: a goal that was constructed at run
    /// time may have any length.
    pub(super) fn conjuncts(&self) -> Vec<Goal> {
        let (mut goals, mut at) = (Vec::new(), 0);
        let mut parts = vec![(self.written.as_ref(), self.place)];
        while let Some((written, place)) = parts.pop() {
            if self.term.is_compound_at(at, ",", 2) {
                let [left, right] = parts_of(written, ",")
                    .map_or([(None, place); 2], |[left, right]| {
                        [(Some(left), left.span), (Some(right), right.span)]
                    });
                parts.extend([right, left]);
                at += 1;
            } else {
                let (term, end) = self.term.part_at(at);
                goals.push(Goal {
                    term,
                    written: written.cloned(),
                    place,
                });
                at = end;
            }
        }
        goals
    }

    /// A compound with `functor` around this goal, such as its negation.
    pub(super) fn within(&self, functor: &str) -> Goal {
        let written = self.written.clone();
        let written = written.map(|written| compound(functor, written.span, vec![written]));
        Goal {
            term: Term::compound(functor, [&self.term]),
            written,
            place: self.place,
        }
    }

    /// The goal as text, as written in the rule file.
    #[must_use]
    pub fn as_written(&self) -> String {
        self.written
            .as_ref()
            .map_or_else(|| self.to_string(), ToString::to_string)
    }

    /// The values of the named variables of the goal as written, in order; variables without a
    /// value are left out.
    #[must_use]
    pub fn bindings(&self) -> Vec<(Name, Term)> {
        let mut bindings: Vec<(Name, Term)> = Vec::new();
        self.for_each_variable(&mut |name, value| {
            let is_new = !bindings.iter().any(|(known, _)| known == name);
            if is_new && &**name != "_" && value.as_variable().is_none() {
                bindings.push((name.clone(), value.clone()));
            }
        });
        bindings
    }

    /// The names of the term's variables, from the goal as written.
    pub(super) fn names(&self) -> Vec<Option<Name>> {
        let mut names: Vec<Option<Name>> = Vec::new();
        self.for_each_variable(&mut |name, value| {
            if let Some(number) = value.as_variable() {
                let number = number as usize;
                names.resize(names.len().max(number + 1), None);
                names[number].get_or_insert_with(|| name.clone());
            }
        });
        // A variable without a name is shown as one that does not matter.
        names.resize(names.len().max(self.term.variable_bound() as usize), None);
        names
            .into_iter()
            .map(|name| name.or_else(|| Some("_".into())))
            .collect()
    }

    fn for_each_variable(&self, visit: &mut dyn FnMut(&Name, &Term)) {
        if let Some(written) = &self.written {
            walk(written, &self.term, visit);
        }
    }
}

/// The two parts of an operator as written, if the term is written with this operator.
fn parts_of<'t>(
    written: Option<&'t tree::SourceTerm>,
    operator: &str,
) -> Option<[&'t tree::SourceTerm; 2]> {
    let (name, arguments) = written?.name_and_arguments()?;
    match arguments {
        [left, right] if &**name == operator => Some([left, right]),
        _ => None,
    }
}

/// Walks a piece of syntax and an instance of it together. The parser bounds how deep syntax nests,
/// so plain recursion is safe.
fn walk(written: &tree::SourceTerm, term: &Term, visit: &mut dyn FnMut(&Name, &Term)) {
    match &written.kind {
        TermKind::Variable(name) => visit(name, term),
        TermKind::Compound {
            functor, arguments, ..
        } if term.functor() == Some((&**functor, arguments.len())) => {
            for (written, term) in arguments.iter().zip(term.arguments()) {
                walk(written, &term, visit);
            }
        }
        TermKind::List { items, tail } => {
            let mut at = 0;
            for item in items.iter() {
                if !term.is_compound_at(at, LIST_CELL, 2) {
                    return;
                }
                let (head, end) = term.part_at(at + 1);
                walk(item, &head, visit);
                at = end;
            }
            if let Some(tail) = tail {
                walk(tail, &term.part_at(at).0, visit);
            }
        }
        _ => {}
    }
}

/// The goal as a text that can be typed as a query; variables keep their names.
impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.term.display(&self.names()))
    }
}

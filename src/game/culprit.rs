//! Finds the clause that is to blame when a game cannot be followed.
//!
//! Some clause gave the wrong answer, but the machine does not record which one. For an effect it
//! is found by proving the effect again. Otherwise the heads of the clauses often leave only one
//! that can have given the answer.

use super::clauses::{Clauses, Head};
use super::error::Error;
use super::vocabulary::{
    ADD, BESIDE_BOARD, GOAL, HEURISTIC, LEGAL, NEXT, NOTATION, PATH, PLANE, SHOW,
};
use crate::logic::{NoFact, Schema, Storage, Term};
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::quote::quote_atom;

/// The parts of a game that are needed to find the culprit of an error.
pub(super) struct Case<'g> {
    pub clauses: &'g Clauses,
    pub schema: &'g Schema,
    pub roles: &'g [Term],
}

/// The label of a clause that is known to be at fault.
const GIVEN_HERE: &str = "given by this clause";

/// A predicate, and the arguments of its answer as far as they are known.
type KnownArguments = (&'static str, Vec<Option<Term>>);

impl Case<'_> {
    /// The error as a diagnostic with its place and a hint.
    pub fn diagnostic(&self, error: &Error) -> Diagnostic {
        let found = error.diagnostic();
        let Some(answer) = self.answer(error) else {
            return found;
        };
        let culprit = match error {
            Error::NotAFact {
                clause: Some(clause),
                ..
            } => (Some(*clause), GIVEN_HERE.to_owned()),
            Error::Conflict {
                facts: [first, _],
                clauses: [Some(clause), other],
                ..
            } => match *other == Some(*clause) {
                true => (Some(*clause), "gives both".to_owned()),
                false => (Some(*clause), format!("gives `{first}`")),
            },
            _ => {
                let (head, label) = self.suspects(&answer);
                (head.map(|head| head.span), label)
            }
        };
        let mut found = match culprit {
            (Some(span), label) => Diagnostic::error(found.code, found.title, span, label),
            (None, _) => found,
        };
        if let Error::Conflict {
            facts: [_, second],
            clauses: [_, Some(other)],
            ..
        } = error
        {
            let primary = found.primary.as_ref().map(|label| label.span);
            if primary != Some(*other) {
                found = found.with_place(*other, format!("gives `{second}`"));
            }
        }
        match self.way_out(error) {
            Some(help) => found.with_help(help),
            None => found,
        }
    }

    /// The wrong answer.
    fn answer(&self, error: &Error) -> Option<KnownArguments> {
        let known = |terms: &[&Term]| {
            terms
                .iter()
                .map(|term| Some((*term).clone()))
                .collect::<Vec<_>>()
        };
        Some(match error {
            Error::Logic(_) | Error::Disagreement(_) => return None,
            Error::NotAMove(player, term, _) => (LEGAL.name, known(&[player, term])),
            Error::NotAFact {
                predicate, reason, ..
            } => (predicate, known(&[reason.term()])),
            Error::Conflict {
                facts: [first, _], ..
            } => (
                if self.clauses.has(&NEXT) {
                    NEXT.name
                } else {
                    ADD.name
                },
                known(&[first]),
            ),
            Error::NoGoal(role) => (GOAL.name, vec![Some(role.clone()), None]),
            Error::NoValue(name, role) => (
                HEURISTIC.name,
                vec![Some(name.clone()), Some(role.clone()), None],
            ),
            Error::NoNotation(term) => (NOTATION.name, vec![Some(term.clone()), None]),
            Error::NoPath(term) => (PATH.name, vec![Some(term.clone()), None]),
            Error::NotAPlane(given) => (
                PLANE.name,
                given.arguments().into_iter().map(Some).collect(),
            ),
            Error::NotBeside(given) => (
                BESIDE_BOARD.name,
                given.arguments().into_iter().map(Some).collect(),
            ),
            Error::NotDrawn(shown) => {
                (SHOW.name, shown.arguments().into_iter().map(Some).collect())
            }
        })
    }

    /// The first clause that can have given an answer, and its label. If there is none, the
    /// predicate as a whole is at fault.
    fn suspects(&self, (name, arguments): &KnownArguments) -> (Option<Head<'_>>, String) {
        let known: Vec<Option<&Term>> = arguments.iter().map(Option::as_ref).collect();
        match self.clauses.giving(name, &known).as_slice() {
            [] => (
                self.clauses.of(name, arguments.len()).next(),
                format!("no clause of `{name}` covers it"),
            ),
            [only] if arguments.iter().all(Option::is_some) => (Some(*only), GIVEN_HERE.to_owned()),
            [first, ..] => (
                Some(*first),
                format!("the first clause of `{name}` that may be at fault"),
            ),
        }
    }

    fn way_out(&self, error: &Error) -> Option<String> {
        Some(match error {
            Error::NotAMove(_, term, _) if !term.is_ground() => {
                "bind every variable of a move in the body of its clause".to_owned()
            }
            Error::NotAMove(..) => format!("the roles are {}", some_of(self.roles)),
            Error::NotAFact { reason, .. } => self.facts_way_out(reason)?,
            Error::Conflict { .. } => {
                "let the clauses give the key one value, or declare the fluent without `->`"
                    .to_owned()
            }
            Error::NoGoal(role) => format!("give each role one result, as in `goal({role}, 50)`"),
            Error::NoValue(name, _) => {
                format!("let `heuristic({name}, P, V)` give an integer for each role P")
            }
            Error::NoPath(_) => {
                "list the squares of the move in order, by their names or numbers".to_owned()
            }
            Error::NoNotation(_) => "give every move a text without control characters".to_owned(),
            Error::NotAPlane(_) => {
                "let `plane(Name, X, Y)` name a square of the `grid`, and write the name in the head"
                    .to_owned()
            }
            Error::NotBeside(_) => {
                "let `beside_board(Player, Label, Value)` give texts or numbers".to_owned()
            }
            Error::NotDrawn(_) => {
                "`show(Column, Row, Glyph)` counts columns and rows from 1 to those of `grid`"
                    .to_owned()
            }
            Error::Logic(_) | Error::Disagreement(_) => return None,
        })
    }

    fn facts_way_out(&self, reason: &NoFact) -> Option<String> {
        Some(match reason {
            NoFact::Unbound(_) => "bind the variable in the body of the clause".to_owned(),
            NoFact::NotDeclared(_) => fluents(self.schema),
            NoFact::OutsideDomain(fact, at) => {
                let (name, arity) = fact.functor()?;
                let Storage::Dense(dense) = &self.schema.relation(name, arity)?.storage else {
                    return None;
                };
                let domain = dense.keys.iter().chain(&dense.value).nth(at - 1)?;
                format!("the domain is {}", some_of(domain.terms()))
            }
        })
    }
}

/// The first few terms of a list of alternatives.
pub(super) fn some_of(terms: &[Term]) -> String {
    let shown: Vec<String> = terms
        .iter()
        .take(8)
        .map(|term| format!("`{term}`"))
        .collect();
    shown.join(", ") + if terms.len() > 8 { ", ..." } else { "" }
}

/// The list of the declared fluents.
pub(super) fn fluents(schema: &Schema) -> String {
    let declared = schema
        .relations()
        .iter()
        .filter(|relation| !matches!(relation.storage, Storage::Given));
    let names: Vec<String> = declared
        .map(|relation| format!("`{}/{}`", quote_atom(&relation.name), relation.arity()))
        .collect();
    match names.as_slice() {
        [] => "no fluent is declared; declare one with `:- fluent name(domain, ...) -> domain.`"
            .to_owned(),
        _ => format!("the fluents are {}", names.join(", ")),
    }
}

//! Positions from outside: texts of facts.

use super::check;
use super::constants::outside_domain;
use super::culprit::fluents;
use super::error::Error;
use super::failure::Failure;
use super::position::Position;
use super::rules::Rules;
use super::settings::MOST_FAULTS;
use crate::logic::{Allowance, Fact, Facts, NoFact, Schema, Term};
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::faults::Faults;
use crate::syntax::limits::MAX_DIAGNOSTICS;
use crate::syntax::parse::parse_file_within;
use crate::syntax::tree;

impl Rules {
    /// The position in which exactly these facts hold: clauses such as `cell(4, 4, black).` `name`
    /// is the name of the text in messages.
    ///
    /// # Errors
    /// All faults of the text: syntax, facts of no fluent, arguments outside their domain, two
    /// values for one key; and every reason for which the rules call the position `impossible`.
    pub fn position(&self, name: &str, text: &str) -> Result<Position, Failure> {
        self.position_where(name, text, |position| {
            self.impossible(position)
                .unwrap_or_else(|error| self.failure(&error).diagnostics)
        })
    }

    /// The same, though the rules may call the position `impossible`: one that somebody is still setting up.
    ///
    /// # Errors
    /// All faults of the text.
    pub fn unfinished_position(&self, name: &str, text: &str) -> Result<Position, Failure> {
        self.position_where(name, text, |_| Vec::new())
    }

    /// The position with the facts of a text, if `reasons` has none against it.
    fn position_where(
        &self,
        name: &str,
        text: &str,
        reasons: impl FnOnce(&Position) -> Vec<Diagnostic>,
    ) -> Result<Position, Failure> {
        let mut sources = self.game.sources.clone();
        let id = sources.add(name, text);
        let allowance = Allowance {
            limits: self.limits,
            interrupt: self.interrupt(),
        };
        let (file, found) = parse_file_within(&sources, id, &allowance.reading());
        let mut faults = Faults::up_to(MAX_DIAGNOSTICS);
        faults.extend(found);
        let schema = self.schema();
        let mut facts = Facts::empty(schema);
        let mut stated: Vec<(Fact, &tree::SourceTerm)> = Vec::new();
        for clause in &file.clauses {
            match schema.fact(&Term::from_syntax(&clause.term).0) {
                Err(reason) => faults.push_with(|| no_fact(schema, &clause.term, &reason)),
                Ok(fact) => {
                    facts.add(&fact);
                    stated.push((fact, &clause.term));
                }
            }
        }
        faults.extend(conflict(&facts, &stated));
        let position = Position { facts };
        let mut faults = faults.finish(None);
        if faults.is_empty() {
            faults = reasons(&position);
        }
        if faults.is_empty() {
            Ok(position)
        } else {
            Err(Failure {
                diagnostics: faults,
                sources,
            })
        }
    }

    /// A fault for each answer of `impossible(Reason)`.
    fn impossible(&self, position: &Position) -> Result<Vec<Diagnostic>, Error> {
        let Some(impossible) = self.game.vocabulary.impossible else {
            return Ok(Vec::new());
        };
        self.with_machine(|machine| {
            machine.start_predicate(&position.facts, &[], impossible, &[None]);
            let mut reasons: Vec<Term> = Vec::new();
            while reasons.len() < MOST_FAULTS && machine.next_answer()? {
                let reason = machine.root(0)?;
                if !reasons.contains(&reason) {
                    reasons.push(reason);
                }
            }
            Ok(reasons.iter().map(cannot_be).collect())
        })
    }
}

/// The fault of a position that the rules call impossible.
fn cannot_be(reason: &Term) -> Diagnostic {
    let reason = reason
        .as_text()
        .map_or_else(|| reason.to_string(), str::to_owned);
    Diagnostic::lacking(
        "impossible-position",
        format!("this position cannot be: {reason}"),
    )
}

/// The fault of a fact that a later fact replaced.
fn conflict(facts: &Facts, stated: &[(Fact, &tree::SourceTerm)]) -> Option<Diagnostic> {
    let (lost, first) = stated.iter().find(|(fact, _)| !facts.contains(fact))?;
    let (_, second) = stated
        .iter()
        .find(|(fact, _)| fact.same_key(lost) && fact != lost)?;
    Some(check::conflict(first, second))
}

/// The fault of a term that is not a fact of the game.
fn no_fact(schema: &Schema, term: &tree::SourceTerm, reason: &NoFact) -> Diagnostic {
    let fault =
        |code, what| Diagnostic::error(code, format!("`{term}` {what}"), term.span, "not a fact");
    match reason {
        NoFact::OutsideDomain(..) => {
            let fault = || fault("outside-domain", "has an argument outside its domain");
            outside_domain(schema, term).unwrap_or_else(fault)
        }
        NoFact::Unbound(_) => fault("unbound-fact", "has a variable")
            .with_help("a position is made of facts without variables"),
        NoFact::NotDeclared(_) => {
            fault("unknown-fluent", "is not a fact of this game").with_help(fluents(schema))
        }
    }
}

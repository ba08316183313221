//! Finds the domains by running the program, and chooses the storage of the fluents.

use std::sync::Arc;

use indexmap::{IndexMap, IndexSet};

use super::declaration::{DomainName, Fluent};
use super::load::Loading;
use crate::logic::{self, Domain, Facts, MAX_DENSE_KEYS, MAX_DOMAIN, Machine, Program, Term};
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::quote::quote_atom;
use crate::syntax::source::Span;
use crate::syntax::tree::Name;

impl Loading<'_> {
    /// Runs the program to find each domain once, and lays the fluents out accordingly.
    pub fn with_domains(&mut self, program: Program) -> Option<Program> {
        let program = Arc::new(program);
        let mut machine = self.machine(&program);
        let mut answers: IndexMap<Name, Option<Vec<Term>>> = IndexMap::new();
        for fluent in &self.declarations.fluents {
            for domain in fluent.keys.iter().chain(&fluent.value) {
                if let Some(name) = domain
                    .name
                    .clone()
                    .filter(|name| !answers.contains_key(name))
                {
                    answers.insert(name, self.domain(&mut machine, domain));
                }
            }
        }
        drop(machine);
        let mut program =
            Arc::into_inner(program).expect("the machine that shared the program is gone");
        let mut domains: IndexMap<Name, Arc<Domain>> = IndexMap::new();
        for (name, terms) in answers {
            domains.insert(name, program.domain(terms?));
        }
        for (number, fluent) in self.declarations.fluents.iter().enumerate() {
            lay_out(
                &mut program,
                number + RELATIONS_BEFORE_FLUENTS,
                fluent,
                &domains,
            );
        }
        Some(program)
    }

    /// The terms of a domain; `None` if the predicate is not a domain.
    fn domain(&mut self, machine: &mut Machine, domain: &DomainName) -> Option<Vec<Term>> {
        let name = domain.name.as_ref()?;
        let predicate = machine.program().predicate(name, 1)?;
        let nothing = Facts::empty(machine.program().schema());
        machine.set_limits(self.limits_left());
        machine.start_predicate(&nothing, &[], predicate, &[None]);
        let mut terms = IndexSet::new();
        let reason = match collect(self, machine, &mut terms) {
            Err(reason) => reason,
            Ok(()) if machine.consulted_facts() => "it depends on the position".into(),
            Ok(()) if terms.is_empty() => "it has no answers".into(),
            Ok(()) => {
                self.kept += machine.given_out();
                return Some(terms.into_iter().collect());
            }
        };
        let title = format!("`{}` cannot be a domain: {}", quote_atom(name), reason.text);
        let mut fault =
            Diagnostic::error("bad-domain", title, domain.span, "used as a domain here");
        if let Some(place) = reason.place {
            fault = fault.with_place(place, "at this goal");
        } else if let Some(head) = self.declarations.clauses.of(name, 1).next() {
            fault = fault.with_place(head.span, "defined here");
        }
        let help = "a domain is a predicate with one argument and finitely many fixed answers";
        self.faults.push(fault.with_help(match reason.help {
            None => help.to_owned(),
            Some(way_out) => format!("{help}; {way_out}"),
        }));
        None
    }
}

/// Why a predicate is not a domain.
struct NotADomain {
    text: String,
    place: Option<Span>,
    /// How to go on, if it has to do with a limit.
    help: Option<&'static str>,
}

impl From<&str> for NotADomain {
    fn from(text: &str) -> Self {
        Self {
            text: text.to_owned(),
            place: None,
            help: None,
        }
    }
}

/// All answers of the running query.
fn collect(
    loading: &Loading<'_>,
    machine: &mut Machine,
    terms: &mut IndexSet<Term>,
) -> Result<(), NotADomain> {
    let in_error = |error: logic::Error| {
        let error = loading.with_whole_limit(error);
        NotADomain {
            text: format!("it ends in an error: {error}"),
            place: error.place,
            help: match error.kind {
                logic::ErrorKind::Limit(_) => error.kind.help(),
                _ => None,
            },
        }
    };
    while machine.next_answer().map_err(in_error)? {
        let term = machine.root(0).map_err(in_error)?;
        if !term.is_ground() {
            return Err("it has an answer with an unbound variable".into());
        }
        terms.insert(term);
        if terms.len() > MAX_DOMAIN {
            let text = format!(
                "it has more than {MAX_DOMAIN} answers; write `_` for a domain without end"
            );
            return Err(NotADomain {
                text,
                place: None,
                help: None,
            });
        }
    }
    Ok(())
}

/// `does` is the only relation that no rule file declares.
const RELATIONS_BEFORE_FLUENTS: usize = 1;

/// Makes a fluent dense if its domains are finite and small enough.
fn lay_out(
    program: &mut Program,
    relation: usize,
    fluent: &Fluent,
    domains: &IndexMap<Name, Arc<Domain>>,
) {
    let domain_of = |domain: &DomainName| {
        domain
            .name
            .as_ref()
            .and_then(|name| domains.get(name))
            .cloned()
    };
    let keys: Option<Vec<_>> = fluent.keys.iter().map(domain_of).collect();
    let value = fluent.value.as_ref().map(domain_of);
    if let (Some(keys), None | Some(Some(_))) = (keys, &value) {
        let cells = keys
            .iter()
            .try_fold(1_usize, |cells, domain| cells.checked_mul(domain.size()));
        if cells.is_some_and(|cells| cells <= MAX_DENSE_KEYS) {
            program.make_dense(relation, keys, value.flatten());
        }
    }
}

//! The domains and roles of a game that has faults elsewhere.
//!
//! Where domains and roles are plain facts without faults, no other clause can change them. So the
//! constants of all clauses can be checked against them although the game cannot be loaded.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::clauses::Clauses;
use super::constants;
use super::declaration::{Declarations, Fluent};
use super::load::{Loading, assemble};
use super::unread::{Unread, lies_in};
use super::vocabulary::ROLE;
use crate::logic::{Allowance, Program, Term};
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::tree::Clause;

/// The fluents whose domains are known, and the roles.
pub(super) struct Layout {
    /// The facts of domains and roles only.
    pub program: Program,
    /// `None` if they are not known.
    roles: Option<Vec<Term>>,
}

/// Lays out the fluents whose domains are known in spite of `faults`.
pub(super) fn layout(
    declarations: &Declarations,
    faults: &[Diagnostic],
    unread: &Unread,
    allowance: &Allowance,
) -> Option<Layout> {
    let domains = declarations
        .fluents
        .iter()
        .flat_map(|fluent| fluent.keys.iter().chain(&fluent.value));
    let mut known: FxHashSet<&str> = domains
        .filter_map(|domain| domain.name.as_deref())
        .chain([ROLE.name])
        .collect();
    known.retain(|name| are_facts(declarations, name, faults) && !unread.may_mean(name));
    let is_laid_out = |fluent: &&Fluent| {
        let mut names = fluent
            .keys
            .iter()
            .chain(&fluent.value)
            .filter_map(|domain| domain.name.as_deref());
        names.all(|name| known.contains(name))
            && !faults.iter().any(|fault| lies_in(fault, fluent.span))
    };
    let fluents: Vec<Fluent> = declarations
        .fluents
        .iter()
        .filter(is_laid_out)
        .cloned()
        .collect();
    let is_needed = |clause: &&Clause| unary(clause).is_some_and(|name| known.contains(name));
    let clauses: Clauses = declarations
        .clauses
        .iter()
        .filter(is_needed)
        .cloned()
        .collect();
    let part = Declarations {
        fluents,
        clauses,
        ..Declarations::default()
    };
    let mut loading = Loading::new(&part, allowance);
    let program = loading.with_domains(assemble(&part, allowance).0.finish().ok()?)?;
    let shared = Arc::new(program.clone());
    let roles = known
        .contains(ROLE.name)
        .then(|| loading.roles(&mut loading.machine(&shared)))
        .flatten();
    Some(Layout { program, roles })
}

impl Layout {
    /// The faults of the constants of all clauses.
    pub fn constants(&self, declarations: &Declarations) -> Vec<Diagnostic> {
        let roles = self.roles.as_deref().unwrap_or_default();
        let mut faults = constants::faults(declarations, self.program.schema(), roles);
        faults.retain(|fault| fault.code != "unknown-role" || self.roles.is_some());
        faults
    }
}

/// The name of the predicate of a clause whose head has one argument.
fn unary(clause: &Clause) -> Option<&str> {
    match clause.head()?.parts()? {
        (name, [_]) => Some(name),
        _ => None,
    }
}

/// Whether a predicate with one argument is defined by facts without faults.
fn are_facts(declarations: &Declarations, name: &str, faults: &[Diagnostic]) -> bool {
    let mut clauses = declarations
        .clauses
        .iter()
        .filter(|clause| unary(clause) == Some(name))
        .peekable();
    let is_right = |clause: &Clause| {
        clause.body().is_none() && !faults.iter().any(|fault| lies_in(fault, clause.term.span))
    };
    clauses.peek().is_some() && clauses.all(is_right)
}

//! Checks constants in the clauses of a game against its domains and roles, once these are known.

use rustc_hash::FxHashSet;

use super::clauses::Head;
use super::culprit::some_of;
use super::declaration::Declarations;
use super::vocabulary::{DOES, GOAL, Sort};
use crate::logic::interval::interval;
use crate::logic::{Schema, Storage, Term};
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::faults::Faults;
use crate::syntax::quote::quote_atom;
use crate::syntax::tree::{self, TermKind};

/// All faults of the constants.
pub(super) fn faults(
    declarations: &Declarations,
    schema: &Schema,
    roles: &[Term],
) -> Vec<Diagnostic> {
    let clauses = &declarations.clauses;
    let facts = clauses
        .arguments_of(Sort::Fact)
        .filter_map(|fact| outside_domain(schema, fact));
    let mut players: Vec<&tree::SourceTerm> = clauses.arguments_of(Sort::Role).collect();
    clauses
        .iter()
        .for_each(|clause| chosen_players(&clause.term, &mut players));
    let known: FxHashSet<&Term> = roles.iter().collect();
    let players = players
        .into_iter()
        .filter_map(|player| not_a_role(roles, &known, player));
    let mut faults = Faults::default();
    faults.extend(
        facts
            .chain(players)
            .chain(clauses.of_word(&GOAL).filter_map(bad_goal)),
    );
    faults.finish(None)
}

/// The players in calls of `does`. The parser bounds how deep a clause nests, so plain recursion is
/// safe.
fn chosen_players<'t>(term: &'t tree::SourceTerm, players: &mut Vec<&'t tree::SourceTerm>) {
    match term.parts() {
        Some((name, [player, _])) if name == DOES.name => players.push(player),
        Some((_, arguments)) => arguments
            .iter()
            .for_each(|argument| chosen_players(argument, players)),
        None => {}
    }
}

/// The fault of a `goal` head whose result is not an integer from 0 to 100.
fn bad_goal(head: Head<'_>) -> Option<Diagnostic> {
    let result = &head.arguments[1];
    match result.kind {
        TermKind::Variable(_) | TermKind::Integer(0..=100) => None,
        _ => {
            let title = format!("`{result}` is no result");
            let fault = Diagnostic::error(
                "bad-goal",
                title,
                result.span,
                "not an integer from 0 to 100",
            );
            Some(fault.with_help(
                "a result is 100 for a win, 50 for a draw, 0 for a loss, or anything between",
            ))
        }
    }
}

/// The fault of a fact with a constant outside its argument's domain.
pub(super) fn outside_domain(schema: &Schema, fact: &tree::SourceTerm) -> Option<Diagnostic> {
    let (name, _) = fact.parts()?;
    let (wrong, domain) = outside_domain_of(schema, fact)?;
    let title = format!("`{wrong}` is outside its domain");
    let fault = Diagnostic::error(
        "outside-domain",
        title,
        wrong.span,
        format!("in a fact of `{}`", quote_atom(name)),
    );
    Some(fault.with_help(format!("the domain is {domain}")))
}

/// The first constant of a fact outside its argument's domain, and some terms of that domain.
pub(super) fn outside_domain_of<'t>(
    schema: &Schema,
    fact: &'t tree::SourceTerm,
) -> Option<(&'t tree::SourceTerm, String)> {
    let (name, arguments) = fact.parts()?;
    let Storage::Dense(dense) = &schema.relation(name, arguments.len())?.storage else {
        return None;
    };
    let mut pairs = arguments.iter().zip(dense.keys.iter().chain(&dense.value));
    let (wrong, domain) = pairs.find(|(argument, domain)| {
        let (term, _) = Term::from_syntax(argument);
        interval(argument).is_none() && term.is_ground() && domain.index_of(&term).is_none()
    })?;
    Some((wrong, some_of(domain.terms())))
}

fn not_a_role(
    roles: &[Term],
    known: &FxHashSet<&Term>,
    player: &tree::SourceTerm,
) -> Option<Diagnostic> {
    let (term, _) = Term::from_syntax(player);
    // A draft may have no roles yet.
    if roles.is_empty() || !term.is_ground() || known.contains(&term) {
        return None;
    }
    let fault = Diagnostic::error(
        "unknown-role",
        format!("`{term}` is no role"),
        player.span,
        "not a player",
    );
    Some(fault.with_help(format!("the roles are {}", some_of(roles))))
}

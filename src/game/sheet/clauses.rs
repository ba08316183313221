//! The rules for the clauses on which roles, the start, moves, effects, the end and results depend. All other
//! clauses are left out: heuristics, drawing, notation.

use std::collections::{HashSet, VecDeque};

use super::body::{FreshNames, Translation};
use super::domains::OpenArgument;
use super::fault::{Fault, beyond};
use super::program::Program;
use super::rule::{Atom, Literal, NEXT, RelationKey, Rule};
use super::term::Term;
use crate::logic::interval::expand;
use crate::syntax::source::Span;
use crate::syntax::tree::{Clause, Name, SourceTerm};

/// The words of a game that a sheet has too, or that become `next`.
const WORDS: [(&str, usize); 8] = [
    ("role", 1),
    ("init", 1),
    ("legal", 2),
    ("next", 1),
    ("add", 1),
    ("delete", 1),
    ("terminal", 0),
    ("goal", 2),
];

/// The most facts that are written for a fixed predicate in place of its clauses.
const MOST_FACTS: usize = 256;

/// The most facts for which intervals stand.
const MOST_EXPANDED: usize = 10_000;

/// Where a rule stands among the others: the number of its clause.
pub(super) type Place = usize;

/// A rule and its place.
#[derive(Clone, Debug)]
pub(super) struct Located {
    pub rule: Rule,
    pub place: Place,
}

/// Translates all clauses on which the words of a game depend.
///
/// # Errors
/// What no sheet can say.
pub(super) fn rules(
    program: &Program<'_>,
    names: &mut FreshNames,
    open: &HashSet<OpenArgument>,
    relied: &mut Vec<(OpenArgument, Span)>,
) -> Result<Vec<Located>, Vec<Fault>> {
    let mut rules: Vec<Located> = Vec::new();
    let mut faults = Vec::new();
    // The fixed predicates whose answers are listed where they are asked for.
    let mut listed: HashSet<RelationKey> = HashSet::new();
    let mut seen: HashSet<RelationKey> = HashSet::new();
    let words = WORDS
        .iter()
        .map(|(name, arity)| (Name::from(*name), *arity));
    let mut waiting: VecDeque<RelationKey> = words.filter(|key| program.defines(key)).collect();
    while let Some(key) = waiting.pop_front() {
        if !seen.insert(key.clone()) {
            continue;
        }
        let own = match translated(program, &key, names, open, relied) {
            Ok(own) if own.iter().all(is_plain) => own,
            found => match (facts(program, &key), found) {
                (Some(facts), _) => facts,
                (None, Ok(own)) => own,
                (None, Err(_)) if is_listable(program, &key) => {
                    listed.insert(key);
                    continue;
                }
                (None, Err(found)) => {
                    faults.extend(found);
                    continue;
                }
            },
        };
        for atom in own.iter().flat_map(|located| located.rule.atoms()) {
            if atom.goal.is_none() && program.defines(&atom.key()) {
                waiting.push_back(atom.key());
            }
        }
        rules.extend(own);
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    for located in &mut rules {
        for literal in &mut located.rule.body {
            if let Literal::Atom(atom) | Literal::Not(atom) = literal
                && listed.contains(&atom.key())
            {
                atom.goal = Some(Term::applied(&atom.name, atom.arguments.clone()));
            }
        }
    }
    rules.sort_by_key(|located| located.place);
    Ok(rules)
}

/// Whether a rule asks for nothing that the machine lists.
fn is_plain(located: &Located) -> bool {
    located.rule.atoms().all(|atom| atom.goal.is_none())
}

fn is_listable(program: &Program<'_>, key: &RelationKey) -> bool {
    program.is_fixed_predicate(key) && !WORDS.contains(&(&*key.0, key.1))
}

/// The answers of a fixed predicate as facts, if they are few, the same however it is called, and all of them
/// are known.
fn facts(program: &Program<'_>, key: &RelationKey) -> Option<Vec<Located>> {
    if !program.is_fixed_predicate(key) || !program.can_be_asked_openly(key) {
        return None;
    }
    let (place, first) = program.clauses(key).next()?;
    let variables = (0..key.1).map(|number| Term::variable(&format!("X{number}")));
    let goal = Term::applied(&key.0, variables.collect());
    let answers = program.answers(&goal, MOST_FACTS)?;
    let mut seen = HashSet::new();
    let mut facts: Vec<Located> = Vec::new();
    for arguments in answers {
        if seen.insert(arguments.clone()) {
            let head = Atom::new(&key.0, arguments, first.term.span);
            let rule = Rule::new(head, Vec::new());
            facts.push(Located { rule, place });
        }
    }
    if let Some(fact) = facts.first_mut() {
        fact.rule.comment = first.comment.clone();
    }
    Some(facts)
}

/// The rules of the clauses of one predicate, with those of the relations that are added.
fn translated(
    program: &Program<'_>,
    key: &RelationKey,
    names: &mut FreshNames,
    open: &HashSet<OpenArgument>,
    relied: &mut Vec<(OpenArgument, Span)>,
) -> Result<Vec<Located>, Vec<Fault>> {
    let mut rules = Vec::new();
    let mut faults = Vec::new();
    for (place, clause) in program.clauses(key) {
        match one_clause(
            clause,
            &mut Translation::new(program, &key.0, names, open),
            relied,
        ) {
            Ok(own) => rules.extend(own.into_iter().map(|rule| Located { rule, place })),
            Err(fault) => faults.push(fault),
        }
    }
    match faults.is_empty() {
        true => Ok(rules),
        false => Err(faults),
    }
}

fn one_clause(
    clause: &Clause,
    translation: &mut Translation<'_, '_>,
    relied: &mut Vec<(OpenArgument, Span)>,
) -> Result<Vec<Rule>, Fault> {
    let Some(head) = clause.head() else {
        return Ok(Vec::new());
    };
    let mut rules = Vec::new();
    for (number, head) in expand(head, clause.body().is_some(), MOST_EXPANDED)?
        .iter()
        .enumerate()
    {
        let mut own = translation.clause(head, clause)?;
        if number > 0 {
            own.iter_mut()
                .for_each(|rule| rule.comment = Box::default());
        }
        rules.extend(own);
    }
    relied.append(&mut translation.relied);
    let added = std::mem::take(&mut translation.added);
    for rule in &mut rules {
        checked_head(rule, head)?;
    }
    rules.extend(added);
    Ok(rules)
}

/// Checks what a head gives, and names it as a sheet does.
fn checked_head(rule: &mut Rule, head: &SourceTerm) -> Result<(), Fault> {
    let is_about_fact = ["add", "delete", "next", "init"]
        .iter()
        .any(|word| rule.head.is(word, 1));
    if is_about_fact && rule.head.arguments[0].parts().is_none() {
        return Err(beyond(
            "which fact this is about is known only in the game",
            head.span,
            "name the fluent of the fact, as in `add(cell(X, Y, P))`",
        ));
    }
    if rule.head.is("next", 1) {
        rule.head.name = Name::from(NEXT);
    }
    Ok(())
}

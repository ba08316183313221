//! Rule files as sheets of the Game Description Language: the way back from [`gdl`](super::gdl).
//!
//! Only what roles, the start, moves, effects, the end and results hang on is written; heuristics, drawing
//! and notation have no place in a sheet. What no sheet can say is an error at its place. This module knows
//! nothing of how a sheet is read, but that it can be.
//!
//! ```text
//! program     the clauses of a loaded game, and the answers of its machine
//! clauses     clauses          -> rules, as far as the game hangs on them
//! body        goals            -> alternatives of flat conditions
//! denial      \+ Goal          -> one denied relation
//! choice      ( C -> A ; B )   -> two rules, or the first of several answers
//! arithmetic  A is X + D       -> (plus ?x ?d ?a)
//! turns       who has no move waits
//! effects     add, delete      -> next
//! domains     which values the variables can have; candidates, those of one rule
//! tables      the facts of arithmetic and of other built-in predicates
//! safety      a condition for each variable
//! names       names            -> words of KIF
//! write       rules            -> text
//! ```

mod arithmetic;
mod body;
mod candidates;
mod choice;
mod clauses;
mod denial;
mod domains;
mod effects;
mod fault;
mod names;
mod program;
mod rule;
mod safety;
mod tables;
mod term;
mod turns;
mod write;

use std::collections::HashSet;

use self::body::FreshNames;
use self::clauses::Located;
use self::domains::{Domains, OpenArgument};
use self::fault::Fault;
use self::names::Words;
use self::program::Program;
use self::rule::{NEXT, RelationKey, Rule};
use self::safety::Lists;
use self::tables::{Answerer, Tables};
use self::turns::{CAN_MOVE, POSSIBLE};
use self::write::Written;
use super::failure::Failure;
use super::gdl;
use super::rules::Rules;
use crate::syntax::diagnostic::{Diagnostic, in_order};
use crate::syntax::kif;
use crate::syntax::load::{MemoryReader, Reader};
use crate::syntax::reading::Reading;
use crate::syntax::source::Span;
use crate::syntax::tree::Name;

/// The relations that are asked from outside.
const ROOTS: [(&str, usize); 6] = [
    ("role", 1),
    ("init", 1),
    ("legal", 2),
    (NEXT, 1),
    ("terminal", 0),
    ("goal", 2),
];

/// The words of a rule file that become `next`.
const EFFECTS: [(&str, usize); 3] = [("next", 1), ("add", 1), ("delete", 1)];

/// The sheet that means the same as a rule file.
///
/// # Errors
/// All faults of the rule file, and what no sheet can say.
pub fn sheet(reader: &dyn Reader, path: &str) -> Result<String, Failure> {
    let rules = Rules::read(reader, path)?;
    let failure = |diagnostics: Vec<Diagnostic>| Failure {
        diagnostics: in_order(diagnostics),
        sources: rules.game.sources.clone(),
    };
    let program = Program::new(&rules);
    let written = written(&program, &heading(reader, path, &rules));
    let written = written.map_err(|faults| {
        let faults = faults.into_iter().map(|fault| *fault);
        failure(faults.collect())
    })?;
    let faults = faults_of_sheet(&written);
    match faults.is_empty() {
        true => Ok(written.text),
        false => Err(failure(faults)),
    }
}

/// The comment at the beginning: the title, and what stands above it.
fn heading(reader: &dyn Reader, path: &str, rules: &Rules) -> String {
    let loaded = gdl::load_within(reader, path, &Reading::default());
    let is_title = |directive: &crate::syntax::tree::SourceTerm| {
        directive
            .parts()
            .is_some_and(|(name, arguments)| name == "game" && arguments.len() == 1)
    };
    let mut clauses = loaded.clauses.iter();
    let title = clauses.find(|clause| clause.directive().is_some_and(is_title));
    match title {
        Some(clause) if !clause.comment.is_empty() => clause.comment.to_string(),
        _ => rules.name().to_owned(),
    }
}

fn written(program: &Program<'_>, heading: &str) -> Result<Written, Vec<Fault>> {
    let mut answerer = Answerer::new(program);
    let (mut rules, mut domains) = with_domains(program, &mut answerer)?;
    rules.retain(|located| domains.is_called(&located.rule.head.key()));
    let tables = tables::tables(&plain(&rules), &mut domains, &mut answerer);
    let mut tables = tables.map_err(|fault| vec![fault])?;
    let mut lists = Lists::new(program);
    let rules = safety::made_safe(rules, &mut domains, &mut answerer, &mut lists)?;
    let lacking = lacking(program, &rules, &tables);
    let mut words = Words::new(program);
    let mut written = Written::default();
    written.comment(heading);
    if !heading.is_empty() {
        written.text.push('\n');
    }
    for located in &rules {
        written.rule(&located.rule, &mut words);
    }
    tables.extend(lacking);
    tables.extend(lists.tables());
    written.tables(
        tables,
        "What is listed of arithmetic and of domains",
        &mut words,
    );
    Ok(written)
}

/// The rules, and what their variables can be. Which arguments have values when they are asked for shows only
/// then, and what a rule means can depend on it, so this is done until nothing is new.
fn with_domains(
    program: &Program<'_>,
    answerer: &mut Answerer<'_, '_>,
) -> Result<(Vec<Located>, Domains), Vec<Fault>> {
    let words = ROOTS.iter().chain(&[(POSSIBLE, 2), (CAN_MOVE, 2)]);
    let roots = words.map(|(name, arity)| (Name::from(*name), *arity));
    let roots: Vec<RelationKey> = roots.chain(effects::relations(program)).collect();
    let words = ROOTS.iter().chain(&EFFECTS);
    let arguments = words
        .flat_map(|(name, arity)| (0..*arity).map(|number| ((Name::from(*name), *arity), number)));
    let mut open: HashSet<OpenArgument> = arguments.collect();
    open.remove(&((Name::from("goal"), 2), 0));
    loop {
        let mut relied = Vec::new();
        let rules = clauses::rules(program, &mut FreshNames::default(), &open, &mut relied)?;
        let rules = turns::with_waiting(program, rules);
        let mut rules = effects::with_next(program, rules);
        rules.sort_by_key(|located| located.place);
        let domains = Domains::new(program, &plain(&rules), &roots, answerer);
        let before = open.len();
        open.extend(domains.open().filter(|(key, _)| program.defines(key)));
        if open.len() == before {
            relied.retain(|(argument, _)| domains.is_given(argument));
            let faults = relied
                .into_iter()
                .map(|((key, number), span)| two_ways(&key, number, span));
            let faults: Vec<Fault> = faults.collect();
            return match faults.is_empty() {
                true => Ok((rules, domains)),
                false => Err(faults),
            };
        }
    }
}

fn plain(rules: &[Located]) -> Vec<Rule> {
    rules.iter().map(|located| located.rule.clone()).collect()
}

fn two_ways((name, arity): &RelationKey, number: usize, span: Span) -> Fault {
    let title = format!(
        "argument {} of `{name}/{arity}` has a value in one call and none in another",
        number + 1
    );
    fault::beyond(
        title,
        span,
        "what this means depends on it, and a sheet knows no calls: make two predicates of it",
    )
}

/// The facts of the domains of the file that only the conditions for safety ask.
fn lacking(program: &Program<'_>, rules: &[Located], tables: &Tables) -> Tables {
    let defined: HashSet<RelationKey> = rules
        .iter()
        .map(|located| located.rule.head.key())
        .collect();
    let mut lacking = Tables::new();
    for atom in rules.iter().flat_map(|located| located.rule.atoms()) {
        let key = atom.key();
        if key.1 == 1
            && atom.goal.is_none()
            && !defined.contains(&key)
            && !tables.contains_key(&key)
            && program.defines(&key)
            && let Some(values) = program.listed(&key.0, usize::MAX)
        {
            lacking.insert(key, values.into_iter().map(|value| vec![value]).collect());
        }
    }
    lacking
}

/// What a reader finds wrong with the sheet, at the places of the rule file.
fn faults_of_sheet(written: &Written) -> Vec<Diagnostic> {
    let path = format!("sheet{}", kif::ENDING);
    let reader = MemoryReader::new().with(&path, written.text.as_str());
    let loaded = gdl::load_within(&reader, &path, &Reading::default());
    let faults = loaded.diagnostics.into_iter();
    faults
        .map(|fault| {
            let byte = fault.primary.as_ref().map(|label| label.span.start);
            let origin = byte.and_then(|byte| written.origin(byte as usize));
            let title = format!("in a sheet {}", fault.title);
            let help = "a sheet settles what is not so before what follows from it: define one of the two without the other";
            match origin {
                Some(span) => *fault::beyond(title, span, help),
                None => Diagnostic::lacking("beyond-gdl", title).with_help(help),
            }
        })
        .collect()
}

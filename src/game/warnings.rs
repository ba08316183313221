//! Warnings about a game that can be played: the lints of the logic, with the predicates that the
//! engine calls, and warnings that only a game can have.

use std::sync::atomic::AtomicBool;

use super::constants::outside_domain_of;
use super::declaration::{Declarations, Fluent};
use super::shapes;
use super::unread::Unread;
use super::vocabulary::{
    ADD, AFTER, DELETE, DOES, EFFECTS, FEATURE, HEURISTIC, INIT, LEGAL, LEVEL, NEXT, TERMINAL,
    VOCABULARY, Word,
};
use crate::logic::lint::{ArgumentMode, CallSite, EntryPredicate, Subject, calls, lint};
use crate::logic::{Program, Schema};
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::limits::MAX_KEPT_DIAGNOSTICS;
use crate::syntax::quote::quote_atom;
use crate::syntax::tree::{self, TermKind};

/// Predicates that prove their last argument, a goal, in another position.
pub(super) const ELSEWHERE: &[(&str, usize)] = &[(AFTER.name, AFTER.arity())];

/// Predicates to whose clauses a file can add where a file that it uses has some: they are told apart by
/// a name, or all their answers count, in whatever order.
const CONTINUED: &[(&str, usize)] = &[
    (ADD.name, ADD.arity()),
    (DELETE.name, DELETE.arity()),
    (NEXT.name, NEXT.arity()),
    (HEURISTIC.name, HEURISTIC.arity()),
    (FEATURE.name, FEATURE.arity()),
    (LEVEL.name, LEVEL.arity()),
];

/// All warnings, as far as the meaning of the clauses is known.
///
/// If the flag is set meanwhile, some are missing.
pub(super) fn warnings(
    declarations: &Declarations,
    program: Option<&Program>,
    unread: &Unread,
    interrupt: &AtomicBool,
) -> Vec<Diagnostic> {
    let mut warnings = lint(&Subject {
        interrupt: Some(interrupt),
        ..subject(declarations, unread)
    });
    if !declarations.clauses.has(&LEGAL) {
        // Without legal moves most predicates of a game are unused.
        warnings.retain(|warning| warning.code != "unused-predicate");
    }
    let called: Vec<CallSite<'_>> = declarations
        .clauses
        .iter()
        .filter_map(tree::Clause::body)
        .flat_map(|body| calls(body, ELSEWHERE))
        .collect();
    warnings.extend(no_terminal(declarations, unread));
    warnings.extend(shapes::warnings(declarations, unread, &called));
    let known = declarations
        .fluents
        .iter()
        .filter(|fluent| !unread.may_mean(&fluent.name));
    warnings.extend(known.filter_map(|fluent| useless(declarations, fluent, &called)));
    if let Some(program) = program {
        warnings.extend(program.warnings());
        warnings.extend(
            called
                .iter()
                .filter_map(|call| never_holds(program.schema(), call)),
        );
    }
    warnings.truncate(MAX_KEPT_DIAGNOSTICS);
    warnings
}

fn subject<'a>(declarations: &'a Declarations, unread: &Unread) -> Subject<'a> {
    let fluents = declarations
        .fluents
        .iter()
        .map(|fluent| (fluent.name.clone(), fluent.arity()));
    let domains = declarations
        .fluents
        .iter()
        .flat_map(|fluent| fluent.keys.iter().chain(&fluent.value));
    let domains = domains.filter_map(|domain| {
        Some(EntryPredicate {
            name: domain.name.clone()?,
            modes: vec![ArgumentMode::Open],
        })
    });
    let asked = VOCABULARY
        .iter()
        .filter(|word| word.is_asked_from_outside())
        .map(entry);
    Subject {
        clauses: declarations.clauses.as_slice(),
        relations: fluents.chain([(DOES.name.into(), DOES.arity())]).collect(),
        tabled: declarations.tables.clone(),
        entries: asked.chain(domains).collect(),
        elsewhere: ELSEWHERE,
        continued: CONTINUED,
        doubtful: unread.names.clone(),
        all_doubtful: unread.any,
        interrupt: None,
    }
}

/// The call of a predicate of the vocabulary from outside.
fn entry(word: &Word) -> EntryPredicate {
    EntryPredicate {
        name: word.name.into(),
        modes: word
            .arguments
            .iter()
            .map(|argument| argument.mode)
            .collect(),
    }
}

fn no_terminal(declarations: &Declarations, unread: &Unread) -> Option<Diagnostic> {
    let is_game = declarations.clauses.has(&LEGAL);
    if !is_game || declarations.clauses.has(&TERMINAL) || unread.may_mean(TERMINAL.name) {
        return None;
    }
    let title = "there is no `terminal`: the game is over only when nobody can move";
    let warning = Diagnostic::lacking("no-terminal", title).as_warning();
    Some(warning.with_help(
        "say when it is over: `terminal :- wins(_).`, or `terminal :- fail.` if it is never",
    ))
}

/// A fluent that no clause uses, or of which no clause states a fact.
fn useless(
    declarations: &Declarations,
    fluent: &Fluent,
    called: &[CallSite<'_>],
) -> Option<Diagnostic> {
    let is_read = called
        .iter()
        .any(|call| call.name == &*fluent.name && call.arity() == fluent.arity());
    let said = |words: &[&Word]| {
        words
            .iter()
            .any(|word| speaks_of(declarations, word, fluent))
    };
    let name = format!("{}/{}", quote_atom(&fluent.name), fluent.arity());
    let namesake = VOCABULARY.iter().find(|word| word.name == &*fluent.name);
    let warning = |code, title: String, help: &str| {
        let warning = Diagnostic::warning(code, title, fluent.span, "declared here");
        Some(match namesake {
            Some(word) => warning.with_help(format!(
                "the word of the vocabulary is `{}`, and is no fluent: {}",
                word.signature(),
                word.sentence
            )),
            None => warning.with_help(help),
        })
    };
    if !said(&[&INIT, &ADD, &NEXT]) {
        let title = format!("the fluent `{name}` never holds: no `init` and no move makes it so");
        return warning(
            "fluent-never-holds",
            title,
            "say with `init` or `add` when it holds, or remove it",
        );
    }
    if !is_read {
        let title = format!("the fluent `{name}` is never asked for");
        return warning(
            "fluent-never-read",
            title,
            "use it in the body of a clause, or remove it",
        );
    }
    let moves_change = EFFECTS.iter().any(|word| declarations.clauses.has(word));
    if moves_change && !said(&EFFECTS) {
        let title = format!("no move changes the fluent `{name}`");
        let help = "say with `add` or `delete` what changes it, or write its facts as facts of the program";
        return warning("fluent-never-changes", title, help);
    }
    None
}

/// Whether a head states a fact of a fluent, or may do so.
fn speaks_of(declarations: &Declarations, word: &Word, fluent: &Fluent) -> bool {
    declarations
        .clauses
        .of_word(word)
        .any(|head| match head.arguments[0].parts() {
            Some((name, _)) => name == &*fluent.name,
            None => matches!(head.arguments[0].kind, TermKind::Variable(_)),
        })
}

/// A goal of a fluent with a constant that is not in its domain.
fn never_holds(schema: &Schema, call: &CallSite<'_>) -> Option<Diagnostic> {
    if call.more > 0 {
        return None;
    }
    let (wrong, domain) = outside_domain_of(schema, call.goal)?;
    let title = format!(
        "the fluent `{}` never has `{wrong}` there",
        quote_atom(call.name)
    );
    let warning = Diagnostic::warning(
        "never-matches",
        title,
        wrong.span,
        "so this goal always fails",
    );
    Some(warning.with_help(format!("the domain is {domain}")))
}

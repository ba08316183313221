//! Checks that a rule file has what a game needs, beyond what makes it a program, as far as the
//! text alone shows it. The checks that need domains and roles are in
//! [`constants`](super::constants).

use rustc_hash::FxHashMap;

use super::clauses::Clauses;
use super::declaration::{Declarations, DomainName, Fluent};
use super::vocabulary::{ADD, DELETE, DOES, EFFECTS, Lack, NEXT, Sort, VOCABULARY, Word, word};
use crate::logic::{Suggestions, nearest};
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::faults::Faults;
use crate::syntax::quote::quote_atom;
use crate::syntax::source::Span;
use crate::syntax::tree::{self, Clause, TermKind};

/// The faults of a program that lacks a part of a game.
pub(super) fn lacks(declarations: &Declarations) -> Vec<Diagnostic> {
    let needed = VOCABULARY
        .iter()
        .filter_map(|word| Some((word, word.lack?)));
    let mut faults: Vec<Diagnostic> = needed
        .filter(|(word, _)| !declarations.clauses.has(word))
        .map(|(word, lack)| lacking(declarations, word, lack))
        .collect();
    faults.extend(no_effects(&declarations.clauses));
    faults
}

/// Faults that the text alone shows.
pub(super) fn structure(declarations: &Declarations) -> Vec<Diagnostic> {
    let (mut faults, suggestions) = (Faults::default(), Suggestions::default());
    let fluents = Fluents::new(declarations, &suggestions);
    faults.extend(two_kinds_of_effects(&declarations.clauses));
    faults.extend(
        declarations
            .fluents
            .iter()
            .flat_map(|fluent| unknown_domains(declarations, fluent, &suggestions)),
    );
    let facts = declarations.clauses.arguments_of(Sort::Fact);
    faults.extend(facts.filter_map(|fact| fluents.not_a_fluent(fact)));
    faults.extend(declarations.clauses.iter().filter_map(does_too_early));
    faults.finish(None)
}

fn lacking(declarations: &Declarations, word: &Word, lack: Lack) -> Diagnostic {
    let Word { name, .. } = word;
    let other = declarations.clauses.named(name).next();
    let title = format!(
        "this is no complete game: there is no `{}`",
        word.indicator()
    );
    if let Some(other) = other {
        let label = format!("this is `{name}/{}`", other.arguments.len());
        return Diagnostic::error(lack.code, title, other.span, label).with_help(lack.help);
    }
    // A predicate of the vocabulary is never a misspelt fluent, however similar the names are.
    let of_its_arity = declarations
        .clauses
        .heads()
        .filter(|head| head.arguments.len() == word.arity())
        .map(|head| head.name)
        .filter(|head| VOCABULARY.iter().all(|word| word.name != *head));
    let similar = nearest(name, of_its_arity);
    match similar.and_then(|similar| declarations.clauses.of(similar, word.arity()).next()) {
        Some(similar) => Diagnostic::error(
            lack.code,
            title,
            similar.span,
            format!("is `{name}` meant?"),
        ),
        None => Diagnostic::lacking(lack.code, title),
    }
    .with_help(lack.help)
}

fn no_effects(clauses: &Clauses) -> Option<Diagnostic> {
    if EFFECTS.iter().any(|word| clauses.has(word)) {
        return None;
    }
    let title = "this is no complete game: moves change nothing, because there is no `add/1`, `delete/1` or `next/1`";
    let fault = Diagnostic::lacking("no-effects", title);
    Some(fault.with_help("say what a move changes: `add(cell(X, Y, P)) :- does(P, place(X, Y)).`"))
}

fn two_kinds_of_effects(clauses: &Clauses) -> Option<Diagnostic> {
    let changes = clauses
        .of_word(&ADD)
        .chain(clauses.of_word(&DELETE))
        .next()?;
    let whole = clauses.of_word(&NEXT).next()?;
    let title = "a game says either `next`, or `add` and `delete`, not both";
    let fault = Diagnostic::error(
        "next-beside-add",
        title,
        whole.span,
        "the whole next position",
    );
    let fault = fault.with_place(changes.span, "what changes");
    Some(fault.with_help(
        "with `add` and `delete` everything else stays; with `next` everything else goes",
    ))
}

fn unknown_domains(
    declarations: &Declarations,
    fluent: &Fluent,
    suggestions: &Suggestions,
) -> Vec<Diagnostic> {
    let fault = |domain: &DomainName| {
        let name = domain.name.as_ref()?;
        if declarations.clauses.defines(name, 1) {
            return None;
        }
        let title = format!("unknown domain `{}`", quote_atom(name));
        let fault = Diagnostic::error(
            "unknown-domain",
            title,
            domain.span,
            "no predicate of this name has one argument",
        );
        let unary = declarations
            .clauses
            .heads()
            .filter(|head| head.arguments.len() == 1);
        Some(
            match suggestions.nearest(name, unary.map(|head| head.name)) {
                Some(similar) => fault.with_help(format!(
                    "a similar name is defined: `{}`",
                    quote_atom(similar)
                )),
                None => fault.with_help(format!(
                    "define it by facts such as `{}(1..8).`, or write `_` for any term",
                    quote_atom(name)
                )),
            },
        )
    };
    fluent
        .keys
        .iter()
        .chain(&fluent.value)
        .filter_map(fault)
        .collect()
}

/// The fault of a clause that uses `does` before a move is chosen.
fn does_too_early(clause: &Clause) -> Option<Diagnostic> {
    let (head, body) = (clause.head()?, clause.body()?);
    let (name, arguments) = head.parts()?;
    word(name, arguments.len())
        .filter(|word| word.is_asked_from_outside() && !word.knows_the_moves())?;
    let place = goal_named(body, DOES.name, DOES.arity())?;
    let title = format!("`does` is not known in `{name}`: no move is chosen there");
    let fault = Diagnostic::error("does-too-early", title, place, "asks for the move chosen");
    Some(fault.with_help(
        "`does(Player, Move)` is known in `add`, `delete` and `next`; `after(Player, Move, Goal)` looks ahead",
    ))
}

/// The place of a call of a predicate in a body, including calls inside other goals. The parser
/// bounds how deep a body nests, so plain recursion is safe.
fn goal_named(body: &tree::SourceTerm, name: &str, arity: usize) -> Option<Span> {
    let (functor, arguments) = body.parts()?;
    if functor == name && arguments.len() == arity {
        return Some(body.span);
    }
    arguments
        .iter()
        .find_map(|argument| goal_named(argument, name, arity))
}

/// The fluents by their names.
struct Fluents<'d> {
    by_name: FxHashMap<&'d str, Vec<&'d Fluent>>,
    suggestions: &'d Suggestions,
}

impl<'d> Fluents<'d> {
    fn new(declarations: &'d Declarations, suggestions: &'d Suggestions) -> Self {
        let mut by_name: FxHashMap<&str, Vec<&Fluent>> = FxHashMap::default();
        for fluent in &declarations.fluents {
            by_name.entry(&fluent.name).or_default().push(fluent);
        }
        Self {
            by_name,
            suggestions,
        }
    }

    /// The fault of a fact that belongs to no fluent, or has the wrong number of arguments.
    fn not_a_fluent(&self, fact: &tree::SourceTerm) -> Option<Diagnostic> {
        let Some((name, arguments)) = fact.parts() else {
            return not_a_fact(fact);
        };
        let Some(declared) = self.by_name.get(name) else {
            let title = format!("unknown fluent `{}`", quote_atom(name));
            let fault = Diagnostic::error(
                "unknown-fluent",
                title,
                fact.span,
                "not declared as a fluent",
            );
            return Some(
                match self.suggestions.nearest(name, self.by_name.keys().copied()) {
                    Some(similar) => fault.with_help(format!(
                        "a similar fluent is declared: `{}`",
                        quote_atom(similar)
                    )),
                    None => {
                        let example = with_any_domains(name, arguments.len());
                        fault.with_help(format!("declare it: `:- fluent {example}.`"))
                    }
                },
            );
        };
        let has_arity = declared
            .iter()
            .any(|fluent| fluent.arity() == arguments.len());
        if has_arity {
            None
        } else {
            Some(other_arity(name, arguments, fact, declared[0]))
        }
    }
}

/// The fault of a fact of a fluent that is declared with another number of arguments.
fn other_arity(
    name: &str,
    arguments: &[tree::SourceTerm],
    fact: &tree::SourceTerm,
    declared: &Fluent,
) -> Diagnostic {
    let shape = shape(declared);
    let value_missing = declared.value.is_some() && arguments.len() + 1 == declared.arity();
    let (code, title) = match value_missing {
        true => (
            "value-missing",
            format!("the value of the fluent `{}` is missing", quote_atom(name)),
        ),
        false => {
            let (has, wants) = (arguments.len(), declared.arity());
            (
                "fluent-arity",
                format!(
                    "the fluent `{}` has {wants} arguments, not {has}",
                    quote_atom(name)
                ),
            )
        }
    };
    let fault = Diagnostic::error(code, title, fact.span, "a fact of this fluent");
    fault
        .with_place(declared.span, "declared here")
        .with_help(format!("write it as `{shape}`"))
}

/// The fault of a term that can be no fact; a variable may become one.
fn not_a_fact(fact: &tree::SourceTerm) -> Option<Diagnostic> {
    if matches!(fact.kind, TermKind::Variable(_)) {
        return None;
    }
    let title = format!("`{fact}` is no fact");
    let fault = Diagnostic::error("not-a-fact", title, fact.span, "not a fact of a fluent");
    Some(fault.with_help("a fact is a fluent with its arguments, such as `cell(1, 1, black)`"))
}

fn with_any_domains(name: &str, arity: usize) -> String {
    match arity {
        0 => quote_atom(name).into_owned(),
        _ => format!("{}({})", quote_atom(name), vec!["_"; arity].join(", ")),
    }
}

/// A fluent in the form of its facts.
fn shape(fluent: &Fluent) -> String {
    let argument = |domain: &DomainName| {
        domain
            .name
            .as_ref()
            .map_or_else(|| "_".to_owned(), |name| capitalised(name))
    };
    let arguments: Vec<String> = fluent
        .keys
        .iter()
        .chain(&fluent.value)
        .map(argument)
        .collect();
    format!("{}({})", quote_atom(&fluent.name), arguments.join(", "))
}

/// A name in the form of a variable.
fn capitalised(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
}

/// The fault of two facts with different values for one key.
pub(super) fn conflict(first: &tree::SourceTerm, second: &tree::SourceTerm) -> Diagnostic {
    let title = format!("`{second}` contradicts `{first}`: a key has one value");
    let fault = Diagnostic::error("conflicting-facts", title, second.span, "a second value");
    fault
        .with_place(first.span, "the first value")
        .with_help("keep one of the two")
}

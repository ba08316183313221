//! What a rule file must have to be a game, beyond what makes it a program, as far as the text
//! alone shows it. What shows once domains and roles are known is in
//! [`constants`](super::constants).

use rustc_hash::FxHashMap;

use super::clauses::{Clauses, parts};
use super::constants::ABOUT_FACTS;
use super::declaration::{Declarations, DomainName, Fluent};
use crate::logic::{Suggestions, nearest};
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::faults::Faults;
use crate::syntax::quote::quote_atom;
use crate::syntax::source::Span;
use crate::syntax::tree::{self, Clause, TermKind};

/// The predicates in which no move has been chosen.
const BEFORE_A_MOVE: &[(&str, usize)] = &[
    ("role", 1),
    ("init", 1),
    ("impossible", 1),
    ("legal", 2),
    ("terminal", 0),
    ("goal", 2),
    ("heuristic", 3),
    ("quiet", 0),
    ("show", 3),
    ("notation", 2),
];

/// Names that mean what they say, however near they are to another.
const MEANT: &[&str] = &["role", "legal", "goal", "level", "show", "grid"];

/// What a program lacks to be a game.
pub(super) fn lacks(declarations: &Declarations) -> Vec<Diagnostic> {
    let mut faults = Vec::new();
    for (name, arity, example) in [
        (
            "role",
            1,
            "name the players in order, as in `role(black).  role(white).`",
        ),
        (
            "legal",
            2,
            "say who may play what: `legal(Player, Move) :- ...`",
        ),
        (
            "goal",
            2,
            "say what the end is worth to each player, from 0 to 100: `goal(Player, 100) :- ...`",
        ),
    ] {
        if !declarations.clauses.defines(name, arity) {
            faults.push(lacking(declarations, name, arity, example));
        }
    }
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
    faults.extend(about_facts(&declarations.clauses).filter_map(|fact| fluents.not_a_fluent(fact)));
    faults.extend(declarations.clauses.iter().filter_map(does_too_early));
    faults.finish(None)
}

fn lacking(declarations: &Declarations, name: &str, arity: usize, example: &str) -> Diagnostic {
    let other = declarations.clauses.named(name).next();
    let title = format!("this is no complete game: there is no `{name}/{arity}`");
    let code = match name {
        "role" => "no-role",
        "legal" => "no-legal",
        _ => "no-goal",
    };
    if let Some(other) = other {
        let label = format!("this is `{name}/{}`", other.arguments.len());
        return Diagnostic::error(code, title, other.span, label).with_help(example);
    }
    let of_its_arity = declarations
        .clauses
        .heads()
        .filter(|head| head.arguments.len() == arity);
    let similar = nearest(
        name,
        of_its_arity
            .map(|head| head.name)
            .filter(|head| !MEANT.contains(head)),
    );
    match similar.and_then(|similar| declarations.clauses.of(similar, arity).next()) {
        Some(similar) => {
            Diagnostic::error(code, title, similar.span, format!("is `{name}` meant?"))
        }
        None => Diagnostic::lacking(code, title),
    }
    .with_help(example)
}

fn no_effects(clauses: &Clauses) -> Option<Diagnostic> {
    if ["add", "delete", "next"]
        .iter()
        .any(|name| clauses.defines(name, 1))
    {
        return None;
    }
    let title = "this is no complete game: moves change nothing, because there is no `add/1`, `delete/1` or `next/1`";
    let fault = Diagnostic::lacking("no-effects", title);
    Some(fault.with_help("say what a move changes: `add(cell(X, Y, P)) :- does(P, place(X, Y)).`"))
}

fn two_kinds_of_effects(clauses: &Clauses) -> Option<Diagnostic> {
    let changes = clauses.of("add", 1).chain(clauses.of("delete", 1)).next()?;
    let whole = clauses.of("next", 1).next()?;
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

/// The facts that heads speak of.
fn about_facts(clauses: &Clauses) -> impl Iterator<Item = &tree::Term> {
    ABOUT_FACTS
        .iter()
        .flat_map(|name| clauses.of(name, 1))
        .map(|head| &head.arguments[0])
}

/// The fault of a clause that asks for the move chosen where there is none.
fn does_too_early(clause: &Clause) -> Option<Diagnostic> {
    let (head, body) = (clause.head()?, clause.body()?);
    let (name, arguments) = parts(head)?;
    if !BEFORE_A_MOVE.contains(&(name, arguments.len())) {
        return None;
    }
    let place = goal_named(body, "does", 2)?;
    let title = format!("`does` is not known in `{name}`: no move is chosen there");
    let fault = Diagnostic::error("does-too-early", title, place, "asks for the move chosen");
    Some(fault.with_help(
        "`does(Player, Move)` is known in `add`, `delete` and `next`; `after(Player, Move, Goal)` looks ahead",
    ))
}

/// Where a predicate is called in a body, also inside other goals. The parser bounds how deep a
/// body nests, so plain recursion is safe.
fn goal_named(body: &tree::Term, name: &str, arity: usize) -> Option<Span> {
    let (functor, arguments) = parts(body)?;
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

    /// The fault of a fact's term that names no fluent, or has not the right number of arguments.
    fn not_a_fluent(&self, fact: &tree::Term) -> Option<Diagnostic> {
        let Some((name, arguments)) = parts(fact) else {
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

/// The fault of a fact whose fluent is declared with another number of arguments.
fn other_arity(
    name: &str,
    arguments: &[tree::Term],
    fact: &tree::Term,
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

/// The fault of what can be no fact at all; a variable may become one.
fn not_a_fact(fact: &tree::Term) -> Option<Diagnostic> {
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

/// A fluent as a fact of it is written.
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

/// A name as a variable is written.
fn capitalised(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
}

/// The fault of two facts that give one key two values.
pub(super) fn conflict(first: &tree::Term, second: &tree::Term) -> Diagnostic {
    let title = format!("`{second}` contradicts `{first}`: a key has one value");
    let fault = Diagnostic::error("conflicting-facts", title, second.span, "a second value");
    fault
        .with_place(first.span, "the first value")
        .with_help("keep one of the two")
}

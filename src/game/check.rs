//! What a rule file must have to be a game, beyond what makes it a program.

use super::declaration::{Declarations, DomainName, Fluent};
use super::rules::Rules;
use crate::logic::{NoFact, Schema, Storage, Term, nearest};
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::quote::quote_atom;
use crate::syntax::tree::{self, Name, TermKind};

/// The predicates whose argument is a fact of a fluent.
const ABOUT_FACTS: &[&str] = &["init", "add", "delete", "next"];

/// The predicates whose first argument is a role.
const ABOUT_ROLES: &[&str] = &["legal", "goal"];

/// Faults that the text alone shows.
pub(super) fn structure(declarations: &Declarations) -> Vec<Diagnostic> {
    let mut faults = Vec::new();
    for (name, arity, example) in [
        ("role", 1, "name the players in order, as in `role(black).  role(white).`"),
        ("legal", 2, "say who may play what: `legal(Player, Move) :- ...`"),
        ("goal", 2, "say what the end is worth to each player, from 0 to 100: `goal(Player, 100) :- ...`"),
    ] {
        if !defines(declarations, name, arity) {
            faults.push(lacking(declarations, name, arity, example));
        }
    }
    faults.extend(effects(declarations));
    faults.extend(declarations.fluents.iter().flat_map(|fluent| unknown_domains(declarations, fluent)));
    faults.extend(
        heads_of(declarations, ABOUT_FACTS, 1).filter_map(|(_, arguments)| not_a_fluent(declarations, &arguments[0])),
    );
    faults
}

fn lacking(declarations: &Declarations, name: &str, arity: usize, example: &str) -> Diagnostic {
    let other = declarations.clauses.iter().map(head_parts).find(|(known, _)| *known == name);
    let title = format!("this is no complete game: there is no `{name}/{arity}`");
    let code = match name {
        "role" => "no-role",
        "legal" => "no-legal",
        _ => "no-goal",
    };
    let fault = match other {
        Some((_, arguments)) if !arguments.is_empty() => {
            let label = format!("this is `{name}/{}`", arguments.len());
            Diagnostic::error(code, title, arguments[0].span, label)
        }
        _ => Diagnostic::lacking(code, title),
    };
    fault.with_help(example)
}

fn effects(declarations: &Declarations) -> Option<Diagnostic> {
    let changes = heads_of(declarations, &["add", "delete"], 1).next();
    let whole = heads_of(declarations, &["next"], 1).next();
    match (changes, whole) {
        (Some((_, changes)), Some((_, whole))) => {
            let title = "a game says either `next`, or `add` and `delete`, not both";
            let fault = Diagnostic::error("next-beside-add", title, whole[0].span, "the whole next position");
            let fault = fault.with_place(changes[0].span, "what changes");
            Some(fault.with_help("with `add` and `delete` everything else stays; with `next` everything else goes"))
        }
        (None, None) => {
            let title =
                "this is no complete game: moves change nothing, because there is no `add/1`, `delete/1` or `next/1`";
            let fault = Diagnostic::lacking("no-effects", title);
            Some(fault.with_help("say what a move changes: `add(cell(X, Y, P)) :- does(P, place(X, Y)).`"))
        }
        _ => None,
    }
}

fn unknown_domains(declarations: &Declarations, fluent: &Fluent) -> Vec<Diagnostic> {
    let fault = |domain: &DomainName| {
        let name = domain.name.as_ref()?;
        if defines(declarations, name, 1) {
            return None;
        }
        let title = format!("unknown domain `{}`", quote_atom(name));
        let fault =
            Diagnostic::error("unknown-domain", title, domain.span, "no predicate of this name has one argument");
        let unary = declarations.clauses.iter().map(head_parts).filter(|(_, arguments)| arguments.len() == 1);
        Some(match nearest(name, unary.map(|(name, _)| name)) {
            Some(similar) => fault.with_help(format!("a similar name is defined: `{}`", quote_atom(similar))),
            None => fault.with_help(format!(
                "define it by facts such as `{}(1..8).`, or write `_` for any term",
                quote_atom(name)
            )),
        })
    };
    fluent.keys.iter().chain(&fluent.value).filter_map(fault).collect()
}

/// The fault of a fact's term that names no fluent, or has not the right number of arguments.
fn not_a_fluent(declarations: &Declarations, fact: &tree::Term) -> Option<Diagnostic> {
    let (name, arguments) = parts(fact)?;
    let mut same_name = declarations.fluents.iter().filter(|fluent| &*fluent.name == name).peekable();
    let Some(declared) = same_name.peek().copied() else {
        let title = format!("unknown fluent `{}`", quote_atom(name));
        let fault = Diagnostic::error("unknown-fluent", title, fact.span, "not declared as a fluent");
        let names = declarations.fluents.iter().map(|fluent| &*fluent.name);
        return Some(match nearest(name, names) {
            Some(similar) => fault.with_help(format!("a similar fluent is declared: `{}`", quote_atom(similar))),
            None => fault.with_help(format!("declare it: `:- fluent {}(...).`", quote_atom(name))),
        });
    };
    if same_name.any(|fluent| fluent.arity() == arguments.len()) {
        return None;
    }
    let shape = shape(declared);
    let value_missing = declared.value.is_some() && arguments.len() + 1 == declared.arity();
    let (code, title) = match value_missing {
        true => ("value-missing", format!("the value of the fluent `{}` is missing", quote_atom(name))),
        false => {
            let (has, wants) = (arguments.len(), declared.arity());
            ("fluent-arity", format!("the fluent `{}` has {wants} arguments, not {has}", quote_atom(name)))
        }
    };
    let fault = Diagnostic::error(code, title, fact.span, "a fact of this fluent");
    Some(fault.with_place(declared.span, "declared here").with_help(format!("write it as `{shape}`")))
}

/// A fluent as a fact of it is written.
fn shape(fluent: &Fluent) -> String {
    let argument = |domain: &DomainName| match &domain.name {
        Some(name) => name[..1].to_uppercase() + &name[1..],
        None => "_".to_owned(),
    };
    let arguments: Vec<String> = fluent.keys.iter().chain(&fluent.value).map(argument).collect();
    format!("{}({})", quote_atom(&fluent.name), arguments.join(", "))
}

/// Faults in clauses' heads that show once domains and roles are known.
pub(super) fn heads(declarations: &Declarations, schema: &Schema, roles: &[Term]) -> Vec<Diagnostic> {
    let facts =
        heads_of(declarations, ABOUT_FACTS, 1).filter_map(|(_, arguments)| outside_domain(schema, &arguments[0]));
    let players = heads_of(declarations, ABOUT_ROLES, 2).filter_map(|(_, arguments)| not_a_role(roles, &arguments[0]));
    facts.chain(players).collect()
}

/// The fault of a fact with a constant that is not in its argument's domain.
fn outside_domain(schema: &Schema, fact: &tree::Term) -> Option<Diagnostic> {
    let (name, arguments) = parts(fact)?;
    let Storage::Dense(dense) = &schema.relation(name, arguments.len())?.storage else { return None };
    let mut pairs = arguments.iter().zip(dense.keys.iter().chain(&dense.value));
    let (wrong, domain) = pairs.find(|(argument, domain)| {
        let (term, _) = Term::from_syntax(argument);
        term.is_ground() && domain.index_of(&term).is_none()
    })?;
    let title = format!("`{wrong}` is outside its domain");
    let fault = Diagnostic::error("outside-domain", title, wrong.span, format!("in a fact of `{}`", quote_atom(name)));
    Some(fault.with_help(format!("the domain is {}", some_of(domain.terms()))))
}

/// The first few terms of a domain.
fn some_of(terms: &[Term]) -> String {
    let shown: Vec<String> = terms.iter().take(8).map(|term| format!("`{term}`")).collect();
    shown.join(", ") + if terms.len() > 8 { ", ..." } else { "" }
}

fn not_a_role(roles: &[Term], player: &tree::Term) -> Option<Diagnostic> {
    let (term, _) = Term::from_syntax(player);
    if !term.is_ground() || roles.contains(&term) {
        return None;
    }
    let fault = Diagnostic::error("unknown-role", format!("`{term}` is no role"), player.span, "not a player");
    Some(fault.with_help(format!("the roles are {}", some_of(roles))))
}

/// The names that the heads of a predicate have as their first argument, in order.
pub(super) fn names(declarations: &Declarations, predicate: &str, arity: usize) -> Vec<Name> {
    let mut names: Vec<Name> = Vec::new();
    for (_, arguments) in heads_of(declarations, &[predicate], arity) {
        if let TermKind::Atom(name) = &arguments[0].kind
            && !names.contains(name)
        {
            names.push(name.clone());
        }
    }
    names
}

/// A fault at the first clause of a predicate.
pub(super) fn at_head(
    declarations: &Declarations,
    (name, arity): (&'static str, usize),
    code: &'static str,
    title: String,
    help: &str,
) -> Diagnostic {
    let head = heads_of(declarations, &[name], arity).next();
    let fault = match head {
        Some((_, arguments)) => Diagnostic::error(code, title, arguments[0].span, "declared here"),
        None => Diagnostic::lacking(code, title),
    };
    fault.with_help(help)
}

/// The fault of two `init` facts that give one key two values.
pub(super) fn conflicting_start(declarations: &Declarations, one: &Term, other: &Term) -> Diagnostic {
    let stated = |fact: &Term| {
        let is_it = |arguments: &&[tree::Term]| Term::from_syntax(&arguments[0]).0 == *fact;
        heads_of(declarations, &["init"], 1).map(|(_, arguments)| arguments).find(is_it).map(|arguments| &arguments[0])
    };
    match (stated(one), stated(other)) {
        (Some(one), Some(other)) => conflict(one, other),
        _ => {
            let title = format!("at the start both `{one}` and `{other}` hold, but a key has one value");
            Diagnostic::lacking("conflicting-facts", title)
        }
    }
}

/// The fault of two facts that give one key two values.
pub(super) fn conflict(first: &tree::Term, second: &tree::Term) -> Diagnostic {
    let title = format!("`{second}` contradicts `{first}`: a key has one value");
    let fault = Diagnostic::error("conflicting-facts", title, second.span, "a second value");
    fault.with_place(first.span, "the first value").with_help("keep one of the two")
}

/// The fault of a term in a position's text that is no fact of the game.
pub(super) fn no_fact(rules: &Rules, term: &tree::Term, reason: &NoFact) -> Diagnostic {
    let schema = rules.program().schema();
    let fluents: Vec<&str> =
        schema.relations().iter().filter(|r| !matches!(r.storage, Storage::Given)).map(|r| &*r.name).collect();
    match reason {
        NoFact::OutsideDomain(..) => {
            if let Some(fault) = outside_domain(schema, term) {
                return fault;
            }
            Diagnostic::error("outside-domain", reason.to_string(), term.span, "not a fact")
        }
        NoFact::Unbound(_) => Diagnostic::error("unbound-fact", reason.to_string(), term.span, "not a fact")
            .with_help("a position is made of facts without variables"),
        NoFact::NotDeclared(_) => {
            let known: Vec<String> = fluents.iter().map(|name| format!("`{}`", quote_atom(name))).collect();
            Diagnostic::error("unknown-fluent", reason.to_string(), term.span, "not a fact of this game")
                .with_help(format!("the fluents are {}", known.join(", ")))
        }
    }
}

fn defines(declarations: &Declarations, name: &str, arity: usize) -> bool {
    declarations.clauses.iter().map(head_parts).any(|(known, arguments)| known == name && arguments.len() == arity)
}

/// The heads of clauses of these predicates with that many arguments.
fn heads_of<'d>(
    declarations: &'d Declarations,
    names: &[&str],
    arity: usize,
) -> impl Iterator<Item = (&'d str, &'d [tree::Term])> {
    let heads = declarations.clauses.iter().map(head_parts);
    heads
        .filter(move |(name, arguments)| names.contains(name) && arguments.len() == arity)
        .collect::<Vec<_>>()
        .into_iter()
}

/// The name and arguments of a clause's head; an empty name for what is no head.
fn head_parts(clause: &tree::Term) -> (&str, &[tree::Term]) {
    let head = match parts(clause) {
        Some((":-", [head, _])) => head,
        _ => clause,
    };
    parts(head).unwrap_or(("", &[]))
}

fn parts(term: &tree::Term) -> Option<(&str, &[tree::Term])> {
    match &term.kind {
        TermKind::Atom(name) => Some((name, &[])),
        TermKind::Compound { functor, arguments, .. } => Some((functor, arguments)),
        _ => None,
    }
}

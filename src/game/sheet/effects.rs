//! `add` and `delete` as rules of `next`: what is added holds next, and what holds stays unless it is
//! deleted or, where a key has one value, replaced.

use super::clauses::{Located, Place};
use super::program::Program;
use super::rule::{Atom, Literal, NEXT, Rule, TRUE};
use super::term::Term;
use crate::game::declaration::Fluent;
use crate::syntax::source::Span;

/// Facts that are deleted.
pub(super) const DELETED: &str = "$deleted";

/// Facts that are added.
const ADDED: &str = "$added";

/// Facts without their values, where there is a new value.
const REPLACED: &str = "$replaced";

/// The rules with those of `next` for those of `add` and `delete`.
pub(super) fn with_next(program: &Program<'_>, rules: Vec<Located>) -> Vec<Located> {
    let is_effect = |rule: &Located| {
        ["add", "delete"].iter().any(|word| rule.rule.head.is(word, 1))
    };
    let (effects, mut rules): (Vec<Located>, Vec<Located>) = rules.into_iter().partition(is_effect);
    let Some(end) = effects.iter().map(|effect| effect.place).max() else {
        return rules;
    };
    for fluent in program.fluents {
        let is_own = |located: &&Located| is_of(located, fluent);
        let own: Vec<&Located> = effects.iter().filter(is_own).collect();
        let place = own.iter().map(|effect| effect.place).max().unwrap_or(end);
        rules.extend(rules_of(program, fluent, &own, place));
    }
    rules
}

fn is_of(effect: &Located, fluent: &Fluent) -> bool {
    let parts = effect.rule.head.arguments[0].parts();
    parts.is_some_and(|(name, arguments)| *name == fluent.name && arguments.len() == fluent.arity())
}

/// The rules of `next` for one fluent.
fn rules_of(program: &Program<'_>, fluent: &Fluent, own: &[&Located], place: Place) -> Vec<Located> {
    let span = fluent.span;
    let (adds, deletes): (Vec<&Located>, Vec<&Located>) =
        own.iter().partition(|effect| effect.rule.head.is("add", 1));
    let is_renewed = fluent.value.is_some()
        && fluent.keys.is_empty()
        && adds.iter().any(|add| is_certain(program, fluent, &add.rule));
    let has_values = fluent.value.is_some() && !adds.is_empty() && !is_renewed;
    // What is long is said once.
    let is_long = has_values && adds.iter().any(|add| add.rule.body.len() > 2);
    let mut rules = Vec::new();
    for add in &adds {
        let head = if is_long { ADDED } else { NEXT };
        rules.push(add.with_head(head));
        if has_values && !is_long {
            let mut replaced = add.with_head(REPLACED);
            replaced.rule.comment = Box::default();
            replaced.rule.head.arguments = vec![key(&add.rule.head.arguments[0], fluent)];
            rules.push(replaced);
        }
    }
    let mut further = Vec::new();
    let fact = fact(fluent);
    let atom = |name: &str, term: &Term| Atom::new(name, vec![term.clone()], span);
    if is_long {
        let added = vec![Literal::Atom(atom(ADDED, &fact))];
        further.push(Rule::new(atom(NEXT, &fact), added.clone()));
        further.push(Rule::new(atom(REPLACED, &key(&fact, fluent)), added));
    }
    rules.extend(deletes.iter().map(|delete| delete.with_head(DELETED)));
    if !is_renewed {
        let mut body = vec![Literal::Atom(atom(TRUE, &fact))];
        if !deletes.is_empty() {
            body.push(Literal::Not(atom(DELETED, &fact)));
        }
        if has_values {
            body.push(Literal::Not(atom(REPLACED, &key(&fact, fluent))));
        }
        further.push(Rule::new(atom(NEXT, &fact), body));
    }
    rules.extend(further.into_iter().map(|rule| Located { rule, place }));
    rules
}

/// Whether a rule of `add` gives a fluent a value on each turn: it asks for the role whose turn it is, and
/// for what is so of each role in every position.
fn is_certain(program: &Program<'_>, fluent: &Fluent, rule: &Rule) -> bool {
    let mut mover = None;
    let mut goals = Vec::new();
    for literal in &rule.body {
        match literal {
            Literal::Atom(atom) if atom.is(TRUE, 1) => match atom.arguments[0].parts() {
                Some((name, [role])) if *name == fluent.name && mover.is_none() => mover = Some(role),
                _ => return false,
            },
            Literal::Atom(atom) if atom.goal.is_none() && program.is_fixed_predicate(&atom.key()) => {
                goals.push(Term::applied(&atom.name, atom.arguments.clone()));
            }
            _ => return false,
        }
    }
    let Some(Term::Variable(mover)) = mover else {
        return false;
    };
    let goal = goals.into_iter().reduce(|all, goal| Term::Function(",".into(), vec![all, goal]));
    let goal = goal.unwrap_or_else(|| Term::atom("true"));
    let mut roles = program.rules.game.roles.iter().filter_map(Term::from_value);
    roles.all(|role| {
        let asked = goal.replaced(&|name| (name == mover).then(|| role.clone()));
        program.answers(&asked, 1).is_some_and(|answers| answers.len() == 1)
    })
}

/// A fact of a fluent with a variable for each argument, named after its domain.
fn fact(fluent: &Fluent) -> Term {
    let mut names: Vec<String> = Vec::new();
    for domain in fluent.keys.iter().chain(&fluent.value) {
        let plain = domain.name.as_deref().unwrap_or("value");
        let mut name = format!("_{plain}");
        while names.contains(&name) {
            name = format!("_{plain}{}", names.len() + 1);
        }
        names.push(name);
    }
    let variables = names.iter().map(|name| Term::variable(name));
    Term::applied(&fluent.name, variables.collect())
}

/// A fact without its value.
fn key(fact: &Term, fluent: &Fluent) -> Term {
    match fact.parts() {
        Some((name, arguments)) => Term::applied(name, arguments[..fluent.keys.len()].to_vec()),
        None => fact.clone(),
    }
}

impl Located {
    /// The same rule with another name of its head.
    fn with_head(&self, name: &str) -> Self {
        let mut located = self.clone();
        located.rule.head = Atom::new(name, self.rule.head.arguments.clone(), self.rule.head.span);
        located
    }
}

/// A rule that asks for nothing and gives nothing a place of its own.
pub(super) fn at(place: Place, head: &str, arguments: Vec<Term>, body: Vec<Literal>, span: Span) -> Located {
    let rule = Rule::new(Atom::new(head, arguments, span), body);
    Located { rule, place }
}

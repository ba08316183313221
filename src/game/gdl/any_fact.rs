//! Rules about any fact, such as `(<= (next ?f) (true ?f) (not (deleted ?f)))`: each stands for one rule
//! for each relation of facts.

use std::collections::HashSet;

use super::read::fluent_place;
use super::rule::{Atom, Formula, Rule, Term, TermKind};
use super::strata::RelationKey;
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::tree::Name;

/// An error for each rule that makes a term a fact which it does not ask for as one: which facts there
/// can be is not known then.
pub(super) fn faults(rules: &[Rule]) -> Vec<Diagnostic> {
    let mut faults = Vec::new();
    for rule in rules {
        let Some(fact) = fluent_place(&rule.head).map(|place| &rule.head.arguments[place]) else {
            continue;
        };
        let Some(name) = fact.variable() else {
            continue;
        };
        let is_asked = rule.body.iter().any(|condition| match condition {
            Formula::Atom(atom) => atom.is("true", 1) && atom.arguments[0].variable() == Some(name),
            _ => false,
        });
        if !is_asked {
            let title = format!("`?{name}` may become any fact");
            let fault = Diagnostic::error("kif-unsupported", title, fact.span, "a variable");
            faults.push(fault.with_help(
                "name the relation of the fact, as in `(next (cell ?x ?y ?mark))`, or ask for it by `(true ...)`",
            ));
        }
    }
    faults
}

/// The rules with a relation of facts wherever one is asked or given by a variable.
pub(super) fn spelled_out(rules: Vec<Rule>) -> Vec<Rule> {
    let mut known = Vec::new();
    let mut seen = HashSet::new();
    for rule in &rules {
        if let Some(place) = fluent_place(&rule.head)
            && let Some((name, arguments)) = rule.head.arguments[place].parts()
            && seen.insert((name, arguments.len()))
        {
            known.push((name.clone(), arguments.len()));
        }
    }
    let mut spelled = Vec::new();
    for rule in rules {
        spell_out(rule, &known, &mut spelled);
    }
    spelled
}

fn spell_out(rule: Rule, known: &[RelationKey], spelled: &mut Vec<Rule>) {
    let Some(variable) = any_fact(&rule) else {
        return spelled.push(rule);
    };
    for (name, arity) in known {
        let mut rule = rule.clone();
        rule.each_term_mut(&mut |term| {
            if term.variable() == Some(&variable) {
                term.kind = fact(name, *arity, &variable, term);
            }
        });
        spell_out(rule, known, spelled);
    }
}

/// A fact of a relation, with a variable for each argument.
fn fact(name: &Name, arity: usize, variable: &Name, place: &Term) -> TermKind {
    let argument = |number| Term {
        kind: TermKind::Variable(Name::from(format!("{variable}_{number}"))),
        span: place.span,
    };
    match arity {
        0 => TermKind::Constant(name.clone()),
        _ => TermKind::Function(name.clone(), (1..=arity).map(argument).collect()),
    }
}

/// The first variable that stands for a fact.
fn any_fact(rule: &Rule) -> Option<Name> {
    let variable = |atom: &Atom| atom.arguments[fluent_place(atom)?].variable().cloned();
    let mut found = variable(&rule.head);
    rule.each_condition(&mut |atom, _| found = found.take().or_else(|| variable(atom)));
    found
}

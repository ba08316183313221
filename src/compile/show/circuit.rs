//! The circuit: each gate on a line, by number.

use std::collections::HashSet;

use super::residual::needed;
use super::roots::Root;
use super::text::{Wording, nothing};
use super::{Chosen, Shown, line};
use crate::compile::circuit::{Gate, Literal, Node};

pub(super) fn show(shown: &Shown<'_>, names: &Wording<'_>, chosen: &Chosen) -> String {
    let circuit = &shown.evaluated.residual.circuit;
    let roots = shown.roots(names, chosen);
    let all = needed(circuit, roots.iter().flat_map(Root::literals));
    let is_of = |node: &&Node| match chosen {
        Chosen::Predicate(name) => circuit
            .label(**node)
            .and_then(|label| names.predicate(label.form))
            .is_some_and(|predicate| predicate == *name),
        Chosen::All | Chosen::Part(_) => true,
    };
    let named = |node: Node| Some(number(node));
    let mut text = String::new();
    for node in all.iter().filter(is_of) {
        let gate = match circuit.gate(*node) {
            Gate::True => continue,
            Gate::AtLeastZero(sum) => names.sum("0 =< ", circuit, sum, &named).on_a_line(),
            Gate::Zero(sum) => names.sum("0 =:= ", circuit, sum, &named).on_a_line(),
            Gate::All(parts) => list(parts, " and "),
            Gate::Any(parts) => list(parts, " or "),
            Gate::Circular(definition) => {
                format!("least {}", list(circuit.definition(*definition), " or "))
            }
            Gate::Fact { .. } | Gate::After(_) => {
                names.opened(circuit, (*node).into(), &nothing).on_a_line()
            }
        };
        let label = circuit
            .label(*node)
            .map(|label| format!("    % {}", names.label(label)));
        line(
            &mut text,
            format!("{} = {gate}{}", number(*node), label.unwrap_or_default()),
        );
    }
    if matches!(chosen, Chosen::Predicate(_)) {
        return text;
    }
    let mut told = HashSet::new();
    for root in roots {
        let given: String = root.given.iter().map(|goal| format!("{goal}, ")).collect();
        let value = root
            .value
            .as_ref()
            .map(|sum| format!(", {}", names.sum("V is ", circuit, sum, &named).on_a_line()));
        let condition = literal(root.condition);
        let value = value.unwrap_or_default();
        let clause = format!("{} :- {given}{condition}{value}.", root.head);
        if told.insert(clause.clone()) {
            line(&mut text, clause);
        }
    }
    text
}

fn number(node: Node) -> String {
    format!("n{}", node.index())
}

fn literal(literal: Literal) -> String {
    match (literal, literal.is_negated()) {
        (Literal::TRUE, _) => "true".to_owned(),
        (Literal::FALSE, _) => "fail".to_owned(),
        (_, true) => format!("not {}", number(literal.node())),
        (_, false) => number(literal.node()),
    }
}

fn list(parts: &[Literal], between: &str) -> String {
    match parts {
        [] => "fail".to_owned(),
        _ => parts
            .iter()
            .map(|part| literal(*part))
            .collect::<Vec<_>>()
            .join(between),
    }
}

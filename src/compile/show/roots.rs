//! What the parts of a game ask of its circuit.

use super::text::{AFTER_IT, Wording, answered};
use crate::compile::circuit::{Literal, Sum};
use crate::compile::residual::{ANY_CONTENT, Deferred, Effect, Residual};
use crate::game::Rules;
use crate::logic::Term;

/// A clause that is no goal of the circuit: what a game asks.
#[derive(Clone, Debug)]
pub(super) struct Root {
    pub head: String,
    /// Goals before the condition.
    pub given: Vec<String>,
    pub condition: Literal,
    /// What the variable `V` of the head is.
    pub value: Option<Sum>,
}

impl Root {
    fn new(head: impl Into<String>, condition: Literal) -> Self {
        Self {
            head: head.into(),
            given: Vec::new(),
            condition,
            value: None,
        }
    }

    fn given(self, goal: impl Into<String>) -> Self {
        let given = [self.given, vec![goal.into()]].concat();
        Self { given, ..self }
    }

    /// All literals in it.
    pub fn literals(&self) -> impl Iterator<Item = Literal> {
        let terms = self.value.iter().flat_map(|sum| &sum.terms);
        terms.map(|(literal, _)| *literal).chain([self.condition])
    }
}

/// Where this holds, the machine answers.
const BY_THE_MACHINE: &str = "machine";

/// What a part asks in a game, or in one mode of it.
pub(super) fn of_part(
    rules: &Rules,
    residual: &Residual,
    names: &Wording<'_>,
    part: &str,
) -> Vec<Root> {
    let beyond = [residual.beyond]
        .into_iter()
        .filter(|literal| *literal != Literal::FALSE);
    let beyond = beyond.map(|literal| Root::new(BY_THE_MACHINE, literal));
    match part {
        "legal" => {
            let questions = residual.questions.iter().enumerate();
            legal(residual, names)
                .into_iter()
                .chain(
                    questions.map(|(number, literal)| {
                        Root::new(format!("{AFTER_IT}({number})"), *literal)
                    }),
                )
                .chain(beyond)
                .collect()
        }
        "effects" | "effects of moves at once" => effects(residual, names, part),
        "terminal" => [Root::new("terminal", residual.terminal)]
            .into_iter()
            .chain(beyond)
            .collect(),
        "quiet" => [
            Root::new("quiet", residual.quiet),
            Root::new(BY_THE_MACHINE, residual.unjudged),
        ]
        .into_iter()
        .filter(|root| root.condition != Literal::FALSE)
        .collect(),
        "goal" => values(rules, &residual.goals, "goal("),
        _ => {
            let name = part.strip_prefix("heuristic ").unwrap_or(part);
            let heuristics = rules.heuristics().iter();
            let found = heuristics
                .zip(&residual.heuristics)
                .find(|(own, _)| &***own == name);
            let head = format!("heuristic({}, ", Term::atom(name));
            let found = found.map(|(_, roles)| values(rules, roles, &head));
            found.unwrap_or_default()
        }
    }
}

fn legal(residual: &Residual, names: &Wording<'_>) -> Vec<Root> {
    let mut roots = Vec::new();
    for (at, (number, condition)) in residual.legal.iter().enumerate() {
        let head = names.of_move("legal", *number);
        match residual.deferred.get(at).cloned().flatten() {
            None => roots.push(Root::new(head, *condition)),
            Some(Deferred { questions, cases }) => {
                for (answers, case) in cases.iter().enumerate() {
                    let given = questions
                        .iter()
                        .enumerate()
                        .map(|(bit, question)| answered(Some(*question), answers >> bit & 1 == 1));
                    roots.push(given.fold(Root::new(&head, *case), Root::given));
                }
            }
        }
    }
    roots.retain(|root| root.condition != Literal::FALSE);
    roots
}

fn effects(residual: &Residual, names: &Wording<'_>, part: &str) -> Vec<Root> {
    let of_effects = |name: &str, effects: &[Effect]| -> Vec<Root> {
        let head = |effect: &Effect| format!("{name}({})", names.fact(effect.cell, effect.content));
        effects
            .iter()
            .map(|effect| Root::new(head(effect), effect.condition))
            .collect()
    };
    let changes = |deletes: &[Effect], adds: &[Effect]| {
        [of_effects("delete", deletes), of_effects("add", adds)].concat()
    };
    let mut roots = Vec::new();
    let together = residual
        .together
        .as_ref()
        .filter(|together| together.is_for_all == (part == "effects"));
    if let Some(together) = together {
        roots.extend(of_effects("next", &together.next));
        roots.extend(
            together
                .faults
                .iter()
                .map(|fault| Root::new(BY_THE_MACHINE, *fault)),
        );
    }
    if part != "effects" {
        return roots;
    }
    for (number, played) in residual.moves.iter().enumerate() {
        let does = names.of_move("does", number);
        let faults = played
            .faults
            .iter()
            .map(|fault| Root::new(BY_THE_MACHINE, *fault));
        let shared = played.shared.iter();
        let shared = shared.map(|(shared, guard)| Root::new(format!("shared({shared})"), *guard));
        let numbers = played.numbers.iter().flat_map(|added| {
            let fact = names.fact(added.cell, ANY_CONTENT);
            let fact = fact.strip_suffix("_)").unwrap_or(&fact).to_owned();
            added.values.iter().map(move |(condition, value)| Root {
                value: Some(value.clone()),
                ..Root::new(format!("add({fact}V))"), *condition)
            })
        });
        let own = changes(&played.deletes, &played.adds)
            .into_iter()
            .chain(numbers)
            .chain(shared)
            .chain(faults);
        roots.extend(own.map(|root| root.given(&does)));
    }
    for (number, shared) in residual.shared.iter().enumerate() {
        let own = changes(&shared.deletes, &shared.adds).into_iter();
        roots.extend(own.map(|root| root.given(format!("shared({number})"))));
    }
    roots
}

/// Results and values: the first of a role whose condition holds counts.
fn values(rules: &Rules, all: &[Vec<(Literal, Sum)>], head: &str) -> Vec<Root> {
    let mut roots = Vec::new();
    for (role, values) in rules.roles().iter().zip(all) {
        roots.extend(values.iter().map(|(condition, value)| Root {
            value: Some(value.clone()),
            ..Root::new(format!("{head}{role}, V)"), *condition)
        }));
    }
    roots
}

//! What the parts of a game ask of its circuit.

use super::Shown;
use super::text::{AFTER_IT, Names};
use crate::compile::circuit::{Literal, Sum};
use crate::compile::residual::{Deferred, Effect};
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

/// What a part asks.
pub(super) fn of_part(shown: &Shown<'_>, names: &Names<'_>, part: &str) -> Vec<Root> {
    let residual = &shown.evaluated.residual;
    let beyond = [residual.beyond]
        .into_iter()
        .filter(|literal| *literal != Literal::FALSE);
    let beyond = beyond.map(|literal| Root::new(BY_THE_MACHINE, literal));
    match part {
        "legal" => {
            let questions = residual.questions.iter().enumerate();
            legal(shown, names)
                .into_iter()
                .chain(
                    questions.map(|(number, literal)| {
                        Root::new(format!("{AFTER_IT}({number})"), *literal)
                    }),
                )
                .chain(beyond)
                .collect()
        }
        "effects" | "effects of moves at once" => effects(shown, names, part),
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
        "goal" => values(shown, &residual.goals, "goal("),
        _ => {
            let name = part.strip_prefix("heuristic ").unwrap_or(part);
            let heuristics = shown.rules.heuristics().iter();
            let found = heuristics
                .zip(&residual.heuristics)
                .find(|(own, _)| &***own == name);
            let head = format!("heuristic({}, ", Term::atom(name));
            let found = found.map(|(_, roles)| values(shown, roles, &head));
            found.unwrap_or_default()
        }
    }
}

fn legal(shown: &Shown<'_>, names: &Names<'_>) -> Vec<Root> {
    let residual = &shown.evaluated.residual;
    let mut roots = Vec::new();
    for (at, (number, condition)) in residual.legal.iter().enumerate() {
        let head = names.of_move("legal", *number);
        match residual.deferred.get(at).cloned().flatten() {
            None => roots.push(Root::new(head, *condition)),
            Some(Deferred { questions, cases }) => {
                for (answers, case) in cases.iter().enumerate() {
                    let answered = questions.iter().enumerate().map(|(bit, question)| {
                        let sign = if answers >> bit & 1 == 1 { "" } else { "\\+ " };
                        format!("{sign}{AFTER_IT}({question})")
                    });
                    roots.push(answered.fold(Root::new(&head, *case), Root::given));
                }
            }
        }
    }
    roots.retain(|root| root.condition != Literal::FALSE);
    roots
}

fn effects(shown: &Shown<'_>, names: &Names<'_>, part: &str) -> Vec<Root> {
    let residual = &shown.evaluated.residual;
    let of_effects = |name: &str, effects: &[Effect]| -> Vec<Root> {
        let head = |effect: &Effect| format!("{name}({})", names.fact(effect.cell, effect.content));
        effects
            .iter()
            .map(|effect| Root::new(head(effect), effect.condition))
            .collect()
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
        let own = [
            of_effects("delete", &played.deletes),
            of_effects("add", &played.adds),
        ];
        let own = own.into_iter().flatten().chain(shared).chain(faults);
        roots.extend(own.map(|root| root.given(&does)));
    }
    for (number, shared) in residual.shared.iter().enumerate() {
        let own = [
            of_effects("delete", &shared.deletes),
            of_effects("add", &shared.adds),
        ];
        roots.extend(
            own.into_iter()
                .flatten()
                .map(|root| root.given(format!("shared({number})"))),
        );
    }
    roots
}

/// Results and values: the first of a role whose condition holds counts.
fn values(shown: &Shown<'_>, all: &[Vec<(Literal, Sum)>], head: &str) -> Vec<Root> {
    let mut roots = Vec::new();
    for (role, values) in shown.rules.roles().iter().zip(all) {
        roots.extend(values.iter().map(|(condition, value)| Root {
            value: Some(value.clone()),
            ..Root::new(format!("{head}{role}, V)"), *condition)
        }));
    }
    roots
}

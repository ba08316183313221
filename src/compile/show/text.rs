//! Literals and sums in words of the rules.

use std::collections::HashMap;
use std::ops::Range;

use indexmap::IndexMap;

use super::layout::Text;
use crate::compile::circuit::{Circuit, Gate, Label, Literal, Node, Sum};
use crate::compile::code::MoveFamily;
use crate::compile::domains::Domains;
use crate::compile::partial::{self, Evaluated};
use crate::compile::residual::{ANY_CONTENT, Residual};
use crate::game::Rules;
use crate::logic::{Fact, Term};

/// How the rules call what a circuit speaks of.
pub(super) struct Wording<'a> {
    rules: &'a Rules,
    domains: &'a Domains,
    labels: &'a partial::LabelNames,
    residual: &'a Residual,
    /// Facts that are no part of positions, by cell and content.
    others: HashMap<(u32, u16), String>,
}

impl<'a> Wording<'a> {
    pub fn new(rules: &'a Rules, evaluated: &'a Evaluated) -> Self {
        let residual = &evaluated.residual;
        let roles = rules.roles();
        let mut others = HashMap::new();
        for (cell, role) in residual.movable.clone().into_iter().flatten().zip(roles) {
            others.insert((cell, 1), format!("legal({role}, _)"));
        }
        for (number, played) in residual.moves.iter().enumerate() {
            if let Some(fact) = residual.choice(number) {
                others.insert(fact, evaluated.names.text(&played.label));
            }
        }
        Self {
            rules,
            domains: &evaluated.domains,
            labels: &evaluated.names,
            residual,
            others,
        }
    }

    /// The goal that a label stands for.
    pub fn label(&self, label: &Label) -> String {
        self.labels.text(label)
    }

    /// The goals that these labels of one form stand for, as one.
    pub fn labels(&self, labels: &[&Label]) -> String {
        self.labels.text_of_all(labels)
    }

    /// A move with its role, in a goal of this name.
    pub fn of_move(&self, name: &str, number: usize) -> String {
        let text = self.labels.text(&self.residual.moves[number].label);
        text.replacen("does", name, 1)
    }

    /// What the moves of a family have in common, in a goal of this name.
    pub fn of_family(&self, name: &str, family: &MoveFamily) -> String {
        let moves = family.moves.iter().flatten();
        let labels: Vec<&Label> = moves
            .map(|number| &self.residual.moves[*number].label)
            .collect();
        self.labels(&labels).replacen("does", name, 1)
    }

    /// The predicate of a form, if it is about one.
    pub fn predicate(&self, form: u32) -> Option<String> {
        self.labels.predicate(form)
    }

    /// What the goals of a form are about: a predicate, or a goal in a clause, and where it stands.
    pub fn title(&self, form: u32) -> String {
        let place = self.labels.place(form);
        let sources = self.rules.sources();
        let what = self.predicate(form).or_else(|| {
            let text = sources.snippet(place?);
            Some(format!(
                "the goal `{}`",
                text.split_whitespace().collect::<Vec<_>>().join(" ")
            ))
        });
        let mut title = what.unwrap_or_else(|| "moves".to_owned());
        if let Some(span) = place {
            title += &format!(", {}", sources.place(span));
        }
        title
    }

    /// A fact of the position, or what a program takes for one; with [`ANY_CONTENT`] one whose value is not told.
    pub fn fact(&self, cell: u32, content: u16) -> String {
        if let Some(other) = self.others.get(&(cell, content)) {
            return other.clone();
        }
        if content == ANY_CONTENT {
            let term = self.term(cell, 1);
            let arguments = term.arguments().len();
            return with_unknown(&term, arguments - 1..arguments);
        }
        with_unknown(&self.term(cell, content), 0..0)
    }

    /// The facts of a relation with one content, whatever their keys: by its first cell.
    pub fn plane(&self, first_cell: u32, content: u16) -> String {
        if let Some(other) = self.others.get(&(first_cell, content)) {
            return other.clone();
        }
        if let Some(plane) = self
            .domains
            .plane(self.rules.schema(), first_cell as usize, content)
        {
            return plane;
        }
        let circuit = &self.residual.circuit;
        let keys = circuit.relations()[circuit.relation_of(first_cell)]
            .keys
            .len();
        with_unknown(&self.term(first_cell, content), 0..keys)
    }

    /// Any fact of the relation of a cell.
    pub fn any_fact(&self, cell: u32) -> String {
        let term = self.term(cell, 1);
        with_unknown(&term, 0..term.arguments().len())
    }

    /// A fact of the position.
    fn term(&self, cell: u32, content: u16) -> Term {
        let (cell, schema) = (cell as usize, self.rules.schema());
        let part = self.domains.part(schema, cell, content);
        part.unwrap_or_else(|| schema.term(&Fact::Dense { cell, content }))
    }

    /// A literal as a goal; goals with a name, and nodes for which there is one here, are not opened.
    pub fn goal(&self, circuit: &Circuit, literal: Literal, known: Known<'_>) -> Text {
        let node = literal.node();
        let text = match (known(node), circuit.label(node)) {
            (Some(name), _) => name,
            (None, Some(label)) => self.label(label),
            (None, None) => return self.opened(circuit, literal, known),
        };
        match literal.is_negated() {
            true => Text::Whole(text).negated(),
            false => Text::Whole(text),
        }
    }

    /// A literal by the parts of its node.
    pub fn opened(&self, circuit: &Circuit, literal: Literal, known: Known<'_>) -> Text {
        let list = |parts: &[Literal]| -> Vec<Text> {
            parts
                .iter()
                .map(|part| self.goal(circuit, *part, known))
                .collect()
        };
        let is_negated = literal.is_negated();
        let text = match circuit.gate(literal.node()) {
            Gate::True if is_negated => return "fail".to_owned().into(),
            Gate::True => return "true".to_owned().into(),
            Gate::Fact { cell, content } => self.fact(*cell, *content).into(),
            Gate::After(number) => format!("{AFTER_IT}({number})").into(),
            Gate::All(parts) if is_negated => Text::group(list(parts), ", "),
            Gate::All(parts) => Text::list(list(parts), ", "),
            Gate::Circular(number) if circuit.definition(*number).is_empty() => {
                "fail".to_owned().into()
            }
            Gate::Circular(number) => Text::group(list(circuit.definition(*number)), " ; "),
            Gate::Any(parts) => Text::group(list(parts), " ; "),
            Gate::AtLeastZero(sum) => self.sum("0 =< ", circuit, sum, known),
            Gate::Zero(sum) => self.sum("0 =:= ", circuit, sum, known),
        };
        match is_negated {
            true => text.negated(),
            false => text,
        }
    }

    /// A literal as the body of a clause, by the parts of its node.
    pub fn body(&self, circuit: &Circuit, literal: Literal, known: Known<'_>) -> Text {
        match self.opened(circuit, literal, known) {
            Text::List {
                open: "( ",
                parts,
                between,
                ..
            } => Text::list(parts, between),
            other => other,
        }
    }

    /// A number that depends on the position: `[G]` is 1 where `G` holds, and 0 elsewhere; `[N: G]` is the
    /// number `N` for which `G` holds, and 0 if there is none.
    pub fn sum(&self, before: &str, circuit: &Circuit, sum: &Sum, known: Known<'_>) -> Text {
        let mut of_cells: IndexMap<u32, Vec<(u16, i64)>> = IndexMap::new();
        for (literal, weight) in &sum.terms {
            if let Some((cell, content)) = circuit.fact_of(*literal) {
                of_cells.entry(cell).or_default().push((content, *weight));
            }
        }
        let numbers = of_cells.into_iter().filter_map(|(cell, weights)| {
            let times = self.times(circuit, cell, &weights)?;
            Some((cell, times))
        });
        let numbers: IndexMap<u32, i64> = numbers.collect();
        let others = sum.terms.iter().filter(|(literal, _)| {
            circuit
                .fact_of(*literal)
                .is_none_or(|(cell, _)| !numbers.contains_key(&cell))
        });
        let others = others.map(|(literal, weight)| {
            let holds = self.goal(circuit, *literal, known).on_a_line();
            (holds, *weight)
        });
        let numbers = numbers.iter().map(|(cell, times)| {
            let fact = self.fact(*cell, ANY_CONTENT);
            let fact = fact.strip_suffix("_)").unwrap_or(&fact);
            (format!("N: {fact}N)"), *times)
        });
        weighted(before, numbers.chain(others), sum.constant)
    }

    /// How many times these weights of the contents of a cell are the number that the content stands for, if
    /// all of its numbers are there.
    fn times(&self, circuit: &Circuit, cell: u32, weights: &[(u16, i64)]) -> Option<i64> {
        let number = |content: u16| self.term(cell, content).arguments().last()?.as_integer();
        let contents = circuit.relations()[circuit.relation_of(cell)].contents;
        let numbers: Option<Vec<i64>> = (1..=contents).map(number).collect();
        let numbers = numbers?;
        let of = |content: u16| numbers[usize::from(content) - 1];
        let (content, weight) = *weights.first()?;
        let times = weight.checked_div(of(content))?;
        let is_times =
            |(content, weight): &(u16, i64)| times.checked_mul(of(*content)) == Some(*weight);
        let some = numbers.iter().filter(|number| **number != 0).count();
        (weights.len() == some && some > 1 && weights.iter().all(is_times)).then_some(times)
    }
}

/// Names of nodes that are not to be opened.
pub(super) type Known<'k> = &'k dyn Fn(Node) -> Option<String>;

/// No such names.
pub(super) fn nothing(_: Node) -> Option<String> {
    None
}

/// A sum of goals, each with its weight where it holds, and a constant.
pub(super) fn weighted(
    before: &str,
    terms: impl Iterator<Item = (String, i64)>,
    constant: i64,
) -> Text {
    let mut parts = vec![before.to_owned()];
    let mut add = |weight: i64, what: &str| {
        let is_first = parts.len() == 1;
        parts.push(match (weight < 0, is_first) {
            (false, true) => what.to_owned(),
            (true, true) => format!("-{what}"),
            (false, false) => format!(" + {what}"),
            (true, false) => format!(" - {what}"),
        });
    };
    let mut is_constant = true;
    for (goal, weight) in terms {
        is_constant = false;
        match weight.unsigned_abs() {
            1 => add(weight, &format!("[{goal}]")),
            times => add(weight, &format!("{times}*[{goal}]")),
        }
    }
    if constant != 0 || is_constant {
        add(constant, &constant.unsigned_abs().to_string());
    }
    Text::Filled(parts)
}

/// What is asked of the position after a move, by number.
pub(super) const AFTER_IT: &str = "after_it";

/// That the answer to a question about the position after the move is this; the question is not the
/// same for all moves if there is no number.
pub(super) fn answered(question: Option<usize>, is_yes: bool) -> String {
    let sign = if is_yes { "" } else { "\\+ " };
    match question {
        Some(number) => format!("{sign}{AFTER_IT}({number})"),
        None => format!("{sign}{AFTER_IT}(_)"),
    }
}

/// A fact with `_` for these of its arguments.
fn with_unknown(fact: &Term, unknown: Range<usize>) -> String {
    let Some((name, _)) = fact.functor() else {
        return fact.to_string();
    };
    let mut arguments = fact.arguments();
    arguments[unknown].fill(Term::variable(0));
    Term::compound(name, &arguments).display(&[Some("_".into())])
}

//! Families: for each what its members say, seen from their lanes, and a picture of the lanes that
//! say it.

use std::collections::BTreeSet;

use super::board::picture;
use super::layout::Text;
use super::residual::{needed as needed_nodes, written_sizes};
use super::roots::{self, Root};
use super::text::{Wording, answered, nothing, weighted};
use super::{Chosen, NotShown, Shown, line};
use crate::compile::circuit::{Literal, Node};
use crate::compile::code::{Code, MoveFamily};
use crate::compile::families::{Families, Family, FamilyNumber, Halt, Name, Part, Row, Shape};
use crate::compile::residual::Residual;
use crate::game::Rules;

/// Conditions of more goals than these would fill the screen.
const MOST_GOALS: usize = 40;

pub(super) fn show(
    shown: &Shown<'_>,
    names: &Wording<'_>,
    chosen: &Chosen,
) -> Result<String, NotShown> {
    let code = shown.code()?;
    if matches!(chosen, Chosen::Part(part) if part.starts_with("heuristic ")) {
        return Err(NotShown::NoFamilies);
    }
    let mut text = String::new();
    let residual = &shown.evaluated.residual;
    let outcome = code.visit_modes(
        residual,
        &shown.interrupt(),
        &mut |number, residual, families| {
            let mode = ModeFamilies {
                rules: shown.rules,
                sizes: written_sizes(&residual.circuit),
                names,
                residual,
                families,
            };
            mode.show(code, number, chosen, &mut text)
        },
    );
    match outcome {
        Ok(()) => Ok(text),
        Err(Halt::Interrupted) => Err(NotShown::Halted("it was interrupted".to_owned())),
        Err(_) => Err(NotShown::Halted(
            "the families take too many steps".to_owned(),
        )),
    }
}

/// The families of one mode.
struct ModeFamilies<'m, 'c> {
    rules: &'m Rules,
    names: &'m Wording<'m>,
    residual: &'m Residual,
    families: &'m mut Families<'c>,
    /// The number of goals in each node of the circuit, written out.
    sizes: Vec<usize>,
}

impl ModeFamilies<'_, '_> {
    fn show(
        mut self,
        code: &Code,
        number: usize,
        chosen: &Chosen,
        text: &mut String,
    ) -> Result<(), Halt> {
        let begun = text.len();
        begin_mode(code, self.names, number, text);
        let with_title = text.len();
        let asked = match chosen {
            Chosen::Part(part) => roots::of_part(self.rules, self.residual, self.names, part),
            Chosen::All | Chosen::Predicate(_) => Vec::new(),
        };
        let asked = asked.iter().flat_map(Root::literals);
        let needed = needed_nodes(&self.residual.circuit, asked);
        // A family comes after those that it needs.
        for number in self.families.numbers() {
            let family = self.families.family(number);
            let Name::Goals { form, .. } = family.name else {
                continue;
            };
            let is_chosen = match chosen {
                Chosen::Predicate(name) => self.names.predicate(form).as_ref() == Some(name),
                Chosen::All => true,
                Chosen::Part(_) => family.goals.iter().any(|(_, node)| needed.contains(node)),
            };
            if !family.goals.is_empty() && is_chosen {
                line(text, format!("\n% {}", self.names.title(form)));
                line(text, self.name(number));
                self.rows(family.space, &family.rows, text);
            }
        }
        if matches!(chosen, Chosen::All) || *chosen == Chosen::Part("legal".to_owned()) {
            for family in &code.modes[number].families {
                self.moves(family, text)?;
            }
        }
        if text.len() == with_title {
            text.truncate(begun);
        }
        Ok(())
    }

    /// Moves that differ in their lanes, and when they are legal: in each case of what holds after
    /// them, if it hangs on that.
    fn moves(&mut self, family: &MoveFamily, text: &mut String) -> Result<(), Halt> {
        let title = self.names.of_family("legal", family);
        let questions = family.deferred.as_ref().map(|deferred| &deferred.questions);
        let count = questions
            .iter()
            .flat_map(|of_lanes| of_lanes.iter().map(Vec::len))
            .max();
        let count = count.unwrap_or(0);
        for answers in 0..1 << count {
            let conditions = self.conditions(family, answers);
            if conditions
                .iter()
                .all(|(_, literals)| literals[..] == [Literal::FALSE])
            {
                continue;
            }
            let told = (0..count).map(|bit| {
                let numbers = questions.iter().flat_map(|of_lanes| of_lanes.iter());
                let numbers = numbers.filter_map(|of_lane| of_lane.get(bit));
                let different: BTreeSet<usize> = numbers.copied().collect();
                let only = different.first().copied().filter(|_| different.len() == 1);
                format!(", {}", answered(only, answers >> bit & 1 == 1))
            });
            line(text, format!("\n{title}{}", told.collect::<String>()));
            let Some(space) = family.space else {
                for literal in conditions.iter().flat_map(|(_, literals)| literals) {
                    let goal = self.names.goal(&self.residual.circuit, *literal, &nothing);
                    line(text, format!("    alone: {}", goal.on_a_line()));
                }
                continue;
            };
            let rows = self.families.rows_of(space, &conditions)?;
            self.rows(space, &rows, text);
        }
        Ok(())
    }

    /// When the move of each lane is legal, for these answers to what it asks of the position after
    /// it.
    fn conditions(&self, family: &MoveFamily, answers: usize) -> Vec<(usize, Vec<Literal>)> {
        let entries = family.entries.iter().enumerate();
        entries
            .filter_map(|(lane, entry)| {
                Some((lane, vec![self.residual.legal_if((*entry)?, answers)]))
            })
            .collect()
    }

    fn rows(&self, space: usize, rows: &[Row], text: &mut String) {
        let space = self.families.spaces().get(space);
        for row in rows {
            let lanes = match row.lanes.len() {
                1 => "1 lane".to_owned(),
                count => format!("{count} lanes"),
            };
            line(text, format!("    {lanes}: {}", self.part(row.part)));
            for drawn in picture(space, &row.lanes) {
                line(text, format!("        {drawn}"));
            }
        }
    }

    fn part(&self, part: Part) -> String {
        let list = |parts: &[Part], between: &str| {
            let parts: Vec<String> = parts.iter().map(|part| self.part(*part)).collect();
            format!("( {} )", parts.join(between))
        };
        let sum = |before: &str, constant: i64, terms: &[(Part, i64)]| {
            let terms = terms
                .iter()
                .map(|(part, weight)| (self.part(*part), *weight));
            weighted(before, terms, constant).on_a_line()
        };
        let text = match self.families.shapes().get(part) {
            Shape::True => "true".to_owned(),
            Shape::Lane { family, offset: 0 } => format!("{} here", self.name(*family)),
            Shape::Lane { family, offset } => format!("{} at {offset:+}", self.name(*family)),
            Shape::Scalar(node) => return self.scalar(*node, part.is_negated()),
            Shape::All(parts) => list(parts, ", "),
            Shape::Any(parts) => list(parts, " ; "),
            Shape::AtLeastZero(constant, terms) => sum("0 =< ", *constant, terms),
            Shape::Zero(constant, terms) => sum("0 =:= ", *constant, terms),
        };
        match part.is_negated() {
            true => format!("\\+ {text}"),
            false => text,
        }
    }

    /// A condition that is the same from all lanes. A long one has its place in the residual.
    fn scalar(&self, node: Node, is_negated: bool) -> String {
        let circuit = &self.residual.circuit;
        let literal = match is_negated {
            true => !Literal::from(node),
            false => node.into(),
        };
        let goals = self.sizes[node.index()];
        if goals > MOST_GOALS {
            let sign = if is_negated { "\\+ " } else { "" };
            return format!("{sign}( a condition of {goals} goals )");
        }
        match self.names.goal(circuit, literal, &nothing) {
            Text::List {
                open: "",
                parts,
                between,
                ..
            } => Text::group(parts, between).on_a_line(),
            other => other.on_a_line(),
        }
    }

    fn name(&self, number: FamilyNumber) -> String {
        let Family { name, goals, .. } = self.families.family(number);
        match name {
            Name::Plane { relation, content } => {
                let first_cell = self.residual.circuit.relations()[*relation].first_cell;
                self.names.plane(first_cell, *content)
            }
            Name::Given(number) => format!("does(_, _) of family {number}"),
            Name::Goals { .. } => {
                let labels = goals
                    .iter()
                    .filter_map(|(_, node)| self.residual.circuit.label(*node));
                self.names.labels(&labels.collect::<Vec<_>>())
            }
        }
    }
}

/// Says what is known in a mode, unless there is but one.
pub(super) fn begin_mode(code: &Code, names: &Wording<'_>, number: usize, text: &mut String) {
    let Some((cell, content)) = code.known_in(number) else {
        return;
    };
    let known = match content {
        0 => format!("without {}", names.any_fact(cell)),
        content => names.fact(cell, content),
    };
    line(text, format!("\nmode {number}, {known}"));
}

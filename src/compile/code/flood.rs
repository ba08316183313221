//! Families and goals that need each other in a circle, such as stones that hang together: a flood
//! (seed fill; H. Lieberman 1978) that spreads until a round adds nothing.

use super::emitter::Emitter;
use super::vector::Vector;
use crate::compile::circuit::{Literal, Node};
use crate::compile::families::{Component, FamilyNumber, Halt, Part, Place, Row, Shape, Unit};
use crate::compile::words::Value;

/// A family while it spreads.
struct Spreading {
    family: FamilyNumber,
    /// The rows that need what spreads with it.
    rows: Vec<Row>,
    /// The bits found so far.
    found: Vector,
}

impl Emitter<'_, '_> {
    /// Computes families and goals that need each other in a circle.
    pub(super) fn flood(&mut self, component: &Component) -> Result<(), Halt> {
        let units = &component.units;
        let mark = self.mark();
        let mut families = Vec::new();
        let mut goals: Vec<(Node, Value)> = Vec::new();
        for unit in units {
            match unit {
                Unit::Family(family) => families.push(self.seed(*family, units)?),
                Unit::Scalar(node) => {
                    let nothing = self.builder.constant(0);
                    goals.push((*node, self.builder.growing(nothing)));
                }
            }
        }
        // What the seeds have met in passing does not know of the sets.
        self.forget(mark);
        for spreading in &families {
            self.set_family(spreading.family, spreading.found.clone());
        }
        for (node, found) in &goals {
            self.set_scalar(*node, *found);
        }
        let within = self.mark();
        self.builder.begin_loop();
        let mut grown: Vec<(Value, Value)> = Vec::new();
        for spreading in &families {
            grown.extend(self.spread(spreading)?);
        }
        for (node, found) in &goals {
            let mark = self.mark();
            let literals: Vec<Literal> = self.families.circuit().parts(*node).collect();
            let holds = self.one_of(&literals)?;
            self.forget(mark);
            grown.push((*found, holds));
        }
        for (found, by) in grown {
            self.builder.grow(found, by);
        }
        self.builder.end_loop();
        self.forget(within);
        Ok(())
    }

    /// Where a family holds whatever else of these units does, as a set that may grow.
    fn seed(&mut self, family: FamilyNumber, units: &[Unit]) -> Result<Spreading, Halt> {
        let about = self.families.family(family);
        let (space, members) = (about.space, about.members.clone());
        let (mut rows, mut base) = (Vec::new(), Vec::new());
        for row in about.rows.clone() {
            match self.needs_one_of(row.part, units)? {
                true => rows.push(row),
                false => base.push(row),
            }
        }
        let base = self.rows(space, &base, &members)?;
        let base = self.exactly(&base, space, &members);
        let words = base.words.iter();
        Ok(Spreading {
            family,
            rows,
            found: Vector {
                words: words.map(|word| self.builder.growing(*word)).collect(),
                support: self.support(space, &members),
            },
        })
    }

    /// Whether a part says something of one of the units.
    fn needs_one_of(&mut self, part: Part, units: &[Unit]) -> Result<bool, Halt> {
        let parts = match self.families.shapes().get(part).clone() {
            Shape::True => Vec::new(),
            Shape::Lane { family, .. } => {
                return Ok(units.contains(&Unit::Family(family)));
            }
            Shape::Scalar(node) => {
                let reached = self.families.reached([node.into()].into_iter())?;
                let is_one_of_them = |node: &Node| match self.families.place(*node) {
                    Place::Lane(family, _) => units.contains(&Unit::Family(family)),
                    Place::Scalar => units.contains(&Unit::Scalar(*node)),
                    Place::Inline => false,
                };
                return Ok(reached.iter().any(is_one_of_them));
            }
            Shape::All(parts) | Shape::Any(parts) => parts,
            Shape::AtLeastZero(_, terms) | Shape::Zero(_, terms) => {
                terms.into_iter().map(|(part, _)| part).collect()
            }
        };
        for part in parts {
            if self.needs_one_of(part, units)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// What one round of a loop adds to the words of a family.
    fn spread(&mut self, spreading: &Spreading) -> Result<Vec<(Value, Value)>, Halt> {
        let about = self.families.family(spreading.family);
        let (space, members) = (about.space, about.members.clone());
        let mark = self.mark();
        let reached = self.rows(space, &spreading.rows, &members)?;
        let reached = self.exactly(&reached, space, &members);
        self.forget(mark);
        let sets = spreading.found.words.iter().copied();
        Ok(sets.zip(reached.words).collect())
    }
}

//! Families that need themselves, such as lines that go on.
//!
//! Their members never need each other in a circle, so a fixed number of rounds is enough: that of
//! the longest chain. A family that goes on in one direction takes rounds that double the distance
//! (parallel prefix; P. Kogge and H. Stone 1973).

use super::emitter::Emitter;
use super::vector::Vector;
use crate::compile::families::{Component, FamilyNumber, Halt, Part, Row, Shape, Unit};

/// `x = base | (onward & shift(x, offset))`.
struct Line {
    base: Vec<Row>,
    /// Each row without its part that is the family itself.
    onward: Vec<(Vec<Part>, Row)>,
    offset: i32,
}

impl Emitter<'_, '_> {
    /// Computes families that need each other.
    pub(super) fn recursive(&mut self, component: &Component) -> Result<(), Halt> {
        let families: Vec<FamilyNumber> = component
            .units
            .iter()
            .filter_map(|unit| match unit {
                Unit::Family(family) => Some(*family),
                // Families that are tied by scalars were dissolved.
                Unit::Scalar(_) => None,
            })
            .collect();
        match families[..] {
            [family] => match self.line(family) {
                Some(line) => self.fill(family, &line, component.chain),
                None => self.iterate(&families, component.chain),
            },
            _ => self.iterate(&families, component.chain),
        }
    }

    /// The family as a line, if it is one.
    fn line(&self, family: FamilyNumber) -> Option<Line> {
        let (mut base, mut onward, mut offset) = (Vec::new(), Vec::new(), None);
        for row in &self.families.family(family).rows {
            if !self.mentions(row.part, family) {
                base.push(row.clone());
                continue;
            }
            let parts = match self.families.shapes().get(row.part) {
                _ if row.part.is_negated() => return None,
                Shape::All(parts) => parts.clone(),
                _ => vec![row.part],
            };
            let (own, others): (Vec<Part>, Vec<Part>) = parts
                .into_iter()
                .partition(|part| self.mentions(*part, family));
            let [own] = own[..] else { return None };
            let Shape::Lane { offset: step, .. } = self.families.shapes().get(own) else {
                return None;
            };
            if own.is_negated() || offset.is_some_and(|offset| offset != *step) {
                return None;
            }
            offset = Some(*step);
            onward.push((others, row.clone()));
        }
        Some(Line {
            base,
            onward,
            offset: offset?,
        })
    }

    fn mentions(&self, part: Part, family: FamilyNumber) -> bool {
        match self.families.shapes().get(part) {
            Shape::Lane { family: other, .. } => *other == family,
            Shape::All(parts) | Shape::Any(parts) => {
                parts.iter().any(|part| self.mentions(*part, family))
            }
            Shape::AtLeastZero(_, terms) | Shape::Zero(_, terms) => {
                terms.iter().any(|(part, _)| self.mentions(*part, family))
            }
            Shape::True | Shape::Scalar(_) => false,
        }
    }

    fn fill(&mut self, family: FamilyNumber, line: &Line, chain: usize) -> Result<(), Halt> {
        let about = self.families.family(family);
        let (space, members) = (about.space, about.members.clone());
        let base = self.rows(space, &line.base, &members)?;
        let mut steps = Vec::new();
        let mut extent = base.support.lanes().or(&members);
        for (others, row) in &line.onward {
            let vector = self.all(others, space)?;
            extent = extent.or(&vector.support.lanes());
            steps.push((vector, row));
        }
        // Only from here the line may go on.
        let reachable = extent.shift(line.offset);
        let mut onward = self.nothing(space);
        for (vector, row) in steps {
            let out = members.without(&row.lanes).and(&reachable);
            let vector = self.mask(&vector, space, &row.lanes, &out);
            onward = onward.or(&vector, &mut self.builder);
        }
        let (mut whole, mut path, mut covered) = (base, onward, 1);
        while covered < chain {
            let distance = line.offset * covered as i32;
            let further = whole
                .shift(distance, &mut self.builder)
                .and(&path, &mut self.builder);
            whole = whole.or(&further, &mut self.builder);
            path = path
                .shift(distance, &mut self.builder)
                .and(&path, &mut self.builder);
            covered *= 2;
        }
        self.set_family(family, whole);
        Ok(())
    }

    fn iterate(&mut self, families: &[FamilyNumber], chain: usize) -> Result<(), Halt> {
        let mut current: Vec<Vector> = Vec::new();
        for family in families {
            let nothing = self.nothing(self.families.family(*family).space);
            current.push(nothing);
        }
        for _ in 0..chain {
            let mark = self.mark();
            for (family, vector) in families.iter().zip(&current) {
                self.set_family(*family, vector.clone());
            }
            let mut next = Vec::new();
            for family in families {
                next.push(self.whole_family(*family)?);
            }
            // Shapes met in this round hold in this round only.
            self.forget(mark);
            current = next;
        }
        for (family, vector) in families.iter().zip(current) {
            self.set_family(*family, vector);
        }
        Ok(())
    }
}

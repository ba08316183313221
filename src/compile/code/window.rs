//! Rows of like cells: four in a row and the like, by doubling.

use super::emitter::Emitter;
use super::vector::Vector;
use crate::compile::families::{FamilyNumber, Part, Shape, Unit};

/// A row that is shorter is as cheap cell by cell.
const WORTH_DOUBLING: usize = 4;

/// The most members that a condition is unfolded to.
const UNFOLDED: usize = 32;

impl Emitter<'_, '_> {
    /// The lanes from which all parts hold, if these say that cells in a row are all members of one
    /// family.
    pub(super) fn window(&mut self, parts: &[Part]) -> Option<Vector> {
        let mut members = Vec::new();
        parts
            .iter()
            .try_for_each(|part| self.unfold(*part, 0, &mut members))?;
        members.sort_unstable();
        members.dedup();
        let (family, first) = *members.first()?;
        let step = members.get(1)?.1 - first;
        let is_next =
            |pair: &[(FamilyNumber, i32)]| pair[1].0 == family && pair[1].1 - pair[0].1 == step;
        if members.len() < WORTH_DOUBLING || !members.windows(2).all(is_next) {
            return None;
        }
        let mut row = self.family(family);
        let mut length = 1;
        while length < members.len() {
            // Rows may overlap.
            let more = length.min(members.len() - length);
            let moved = row.shift(step * more as i32, &mut self.builder);
            row = row.and(&moved, &mut self.builder);
            length += more;
        }
        Some(row.shift(first, &mut self.builder))
    }

    /// Adds the members of families that have to be there for a part to hold so many lanes further
    /// on; nothing if more is said than that, or too much.
    fn unfold(&self, part: Part, at: i32, members: &mut Vec<(FamilyNumber, i32)>) -> Option<()> {
        if part.is_negated() || members.len() >= UNFOLDED {
            return None;
        }
        match self.families.shapes().get(part) {
            Shape::All(parts) => parts
                .iter()
                .try_for_each(|part| self.unfold(*part, at, members)),
            Shape::Lane { family, offset } => {
                let before = members.len();
                let only = self
                    .only_row(*family)
                    .and_then(|row| self.unfold(row, at + offset, members));
                if only.is_none() {
                    members.truncate(before);
                    members.push((*family, at + offset));
                }
                Some(())
            }
            _ => None,
        }
    }

    /// What all members of a family say, if it is the same.
    fn only_row(&self, family: FamilyNumber) -> Option<Part> {
        let about = self.families.family(family);
        let component = self.families.component_of(Unit::Family(family))?;
        match &about.rows[..] {
            [row]
                if row.lanes == about.members
                    && !self.families.component(component).needs_itself() =>
            {
                Some(row.part)
            }
            _ => None,
        }
    }
}

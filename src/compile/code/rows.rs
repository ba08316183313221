//! Rows of a family or of moves: conditions that look the same from some lanes each.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::emitter::Emitter;
use super::vector::Vector;
use crate::compile::families::{Halt, LaneSet, Part, Row, Shape};

impl Emitter<'_, '_> {
    /// The lanes where one of the rows holds; lanes that are no members may be in it or not.
    ///
    /// What several rows ask for besides something else, as each stone of a chain is to be of one
    /// colour, is asked once.
    pub fn rows(&mut self, space: usize, rows: &[Row], members: &LaneSet) -> Result<Vector, Halt> {
        let shared = self.shared_part(rows);
        let (mut with, mut without) = (Vec::new(), Vec::new());
        for row in rows {
            let parts = self.parts_of_row(row).to_vec();
            match shared {
                Some(shared) if parts.contains(&shared) => {
                    let other = parts.iter().find(|part| **part != shared);
                    let vector = self.part(other.copied().unwrap_or(Part::TRUE), space)?;
                    with.push((row.lanes.clone(), vector));
                }
                _ => without.push((row.lanes.clone(), self.part(row.part, space)?)),
            }
        }
        let whole = self.union(space, without, members);
        let Some(shared) = shared else {
            return Ok(whole);
        };
        let with = self.union(space, with, members);
        let shared = self.part(shared, space)?;
        let with = with.and(&shared, &mut self.builder);
        Ok(whole.or(&with, &mut self.builder))
    }

    /// The part that most of the rows with two parts ask for; none if no two do. Longer rows, as for
    /// lines of cells, often share several parts: taking out one costs more operations than it saves.
    fn shared_part(&self, rows: &[Row]) -> Option<Part> {
        let mut counts: BTreeMap<Part, usize> = BTreeMap::new();
        for part in rows.iter().flat_map(|row| self.parts_of_row(row)) {
            *counts.entry(*part).or_default() += 1;
        }
        let most = counts
            .into_iter()
            .max_by_key(|(part, count)| (*count, Reverse(*part)));
        most.filter(|(_, count)| *count > 1).map(|(part, _)| part)
    }

    /// The parts that both have to hold for a row, if there are two.
    fn parts_of_row(&self, row: &Row) -> &[Part] {
        match self.families.shapes().get(row.part) {
            Shape::All(parts) if !row.part.is_negated() && parts.len() == 2 => parts,
            _ => &[],
        }
    }

    /// The lanes of all these vectors, of each those where it counts.
    fn union(
        &mut self,
        space: usize,
        vectors: Vec<(LaneSet, Vector)>,
        members: &LaneSet,
    ) -> Vector {
        let mut whole = self.nothing(space);
        let mut masked: Vec<(LaneSet, Vector)> = Vec::new();
        for (lanes, vector) in vectors {
            let outside = members.without(&lanes);
            if vector.support.lanes().is_disjoint(&outside) {
                whole = whole.or(&vector, &mut self.builder);
                continue;
            }
            // Vectors with the same lanes need one mask.
            match masked.iter_mut().find(|(of, _)| *of == lanes) {
                Some((_, together)) => *together = together.or(&vector, &mut self.builder),
                None => masked.push((lanes, vector)),
            }
        }
        for (lanes, vector) in masked {
            let vector = self.mask(&vector, space, &lanes, &members.without(&lanes));
            whole = whole.or(&vector, &mut self.builder);
        }
        whole
    }
}

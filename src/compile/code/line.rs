//! Effects in a line from a move: what is true of the move's lane goes on from cell to cell.
//!
//! Conditions of effects further on are most often those of nearer ones and one literal more. So
//! the bit of the move wanders: it is moved to the nearest cell that matters, stays if the
//! condition holds there, is moved on, and arrives at the cell that changes. Where all cells up to
//! an end change, one fill does it for all (P. Kogge and H. Stone 1973).

use rustc_hash::FxHashMap;

use super::emitter::Emitter;
use super::moves::{EffectRow, Kind, Place, Target};
use super::vector::Vector;
use crate::compile::families::{FamilyNumber, Halt, LaneSet, Part, Shape};

/// Effects of which each has the condition of the one before and, where it is itself, a member of a
/// family.
pub struct Line {
    pub kind: Kind,
    pub target: Target,
    pub content: u16,
    /// The first effect.
    first: usize,
    /// How many effects there are.
    length: usize,
    family: FamilyNumber,
    step: i32,
    /// The cells to which the line may go on, and those to which it must not.
    keep: LaneSet,
    out: LaneSet,
}

/// A line that is shorter is done effect by effect.
const WORTH_A_LINE: usize = 4;

/// The next effect of a line.
#[derive(Clone, Copy)]
struct Next {
    row: usize,
    family: FamilyNumber,
    step: i32,
}

impl Emitter<'_, '_> {
    /// The lines among the effects of moves on these lanes, and the effects that are in none.
    pub fn lines(&self, rows: &[EffectRow], lanes: &LaneSet) -> (Vec<Line>, Vec<usize>) {
        let mut known: FxHashMap<(Kind, usize, u16, Vec<Part>), usize> = FxHashMap::default();
        for (number, row) in rows.iter().enumerate() {
            if let Place::Distance { content, .. } = row.target.place {
                known.insert(
                    (
                        row.kind,
                        row.target.relation,
                        content,
                        self.conjunction(row.part),
                    ),
                    number,
                );
            }
        }
        let mut next: FxHashMap<usize, Vec<Next>> = FxHashMap::default();
        let mut is_later = vec![false; rows.len()];
        for (number, row) in rows.iter().enumerate() {
            let Place::Distance { content, offset } = row.target.place else {
                continue;
            };
            let parts = self.conjunction(row.part);
            for (place, part) in parts.iter().enumerate() {
                let Shape::Lane { family, offset: at } = *self.families.shapes().get(*part) else {
                    continue;
                };
                if at != offset || part.is_negated() {
                    continue;
                }
                let mut fewer = parts.clone();
                fewer.remove(place);
                let Some(before) = known.get(&(row.kind, row.target.relation, content, fewer))
                else {
                    continue;
                };
                let Place::Distance { offset: from, .. } = rows[*before].target.place else {
                    continue;
                };
                if offset != from {
                    next.entry(*before).or_default().push(Next {
                        row: number,
                        family,
                        step: offset - from,
                    });
                    is_later[number] = true;
                }
            }
        }
        let mut is_done = vec![false; rows.len()];
        let mut lines = Vec::new();
        for first in (0..rows.len()).filter(|row| !is_later[*row]) {
            for start in next.get(&first).into_iter().flatten() {
                let mut members = vec![first, start.row];
                let same = |other: &&Next| (other.family, other.step) == (start.family, start.step);
                while let Some(more) = next
                    .get(&members[members.len() - 1])
                    .and_then(|next| next.iter().find(same))
                {
                    members.push(more.row);
                }
                if let Some(line) = line(rows, &members, start, lanes) {
                    members.iter().for_each(|member| is_done[*member] = true);
                    lines.push(line);
                }
            }
        }
        (
            lines,
            (0..rows.len()).filter(|row| !is_done[*row]).collect(),
        )
    }

    /// The cells that the effects of a line change.
    pub fn along(
        &mut self,
        played: &Vector,
        rows: &[EffectRow],
        line: &Line,
        space: usize,
    ) -> Result<Vector, Halt> {
        let first = &rows[line.first];
        let Place::Distance { offset, .. } = first.target.place else {
            unreachable!("effects of a line are found by their distance")
        };
        let mut whole = self.played_where(played, first.part, offset, &first.lanes, space)?;
        let family = self.family(line.family);
        let mut path = self.mask(&family, space, &line.keep, &line.out);
        let mut covered = 1;
        while covered < line.length {
            let distance = -line.step * covered as i32;
            let further = whole
                .shift(distance, &mut self.builder)
                .and(&path, &mut self.builder);
            whole = whole.or(&further, &mut self.builder);
            path = path
                .shift(distance, &mut self.builder)
                .and(&path, &mut self.builder);
            covered *= 2;
        }
        Ok(whole)
    }

    /// The cell so many lanes further on than the move, if a part holds from the lane of the move
    /// and that is one of `lanes`.
    pub fn played_where(
        &mut self,
        played: &Vector,
        part: Part,
        offset: i32,
        lanes: &LaneSet,
        space: usize,
    ) -> Result<Vector, Halt> {
        let mut parts = self.conjunction(part);
        // In this order conditions that go on further begin alike, and their beginning is computed
        // once.
        parts.sort_by_key(|part| match self.families.shapes().get(*part) {
            Shape::Lane { family, offset } => (offset.unsigned_abs(), *offset, *family, *part),
            _ => (0, 0, 0, *part),
        });
        let (mut here, mut at) = (played.clone(), 0);
        for part in parts {
            let vector = match *self.families.shapes().get(part) {
                Shape::Lane { family, offset } => {
                    here = here.shift(at - offset, &mut self.builder);
                    at = offset;
                    self.family(family)
                }
                _ => {
                    let vector = self.part(part.negated_if(part.is_negated()), space)?;
                    // What is seen from the lane of the move moves with it.
                    vector.shift(-at, &mut self.builder)
                }
            };
            here = match part.is_negated() {
                true => here.and_not(&vector, &mut self.builder),
                false => here.and(&vector, &mut self.builder),
            };
        }
        let others = played.support.lanes().without(lanes);
        let here = self.mask(&here, space, &lanes.shift(-at), &others.shift(-at));
        Ok(here.shift(at - offset, &mut self.builder))
    }

    /// The parts that all have to hold for this one to hold.
    fn conjunction(&self, part: Part) -> Vec<Part> {
        match self.families.shapes().get(part) {
            Shape::All(parts) if !part.is_negated() => parts.clone(),
            Shape::True => Vec::new(),
            _ => vec![part],
        }
    }
}

/// The line of these effects, if the cells to which it goes on can be told from those to which it
/// does not.
fn line(rows: &[EffectRow], members: &[usize], start: &Next, lanes: &LaneSet) -> Option<Line> {
    let first = &rows[members[0]];
    let Place::Distance { content, offset } = first.target.place else {
        return None;
    };
    if members.len() < WORTH_A_LINE {
        return None;
    }
    let mut keep = lanes.without(lanes);
    let mut out = keep.clone();
    let mut before = &first.lanes;
    let mut distance = offset;
    for member in &members[1..] {
        let row = &rows[*member];
        distance += start.step;
        if !row.lanes.is_within(before) {
            return None;
        }
        keep = keep.or(&row.lanes.shift(-distance));
        out = out.or(&before.without(&row.lanes).shift(-distance));
        before = &row.lanes;
    }
    out = out.or(&before.shift(-(distance + start.step)));
    keep.is_disjoint(&out).then(|| Line {
        kind: first.kind,
        target: first.target,
        content,
        first: members[0],
        length: members.len(),
        family: start.family,
        step: start.step,
        keep,
        out,
    })
}

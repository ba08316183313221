//! What is computed on its own: disjunctions, and sums.
//!
//! Parts that lie in one family are taken together under a mask, and so are nameless parts that
//! look the same from different lanes, such as lines of four.

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashSet};

use super::emitter::Emitter;
use super::vector::Vector;
use crate::compile::circuit::{Literal, Node, Sum};
use crate::compile::families::{FamilyNumber, Halt, LaneSet, Part, Perspective, Place};
use crate::compile::words::Value;

type Map<K, V> = IndexMap<K, V, FxBuildHasher>;

/// Fewer nameless parts are computed one by one: it takes long to find out whether they look the same.
const FEW: usize = 3;

/// Literals with what they count, sorted by what they are.
#[derive(Default)]
struct Sorted {
    /// Members of families.
    lanes: Map<(FamilyNumber, bool, i64), LaneSet>,
    /// Bits of an input.
    bits: Map<(Value, bool, i64), u64>,
    /// What looks the same from these lanes of a space.
    alike: Map<(usize, Part, i64), (LaneSet, Literal)>,
    /// The others.
    alone: Vec<(Literal, i64)>,
}

impl Emitter<'_, '_> {
    /// Whether one of the literals holds at least: all ones or 0.
    pub(super) fn one_of(&mut self, literals: &[Literal]) -> Result<Value, Halt> {
        let mut flat = self.flat(literals);
        let mut any = self.remainders(&mut flat)?;
        let sorted = self.sort(flat.into_iter().map(|literal| (literal, 1)))?;
        let mut bits = self.builder.constant(0);
        // Families of which the same lanes count are joined before the other lanes go.
        let mut joined: Map<(usize, &LaneSet), Vec<FamilyNumber>> = Map::default();
        for ((family, is_negated, _), lanes) in &sorted.lanes {
            if *is_negated {
                let found = self.members(*family, true, lanes);
                let found = found.folded(&mut self.builder);
                bits = self.builder.or(bits, found);
                continue;
            }
            let space = self.families.family(*family).space;
            let mut families = joined.swap_remove(&(space, lanes)).unwrap_or_default();
            families.push(*family);
            joined.insert((space, lanes), families);
        }
        for ((space, lanes), families) in joined {
            let Some(vector) = self.in_one_of(&families) else {
                continue;
            };
            let found = self.exactly(&vector, space, lanes);
            let found = found.folded(&mut self.builder);
            bits = self.builder.or(bits, found);
        }
        for ((word, is_negated, _), mask) in &sorted.bits {
            let found = self.masked_bits(*word, *is_negated, *mask);
            bits = self.builder.or(bits, found);
        }
        for ((space, part, _), (lanes, literal)) in &sorted.alike {
            if lanes.len() == 1 {
                let truth = self.scalar(*literal)?;
                any = self.builder.or(any, truth);
            } else {
                let vector = self.part(*part, *space)?;
                let found = self
                    .exactly(&vector, *space, lanes)
                    .folded(&mut self.builder);
                bits = self.builder.or(bits, found);
            }
        }
        for (literal, _) in &sorted.alone {
            let truth = self.scalar(*literal)?;
            any = self.builder.or(any, truth);
        }
        let has_bits = self.builder.any(bits);
        Ok(self.builder.or(has_bits, any))
    }

    /// The value of a sum, as `i64`.
    pub fn sum(&mut self, sum: &Sum) -> Result<Value, Halt> {
        let constant = self.builder.constant(sum.constant as u64);
        let (numbers, others) = self.cell_numbers(&sum.terms);
        let mut total = self.builder.add(constant, numbers);
        let sorted = self.sort(others.into_iter())?;
        for ((family, is_negated, weight), lanes) in &sorted.lanes {
            let count = self
                .members(*family, *is_negated, lanes)
                .count(&mut self.builder);
            total = self.add_times(total, count, *weight);
        }
        for ((word, is_negated, weight), mask) in &sorted.bits {
            let found = self.masked_bits(*word, *is_negated, *mask);
            let count = self.builder.count(found);
            total = self.add_times(total, count, *weight);
        }
        for ((space, part, weight), (lanes, literal)) in &sorted.alike {
            if lanes.len() == 1 {
                total = self.add_truth(total, *literal, *weight)?;
            } else {
                let vector = self.part(*part, *space)?;
                let count = self
                    .exactly(&vector, *space, lanes)
                    .count(&mut self.builder);
                total = self.add_times(total, count, *weight);
            }
        }
        for (literal, weight) in &sorted.alone {
            total = self.add_truth(total, *literal, *weight)?;
        }
        Ok(total)
    }

    pub(super) fn add_times(&mut self, total: Value, count: Value, weight: i64) -> Value {
        match weight {
            1 => self.builder.add(total, count),
            -1 => self.builder.subtract(total, count),
            _ => {
                let weight = self.builder.constant(weight as u64);
                let product = self.builder.multiply(count, weight);
                self.builder.add(total, product)
            }
        }
    }

    fn add_truth(&mut self, total: Value, literal: Literal, weight: i64) -> Result<Value, Halt> {
        let truth = self.scalar(literal)?;
        let weight = self.builder.constant(weight as u64);
        let counted = self.builder.and(truth, weight);
        Ok(self.builder.add(total, counted))
    }

    /// The lanes of these that are in a family, or that are not.
    fn members(&mut self, family: FamilyNumber, is_negated: bool, lanes: &LaneSet) -> Vector {
        let space = self.families.family(family).space;
        let vector = self.family(family);
        match is_negated {
            true => self.fixed(space, lanes).and_not(&vector, &mut self.builder),
            false => self.exactly(&vector, space, lanes),
        }
    }

    fn masked_bits(&mut self, word: Value, is_negated: bool, mask: u64) -> Value {
        let mask = self.builder.constant(mask);
        match is_negated {
            true => self.builder.and_not(mask, word),
            false => self.builder.and(word, mask),
        }
    }

    /// The literals of a disjunction with those of the disjunctions that it is made of. What these share is not
    /// taken apart again.
    pub(super) fn flat(&self, literals: &[Literal]) -> Vec<Literal> {
        let mut flat = Vec::with_capacity(literals.len());
        let mut opened: FxHashSet<Literal> = FxHashSet::default();
        let mut waiting: Vec<Literal> = literals.iter().rev().copied().collect();
        while let Some(literal) = waiting.pop() {
            let node = literal.node();
            let is_open = self.families.place(node) == Place::Inline && !self.is_known_alone(node);
            match self.families.circuit().alternatives(literal) {
                Some(parts) if is_open => {
                    if opened.insert(literal) {
                        waiting.extend(parts.rev());
                    }
                }
                _ => flat.push(literal),
            }
        }
        flat
    }

    fn sort(&mut self, terms: impl Iterator<Item = (Literal, i64)>) -> Result<Sorted, Halt> {
        let mut sorted = Sorted::default();
        let mut nameless: Vec<(Literal, i64)> = Vec::new();
        for (literal, weight) in terms {
            let node = literal.node();
            let is_negated = literal.is_negated();
            match self.families.place(node) {
                Place::Lane(family, lane) => {
                    let lanes = LaneSet::empty(self.lanes(self.families.family(family).space));
                    sorted
                        .lanes
                        .entry((family, is_negated, weight))
                        .or_insert(lanes)
                        .insert(lane);
                }
                Place::Scalar => match self.single_fact(node) {
                    Some((word, bit)) => {
                        *sorted.bits.entry((word, is_negated, weight)).or_default() |= bit
                    }
                    None => sorted.alone.push((literal, weight)),
                },
                Place::Inline => nameless.push((literal, weight)),
            }
        }
        match nameless.len() {
            0..FEW => sorted.alone.extend(nameless),
            _ => self.sort_nameless(nameless, &mut sorted)?,
        }
        Ok(sorted)
    }

    /// Sorts nameless literals by what they look like from the lane that each belongs to.
    fn sort_nameless(
        &mut self,
        nameless: Vec<(Literal, i64)>,
        sorted: &mut Sorted,
    ) -> Result<(), Halt> {
        // What most of them depend on says nothing of the lane that each belongs to.
        let literals: Vec<Literal> = nameless.iter().map(|(literal, _)| *literal).collect();
        let shared = self.families.reached_by_most(&literals)?;
        let mut anchored = Vec::with_capacity(nameless.len());
        // By space the lanes to which literals belong.
        let mut lanes: Map<usize, FxHashSet<usize>> = Map::default();
        for (literal, weight) in nameless {
            let anchor = self.anchor(literal, &shared)?;
            if let Some((space, lane)) = anchor {
                lanes.entry(space).or_default().insert(lane);
            }
            anchored.push((literal, weight, anchor));
        }
        let mut views: Map<usize, Perspective> = Map::default();
        for (literal, weight, anchor) in anchored {
            // From one lane different literals look different, so that none are alike.
            let anchor = anchor.filter(|(space, _)| lanes[space].len() > 1);
            let Some((space, lane)) = anchor else {
                sorted.alone.push((literal, weight));
                continue;
            };
            let view = views.entry(space);
            let view = view.or_insert_with(|| Perspective::new(space, shared.clone()));
            let part = self.families.part(view, literal, lane)?;
            let lanes = LaneSet::empty(self.lanes(space));
            let alike = sorted
                .alike
                .entry((space, part, weight))
                .or_insert((lanes, literal));
            alike.0.insert(lane);
        }
        Ok(())
    }

    /// The least lane that a nameless literal depends on, in the space where most of what it depends
    /// on lies; `shared` nodes do not count.
    fn anchor(
        &mut self,
        literal: Literal,
        shared: &FxHashSet<Node>,
    ) -> Result<Option<(usize, usize)>, Halt> {
        let mut least: Map<usize, (usize, usize)> = Map::default();
        for node in self
            .families
            .reached_without([literal].into_iter(), shared)?
        {
            if let Place::Lane(family, lane) = self.families.place(node) {
                let (count, first) = least
                    .entry(self.families.family(family).space)
                    .or_insert((0, lane));
                *count += 1;
                *first = lane.min(*first);
            }
        }
        let most = least.into_iter().max_by_key(|(_, (count, _))| *count);
        Ok(most.map(|(space, (_, lane))| (space, lane)))
    }
}

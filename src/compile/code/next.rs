//! The words of the next position, out of the facts that hold in it and when.

use std::collections::BTreeMap;

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use super::emitter::Emitter;
use super::region::Region;
use crate::compile::circuit::Literal;
use crate::compile::families::{Halt, LaneSet, Part, Row, Shape};
use crate::compile::residual::Effect;
use crate::compile::words::Value;

/// The lanes that have something in common.
type Map<K> = IndexMap<K, LaneSet, FxBuildHasher>;

/// How the conditions of a plane are computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// Each for itself, with those of other lanes that look the same.
    Whole,
    /// The same of the alternatives of a disjunction: most lanes may share one, that the fact stays there, and few
    /// another, that a certain move is chosen.
    Apart,
    /// The same, and what no other lane has is computed on its own.
    Single,
}

impl Way {
    /// The ways that are tried beside [`Way::Apart`] where several moves may be chosen. That one leaves least where all
    /// moves but one are not chosen, as in programs for single moves, which are made too. Where it takes too much, none
    /// takes little.
    pub const OTHERS: [Self; 2] = [Self::Single, Self::Whole];
}

/// A plane as it has been computed in one way.
struct Made {
    words: Vec<Value>,
    /// How many operations it needs.
    cost: usize,
    /// The same before what it does not need is left out.
    operations: usize,
}

/// A way that takes this many times more operations than another one needs, before what it does not need is left out,
/// is not gone to its end.
const FAR: usize = 16;

/// Fewer operations are made in any case.
const FEW: usize = 4_096;

/// If more operations have been made in vain, no other way is tried: each takes some hundred bytes.
const MOST_IN_VAIN: usize = 1_000_000;

impl Emitter<'_, '_> {
    /// The words of a position with these facts, where their conditions hold; of the others none, or
    /// those of the position before. The `other_ways` are tried beside [`Way::Apart`].
    pub(super) fn next_facts(
        &mut self,
        facts: &[Effect],
        is_whole: bool,
        other_ways: &[Way],
    ) -> Result<Vec<Value>, Halt> {
        let layout = self.layout;
        let mut words = NextWords {
            is_whole,
            changed: BTreeMap::new(),
        };
        let relation_of = |fact: &Effect| self.families.circuit().relation_of(fact.cell);
        let mut by_plane: BTreeMap<(usize, u16), Vec<&Effect>> = BTreeMap::new();
        for fact in facts {
            let plane = (relation_of(fact), fact.content);
            by_plane.entry(plane).or_default().push(fact);
        }
        for ((relation, content), facts) in by_plane {
            let region = &layout.regions()[relation];
            let Some(space) = self.families.spaces().of_relation(relation) else {
                for fact in facts {
                    let bit = layout.bit(fact.cell, content);
                    let truth = self.scalar(fact.condition)?;
                    self.replace(&mut words, bit / 64, 1 << (bit % 64), truth);
                }
                continue;
            };
            let first_cell = self.families.circuit().relations()[relation].first_cell;
            let lanes = self.families.spaces().get(space);
            let mut named = LaneSet::empty(lanes.lanes());
            let mut conditions = Vec::new();
            for fact in facts {
                let lane = lanes.lane_of_cell((fact.cell - first_cell) as usize);
                named.insert(lane);
                conditions.push((lane, fact.condition));
            }
            conditions.sort_unstable_by_key(|(lane, _)| *lane);
            let plane = self.shortest(other_ways, |emitter, way| {
                emitter.next_plane(space, &conditions, &named, way)
            })?;
            let first = region.plane(content);
            for (number, bits) in plane.into_iter().enumerate() {
                self.replace(&mut words, first + number, named.words()[number], bits);
            }
        }
        for region in layout.in_digits() {
            self.next_digits(region, &mut words);
        }
        let words = (0..layout.words()).map(|word| match words.changed.get(&word) {
            Some(value) => *value,
            None => words.before(word, self),
        });
        Ok(words.collect())
    }

    /// What is computed with alternatives apart, or in one of the `other` ways if it needs less than two thirds of the
    /// operations.
    fn shortest(
        &mut self,
        other: &[Way],
        mut compute: impl FnMut(&mut Self, Way) -> Result<Vec<Value>, Halt>,
    ) -> Result<Vec<Value>, Halt> {
        let (first, most, in_vain) = (self.builder.size(), self.most, self.in_vain);
        let words = compute(self, Way::Apart)?;
        if other.is_empty() || in_vain > MOST_IN_VAIN {
            return Ok(words);
        }
        let cost = self.builder.cost(&words, first);
        let operations = self.builder.size() - first;
        let mut shortest = Made {
            words,
            cost,
            operations,
        };
        for way in other {
            let before = self.builder.size();
            self.in_vain = in_vain + before - first;
            self.most = most.min(first - in_vain + (FAR * shortest.cost).max(FEW));
            let left = self.families.left();
            match compute(self, *way) {
                Ok(words) => {
                    let cost = self.builder.cost(&words, first);
                    if 3 * cost < 2 * shortest.cost {
                        let operations = cost.max(self.builder.size() - before);
                        shortest = Made {
                            words,
                            cost,
                            operations,
                        };
                    }
                }
                Err(Halt::Interrupted) => return Err(Halt::Interrupted),
                Err(_) => self.families.put_back(left),
            }
        }
        self.most = most;
        self.in_vain = in_vain + self.builder.size() - first - shortest.operations;
        Ok(shortest.words)
    }

    /// The words of a plane in the next position: the lanes whose conditions hold, of those that are `named`, which
    /// have one each.
    fn next_plane(
        &mut self,
        space: usize,
        conditions: &[(usize, Literal)],
        named: &LaneSet,
        way: Way,
    ) -> Result<Vec<Value>, Halt> {
        let conditions = conditions.iter().map(|(lane, condition)| match way {
            Way::Whole => (*lane, vec![*condition]),
            Way::Apart | Way::Single => (*lane, self.flat(&[*condition])),
        });
        let conditions: Vec<(usize, Vec<Literal>)> = conditions.collect();
        let known = self.families.shapes().count();
        let mut view = self.families.perspective(space, &conditions)?;
        let none = LaneSet::empty(self.lanes(space));
        let mut rows: Map<Part> = Map::default();
        let mut parts: Vec<(usize, Literal, Part)> = Vec::new();
        for (lane, literals) in conditions {
            for literal in literals {
                let part = self.families.part(&mut view, literal, lane)?;
                // Most new shapes take an operation or more.
                self.go_on_with(self.families.shapes().count() - known)?;
                let lanes = rows.entry(part).or_insert_with(|| none.clone());
                lanes.insert(lane);
                parts.push((lane, literal, part));
            }
        }
        // What says nothing of the lane is computed on its own too.
        rows.retain(|part, lanes| {
            let is_scalar = matches!(self.families.shapes().get(*part), Shape::Scalar(_));
            let is_single = way == Way::Single && lanes.len() == 1;
            !(is_scalar || is_single)
        });
        let mut alone: Map<Vec<Literal>> = Map::default();
        for parts in parts.chunk_by(|(one, ..), (other, ..)| one == other) {
            let own = parts.iter().filter(|(.., part)| !rows.contains_key(part));
            let own: Vec<Literal> = own.map(|(_, literal, _)| *literal).collect();
            if !own.is_empty() {
                let lanes = alone.entry(own).or_insert_with(|| none.clone());
                lanes.insert(parts[0].0);
            }
        }
        let rows = rows.into_iter().map(|(part, lanes)| Row { part, lanes });
        let rows: Vec<Row> = rows.collect();
        let plane = self.rows(space, &rows, named)?;
        let mut words = self.exactly(&plane, space, named).words;
        for (literals, lanes) in alone {
            let truth = self.one_of(&literals)?;
            for (word, lanes) in words.iter_mut().zip(lanes.words()) {
                let lanes = self.builder.constant(*lanes);
                let bits = self.builder.and(truth, lanes);
                *word = self.builder.or(*word, bits);
            }
        }
        Ok(words)
    }

    /// Replaces the bits of a word under a mask.
    fn replace(&mut self, words: &mut NextWords, word: usize, mask: u64, bits: Value) {
        let before = match words.changed.get(&word) {
            Some(value) => *value,
            None => words.before(word, self),
        };
        let mask = self.builder.constant(mask);
        let bits = self.builder.and(bits, mask);
        let others = self.builder.and_not(before, mask);
        words.changed.insert(word, self.builder.or(others, bits));
    }

    /// The digits of a relation whose planes are known as far as they change.
    fn next_digits(&mut self, region: &Region, words: &mut NextWords) {
        for part in 0..region.plane_words() {
            let planes = (1..).zip(region.planes());
            let planes = planes.filter_map(|(content, plane)| {
                Some((content, *words.changed.get(&(plane + part))?))
            });
            let planes: Vec<(u16, Value)> = planes.collect();
            if planes.is_empty() {
                continue;
            }
            let contents: Vec<u16> = planes.iter().map(|(content, _)| *content).collect();
            let named = self.having(region, part, &contents);
            let before = region
                .digits()
                .map(|digit| words.before(digit + part, self));
            let before: Vec<Value> = before.collect();
            let kept = before
                .iter()
                .map(|digit| self.builder.and_not(*digit, named));
            let mut digits: Vec<Value> = kept.collect();
            for (content, cells) in planes {
                self.set_digits(&mut digits, content, cells);
            }
            let places = region.digits().map(|digit| digit + part);
            words.changed.extend(places.zip(digits));
        }
    }
}

/// The words of the next position while they are made, and of the planes that it has in digits.
struct NextWords {
    /// Whether nothing stays as it was.
    is_whole: bool,
    /// Those that are not as before.
    changed: BTreeMap<usize, Value>,
}

impl NextWords {
    /// A word as it was before, if anything stays.
    fn before(&self, word: usize, emitter: &mut Emitter<'_, '_>) -> Value {
        match self.is_whole {
            true => emitter.builder.constant(0),
            false => emitter.word(word),
        }
    }
}

//! Relations that positions have in digits: planes, sets of numbers and sums from the digits, and digits of the
//! next position from the planes that change.

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use super::apply::Changes;
use super::emitter::Emitter;
use super::region::{Form, Region};
use super::vector::Vector;
use crate::compile::circuit::Literal;
use crate::compile::families::{FamilyNumber, LaneSet, Name};
use crate::compile::words::Value;

/// The digits of some cells of one word of lanes, lowest first, and what each number of a cell counts:
/// `factor * number + more`, and nothing for 0, which is no content.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Counted {
    relation: usize,
    /// The word of lanes.
    word: usize,
    factor: i64,
    more: i64,
}

impl Emitter<'_, '_> {
    /// A word of a position, or one of a plane that positions have in digits.
    pub(super) fn word(&mut self, word: usize) -> Value {
        if word < self.layout.words() {
            return self.builder.input(word);
        }
        let (region, content, part) = self.layout.plane_of_word(word);
        self.plane_word(region, part, content)
    }

    /// One word of the plane of a content, from the digits.
    fn plane_word(&mut self, region: &Region, part: usize, content: u16) -> Value {
        let digits = self.digit_words(region, part);
        let ones = self.builder.constant(u64::MAX);
        self.where_number(ones, &digits, content)
    }

    /// The lanes of these where a number that is given bit by bit is this one.
    pub(super) fn where_number(&mut self, lanes: Value, bits: &[Value], number: u16) -> Value {
        let number = usize::from(number);
        let (low, high) = bits.split_at(bits.len() / 2);
        // The upper bits on their own: they are the same for neighbours.
        let upper = self.where_bits(lanes, high, number >> low.len());
        let ones = self.builder.constant(u64::MAX);
        let lower = self.where_bits(ones, low, number);
        self.builder.and(upper, lower)
    }

    /// The lanes of these where a number that is given bit by bit has the bits of another one.
    fn where_bits(&mut self, lanes: Value, bits: &[Value], number: usize) -> Value {
        let mut there = lanes;
        for (place, bit) in bits.iter().enumerate().rev() {
            there = match number >> place & 1 {
                1 => self.builder.and(there, *bit),
                _ => self.builder.and_not(there, *bit),
            };
        }
        there
    }

    /// The digits of the cells of one word of lanes, lowest first.
    fn digit_words(&self, region: &Region, part: usize) -> Vec<Value> {
        let words = region.digits().map(|digit| digit + part);
        words.map(|word| self.builder.input(word)).collect()
    }

    /// The lanes that are in one of these families at least; none if there are no families.
    pub(super) fn in_one_of(&mut self, families: &[FamilyNumber]) -> Option<Vector> {
        let mut vectors: Vec<Vector> = Vec::new();
        let mut in_digits: IndexMap<usize, Vec<(FamilyNumber, u16)>, FxBuildHasher> =
            IndexMap::default();
        for family in families {
            match self.families.family(*family).name {
                Name::Plane { relation, content }
                    if self.layout.regions()[relation].form() == Form::Digits =>
                {
                    let planes = in_digits.entry(relation).or_default();
                    planes.push((*family, content));
                }
                _ => vectors.push(self.family(*family)),
            }
        }
        for (relation, planes) in in_digits {
            vectors.push(self.planes_together(relation, &planes));
        }
        vectors
            .into_iter()
            .reduce(|all, vector| all.or(&vector, &mut self.builder))
    }

    /// The lanes that are in one of these planes of a relation that positions have in digits.
    fn planes_together(&mut self, relation: usize, planes: &[(FamilyNumber, u16)]) -> Vector {
        let region = &self.layout.regions()[relation];
        let contents: Vec<u16> = planes.iter().map(|(_, content)| *content).collect();
        let words = (0..region.plane_words()).map(|part| self.having(region, part, &contents));
        let words = words.collect();
        let space = self.families.family(planes[0].0).space;
        let mut lanes = LaneSet::empty(self.lanes(space));
        for (family, _) in planes {
            lanes = lanes.or(&self.families.family(*family).members);
        }
        Vector {
            words,
            support: self.support(space, &lanes),
        }
    }

    /// The cells of one word of lanes that have one of these contents.
    pub(super) fn having(&mut self, region: &Region, part: usize, contents: &[u16]) -> Value {
        if let [content] = contents {
            return self.plane_word(region, part, *content);
        }
        let digits = self.digit_words(region, part);
        let mut is_among: Vec<Option<bool>> = vec![None; 1 << digits.len()];
        // Greater numbers do not occur.
        is_among[..=usize::from(region.contents)].fill(Some(false));
        for content in contents {
            is_among[usize::from(*content)] = Some(true);
        }
        self.where_among(&digits, &is_among)
    }

    /// The lanes whose number, given digit by digit, is among some: by number whether it is, if it occurs.
    /// (C. E. Shannon, "The Synthesis of Two-Terminal Switching Circuits", 1949: a function is taken apart by its
    /// highest digit.)
    fn where_among(&mut self, digits: &[Value], is_among: &[Option<bool>]) -> Value {
        let is_all = |among: &[Option<bool>], are: bool| !among.contains(&Some(!are));
        if is_all(is_among, false) {
            return self.builder.constant(0);
        }
        if is_all(is_among, true) {
            return self.builder.constant(u64::MAX);
        }
        let (digit, lower) = digits
            .split_last()
            .expect("without digits there is a single number");
        let (low, high) = is_among.split_at(is_among.len() / 2);
        let pairs = || low.iter().zip(high);
        if pairs().all(|(low, high)| low.is_none() || high.is_none() || low == high) {
            let either: Vec<Option<bool>> = pairs().map(|(low, high)| low.or(*high)).collect();
            return self.where_among(lower, &either);
        }
        let is_within = |(inner, outer): (&Option<bool>, &Option<bool>)| {
            *outer != Some(false) || *inner == Some(false)
        };
        let (low_is_within, high_is_within) =
            (pairs().all(is_within), high.iter().zip(low).all(is_within));
        let without = self.where_among(lower, low);
        let with = self.where_among(lower, high);
        let with = match high_is_within {
            true => with,
            false => self.builder.and(with, *digit),
        };
        let without = match low_is_within {
            true => without,
            false => self.builder.and_not(without, *digit),
        };
        self.builder.or(without, with)
    }

    /// What the terms of one cell count, if a rule says it for all its numbers and positions have them in digits;
    /// with the lane of the cell in its word.
    pub(super) fn counted(&self, cell: u32, terms: &[(Literal, i64)]) -> Option<(Counted, usize)> {
        let circuit = self.families.circuit();
        let relation = circuit.relation_of(cell);
        let region = &self.layout.regions()[relation];
        if region.form() != Form::Digits {
            return None;
        }
        let mut weights = vec![0_i64; usize::from(region.contents) + 1];
        for (literal, weight) in terms {
            let (_, content) = circuit.fact_of(*literal)?;
            weights[usize::from(content)] = *weight;
        }
        let factor = weights[2].checked_sub(weights[1])?;
        let more = weights[1].checked_sub(factor)?;
        let is_counted = |(number, weight): (i64, &i64)| {
            let wanted = factor
                .checked_mul(number)
                .and_then(|product| product.checked_add(more));
            wanted == Some(*weight)
        };
        if !(1..).zip(&weights[1..]).all(is_counted) {
            return None;
        }
        let bit = self.layout.bit(cell, 1);
        let word = bit / 64 - region.plane(1);
        Some((
            Counted {
                relation,
                word,
                factor,
                more,
            },
            bit % 64,
        ))
    }

    /// What some cells of a word count together.
    pub(super) fn count_of(&mut self, counted: &Counted, lanes: u64) -> Value {
        let region = &self.layout.regions()[counted.relation];
        let digits = self.digit_words(region, counted.word);
        let mask = self.builder.constant(lanes);
        let mut numbers = self.builder.constant(0);
        let mut any = self.builder.constant(0);
        for (place, digit) in digits.iter().enumerate() {
            any = self.builder.or(any, *digit);
            let here = match lanes.count_ones() {
                1 => {
                    let lane = lanes.trailing_zeros() as usize;
                    let moved = self.moved(*digit, lane, place);
                    let wanted = self.builder.constant(1 << place);
                    self.builder.and(moved, wanted)
                }
                _ => {
                    let here = self.builder.and(*digit, mask);
                    let count = self.builder.count(here);
                    self.builder.shift_left(count, place as u8)
                }
            };
            numbers = self.builder.add(numbers, here);
        }
        let zero = self.builder.constant(0);
        let total = self.add_times(zero, numbers, counted.factor);
        let any = self.builder.and(any, mask);
        let present = self.builder.count(any);
        self.add_times(total, present, counted.more)
    }

    /// Changes digits; gives the cells that get two contents.
    pub(super) fn change_digits(
        &mut self,
        position: &mut [Value],
        (relation, region): (usize, &Region),
        changes: &Changes,
    ) -> Value {
        let zero = self.builder.constant(0);
        let mut twice = zero;
        for part in 0..region.plane_words() {
            let calculated = changes.numbers.get(&(relation, part));
            let (mut once, mut digits) = calculated.cloned().unwrap_or((zero, Vec::new()));
            digits.resize(region.digits().count(), zero);
            for (content, plane) in (1_u16..).zip(region.planes()) {
                let Some(added) = changes.added.get(&(plane + part)) else {
                    continue;
                };
                (once, twice) = self.builder.once_and_twice((once, twice), *added);
                self.set_digits(&mut digits, content, *added);
            }
            let deleted = self.deleted_of(region, part, changes);
            let mut gone = self.builder.or(once, deleted);
            if let Some(cleared) = changes.cleared.get(&(region.plane(1) + part)) {
                gone = self.builder.or(gone, *cleared);
            }
            for (digit, added) in region.digits().zip(digits) {
                let kept = self.builder.and_not(position[digit + part], gone);
                position[digit + part] = self.builder.or(kept, added);
            }
        }
        twice
    }

    /// Sets the digits of a number in some cells.
    pub(super) fn set_digits(&mut self, digits: &mut [Value], number: u16, cells: Value) {
        for (place, digit) in digits.iter_mut().enumerate() {
            if number >> place & 1 == 1 {
                *digit = self.builder.or(*digit, cells);
            }
        }
    }

    /// The cells of one word of lanes that lose a content which they have.
    fn deleted_of(&mut self, region: &Region, part: usize, changes: &Changes) -> Value {
        let mut contents: IndexMap<Value, Vec<u16>, FxBuildHasher> = IndexMap::default();
        for (content, plane) in (1..).zip(region.planes()) {
            if let Some(deleted) = changes.deleted.get(&(plane + part)) {
                contents.entry(*deleted).or_default().push(content);
            }
        }
        let mut gone = self.builder.constant(0);
        for (deleted, contents) in contents {
            let there = self.having(region, part, &contents);
            let deleted = self.builder.and(deleted, there);
            gone = self.builder.or(gone, deleted);
        }
        gone
    }
}

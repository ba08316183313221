//! Numbers that cells have. A program that calculates with them makes binary numbers of the planes or digits of
//! a position, and planes or digits of the results.

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashSet};

use super::apply::Changes;
use super::digits::Counted;
use super::emitter::Emitter;
use super::moves::Kind;
use super::region::{Form, digits_of};
use crate::compile::circuit::{Literal, Sum};
use crate::compile::families::{FamilyNumber, Halt, Place};
use crate::compile::residual::AddedNumber;
use crate::compile::words::Value;

/// About how many operations find the number of a cell.
const OF_A_CELL: usize = 20;

/// About how many operations count the cells that have a content.
const OF_A_COUNT: usize = 4;

/// What is needed to tell whether a cell gets two different numbers.
struct Contradictions {
    /// Not 0 if a cell gets two numbers, which may be the same.
    twice: Value,
    /// By cell the content that it gets if the numbers are the same, and each of them with whether it counts.
    of_cells: Vec<(Value, Vec<(Value, Value)>)>,
}

/// Some terms of a sum.
type Terms = Vec<(Literal, i64)>;

impl Emitter<'_, '_> {
    /// What the terms add to a sum that say which content a cell has, and the other terms.
    pub(super) fn cell_numbers(&mut self, terms: &[(Literal, i64)]) -> (Value, Terms) {
        let mut total = self.builder.constant(0);
        let mut others = Terms::new();
        let mut of_cells: IndexMap<u32, Terms, FxBuildHasher> = IndexMap::default();
        for (literal, weight) in terms {
            match self.families.circuit().fact_of(*literal) {
                Some((cell, _)) => of_cells.entry(cell).or_default().push((*literal, *weight)),
                None => others.push((*literal, *weight)),
            }
        }
        let mut counted: IndexMap<Counted, u64, FxBuildHasher> = IndexMap::default();
        of_cells.retain(|cell, terms| {
            let Some((as_counted, lane)) = self.counted(*cell, terms) else {
                return true;
            };
            *counted.entry(as_counted).or_default() |= 1 << lane;
            false
        });
        for (counted, lanes) in counted {
            let numbers = self.count_of(&counted, lanes);
            total = self.builder.add(total, numbers);
        }
        let is_by_cell = self.are_fewer_cells(&of_cells);
        for terms in of_cells.into_values() {
            let Some(lane) = self.of_one_lane(&terms).filter(|_| is_by_cell) else {
                others.extend(terms);
                continue;
            };
            let (added, taken): (Terms, Terms) = terms.iter().partition(|(_, weight)| *weight > 0);
            let added = self.one_of_weights(&added, lane);
            let taken = self.one_of_weights(&taken, lane);
            total = self.builder.add(total, added);
            total = self.builder.subtract(total, taken);
        }
        (total, others)
    }

    /// Whether it takes less to find the content of each cell than to count, for each content and weight, the
    /// cells that have it.
    fn are_fewer_cells(&self, of_cells: &IndexMap<u32, Terms, FxBuildHasher>) -> bool {
        let of_content = |(literal, weight): &(Literal, i64)| {
            let (family, _) = self.family_of(*literal)?;
            Some((family, *weight))
        };
        let counted = of_cells.values().flatten().filter_map(of_content);
        let counted: FxHashSet<(FamilyNumber, i64)> = counted.collect();
        OF_A_CELL * of_cells.len() < OF_A_COUNT * counted.len()
    }

    /// The lane where all these literals are, if there is one.
    fn of_one_lane(&self, terms: &[(Literal, i64)]) -> Option<usize> {
        let mut lanes = terms.iter().map(|(literal, _)| self.family_of(*literal));
        let (_, first) = lanes.next()??;
        let is_there = |place: Option<(_, usize)>| place.is_some_and(|(_, lane)| lane == first);
        lanes.all(is_there).then_some(first)
    }

    fn family_of(&self, literal: Literal) -> Option<(FamilyNumber, usize)> {
        match self.families.place(literal.node()) {
            Place::Lane(family, lane) => Some((family, lane)),
            Place::Scalar | Place::Inline => None,
        }
    }

    /// The weight, without its sign, of the one that holds of some literals at a lane; 0 if none does. For all
    /// lanes at once it is found bit by bit.
    fn one_of_weights(&mut self, terms: &[(Literal, i64)], lane: usize) -> Value {
        let (word, lane) = (lane / 64, lane % 64);
        let mut number = self.builder.constant(0);
        let most = terms.iter().map(|(_, weight)| weight.unsigned_abs()).max();
        let bits = u64::BITS - most.unwrap_or(0).leading_zeros();
        for bit in 0..bits as usize {
            let has_bit = |(_, weight): &&(Literal, i64)| weight.unsigned_abs() >> bit & 1 == 1;
            let families = terms.iter().filter(has_bit);
            let families = families.filter_map(|(literal, _)| Some(self.family_of(*literal)?.0));
            let families: Vec<FamilyNumber> = families.collect();
            let Some(vector) = self.in_one_of(&families) else {
                continue;
            };
            let there = self.moved(vector.words[word], lane, bit);
            let wanted = self.builder.constant(1 << bit);
            let there = self.builder.and(there, wanted);
            number = self.builder.or(number, there);
        }
        number
    }

    /// A word whose bit `from` comes to lie at bit `to`.
    pub(super) fn moved(&mut self, word: Value, from: usize, to: usize) -> Value {
        match from >= to {
            true => self.builder.shift_right(word, (from - to) as u8),
            false => self.builder.shift_left(word, (to - from) as u8),
        }
    }

    /// Adds the numbers that a move without lanes calculates.
    pub(super) fn change_numbers(
        &mut self,
        changes: &mut Changes,
        numbers: &[AddedNumber],
    ) -> Result<(), Halt> {
        let layout = self.layout;
        // By word of a plane whose lanes get numbers: these lanes, and the numbers bit by bit.
        let mut sliced: IndexMap<(usize, usize), (Value, Vec<Value>)> = IndexMap::new();
        let mut contradictions = Contradictions {
            twice: self.builder.constant(0),
            of_cells: Vec::new(),
        };
        for added in numbers {
            let relation = self.families.circuit().relation_of(added.cell);
            let (content, any) = self.added(added, &mut contradictions)?;
            let lane = layout.bit(added.cell, 1) % 64;
            let word = layout.bit(added.cell, 1) / 64 - layout.regions()[relation].plane(1);
            let zero = self.builder.constant(0);
            let bits = digits_of(added.contents) as usize;
            let (mut touched, mut slices) = sliced
                .swap_remove(&(relation, word))
                .unwrap_or_else(|| (zero, vec![zero; bits]));
            let here = self.builder.constant(1 << lane);
            let changed = self.builder.and(any, here);
            touched = self.builder.or(touched, changed);
            for (bit, slice) in slices.iter_mut().enumerate() {
                let moved = self.moved(content, bit, lane);
                let there = self.builder.and(moved, here);
                *slice = self.builder.or(*slice, there);
            }
            sliced.insert((relation, word), (touched, slices));
        }
        let differ = self.contradict(contradictions);
        changes.conflict = self.builder.or(changes.conflict, differ);
        for ((relation, word), (touched, slices)) in sliced {
            let region = &layout.regions()[relation];
            if region.form() == Form::Digits {
                changes.numbers.insert((relation, word), (touched, slices));
                continue;
            }
            for (content, plane) in (1..).zip(region.planes()) {
                let there = self.where_number(touched, &slices, content);
                self.change_words(changes, Kind::Add, plane + word, &[there]);
            }
        }
        Ok(())
    }

    /// The content that a cell gets, and whether it gets one: all ones or 0.
    fn added(
        &mut self,
        added: &AddedNumber,
        contradictions: &mut Contradictions,
    ) -> Result<(Value, Value), Halt> {
        let zero = self.builder.constant(0);
        let (mut content, mut any) = (zero, zero);
        let mut values = Vec::with_capacity(added.values.len());
        for (condition, value) in &added.values {
            let truth = self.scalar(*condition)?;
            let value = value.plus(&Sum::constant(1 - added.least), 1);
            let value = self.sum(&value)?;
            let held = self.builder.and(truth, value);
            content = self.builder.or(content, held);
            (any, contradictions.twice) = self
                .builder
                .once_and_twice((any, contradictions.twice), truth);
            values.push((truth, value));
        }
        contradictions.of_cells.push((content, values));
        Ok((content, any))
    }

    /// A word that is not 0 if a cell gets two different numbers.
    fn contradict(&mut self, contradictions: Contradictions) -> Value {
        let mut differ = self.builder.constant(0);
        // It is zero where no cell gets two numbers, so that this is hardly ever run.
        self.builder.section(contradictions.twice);
        for (content, values) in contradictions.of_cells {
            for (truth, value) in values {
                // Of different numbers one at least is not the disjunction of all.
                let is_it = self.builder.equal(value, content);
                let differs = self.builder.and_not(truth, is_it);
                differ = self.builder.or(differ, differs);
            }
        }
        self.builder.end_section();
        differ
    }
}

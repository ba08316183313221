//! Bit sets of lanes while a program runs, and what is known of them while it is made.

use crate::compile::families::LaneSet;
use crate::compile::words::{Builder, Value};

/// The lanes where something may hold, by the content that the lane's own cell has: one set for
/// each content from 0 on, or one set for all of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Support {
    by_content: Vec<LaneSet>,
}

impl Support {
    /// These lanes, whatever the content.
    pub fn new(contents: usize, lanes: &LaneSet) -> Self {
        Self {
            by_content: vec![lanes.clone(); contents],
        }
    }

    /// These lanes if their cell has this content.
    pub fn of_content(contents: usize, content: usize, lanes: &LaneSet) -> Self {
        let mut support = Self::new(contents, &lanes.without(lanes));
        support.by_content[content] = lanes.clone();
        support
    }

    /// All the lanes.
    pub fn lanes(&self) -> LaneSet {
        let mut sets = self.by_content.iter();
        let first = sets
            .next()
            .expect("there is at least the content 0")
            .clone();
        sets.fold(first, |all, set| all.or(set))
    }

    fn zip(&self, other: &Self, operation: impl Fn(&LaneSet, &LaneSet) -> LaneSet) -> Self {
        let by_content = self
            .by_content
            .iter()
            .zip(&other.by_content)
            .map(|(a, b)| operation(a, b))
            .collect();
        Self { by_content }
    }

    fn map(&self, operation: impl Fn(&LaneSet) -> LaneSet) -> Self {
        Self {
            by_content: self.by_content.iter().map(operation).collect(),
        }
    }
}

/// A set of lanes in words; bits that are no lane may be anything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vector {
    pub words: Vec<Value>,
    /// Where it may have bits; no others are ever set.
    pub support: Support,
}

impl Vector {
    /// The lanes in both.
    pub fn and(&self, other: &Self, builder: &mut Builder) -> Self {
        let words = self.zip(other, |a, b| builder.and(a, b));
        Self {
            words,
            support: self.support.zip(&other.support, LaneSet::and),
        }
    }

    /// The lanes that are not in the other.
    pub fn and_not(&self, other: &Self, builder: &mut Builder) -> Self {
        let words = self.zip(other, |a, b| builder.and_not(a, b));
        Self {
            words,
            support: self.support.clone(),
        }
    }

    /// The lanes in either.
    pub fn or(&self, other: &Self, builder: &mut Builder) -> Self {
        let words = self.zip(other, |a, b| builder.or(a, b));
        Self {
            words,
            support: self.support.zip(&other.support, LaneSet::or),
        }
    }

    /// The lanes in one, not in both.
    pub fn xor(&self, other: &Self, builder: &mut Builder) -> Self {
        let words = self.zip(other, |a, b| builder.xor(a, b));
        Self {
            words,
            support: self.support.zip(&other.support, LaneSet::or),
        }
    }

    /// All bits that are not in it.
    pub fn not(&self, builder: &mut Builder) -> Self {
        let words = self.words.iter().map(|word| builder.not(*word)).collect();
        let all = LaneSet::all_bits(self.words.len() * 64);
        Self {
            words,
            support: self.support.map(|_| all.clone()),
        }
    }

    /// All of it where a truth (all ones or 0) holds, else nothing.
    pub fn only_if(&self, truth: Value, builder: &mut Builder) -> Self {
        let words = self
            .words
            .iter()
            .map(|word| builder.and(*word, truth))
            .collect();
        Self {
            words,
            support: self.support.clone(),
        }
    }

    /// The lanes that are in a fixed set.
    pub fn within(&self, lanes: &LaneSet, builder: &mut Builder) -> Self {
        let mask = lanes
            .words()
            .iter()
            .map(|word| builder.constant(*word))
            .collect::<Vec<_>>();
        let words = self
            .words
            .iter()
            .zip(mask)
            .map(|(word, mask)| builder.and(*word, mask))
            .collect();
        Self {
            words,
            support: self.support.map(|set| set.and(lanes)),
        }
    }

    /// The lanes from which `offset` lanes further on there is one in this set.
    pub fn shift(&self, offset: i32, builder: &mut Builder) -> Self {
        if offset == 0 {
            return self.clone();
        }
        let (whole, rest) = (offset.div_euclid(64), offset.rem_euclid(64) as u8);
        let word = |number: i32, builder: &mut Builder| {
            let word = usize::try_from(number)
                .ok()
                .and_then(|number| self.words.get(number))
                .copied();
            word.unwrap_or_else(|| builder.constant(0))
        };
        let count = self.words.len() as i32;
        let words = (0..count).map(|number| {
            let low = word(number + whole, builder);
            let low = builder.shift_right(low, rest);
            let high = word(number + whole + 1, builder);
            let high = builder.shift_left(high, 64 - rest);
            builder.or(low, high)
        });
        let words = words.collect();
        let lanes = self.support.lanes().shift(offset);
        Self {
            words,
            support: self.support.map(|_| lanes.clone()),
        }
    }

    /// All its bits in one word, whichever words they were in.
    pub fn folded(&self, builder: &mut Builder) -> Value {
        let zero = builder.constant(0);
        self.words
            .iter()
            .fold(zero, |all, word| builder.or(all, *word))
    }

    /// How many lanes are in it.
    pub fn count(&self, builder: &mut Builder) -> Value {
        let zero = builder.constant(0);
        self.words.iter().fold(zero, |total, word| {
            let count = builder.count(*word);
            builder.add(total, count)
        })
    }

    fn zip(&self, other: &Self, mut operation: impl FnMut(Value, Value) -> Value) -> Vec<Value> {
        self.words
            .iter()
            .zip(&other.words)
            .map(|(a, b)| operation(*a, *b))
            .collect()
    }
}

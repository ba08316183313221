//! Numbers of which only the remainder matters, such as whether the number of stones is odd. The rules
//! ask for it value by value.

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use super::emitter::Emitter;
use crate::compile::circuit::{Gate, Literal, Sum};
use crate::compile::families::Halt;
use crate::compile::words::Value;

/// Fewer values are compared one by one.
const FEW: usize = 3;

/// A remainder by a power of two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Remainder {
    modulus: u64,
    rest: u64,
}

/// The values that literals ask for, by the terms of the sum that they ask about.
type Asked<'c> = IndexMap<&'c [(Literal, i64)], Values, FxBuildHasher>;

/// Values, each with the literal that asks for it.
type Values = Vec<(i128, Literal)>;

impl Emitter<'_, '_> {
    /// Takes from a disjunction the literals that say together that a sum leaves a remainder by a power of
    /// two: whether one of them holds, all ones or 0. Where the literals were kept by a turn for a move,
    /// the terms of the sum may not be there, and the literals stay.
    pub(super) fn remainders(&mut self, literals: &mut Vec<Literal>) -> Result<Value, Halt> {
        let mut any = self.builder.constant(0);
        for (sum, remainder, taken) in self.remainders_asked(literals) {
            let terms = sum.terms.iter().map(|(literal, _)| *literal);
            let needs = self.families.needs(terms)?;
            if !self.missing(needs).is_empty() {
                continue;
            }
            literals.retain(|literal| !taken.contains(literal));
            let number = self.sum(&sum)?;
            let mask = self.builder.constant(remainder.modulus - 1);
            let rest = self.builder.and(number, mask);
            let wanted = self.builder.constant(remainder.rest);
            let truth = self.builder.equal(rest, wanted);
            any = self.builder.or(any, truth);
        }
        Ok(any)
    }

    /// The sums of which a disjunction asks for a remainder, with the literals that say so.
    fn remainders_asked(&self, literals: &[Literal]) -> Vec<(Sum, Remainder, Vec<Literal>)> {
        if literals.len() < FEW {
            return Vec::new();
        }
        let mut by_terms = Asked::default();
        for literal in literals.iter().filter(|literal| !literal.is_negated()) {
            if let Gate::Zero(sum) = self.families.circuit().gate(literal.node()) {
                let values = by_terms.entry(&sum.terms).or_default();
                values.push((-i128::from(sum.constant), *literal));
            }
        }
        let asked = |(terms, values): (&[(Literal, i64)], Values)| {
            let sum = Sum {
                constant: 0,
                terms: terms.to_vec(),
            };
            let (numbers, literals): (Vec<i128>, Vec<Literal>) = values.into_iter().unzip();
            let remainder = Remainder::of(numbers, sum.bounds())?;
            Some((sum, remainder, literals))
        };
        by_terms.into_iter().filter_map(asked).collect()
    }
}

impl Remainder {
    /// That of these numbers, if they are all numbers within bounds that leave it.
    fn of(mut numbers: Vec<i128>, (least, most): (i64, i64)) -> Option<Self> {
        numbers.sort_unstable();
        // Disjunctions within another one may say the same.
        numbers.dedup();
        let [first, second, ..] = numbers[..] else {
            return None;
        };
        let (last, modulus) = (*numbers.last()?, second - first);
        // Bounds beyond 64 bits are not told.
        let are_all = numbers.len() >= FEW
            && least > i64::MIN
            && most < i64::MAX
            && modulus.count_ones() == 1
            && numbers.windows(2).all(|pair| pair[1] - pair[0] == modulus)
            && first - modulus < i128::from(least)
            && last + modulus > i128::from(most);
        if !are_all {
            return None;
        }
        Some(Self {
            modulus: u64::try_from(modulus).ok()?,
            rest: u64::try_from(first.rem_euclid(modulus)).ok()?,
        })
    }
}

//! Sums in all lanes at once: numbers as a vector for each binary digit.

use super::emitter::Emitter;
use super::vector::Vector;
use crate::compile::families::{Halt, LaneSet, Part};

impl Emitter<'_, '_> {
    /// The lanes where the sum is 0 or more.
    pub(super) fn at_least_zero(
        &mut self,
        constant: i64,
        terms: &[(Part, i64)],
        space: usize,
    ) -> Result<Vector, Halt> {
        let (digits, least) = self.digits(constant, terms, space)?;
        // The digits stand for the sum less its least value, so they are compared with what is
        // missing to 0.
        let wanted = i128::from(least).unsigned_abs();
        if least >= 0 {
            return Ok(self.everything(space));
        }
        if wanted >> digits.len() != 0 {
            return Ok(self.nothing(space));
        }
        let mut reaches = self.everything(space);
        for (place, digit) in digits.iter().enumerate() {
            reaches = match wanted >> place & 1 {
                1 => reaches.and(digit, &mut self.builder),
                _ => reaches.or(digit, &mut self.builder),
            };
        }
        Ok(reaches)
    }

    /// The lanes where the sum is 0.
    pub(super) fn zero(
        &mut self,
        constant: i64,
        terms: &[(Part, i64)],
        space: usize,
    ) -> Result<Vector, Halt> {
        let (digits, least) = self.digits(constant, terms, space)?;
        let wanted = i128::from(least).unsigned_abs();
        if least > 0 || wanted >> digits.len() != 0 {
            return Ok(self.nothing(space));
        }
        let mut equals = self.everything(space);
        for (place, digit) in digits.iter().enumerate() {
            equals = match wanted >> place & 1 {
                1 => equals.and(digit, &mut self.builder),
                _ => equals.and_not(digit, &mut self.builder),
            };
        }
        Ok(equals)
    }

    fn everything(&mut self, space: usize) -> Vector {
        let all = LaneSet::all_bits(self.lanes(space));
        self.fixed(space, &all)
    }

    /// The binary digits, lowest first, of the sum less its least value, and that value.
    fn digits(
        &mut self,
        constant: i64,
        terms: &[(Part, i64)],
        space: usize,
    ) -> Result<(Vec<Vector>, i64), Halt> {
        let mut least = constant;
        let mut columns: Vec<Vec<Vector>> = Vec::new();
        for (part, weight) in terms {
            least = least.saturating_add((*weight).min(0));
            // A negative weight is one for the opposite.
            let vector = self.part(part.negated_if(*weight < 0), space)?;
            let weight = weight.unsigned_abs();
            for place in (0..64).filter(|place| weight >> place & 1 == 1) {
                if columns.len() <= place {
                    columns.resize(place + 1, Vec::new());
                }
                columns[place].push(vector.clone());
            }
        }
        let mut digits = Vec::new();
        let mut place = 0;
        while place < columns.len() {
            let mut column = std::mem::take(&mut columns[place]);
            let mut carries = Vec::new();
            while column.len() > 1 {
                let (sum, carry) = self.add_digits(column.pop(), column.pop(), column.pop());
                column.insert(0, sum);
                carries.push(carry);
            }
            match columns.get_mut(place + 1) {
                Some(next) => next.extend(carries),
                None if carries.is_empty() => {}
                None => columns.push(carries),
            }
            let nothing = self.nothing(space);
            digits.push(column.pop().unwrap_or(nothing));
            place += 1;
        }
        Ok((digits, least))
    }

    /// Two or three digits: their sum and the carry.
    fn add_digits(
        &mut self,
        a: Option<Vector>,
        b: Option<Vector>,
        c: Option<Vector>,
    ) -> (Vector, Vector) {
        let (Some(a), Some(b)) = (a, b) else {
            unreachable!("a column of more than one digit")
        };
        let either = a.xor(&b, &mut self.builder);
        let both = a.and(&b, &mut self.builder);
        let Some(c) = c else { return (either, both) };
        let sum = either.xor(&c, &mut self.builder);
        let carried = either.and(&c, &mut self.builder);
        (sum, both.or(&carried, &mut self.builder))
    }
}

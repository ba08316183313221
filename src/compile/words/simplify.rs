//! Simpler forms of operations. A form is only looked for in what holds at this place
//! ([`Builder::definition`]), and is never longer than what it replaces.

use super::builder::Builder;
use super::facts::Facts;
use super::operation::Operation::{self, *};
use super::operation::Value;

impl Builder {
    /// Operands that may change places in one order: the older first, a constant last. A difference
    /// to a constant is a sum.
    pub(super) fn in_order(&mut self, operation: Operation) -> Operation {
        let swapped = |a: Value, b: Value| match (self.as_constant(a), self.as_constant(b)) {
            (Some(_), None) => true,
            (None, Some(_)) => false,
            _ => b < a,
        };
        match operation {
            And(a, b) if swapped(a, b) => And(b, a),
            Or(a, b) if swapped(a, b) => Or(b, a),
            Xor(a, b) if swapped(a, b) => Xor(b, a),
            Add(a, b) if swapped(a, b) => Add(b, a),
            Multiply(a, b) if swapped(a, b) => Multiply(b, a),
            Equal(a, b) if swapped(a, b) => Equal(b, a),
            Subtract(a, b) => match self.as_constant(b) {
                Some(word) => Add(a, self.constant(word.wrapping_neg())),
                None => operation,
            },
            _ => operation,
        }
    }

    /// The value of a simpler form, if there is one. At least one operand is not constant, and they
    /// are in order.
    pub(super) fn simplify(&mut self, operation: Operation) -> Option<Value> {
        match operation {
            Constant(_) | Growing(_) => None,
            Not(a) => self.simplify_not(a),
            And(a, b) => self.simplify_and(a, b),
            AndNot(a, b) => self.simplify_and_not(a, b),
            Or(a, b) => self.simplify_or(a, b),
            Xor(a, b) => self.simplify_xor(a, b),
            ShiftLeft(a, places) => self.simplify_shift_left(a, places),
            ShiftRight(a, places) => self.simplify_shift_right(a, places),
            Any(a) => self.simplify_any(a),
            Count(a) => self.simplify_count(a),
            Add(a, b) => self.simplify_add(a, b),
            Subtract(a, b) => self.simplify_subtract(a, b),
            Multiply(a, b) => self.simplify_multiply(a, b),
            Equal(a, b) => self.simplify_equal(a, b),
            Less(a, b) => self.simplify_less(a, b),
        }
    }

    /// What is zero exactly where this is, and needs no test of its own.
    pub(super) fn same_when_zero(&self, value: Value) -> Value {
        match self.definition(value) {
            Some(Any(a) | Count(a)) => self.same_when_zero(a),
            _ => value,
        }
    }

    fn simplify_not(&mut self, a: Value) -> Option<Value> {
        match self.definition(a)? {
            Not(inner) => Some(inner),
            Any(inner) => {
                let zero = self.constant(0);
                Some(self.equal(inner, zero))
            }
            Equal(inner, zero) if self.as_constant(zero) == Some(0) => Some(self.any(inner)),
            _ => None,
        }
    }

    fn simplify_and(&mut self, a: Value, b: Value) -> Option<Value> {
        if a == b {
            return Some(a);
        }
        if self.facts(a).bits & self.facts(b).bits == 0 {
            return Some(self.constant(0));
        }
        if let Some(mask) = self.as_constant(b) {
            return self.simplify_mask(a, mask);
        }
        for (a, b) in [(a, b), (b, a)] {
            match self.definition(b) {
                Some(Not(inner)) => return Some(self.and_not(a, inner)),
                Some(And(c, d)) if a == c || a == d => return Some(b),
                Some(AndNot(c, _)) if a == c => return Some(b),
                Some(AndNot(_, d)) if a == d => return Some(self.constant(0)),
                Some(Or(c, d)) if a == c || a == d => return Some(a),
                _ => {}
            }
        }
        None
    }

    fn simplify_mask(&mut self, a: Value, mask: u64) -> Option<Value> {
        if self.facts(a).bits & !mask == 0 {
            return Some(a);
        }
        let And(inner, b) = self.definition(a)? else {
            return None;
        };
        let inner_mask = self.as_constant(b)?;
        Some(self.masked(inner, inner_mask & mask))
    }

    fn masked(&mut self, a: Value, mask: u64) -> Value {
        let mask = self.constant(mask);
        self.and(a, mask)
    }

    fn simplify_and_not(&mut self, a: Value, b: Value) -> Option<Value> {
        if self.facts(a).bits & self.facts(b).bits == 0 {
            return Some(a);
        }
        if a == b {
            return Some(self.constant(0));
        }
        if let Some(word) = self.as_constant(b) {
            return Some(self.masked(a, !word));
        }
        if self.as_constant(a) == Some(u64::MAX) {
            return Some(self.not(b));
        }
        match self.definition(b) {
            Some(Not(inner)) => return Some(self.and(a, inner)),
            Some(And(c, d)) if a == c => return Some(self.and_not(a, d)),
            Some(And(c, d)) if a == d => return Some(self.and_not(a, c)),
            Some(AndNot(c, d)) if a == c => return Some(self.and(a, d)),
            Some(AndNot(_, d)) if a == d => return Some(a),
            Some(Or(c, d)) if a == c || a == d => return Some(self.constant(0)),
            _ => {}
        }
        match self.definition(a)? {
            Not(inner) => {
                let either = self.or(inner, b);
                Some(self.not(either))
            }
            And(c, d) if b == c || b == d => Some(self.constant(0)),
            AndNot(_, d) if b == d => Some(a),
            AndNot(c, _) if b == c => Some(self.constant(0)),
            Or(c, d) if b == d => Some(self.and_not(c, b)),
            Or(c, d) if b == c => Some(self.and_not(d, b)),
            _ => None,
        }
    }

    fn simplify_or(&mut self, a: Value, b: Value) -> Option<Value> {
        if a == b {
            return Some(a);
        }
        if let Some(word) = self.as_constant(b) {
            if self.facts(a).bits & !word == 0 {
                return Some(b);
            }
            if word == 0 {
                return Some(a);
            }
        }
        for (a, b) in [(a, b), (b, a)] {
            match self.definition(b) {
                Some(Not(inner)) if a == inner => return Some(self.constant(u64::MAX)),
                Some(And(c, d)) if a == c || a == d => return Some(a),
                Some(AndNot(c, _)) if a == c => return Some(a),
                Some(AndNot(c, d)) if a == d => return Some(self.or(a, c)),
                Some(Or(c, d)) if a == c || a == d => return Some(b),
                Some(Not(inner)) => {
                    if let Some(Or(c, d)) = self.definition(inner)
                        && (a == c || a == d)
                    {
                        let other = self.not(if a == c { d } else { c });
                        return Some(self.or(a, other));
                    }
                }
                _ => {}
            }
        }
        match (self.definition(a)?, self.definition(b)?) {
            (Not(c), Not(d)) => {
                let both = self.and(c, d);
                Some(self.not(both))
            }
            (Or(c, m), Constant(n)) => {
                let word = self.as_constant(m)? | n;
                let word = self.constant(word);
                Some(self.or(c, word))
            }
            (And(c, m), And(d, n)) if c == d => {
                let mask = self.as_constant(m)? | self.as_constant(n)?;
                Some(self.masked(c, mask))
            }
            (Or(p, q), And(c, n)) | (And(c, n), Or(p, q)) => {
                let own = (c, self.as_constant(n)?);
                let gathered = self.gathered(p, q, own);
                gathered.or_else(|| self.gathered(q, p, own))
            }
            _ => None,
        }
    }

    /// One of three: `bits`, if these are bits of the same word as `own`, come together with them; `other` stands apart.
    fn gathered(&mut self, other: Value, bits: Value, own: (Value, u64)) -> Option<Value> {
        match self.definition(bits)? {
            And(word, mask) if word == own.0 => {
                let mask = self.as_constant(mask)? | own.1;
                let both = self.masked(word, mask);
                Some(self.or(other, both))
            }
            _ => None,
        }
    }

    fn simplify_xor(&mut self, a: Value, b: Value) -> Option<Value> {
        if a == b {
            return Some(self.constant(0));
        }
        match self.as_constant(b) {
            Some(0) => return Some(a),
            Some(u64::MAX) => return Some(self.not(a)),
            _ => {}
        }
        for (a, b) in [(a, b), (b, a)] {
            match self.definition(b) {
                Some(Not(inner)) => {
                    let either = self.xor(a, inner);
                    return Some(self.not(either));
                }
                Some(And(c, d)) if a == c => return Some(self.and_not(a, d)),
                Some(And(c, d)) if a == d => return Some(self.and_not(a, c)),
                Some(AndNot(c, d)) if a == c => return Some(self.and(a, d)),
                Some(AndNot(c, d)) if a == d => return Some(self.or(a, c)),
                Some(Xor(c, d)) if a == c => return Some(d),
                Some(Xor(c, d)) if a == d => return Some(c),
                _ => {}
            }
        }
        None
    }

    fn simplify_shift_left(&mut self, a: Value, places: u8) -> Option<Value> {
        if places == 0 {
            return Some(a);
        }
        if self.facts(a).bits << places == 0 {
            return Some(self.constant(0));
        }
        match self.definition(a)? {
            ShiftLeft(inner, before) => Some(self.shift_left(inner, before + places)),
            ShiftRight(inner, before) if before == places => {
                Some(self.masked(inner, u64::MAX << places))
            }
            _ => None,
        }
    }

    fn simplify_shift_right(&mut self, a: Value, places: u8) -> Option<Value> {
        if places == 0 {
            return Some(a);
        }
        if self.facts(a).bits >> places == 0 {
            return Some(self.constant(0));
        }
        match self.definition(a)? {
            ShiftRight(inner, before) => Some(self.shift_right(inner, before + places)),
            ShiftLeft(inner, before) if before == places => {
                Some(self.masked(inner, u64::MAX >> places))
            }
            _ => None,
        }
    }

    fn simplify_any(&mut self, a: Value) -> Option<Value> {
        if self.facts(a).is_truth {
            return Some(a);
        }
        match self.same_when_zero(a) {
            same if same == a => None,
            same => Some(self.any(same)),
        }
    }

    fn simplify_count(&mut self, a: Value) -> Option<Value> {
        let Facts { bits, is_truth } = self.facts(a);
        match bits.count_ones() {
            _ if is_truth => Some(self.masked(a, 64)),
            1 => Some(self.shift_right(a, bits.trailing_zeros() as u8)),
            _ => None,
        }
    }

    fn simplify_add(&mut self, a: Value, b: Value) -> Option<Value> {
        if self.facts(a).bits & self.facts(b).bits == 0 {
            return Some(self.or(a, b));
        }
        for (a, b) in [(a, b), (b, a)] {
            match self.definition(b) {
                Some(Subtract(c, d)) if a == d => return Some(c),
                _ => {}
            }
        }
        match (self.definition(a)?, self.as_constant(b)?) {
            (Add(c, m), n) => {
                let word = self.as_constant(m)?.wrapping_add(n);
                let word = self.constant(word);
                Some(self.add(c, word))
            }
            _ => None,
        }
    }

    fn simplify_subtract(&mut self, a: Value, b: Value) -> Option<Value> {
        if a == b {
            return Some(self.constant(0));
        }
        match self.definition(a)? {
            Add(c, d) if b == d => Some(c),
            Add(c, d) if b == c => Some(d),
            _ => None,
        }
    }

    fn simplify_multiply(&mut self, a: Value, b: Value) -> Option<Value> {
        match self.as_constant(b)? {
            0 => Some(b),
            word if word.is_power_of_two() => Some(self.shift_left(a, word.trailing_zeros() as u8)),
            _ => None,
        }
    }

    fn simplify_equal(&mut self, a: Value, b: Value) -> Option<Value> {
        if a == b {
            return Some(self.constant(u64::MAX));
        }
        let word = self.as_constant(b)?;
        if word & !self.facts(a).bits != 0 {
            return Some(self.constant(0));
        }
        if self.facts(a).is_truth {
            return match word {
                0 => Some(self.not(a)),
                u64::MAX => Some(a),
                _ => Some(self.constant(0)),
            };
        }
        match self.same_when_zero(a) {
            same if same != a && word == 0 => Some(self.equal(same, b)),
            _ => None,
        }
    }

    /// What is never negative is at most the number with all bits that it may have.
    fn simplify_less(&mut self, a: Value, b: Value) -> Option<Value> {
        if a == b {
            return Some(self.constant(0));
        }
        let most = |value: Value| i64::try_from(self.facts(value).bits).ok();
        let constant = |value: Value| self.as_constant(value).map(|word| word as i64);
        if let (Some(most), Some(bound)) = (most(a), constant(b)) {
            return match bound {
                ..=0 => Some(self.constant(0)),
                bound if bound > most => Some(self.constant(u64::MAX)),
                1 => {
                    let zero = self.constant(0);
                    Some(self.equal(a, zero))
                }
                _ => None,
            };
        }
        match (constant(a), most(b)) {
            (Some(..0), Some(_)) => Some(self.constant(u64::MAX)),
            (Some(bound), Some(most)) if bound >= most => Some(self.constant(0)),
            (Some(0), Some(_)) => Some(self.any(b)),
            (_, _) => None,
        }
    }
}

//! Terms made equal, where they hold what depends on the position: equations become conditions.

use super::condition::Condition;
use super::reason::Reason;
use super::solver::{Flow, Next, Outcome, Solver};
use super::store::{Equation, Item, Unknown, Value, is_known};
use crate::compile::circuit::{Literal, Sum};
use crate::syntax::source::Span;

/// A number that depends on the position is not taken apart into more values.
pub(super) const MOST_VALUES: i64 = 1_000;

/// The contents of places that have to be known together are not gone through in more ways.
const MOST_WAYS: usize = 10_000;

impl<'s> Solver<'s> {
    /// Goes on where two terms are equal; what this binds stays bound.
    pub(super) fn unify(
        &mut self,
        left: Value,
        right: Value,
        condition: &Condition,
        next: Next<'_, 's>,
    ) -> Outcome {
        let mut equations = Vec::new();
        match self.store.unify(left, right, &mut equations) {
            true => self.equal(&equations, condition, next),
            false => Ok(Flow::More),
        }
    }

    /// That two terms without variables are equal.
    ///
    /// # Errors
    /// If it is not known of their parts.
    pub(super) fn equality(&mut self, left: Value, right: Value) -> Result<Literal, Reason> {
        let mut equal = Vec::new();
        let always = Condition::always();
        self.unify(left, right, &always, &mut |solver, condition| {
            equal.push(condition.literal(&mut solver.circuit));
            Ok(Flow::More)
        })?;
        Ok(self.circuit.any(equal))
    }

    /// Goes on where equations hold.
    pub fn equal(
        &mut self,
        equations: &[Equation],
        condition: &Condition,
        next: Next<'_, 's>,
    ) -> Outcome {
        if equations.is_empty() {
            return next(self, condition);
        }
        let mut condition = condition.clone();
        for (number, (left, right)) in equations.iter().enumerate() {
            let (left, right) = (self.store.deref(*left), self.store.deref(*right));
            let others = &equations[number + 1..];
            if let Value::Content(cell) = left {
                return self.equal_to_content((cell, right), others, &condition, next);
            }
            if let Value::Content(cell) = right {
                return self.equal_to_content((cell, left), others, &condition, next);
            }
            if matches!(left, Value::Subsequence(_)) || matches!(right, Value::Subsequence(_)) {
                return self.equal_to_list((left, right), others, &[], &condition, next);
            }
            if matches!(left, Value::Hidden(_)) || matches!(right, Value::Hidden(_)) {
                let hidden = (left, right);
                return self.equal_to_hidden(
                    hidden,
                    true,
                    None,
                    &condition,
                    &mut |solver, condition| solver.equal(others, condition, next),
                );
            }
            let (left, right) = (self.as_sum(left), self.as_sum(right));
            let (Some(left), Some(right)) = (left, right) else {
                return Ok(Flow::More);
            };
            let literal = self.circuit.zero(left.plus(&right, -1));
            match condition.and(literal, &self.circuit) {
                Some(more) => condition = more,
                None => return Ok(Flow::More),
            }
        }
        next(self, &condition)
    }

    /// A number, if the value is one.
    pub fn as_sum(&mut self, value: Value) -> Option<Sum> {
        match self.store.deref(value) {
            Value::Sum(sum) => Some(self.store.get_sum(sum).clone()),
            Value::Constant(number) => self.store.constants.as_integer(number).map(Sum::constant),
            _ => None,
        }
    }

    /// Goes on where a cell contains a term, and other equations hold.
    fn equal_to_content(
        &mut self,
        (cell, other): (u32, Value),
        others: &[Equation],
        condition: &Condition,
        next: Next<'_, 's>,
    ) -> Outcome {
        let instance = self.store.instance(&[other]);
        let terms = self.store.contents_of(cell);
        let literal = match (other, is_known(&instance)) {
            (_, true) => {
                let place = terms.places.get(&instance);
                place.map_or(Literal::FALSE, |place| {
                    self.circuit.fact(cell, *place as u16 + 1)
                })
            }
            (Value::Content(second), _) => self.same_content(cell, second),
            _ => {
                // A part of a content is something that is not known.
                for (content, term) in (1..).zip(&terms.terms) {
                    let literal = self.circuit.fact(cell, content);
                    let Some(condition) = condition.and(literal, &self.circuit) else {
                        continue;
                    };
                    let mark = self.store.mark();
                    let mut equations = Vec::new();
                    let is_equal = self.store.unify_instance(&[other], term, &mut equations);
                    let outcome = match is_equal {
                        true => {
                            equations.extend_from_slice(others);
                            self.equal(&equations, &condition, next)
                        }
                        false => Ok(Flow::More),
                    };
                    self.store.undo(mark);
                    if outcome? == Flow::Enough {
                        return Ok(Flow::Enough);
                    }
                }
                return Ok(Flow::More);
            }
        };
        match condition.and(literal, &self.circuit) {
            Some(condition) => self.equal(others, &condition, next),
            None => Ok(Flow::More),
        }
    }

    /// That two cells contain the same.
    fn same_content(&mut self, one: u32, other: u32) -> Literal {
        let of_one = self.store.contents_of(one);
        let of_other = self.store.contents_of(other);
        let mut same = Vec::new();
        for (term, content) in of_one.terms.iter().zip(1..) {
            if let Some(place) = of_other.places.get(term) {
                let both = [(one, content), (other, *place as u16 + 1)];
                let both = both.map(|(cell, content)| self.circuit.fact(cell, content));
                same.push(self.circuit.all(both));
            }
        }
        self.circuit.any(same)
    }

    /// Goes on once for each term that something can be, and takes back what each time was bound.
    ///
    /// # Errors
    /// If there are too many.
    pub fn split(
        &mut self,
        unknown: Unknown,
        span: Span,
        condition: &Condition,
        next: Next<'_, 's>,
    ) -> Outcome {
        let (least, most) = self.numbers_of(unknown, span)?;
        for number in least..=most {
            let literal = match unknown {
                Unknown::Content(cell) => self.circuit.fact(cell, number as u16),
                Unknown::Sum(sum) => {
                    let difference = self.store.get_sum(sum).plus(&Sum::constant(number), -1);
                    self.circuit.zero(difference)
                }
            };
            let Some(condition) = condition.and(literal, &self.circuit) else {
                continue;
            };
            self.spend(Some(span))?;
            self.store.fix(unknown, Some(number));
            let mark = self.store.mark();
            let outcome = self.step_deeper(span, |solver| next(solver, &condition));
            self.store.undo(mark);
            self.store.fix(unknown, None);
            if outcome? == Flow::Enough {
                return Ok(Flow::Enough);
            }
        }
        Ok(Flow::More)
    }

    /// The least and the greatest number that a sum, or the content of a cell, can be.
    pub(super) fn bounds_of(&self, unknown: Unknown) -> (i64, i64) {
        match unknown {
            Unknown::Content(cell) => (1, self.store.contents_of(cell).terms.len() as i64),
            Unknown::Sum(sum) => self.circuit.bounds(self.store.get_sum(sum)),
        }
    }

    /// The same, if these numbers are few enough to go through.
    fn numbers_of(&self, unknown: Unknown, span: Span) -> Result<(i64, i64), Reason> {
        let (least, most) = self.bounds_of(unknown);
        let too_many = match unknown {
            Unknown::Content(_) => {
                let ways = self.store.ways_to_fix().saturating_mul(most as usize);
                (ways > MOST_WAYS).then(|| {
                    format!(
                        "places whose contents have to be known, in more than {MOST_WAYS} ways together"
                    )
                })
            }
            Unknown::Sum(_) => (most.saturating_sub(least) > MOST_VALUES).then(|| {
                format!(
                    "a number that depends on the position has more than {MOST_VALUES} values here"
                )
            }),
        };
        too_many.map_or(Ok((least, most)), |text| Err(Reason::new(text, span)))
    }

    /// Goes on with arguments that are those of an answer.
    pub fn unify_answer(
        &mut self,
        arguments: &[Value],
        instance: &[Item],
        condition: &Condition,
        next: Next<'_, 's>,
    ) -> Outcome {
        let mark = self.store.mark();
        let mut equations = Vec::new();
        let outcome = match self
            .store
            .unify_instance(arguments, instance, &mut equations)
        {
            true => self.equal(&equations, condition, next),
            false => Ok(Flow::More),
        };
        self.store.undo(mark);
        outcome
    }
}

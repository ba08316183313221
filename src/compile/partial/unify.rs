//! Terms made equal, where they hold what depends on the position: equations become conditions.

use super::condition::Condition;
use super::reason::Reason;
use super::solver::{Flow, Next, Outcome, Solver};
use super::store::{Equation, Item, Value};
use crate::compile::circuit::Sum;
use crate::syntax::source::Span;

/// A number that depends on the position is not taken apart into more values.
pub(super) const MOST_VALUES: i64 = 1_000;

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

    /// Goes on where equations hold.
    pub fn equal(
        &mut self,
        equations: &[Equation],
        condition: &Condition,
        next: Next<'_, 's>,
    ) -> Outcome {
        let mut condition = condition.clone();
        for (number, (left, right)) in equations.iter().enumerate() {
            if matches!(left, Value::Subsequence(_)) || matches!(right, Value::Subsequence(_)) {
                let others = &equations[number + 1..];
                return self.equal_to_list((*left, *right), others, &[], &condition, next);
            }
            if let Some(literal) = self.equal_to_hidden(*left, *right) {
                match condition.and(literal?, &self.circuit) {
                    Some(more) => condition = more,
                    None => return Ok(Flow::More),
                }
                continue;
            }
            let (left, right) = (self.as_sum(*left), self.as_sum(*right));
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

    /// Goes on once for each value that a sum can have.
    pub fn split(
        &mut self,
        sum: u32,
        span: Span,
        condition: &Condition,
        next: Next<'_, 's>,
    ) -> Outcome {
        let parts = self.store.get_sum(sum).clone();
        let (least, most) = self.circuit.bounds(&parts);
        if most.saturating_sub(least) > MOST_VALUES {
            let text = format!(
                "a number that depends on the position has more than {MOST_VALUES} values here"
            );
            return Err(Reason::new(text, span));
        }
        for value in least..=most {
            let literal = self.circuit.zero(parts.plus(&Sum::constant(value), -1));
            let Some(condition) = condition.and(literal, &self.circuit) else {
                continue;
            };
            self.store.fix(sum, Some(value));
            let outcome = self.step_deeper(span, |solver| next(solver, &condition));
            self.store.fix(sum, None);
            if outcome? == Flow::Enough {
                return Ok(Flow::Enough);
            }
        }
        Ok(Flow::More)
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

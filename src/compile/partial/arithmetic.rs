//! Calculation with numbers that depend on the position.
//!
//! Such a number is a sum: a constant plus the weights of conditions that hold. Sums are added, and
//! multiplied with constants; anything else is done for each value that the sum can have. What
//! depends on nothing is left to the machine, so that it means the same.

use super::condition::Condition;
use super::goal::Comparison;
use super::limits::EXPRESSION_DEPTH;
use super::reason::Reason;
use super::solver::{Flow, Next, Outcome, Scope, Solver};
use super::store::{Pattern, Unknown, Value};
use crate::compile::circuit::{Literal, Sum};
use crate::syntax::source::Span;

/// What an expression comes to.
enum Calculated {
    Sum(Sum),
    /// It must be known first what this is.
    Unknown(Unknown),
    /// Something that only the machine can calculate, and that depends on nothing.
    Other,
}

impl<'s> Solver<'s> {
    pub(super) fn is(
        &mut self,
        result: &'s Pattern,
        expression: &'s Pattern,
        span: Span,
        scope: Scope,
        condition: &Condition,
        next: Next<'_, 's>,
    ) -> Outcome {
        let result = self.store.build(result, scope.frame);
        let expression = self.store.build(expression, scope.frame);
        self.is_value(result, expression, span, condition, next)
    }

    fn is_value(
        &mut self,
        result: Value,
        expression: Value,
        span: Span,
        condition: &Condition,
        next: Next<'_, 's>,
    ) -> Outcome {
        match self.calculate(expression, EXPRESSION_DEPTH) {
            Calculated::Sum(sum) => {
                let value = self.store.sum(sum);
                self.unify(result, value, condition, next)
            }
            Calculated::Unknown(sum) => {
                self.split(sum, span, condition, &mut |solver, condition| {
                    solver.is_value(result, expression, span, condition, next)
                })
            }
            Calculated::Other => self.ask(
                &"is".into(),
                &[result, expression],
                Some(span),
                condition,
                next,
            ),
        }
    }

    #[expect(
        clippy::too_many_arguments,
        reason = "a goal's parts and where it stands"
    )]
    pub(super) fn compare(
        &mut self,
        comparison: Comparison,
        left: &'s Pattern,
        right: &'s Pattern,
        span: Span,
        scope: Scope,
        condition: &Condition,
        next: Next<'_, 's>,
    ) -> Outcome {
        let (left, right) = (
            self.store.build(left, scope.frame),
            self.store.build(right, scope.frame),
        );
        self.compare_values(comparison, left, right, span, condition, next)
    }

    fn compare_values(
        &mut self,
        comparison: Comparison,
        left: Value,
        right: Value,
        span: Span,
        condition: &Condition,
        next: Next<'_, 's>,
    ) -> Outcome {
        let (left_sum, right_sum) = (
            self.calculate(left, EXPRESSION_DEPTH),
            self.calculate(right, EXPRESSION_DEPTH),
        );
        match (left_sum, right_sum) {
            (Calculated::Sum(left), Calculated::Sum(right)) => {
                let literal = self.comparison(comparison, &left, &right);
                self.with(condition, literal, next)
            }
            (Calculated::Unknown(sum), _) | (_, Calculated::Unknown(sum)) => {
                self.split(sum, span, condition, &mut |solver, condition| {
                    solver.compare_values(comparison, left, right, span, condition, next)
                })
            }
            _ => {
                let name = match comparison {
                    Comparison::Equal => "=:=",
                    Comparison::Unequal => "=\\=",
                    Comparison::Less => "<",
                    Comparison::AtMost => "=<",
                };
                let values = [left, right];
                match values
                    .into_iter()
                    .find_map(|value| self.store.find_unknown(value))
                {
                    Some(sum) => self.split(sum, span, condition, &mut |solver, condition| {
                        solver.compare_values(comparison, left, right, span, condition, next)
                    }),
                    None => self.ask(&name.into(), &values, Some(span), condition, next),
                }
            }
        }
    }

    fn comparison(&mut self, comparison: Comparison, left: &Sum, right: &Sum) -> Literal {
        let difference = right.plus(left, -1);
        match comparison {
            Comparison::Equal => self.circuit.zero(difference),
            Comparison::Unequal => !self.circuit.zero(difference),
            Comparison::Less => self
                .circuit
                .at_least_zero(difference.plus(&Sum::constant(1), -1)),
            Comparison::AtMost => self.circuit.at_least_zero(difference),
        }
    }

    /// The value of an expression as a sum; or what has to be known first.
    pub(super) fn sum_of(
        &mut self,
        expression: Value,
        span: Span,
    ) -> Result<Result<Sum, Unknown>, Reason> {
        match self.calculate(expression, EXPRESSION_DEPTH) {
            Calculated::Sum(sum) => Ok(Ok(sum)),
            Calculated::Unknown(sum) => Ok(Err(sum)),
            Calculated::Other => {
                let result = Value::Variable(self.store.frame(1));
                let mut value = None;
                self.ask(
                    &"is".into(),
                    &[result, expression],
                    Some(span),
                    &Condition::always(),
                    &mut |solver, _| {
                        value = solver.as_sum(result);
                        Ok(Flow::Enough)
                    },
                )?;
                value
                    .map(Ok)
                    .ok_or_else(|| Reason::new("this is no number", span))
            }
        }
    }

    /// What an expression comes to by what is known of it, as far as it nests no deeper than so
    /// many levels, which bounds the recursion.
    fn calculate(&mut self, expression: Value, levels: usize) -> Calculated {
        let at = match self.store.deref(expression) {
            Value::Compound(_) if levels == 0 => return Calculated::Other,
            Value::Compound(at) => at,
            Value::Content(cell) => return Calculated::Unknown(Unknown::Content(cell)),
            value => {
                return self
                    .as_sum(value)
                    .map_or(Calculated::Other, Calculated::Sum);
            }
        };
        let (functor, arguments) = self.store.compound(at);
        let arguments: Vec<Value> = arguments.to_vec();
        let name = self.store.constants.functor_parts(functor).0.to_string();
        let mut parts = Vec::with_capacity(2);
        for argument in &arguments {
            match self.calculate(*argument, levels - 1) {
                Calculated::Sum(sum) => parts.push(sum),
                Calculated::Unknown(sum) => return Calculated::Unknown(sum),
                // The machine calculates it once all numbers are known.
                Calculated::Other => return self.unknown(&arguments),
            }
        }
        let small = |sum: &Sum| {
            let (least, most) = sum.bounds();
            least.unsigned_abs().max(most.unsigned_abs()) < 1 << 31
        };
        if !parts.iter().all(small) {
            return Calculated::Other;
        }
        let constant = |sum: &Sum| sum.terms.is_empty().then_some(sum.constant);
        match (&*name, &*parts) {
            ("+", [left, right]) => Calculated::Sum(left.plus(right, 1)),
            ("-", [left, right]) => Calculated::Sum(left.plus(right, -1)),
            ("-", [only]) => Calculated::Sum(Sum::constant(0).plus(only, -1)),
            ("*", [left, right]) => match (constant(left), constant(right)) {
                (Some(times), _) => Calculated::Sum(Sum::constant(0).plus(right, times)),
                (_, Some(times)) => Calculated::Sum(Sum::constant(0).plus(left, times)),
                _ => self.unknown(&arguments),
            },
            _ => self.unknown(&arguments),
        }
    }

    fn unknown(&mut self, arguments: &[Value]) -> Calculated {
        let unknown = arguments
            .iter()
            .find_map(|argument| self.store.find_unknown(*argument));
        unknown.map_or(Calculated::Other, Calculated::Unknown)
    }
}

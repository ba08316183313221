//! All answers to a goal at once: how many there are, what they come to, which is the greatest.

use super::beyond::Beyond;
use super::condition::Condition;
use super::goal::{Aggregate, Goal};
use super::reason::Reason;
use super::solver::{Flow, Mode, Next, Outcome, Scope, Solver};
use super::store::{Instance, Pattern, Value};
use crate::compile::circuit::{Literal, Sum};
use crate::syntax::source::Span;

/// Totals stay below it, so that no difference of two leaves 64 bits.
pub(super) const FARTHEST: u64 = 1 << 61;

impl<'s> Solver<'s> {
    #[expect(
        clippy::too_many_arguments,
        reason = "a goal's parts and where it stands"
    )]
    pub(super) fn aggregate(
        &mut self,
        what: &'s Aggregate,
        goal: &'s Goal,
        result: &'s Pattern,
        span: Span,
        scope: Scope,
        condition: &Condition,
        next: Next<'_, 's>,
    ) -> Outcome {
        let (sum, beyond) = match what {
            Aggregate::Count => self.total(goal, None, span, scope)?,
            Aggregate::Sum(value) => self.total(goal, Some(value), span, scope)?,
            Aggregate::Max(value, of) => {
                return self.extreme(
                    (value, of.as_ref(), 1),
                    goal,
                    result,
                    span,
                    scope,
                    condition,
                    next,
                );
            }
            Aggregate::Min(value, of) => {
                return self.extreme(
                    (value, of.as_ref(), -1),
                    goal,
                    result,
                    span,
                    scope,
                    condition,
                    next,
                );
            }
        };
        self.inherit(&beyond, scope, condition);
        let value = self.store.sum(sum);
        let result = self.store.build(result, scope.frame);
        self.unify(result, value, condition, next)
    }

    /// What all answers come to, derivation by derivation; each is worth 1 without an expression.
    fn total(
        &mut self,
        goal: &'s Goal,
        expression: Option<&'s Pattern>,
        span: Span,
        scope: Scope,
    ) -> Result<(Sum, Beyond), Reason> {
        let mut total = Sum::constant(0);
        let mut terms: Vec<(Literal, i64)> = Vec::new();
        // How far the total may be from 0.
        let mut reach = 0_u64;
        let mut add = |solver: &mut Self, condition: &Condition, worth: Sum| {
            let (least, most) = worth.bounds();
            let farther = reach.saturating_add(least.unsigned_abs().max(most.unsigned_abs()));
            if farther >= FARTHEST {
                return Err(Reason::new("a sum that may be very large", span));
            }
            reach = farther;
            let literal = condition.literal(&mut solver.circuit);
            total.constant += if literal == Literal::TRUE {
                worth.constant
            } else {
                0
            };
            terms.extend((literal != Literal::TRUE).then_some((literal, worth.constant)));
            for (part, weight) in worth.terms {
                // That a cell has a content says already that it has some.
                if let Some(both) = condition.and(part, &solver.circuit) {
                    terms.push((both.literal(&mut solver.circuit), weight));
                }
            }
            Ok(Flow::More)
        };
        let (_, beyond) = self.committed(scope, |solver, frontier| {
            let inner = Scope {
                mode: Mode::Bag,
                frontier,
                ..scope
            };
            solver.solve(
                goal,
                inner,
                &Condition::always(),
                &mut |solver, condition| {
                    solver.walks_on(span)?;
                    let Some(expression) = expression else {
                        return add(solver, condition, Sum::constant(1));
                    };
                    let expression = solver.store.build(expression, scope.frame);
                    solver.worth(expression, span, condition, &mut add)
                },
            )
        })?;
        self.weigh_items(terms.len());
        Ok((total.plus(&Sum::new(0, terms), 1), beyond))
    }

    /// What an expression comes to, for each value of those numbers in it that have to be known
    /// first.
    fn worth(
        &mut self,
        expression: Value,
        span: Span,
        condition: &Condition,
        next: &mut dyn FnMut(&mut Self, &Condition, Sum) -> Outcome,
    ) -> Outcome {
        match self.sum_of(expression, span)? {
            Ok(sum) => next(self, condition, sum),
            Err(unknown) => self.split(unknown, span, condition, &mut |solver, condition| {
                solver.worth(expression, span, condition, next)
            }),
        }
    }

    /// The greatest value, or with the sign turned the least: one answer for each that it can be.
    #[expect(
        clippy::too_many_arguments,
        reason = "a goal's parts and where it stands"
    )]
    fn extreme(
        &mut self,
        (value, of, sign): (&'s Pattern, Option<&'s Pattern>, i64),
        goal: &'s Goal,
        result: &'s Pattern,
        span: Span,
        scope: Scope,
        condition: &Condition,
        next: Next<'_, 's>,
    ) -> Outcome {
        let mut answers: Vec<(i64, Instance, Literal)> = Vec::new();
        let mut add = |solver: &mut Self, condition: &Condition, sum: Sum| {
            if !sum.terms.is_empty() {
                let (which, other) = match sign > 0 {
                    true => ("greatest", ">"),
                    false => ("least", "<"),
                };
                let text = format!(
                    "the {which} of numbers that depend on the position: say that none is beyond it, as in \
                     `value(X, N), \\+ ( value(_, M), M {other} N )`"
                );
                return Err(Reason::new(text, span));
            }
            let number = Value::Constant(solver.store.constants.integer(sum.constant));
            let found = match of {
                None => number,
                Some(of) => {
                    let of = solver.store.build(of, scope.frame);
                    let name = if sign > 0 { "max" } else { "min" };
                    let functor = solver.store.constants.functor(&name.into(), 2);
                    solver.store.add_compound(functor, &[number, of])
                }
            };
            let instance = solver.store.instance(&[found]);
            answers.push((
                sum.constant,
                instance,
                condition.literal(&mut solver.circuit),
            ));
            Ok(Flow::More)
        };
        let (_, beyond) = self.committed(scope, |solver, frontier| {
            let inner = Scope {
                mode: Mode::Order,
                frontier,
                ..scope
            };
            solver.solve(
                goal,
                inner,
                &Condition::always(),
                &mut |solver, condition| {
                    solver.walks_on(span)?;
                    let expression = solver.store.build(value, scope.frame);
                    solver.worth(expression, span, condition, &mut add)
                },
            )
        })?;
        self.inherit(&beyond, scope, condition);
        answers.sort_by_key(|(number, _, _)| {
            std::cmp::Reverse(i128::from(*number) * i128::from(sign))
        });
        let result = self.store.build(result, scope.frame);
        let mut condition = condition.clone();
        for (_, instance, literal) in answers {
            let Some(holds) = condition.and(literal, &self.circuit) else {
                continue;
            };
            if self.unify_answer(&[result], &instance, &holds, next)? == Flow::Enough {
                return Ok(Flow::Enough);
            }
            match condition.and(!literal, &self.circuit) {
                Some(rest) => condition = rest,
                None => break,
            }
        }
        Ok(Flow::More)
    }
}

//! Goals that do not depend on the position but name terms that only a walk knows: they are asked when the
//! terms are known. Such a goal may have one answer; where it has more, the machine lists the moves.

use std::rc::Rc;

use super::{Continuation, Hidden, Input, Test};
use crate::compile::partial::condition::Condition;
use crate::compile::partial::reason::Reason;
use crate::compile::partial::solver::{Flow, Next, Outcome, Solver};
use crate::compile::partial::store::{Instance, Item, Value};
use crate::syntax::source::Span;

/// A goal that is asked later.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Question {
    pub name: Rc<str>,
    pub arity: usize,
    pub arguments: Instance,
}

impl<'s> Solver<'s> {
    /// Goes on with what will be the answer to a goal that names hidden terms.
    pub(in crate::compile::partial) fn ask_later(
        &mut self,
        name: &Rc<str>,
        arguments: &[Value],
        span: Option<Span>,
        condition: &Condition,
        next: Next<'_, 's>,
    ) -> Outcome {
        let asked = self.store.instance(arguments);
        self.may_be_asked(&asked, span)?;
        self.weigh(&asked);
        let question = Question {
            name: Rc::clone(name),
            arity: arguments.len(),
            arguments: asked,
        };
        let question = self.walks.questions.insert_full(question).0 as u32;
        let variables = self.variables_of(arguments);
        let derived = |place| Hidden::Derived { question, place };
        let (test, frontier) = (Test::Answered(question), self.walks.frontier);
        let tested = self.input_of(test, span)?;
        // By the rules the goal is asked before those behind it, and has an error even where these fail.
        let asked = self.input(Input::Asked(Box::new(tested.clone())));
        if let Some(condition) = condition.and(asked, &self.circuit) {
            self.note(frontier, &condition);
        }
        self.where_it_holds(tested, condition, &mut |solver, condition| {
            solver.with_hidden(&variables, derived, |solver| next(solver, condition))
        })
    }

    /// Nothing, if a goal with these arguments can be asked when hidden terms are known. What is handed on
    /// unchanged had better be known before: more is known then of what hangs on it.
    fn may_be_asked(&mut self, arguments: &[Item], span: Option<Span>) -> Result<(), Reason> {
        for item in arguments {
            match item {
                Item::Hidden(number) => {
                    if let Hidden::Argument { predicate, place } =
                        self.walks.hidden[*number as usize]
                        && !self.walks.predicates[&predicate].is_list(place)
                    {
                        return Err(self.expose(*number, span));
                    }
                }
                Item::Sum(_) | Item::Content(_) | Item::Subsequence(_) => {
                    let text =
                        "a goal about what only a walk knows and what depends on the position";
                    return Err(Reason::new(text, span));
                }
                Item::Variable(_) | Item::Constant(_) | Item::Compound(_) => {}
            }
        }
        Ok(())
    }

    /// Goes on where tests hold, the last one first.
    pub(super) fn tested_in_turn(
        &mut self,
        tests: &[Test],
        condition: &Condition,
        next: Next<'_, 's>,
    ) -> Outcome {
        match tests {
            [] => next(self, condition),
            [others @ .., test] => {
                self.tested(test.clone(), None, condition, &mut |solver, condition| {
                    solver.tested_in_turn(others, condition, next)
                })
            }
        }
    }

    /// Goes on where a test holds.
    pub(super) fn tested(
        &mut self,
        test: Test,
        span: impl Into<Option<Span>>,
        condition: &Condition,
        next: Next<'_, 's>,
    ) -> Outcome {
        let input = self.input_of(test, span)?;
        self.where_it_holds(input, condition, next)
    }

    /// A test as an input: that answers pass it of the walk that is gone through, if it is about its answers.
    fn input_of(&mut self, test: Test, span: impl Into<Option<Span>>) -> Result<Input, Reason> {
        let terms = self.walks.terms_of(&test).into_iter();
        let outputs = terms.flat_map(|terms| self.walks.outputs(terms));
        let outputs: Vec<u32> = outputs.collect();
        let Some(output) = outputs.first().copied() else {
            return Ok(Input::Holds(test));
        };
        let is_one = outputs.iter().all(|other| *other == output);
        let walking = self.walks.walking;
        let walking = walking.filter(|walking| is_one && self.walks.origin(*walking) == output);
        let of = walking.ok_or_else(|| {
            let text = "a goal about an answer of a walk within another goal";
            Reason::new(text, span.into())
        })?;
        let selected = Continuation::Selected { of, test };
        Ok(Input::Continues(self.walks.continuation(selected)))
    }

    /// Goes on where a test holds: with the answers that pass it, if it is about answers.
    fn where_it_holds(
        &mut self,
        input: Input,
        condition: &Condition,
        next: Next<'_, 's>,
    ) -> Outcome {
        let selected = match input {
            Input::Continues(selected) => Some(selected),
            _ => self.walks.walking,
        };
        let literal = self.input(input);
        let Some(condition) = condition.and(literal, &self.circuit) else {
            return Ok(Flow::More);
        };
        self.walking(selected, |solver| next(solver, &condition))
    }
}

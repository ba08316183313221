//! Lists of all answers to a goal where there are chains among them: a list is known when the position is,
//! and what goals ask of it is asked then. Such a list is walked as a predicate is: each of its elements is
//! an answer.

use super::{Continuation, Hidden, Input, Walks};
use crate::compile::circuit::Literal;
use crate::compile::partial::condition::Condition;
use crate::compile::partial::reason::Reason;
use crate::compile::partial::solver::{Flow, Next, Outcome, Solver};
use crate::compile::partial::store::{Instance, Item, Value, is_ground};
use crate::compile::partial::subsequence::ListGoal;
use crate::compile::walk::{End, Order};
use crate::syntax::source::Span;

/// All answers to a goal.
#[derive(Clone, Debug)]
pub(super) struct Collection {
    /// A term with a variable for what differs from answer to answer.
    pub element: Instance,
    pub answers: Vec<Collected>,
}

/// An answer that is collected.
#[derive(Clone, Debug)]
pub(in crate::compile::partial) struct Collected {
    /// The element.
    pub item: Instance,
    pub condition: Literal,
    /// The continuation that is gone through for it.
    pub walking: Option<u32>,
}

impl Walks {
    /// What the elements have in common that a continuation goes through.
    pub(super) fn element(&self, continuation: u32) -> Option<&Instance> {
        match &self.continuations[continuation as usize] {
            Continuation::Call { .. } => None,
            Continuation::Collected(number) => Some(&self.collections[*number as usize].element),
            Continuation::Ordered { of, .. } | Continuation::Selected { of, .. } => {
                self.element(*of)
            }
        }
    }
}

impl<'s> Solver<'s> {
    /// The list of the answers to a goal, whose elements are instances of this term.
    pub(in crate::compile::partial) fn collected(
        &mut self,
        element: Instance,
        answers: Vec<Collected>,
        is_set: bool,
        span: Span,
    ) -> Result<Value, Reason> {
        let is_known = |answer: &Collected| {
            is_ground(&answer.item) && self.walks.are_of_one(&answer.item, answer.walking)
        };
        if !answers.iter().all(is_known) || self.walks.has_output(&element) {
            let text = "a list of chains with variables, or with parts of other chains";
            return Err(Reason::new(text, span));
        }
        self.weigh_items(answers.len());
        let number = self.walks.collections.len() as u32;
        self.walks.collections.push(Collection { element, answers });
        let list = self.walks.continuation(Continuation::Collected(number));
        Ok(match is_set {
            true => self.ordered(list, Order::Set),
            false => self.hidden(Hidden::List(list)),
        })
    }

    /// A list in another order.
    fn ordered(&mut self, of: u32, order: Order) -> Value {
        let list = self.walks.continuation(Continuation::Ordered { of, order });
        self.hidden(Hidden::List(list))
    }

    /// Goes on with the answers to a goal of the library about a list of answers; none if such a goal is
    /// asked as any other.
    pub(super) fn of_collected(
        &mut self,
        goal: ListGoal,
        arguments: &[Value],
        condition: &Condition,
        next: Next<'_, 's>,
    ) -> Option<Outcome> {
        let list = self.store.deref(arguments[goal.place()]);
        let said = arguments[1 - goal.place()];
        let Value::Hidden(number) = list else {
            return None;
        };
        let Hidden::List(list) = self.walks.hidden[number as usize] else {
            return None;
        };
        let order = match goal {
            ListGoal::Member => {
                return Some(self.each_collected(list, said, condition, next));
            }
            ListGoal::Last => {
                return Some(self.end_of_list(list, End::Last, said, condition, next));
            }
            ListGoal::Least | ListGoal::Greatest => {
                let end = match goal {
                    ListGoal::Least => End::First,
                    _ => End::Last,
                };
                let order = Order::Set;
                let list = self
                    .walks
                    .continuation(Continuation::Ordered { of: list, order });
                return Some(self.end_of_list(list, end, said, condition, next));
            }
            ListGoal::Reverse => Order::Reversed,
            ListGoal::Sort => Order::Terms,
            ListGoal::SortToSet => Order::Set,
            ListGoal::SortByKey if self.has_keys(list) => Order::Keys,
            ListGoal::SortByKey | ListGoal::MemberCheck | ListGoal::Length | ListGoal::Sum => {
                return None;
            }
        };
        let list = self.ordered(list, order);
        Some(self.unify(said, list, condition, next))
    }

    /// A list that only the walk knows, and what its first element and the others have to be, if these values
    /// are such; not for what is left of another one, so that no clause goes through it without end.
    pub(super) fn parts_of_list(
        &mut self,
        left: Value,
        right: Value,
    ) -> Option<(u32, (Value, Value))> {
        let (number, other) = match (left, right) {
            (Value::Hidden(number), other) | (other, Value::Hidden(number)) => (number, other),
            _ => return None,
        };
        let Hidden::List(list) = self.walks.hidden[number as usize] else {
            return None;
        };
        let is_rest = matches!(
            self.walks.continuations[list as usize],
            Continuation::Ordered {
                order: Order::Rest,
                ..
            }
        );
        let parts = self.store.list_parts(other)?;
        (!is_rest).then_some((list, parts))
    }

    /// Goes on where these are the first element of a list and the list of the others.
    pub(super) fn first_and_rest(
        &mut self,
        list: u32,
        (first, rest): (Value, Value),
        condition: &Condition,
        next: Next<'_, 's>,
    ) -> Outcome {
        self.end_of_list(
            list,
            End::First,
            first,
            condition,
            &mut |solver, condition| {
                let others = solver.ordered(list, Order::Rest);
                solver.unify(rest, others, condition, next)
            },
        )
    }

    /// Whether all elements of a list are pairs.
    fn has_keys(&mut self, list: u32) -> bool {
        let pair = self.store.constants.functor(&"-".into(), 2);
        let element = self.walks.element(list).and_then(|element| element.first());
        element == Some(&Item::Compound(pair))
    }

    /// Goes on with each element of a list that is this term.
    fn each_collected(
        &mut self,
        list: u32,
        said: Value,
        condition: &Condition,
        next: Next<'_, 's>,
    ) -> Outcome {
        let continuation = list;
        let place = |place| Hidden::Output {
            continuation,
            place,
        };
        self.with_element(list, place, condition, &mut |solver, element, condition| {
            solver.in_walk(list, |solver| solver.unify(said, element, condition, next))
        })
    }

    /// Goes on where this term is the first or the last element of a list.
    fn end_of_list(
        &mut self,
        list: u32,
        end: End,
        said: Value,
        condition: &Condition,
        next: Next<'_, 's>,
    ) -> Outcome {
        let place = |place| Hidden::End { list, end, place };
        self.with_element(list, place, condition, &mut |solver, element, condition| {
            solver.unify(said, element, condition, next)
        })
    }

    /// Goes on with an element of a list, if there is any, whose variables are these hidden terms.
    fn with_element(
        &mut self,
        list: u32,
        hidden: impl Fn(usize) -> Hidden,
        condition: &Condition,
        next: &mut dyn FnMut(&mut Self, Value, &Condition) -> Outcome,
    ) -> Outcome {
        let is_any = self.input(Input::Continues(list));
        let Some(condition) = condition.and(is_any, &self.circuit) else {
            return Ok(Flow::More);
        };
        let Some(element) = self.walks.element(list).cloned() else {
            return Ok(Flow::More);
        };
        let mark = self.store.mark();
        let mut variables = Vec::new();
        let element = self.store.restore(&mut &*element, &mut variables);
        let outcome = self.with_hidden(&variables, hidden, |solver| {
            next(solver, element, &condition)
        });
        self.store.undo(mark);
        outcome
    }
}

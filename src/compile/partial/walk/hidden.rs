//! Terms that only a walk knows, and what goals may ask of them: whether one is a known term, and
//! whether a known term is an element of one.

use super::Input;
use crate::compile::circuit::Literal;
use crate::compile::partial::condition::Condition;
use crate::compile::partial::goal::Callee;
use crate::compile::partial::reason::Reason;
use crate::compile::partial::solver::{Next, Outcome, Solver};
use crate::compile::partial::store::{Item, Value, is_known};
use crate::compile::partial::subsequence::ListGoal;
use crate::syntax::source::Span;

/// A term that only a walk knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::compile::partial) enum Hidden {
    /// An argument of the state that is walked.
    Argument { predicate: u32, place: usize },
    /// The value of a variable of a continuation, in the order of its call.
    Output { continuation: u32, place: usize },
}

impl Hidden {
    pub fn is_output(self) -> bool {
        matches!(self, Self::Output { .. })
    }
}

impl<'s> Solver<'s> {
    /// Whether a walk can be given a term: it is known, or a hidden argument, or a list of known terms
    /// before one.
    pub(super) fn may_be_given(&mut self, instance: &[Item]) -> bool {
        let value = self.store.restore(&mut &*instance, &mut Vec::new());
        let mut rest = value;
        loop {
            if let Value::Hidden(number) = rest {
                return !self.walks.hidden[number as usize].is_output();
            }
            let Some((first, others)) = self.store.list_parts(rest) else {
                return is_known(&self.store.instance(&[rest]));
            };
            if !is_known(&self.store.instance(&[first])) {
                return false;
            }
            rest = others;
        }
    }

    /// A hidden term in these values.
    pub(in crate::compile::partial) fn hidden_in(&mut self, values: &[Value]) -> Option<u32> {
        if !self.walks.are_wanted() {
            return None;
        }
        let mut values = values.iter();
        values.find_map(|value| self.store.find_hidden(*value))
    }

    /// Goes on with the answers to a goal that names the hidden term `hidden`.
    pub(in crate::compile::partial) fn of_hidden(
        &mut self,
        callee: &Callee,
        arguments: &[Value],
        hidden: u32,
        span: Span,
        condition: &Condition,
        next: Next<'_, 's>,
    ) -> Outcome {
        let literal = match (callee, arguments) {
            (Callee::Static(name), [left, right]) if &**name == "==" => {
                self.equal_to_hidden(*left, *right)
            }
            (Callee::Static(name), [left, right]) if &**name == "\\==" => {
                let equal = self.equal_to_hidden(*left, *right);
                equal.map(|literal| literal.map(|literal| !literal))
            }
            (Callee::OfList(ListGoal::MemberCheck, _), [element, list]) => {
                self.is_element(*element, *list)
            }
            _ => None,
        };
        match literal {
            Some(literal) => self.with(condition, literal?, next),
            None => Err(self.expose(hidden, span)),
        }
    }

    /// That two values are equal, one of which is hidden; none if neither is.
    pub(in crate::compile::partial) fn equal_to_hidden(
        &mut self,
        left: Value,
        right: Value,
    ) -> Option<Result<Literal, Reason>> {
        let (left, right) = (self.store.deref(left), self.store.deref(right));
        let (hidden, other) = match (left, right) {
            (Value::Hidden(number), other) | (other, Value::Hidden(number)) => (number, other),
            _ => return None,
        };
        if left == right {
            return Some(Ok(Literal::TRUE));
        }
        let other = self.store.instance(&[other]);
        Some(match is_known(&other) {
            true => Ok(self.input(Input::Equal(hidden, other))),
            false => Err(self.expose(hidden, None)),
        })
    }

    /// That a known value is an element of a hidden list; none if that is not what is asked.
    fn is_element(&mut self, element: Value, list: Value) -> Option<Result<Literal, Reason>> {
        let element = self.store.instance(&[element]);
        match self.store.deref(list) {
            Value::Hidden(number) if is_known(&element) => {
                Some(Ok(self.input(Input::Member(number, element))))
            }
            _ => None,
        }
    }

    /// Why a goal is not compiled that asks something else of a hidden term. If that is an argument,
    /// it need not be hidden.
    pub(super) fn expose(&mut self, hidden: u32, span: impl Into<Option<Span>>) -> Reason {
        if let Hidden::Argument { predicate, place } = self.walks.hidden[hidden as usize] {
            self.walks.exposed.insert((predicate, place));
        }
        Reason::new("a goal about what only a walk knows", span.into())
    }
}

//! Terms that only a walk knows, and what goals may ask of them: whether one is a known term, whether a known
//! term is an element of one, and [later](super::later) whatever does not depend on the position.

use std::rc::Rc;

use super::{Input, Test};
use crate::compile::circuit::Literal;
use crate::compile::partial::condition::Condition;
use crate::compile::partial::goal::Callee;
use crate::compile::partial::reason::Reason;
use crate::compile::partial::solver::{Next, Outcome, Scope, Solver};
use crate::compile::partial::store::{Item, Value, is_known};
use crate::compile::partial::subsequence::ListGoal;
use crate::compile::walk::End;
use crate::syntax::source::Span;

/// A term that only a walk knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::compile::partial) enum Hidden {
    /// An argument of the state that is walked.
    Argument { predicate: u32, place: usize },
    /// The value of a variable of a continuation, in the order of its call or of its elements.
    Output { continuation: u32, place: usize },
    /// The list of the elements that a continuation goes through.
    List(u32),
    /// The value of a variable of the first or the last of these elements.
    End { list: u32, end: End, place: usize },
    /// The value of a variable of a goal that is asked later.
    Derived { question: u32, place: usize },
}

impl<'s> Solver<'s> {
    /// Whether a walk can be given a term: it is known, or a hidden argument, or a list of known terms
    /// before one.
    pub(super) fn may_be_given(&mut self, instance: &[Item]) -> bool {
        let value = self.store.restore(&mut &*instance, &mut Vec::new());
        let mut rest = value;
        loop {
            if let Value::Hidden(number) = rest {
                let hidden = self.walks.hidden[number as usize];
                return matches!(hidden, Hidden::Argument { .. });
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
        (callee, arguments): (&Callee, &[Value]),
        hidden: u32,
        (span, scope): (Span, Scope),
        condition: &Condition,
        next: Next<'_, 's>,
    ) -> Outcome {
        match (callee, arguments) {
            (Callee::Static(name), [left, right]) if &**name == "==" => {
                self.equal_to_hidden((*left, *right), true, span, condition, next)
            }
            (Callee::Static(name), [left, right]) if &**name == "\\==" => {
                self.equal_to_hidden((*left, *right), false, span, condition, next)
            }
            (Callee::OfList(goal, name), _) => {
                if *goal == ListGoal::MemberCheck
                    && let Some(literal) = self.is_element(arguments[0], arguments[1])
                {
                    return self.with(condition, literal, next);
                }
                match self.of_collected(*goal, arguments, condition, next) {
                    Some(outcome) => outcome,
                    None => self.ask_later(name, arguments, Some(span), condition, next),
                }
            }
            (Callee::Static(name), _) => {
                match self.of_own_list(name, arguments, scope, condition, next) {
                    Some(outcome) => outcome,
                    None => self.ask_later(name, arguments, Some(span), condition, next),
                }
            }
            (Callee::Clauses(_) | Callee::Fluent(_) | Callee::Does, _) => {
                Err(self.expose(hidden, span))
            }
        }
    }

    /// Goes on with the answers to a call with a list that only the walk knows, where the clauses do with it
    /// what a walk does; none if it has to be asked later.
    fn of_own_list(
        &mut self,
        name: &Rc<str>,
        arguments: &[Value],
        scope: Scope,
        condition: &Condition,
        next: Next<'_, 's>,
    ) -> Option<Outcome> {
        let predicate = self.predicates.find_static(name, arguments.len())?;
        let instance = self.store.instance(arguments);
        let mut hidden = instance.iter().filter_map(|item| match item {
            Item::Hidden(number) => Some(self.walks.hidden[*number as usize]),
            _ => None,
        });
        match hidden.any(|hidden| matches!(hidden, Hidden::List(_))) {
            true => self.call_if_known(predicate, arguments, scope, condition, next),
            false => None,
        }
    }

    /// Goes on where two values are equal, one of which is hidden, or where they are not.
    pub(in crate::compile::partial) fn equal_to_hidden(
        &mut self,
        (left, right): (Value, Value),
        is_equal: bool,
        span: impl Into<Option<Span>>,
        condition: &Condition,
        next: Next<'_, 's>,
    ) -> Outcome {
        let (left, right) = (self.store.deref(left), self.store.deref(right));
        let literal = match (left, right) {
            _ if left == right => Some(Literal::TRUE),
            (Value::Hidden(number), other) | (other, Value::Hidden(number)) => {
                self.is_hidden(number, other)
            }
            _ => None,
        };
        if let Some(literal) = literal {
            let literal = if is_equal { literal } else { !literal };
            return self.with(condition, literal, next);
        }
        if is_equal && let Some((list, parts)) = self.parts_of_list(left, right) {
            return self.first_and_rest(list, parts, condition, next);
        }
        let (one, other) = (self.store.instance(&[left]), self.store.instance(&[right]));
        for instance in [&one, &other] {
            if !is_ground_at_last(instance) {
                let hidden = self.store.find_hidden(left);
                let hidden = hidden.or_else(|| self.store.find_hidden(right));
                return Err(match hidden {
                    Some(hidden) => self.expose(hidden, span),
                    None => Reason::new("a goal about what only a walk knows", span.into()),
                });
            }
        }
        let test = match is_equal {
            true => Test::Same(one, other),
            false => Test::Differ(one, other),
        };
        self.tested(test, span, condition, next)
    }

    /// That a hidden term is this one, where that is known of it by itself.
    fn is_hidden(&mut self, number: u32, other: Value) -> Option<Literal> {
        match self.walks.hidden[number as usize] {
            Hidden::Argument { .. } => {
                let other = self.store.instance(&[other]);
                is_known(&other).then(|| self.input(Input::Equal(number, other)))
            }
            Hidden::List(list) if self.store.is_empty_list(other) => {
                Some(!self.input(Input::Continues(list)))
            }
            _ => None,
        }
    }

    /// That a known value is an element of a list that is a hidden argument; none if that is not what is
    /// asked.
    fn is_element(&mut self, element: Value, list: Value) -> Option<Literal> {
        let element = self.store.instance(&[element]);
        let Value::Hidden(number) = self.store.deref(list) else {
            return None;
        };
        let is_argument = matches!(self.walks.hidden[number as usize], Hidden::Argument { .. });
        (is_argument && is_known(&element)).then(|| self.input(Input::Member(number, element)))
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

/// Whether nothing in it is unknown when the walk is done.
fn is_ground_at_last(instance: &[Item]) -> bool {
    let is_ground = |item: &Item| {
        matches!(
            item,
            Item::Constant(_) | Item::Compound(_) | Item::Hidden(_)
        )
    };
    instance.iter().all(is_ground)
}

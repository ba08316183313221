//! Lists of the answers of a walk: brought into an order, or only those that a test lets pass.

use super::evaluation::Walker;
use super::memory::{Answers, Visit};
use super::template::Template;
use crate::compile::valuation::Beyond;
use crate::logic::Term;

/// An order of the elements of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::compile) enum Order {
    /// The order of terms.
    Terms,
    /// The same, each once.
    Set,
    /// The order of their keys; those with the same key stay as they are.
    Keys,
    Reversed,
    /// As they are, without the first one.
    Rest,
}

/// An element of a list that is not empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::compile) enum End {
    First,
    Last,
}

/// What an answer is asked for, or what terms are that no answer has anything to do with.
#[derive(Clone, Debug)]
pub(in crate::compile) enum Test {
    /// Two terms are the same.
    Same(Template, Template),
    /// They are not.
    Differ(Template, Template),
    /// This question has an answer.
    Answered(u32),
}

impl Walker<'_> {
    /// Answers in an order of their elements.
    pub(super) fn in_order(
        &mut self,
        answers: Answers,
        order: Order,
        element: &Template,
        visit: Visit,
    ) -> Result<Answers, Beyond> {
        match order {
            Order::Reversed => return self.together(answers.places().rev()),
            Order::Rest => return self.together(answers.places().skip(1)),
            Order::Terms | Order::Set | Order::Keys => {}
        }
        let mut elements: Vec<(Term, u32)> = Vec::new();
        for place in answers.places() {
            elements.push((self.term(element, visit, Some(place))?, place));
        }
        if order == Order::Keys {
            for (element, _) in &mut elements {
                *element = key(element)?;
            }
        }
        elements.sort_by(|(one, _), (other, _)| one.cmp(other));
        if order == Order::Set {
            elements.dedup_by(|(one, _), (other, _)| one == other);
        }
        self.together(elements.into_iter().map(|(_, place)| place))
    }

    /// The answers for which a test holds.
    pub(super) fn selected(
        &mut self,
        answers: Answers,
        test: &Test,
        visit: Visit,
    ) -> Result<Answers, Beyond> {
        let mut passed = Vec::new();
        for place in answers.places() {
            if self.passes(test, visit, Some(place))? {
                passed.push(place);
            }
        }
        self.together(passed)
    }

    /// Whether a test holds for the answer at a place, if it is about one.
    pub(super) fn passes(
        &mut self,
        test: &Test,
        visit: Visit,
        completing: Option<u32>,
    ) -> Result<bool, Beyond> {
        Ok(match test {
            Test::Same(left, right) => self.are_same(left, right, visit, completing)?,
            Test::Differ(left, right) => !self.are_same(left, right, visit, completing)?,
            Test::Answered(question) => self.answer(*question, visit, completing)?.is_some(),
        })
    }

    fn are_same(
        &mut self,
        left: &Template,
        right: &Template,
        visit: Visit,
        completing: Option<u32>,
    ) -> Result<bool, Beyond> {
        let left = self.nodes(left, visit, completing)?;
        Ok(left == self.nodes(right, visit, completing)?)
    }
}

/// The key of a pair.
fn key(pair: &Term) -> Result<Term, Beyond> {
    match (pair.functor(), &*pair.arguments()) {
        (Some(("-", 2)), [key, _]) => Ok(key.clone()),
        _ => Err(Beyond),
    }
}

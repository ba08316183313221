//! Terms with holes, which a walk fills.

use std::rc::Rc;

use crate::logic::{Term, TermNode};

/// A part of a template.
#[derive(Clone, Debug)]
pub(in crate::compile) enum Piece {
    Node(TermNode),
    /// What the state was given at this place.
    Given(usize),
    /// The value at this place of what completes the answer.
    Value(usize),
}

/// A term with holes, in prefix order.
pub(in crate::compile) type Template = Box<[Piece]>;

/// What a continuation is given, seen from the state that it continues.
#[derive(Clone, Debug)]
pub(in crate::compile) struct GivenTemplate {
    /// The values, by number, that are put before the rest, the first one first.
    pub pushed: Box<[u32]>,
    pub rest: Rest,
}

/// What a list ends in, or a term that is no list.
#[derive(Clone, Copy, Debug)]
pub(in crate::compile) enum Rest {
    /// The value of this number.
    Value(u32),
    /// What the state was given at this place.
    Given(usize),
}

/// What a state is given: a known term, or elements before one.
#[derive(Clone, Debug)]
pub(in crate::compile) enum Given {
    /// The value of this number.
    Value(u32),
    /// The value of this number before the rest.
    Pushed(Rc<(u32, Given)>),
}

impl GivenTemplate {
    /// What is given where the state has been given this.
    pub fn filled(&self, given: &[Given]) -> Given {
        let rest = match self.rest {
            Rest::Value(value) => Given::Value(value),
            Rest::Given(place) => given[place].clone(),
        };
        let pushed = self.pushed.iter().rev();
        pushed.fold(rest, |rest, value| Given::Pushed(Rc::new((*value, rest))))
    }
}

impl Given {
    /// Adds its term, where these are the values by number.
    pub fn add_to(&self, nodes: &mut Vec<TermNode>, values: &[Term]) {
        let mut rest = self;
        loop {
            match rest {
                Self::Value(value) => {
                    return nodes.extend_from_slice(values[*value as usize].nodes());
                }
                Self::Pushed(pushed) => {
                    let (value, others) = &**pushed;
                    nodes.push(TermNode::list_cell());
                    nodes.extend_from_slice(values[*value as usize].nodes());
                    rest = others;
                }
            }
        }
    }
}

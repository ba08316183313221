//! Terms with holes, which a walk fills.

use super::collected::End;
use crate::logic::TermNode;

/// A part of a template.
#[derive(Clone, Debug)]
pub(in crate::compile) enum Piece {
    Node(TermNode),
    /// What the state was given at this place.
    Given(usize),
    /// The value at this place of what completes the answer.
    Value(usize),
    /// The list of the elements of this continuation.
    List(u32),
    /// The value at this place of an element of this continuation.
    End(u32, End, usize),
    /// The value at this place of the answer to this question.
    Derived(u32, usize),
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

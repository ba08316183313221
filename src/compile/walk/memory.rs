//! What a walk has come to in a position: the states that it has visited and their answers. The memory is
//! kept from position to position, so that none has to be asked for each time.
//!
//! Answers are not written down as terms: each is a number and what completes it. Knows nothing of
//! conditions.

use super::question::KnownAnswers;
use super::template::{GivenTemplate, Rest};
use crate::compile::valuation::{Beyond, KnownValues};
use crate::logic::{Term, TermNode};

/// More states in one position are left to the machine, which has limits of its own.
const MOST_VISITED: usize = 20_000;

/// The most answers in one position, for the same reason: answers that go on in the same state multiply
/// from state to state.
const MOST_ANSWERS: usize = 1 << 18;

/// Walks are given up if they have failed as often, and in more positions than not.
const MOST_FAILED: u32 = 16;

/// No entry.
const NONE: u32 = u32::MAX;

/// What a state is given: a known term, or elements before one.
#[derive(Clone, Copy, Debug)]
pub(super) enum Given {
    /// The value of this number.
    Value(u32),
    /// An element before the rest, by its place in the memory.
    Pushed(u32),
}

/// A state that is visited, by its place in the memory.
#[derive(Clone, Copy, Debug)]
pub(super) struct Visit(u32);

impl Visit {
    /// The position, before any state: nothing is given to it.
    pub const ROOT: Self = Self(0);
}

/// What is known of a visit.
#[derive(Clone, Copy, Debug)]
struct Visited {
    /// A number that no other visit has.
    number: u32,
    /// What it was given begins here.
    given: u32,
    /// The last of the continuations that were gone on with.
    continued: u32,
}

/// A continuation that was gone on with.
#[derive(Clone, Copy, Debug)]
struct Continued {
    continuation: u32,
    answers: Answers,
    /// The one before, of the same visit.
    earlier: u32,
}

/// Answers that stand together.
#[derive(Clone, Copy, Debug)]
pub(super) struct Answers {
    first: u32,
    end: u32,
}

impl Answers {
    pub fn is_empty(self) -> bool {
        self.first == self.end
    }

    /// Their places in the memory.
    pub fn places(self) -> impl DoubleEndedIterator<Item = u32> {
        self.first..self.end
    }
}

/// An answer of a state.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    /// Its number among all answers of the walk.
    pub answer: u32,
    pub visit: Visit,
    /// The place of the answer that completes it, if there is one.
    pub completing: Option<u32>,
}

/// What a walk has come to.
#[derive(Clone, Debug, Default)]
pub(in crate::compile) struct Memory {
    /// What is known of gates, by their numbers among the steps.
    pub known: KnownValues,
    visited: Vec<Visited>,
    given: Vec<Given>,
    /// Elements, each before the rest.
    pushed: Vec<(u32, Given)>,
    continued: Vec<Continued>,
    found: Vec<Found>,
    /// Numbers of answers that are possible in the states whose answers are being found, those of the
    /// innermost state last.
    pub(super) possible: Vec<u32>,
    /// What is known of goals, in whatever position.
    pub(super) asked: KnownAnswers,
    /// In how many positions there was a walk, and in how many it has failed.
    walked: u32,
    failed: u32,
}

impl Memory {
    /// Whether another walk would most likely fail.
    pub fn is_futile(&self) -> bool {
        self.failed >= MOST_FAILED && 2 * self.failed > self.walked
    }

    /// Notes whether a walk has failed.
    pub fn note(&mut self, has_failed: bool) {
        self.walked = self.walked.saturating_add(1);
        self.failed = self.failed.saturating_add(u32::from(has_failed));
    }

    /// Forgets all that was found, for a position of which nothing is known yet of the first `size` gates.
    pub(super) fn enter(&mut self, size: usize) {
        let number = self.known.enter(size);
        self.visited.clear();
        self.given.clear();
        self.pushed.clear();
        self.continued.clear();
        self.found.clear();
        self.possible.clear();
        self.visited.push(Visited {
            number,
            given: 0,
            continued: NONE,
        });
    }

    /// The number of the position, or of a state in it, for what is known of gates.
    #[inline]
    pub(super) fn number(&self, visit: Visit) -> u32 {
        self.visited[visit.0 as usize].number
    }

    /// A visit that is given this, seen from the one that it continues.
    pub(super) fn visit(&mut self, given: &[GivenTemplate], from: Visit) -> Result<Visit, Beyond> {
        if self.visited.len() > MOST_VISITED {
            return Err(Beyond);
        }
        let first = self.given.len() as u32;
        for template in given {
            let given = match template.rest {
                Rest::Value(value) => Given::Value(value),
                Rest::Given(place) => self.given(from, place),
            };
            let pushed = template.pushed.iter().rev();
            let given = pushed.fold(given, |rest, value| {
                self.pushed.push((*value, rest));
                Given::Pushed(self.pushed.len() as u32 - 1)
            });
            self.given.push(given);
        }
        self.visited.push(Visited {
            number: self.known.next_number(),
            given: first,
            continued: NONE,
        });
        Ok(Visit(self.visited.len() as u32 - 1))
    }

    /// What a visit was given at a place.
    pub(super) fn given(&self, visit: Visit, place: usize) -> Given {
        self.given[self.visited[visit.0 as usize].given as usize + place]
    }

    /// An element, as the number of its value, and the rest behind it.
    pub(super) fn pushed(&self, place: u32) -> (u32, Given) {
        self.pushed[place as usize]
    }

    /// Adds the term that is given, where these are the values by number.
    pub(super) fn add_term(&self, mut given: Given, values: &[Term], nodes: &mut Vec<TermNode>) {
        loop {
            match given {
                Given::Pushed(place) => {
                    let (first, rest) = self.pushed(place);
                    nodes.push(TermNode::list_cell());
                    nodes.extend_from_slice(values[first as usize].nodes());
                    given = rest;
                }
                Given::Value(value) => {
                    return nodes.extend_from_slice(values[value as usize].nodes());
                }
            }
        }
    }

    /// The answers to a continuation of a visit, if it was gone on with.
    pub(super) fn continued(&self, visit: Visit, continuation: u32) -> Option<Answers> {
        let mut next = self.visited[visit.0 as usize].continued;
        while next != NONE {
            let known = self.continued[next as usize];
            if known.continuation == continuation {
                return Some(known.answers);
            }
            next = known.earlier;
        }
        None
    }

    /// Keeps the answers to a continuation of a visit.
    pub(super) fn keep(&mut self, visit: Visit, continuation: u32, answers: Answers) {
        let visited = &mut self.visited[visit.0 as usize];
        self.continued.push(Continued {
            continuation,
            answers,
            earlier: visited.continued,
        });
        visited.continued = self.continued.len() as u32 - 1;
    }

    /// Where the next answers will stand.
    pub(super) fn next_answers(&self) -> u32 {
        self.found.len() as u32
    }

    /// Those that were added from this place on.
    pub(super) fn answers_from(&self, first: u32) -> Answers {
        let end = self.found.len() as u32;
        Answers { first, end }
    }

    pub(super) fn add(&mut self, found: Found) -> Result<(), Beyond> {
        if self.found.len() == MOST_ANSWERS {
            return Err(Beyond);
        }
        self.found.push(found);
        Ok(())
    }

    pub(super) fn found(&self, place: u32) -> Found {
        self.found[place as usize]
    }
}

//! A walk through one position: conditions are evaluated when they are asked for, and states when an
//! answer goes on there.

use std::ops::Range;

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use super::collected::End;
use super::memory::{Answers, Found, Given, Memory, Visit};
use super::steps::{AskedGate, Meaning, OTHER_CONTENTS, Step};
use super::template::{Piece, Template};
use super::{Answer, Continuation, Input, Listed, State, Walk};
use crate::compile::valuation::Beyond;
use crate::game::{Move, Rules};
use crate::logic::{Term, TermNode};

/// More states within each other are left to the machine: this bounds the recursion.
const MOST_NESTED: usize = 32;

/// The most parts of terms that all answers to a question may have together; where they have more they are
/// left to the machine, which has limits of its own.
const MOST_PARTS: usize = 1 << 18;

/// A walk through one position.
pub(in crate::compile) struct Walker<'w> {
    pub(super) walk: &'w Walk,
    /// Those that answer questions.
    pub(super) rules: &'w Rules,
    /// The dense cells of the position.
    cells: &'w [u16],
    pub(super) memory: &'w mut Memory,
    nested: usize,
    /// The parts of terms that were made.
    parts: usize,
}

impl<'w> Walker<'w> {
    pub fn new(walk: &'w Walk, rules: &'w Rules, cells: &'w [u16], memory: &'w mut Memory) -> Self {
        memory.enter(walk.steps.gates.len());
        Self {
            walk,
            rules,
            cells,
            memory,
            nested: 0,
            parts: 0,
        }
    }

    /// The legal moves in the order of the rules, each once; none if the game is over.
    pub fn turn(&mut self) -> Result<Vec<Move>, Beyond> {
        let legal = &self.walk.legal;
        if self.is_terminal()? {
            return Ok(Vec::new());
        }
        let mut moves = IndexSet::<Move, FxBuildHasher>::default();
        for index in self.possible(legal.steps, Visit::ROOT)? {
            let number = self.memory.possible[index];
            let Listed { role, answer } = &legal.moves[number as usize];
            let mut add = |walker: &mut Self, completing| {
                let term = walker.term(&answer.values[0], Visit::ROOT, completing)?;
                moves.insert(Move { role: *role, term });
                Ok(())
            };
            let Some(continuation) = answer.walking else {
                add(self, None)?;
                continue;
            };
            for place in self.go_on(continuation, Visit::ROOT)?.places() {
                add(self, Some(place))?;
            }
        }
        Ok(moves.into_iter().collect())
    }

    /// Whether the game is over.
    pub fn is_over(&mut self) -> Result<bool, Beyond> {
        Ok(self.is_terminal()? || !self.holds(self.walk.legal.steps, Visit::ROOT)?)
    }

    /// Whether the game is over by `terminal`.
    fn is_terminal(&mut self) -> Result<bool, Beyond> {
        if self.holds(self.walk.beyond, Visit::ROOT)? {
            return Err(Beyond);
        }
        self.holds(self.walk.terminal, Visit::ROOT)
    }

    /// The answers to a continuation of a visit.
    fn go_on(&mut self, continuation: u32, visit: Visit) -> Result<Answers, Beyond> {
        if let Some(answers) = self.memory.continued(visit, continuation) {
            return Ok(answers);
        }
        let walk = self.walk;
        let answers = match &walk.continuations[continuation as usize] {
            Continuation::Call { state, given } => {
                let next = self.memory.visit(given, visit)?;
                self.state(&walk.states[*state as usize], next)?
            }
            Continuation::Collected(state) => self.state(&walk.states[*state as usize], visit)?,
            Continuation::Ordered { of, order } => {
                let (answers, element) = (self.go_on(*of, visit)?, &walk.lists[*of as usize]);
                self.in_order(answers, *order, element, visit)?
            }
            Continuation::Selected { of, test } => {
                let answers = self.go_on(*of, visit)?;
                self.selected(answers, test, visit)?
            }
        };
        self.memory.keep(visit, continuation, answers);
        Ok(answers)
    }

    /// The answers of a state that is visited.
    fn state(&mut self, state: &State, visit: Visit) -> Result<Answers, Beyond> {
        if self.nested == MOST_NESTED || self.holds(state.beyond, visit)? {
            return Err(Beyond);
        }
        self.nested += 1;
        let walk = self.walk;
        let possible = self.possible(state.steps, visit)?;
        // What they go on with is answered before, so that their own answers stand together.
        for index in possible.clone() {
            if let Some(continuation) = self.possible_answer(index).walking {
                self.go_on(continuation, visit)?;
            }
        }
        let first = self.memory.next_answers();
        for index in possible.clone() {
            let answer = self.memory.possible[index];
            let found = |completing| Found {
                answer,
                visit,
                completing,
            };
            match walk.answers[answer as usize].walking {
                None => self.memory.add(found(None))?,
                Some(continuation) => {
                    for place in self.go_on(continuation, visit)?.places() {
                        self.memory.add(found(Some(place)))?;
                    }
                }
            }
        }
        self.memory.possible.truncate(possible.start);
        self.nested -= 1;
        Ok(self.memory.answers_from(first))
    }

    /// The answers at these places, once more, so that they stand together.
    pub(super) fn together(
        &mut self,
        places: impl IntoIterator<Item = u32>,
    ) -> Result<Answers, Beyond> {
        let first = self.memory.next_answers();
        for place in places {
            self.memory.add(self.memory.found(place))?;
        }
        Ok(self.memory.answers_from(first))
    }

    fn possible_answer(&self, index: usize) -> &'w Answer {
        &self.walk.answers[self.memory.possible[index] as usize]
    }

    /// Finds the conditions that hold, from a step on: their numbers in order, as places among those that
    /// are possible.
    fn possible(&mut self, mut step: u32, visit: Visit) -> Result<Range<usize>, Beyond> {
        let first = self.memory.possible.len();
        while let Some((number, next)) = self.next(step, visit)? {
            self.memory.possible.push(number);
            step = next;
        }
        let possible = &mut self.memory.possible;
        possible[first..].sort_unstable();
        Ok(first..possible.len())
    }

    /// A term: a template filled.
    pub(super) fn term(
        &mut self,
        template: &Template,
        visit: Visit,
        completing: Option<u32>,
    ) -> Result<Term, Beyond> {
        self.nodes(template, visit, completing)
            .map(Term::from_nodes)
    }

    /// The nodes of the same.
    pub(super) fn nodes(
        &mut self,
        template: &Template,
        visit: Visit,
        completing: Option<u32>,
    ) -> Result<Vec<TermNode>, Beyond> {
        let mut nodes = Vec::new();
        self.fill(template, visit, completing, &mut nodes)?;
        Ok(nodes)
    }

    /// Adds a term: a template filled with what the state was given and what completes the answer.
    fn fill(
        &mut self,
        template: &Template,
        visit: Visit,
        completing: Option<u32>,
        nodes: &mut Vec<TermNode>,
    ) -> Result<(), Beyond> {
        for piece in template {
            let before = nodes.len();
            match piece {
                Piece::Node(node) => nodes.push(node.clone()),
                Piece::Given(place) => {
                    let given = self.memory.given(visit, *place);
                    self.memory.add_term(given, &self.walk.values, nodes);
                }
                Piece::Value(place) => {
                    self.fill_value(completing.ok_or(Beyond)?, *place, nodes)?;
                    continue;
                }
                Piece::List(continuation) => {
                    self.fill_list(*continuation, visit, nodes)?;
                    continue;
                }
                Piece::End(list, end, place) => {
                    let mut answers = self.go_on(*list, visit)?.places();
                    let answer = match end {
                        End::First => answers.next(),
                        End::Last => answers.next_back(),
                    };
                    self.fill_value(answer.ok_or(Beyond)?, *place, nodes)?;
                    continue;
                }
                Piece::Derived(question, place) => {
                    let values = self.answer(*question, visit, completing)?.ok_or(Beyond)?;
                    nodes.extend_from_slice(values[*place].nodes());
                }
            }
            self.parts += nodes.len() - before;
            if self.parts > MOST_PARTS {
                return Err(Beyond);
            }
        }
        Ok(())
    }

    /// Adds the value of a variable in the answer at a place.
    fn fill_value(
        &mut self,
        answer: u32,
        variable: usize,
        nodes: &mut Vec<TermNode>,
    ) -> Result<(), Beyond> {
        let walk = self.walk;
        let found = self.memory.found(answer);
        let value = &walk.answers[found.answer as usize].values[variable];
        self.fill(value, found.visit, found.completing, nodes)
    }

    /// Adds the list of the elements of a continuation.
    fn fill_list(
        &mut self,
        continuation: u32,
        visit: Visit,
        nodes: &mut Vec<TermNode>,
    ) -> Result<(), Beyond> {
        let walk = self.walk;
        for place in self.go_on(continuation, visit)?.places() {
            nodes.push(TermNode::list_cell());
            self.fill(
                &walk.lists[continuation as usize],
                visit,
                Some(place),
                nodes,
            )?;
        }
        nodes.push(TermNode::Atom("[]".into()));
        Ok(())
    }

    /// Whether the steps from this one on find something.
    fn holds(&mut self, first: u32, visit: Visit) -> Result<bool, Beyond> {
        Ok(self.next(first, visit)?.is_some())
    }

    /// The first condition from a step on that holds, by its number, and the step behind it.
    fn next(&mut self, mut number: u32, visit: Visit) -> Result<Option<(u32, u32)>, Beyond> {
        let walk = self.walk;
        loop {
            let (holds, otherwise) = match walk.steps.steps[number as usize] {
                Step::Cell {
                    cell,
                    contents,
                    otherwise,
                } => {
                    let content = self.cells[cell as usize].min(OTHER_CONTENTS);
                    (contents >> content & 1 == 1, otherwise)
                }
                Step::Content {
                    cell,
                    content,
                    is_negated,
                    otherwise,
                } => {
                    let is_there = self.cells[cell as usize] == content;
                    (is_there != is_negated, otherwise)
                }
                Step::Input {
                    input,
                    is_negated,
                    otherwise,
                } => (
                    self.input(&walk.inputs[input as usize], visit)? != is_negated,
                    otherwise,
                ),
                Step::Gate {
                    gate,
                    is_negated,
                    otherwise,
                } => (self.gate(gate, visit)? != is_negated, otherwise),
                Step::Found(found) => return Ok(Some((found, number + 1))),
                Step::End => return Ok(None),
            };
            number = if holds { number + 1 } else { otherwise };
        }
    }

    /// Whether a gate holds, seen from a visit.
    fn gate(&mut self, number: u32, visit: Visit) -> Result<bool, Beyond> {
        let AskedGate { meaning, hangs } = self.walk.steps.gates[number as usize];
        let seen_from = self.memory.number(if hangs { visit } else { Visit::ROOT });
        if let Some(known) = self.memory.known.get(number as usize, seen_from) {
            return Ok(known);
        }
        let holds = match meaning {
            Meaning::Found(first) => self.holds(first, visit)?,
            Meaning::Sum(sum) => self.sum(sum, visit)?,
        };
        self.memory.known.set(number as usize, seen_from, holds);
        Ok(holds)
    }

    fn sum(&mut self, sum: u32, visit: Visit) -> Result<bool, Beyond> {
        let sum = &self.walk.steps.sums[sum as usize];
        let mut total = sum.constant;
        for (gate, is_negated, weight) in &sum.terms {
            if self.gate(*gate, visit)? != *is_negated {
                total += weight;
            }
        }
        Ok(match sum.is_zero {
            true => total == 0,
            false => total >= 0,
        })
    }

    fn input(&mut self, input: &Input, visit: Visit) -> Result<bool, Beyond> {
        Ok(match input {
            Input::Equal(place, value) => self.is_equal(self.memory.given(visit, *place), *value),
            Input::Member(place, value) => {
                self.has_element(self.memory.given(visit, *place), *value)
            }
            Input::Continues(continuation) => !self.go_on(*continuation, visit)?.is_empty(),
            Input::Holds(test) => self.passes(test, visit, None)?,
            Input::Asked(input) => {
                self.input(input, visit)?;
                false
            }
        })
    }

    /// Whether what is given is a value.
    fn is_equal(&self, given: Given, value: u32) -> bool {
        match given {
            Given::Value(own) => own == value,
            Given::Pushed(_) => {
                let mut nodes = Vec::new();
                self.memory.add_term(given, &self.walk.values, &mut nodes);
                nodes == self.walk.values[value as usize].nodes()
            }
        }
    }

    /// Whether a value is an element of a list that is given.
    fn has_element(&self, mut given: Given, value: u32) -> bool {
        loop {
            match given {
                Given::Value(list) => return self.walk.elements[list as usize].contains(&value),
                Given::Pushed(place) => {
                    let (first, rest) = self.memory.pushed(place);
                    if first == value {
                        return true;
                    }
                    given = rest;
                }
            }
        }
    }
}

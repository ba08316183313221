//! A walk through one position: conditions are evaluated when they are asked for, and states when an
//! answer goes on there.

use std::rc::Rc;

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use super::choices::Choice;
use super::template::{Given, Piece, Template};
use super::{Answer, Input, Listed, MANY, State, Walk};
use crate::compile::circuit::{Gate, Literal, Node};
use crate::compile::valuation::{Beyond, KnownValues, value};
use crate::game::Move;
use crate::logic::{Term, TermNode};

/// More states within each other are left to the machine: this bounds the recursion.
const MOST_NESTED: usize = 32;

/// More states in one position are left to the machine, which has limits of its own.
const MOST_VISITED: usize = 20_000;

/// The most parts of terms that all answers in one position may have together, for the same reason:
/// answers that go on in the same state multiply from state to state.
const MOST_PARTS: usize = 1 << 18;

/// The values of an answer, one for each variable of the call.
type Values = Rc<[Vec<TermNode>]>;

/// A state that is walked.
struct Visit {
    /// A number that no other visit has.
    number: u32,
    given: Box<[Given]>,
    /// The continuations that were gone on with, and their answers.
    known: Vec<(u32, Rc<[Values]>)>,
}

impl Visit {
    fn new(number: u32, given: Box<[Given]>) -> Self {
        let known = Vec::new();
        Self {
            number,
            given,
            known,
        }
    }
}

/// A walk through one position.
pub(in crate::compile) struct Walker<'w> {
    walk: &'w Walk,
    /// The dense cells of the position.
    cells: &'w [u16],
    known: &'w mut KnownValues,
    /// The number of the position, as that of a visit.
    position: u32,
    nested: usize,
    visited: usize,
    /// The parts of terms that were made.
    parts: usize,
    /// The answers of a state that has none.
    none: Rc<[Values]>,
}

impl<'w> Walker<'w> {
    pub fn new(walk: &'w Walk, cells: &'w [u16], known: &'w mut KnownValues) -> Self {
        let position = known.enter(walk.circuit.size());
        Self::again(walk, cells, known, position)
    }

    /// A walk through the position of this number, of which some values are known.
    pub fn again(
        walk: &'w Walk,
        cells: &'w [u16],
        known: &'w mut KnownValues,
        position: u32,
    ) -> Self {
        Self {
            walk,
            cells,
            position,
            known,
            nested: 0,
            visited: 0,
            parts: 0,
            none: Rc::default(),
        }
    }

    /// The legal moves in the order of the rules, each once; none if the game is over.
    pub fn turn(&mut self) -> Result<Vec<Move>, Beyond> {
        let legal = self.walk.legal.as_ref().ok_or(Beyond)?;
        let mut visit = self.visit(Box::default())?;
        if self.is_terminal_in(&mut visit)? {
            return Ok(Vec::new());
        }
        let mut moves = IndexSet::<Move, FxBuildHasher>::default();
        for number in self.possible(&legal.choices, &mut visit)? {
            let Listed { role, answer } = &legal.moves[number as usize];
            let add = &mut |values: Values| {
                let term = Term::from_nodes(values[0].clone());
                moves.insert(Move { role: *role, term });
            };
            self.each(answer, &mut visit, add)?;
        }
        Ok(moves.into_iter().collect())
    }

    /// Whether the game is over.
    pub fn is_over(&mut self) -> Result<bool, Beyond> {
        let legal = self.walk.legal.as_ref().ok_or(Beyond)?;
        let mut visit = self.visit(Box::default())?;
        Ok(self.is_terminal_in(&mut visit)?
            || !self.find(&legal.choices, &mut visit, &mut |_| true)?)
    }

    /// Whether the game is over by `terminal`.
    pub fn is_terminal(&mut self) -> Result<bool, Beyond> {
        let mut visit = self.visit(Box::default())?;
        self.is_terminal_in(&mut visit)
    }

    /// The same within a visit, which keeps the answers that `terminal` asks for: the moves ask for them
    /// again.
    fn is_terminal_in(&mut self, visit: &mut Visit) -> Result<bool, Beyond> {
        let terminal = self.walk.terminal.ok_or(Beyond)?;
        self.holds(terminal, visit)
    }

    /// The answers to a call that this continuation answers.
    pub fn answers(&mut self, call: &Term, continuation: u32) -> Result<Vec<Term>, Beyond> {
        let mut visit = self.visit(Box::default())?;
        let answers = self.go_on(continuation, &mut visit)?;
        let instance = |values: &Values| {
            let mut nodes = Vec::new();
            for node in call.nodes() {
                match node {
                    TermNode::Variable(number) => {
                        nodes.extend_from_slice(&values[*number as usize]);
                    }
                    node => nodes.push(node.clone()),
                }
            }
            Term::from_nodes(nodes)
        };
        Ok(answers.iter().map(instance).collect())
    }

    fn visit(&mut self, given: Box<[Given]>) -> Result<Visit, Beyond> {
        self.visited += 1;
        if self.visited > MOST_VISITED {
            return Err(Beyond);
        }
        Ok(Visit::new(self.known.next_number(), given))
    }

    /// Calls `found` with the number of each condition that holds, in no order, until that is enough,
    /// which is told.
    fn find(
        &mut self,
        choices: &[Choice],
        visit: &mut Visit,
        found: &mut dyn FnMut(u32) -> bool,
    ) -> Result<bool, Beyond> {
        for choice in choices {
            let is_enough = match choice {
                Choice::One(number, literals) => {
                    !self.has(literals, false, visit)? && found(*number)
                }
                Choice::Where(literal, choices) => {
                    self.holds(*literal, visit)? && self.find(choices, visit, found)?
                }
            };
            if is_enough {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Calls `add` with each answer that this one stands for, which has a condition that holds.
    fn each(
        &mut self,
        answer: &Answer,
        visit: &mut Visit,
        add: &mut dyn FnMut(Values),
    ) -> Result<(), Beyond> {
        let Some(continuation) = answer.walking else {
            add(self.filled(&answer.values, visit, &[])?);
            return Ok(());
        };
        for completing in &*self.go_on(continuation, visit)? {
            add(self.filled(&answer.values, visit, completing)?);
        }
        Ok(())
    }

    /// The answers to a continuation of a state.
    fn go_on(&mut self, continuation: u32, visit: &mut Visit) -> Result<Rc<[Values]>, Beyond> {
        let mut known = visit.known.iter();
        if let Some((_, answers)) = known.find(|(number, _)| *number == continuation) {
            return Ok(Rc::clone(answers));
        }
        if self.nested == MOST_NESTED {
            return Err(Beyond);
        }
        let walk = self.walk;
        let continued = &walk.continuations[continuation as usize];
        let given = continued.given.iter();
        let given = given.map(|given| given.filled(&visit.given)).collect();
        self.nested += 1;
        let answers = self.state(&walk.states[continued.state as usize], given)?;
        self.nested -= 1;
        visit.known.push((continuation, Rc::clone(&answers)));
        Ok(answers)
    }

    /// The answers of a state that is given this.
    fn state(&mut self, state: &State, given: Box<[Given]>) -> Result<Rc<[Values]>, Beyond> {
        let mut visit = self.visit(given)?;
        if self.holds(state.beyond, &mut visit)? {
            return Err(Beyond);
        }
        let possible = self.possible(&state.choices, &mut visit)?;
        if possible.is_empty() {
            return Ok(Rc::clone(&self.none));
        }
        let mut found = Vec::new();
        for number in possible {
            let answer = &state.answers[number as usize];
            self.each(answer, &mut visit, &mut |values| found.push(values))?;
        }
        Ok(found.into())
    }

    /// The numbers of the conditions that hold, in order.
    fn possible(&mut self, choices: &[Choice], visit: &mut Visit) -> Result<Vec<u32>, Beyond> {
        let mut possible = Vec::new();
        self.find(choices, visit, &mut |number| {
            possible.push(number);
            false
        })?;
        possible.sort_unstable();
        Ok(possible)
    }

    /// Templates filled with what the state was given and what completes the answer.
    fn filled(
        &mut self,
        templates: &[Template],
        visit: &Visit,
        completing: &[Vec<TermNode>],
    ) -> Result<Values, Beyond> {
        let filled = |template: &Template| {
            let mut nodes = Vec::with_capacity(template.len());
            for piece in template {
                match piece {
                    Piece::Node(node) => nodes.push(node.clone()),
                    Piece::Given(place) => {
                        visit.given[*place].add_to(&mut nodes, &self.walk.values);
                    }
                    Piece::Value(place) => nodes.extend_from_slice(&completing[*place]),
                }
            }
            nodes
        };
        let values: Values = templates.iter().map(filled).collect();
        // An answer without variables takes room too.
        self.parts += 1 + values.iter().map(Vec::len).sum::<usize>();
        match self.parts <= MOST_PARTS {
            true => Ok(values),
            false => Err(Beyond),
        }
    }

    /// Whether a literal holds in the position, seen from a state.
    fn holds(&mut self, literal: Literal, visit: &mut Visit) -> Result<bool, Beyond> {
        let node = literal.node();
        let holds = match self.walk.circuit.gate(node) {
            // Quicker to look at than what is known of it.
            Gate::Fact { cell, content } if *cell < self.walk.first_input => {
                self.cells[*cell as usize] == *content
            }
            _ => self.value(node, visit)?,
        };
        Ok(holds != literal.is_negated())
    }

    fn value(&mut self, node: Node, visit: &mut Visit) -> Result<bool, Beyond> {
        let seen_from = match self.walk.hangs[node.index()] {
            true => visit.number,
            false => self.position,
        };
        if let Some(known) = self.known.get(node, seen_from) {
            return Ok(known);
        }
        let walk = self.walk;
        let found = match walk.circuit.gate(node) {
            Gate::Fact { cell, .. } if *cell >= walk.first_input => {
                let input = walk.inputs[(*cell - walk.first_input) as usize];
                self.input(input, visit)?
            }
            Gate::Any(literals) if literals.len() >= MANY => {
                self.find(&walk.alternatives[&node], visit, &mut |_| true)?
            }
            gate => value(gate, self.cells, |literal| self.holds(literal, visit))?,
        };
        self.known.set(node, seen_from, found);
        Ok(found)
    }

    /// Whether one of the literals has this value.
    fn has(
        &mut self,
        literals: &[Literal],
        value: bool,
        visit: &mut Visit,
    ) -> Result<bool, Beyond> {
        for literal in literals {
            if self.holds(*literal, visit)? == value {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn input(&mut self, input: Input, visit: &mut Visit) -> Result<bool, Beyond> {
        Ok(match input {
            Input::Equal(place, value) => self.is_equal(&visit.given[place], value),
            Input::Member(place, value) => self.has_element(&visit.given[place], value),
            Input::Continues(continuation) => !self.go_on(continuation, visit)?.is_empty(),
        })
    }

    /// Whether what is given is a value.
    fn is_equal(&self, given: &Given, value: u32) -> bool {
        match given {
            Given::Value(own) => *own == value,
            Given::Pushed(_) => {
                let mut nodes = Vec::new();
                given.add_to(&mut nodes, &self.walk.values);
                nodes == self.walk.values[value as usize].nodes()
            }
        }
    }

    /// Whether a value is an element of a list that is given.
    fn has_element(&self, given: &Given, value: u32) -> bool {
        let mut rest = given;
        while let Given::Pushed(pushed) = rest {
            let (first, others) = &**pushed;
            if *first == value {
                return true;
            }
            rest = others;
        }
        match rest {
            Given::Value(list) => self.walk.elements[*list as usize].contains(&value),
            Given::Pushed(_) => false,
        }
    }
}

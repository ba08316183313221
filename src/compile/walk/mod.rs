//! Moves that are chains of steps, such as captures that go on, and are walked when the position is
//! known.
//!
//! A [`Walk`] is what partial evaluation leaves of `legal` and `terminal` where predicates call
//! themselves along a list that grows: [`State`]s, each with its answers in the order of the rules.
//! An answer hangs on a condition, and may go on in another state, of which each answer then
//! completes it. Only what is asked for is evaluated. Knows nothing of clauses.

mod choices;
mod evaluation;
mod template;

use self::choices::{Choices, choices};
pub(super) use self::evaluation::Walker;
pub(super) use self::template::{GivenTemplate, Piece, Rest, Template};
use rustc_hash::FxHashMap;

use super::circuit::{Circuit, Gate, Literal, Node};
use super::valuation::{DEEPEST, depths};
use crate::game::Role;
use crate::logic::Term;

/// The literals of a gate are not looked at one by one if there are as many.
const MANY: usize = 16;

/// What a condition hangs on beside the facts of a position.
#[derive(Clone, Copy, Debug)]
pub(super) enum Input {
    /// What the state was given at this place is the value of this number.
    Equal(usize, u32),
    /// The value of this number is an element of the list that the state was given at this place.
    Member(usize, u32),
    /// This continuation has an answer.
    Continues(u32),
}

/// A call whose answers are walked.
#[derive(Clone, Debug)]
pub(super) struct Continuation {
    pub state: u32,
    pub given: Box<[GivenTemplate]>,
}

/// What a state may answer.
#[derive(Clone, Debug)]
pub(super) struct Answer {
    pub condition: Literal,
    /// The continuation of which each answer completes it.
    pub walking: Option<u32>,
    /// The value of each variable of the call.
    pub values: Box<[Template]>,
}

/// A call, but for what it is given.
#[derive(Clone, Debug)]
pub(super) struct State {
    /// In the order of the rules.
    answers: Box<[Answer]>,
    /// Their conditions.
    choices: Choices,
    /// Where there may be others.
    beyond: Literal,
}

/// A move as the rules list it.
#[derive(Clone, Debug)]
pub(super) struct Listed {
    pub role: Role,
    pub answer: Answer,
}

/// The legal moves and the end of a game, as far as they are to be walked.
#[derive(Debug)]
pub(super) struct Walk {
    circuit: Circuit,
    /// By node whether it hangs on more than the facts of the position.
    hangs: Box<[bool]>,
    /// The cells from this one on are inputs.
    first_input: u32,
    inputs: Box<[Input]>,
    states: Box<[State]>,
    continuations: Box<[Continuation]>,
    /// Known terms, by number.
    values: Box<[Term]>,
    /// For each of them its elements, if it is a list of known terms.
    elements: Box<[Box<[u32]>]>,
    /// The legal moves, in the order of the rules.
    legal: Box<[Listed]>,
    /// Their conditions.
    choices: Choices,
    /// By node, of a gate of which one of many literals has to hold, these.
    alternatives: FxHashMap<Node, Choices>,
    /// Whether the game is over.
    terminal: Literal,
}

/// What a walk is made of.
pub(super) struct Parts {
    pub circuit: Circuit,
    pub inputs: Vec<Input>,
    pub first_input: u32,
    pub states: Vec<State>,
    pub continuations: Vec<Continuation>,
    pub values: Vec<Term>,
    pub elements: Vec<Box<[u32]>>,
    pub legal: Vec<Listed>,
    pub terminal: Literal,
}

impl State {
    pub fn new(circuit: &Circuit, answers: Vec<Answer>, beyond: Literal) -> Self {
        let conditions = answers.iter().map(|answer| answer.condition);
        Self {
            choices: choices(circuit, conditions),
            answers: answers.into(),
            beyond,
        }
    }
}

impl Walk {
    /// A walk of these parts; none if a condition is one that cannot be evaluated so.
    pub fn new(parts: Parts) -> Option<Self> {
        let (hangs, depths) = (hanging(&parts), depths(&parts.circuit));
        let answers = parts.states.iter().flat_map(|state| {
            let answers = state.answers.iter().map(|answer| answer.condition);
            answers.chain([state.beyond])
        });
        let legal = parts.legal.iter().map(|listed| listed.answer.condition);
        let mut conditions = answers.chain(legal).chain([parts.terminal]);
        let is_plain = |condition: Literal| depths[condition.node().index()] <= DEEPEST;
        if !conditions.all(is_plain) {
            return None;
        }
        let conditions = parts.legal.iter().map(|listed| listed.answer.condition);
        Some(Self {
            choices: choices(&parts.circuit, conditions),
            alternatives: alternatives(&parts.circuit),
            hangs,
            circuit: parts.circuit,
            first_input: parts.first_input,
            inputs: parts.inputs.into(),
            states: parts.states.into(),
            continuations: parts.continuations.into(),
            values: parts.values.into(),
            elements: parts.elements.into(),
            legal: parts.legal.into(),
            terminal: parts.terminal,
        })
    }
}

/// The literals of gates of which one of many has to hold.
fn alternatives(circuit: &Circuit) -> FxHashMap<Node, Choices> {
    let mut all = FxHashMap::default();
    for node in circuit.nodes() {
        if let Gate::Any(literals) = circuit.gate(node)
            && literals.len() >= MANY
        {
            all.insert(node, choices(circuit, literals.iter().copied()));
        }
    }
    all
}

/// For each node whether it hangs on inputs.
fn hanging(parts: &Parts) -> Box<[bool]> {
    let circuit = &parts.circuit;
    let mut hangs = Vec::with_capacity(circuit.size());
    for node in circuit.nodes() {
        let mut below = circuit.parts(node).map(|part| part.node().index());
        hangs.push(match circuit.gate(node) {
            Gate::Fact { cell, .. } => *cell >= parts.first_input,
            Gate::After(_) | Gate::Circular(_) => true,
            _ => below.any(|part| hangs[part]),
        });
    }
    hangs.into()
}

//! Moves that are chains of steps, such as captures that go on, and are walked when the position is
//! known.
//!
//! A [`Walk`] is what partial evaluation leaves of `legal` and `terminal` where predicates call
//! themselves along a list that grows: [`State`]s, each with its answers in the order of the rules.
//! An answer hangs on a condition, and may go on in another state, of which each answer then
//! completes it. Only what is asked for is evaluated. Where the rules do with moves what is not compiled,
//! such as to rank them, the machine lists them, and a walk [answers](WalkAnswers) the calls on the way.
//! Knows nothing of clauses.

mod answers;
mod choices;
mod evaluation;
mod memory;
mod steps;
mod template;

pub(super) use self::answers::WalkAnswers;
pub(super) use self::evaluation::Walker;
pub(super) use self::memory::Memory;
use self::steps::{Builder, Steps};
pub(super) use self::template::{GivenTemplate, Piece, Rest, Template};
use rustc_hash::FxHashMap;

use super::circuit::{Circuit, Gate, Literal};
use super::valuation::{DEEPEST, depths};
use crate::game::Role;
use crate::logic::Term;

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

/// The answers to a call, but for what it is given.
#[derive(Clone, Debug)]
pub(super) struct StateAnswers {
    /// In the order of the rules.
    pub answers: Vec<Answer>,
    /// Where there may be others.
    pub beyond: Literal,
}

/// A call, but for what it is given.
#[derive(Clone, Copy, Debug)]
struct State {
    /// Where the steps begin that find its answers, which are numbers among all answers.
    steps: u32,
    /// Where the steps begin that find whether there may be others.
    beyond: u32,
}

/// A move as the rules list it.
#[derive(Clone, Debug)]
pub(super) struct Listed {
    pub role: Role,
    pub answer: Answer,
}

/// The legal moves of a game.
#[derive(Debug)]
struct Legal {
    /// In the order of the rules.
    moves: Box<[Listed]>,
    /// Where the steps begin that find them.
    steps: u32,
}

/// What is to be walked of the legal moves and the end of a game.
#[derive(Debug)]
pub(super) struct Walk {
    inputs: Box<[Input]>,
    steps: Steps,
    /// The answers of all states, one state after the other.
    answers: Box<[Answer]>,
    states: Box<[State]>,
    continuations: Box<[Continuation]>,
    /// Known terms, by number.
    values: Box<[Term]>,
    /// For each of them its elements, if it is a list of known terms.
    elements: Box<[Box<[u32]>]>,
    /// None if the machine has to list the moves.
    legal: Option<Legal>,
    /// Where the steps begin that find whether the game is over; none if the machine has to tell.
    terminal: Option<u32>,
    /// The calls that can be answered, each with the number of its continuation.
    calls: FxHashMap<Term, u32>,
}

/// What a walk is made of.
pub(super) struct Parts {
    pub circuit: Circuit,
    pub inputs: Vec<Input>,
    pub first_input: u32,
    pub states: Vec<StateAnswers>,
    pub continuations: Vec<Continuation>,
    pub values: Vec<Term>,
    pub elements: Vec<Box<[u32]>>,
    /// None if they are not known.
    pub legal: Option<Vec<Listed>>,
    pub terminal: Option<Literal>,
    pub calls: FxHashMap<Term, u32>,
}

impl StateAnswers {
    /// Nothing is known.
    fn unknown() -> Self {
        Self {
            answers: Vec::new(),
            beyond: Literal::TRUE,
        }
    }
}

impl Walk {
    /// A walk of these parts, but for what has a condition that cannot be evaluated so.
    pub fn new(mut parts: Parts) -> Self {
        let (hangs, depths) = (hanging(&parts), depths(&parts.circuit));
        let is_plain = |condition: &Literal| depths[condition.node().index()] <= DEEPEST;
        let is_plain_answer = |answer: &Answer| is_plain(&answer.condition);
        for state in &mut parts.states {
            if !is_plain(&state.beyond) || !state.answers.iter().all(is_plain_answer) {
                *state = StateAnswers::unknown();
            }
        }
        let is_plain_move = |listed: &Listed| is_plain_answer(&listed.answer);
        let legal = parts.legal.filter(|legal| legal.iter().all(is_plain_move));
        let terminal = parts.terminal.filter(is_plain);
        let mut steps = Builder::new(&parts.circuit, parts.first_input, &hangs);
        let mut answers = Vec::new();
        let states = parts.states.into_iter().map(|state| {
            let conditions = state.answers.iter().map(|answer| answer.condition);
            let first = steps.add((answers.len() as u32..).zip(conditions));
            answers.extend(state.answers);
            State {
                steps: first,
                beyond: steps.add([(0, state.beyond)]),
            }
        });
        let states = states.collect();
        let terminal = terminal.map(|literal| steps.add([(0, literal)]));
        let legal = legal.map(|moves| {
            let conditions = moves.iter().map(|listed| listed.answer.condition);
            Legal {
                steps: steps.add((0..).zip(conditions)),
                moves: moves.into(),
            }
        });
        Self {
            steps: steps.finish(),
            answers: answers.into(),
            states,
            legal,
            terminal,
            inputs: parts.inputs.into(),
            continuations: parts.continuations.into(),
            values: parts.values.into(),
            elements: parts.elements.into(),
            calls: parts.calls,
        }
    }

    /// Whether it tells the legal moves.
    pub fn tells_moves(&self) -> bool {
        self.legal.is_some()
    }

    /// The predicates of the calls that can be answered, as names and numbers of arguments.
    pub fn called(&self) -> impl Iterator<Item = (&str, usize)> {
        self.calls.keys().filter_map(Term::functor)
    }
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

//! Moves that are chains of steps, such as captures that go on, and are walked when the position is
//! known.
//!
//! A [`Walk`] is what partial evaluation leaves of `legal` and `terminal` where predicates call
//! themselves along a list that grows: [`State`]s, each with its answers in the order of the rules.
//! An answer hangs on a condition, and may go on in another state, of which each answer then
//! completes it. Only what is asked for is evaluated. Where the rules collect such moves, to rank them or to count
//! them, they are put in order or selected. Knows nothing of clauses.

mod choices;
mod collected;
mod evaluation;
mod memory;
mod question;
mod steps;
mod template;

pub(super) use self::collected::{End, Order, Test};
pub(super) use self::evaluation::Walker;
pub(super) use self::memory::Memory;
use self::steps::{Builder, Steps};
pub(super) use self::template::{GivenTemplate, Piece, Rest, Template};
use super::circuit::{Circuit, Gate, Literal};
use super::valuation::{DEEPEST, depths};
use crate::game::Role;
use crate::logic::Term;

/// What a condition hangs on beside the facts of a position.
#[derive(Clone, Debug)]
pub(super) enum Input {
    /// What the state was given at this place is the value of this number.
    Equal(usize, u32),
    /// The value of this number is an element of the list that the state was given at this place.
    Member(usize, u32),
    /// This continuation has an answer.
    Continues(u32),
    Holds(Test),
    /// It never holds, but is found out: that may fail.
    Asked(Box<Input>),
}

/// Answers that are walked.
#[derive(Clone, Debug)]
pub(super) enum Continuation {
    /// Those of a state that is given this.
    Call {
        state: u32,
        given: Box<[GivenTemplate]>,
    },
    /// Those of a state that is given what this one is.
    Collected(u32),
    /// Those of another continuation, in the order of their elements.
    Ordered { of: u32, order: Order },
    /// Those of another continuation for which a test holds.
    Selected { of: u32, test: Test },
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
    /// For each of them an element; empty where they are none.
    lists: Box<[Template]>,
    /// Goals to ask, by number.
    questions: Box<[Template]>,
    /// Known terms, by number.
    values: Box<[Term]>,
    /// For each of them its elements, if it is a list of known terms.
    elements: Box<[Box<[u32]>]>,
    legal: Legal,
    /// Where the steps begin that find whether the game is over.
    terminal: u32,
    /// Where the steps begin that find whether the machine has to tell the moves or the end.
    beyond: u32,
}

/// What a walk is made of.
pub(super) struct Parts {
    pub circuit: Circuit,
    pub inputs: Vec<Input>,
    pub first_input: u32,
    pub states: Vec<StateAnswers>,
    pub continuations: Vec<Continuation>,
    pub lists: Vec<Template>,
    pub questions: Vec<Template>,
    pub values: Vec<Term>,
    pub elements: Vec<Box<[u32]>>,
    pub legal: Vec<Listed>,
    pub terminal: Literal,
    /// Where the machine has to tell one of both.
    pub beyond: Literal,
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
    /// A walk of these parts, but for the states that have a condition which cannot be evaluated so; none if a
    /// move or the end of the game has one.
    pub fn new(mut parts: Parts) -> Option<Self> {
        let (hangs, depths) = (hanging(&parts), depths(&parts.circuit));
        let is_plain = |condition: &Literal| depths[condition.node().index()] <= DEEPEST;
        let is_plain_answer = |answer: &Answer| is_plain(&answer.condition);
        for state in &mut parts.states {
            if !is_plain(&state.beyond) || !state.answers.iter().all(is_plain_answer) {
                *state = StateAnswers::unknown();
            }
        }
        let is_plain_move = |listed: &Listed| is_plain_answer(&listed.answer);
        let known = [parts.terminal, parts.beyond];
        if !known.iter().all(is_plain) || !parts.legal.iter().all(is_plain_move) {
            return None;
        }
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
        let terminal = steps.add([(0, parts.terminal)]);
        let beyond = steps.add([(0, parts.beyond)]);
        let conditions = parts.legal.iter().map(|listed| listed.answer.condition);
        let legal = Legal {
            steps: steps.add((0..).zip(conditions)),
            moves: parts.legal.into(),
        };
        Some(Self {
            steps: steps.finish(),
            answers: answers.into(),
            states,
            legal,
            terminal,
            beyond,
            inputs: parts.inputs.into(),
            continuations: parts.continuations.into(),
            lists: parts.lists.into(),
            questions: parts.questions.into(),
            values: parts.values.into(),
            elements: parts.elements.into(),
        })
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

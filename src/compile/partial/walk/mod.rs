//! Predicates that call themselves along a list that grows, such as captures that go on: they are
//! walked when the position is known, and not taken apart for each list beforehand.
//!
//! A call of such a predicate is not answered here. It is noted as a [`Continuation`]: a [`State`],
//! which is the call without the list and without what is handed on unchanged, and what these are.
//! The answers of a state are found once, for whatever list. What goals say of the list, and of what
//! is handed on, becomes an [`Input`] of their conditions.

mod calls;
mod hidden;
mod listing;
mod roles;

use indexmap::{IndexMap, IndexSet};
use rustc_hash::{FxBuildHasher, FxHashMap};

pub(in crate::compile::partial) use self::hidden::Hidden;
pub(in crate::compile) use self::listing::walk_of;
use self::roles::{HiddenArguments, hidden_arguments};
use super::circle::Commitment;
use super::condition::Condition;
use super::program::Predicates;
use super::reason::Reason;
use super::solver::{Flow, Mode, Next, Outcome, Solver};
use super::store::{Instance, Item, Value};
use super::table::Call;
use crate::compile::circuit::Literal;
use crate::syntax::source::Span;

/// What a condition may hang on beside the facts of a position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Input {
    /// A hidden term is this one.
    Equal(u32, Instance),
    /// This is an element of a hidden list.
    Member(u32, Instance),
    /// A continuation has an answer.
    Continues(u32),
}

/// A call that is walked.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Continuation {
    /// By its number.
    pub state: u32,
    /// The hidden arguments of the call, in order.
    pub given: Box<[Instance]>,
}

/// What is known of the predicates that are walked.
#[derive(Debug, Default)]
pub(super) struct Walks {
    /// The hidden arguments of each of them.
    predicates: FxHashMap<u32, HiddenArguments>,
    /// The calls that were met, with their hidden arguments by number.
    pub states: IndexSet<Call, FxBuildHasher>,
    pub continuations: IndexSet<Continuation, FxBuildHasher>,
    pub hidden: IndexSet<Hidden, FxBuildHasher>,
    /// With the literal of each.
    pub inputs: IndexMap<Input, Literal, FxBuildHasher>,
    /// The continuation whose answers are gone through.
    pub walking: Option<u32>,
    /// Hidden arguments of which a goal wants to know more than can be said, by predicate and place.
    exposed: IndexSet<(u32, usize), FxBuildHasher>,
}

impl Walks {
    /// The predicates of a game that can be walked; those arguments are not hidden that are
    /// `exposed`.
    fn new(predicates: &Predicates, exposed: &IndexSet<(u32, usize), FxBuildHasher>) -> Self {
        let own = predicates.predicates.values().take(predicates.own).zip(0..);
        let hidden = own.filter_map(|(predicate, number)| {
            let mut hidden = hidden_arguments(predicate, number)?;
            hidden.retain(|place, is_list| is_list || !exposed.contains(&(number, place)));
            Some((number, hidden))
        });
        Self {
            predicates: hidden.collect(),
            ..Self::default()
        }
    }

    /// Whether any predicate is walked.
    pub fn are_wanted(&self) -> bool {
        !self.predicates.is_empty()
    }

    /// Whether this predicate is walked.
    pub fn are_of(&self, predicate: u32) -> bool {
        self.predicates.contains_key(&predicate)
    }

    /// Whether the value of a variable of a continuation is in these terms.
    pub fn has_output(&self, instance: &[Item]) -> bool {
        let is_output = |item: &Item| matches!(item, Item::Hidden(number) if self.hidden[*number as usize].is_output());
        instance.iter().any(is_output)
    }

    /// The arguments of the call that a continuation stands for, and the predicate.
    fn call(&self, continuation: &Continuation) -> Option<(Instance, u32)> {
        let Call {
            predicate,
            arguments,
            ..
        } = self.states.get_index(continuation.state as usize)?;
        let places = &self.predicates.get(predicate)?;
        let mut call = Vec::new();
        for item in arguments {
            let Item::Hidden(number) = item else {
                call.push(*item);
                continue;
            };
            let Hidden::Argument { place, .. } = self.hidden[*number as usize] else {
                return None;
            };
            call.extend_from_slice(&continuation.given[places.number_of(place)?]);
        }
        Some((call.into(), *predicate))
    }

    fn number_of(&mut self, hidden: Hidden) -> u32 {
        self.hidden.insert_full(hidden).0 as u32
    }
}

impl<'s> Solver<'s> {
    /// Notes a call of a predicate that is walked, and goes on with what may be its answers: each
    /// variable of the call is bound to a term that only the walk knows.
    pub(super) fn walk(
        &mut self,
        predicate: u32,
        arguments: &[Value],
        span: Option<Span>,
        condition: &Condition,
        next: Next<'_, 's>,
    ) -> Outcome {
        let hidden = self.walks.predicates[&predicate].clone();
        let (mut state, mut given) = (Vec::new(), Vec::new());
        for (place, argument) in arguments.iter().enumerate() {
            if !hidden.contains(place) {
                // Each state has its own hidden arguments, so none of another one is part of it.
                if let Some(exposed) = self.store.find_hidden(*argument) {
                    return Err(self.expose(exposed, span));
                }
                state.push(*argument);
                continue;
            }
            let parameter = Hidden::Argument { predicate, place };
            state.push(Value::Hidden(self.walks.number_of(parameter)));
            let instance = self.store.instance(&[*argument]);
            if !self.may_be_given(&instance) {
                self.walks.exposed.insert((predicate, place));
                return Err(Reason::new(
                    "what is handed on to a walk is not known",
                    span,
                ));
            }
            given.push(instance);
        }
        let instance = self.store.instance(&state);
        let depends =
            |item: &Item| matches!(item, Item::Sum(_) | Item::Content(_) | Item::Subsequence(_));
        if instance.iter().any(depends) {
            return Err(Reason::new("where a walk goes on is not known", span));
        }
        let call = Call {
            predicate,
            mode: Mode::Bag,
            arguments: instance,
            does: None,
        };
        self.remember(call.arguments.len());
        let state = self.walks.states.insert_full(call).0 as u32;
        let given = given.into();
        let continuation = Continuation { state, given };
        let number = self.walks.continuations.insert_full(continuation).0 as u32;
        let literal = self.input(Input::Continues(number));
        let Some(condition) = condition.and(literal, &self.circuit) else {
            return Ok(Flow::More);
        };
        let mut variables: Vec<Value> = Vec::new();
        for argument in arguments {
            for variable in self.store.variables_in(*argument) {
                if !variables.contains(&variable) {
                    variables.push(variable);
                }
            }
        }
        let mark = self.store.mark();
        for (place, variable) in variables.into_iter().enumerate() {
            let output = Hidden::Output {
                continuation: number,
                place,
            };
            let output = Value::Hidden(self.walks.number_of(output));
            self.store.unify(variable, output, &mut Vec::new());
        }
        let outcome = self.in_walk(Some(number), |solver| next(solver, &condition));
        self.store.undo(mark);
        outcome
    }

    /// The literal of an input.
    pub(super) fn input(&mut self, input: Input) -> Literal {
        if let Some(literal) = self.walks.inputs.get(&input) {
            return *literal;
        }
        let cell = self.circuit.add_relation(Vec::new(), 1);
        let literal = self.circuit.fact(cell, 1);
        self.walks.inputs.insert(input, literal);
        literal
    }

    /// Does what comes for each answer of a walk, if there is one.
    ///
    /// # Errors
    /// If it comes for each answer of another one already.
    pub(super) fn in_walk(
        &mut self,
        walking: Option<u32>,
        work: impl FnOnce(&mut Self) -> Outcome,
    ) -> Outcome {
        if walking.is_none() {
            return work(self);
        }
        self.walks_on(None)?;
        let around = Commitment {
            walking,
            ..self.commitment()
        };
        self.as_committed(around, work)
    }

    /// Does what comes once, whatever walk is gone through.
    pub(super) fn in_no_walk<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let around = Commitment {
            walking: None,
            ..self.commitment()
        };
        self.as_committed(around, work)
    }

    /// Nothing, if what comes now comes once, and not for each answer of a walk.
    ///
    /// # Errors
    /// If it comes for each.
    pub(super) fn walks_on(&self, span: impl Into<Option<Span>>) -> Result<(), Reason> {
        match self.walks.walking {
            None => Ok(()),
            Some(_) => Err(Reason::new(
                "several answers of a walk at once",
                span.into(),
            )),
        }
    }

    /// What stands around a goal that is proved for each answer of the walk that is gone through now,
    /// where this stood around it before.
    ///
    /// # Errors
    /// If that was another walk.
    pub(super) fn walked_in(&self, before: Commitment, span: Span) -> Result<Commitment, Reason> {
        match before.walking {
            None => Ok(Commitment {
                walking: self.walks.walking,
                ..before
            }),
            Some(_) => self.walks_on(span).map(|()| before),
        }
    }
}

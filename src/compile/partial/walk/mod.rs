//! Predicates that call themselves along a list that grows, such as captures that go on: they are
//! walked when the position is known, and not taken apart for each list beforehand.
//!
//! A call of such a predicate is not answered here. It is noted as a [`Continuation`]: a [`State`],
//! which is the call without the list and without what is handed on unchanged, and what these are.
//! The answers of a state are found once, for whatever list. What goals say of the list, and of what
//! is handed on, becomes an [`Input`] of their conditions.
//!
//! Answers that are collected are a continuation too, and so are those of one in an order, or for which a
//! [`Test`] holds. A list of them is a term that only the walk knows.

mod collected;
mod hidden;
mod later;
mod listing;
mod roles;

use indexmap::{IndexMap, IndexSet};
use rustc_hash::{FxBuildHasher, FxHashMap};

pub(in crate::compile::partial) use self::collected::Collected;
use self::collected::Collection;
pub(in crate::compile::partial) use self::hidden::Hidden;
use self::later::Question;
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
use crate::compile::walk::Order;
use crate::syntax::source::Span;

/// What a condition may hang on beside the facts of a position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Input {
    /// A hidden argument is this term.
    Equal(u32, Instance),
    /// This is an element of a list that is a hidden argument.
    Member(u32, Instance),
    /// A continuation has an answer.
    Continues(u32),
    /// What terms have to be that no answer has anything to do with.
    Holds(Test),
    /// Never; but it is looked at, since a goal in it may end in an error.
    Asked(Box<Input>),
}

/// What hidden terms have to be.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Test {
    /// Two terms are the same.
    Same(Instance, Instance),
    /// They are not.
    Differ(Instance, Instance),
    /// A goal that is asked later, by its number, has an answer.
    Answered(u32),
}

/// Answers that a walk goes through.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Continuation {
    /// Those to a call: the number of its state, and its hidden arguments in order.
    Call { state: u32, given: Box<[Instance]> },
    /// The elements that a goal collects, by the number of the collection.
    Collected(u32),
    /// The elements of another one, in an order.
    Ordered { of: u32, order: Order },
    /// The answers of another one for which a test holds.
    Selected { of: u32, test: Test },
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
    collections: Vec<Collection>,
    /// The goals that are asked when their terms are known.
    questions: IndexSet<Question, FxBuildHasher>,
    /// With the literal of each.
    pub inputs: IndexMap<Input, Literal, FxBuildHasher>,
    /// The continuation whose answers are gone through.
    pub walking: Option<u32>,
    /// The origins of all answers that the goal may name that is proved.
    open: Vec<u32>,
    /// The frontier of the goal that is solved.
    pub frontier: usize,
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

    /// Whether a term is in these that another answer of a walk may have otherwise.
    pub fn has_output(&self, instance: &[Item]) -> bool {
        self.outputs(instance).next().is_some()
    }

    /// The continuations of whose answers something is in these terms.
    fn outputs<'i>(&'i self, instance: &'i [Item]) -> impl Iterator<Item = u32> + 'i {
        fn hidden(item: &Item) -> Option<u32> {
            match item {
                Item::Hidden(number) => Some(*number),
                _ => None,
            }
        }
        let mut pending: Vec<u32> = instance.iter().filter_map(hidden).collect();
        std::iter::from_fn(move || {
            while let Some(number) = pending.pop() {
                match &self.hidden[number as usize] {
                    Hidden::Output { continuation, .. } => return Some(*continuation),
                    Hidden::Derived { question, .. } => {
                        let arguments = &self.questions[*question as usize].arguments;
                        pending.extend(arguments.iter().filter_map(hidden));
                    }
                    Hidden::Argument { .. } | Hidden::List(_) | Hidden::End { .. } => {}
                }
            }
            None
        })
    }

    /// Whether nothing in these terms is of an answer of another walk than this one.
    fn are_of_one(&self, instance: &[Item], walking: Option<u32>) -> bool {
        let origin = walking.map(|walking| self.origin(walking));
        self.outputs(instance).all(|output| Some(output) == origin)
    }

    /// The continuation that a continuation selects from, or itself.
    fn origin(&self, mut continuation: u32) -> u32 {
        while let Continuation::Selected { of, .. } = &self.continuations[continuation as usize] {
            continuation = *of;
        }
        continuation
    }

    /// The number of a continuation.
    fn continuation(&mut self, continuation: Continuation) -> u32 {
        self.continuations.insert_full(continuation).0 as u32
    }

    /// The terms that a test is about.
    fn terms_of<'t>(&'t self, test: &'t Test) -> Vec<&'t Instance> {
        match test {
            Test::Same(left, right) | Test::Differ(left, right) => vec![left, right],
            Test::Answered(question) => {
                vec![&self.questions[*question as usize].arguments]
            }
        }
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
        let number = self.walks.continuation(Continuation::Call { state, given });
        let literal = self.input(Input::Continues(number));
        let Some(condition) = condition.and(literal, &self.circuit) else {
            return Ok(Flow::More);
        };
        let variables = self.variables_of(arguments);
        let output = |place| Hidden::Output {
            continuation: number,
            place,
        };
        self.in_walk(number, |solver| {
            solver.with_hidden(&variables, output, |solver| next(solver, &condition))
        })
    }

    /// The variables in some values, each once.
    fn variables_of(&mut self, values: &[Value]) -> Vec<Value> {
        let mut variables: Vec<Value> = Vec::new();
        for value in values {
            for variable in self.store.variables_in(*value) {
                if !variables.contains(&variable) {
                    variables.push(variable);
                }
            }
        }
        variables
    }

    /// Does work with variables bound to hidden terms, by their places.
    fn with_hidden(
        &mut self,
        variables: &[Value],
        hidden: impl Fn(usize) -> Hidden,
        work: impl FnOnce(&mut Self) -> Outcome,
    ) -> Outcome {
        let mark = self.store.mark();
        for (place, variable) in variables.iter().enumerate() {
            let value = self.hidden(hidden(place));
            self.store.unify(*variable, value, &mut Vec::new());
        }
        let outcome = work(self);
        self.store.undo(mark);
        outcome
    }

    /// The value of a hidden term.
    fn hidden(&mut self, hidden: Hidden) -> Value {
        Value::Hidden(self.walks.number_of(hidden))
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

    /// Does what comes for each answer of a walk.
    ///
    /// # Errors
    /// If it comes for each answer of another one already, or within a goal about an answer of this one.
    pub(super) fn in_walk(
        &mut self,
        walking: u32,
        work: impl FnOnce(&mut Self) -> Outcome,
    ) -> Outcome {
        self.walks_on(None)?;
        let origin = self.walks.origin(walking);
        if self.walks.open.contains(&origin) {
            // The terms of both answers would be the same.
            return Err(Reason::new("two answers of one walk at once", None));
        }
        self.walks.open.push(origin);
        let outcome = self.walking(Some(walking), work);
        self.walks.open.pop();
        outcome
    }

    /// Does work while the answers of this walk are gone through, or of none.
    fn walking<T>(&mut self, walking: Option<u32>, work: impl FnOnce(&mut Self) -> T) -> T {
        let around = Commitment {
            walking,
            ..self.commitment()
        };
        self.as_committed(around, work)
    }

    /// Does what comes for each answer of a walk that an answer to a call goes through: of another one, or of
    /// the one that is gone through now if the call is about its answers.
    pub(super) fn in_walk_of(
        &mut self,
        walking: Option<u32>,
        call: &[Value],
        condition: &Condition,
        work: Next<'_, 's>,
    ) -> Outcome {
        let Some(number) = walking else {
            return work(self, condition);
        };
        let (call, origin) = (self.store.instance(call), self.walks.origin(number));
        if !self.walks.outputs(&call).any(|output| output == origin) {
            return self.in_walk(number, |solver| work(solver, condition));
        }
        let mut tests = Vec::new();
        let mut next = number;
        while let Continuation::Selected { of, test } = &self.walks.continuations[next as usize] {
            tests.push(test.clone());
            next = *of;
        }
        self.tested_in_turn(&tests, condition, work)
    }

    /// Proves a call with these arguments, whatever stands around it: for each answer of the walk that is gone
    /// through if they are about such an answer, and else once.
    pub(super) fn in_asked_walk<T>(
        &mut self,
        arguments: &[Item],
        work: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let open: Vec<u32> = self.walks.outputs(arguments).collect();
        let walking = self.walks.walking.map(|walking| self.walks.origin(walking));
        let walking = walking.filter(|walking| open.contains(walking));
        let open = std::mem::replace(&mut self.walks.open, open);
        let done = self.walking(walking, work);
        self.walks.open = open;
        done
    }

    /// Does what comes once, whatever walk is gone through.
    pub(super) fn in_no_walk<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        self.in_asked_walk(&[], work)
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

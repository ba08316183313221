//! `legal` and `terminal` of a game with predicates that are walked, and what they walk. Where these do not
//! tell the moves, the calls that the machine makes on the way.

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use super::calls::AnswerableCall;
use super::hidden::Hidden;
use super::{Input, Walks};
use crate::compile::circuit::Literal;
use crate::compile::domains::Domains;
use crate::compile::partial::beyond::Beyond;
use crate::compile::partial::limits::Budget;
use crate::compile::partial::program::Predicates;
use crate::compile::partial::reason::Reason;
use crate::compile::partial::relations::Relations;
use crate::compile::partial::solver::{Mode, Solver};
use crate::compile::partial::store::{Instance, Item, Store, is_ground, is_known};
use crate::compile::partial::table::{Answer, Call};
use crate::compile::partial::thread::evaluated;
use crate::compile::walk::{
    self, GivenTemplate, Listed, Parts, Piece, Rest, StateAnswers, Template, Walk,
};
use crate::game::{Role, Rules};
use crate::logic::{LIST_CELL, Term};

/// The hidden arguments that turned out not to be.
type Exposed = IndexSet<(u32, usize), FxBuildHasher>;

/// The legal moves and the end of a game, to be walked, or what can be answered of them; none if nothing
/// is walked.
///
/// # Errors
/// If somebody has stopped it.
pub(in crate::compile) fn walk_of(rules: &Rules) -> Result<Option<Walk>, Reason> {
    match evaluated(rules, || evaluate(rules)) {
        Err(reason) if reason.is_interruption() => Err(reason),
        found => Ok(found.ok().flatten()),
    }
}

fn evaluate(rules: &Rules) -> Option<Walk> {
    let mut exposed = Exposed::default();
    loop {
        let before = exposed.len();
        let found = attempt(rules, &mut exposed);
        if exposed.len() == before {
            return found;
        }
    }
}

/// What is found with those arguments hidden that are not exposed; more may be afterwards.
fn attempt(rules: &Rules, exposed: &mut Exposed) -> Option<Walk> {
    let mut store = Store::default();
    let domains = Domains::none(rules.schema());
    let relations = Relations::new(rules.program(), &domains, &mut store);
    let predicates = Predicates::new(rules, &domains, &mut store.constants);
    rules.with_machine(|machine| {
        let budget = Budget::of_walk(rules.limits());
        let mut solver = Solver::new(store, &relations, &predicates, machine, budget, None);
        solver.walks = Walks::new(&predicates, exposed);
        if !solver.walks.are_wanted() {
            return None;
        }
        let first_input = solver.circuit.next_cell();
        let found = Answered::of(&predicates, &mut solver);
        let is_sound = !solver.machine.is_interrupted() && !solver.store.is_endless;
        exposed.extend(std::mem::take(&mut solver.walks.exposed));
        let parts = Lowering::new(solver, first_input).parts(rules, found.filter(|_| is_sound)?)?;
        Some(Walk::new(parts))
    })
}

/// What rules come to.
struct Answered {
    /// The legal moves, if all are known.
    legal: Option<Vec<Answer>>,
    /// If they are not, the calls on the way that can be answered.
    calls: Vec<AnswerableCall>,
    /// Whether the game is over, if that is known.
    terminal: Option<Literal>,
    /// The answers of each state, and where there may be others.
    states: Vec<(Vec<Answer>, Literal)>,
}

impl Answered {
    /// The answers to what is asked; none if nothing comes of it.
    fn of(predicates: &Predicates, solver: &mut Solver<'_>) -> Option<Self> {
        let legal = predicates.find("legal", 2)?;
        let asked = Call {
            predicate: legal,
            mode: Mode::Order,
            arguments: [Item::Variable(0), Item::Variable(1)].into(),
            does: None,
        };
        let (moves, beyond) = answers(solver, &asked)?;
        let calls = match beyond.literal {
            Literal::FALSE => Vec::new(),
            _ => solver.answerable_calls(legal),
        };
        let legal = (beyond.literal == Literal::FALSE).then_some(moves);
        let terminal = terminal(solver);
        let mut states = Vec::new();
        while let Some(state) = solver.walks.states.get_index(states.len()).cloned() {
            if !solver.walks.exposed.is_empty() {
                return None;
            }
            let known = answers(solver, &state);
            states.push(match known {
                Some((answers, beyond)) => (answers, beyond.literal),
                None => (Vec::new(), Literal::TRUE),
            });
        }
        let is_any = legal.is_some() || !calls.is_empty();
        is_any.then_some(Self {
            legal,
            terminal,
            calls,
            states,
        })
    }
}

/// The answers to a call, and where there may be others.
fn answers(solver: &mut Solver<'_>, call: &Call) -> Option<(Vec<Answer>, Beyond)> {
    let found = solver.in_no_walk(|solver| {
        solver.on_frontier(Some(call.predicate), |solver, frontier| {
            solver.derive(call, frontier)
        })
    });
    let (answers, frontier) = found.ok()?;
    Some((answers, solver.beyond(frontier, None)))
}

/// Whether the game is over by `terminal`.
fn terminal(solver: &mut Solver<'_>) -> Option<Literal> {
    let (found, beyond) = solver.answers_of("terminal", &[], 0, Mode::Set).ok()?;
    let conditions: Vec<Literal> = found
        .iter()
        .map(|(_, condition)| condition.literal(&mut solver.circuit))
        .collect();
    (beyond.literal == Literal::FALSE).then(|| solver.circuit.any(conditions))
}

/// Turns what was found into what is walked.
struct Lowering<'s> {
    solver: Solver<'s>,
    first_input: u32,
    /// Known terms.
    values: IndexSet<Term, FxBuildHasher>,
}

impl<'s> Lowering<'s> {
    fn new(solver: Solver<'s>, first_input: u32) -> Self {
        Self {
            solver,
            first_input,
            values: IndexSet::default(),
        }
    }

    /// All parts; none if one is not known.
    fn parts(mut self, rules: &Rules, found: Answered) -> Option<Parts> {
        let legal = match found.legal {
            Some(legal) => {
                let legal = legal.into_iter();
                let legal = legal.map(|answer| self.listed(rules, answer));
                Some(legal.collect::<Option<Vec<_>>>()?)
            }
            None => None,
        };
        let calls = found.calls.iter().map(|call| {
            let term = self.call(call.predicate, &call.arguments)?;
            Some((term, call.continuation))
        });
        let calls = calls.collect::<Option<_>>()?;
        let mut states = Vec::new();
        for (number, (answers, beyond)) in found.states.into_iter().enumerate() {
            let call = self.solver.walks.states.get_index(number)?.clone();
            let answers = answers.into_iter().map(|answer| {
                let values = self.bindings(&call.arguments, &answer.instance);
                self.answer(&answer, &values)
            });
            let answers = answers.collect::<Option<Vec<_>>>();
            // An answer that cannot be written down may be any.
            let beyond = if answers.is_some() {
                beyond
            } else {
                Literal::TRUE
            };
            let answers = answers.unwrap_or_default();
            states.push(StateAnswers { answers, beyond });
        }
        let continuations: Vec<_> = self.solver.walks.continuations.iter().cloned().collect();
        let continuations = continuations.iter().map(|continuation| {
            let given = continuation.given.iter().map(|given| self.given(given));
            Some(walk::Continuation {
                state: continuation.state,
                given: given.collect::<Option<_>>()?,
            })
        });
        let continuations = continuations.collect::<Option<_>>()?;
        let inputs: Vec<Input> = self.solver.walks.inputs.keys().cloned().collect();
        let inputs = inputs
            .iter()
            .map(|input| self.input(input))
            .collect::<Option<_>>()?;
        let elements = self.elements();
        Some(Parts {
            first_input: self.first_input,
            inputs,
            states,
            continuations,
            values: self.values.into_iter().collect(),
            elements,
            legal,
            terminal: found.terminal,
            calls,
            circuit: self.solver.circuit,
        })
    }

    /// A call as the machine makes it.
    fn call(&self, predicate: u32, arguments: &[Item]) -> Option<Term> {
        let ((name, arity), _) = self
            .solver
            .predicates
            .predicates
            .get_index(predicate as usize)?;
        self.solver.store.goal(name, *arity, arguments)
    }

    /// A legal move.
    fn listed(&mut self, rules: &Rules, answer: Answer) -> Option<Listed> {
        let mut items = &*answer.instance;
        let player = self.solver.store.term(&mut items)?;
        let role = rules.roles().iter().position(|role| *role == player)?;
        let played: Instance = items.into();
        Some(Listed {
            role: Role(role),
            answer: self.answer(&answer, &[played])?,
        })
    }

    /// What each variable of a call is in an answer, in the order of the call.
    fn bindings(&self, mut call: &[Item], mut instance: &[Item]) -> Vec<Instance> {
        let mut values: Vec<Instance> = Vec::new();
        while let Some((item, rest)) = call.split_first() {
            call = rest;
            match item {
                Item::Variable(number) => {
                    let value = self.solver.store.next_term(&mut instance);
                    if *number as usize == values.len() {
                        values.push(value.into());
                    }
                }
                _ => instance = &instance[1..],
            }
        }
        values
    }

    fn answer(&mut self, answer: &Answer, values: &[Instance]) -> Option<walk::Answer> {
        let values = values
            .iter()
            .map(|value| self.template(value, answer.walking));
        Some(walk::Answer {
            values: values.collect::<Option<_>>()?,
            walking: answer.walking,
            condition: answer.condition.literal(&mut self.solver.circuit),
        })
    }

    fn template(&self, instance: &[Item], walking: Option<u32>) -> Option<Template> {
        let piece = |item: &Item| match item {
            Item::Hidden(number) => match self.solver.walks.hidden[*number as usize] {
                Hidden::Argument { predicate, place } => {
                    let hidden = &self.solver.walks.predicates[&predicate];
                    Some(Piece::Given(hidden.number_of(place)?))
                }
                Hidden::Output {
                    continuation,
                    place,
                } => (Some(continuation) == walking).then_some(Piece::Value(place)),
            },
            item => Some(Piece::Node(
                self.solver
                    .store
                    .node(item)
                    .filter(|_| is_ground(&[*item]))?,
            )),
        };
        instance.iter().map(piece).collect()
    }

    /// The number of a known term.
    fn value(&mut self, instance: &[Item]) -> Option<u32> {
        if !is_known(instance) {
            return None;
        }
        let term = self.solver.store.term(&mut &*instance)?;
        Some(self.values.insert_full(term).0 as u32)
    }

    fn given(&mut self, instance: &[Item]) -> Option<GivenTemplate> {
        if is_known(instance) {
            let pushed = Box::default();
            let rest = Rest::Value(self.value(instance)?);
            return Some(GivenTemplate { pushed, rest });
        }
        let cell = self.solver.store.constants.functor(&LIST_CELL.into(), 2);
        let (mut pushed, mut items) = (Vec::new(), instance);
        while let [Item::Compound(functor), rest @ ..] = items
            && *functor == cell
        {
            items = rest;
            let first: Instance = self.solver.store.next_term(&mut items).into();
            pushed.push(self.value(&first)?);
        }
        let [Item::Hidden(number)] = items else {
            return None;
        };
        Some(GivenTemplate {
            pushed: pushed.into(),
            rest: Rest::Given(self.place_of(*number)?),
        })
    }

    /// The place of a hidden argument among those of its predicate.
    fn place_of(&self, hidden: u32) -> Option<usize> {
        match self.solver.walks.hidden[hidden as usize] {
            Hidden::Argument { predicate, place } => {
                self.solver.walks.predicates[&predicate].number_of(place)
            }
            Hidden::Output { .. } => None,
        }
    }

    fn input(&mut self, input: &Input) -> Option<walk::Input> {
        Some(match input {
            Input::Equal(hidden, value) => {
                walk::Input::Equal(self.place_of(*hidden)?, self.value(value)?)
            }
            Input::Member(hidden, value) => {
                walk::Input::Member(self.place_of(*hidden)?, self.value(value)?)
            }
            Input::Continues(continuation) => walk::Input::Continues(*continuation),
        })
    }

    /// For each known term its elements, if it is a list.
    fn elements(&mut self) -> Vec<Box<[u32]>> {
        let mut elements = Vec::new();
        while let Some(value) = self.values.get_index(elements.len()) {
            let items = value.items().unwrap_or_default();
            let items = items.into_iter();
            let numbers = items.map(|item| self.values.insert_full(item).0 as u32);
            elements.push(numbers.collect());
        }
        elements
    }
}

//! `legal` and `terminal` of a game with predicates that are walked, and what they walk.

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use super::hidden::Hidden;
use super::later::Question;
use super::{Collection, Continuation, Input, Test, Walks};
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
use crate::logic::{LIST_CELL, Term, TermNode};

/// The hidden arguments that turned out not to be.
type Exposed = IndexSet<(u32, usize), FxBuildHasher>;

/// The legal moves and the end of a game, to be walked; none if nothing is walked, or if not all of them are
/// known.
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
        Walk::new(parts)
    })
}

/// What rules come to.
struct Answered {
    /// The legal moves.
    legal: Vec<Answer>,
    /// Whether the game is over.
    terminal: Literal,
    /// Where there may be other moves, or it is not known whether the game is over.
    beyond: Literal,
    /// The answers of each state, and where there may be others.
    states: Vec<(Vec<Answer>, Literal)>,
}

impl Answered {
    /// The answers to what is asked; none if not all are known.
    fn of(predicates: &Predicates, solver: &mut Solver<'_>) -> Option<Self> {
        let asked = Call {
            predicate: predicates.find("legal", 2)?,
            mode: Mode::Order,
            arguments: [Item::Variable(0), Item::Variable(1)].into(),
            does: None,
        };
        let (legal, beyond) = answers(solver, &asked)?;
        let (terminal, not_known) = terminal(solver)?;
        let beyond = solver.circuit.any([beyond.literal, not_known.literal]);
        if beyond == Literal::TRUE {
            return None;
        }
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
        Some(Self {
            legal,
            terminal,
            beyond,
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

/// Whether the game is over by `terminal`, and where that is not known.
fn terminal(solver: &mut Solver<'_>) -> Option<(Literal, Beyond)> {
    let (found, beyond) = solver.answers_of("terminal", &[], 0, Mode::Set).ok()?;
    let conditions: Vec<Literal> = found
        .iter()
        .map(|(_, condition)| condition.literal(&mut solver.circuit))
        .collect();
    Some((solver.circuit.any(conditions), beyond))
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
        let legal = found.legal.into_iter();
        let legal = legal.map(|answer| self.listed(rules, answer));
        let legal = legal.collect::<Option<_>>()?;
        let mut states = Vec::new();
        for (number, (answers, beyond)) in found.states.into_iter().enumerate() {
            let call = self.solver.walks.states.get_index(number)?.clone();
            let answers = answers.into_iter().map(|answer| {
                let values = self.bindings(&call.arguments, &answer.instance);
                let condition = answer.condition.literal(&mut self.solver.circuit);
                self.answer(&values, condition, answer.walking)
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
        let first_collection = states.len() as u32;
        for collection in &self.solver.walks.collections {
            states.push(self.collection(collection)?);
        }
        let continuations: Vec<Continuation> =
            self.solver.walks.continuations.iter().cloned().collect();
        let lists = (0..continuations.len() as u32).map(|number| self.element(number));
        let lists = lists.collect::<Option<_>>()?;
        let continuations = continuations
            .iter()
            .map(|continuation| self.continuation(continuation, first_collection));
        let continuations = continuations.collect::<Option<_>>()?;
        let questions: Vec<_> = self.solver.walks.questions.iter().cloned().collect();
        let questions = questions.iter().map(|question| self.question(question));
        let questions = questions.collect::<Option<_>>()?;
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
            lists,
            questions,
            values: self.values.into_iter().collect(),
            elements,
            legal,
            terminal: found.terminal,
            beyond: found.beyond,
            circuit: self.solver.circuit,
        })
    }

    /// The answers that a goal collects.
    fn collection(&self, collection: &Collection) -> Option<StateAnswers> {
        let answers = collection.answers.iter().map(|answer| {
            let values = self.bindings(&collection.element, &answer.item);
            self.answer(&values, answer.condition, answer.walking)
        });
        Some(StateAnswers {
            answers: answers.collect::<Option<_>>()?,
            beyond: Literal::FALSE,
        })
    }

    /// An element of a list, with the values of an answer for variables; nothing if a continuation is of none.
    fn element(&self, continuation: u32) -> Option<Template> {
        let Some(element) = self.solver.walks.element(continuation) else {
            return Some(Template::default());
        };
        let pieces = element.iter().map(|item| match item {
            Item::Variable(number) => Some(Piece::Value(*number as usize)),
            item => self.piece(item),
        });
        pieces.collect()
    }

    fn continuation(
        &mut self,
        continuation: &Continuation,
        first_collection: u32,
    ) -> Option<walk::Continuation> {
        Some(match continuation {
            Continuation::Call { state, given } => {
                let given = given.iter().map(|given| self.given(given));
                walk::Continuation::Call {
                    state: *state,
                    given: given.collect::<Option<_>>()?,
                }
            }
            Continuation::Collected(number) => {
                walk::Continuation::Collected(first_collection + number)
            }
            Continuation::Ordered { of, order } => walk::Continuation::Ordered {
                of: *of,
                order: *order,
            },
            Continuation::Selected { of, test } => walk::Continuation::Selected {
                of: *of,
                test: self.test(test)?,
            },
        })
    }

    fn test(&self, test: &Test) -> Option<walk::Test> {
        Some(match test {
            Test::Same(left, right) => {
                walk::Test::Same(self.template(left)?, self.template(right)?)
            }
            Test::Differ(left, right) => {
                walk::Test::Differ(self.template(left)?, self.template(right)?)
            }
            Test::Answered(question) => walk::Test::Answered(*question),
        })
    }

    /// The goal that is to be asked.
    fn question(&self, question: &Question) -> Option<Template> {
        let arity = question.arity as u32;
        let name = match arity {
            0 => TermNode::Atom((&*question.name).into()),
            _ => TermNode::Compound((&*question.name).into(), arity),
        };
        let arguments = question.arguments.iter().map(|item| match item {
            Item::Variable(number) => Some(Piece::Node(TermNode::Variable(*number))),
            item => self.piece(item),
        });
        [Some(Piece::Node(name))]
            .into_iter()
            .chain(arguments)
            .collect()
    }

    /// A legal move.
    fn listed(&mut self, rules: &Rules, answer: Answer) -> Option<Listed> {
        let mut items = &*answer.instance;
        let player = self.solver.store.term(&mut items)?;
        let role = rules.roles().iter().position(|role| *role == player)?;
        let played: Instance = items.into();
        let condition = answer.condition.literal(&mut self.solver.circuit);
        Some(Listed {
            role: Role(role),
            answer: self.answer(&[played], condition, answer.walking)?,
        })
    }

    /// What each variable of a call is in an answer, in the order of the call; or of the element of a list.
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

    fn answer(
        &self,
        values: &[Instance],
        condition: Literal,
        walking: Option<u32>,
    ) -> Option<walk::Answer> {
        let values = values.iter().map(|value| {
            let is_its_own = self.solver.walks.are_of_one(value, walking);
            self.template(value).filter(|_| is_its_own)
        });
        Some(walk::Answer {
            values: values.collect::<Option<_>>()?,
            walking,
            condition,
        })
    }

    fn template(&self, instance: &[Item]) -> Option<Template> {
        instance.iter().map(|item| self.piece(item)).collect()
    }

    fn piece(&self, item: &Item) -> Option<Piece> {
        let Item::Hidden(number) = item else {
            let node = self.solver.store.node(item);
            return node.filter(|_| is_ground(&[*item])).map(Piece::Node);
        };
        Some(match self.solver.walks.hidden[*number as usize] {
            Hidden::Argument { predicate, place } => {
                let hidden = &self.solver.walks.predicates[&predicate];
                Piece::Given(hidden.number_of(place)?)
            }
            Hidden::Output { place, .. } => Piece::Value(place),
            Hidden::List(continuation) => Piece::List(continuation),
            Hidden::End { list, end, place } => Piece::End(list, end, place),
            Hidden::Derived { question, place } => Piece::Derived(question, place),
        })
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
            _ => None,
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
            Input::Holds(test) => walk::Input::Holds(self.test(test)?),
            Input::Asked(input) => walk::Input::Asked(Box::new(self.input(input)?)),
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

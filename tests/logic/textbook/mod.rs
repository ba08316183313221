//! The textbook interpreter: terms as trees, bindings as a map that is copied, goals as a list.
//!
//! It knows nothing of the machine and is slow, and so plain that it can be checked by eye: what
//! the machine answers must be what this answers.

mod aggregate;
mod arithmetic;
mod deterministic;
mod error;
mod order;
mod term;

use std::collections::HashMap;
use std::rc::Rc;

use regola::logic;
use regola::syntax::tree;

use aggregate::Aggregate;
use deterministic::may_be_list;
use error::{Failure, error, indicator, instantiation, type_error};
use term::{Bindings, copy, own_number, renamed, resolve, to_logic, unify, walk};

pub use term::{Term, atom, compound, from_syntax, unifiable};

use Term::{Compound, Integer, Variable};

/// A clause with its variables numbered from 0.
struct Clause {
    head: Term,
    body: Term,
    variables: usize,
}

pub struct Interpreter {
    clauses: Vec<Clause>,
    steps: usize,
    next_variable: usize,
    /// How many proofs stand inside each other.
    depth: usize,
}

/// The deepest nesting of proofs for all answers; each takes its share of the stack.
const MAX_DEPTH: usize = 30;

/// How many terms are looked at for each step that is allowed.
const WORK_PER_STEP: usize = 100;

/// Why a proof was given up.
#[derive(Debug, PartialEq)]
pub enum Stop {
    /// A term was thrown and not caught.
    Thrown(logic::Term),
    /// More steps were needed than allowed, or something was met that the language leaves open.
    GivenUp,
}

/// What is left to prove.
#[derive(Clone)]
enum Goals {
    Done,
    Then(Rc<(Item, Goals)>),
}

#[derive(Clone)]
enum Item {
    /// A goal; a cut in it goes back to that height.
    Prove(Term, usize),
    CutTo(usize),
    /// The alternative at that height is not to be tried any more.
    Disable(usize),
    /// The innermost catch is left.
    Leave,
}

/// Where a proof stands: what is left, what is bound, and which catches are around it.
#[derive(Clone)]
struct State {
    goals: Goals,
    bindings: Bindings,
    catches: Vec<usize>,
}

enum Alternative {
    State(State),
    /// Marks a catch: its number, catcher, recovery, and the state in which it was called.
    Catch(usize, Term, Term, State),
    Disabled,
}

impl Interpreter {
    pub fn new<'c>(clauses: impl IntoIterator<Item = &'c tree::SourceTerm>, steps: usize) -> Self {
        let clauses = clauses.into_iter().map(clause).collect();
        Self {
            clauses,
            steps,
            next_variable: 0,
            depth: 0,
        }
    }

    /// The values of the query's variables in each of its first answers, and why there were no
    /// more.
    pub fn answers(
        &mut self,
        query: &tree::SourceTerm,
        most: usize,
    ) -> (Vec<Vec<logic::Term>>, Option<Stop>) {
        let mut names = Vec::new();
        let goal = from_syntax(query, &mut names);
        self.next_variable = names.len();
        let roots: Vec<Term> = (0..names.len()).map(Variable).collect();
        let mut found = Vec::new();
        let bindings = Bindings::new(self.steps * WORK_PER_STEP);
        let stop = self.prove(&call(&goal), bindings, &mut |bindings| {
            let values: Vec<Term> = roots.iter().map(|root| resolve(root, bindings)).collect();
            if bindings.exhausted() {
                return Err(Failure::GivenUp);
            }
            let mut numbers = values.iter().map(own_number).collect();
            found.push(
                values
                    .iter()
                    .map(|value| to_logic(value, &mut numbers))
                    .collect(),
            );
            Ok(found.len() < most)
        });
        let stop = stop.err().map(|failure| match failure {
            Failure::Ball(ball) => Stop::Thrown(to_logic(&ball, &mut Vec::new())),
            Failure::GivenUp => Stop::GivenUp,
        });
        (found, stop)
    }

    /// Proves a goal, with each answer's bindings to `answer`, until that has enough.
    fn prove(
        &mut self,
        goal: &Term,
        bindings: Bindings,
        answer: &mut dyn FnMut(&Bindings) -> Result<bool, Failure>,
    ) -> Result<(), Failure> {
        let mut stack: Vec<Alternative> = Vec::new();
        let start = push(&Goals::Done, Item::Prove(goal.clone(), 0));
        let mut state = Some(State {
            goals: start,
            bindings,
            catches: Vec::new(),
        });
        loop {
            let Some(mut current) = state.take() else {
                match stack.pop() {
                    None => return Ok(()),
                    Some(Alternative::State(other)) => state = Some(other),
                    Some(_) => {}
                }
                continue;
            };
            self.steps = self.steps.checked_sub(1).ok_or(Failure::GivenUp)?;
            let Goals::Then(first) = current.goals.clone() else {
                if !answer(&current.bindings)? {
                    return Ok(());
                }
                continue;
            };
            current.goals = first.1.clone();
            state = match self.step(&first.0, current.clone(), &mut stack) {
                Ok(next) => next,
                Err(Failure::Ball(ball)) => Some(catch(ball, &current, &mut stack, self)?),
                Err(failure) => return Err(failure),
            };
            if current.bindings.exhausted() {
                return Err(Failure::GivenUp);
            }
        }
    }

    fn step(
        &mut self,
        item: &Item,
        state: State,
        stack: &mut Vec<Alternative>,
    ) -> Result<Option<State>, Failure> {
        match item {
            Item::CutTo(height) => stack.truncate(*height),
            Item::Disable(height) => stack[*height] = Alternative::Disabled,
            Item::Leave => {
                let mut state = state;
                state.catches.pop();
                return Ok(Some(state));
            }
            Item::Prove(goal, barrier) => {
                let goal = walk(goal, &state.bindings);
                return self.goal(&goal, *barrier, state, stack);
            }
        }
        Ok(Some(state))
    }

    fn goal(
        &mut self,
        goal: &Term,
        barrier: usize,
        mut state: State,
        stack: &mut Vec<Alternative>,
    ) -> Result<Option<State>, Failure> {
        let (name, arguments): (&str, &[Term]) = match goal {
            Variable(_) => return Err(instantiation()),
            Compound(name, arguments) => (name, arguments),
            other => return Err(type_error("callable", other.clone())),
        };
        let rest = state.goals.clone();
        let height = stack.len();
        let go_on = |state: State, goals: Goals| Ok(Some(State { goals, ..state }));
        match (name, arguments) {
            ("true", []) => Ok(Some(state)),
            ("fail" | "false", []) => Ok(None),
            ("!", []) => {
                stack.truncate(barrier);
                Ok(Some(state))
            }
            (",", [a, b]) => go_on(state, prove(a, barrier, &prove(b, barrier, &rest))),
            (";", [a, b]) => {
                stack.push(Alternative::State(State {
                    goals: prove(b, barrier, &rest),
                    ..state.clone()
                }));
                let goals = match walk(a, &state.bindings) {
                    Compound(name, parts) if &*name == "->" && parts.len() == 2 => {
                        let then = push(&prove(&parts[1], barrier, &rest), Item::CutTo(height));
                        prove(&parts[0], height + 1, &then)
                    }
                    Compound(name, parts) if &*name == "*->" && parts.len() == 2 => {
                        let then = push(&prove(&parts[1], barrier, &rest), Item::Disable(height));
                        prove(&parts[0], height + 1, &then)
                    }
                    a => prove(&a, barrier, &rest),
                };
                go_on(state, goals)
            }
            ("->", [a, b]) => {
                let then = push(&prove(b, barrier, &rest), Item::CutTo(height));
                go_on(state, prove(a, height, &then))
            }
            ("*->", [a, b]) => go_on(state, prove(a, height, &prove(b, barrier, &rest))),
            ("\\+", [a]) => {
                stack.push(Alternative::State(state.clone()));
                let then = push(&prove(&atom("fail"), 0, &Goals::Done), Item::CutTo(height));
                go_on(state, prove(a, height + 1, &then))
            }
            ("call", [first, more @ ..]) => {
                let called = called(&walk(first, &state.bindings), more, &state.bindings)?;
                go_on(state, prove(&called, height, &rest))
            }
            ("once", [a]) => {
                let goal = compound("->", [call(a), atom("true")]);
                go_on(state, prove(&goal, barrier, &rest))
            }
            ("ignore", [a]) => {
                let goal = compound(";", [compound("->", [call(a), atom("true")]), atom("true")]);
                go_on(state, prove(&goal, barrier, &rest))
            }
            ("forall", [a, b]) => {
                let counterexample = compound(",", [call(a), compound("\\+", [call(b)])]);
                go_on(
                    state,
                    prove(&compound("\\+", [counterexample]), barrier, &rest),
                )
            }
            ("findall", [_, _, result]) if !may_be_list(result, &state.bindings) => {
                Err(Failure::GivenUp)
            }
            ("findall", [template, a, result]) => {
                let items = self.all(Aggregate::Bag(template.clone(), Vec::new()), a, &state)?;
                unify_if_any(result, items, state)
            }
            ("aggregate_all", [what, a, result]) => {
                let aggregate = Aggregate::new(what, &state.bindings).ok_or(Failure::GivenUp)?;
                let found = self.all(aggregate, a, &state)?;
                unify_if_any(result, found, state)
            }
            ("arg", [number, term, argument]) => {
                let goal = argument_goal(
                    &walk(number, &state.bindings),
                    &walk(term, &state.bindings),
                    argument,
                )?;
                go_on(state, prove(&goal, barrier, &rest))
            }
            ("catch", [a, catcher, recovery]) => {
                let number = self.next_variable;
                self.next_variable += 1;
                stack.push(Alternative::Catch(
                    number,
                    catcher.clone(),
                    recovery.clone(),
                    state.clone(),
                ));
                state.catches.push(number);
                go_on(
                    state,
                    prove(&call(a), height + 1, &push(&rest, Item::Leave)),
                )
            }
            ("throw", [ball]) => match resolve(ball, &state.bindings) {
                Variable(_) => Err(instantiation()),
                ball => Err(Failure::Ball(ball)),
            },
            _ => match deterministic::holds(
                name,
                arguments,
                &mut state.bindings,
                &mut self.next_variable,
            )? {
                Some(holds) => Ok(holds.then_some(state)),
                None => self.clauses(goal, name, arguments, state, stack),
            },
        }
    }

    /// Tries the clauses of a predicate in order.
    fn clauses(
        &mut self,
        goal: &Term,
        name: &str,
        arguments: &[Term],
        state: State,
        stack: &mut Vec<Alternative>,
    ) -> Result<Option<State>, Failure> {
        let barrier = stack.len();
        let mut known = false;
        let mut matching = Vec::new();
        for clause in &self.clauses {
            let Compound(head, parameters) = &clause.head else {
                continue;
            };
            if **head != *name || parameters.len() != arguments.len() {
                continue;
            }
            known = true;
            let base = self.next_variable;
            self.next_variable += clause.variables;
            let mut bindings = state.bindings.clone();
            if unify(goal, &renamed(&clause.head, base), &mut bindings)? {
                let goals = prove(&renamed(&clause.body, base), barrier, &state.goals);
                matching.push(State {
                    goals,
                    bindings,
                    catches: state.catches.clone(),
                });
            }
        }
        if !known {
            let missing = indicator(name, arguments.len());
            return Err(error(compound(
                "existence_error",
                [atom("procedure"), missing],
            )));
        }
        stack.extend(matching.into_iter().rev().map(Alternative::State));
        Ok(None)
    }

    /// What is made of all answers to a goal, if anything.
    fn all(
        &mut self,
        mut aggregate: Aggregate,
        goal: &Term,
        state: &State,
    ) -> Result<Option<Term>, Failure> {
        if self.depth == MAX_DEPTH {
            return Err(Failure::GivenUp);
        }
        self.depth += 1;
        let proved = self.prove(&call(goal), state.bindings.clone(), &mut |bindings| {
            aggregate.add(bindings).map(|()| true)
        });
        self.depth -= 1;
        proved?;
        aggregate.finish(|term| self.copy(term))
    }

    fn copy(&mut self, term: &Term) -> Term {
        let mut names = HashMap::new();
        copy(term, &mut names, &mut self.next_variable)
    }
}

fn unify_if_any(
    result: &Term,
    found: Option<Term>,
    mut state: State,
) -> Result<Option<State>, Failure> {
    let Some(found) = found else { return Ok(None) };
    Ok(unify(result, &found, &mut state.bindings)?.then_some(state))
}

/// The goal that finds the argument of a number, or each argument if the number is not known.
fn argument_goal(number: &Term, term: &Term, argument: &Term) -> Result<Term, Failure> {
    let Compound(_, parts) = term else {
        return Err(Failure::GivenUp);
    };
    let equals = |part: &Term| compound("=", [argument.clone(), part.clone()]);
    match number {
        _ if parts.is_empty() => Err(Failure::GivenUp),
        Integer(number @ 0..) => {
            let part = usize::try_from(number - 1)
                .ok()
                .and_then(|place| parts.get(place));
            Ok(part.map_or_else(|| atom("fail"), equals))
        }
        Variable(_) => {
            let each = |(place, part): (usize, &Term)| {
                compound(
                    ",",
                    [
                        compound("=", [number.clone(), Integer(place as i64 + 1)]),
                        equals(part),
                    ],
                )
            };
            Ok(parts
                .iter()
                .enumerate()
                .map(each)
                .rev()
                .reduce(|later, first| compound(";", [first, later]))
                .expect("there is a part"))
        }
        _ => Err(Failure::GivenUp),
    }
}

/// The state of the recovery of the innermost catch around the failed one whose catcher unifies.
fn catch(
    ball: Term,
    failed: &State,
    stack: &mut Vec<Alternative>,
    interpreter: &mut Interpreter,
) -> Result<State, Failure> {
    let ball = interpreter.copy(&ball);
    while let Some(alternative) = stack.pop() {
        let Alternative::Catch(number, catcher, recovery, mut state) = alternative else {
            continue;
        };
        if failed.catches.contains(&number) && unify(&catcher, &ball, &mut state.bindings)? {
            state.goals = prove(&call(&recovery), stack.len(), &state.goals);
            return Ok(state);
        }
    }
    Err(Failure::Ball(ball))
}

/// The goal that `call/N` proves: variables in it that stand for goals become calls.
fn called(goal: &Term, more: &[Term], bindings: &Bindings) -> Result<Term, Failure> {
    match goal {
        Variable(_) => Err(instantiation()),
        Compound(name, arguments) => {
            let all: Vec<Term> = arguments.iter().chain(more).cloned().collect();
            let goal = Compound(name.clone(), all.into());
            as_body(&goal, bindings).ok_or_else(|| type_error("callable", resolve(&goal, bindings)))
        }
        other => Err(type_error("callable", other.clone())),
    }
}

/// A term as a body; none if a part of it can never be called.
fn as_body(term: &Term, bindings: &Bindings) -> Option<Term> {
    match walk(term, bindings) {
        Compound(name, parts) if matches!(&*name, "," | ";" | "->" | "*->") && parts.len() == 2 => {
            Some(compound(
                &name,
                [as_body(&parts[0], bindings)?, as_body(&parts[1], bindings)?],
            ))
        }
        Variable(number) => Some(call(&Variable(number))),
        goal @ Compound(..) => Some(goal),
        _ => None,
    }
}

fn call(goal: &Term) -> Term {
    compound("call", [goal.clone()])
}

fn prove(goal: &Term, barrier: usize, rest: &Goals) -> Goals {
    push(rest, Item::Prove(goal.clone(), barrier))
}

fn push(rest: &Goals, item: Item) -> Goals {
    Goals::Then(Rc::new((item, rest.clone())))
}

fn clause(syntax: &tree::SourceTerm) -> Clause {
    let mut names = Vec::new();
    let (head, body) = match from_syntax(syntax, &mut names) {
        Compound(name, parts) if &*name == ":-" => (parts[0].clone(), parts[1].clone()),
        fact => (fact, atom("true")),
    };
    let body = as_body(&body, &Bindings::new(usize::MAX)).expect("a body is made of goals");
    Clause {
        head,
        body,
        variables: names.len(),
    }
}

//! The textbook interpreter: terms as trees, bindings as a map that is copied, goals as a list.
//!
//! It knows nothing of the machine and is slow, and so plain that it can be checked by eye: what the
//! machine answers must be what this answers.

use std::collections::HashMap;
use std::rc::Rc;

use regola::logic;
use regola::syntax::tree::{self, TermKind};

/// A term as a tree; a variable is its number.
#[derive(Clone, Debug, PartialEq)]
pub enum Term {
    Variable(usize),
    Integer(i64),
    Text(Rc<str>),
    Compound(Rc<str>, Rc<[Term]>),
}

use Term::{Compound, Integer, Text, Variable};

pub fn atom(name: &str) -> Term {
    Compound(name.into(), Rc::new([]))
}

pub fn compound<const N: usize>(name: &str, arguments: [Term; N]) -> Term {
    Compound(name.into(), Rc::new(arguments))
}

fn list(items: Vec<Term>) -> Term {
    items.into_iter().rev().fold(atom("[]"), |tail, head| compound("[|]", [head, tail]))
}

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
}

/// Why a proof was given up.
#[derive(Debug, PartialEq)]
pub enum Stop {
    /// A term was thrown and not caught.
    Thrown(logic::Term),
    /// More steps were needed than allowed.
    TooLong,
}

type Bindings = HashMap<usize, Term>;

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

/// A thrown ball, or the end of patience.
enum Failure {
    Ball(Term),
    TooLong,
}

impl Interpreter {
    pub fn new(clauses: &[tree::Term], steps: usize) -> Self {
        let clauses = clauses.iter().map(clause).collect();
        Self { clauses, steps, next_variable: 0 }
    }

    /// The values of the query's variables in each of its first answers, and why there were no more.
    pub fn answers(&mut self, query: &tree::Term, most: usize) -> (Vec<Vec<logic::Term>>, Option<Stop>) {
        let mut names = Vec::new();
        let goal = from_syntax(query, &mut names);
        self.next_variable = names.len();
        let roots: Vec<Term> = (0..names.len()).map(Variable).collect();
        let mut found = Vec::new();
        let stop = self.prove(&goal, Bindings::new(), &mut |bindings| {
            let values: Vec<Term> = roots.iter().map(|root| resolve(root, bindings)).collect();
            let mut numbers = values.iter().map(own_number).collect();
            found.push(values.iter().map(|value| to_logic(value, &mut numbers)).collect());
            found.len() < most
        });
        let stop = stop.err().map(|failure| match failure {
            Failure::Ball(ball) => Stop::Thrown(to_logic(&ball, &mut Vec::new())),
            Failure::TooLong => Stop::TooLong,
        });
        (found, stop)
    }

    /// Proves a goal, with each answer's bindings to `answer`, until that has enough.
    fn prove(
        &mut self,
        goal: &Term,
        bindings: Bindings,
        answer: &mut dyn FnMut(&Bindings) -> bool,
    ) -> Result<(), Failure> {
        let mut stack: Vec<Alternative> = Vec::new();
        let start = push(&Goals::Done, Item::Prove(goal.clone(), 0));
        let mut state = Some(State { goals: start, bindings, catches: Vec::new() });
        loop {
            let Some(mut current) = state.take() else {
                match stack.pop() {
                    None => return Ok(()),
                    Some(Alternative::State(other)) => state = Some(other),
                    Some(_) => {}
                }
                continue;
            };
            self.steps = self.steps.checked_sub(1).ok_or(Failure::TooLong)?;
            let Goals::Then(first) = current.goals.clone() else {
                if !answer(&current.bindings) {
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
        }
    }

    fn step(&mut self, item: &Item, state: State, stack: &mut Vec<Alternative>) -> Result<Option<State>, Failure> {
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
                stack.push(Alternative::State(State { goals: prove(b, barrier, &rest), ..state.clone() }));
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
                go_on(state, prove(&compound("\\+", [counterexample]), barrier, &rest))
            }
            ("findall", [template, a, result]) => {
                let items = self.all(template, a, &state)?;
                Ok(unify(result, &list(items), &mut state.bindings)?.then_some(state))
            }
            ("aggregate_all", [_, a, result]) => {
                let count = Integer(self.all(&atom("x"), a, &state)?.len() as i64);
                Ok(unify(result, &count, &mut state.bindings)?.then_some(state))
            }
            ("catch", [a, catcher, recovery]) => {
                let number = self.next_variable;
                self.next_variable += 1;
                stack.push(Alternative::Catch(number, catcher.clone(), recovery.clone(), state.clone()));
                state.catches.push(number);
                go_on(state, prove(&call(a), height + 1, &push(&rest, Item::Leave)))
            }
            ("throw", [ball]) => match resolve(ball, &state.bindings) {
                Variable(_) => Err(instantiation()),
                ball => Err(Failure::Ball(ball)),
            },
            ("=", [a, b]) => Ok(unify(a, b, &mut state.bindings)?.then_some(state)),
            ("\\=", [a, b]) => Ok((!unify(a, b, &mut state.bindings.clone())?).then_some(state)),
            ("==", [a, b]) => Ok((resolve(a, &state.bindings) == resolve(b, &state.bindings)).then_some(state)),
            ("\\==", [a, b]) => Ok((resolve(a, &state.bindings) != resolve(b, &state.bindings)).then_some(state)),
            ("var", [a]) => Ok(matches!(walk(a, &state.bindings), Variable(_)).then_some(state)),
            ("nonvar", [a]) => Ok((!matches!(walk(a, &state.bindings), Variable(_))).then_some(state)),
            ("is", [a, b]) => {
                let value = Integer(evaluate(b, &state.bindings)?);
                Ok(unify(a, &value, &mut state.bindings)?.then_some(state))
            }
            ("<", [a, b]) => Ok((evaluate(a, &state.bindings)? < evaluate(b, &state.bindings)?).then_some(state)),
            ("=:=", [a, b]) => Ok((evaluate(a, &state.bindings)? == evaluate(b, &state.bindings)?).then_some(state)),
            _ => self.clauses(goal, name, arguments, state, stack),
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
            let Compound(head, parameters) = &clause.head else { continue };
            if **head != *name || parameters.len() != arguments.len() {
                continue;
            }
            known = true;
            let base = self.next_variable;
            self.next_variable += clause.variables;
            let mut bindings = state.bindings.clone();
            if unify(goal, &renamed(&clause.head, base), &mut bindings)? {
                let goals = prove(&renamed(&clause.body, base), barrier, &state.goals);
                matching.push(State { goals, bindings, catches: state.catches.clone() });
            }
        }
        if !known {
            let indicator = compound("/", [atom(name), Integer(arguments.len() as i64)]);
            return Err(error(compound("existence_error", [atom("procedure"), indicator])));
        }
        stack.extend(matching.into_iter().rev().map(Alternative::State));
        Ok(None)
    }

    /// Copies of a template, one for each answer of a goal.
    fn all(&mut self, template: &Term, goal: &Term, state: &State) -> Result<Vec<Term>, Failure> {
        let mut items = Vec::new();
        self.prove(&call(goal), state.bindings.clone(), &mut |bindings| {
            items.push(resolve(template, bindings));
            true
        })?;
        Ok(items.iter().map(|item| self.copy(item)).collect())
    }

    fn copy(&mut self, term: &Term) -> Term {
        let mut names = HashMap::new();
        copy(term, &mut names, &mut self.next_variable)
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
        let Alternative::Catch(number, catcher, recovery, mut state) = alternative else { continue };
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
            Some(compound(&name, [as_body(&parts[0], bindings)?, as_body(&parts[1], bindings)?]))
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

/// What a term is bound to, at its top.
fn walk(term: &Term, bindings: &Bindings) -> Term {
    let mut term = term;
    while let Variable(number) = term {
        match bindings.get(number) {
            Some(value) => term = value,
            None => break,
        }
    }
    term.clone()
}

/// A term with all its bindings.
fn resolve(term: &Term, bindings: &Bindings) -> Term {
    match walk(term, bindings) {
        Compound(name, arguments) => {
            Compound(name, arguments.iter().map(|argument| resolve(argument, bindings)).collect())
        }
        other => other,
    }
}

/// Unification by J. A. Robinson (1965), with occurs check: a program that would make an infinite term
/// is given up.
fn unify(left: &Term, right: &Term, bindings: &mut Bindings) -> Result<bool, Failure> {
    match (walk(left, bindings), walk(right, bindings)) {
        (Variable(a), Variable(b)) if a == b => Ok(true),
        (Variable(a), other) | (other, Variable(a)) => {
            if occurs(a, &other, bindings) {
                return Err(Failure::TooLong);
            }
            bindings.insert(a, other);
            Ok(true)
        }
        (Compound(f, xs), Compound(g, ys)) if f == g && xs.len() == ys.len() => {
            for (x, y) in xs.iter().zip(&*ys) {
                if !unify(x, y, bindings)? {
                    return Ok(false);
                }
            }
            Ok(true)
        }
        (left, right) => Ok(left == right),
    }
}

/// Whether two terms unify; none if that would make an infinite term.
pub fn unifiable(left: &Term, right: &Term) -> Option<bool> {
    unify(left, right, &mut Bindings::new()).ok()
}

fn occurs(variable: usize, term: &Term, bindings: &Bindings) -> bool {
    match walk(term, bindings) {
        Variable(other) => other == variable,
        Compound(_, arguments) => arguments.iter().any(|argument| occurs(variable, argument, bindings)),
        _ => false,
    }
}

fn renamed(term: &Term, base: usize) -> Term {
    match term {
        Variable(number) => Variable(base + number),
        Compound(name, arguments) => {
            Compound(name.clone(), arguments.iter().map(|argument| renamed(argument, base)).collect())
        }
        other => other.clone(),
    }
}

fn copy(term: &Term, names: &mut HashMap<usize, usize>, next: &mut usize) -> Term {
    match term {
        Variable(number) => Variable(*names.entry(*number).or_insert_with(|| {
            *next += 1;
            *next - 1
        })),
        Compound(name, arguments) => {
            Compound(name.clone(), arguments.iter().map(|argument| copy(argument, names, next)).collect())
        }
        other => other.clone(),
    }
}

fn evaluate(expression: &Term, bindings: &Bindings) -> Result<i64, Failure> {
    match walk(expression, bindings) {
        Integer(value) => Ok(value),
        Variable(_) => Err(instantiation()),
        Compound(name, arguments) if &*name == "[|]" && walk(&arguments[1], bindings) == atom("[]") => {
            evaluate(&arguments[0], bindings)
        }
        Compound(name, arguments) if &*name == "+" && arguments.len() == 2 => {
            let (left, right) = (evaluate(&arguments[0], bindings)?, evaluate(&arguments[1], bindings)?);
            left.checked_add(right).ok_or_else(|| error(compound("evaluation_error", [atom("int_overflow")])))
        }
        Compound(name, arguments) => {
            Err(type_error("evaluable", compound("/", [atom(&name), Integer(arguments.len() as i64)])))
        }
        text => Err(type_error("evaluable", text)),
    }
}

/// A variable that only errors contain; it is copied before it meets any other.
const CONTEXT: Term = Variable(usize::MAX);

fn error(formal: Term) -> Failure {
    Failure::Ball(compound("error", [formal, CONTEXT]))
}

fn instantiation() -> Failure {
    error(atom("instantiation_error"))
}

fn type_error(expected: &str, culprit: Term) -> Failure {
    error(compound("type_error", [atom(expected), culprit]))
}

fn clause(syntax: &tree::Term) -> Clause {
    let mut names = Vec::new();
    let (head, body) = match from_syntax(syntax, &mut names) {
        Compound(name, parts) if &*name == ":-" => (parts[0].clone(), parts[1].clone()),
        fact => (fact, atom("true")),
    };
    let body = as_body(&body, &Bindings::new()).expect("a body is made of goals");
    Clause { head, body, variables: names.len() }
}

/// The textbook's form of a piece of syntax; every `_` is a variable of its own.
pub fn from_syntax(term: &tree::Term, names: &mut Vec<String>) -> Term {
    let mut all = |terms: &[tree::Term]| -> Vec<Term> { terms.iter().map(|term| from_syntax(term, names)).collect() };
    match &term.kind {
        TermKind::Variable(name) => {
            let known = names.iter().position(|known| **known == **name && &**name != "_");
            Variable(known.unwrap_or_else(|| {
                names.push(name.to_string());
                names.len() - 1
            }))
        }
        TermKind::Integer(value) => Integer(*value),
        TermKind::String(text) => Text((&**text).into()),
        TermKind::Atom(name) => atom(name),
        TermKind::Compound { functor, arguments, .. } => Compound((&**functor).into(), all(arguments).into()),
        TermKind::List { items, tail } => {
            let items = all(items);
            let tail = tail.as_ref().map_or(atom("[]"), |tail| from_syntax(tail, names));
            items.into_iter().rev().fold(tail, |tail, head| compound("[|]", [head, tail]))
        }
    }
}

/// What stands at a root's place among the numbered variables: the variable that is its value.
fn own_number(value: &Term) -> usize {
    match value {
        Variable(variable) => *variable,
        _ => usize::MAX,
    }
}

/// The term as answers have it: a variable has the number of the first root whose value it is;
/// others are numbered after those in the order in which they are met.
fn to_logic(term: &Term, numbers: &mut Vec<usize>) -> logic::Term {
    match term {
        Variable(variable) => {
            let known = numbers.iter().position(|known| known == variable);
            logic::Term::variable(known.unwrap_or_else(|| {
                numbers.push(*variable);
                numbers.len() - 1
            }) as u32)
        }
        Integer(value) => logic::Term::integer(*value),
        Text(text) => logic::Term::string(text),
        Compound(name, arguments) => {
            let arguments: Vec<_> = arguments.iter().map(|argument| to_logic(argument, numbers)).collect();
            logic::Term::compound(name, &arguments)
        }
    }
}

//! The kinds of goals that an explanation distinguishes.

use super::goal::Goal;
use super::inquiry::Inquiry;
use crate::logic::construct::{Construct, OverLists};
use crate::logic::ids::PredicateId;
use crate::logic::schema::Storage;
use crate::logic::symbol::LIST_CELL;
use crate::logic::term::{Term, TermNode, View};
use crate::syntax::tree::Name;

/// The meaning of a goal.
pub(super) enum Meaning {
    /// A cut or `true`: the explanation leaves it out.
    Silent,
    /// The goal holds if one of these conjunctions does. For a condition, the first branch begins
    /// with the condition and the second with its negation.
    Branches {
        bodies: Vec<Vec<Goal>>,
        conditional: bool,
    },
    /// A predicate with clauses of the program.
    Clauses(PredicateId),
    /// A fact of the position; `keys` is the number of key arguments, if the last argument is a
    /// value.
    Position { keys: Option<usize> },
    /// A fact that the question assumes.
    Given,
    /// A negation of the goal.
    Negation(Goal),
    /// `forall/2`.
    ForAll(Goal, Goal),
    /// A gateway, by its name and all arguments except the last, and the goal that it proves in
    /// other facts.
    Elsewhere(Name, Vec<Term>, Goal),
    /// A goal that the engine proves itself.
    Engine,
}

impl Inquiry<'_> {
    pub(super) fn meaning(&self, goal: &Goal) -> Meaning {
        let Some((name, arity)) = goal.functor() else {
            return Meaning::Engine;
        };
        if let Some(id) = self.program().predicate(name, arity)
            && self.program().clauses(id).next().is_some()
        {
            return Meaning::Clauses(id);
        }
        if let Some(relation) = self.program().schema().relation(name, arity) {
            return match relation.storage {
                Storage::Given => Meaning::Given,
                _ => Meaning::Position {
                    keys: relation.valued.then_some(relation.keys),
                },
            };
        }
        if self.is_gateway(name, arity)
            && let Some(inner) = goal.arguments().pop()
            && let Some(leading) = leading_arguments(&goal.term)
        {
            return Meaning::Elsewhere(name.into(), leading, inner);
        }
        let parts = goal.arguments();
        let construct = Construct::of(name, &parts);
        construct.map_or(Meaning::Engine, |construct| of_construct(goal, &construct))
    }
}

/// The meaning of a construct.
fn of_construct(goal: &Goal, construct: &Construct<'_, Goal>) -> Meaning {
    let engine = |meaning: Option<Vec<Goal>>| meaning.map_or(Meaning::Engine, one_branch);
    match construct {
        Construct::True | Construct::Cut => Meaning::Silent,
        Construct::Not(inner) | Construct::NotPredicate(inner) => {
            Meaning::Negation((*inner).clone())
        }
        Construct::ForAll(condition, action) => {
            Meaning::ForAll((*condition).clone(), (*action).clone())
        }
        Construct::And(..) => one_branch(goal.conjuncts()),
        Construct::Or(left, right) => disjunction(left, right),
        Construct::IfThen(condition, then) => one_branch(taken_once(condition, then)),
        Construct::SoftIfThen(condition, then) => one_branch(taken(condition, then)),
        Construct::Once(inner) | Construct::Call(inner, []) if is_callable(inner) => {
            one_branch(inner.conjuncts())
        }
        Construct::Ignore(inner) if is_callable(inner) => Meaning::Branches {
            bodies: vec![vec![inner.within("once")], vec![inner.within("\\+")]],
            conditional: false,
        },
        Construct::Call(inner, added) if is_callable(inner) => {
            engine(with_more_arguments(inner, added).map(|goal| vec![goal]))
        }
        Construct::OverLists(OverLists::MapList, closure, lists) if is_callable(closure) => {
            engine(element_by_element(closure, lists))
        }
        Construct::Once(_)
        | Construct::Ignore(_)
        | Construct::Call(..)
        | Construct::OverLists(..)
        | Construct::Fail
        | Construct::Throw
        | Construct::Apply
        | Construct::FindAll(_)
        | Construct::FindAllBefore(..)
        | Construct::AggregateAll(_)
        | Construct::BagOf(_)
        | Construct::SetOf(_)
        | Construct::Quantified(_)
        | Construct::Catch(..)
        | Construct::Lambda(..) => Meaning::Engine,
    }
}

fn one_branch(body: Vec<Goal>) -> Meaning {
    Meaning::Branches {
        bodies: vec![body],
        conditional: false,
    }
}

fn disjunction(left: &Goal, right: &Goal) -> Meaning {
    let parts = left.arguments();
    let choice = left
        .functor()
        .and_then(|(name, _)| Construct::of(name, &parts));
    let otherwise = |condition: &Goal| [vec![condition.within("\\+")], right.conjuncts()].concat();
    let (bodies, conditional) = match choice {
        Some(Construct::IfThen(condition, then)) => (
            vec![taken_once(condition, then), otherwise(condition)],
            true,
        ),
        Some(Construct::SoftIfThen(condition, then)) => {
            (vec![taken(condition, then), otherwise(condition)], true)
        }
        _ => (vec![left.conjuncts(), right.conjuncts()], false),
    };
    Meaning::Branches {
        bodies,
        conditional,
    }
}

/// Longer lists are not explained element by element.
const MOST_ELEMENTS: usize = 50;

/// The goals that `maplist` proves for lists of known and equal length; `None` for other lists.
fn element_by_element(closure: &Goal, lists: &[Goal]) -> Option<Vec<Goal>> {
    let columns: Vec<Vec<Term>> = lists
        .iter()
        .map(|list| elements(&list.term))
        .collect::<Option<_>>()?;
    let length = columns
        .first()
        .map(Vec::len)
        .filter(|length| (1..=MOST_ELEMENTS).contains(length))?;
    if columns.iter().any(|column| column.len() != length) {
        return None;
    }
    let element = |term: &Term| Goal {
        term: term.clone(),
        written: None,
        place: closure.place,
    };
    let row = |at: usize| {
        columns
            .iter()
            .map(|column| element(&column[at]))
            .collect::<Vec<_>>()
    };
    (0..length)
        .map(|at| with_more_arguments(closure, &row(at)))
        .collect()
}

/// The elements of a proper list, at most one more than [`MOST_ELEMENTS`].
fn elements(list: &Term) -> Option<Vec<Term>> {
    let (mut elements, mut rest) = (Vec::new(), list.clone());
    while rest.functor() == Some((LIST_CELL, 2)) {
        let [head, tail] = <[Term; 2]>::try_from(rest.arguments()).ok()?;
        elements.push(head);
        if elements.len() > MOST_ELEMENTS {
            return None;
        }
        rest = tail;
    }
    (rest.functor() == Some(("[]", 0))).then_some(elements)
}

/// All arguments except the last, if they are ground.
fn leading_arguments(term: &Term) -> Option<Vec<Term>> {
    let mut arguments = term.arguments();
    arguments.pop()?;
    arguments.iter().all(Term::is_ground).then_some(arguments)
}

fn is_callable(goal: &Goal) -> bool {
    goal.functor().is_some()
}

/// The condition and the branch that it selects, for the first answer of the condition.
fn taken_once(condition: &Goal, then: &Goal) -> Vec<Goal> {
    taken(&condition.within("once"), then)
}

/// The condition and the branch that it selects, for every answer of the condition.
fn taken(condition: &Goal, then: &Goal) -> Vec<Goal> {
    [vec![condition.clone()], then.conjuncts()].concat()
}

fn with_more_arguments(goal: &Goal, extra: &[Goal]) -> Option<Goal> {
    let parts = goal.arguments();
    if let Some(Construct::Lambda(parameters, body, [])) = Construct::of(goal.functor()?.0, &parts)
    {
        return lambda_applied(parameters, body, extra);
    }
    let arguments: Vec<Term> = goal
        .term
        .arguments()
        .into_iter()
        .chain(extra.iter().map(|goal| goal.term.clone()))
        .collect();
    let name = match goal.term.view() {
        View::Atom(name) | View::Compound(name, _) => name,
        _ => return None,
    };
    Some(Goal {
        term: Term::compound(&name, &arguments),
        written: None,
        place: goal.place,
    })
}

/// The body of `[X, Y] >> Body` for these values of its parameters; `None` unless each parameter is
/// a variable and there is one for each value.
fn lambda_applied(parameters: &Goal, body: &Goal, values: &[Goal]) -> Option<Goal> {
    let parameters = elements(&parameters.term)?
        .iter()
        .map(variable_number)
        .collect::<Option<Vec<u32>>>()?;
    if parameters.len() != values.len() {
        return None;
    }
    let value = |number: &u32| {
        parameters
            .iter()
            .position(|parameter| parameter == number)
            .map(|at| &values[at].term)
    };
    let nodes = body.term.nodes().iter().flat_map(|node| match node {
        TermNode::Variable(number) => {
            value(number).map_or_else(|| vec![node.clone()], |value| value.nodes().to_vec())
        }
        _ => vec![node.clone()],
    });
    let term = Term::from_nodes(nodes.collect());
    Some(body.with_term(term))
}

fn variable_number(term: &Term) -> Option<u32> {
    match term.nodes() {
        [TermNode::Variable(number)] => Some(*number),
        _ => None,
    }
}

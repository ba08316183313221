//! Clauses as an evaluation reads them: control constructs told apart from calls.

use std::rc::Rc;

use rustc_hash::FxHashSet;

use super::constants::Constants;
use super::reason::Reason;
use super::store::{Pattern, Value};
use super::subsequence::ListGoal;
use crate::logic::construct::Construct;
use crate::syntax::source::Span;

/// A clause.
#[derive(Debug)]
pub(super) struct Clause {
    pub head: Box<[Pattern]>,
    pub body: Box<[Goal]>,
    /// How many variables it has.
    pub variables: u32,
}

impl Clause {
    /// Whether a goal of it is a cut.
    pub fn has_cut(&self) -> bool {
        self.body.iter().any(|goal| matches!(goal.kind, Kind::Cut))
    }
}

/// A goal and where it stands.
#[derive(Debug)]
pub(super) struct Goal {
    pub kind: Kind,
    pub span: Span,
    /// A number that no other goal has.
    pub number: u32,
    /// The variables in it, by number.
    pub variables: Box<[u32]>,
    /// Those of them that stand elsewhere in the clause too.
    pub live: Box<[u32]>,
    /// Whether it has variables that stand nowhere else, such as `_`: their values are for nobody.
    pub has_void: bool,
}

/// The kinds of goals.
#[derive(Debug)]
pub(super) enum Kind {
    True,
    Fail,
    Cut,
    All(Box<[Goal]>),
    Either(Box<Goal>, Box<Goal>),
    /// Condition, then, else.
    IfThenElse(Box<Goal>, Box<Goal>, Box<Goal>),
    /// The same for all answers to the condition.
    SoftIfThenElse(Box<Goal>, Box<Goal>, Box<Goal>),
    Not(Box<Goal>),
    Once(Box<Goal>),
    /// What is aggregated, over which goal, and the result.
    Aggregate(Aggregate, Box<Goal>, Pattern),
    /// Template, goal, list, and whether that is in the order of terms, each once.
    FindAll(Pattern, Box<Goal>, Pattern, bool),
    /// What `bagof` or `setof` comes to where these variables are bound.
    Solutions(Box<[u32]>, Box<Goal>),
    Unify(Pattern, Pattern),
    Is(Pattern, Pattern),
    Compare(Comparison, Pattern, Pattern),
    Call(Callee, Box<[Pattern]>),
    /// What holds after a move.
    After(Box<After>),
    /// A goal that is never compiled.
    Refused(Reason),
}

impl Goal {
    /// The variables of a call or an equation that stand nowhere else, in a frame.
    pub fn unread(&self, frame: u32) -> Vec<Value> {
        let mut variables = FxHashSet::default();
        match &self.kind {
            _ if !self.has_void => {}
            Kind::Call(_, arguments) => {
                let arguments = arguments.iter();
                arguments.for_each(|argument| argument.add_variables(&mut variables));
            }
            Kind::Unify(left, right) => {
                left.add_variables(&mut variables);
                right.add_variables(&mut variables);
            }
            _ => {}
        }
        let is_unread = |variable: &u32| !self.live.contains(variable);
        let unread = variables.into_iter().filter(is_unread);
        unread
            .map(|variable| Value::Variable(frame + variable))
            .collect()
    }

    /// Calls `visit` with what each call in it calls.
    pub fn each_callee<'g>(&'g self, visit: &mut dyn FnMut(&'g Callee)) {
        match &self.kind {
            Kind::Call(callee, _) => visit(callee),
            _ => {
                let parts = self.parts().into_iter();
                parts.for_each(|goal| goal.each_callee(visit));
            }
        }
    }

    /// Whether this or a goal in it is one that is looked for.
    pub fn any(&self, wanted: &dyn Fn(&Callee) -> bool) -> bool {
        match &self.kind {
            Kind::Call(callee, _) => wanted(callee),
            _ => self.parts().into_iter().any(|goal| goal.any(wanted)),
        }
    }

    /// Whether it is a goal of the library that may call what it is given, or such a goal is in it.
    pub fn calls_arguments(&self) -> bool {
        match &self.kind {
            Kind::Call(Callee::Static(name), arguments) => Construct::of(name, arguments).is_some(),
            Kind::Call(..) => false,
            _ => self.parts().into_iter().any(Self::calls_arguments),
        }
    }

    /// Whether a number is calculated in it by adding or subtracting two that are no constants.
    pub fn sums_numbers(&self, constants: &Constants) -> bool {
        match &self.kind {
            Kind::Is(_, expression) => expression.has_sum(constants),
            _ => self
                .parts()
                .into_iter()
                .any(|goal| goal.sums_numbers(constants)),
        }
    }

    /// The goals that it is made of.
    pub fn parts(&self) -> Vec<&Goal> {
        match &self.kind {
            Kind::All(goals) => goals.iter().collect(),
            Kind::Either(one, other) => vec![one, other],
            Kind::IfThenElse(test, then, otherwise)
            | Kind::SoftIfThenElse(test, then, otherwise) => vec![test, then, otherwise],
            Kind::Not(goal)
            | Kind::Once(goal)
            | Kind::Aggregate(_, goal, _)
            | Kind::FindAll(_, goal, ..)
            | Kind::Solutions(_, goal) => vec![goal],
            Kind::After(after) => vec![&after.goal],
            Kind::Call(..)
            | Kind::True
            | Kind::Fail
            | Kind::Cut
            | Kind::Unify(..)
            | Kind::Is(..)
            | Kind::Compare(..)
            | Kind::Refused(_) => Vec::new(),
        }
    }
}

/// A goal that is proved in the position after a move.
#[derive(Debug)]
pub(super) struct After {
    pub player: Pattern,
    pub played: Pattern,
    pub goal: Goal,
    /// The variables of the goal that stand elsewhere in the clause, by number.
    pub outer: Box<[u32]>,
}

/// What is called.
#[derive(Clone, Debug)]
pub(super) enum Callee {
    /// Clauses of which some depend on the position, by the number of the predicate.
    Clauses(u32),
    /// Facts of the position, by the number of the relation.
    Fluent(u32),
    /// Which moves are chosen.
    Does,
    /// A goal of the library about a list, with its name.
    OfList(ListGoal, Rc<str>),
    /// Anything else, by its name: the machine answers, and nothing that it says depends on the
    /// position.
    Static(Rc<str>),
}

/// The kinds of `aggregate_all`.
#[derive(Debug)]
pub(super) enum Aggregate {
    Count,
    Sum(Pattern),
    /// The value, and what else is wanted of the answer that has it.
    Max(Pattern, Option<Pattern>),
    Min(Pattern, Option<Pattern>),
}

/// Arithmetic comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Comparison {
    Equal,
    Unequal,
    Less,
    AtMost,
}

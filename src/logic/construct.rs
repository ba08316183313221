//! The control constructs and meta-predicates: goals that are made of other goals, and a few that
//! steer the proof themselves.
//!
//! Code that walks through goals matches [`Construct`] without a wildcard. So a new construct does
//! not compile until each such place handles it. A program may redefine some of the names: a reader
//! that knows the program's own predicates looks these up first.

use crate::syntax::tree::SourceTerm;

/// A control construct or meta-predicate with its arguments, terms of any kind.
#[derive(Debug)]
pub(crate) enum Construct<'t, T> {
    /// `First, Second`
    And(&'t T, &'t T),
    /// `Either ; Or`, also where the left side is a condition.
    Or(&'t T, &'t T),
    /// `Condition -> Then`
    IfThen(&'t T, &'t T),
    /// `Condition *-> Then`
    SoftIfThen(&'t T, &'t T),
    /// `!`
    Cut,
    /// `true`
    True,
    /// `fail` and `false`
    Fail,
    /// `throw(Error)`
    Throw,
    /// `\+ Goal`
    Not(&'t T),
    /// `not(Goal)`
    NotPredicate(&'t T),
    /// `call(Goal, Argument, ...)`: the goal and the arguments that are added to it.
    Call(&'t T, &'t [T]),
    /// `apply(Goal, Arguments)`; the goal is known only when it runs.
    Apply,
    /// `once(Goal)`
    Once(&'t T),
    /// `ignore(Goal)`
    Ignore(&'t T),
    /// `forall(Condition, Action)`
    ForAll(&'t T, &'t T),
    /// `findall(Template, Goal, Result)`
    FindAll(AllSolutions<'t, T>),
    /// `findall(Template, Goal, Result, Tail)`; the tail follows the answers.
    FindAllBefore(AllSolutions<'t, T>, &'t T),
    /// `aggregate_all(Aggregation, Goal, Result)`
    AggregateAll(AllSolutions<'t, T>),
    /// `bagof(Template, Goal, Result)`
    BagOf(AllSolutions<'t, T>),
    /// `setof(Template, Goal, Result)`
    SetOf(AllSolutions<'t, T>),
    /// `Variable ^ Goal`: the goal.
    Quantified(&'t T),
    /// `catch(Goal, Catcher, Recovery)`: the goal and the recovery.
    Catch(&'t T, &'t T),
    /// `Parameters >> Body`, and the arguments with which it is called.
    Lambda(&'t T, &'t T, &'t [T]),
    /// `maplist(Closure, List, ...)` and its like: the closure and the other arguments.
    OverLists(OverLists, &'t T, &'t [T]),
}

/// The arguments of a goal that collects all answers of another goal.
#[derive(Debug)]
pub(crate) struct AllSolutions<'t, T> {
    /// The term that is collected for each answer.
    pub template: &'t T,
    /// The goal whose answers are collected.
    pub goal: &'t T,
    /// The term that unifies with the collected result.
    pub result: &'t T,
}

/// The predicates that call a closure with the elements of lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OverLists {
    /// `maplist`
    MapList,
    /// `foldl`
    FoldLeft,
    /// `include`
    Include,
    /// `exclude`
    Exclude,
    /// `partition/4`
    Partition,
    /// `partition/5`, by an order
    PartitionByOrder,
    /// `convlist`
    ConvertList,
    /// `predsort`
    SortByPredicate,
}

impl OverLists {
    /// How many arguments the construct adds to the closure when it takes `others` arguments
    /// besides it.
    pub fn added(self, others: usize) -> usize {
        match self {
            Self::MapList | Self::FoldLeft => others,
            Self::Include | Self::Exclude | Self::Partition => 1,
            Self::PartitionByOrder | Self::ConvertList => 2,
            Self::SortByPredicate => 3,
        }
    }
}

impl<'t, T> Construct<'t, T> {
    /// The construct with this name and these arguments, if they make one.
    pub fn of(name: &str, arguments: &'t [T]) -> Option<Self> {
        Some(match (name, arguments) {
            (",", [first, second]) => Self::And(first, second),
            (";", [left, right]) => Self::Or(left, right),
            ("->", [condition, then]) => Self::IfThen(condition, then),
            ("*->", [condition, then]) => Self::SoftIfThen(condition, then),
            ("!", []) => Self::Cut,
            ("true", []) => Self::True,
            ("fail" | "false", []) => Self::Fail,
            ("throw", [_]) => Self::Throw,
            ("\\+", [goal]) => Self::Not(goal),
            ("not", [goal]) => Self::NotPredicate(goal),
            ("call", [goal, added @ ..]) => Self::Call(goal, added),
            ("apply", [_, _]) => Self::Apply,
            ("once", [goal]) => Self::Once(goal),
            ("ignore", [goal]) => Self::Ignore(goal),
            ("forall", [condition, action]) => Self::ForAll(condition, action),
            ("findall", [answers @ .., tail]) if arguments.len() == 4 => {
                Self::FindAllBefore(AllSolutions::of(answers)?, tail)
            }
            ("findall", answers) => Self::FindAll(AllSolutions::of(answers)?),
            ("aggregate_all", answers) => Self::AggregateAll(AllSolutions::of(answers)?),
            ("bagof", answers) => Self::BagOf(AllSolutions::of(answers)?),
            ("setof", answers) => Self::SetOf(AllSolutions::of(answers)?),
            ("^", [_, goal]) => Self::Quantified(goal),
            ("catch", [goal, _, recovery]) => Self::Catch(goal, recovery),
            (">>", [parameters, body, added @ ..]) => Self::Lambda(parameters, body, added),
            (_, [closure, others @ ..]) => {
                let predicate = match (name, others.len()) {
                    ("maplist", 1..) => OverLists::MapList,
                    ("foldl", 3..=5) => OverLists::FoldLeft,
                    ("include", 2) => OverLists::Include,
                    ("exclude", 2) => OverLists::Exclude,
                    ("partition", 3) => OverLists::Partition,
                    ("partition", 4) => OverLists::PartitionByOrder,
                    ("convlist", 2) => OverLists::ConvertList,
                    ("predsort", 2) => OverLists::SortByPredicate,
                    _ => return None,
                };
                Self::OverLists(predicate, closure, others)
            }
            _ => return None,
        })
    }
}

impl<T> Construct<'_, T> {
    /// Whether it is a connective: an operator between two goals.
    pub fn is_connective(&self) -> bool {
        self.group() == ConstructGroup::Connective
    }

    /// Whether it is a control construct rather than an ordinary predicate: it combines goals or
    /// steers the proof.
    pub fn is_control(&self) -> bool {
        self.group() != ConstructGroup::Predicate
    }

    fn group(&self) -> ConstructGroup {
        match self {
            Self::And(..) | Self::Or(..) | Self::IfThen(..) | Self::SoftIfThen(..) => {
                ConstructGroup::Connective
            }
            Self::Not(_) | Self::Cut | Self::True => ConstructGroup::Control,
            Self::Fail
            | Self::Throw
            | Self::NotPredicate(_)
            | Self::Call(..)
            | Self::Apply
            | Self::Once(_)
            | Self::Ignore(_)
            | Self::ForAll(..)
            | Self::FindAll(_)
            | Self::FindAllBefore(..)
            | Self::AggregateAll(_)
            | Self::BagOf(_)
            | Self::SetOf(_)
            | Self::Quantified(_)
            | Self::Catch(..)
            | Self::Lambda(..)
            | Self::OverLists(..) => ConstructGroup::Predicate,
        }
    }
}

/// The kinds of constructs, as the reader of a rule file sees them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ConstructGroup {
    /// An operator between two goals.
    Connective,
    /// Another operator, or a goal that only steers the proof.
    Control,
    /// A predicate like any other.
    Predicate,
}

impl Construct<'static, ()> {
    /// The construct with this name and this number of arguments, whatever the arguments are.
    pub fn named(name: &str, arity: usize) -> Option<Self> {
        const ARGUMENTS: &[()] = &[(); 256];
        Self::of(name, ARGUMENTS.get(..arity)?)
    }
}

impl<'t, T> AllSolutions<'t, T> {
    fn of(arguments: &'t [T]) -> Option<Self> {
        let [template, goal, result] = arguments else {
            return None;
        };
        Some(Self {
            template,
            goal,
            result,
        })
    }
}

impl<'t> Construct<'t, SourceTerm> {
    /// The construct that a goal is, if it is one.
    pub fn of_goal(goal: &'t SourceTerm) -> Option<Self> {
        let (name, arguments) = goal.name_and_arguments()?;
        Self::of(name, arguments)
    }
}

/// The goals of a conjunction in order; any other goal alone. The number of goals has no bound.
pub(crate) fn conjuncts(goal: &SourceTerm) -> Vec<&SourceTerm> {
    let (mut goals, mut rest) = (Vec::new(), vec![goal]);
    while let Some(goal) = rest.pop() {
        match Construct::of_goal(goal) {
            Some(Construct::And(first, second)) => rest.extend([second, first]),
            _ => goals.push(goal),
        }
    }
    goals
}

/// How `aggregate_all` combines all answers.
#[derive(Debug)]
pub(crate) enum Aggregation<'t, T> {
    /// `count`
    Count,
    /// `sum(Expression)`
    Sum(&'t T),
    /// `max(Expression)`
    Max(&'t T),
    /// `min(Expression)`
    Min(&'t T),
    /// `max(Expression, Witness)`
    MaxWitness(&'t T, &'t T),
    /// `min(Expression, Witness)`
    MinWitness(&'t T, &'t T),
    /// `bag(Template)`
    Bag(&'t T),
    /// `set(Template)`
    Set(&'t T),
}

impl<'t> Aggregation<'t, SourceTerm> {
    /// The aggregate that a term asks for, if the clause shows it.
    pub fn of(term: &'t SourceTerm) -> Option<Self> {
        let (name, arguments) = term.name_and_arguments()?;
        Some(match (&**name, arguments) {
            ("count", []) => Self::Count,
            ("sum", [expression]) => Self::Sum(expression),
            ("max", [expression]) => Self::Max(expression),
            ("min", [expression]) => Self::Min(expression),
            ("max", [expression, witness]) => Self::MaxWitness(expression, witness),
            ("min", [expression, witness]) => Self::MinWitness(expression, witness),
            ("bag", [template]) => Self::Bag(template),
            ("set", [template]) => Self::Set(template),
            _ => return None,
        })
    }
}

/// How a construct calls a goal in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Calling {
    /// As a part of the proof.
    Plainly,
    /// For all its answers; its bindings are not seen outside.
    Collected,
    /// To see whether it fails; its bindings are not seen outside.
    Negated,
}

/// A goal, or a closure, that a construct calls.
#[derive(Debug)]
pub(crate) struct InnerGoal<'t, T> {
    /// The goal as it is written.
    pub goal: &'t T,
    /// How many arguments are added to it.
    pub added: usize,
    /// How it is called.
    pub calling: Calling,
}

impl<'t, T> Construct<'t, T> {
    /// The goals that the construct calls, in the order of the text, as far as the clause shows
    /// them. The goal of `apply` is known only when it runs.
    pub fn inner(&self) -> Vec<InnerGoal<'t, T>> {
        let with = |goal, added, calling| InnerGoal {
            goal,
            added,
            calling,
        };
        let plainly = |goal| with(goal, 0, Calling::Plainly);
        let negated = |goal| with(goal, 0, Calling::Negated);
        match self {
            Self::Cut | Self::True | Self::Fail | Self::Throw | Self::Apply => Vec::new(),
            Self::And(first, second)
            | Self::Or(first, second)
            | Self::IfThen(first, second)
            | Self::SoftIfThen(first, second) => vec![plainly(*first), plainly(*second)],
            Self::Not(goal) | Self::NotPredicate(goal) => vec![negated(*goal)],
            Self::ForAll(condition, action) => vec![negated(*condition), negated(*action)],
            Self::Once(goal) | Self::Ignore(goal) | Self::Quantified(goal) => {
                vec![plainly(*goal)]
            }
            Self::Call(goal, added) => vec![with(*goal, added.len(), Calling::Plainly)],
            Self::FindAll(answers)
            | Self::FindAllBefore(answers, _)
            | Self::AggregateAll(answers)
            | Self::BagOf(answers)
            | Self::SetOf(answers) => vec![with(answers.goal, 0, Calling::Collected)],
            Self::Catch(goal, recovery) => vec![plainly(*goal), plainly(*recovery)],
            Self::Lambda(_, body, _) => vec![plainly(*body)],
            Self::OverLists(predicate, closure, others) => {
                vec![with(
                    *closure,
                    predicate.added(others.len()),
                    Calling::Plainly,
                )]
            }
        }
    }
}

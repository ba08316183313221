//! Facts that a question brings along: they hold in the position that is asked about.

use std::sync::Arc;

use super::failure::Failure;
use super::position::Position;
use super::query::Answers;
use super::rules::Rules;
use crate::logic::Term;
use crate::logic::construct::{AllSolutions, Construct};
use crate::syntax::tree::{SourceTerm, TermKind};

impl Rules {
    /// Asks a question as [`query`](Self::query) does, in which goals about the predicate of `given`
    /// have these facts as answers. A predicate of the rules with this name comes first. The facts are
    /// known in the position itself: not to the clauses of the rules, and not in positions after moves.
    ///
    /// # Errors
    /// As for [`query`](Self::query).
    pub fn query_given(
        &self,
        position: &Position,
        question: &str,
        (name, arity): (&str, usize),
        given: &[Term],
    ) -> Result<Answers<'_>, Failure> {
        let is_own = self.program().predicate(name, arity).is_some();
        let facts = given.iter().map(|fact| fact.to_syntax(&[])).collect();
        let given = Given { name, arity, facts };
        self.query_changed(position, question, |goal| match is_own {
            true => goal,
            false => given.answering(&goal),
        })
    }
}

/// The facts of one predicate.
struct Given<'a> {
    name: &'a str,
    arity: usize,
    facts: Vec<SourceTerm>,
}

impl Given<'_> {
    /// The goal, with the facts as answers to the goals of the predicate that are parts of it. The parser
    /// bounds how deep a term nests, so plain recursion is safe.
    fn answering(&self, goal: &SourceTerm) -> SourceTerm {
        let Some((name, arguments)) = goal.name_and_arguments() else {
            return goal.clone();
        };
        if **name == *self.name && arguments.len() == self.arity {
            return self.one_of_the_facts(goal);
        }
        let TermKind::Compound {
            functor,
            functor_span,
            ..
        } = &goal.kind
        else {
            return goal.clone();
        };
        let changed = |argument| match asks_here(name, arguments, argument) {
            true => self.answering(argument),
            false => argument.clone(),
        };
        SourceTerm {
            kind: TermKind::Compound {
                functor: functor.clone(),
                functor_span: *functor_span,
                arguments: arguments.iter().map(changed).collect(),
            },
            span: goal.span,
        }
    }

    /// `Goal = Fact ; Goal = Fact ; ... ; fail`
    fn one_of_the_facts(&self, goal: &SourceTerm) -> SourceTerm {
        let term = |kind| SourceTerm {
            kind,
            span: goal.span,
        };
        let infix = |operator: &str, left: SourceTerm, right: SourceTerm| {
            term(TermKind::Compound {
                functor: operator.into(),
                functor_span: goal.name_span(),
                arguments: Arc::new([left, right]),
            })
        };
        let none = term(TermKind::Atom("fail".into()));
        self.facts.iter().rev().fold(none, |others, fact| {
            infix(";", infix("=", goal.clone(), fact.clone()), others)
        })
    }
}

/// Whether a construct asks this argument as a goal, in the same position.
fn asks_here(name: &str, arguments: &[SourceTerm], argument: &SourceTerm) -> bool {
    let is = |goal: &SourceTerm| std::ptr::eq(goal, argument);
    match Construct::of(name, arguments) {
        Some(
            Construct::And(first, second)
            | Construct::Or(first, second)
            | Construct::IfThen(first, second)
            | Construct::SoftIfThen(first, second)
            | Construct::ForAll(first, second)
            | Construct::Catch(first, second),
        ) => is(first) || is(second),
        Some(
            Construct::Not(goal)
            | Construct::NotPredicate(goal)
            | Construct::Once(goal)
            | Construct::Ignore(goal)
            | Construct::Quantified(goal)
            | Construct::FindAll(AllSolutions { goal, .. })
            | Construct::FindAllBefore(AllSolutions { goal, .. }, _)
            | Construct::AggregateAll(AllSolutions { goal, .. })
            | Construct::BagOf(AllSolutions { goal, .. })
            | Construct::SetOf(AllSolutions { goal, .. }),
        ) => is(goal),
        Some(
            Construct::Cut
            | Construct::True
            | Construct::Fail
            | Construct::Throw
            | Construct::Call(..)
            | Construct::Apply
            | Construct::Lambda(..)
            | Construct::OverLists(..),
        )
        | None => false,
    }
}

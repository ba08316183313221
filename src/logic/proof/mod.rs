//! Proofs and failures: why a goal holds, and why it does not.
//!
//! The machine's code cannot be walked, so the machine is asked: a clause proves an answer if the
//! conjunction of "the goal is the head" with the body gives that answer, and the first condition
//! that fails is the one after the longest beginning of the body that holds. So every explanation
//! means what the machine means, at the price of proving each goal once more for every level above
//! it.
//!
//! An [`Inquiry`] asks, and gives a [`Proof`] or a [`Refutation`]; [`Trees`] prints both.
//! A [`Goal`] knows how it is written in the rule file, so that variables keep their names.

mod goal;
mod inquiry;
mod instance;
mod meaning;
mod rule;
mod text;
mod why;
mod why_not;

pub use goal::Goal;
pub use inquiry::{Bounds, Inquiry};
pub use text::Trees;

use super::error::Error;
use super::term::Term;
use crate::syntax::source::Span;

/// Why a goal holds.
#[derive(Clone, Debug)]
pub struct Proof {
    /// The goal, with what its variables were bound to when it had been proved.
    pub goal: Goal,
    /// Why it holds.
    pub reason: Reason,
}

/// The reason for which a goal holds.
#[derive(Clone, Debug)]
pub enum Reason {
    /// A clause of the program, and the goals of its body that were proved for it; none for a fact.
    Clause {
        /// The head of the clause.
        place: Span,
        /// What holds of its body, in order. Of a disjunction or condition only the branch taken.
        premises: Vec<Proof>,
    },
    /// A fact of the position.
    Position,
    /// A fact that the question itself assumes.
    Given,
    /// It is proved in other facts, by these goals.
    Elsewhere {
        /// What holds there.
        premises: Vec<Proof>,
    },
    /// Something that the engine knows: a built-in, or a predicate of a prelude.
    Engine,
    /// A negation: there is no proof of what it denies.
    Negation,
    /// `forall/2`, and for how many cases it held.
    Cases(u64),
    /// It holds, but the bounds do not allow to say why.
    Unexplored,
}

/// Why a goal does not hold.
#[derive(Clone, Debug)]
pub struct Refutation {
    /// The goal, with what its variables were bound to when it was called.
    pub goal: Goal,
    /// The obstacle to it.
    pub obstacle: Obstacle,
}

/// The obstacle that keeps a goal from holding.
#[derive(Clone, Debug)]
pub enum Obstacle {
    /// No clause has a head that fits: the arguments, from 1, that fit no clause even alone, and
    /// how many clauses there are.
    NoHead {
        /// The culprits; none if only their combination fits nothing.
        arguments: Vec<usize>,
        /// The clauses of the predicate.
        clauses: usize,
    },
    /// Clauses, or branches of a disjunction, that could have answered, each with the first
    /// condition that failed.
    Attempts {
        /// In order.
        attempts: Vec<Attempt>,
        /// How many clauses were not tried, because a cut before the failure forbids it.
        cut_off: usize,
    },
    /// The position does not hold it.
    Position {
        /// The key that was asked for, as a goal with any value.
        any: Goal,
        /// Some facts that the position holds for that key.
        instead: Vec<Term>,
    },
    /// Nothing that the question assumes fits.
    Given,
    /// A test or calculation of the engine: what it gives instead, where that can be said.
    Engine(Option<String>),
    /// A negation: what it denies holds.
    Holds(Vec<Proof>),
    /// It fails in the other facts in which it is asked, and why.
    Elsewhere(Box<Refutation>),
    /// `forall/2`: a case in which the second goal fails.
    Counterexample(Box<Refutation>),
    /// It ends in an error.
    Error(Box<Error>),
    /// The bounds do not allow to say more.
    Unexplored,
}

/// A clause or branch that could have made a goal hold.
#[derive(Clone, Debug)]
pub struct Attempt {
    /// The head of the clause; none for a branch within a clause.
    pub clause: Option<Span>,
    /// The first condition that failed, as it was called the first time.
    pub condition: Goal,
    /// In how many ways the conditions before it hold.
    pub ways: usize,
    /// Whether there are more ways than were counted.
    pub more: bool,
    /// Why it failed, for the first few different ways of calling it.
    pub cases: Vec<Refutation>,
}

/// The explanation of a question's answer.
#[derive(Clone, Debug)]
pub enum Explanation {
    /// It has an answer: the proof of each goal of the first one.
    Holds(Vec<Proof>),
    /// It has none.
    Fails(Box<Refutation>),
}

//! Proofs and refutations: why a goal holds, and why it does not.
//!
//! The machine's code cannot be walked, so the machine is asked. A clause proves an answer if the
//! conjunction of "the goal is the head" with the body gives that answer. The first condition that
//! fails is the one after the longest beginning of the body that holds. So an explanation always
//! agrees with the machine. The price is that each goal is proved once more for every level above
//! it.
//!
//! An [`Inquiry`] asks, and gives a [`Proof`] or a [`Refutation`]; [`Trees`] prints both. A
//! [`Goal`] includes its form in the rule file, so that variables keep their names.

mod goal;
mod inquiry;
mod instance;
mod meaning;
mod raising;
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
    /// The goal, with the values of its variables after it was proved.
    pub goal: Goal,
    /// Why it holds.
    pub reason: Reason,
}

/// Why a goal holds.
#[derive(Clone, Debug)]
pub enum Reason {
    /// A clause of the program, and the goals of its body that were proved; none for a fact.
    Clause {
        /// The head of the clause.
        place: Span,
        /// The proofs of its body, in order. For a disjunction or condition only the branch taken.
        premises: Vec<Proof>,
    },
    /// A fact of the position.
    Position,
    /// A fact that the question itself assumes.
    Given,
    /// These goals prove it in other facts.
    Elsewhere {
        /// The proofs in those facts.
        premises: Vec<Proof>,
    },
    /// A predicate of the engine: a built-in predicate, or one of a prelude.
    Engine,
    /// A negation: the negated goal has no proof.
    Negation,
    /// `forall/2`, with the number of cases in which it held.
    Cases(u64),
    /// It holds, but the bounds leave no room to explain why.
    Unexplored,
}

/// Why a goal does not hold.
#[derive(Clone, Debug)]
pub struct Refutation {
    /// The goal, with the values of its variables when it was called.
    pub goal: Goal,
    /// The obstacle to it.
    pub obstacle: Obstacle,
}

/// Why a goal does not hold.
#[derive(Clone, Debug)]
pub enum Obstacle {
    /// No clause has a matching head. Lists the arguments, from 1, that match no clause even alone,
    /// and the number of clauses.
    NoHead {
        /// The arguments that match no clause; empty if only their combination matches no clause.
        arguments: Vec<usize>,
        /// The number of clauses of the predicate.
        clauses: usize,
    },
    /// Clauses, or branches of a disjunction, that could have answered, each with the first
    /// condition that failed.
    Attempts {
        /// In order.
        attempts: Vec<Attempt>,
        /// How many clauses were not tried because of a cut before the failure.
        cut_off: usize,
    },
    /// The position does not contain the fact.
    Position {
        /// The key of the fact, as a goal with a variable for the value.
        any: Goal,
        /// Some facts of the position with that key.
        instead: Vec<Term>,
    },
    /// No given fact matches.
    Given,
    /// A test or calculation of the engine, with the actual result if it can be shown.
    Engine(Option<String>),
    /// A negation: the negated goal holds.
    Holds(Vec<Proof>),
    /// It fails in the other facts in which it is proved, and why.
    Elsewhere(Box<Refutation>),
    /// `forall/2`: a case in which the second goal fails.
    Counterexample(Box<Refutation>),
    /// It is a goal of a tabled predicate that stands above already: it would follow only from itself.
    Circular,
    /// It ends in an error.
    Error(Box<Error>),
    /// The bounds leave no room to explain why.
    Unexplored,
}

/// A clause or branch that could have made a goal hold.
#[derive(Clone, Debug)]
pub struct Attempt {
    /// The head of the clause; `None` for a branch within a clause.
    pub clause: Option<Span>,
    /// The first condition that failed, as in its first call.
    pub condition: Goal,
    /// The number of ways in which the conditions before it hold.
    pub ways: usize,
    /// Whether there are more ways than were counted.
    pub more: bool,
    /// Why it failed, for the first few different calls.
    pub cases: Vec<Refutation>,
}

/// The explanation of a question's answer.
#[derive(Clone, Debug)]
pub enum Explanation {
    /// It has an answer: the proofs of its goals for the first answer.
    Holds(Vec<Proof>),
    /// It has none.
    Fails(Box<Refutation>),
}

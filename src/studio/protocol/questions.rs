//! Answers to goals, and their costs.

use serde::Serialize;

use super::FilePlace;

/// Answers to a goal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GoalAnswers {
    /// The answers in the order in which they are found.
    pub answers: Vec<GoalAnswer>,
    /// Whether there may be further ones.
    pub more: bool,
}

/// An answer to a goal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GoalAnswer {
    /// The answer as a goal: `P = black, M = f5`, or `true`.
    pub text: String,
    /// The variables that it binds, each with its value.
    pub values: Vec<(String, String)>,
}

/// The cost of a search for all answers to a goal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GoalProfile {
    /// The goal.
    pub goal: String,
    /// The number of answers.
    pub answers: u64,
    /// The number of calls of predicates, in all.
    pub steps: u64,
    /// The predicates that were called, those with the most steps of their own first.
    pub predicates: Vec<PredicateCost>,
}

/// The cost of a predicate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PredicateCost {
    /// The predicate, as `cell/3`.
    pub name: String,
    /// Its first clause, if the game's files have one.
    pub place: Option<FilePlace>,
    /// The steps that it takes itself, without those of the predicates it calls.
    pub steps: u64,
    /// How often it was called.
    pub calls: u64,
    /// How often it was proved, each further proof counted.
    pub exits: u64,
    /// How often it was asked for a further proof.
    pub redos: u64,
    /// How often it failed, at once or after its last proof.
    pub fails: u64,
}

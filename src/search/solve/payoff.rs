//! The value of a finished game.

use crate::game::{PositionStack, Role};
use crate::search::value::{BEST_GOAL, Value};

/// The value of a finished game for a role.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::search) enum Payoff {
    /// Its goal.
    Goal,
    /// The value of the heuristic of this number: the score of a game that counts.
    Score(usize),
}

impl Payoff {
    /// The value for a role of the top position, in which the game is over.
    pub fn of<E>(self, stack: &mut dyn PositionStack<Error = E>, role: Role) -> Result<Value, E> {
        Ok(match self {
            Payoff::Goal => Value::from_goal(stack.goal(role)?.min(BEST_GOAL)),
            Payoff::Score(heuristic) => {
                Value::from_estimate(stack.evaluate(Some(heuristic), role)?)
            }
        })
    }

    /// Whether many different values occur, so that it pays to ask first whether a move is better.
    pub fn has_many_values(self) -> bool {
        matches!(self, Payoff::Score(_))
    }
}

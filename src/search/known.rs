//! What a solver knows of the root before it has the answer. A host that stops it is left with this.

use super::value::Value;
use crate::game::Role;

/// What a solver knows, as it tells its [`Watch`](super::Watch).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// What a role can force.
    Value(KnownValue),
    /// Retrograde analysis lists the positions that can be reached; of the root it knows nothing yet.
    Listed {
        /// The number of positions that were listed.
        positions: u64,
        /// Those of them whose moves were not played.
        waiting: u64,
    },
}

/// What is known of the value that a role can force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownValue {
    /// The role.
    pub role: Role,
    /// It can force this value; that of a loss if nothing is known.
    pub at_least: Value,
    /// It can force no more than this value; that of a win if nothing is known.
    pub at_most: Value,
    /// The plies to the end, if the value is known and no way to it is quicker.
    pub plies: Option<usize>,
    /// It can force no win within this number of plies.
    pub no_win_within: usize,
    /// The others can force no loss within this number of plies.
    pub no_loss_within: usize,
}

impl KnownValue {
    /// Nothing is known.
    #[must_use]
    pub fn nothing(role: Role) -> Self {
        Self {
            role,
            at_least: Value::LOSS,
            at_most: Value::WIN,
            plies: None,
            no_win_within: 0,
            no_loss_within: 0,
        }
    }

    /// The role can force this value and no more.
    #[must_use]
    pub fn exact(role: Role, value: Value) -> Self {
        Self {
            at_least: value,
            at_most: value,
            ..Self::nothing(role)
        }
    }

    /// What is known by both together, which are about one role.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            role: self.role,
            at_least: self.at_least.max(other.at_least),
            at_most: self.at_most.min(other.at_most),
            plies: self.plies.or(other.plies),
            no_win_within: self.no_win_within.max(other.no_win_within),
            no_loss_within: self.no_loss_within.max(other.no_loss_within),
        }
    }

    /// The value, if it is known.
    #[must_use]
    pub fn value(self) -> Option<Value> {
        (self.at_least == self.at_most).then_some(self.at_least)
    }
}

//! The values that still matter in a search by alpha-beta.

use super::choice::Aim;
use super::transposition_table::Bound;
use super::value::Value;

/// The open interval of values that still matter.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub(super) alpha: Value,
    pub(super) beta: Value,
}

impl Window {
    /// All values matter.
    pub(super) const FULL: Window = Window {
        alpha: Value::LOSS,
        beta: Value::WIN,
    };

    /// All values matter, and lie inside.
    pub(super) const ALL: Window = Window {
        alpha: Value::LOSS.just_below(),
        beta: Value::WIN.just_above(),
    };

    /// Whether a value can lie inside.
    pub(super) fn is_wide(self) -> bool {
        self.alpha.just_above() < self.beta
    }

    /// Whether a value lies inside.
    pub(super) fn contains(self, value: Value) -> bool {
        self.alpha < value && value < self.beta
    }

    /// Whether a value is better for the role to move than what it has.
    pub(super) fn is_improved(self, aim: Aim, value: Value) -> bool {
        match aim {
            Aim::Greatest => value > self.alpha,
            Aim::Least => value < self.beta,
        }
    }

    /// The window without a value inside that tells whether a value is better for the role to move
    /// than what it has.
    pub(super) fn null(self, aim: Aim) -> Window {
        match aim {
            Aim::Greatest => Window {
                beta: self.alpha.just_above(),
                ..self
            },
            Aim::Least => Window {
                alpha: self.beta.just_below(),
                ..self
            },
        }
    }

    /// What a search with this window that has found `value` says of the position.
    pub(super) fn bound(self, value: Value) -> Bound {
        if value >= self.beta {
            Bound::AtLeast
        } else if value <= self.alpha {
            Bound::AtMost
        } else {
            Bound::Exact
        }
    }

    /// The window after the role to move has found a move with this value.
    pub(super) fn narrowed(self, aim: Aim, value: Value) -> Window {
        match aim {
            Aim::Greatest => Window {
                alpha: self.alpha.max(value),
                ..self
            },
            Aim::Least => Window {
                beta: self.beta.min(value),
                ..self
            },
        }
    }

    pub(super) fn is_empty(self) -> bool {
        self.alpha >= self.beta
    }
}

//! The values that still matter in a search by alpha-beta.

use super::choice::Aim;
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

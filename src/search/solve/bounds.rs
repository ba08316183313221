//! What is known about the value that a role can force.

use crate::game::MoveNumber;
use crate::search::transposition_table::{Bound, Entry};
use crate::search::value::Value;
use crate::search::window::Window;

/// The values between which the value of a position lies, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    pub lower: Value,
    pub upper: Value,
}

impl Bounds {
    /// Nothing is known.
    pub const ALL: Bounds = Bounds {
        lower: Value::LOSS,
        upper: Value::WIN,
    };

    /// The value is this one.
    pub fn exact(value: Value) -> Self {
        Self {
            lower: value,
            upper: value,
        }
    }

    /// What an entry of the table says.
    pub fn of_entry(entry: &Entry) -> Self {
        Self::ALL.narrowed(entry.bound, entry.value)
    }

    /// The value if it is known.
    pub fn value(self) -> Option<Value> {
        (self.lower == self.upper).then_some(self.lower)
    }

    /// The answer to the question that a window asks: the value if it is known, or a bound on it
    /// that lies beyond the same edge of the window.
    pub fn answer(self, window: Window) -> Option<Value> {
        if self.lower >= window.beta {
            Some(self.lower)
        } else if self.upper <= window.alpha {
            Some(self.upper)
        } else {
            self.value()
        }
    }

    /// The part of a window in which the value can lie.
    pub fn within(self, window: Window) -> Window {
        Window {
            alpha: window.alpha.max(self.lower),
            beta: window.beta.min(self.upper),
        }
    }

    /// What is known once `value` is found to be such a bound.
    pub fn narrowed(self, bound: Bound, value: Value) -> Self {
        match bound {
            Bound::Exact => Self::exact(value),
            Bound::AtLeast => Self {
                lower: self.lower.max(value),
                ..self
            },
            Bound::AtMost => Self {
                upper: self.upper.min(value),
                ..self
            },
        }
    }

    /// An entry that keeps the value if it is known, otherwise the bound that was found last.
    pub fn entry(self, found: Bound, work: usize, best: Option<MoveNumber>) -> Entry {
        let (value, bound) = match (self.value(), found) {
            (Some(value), _) => (value, Bound::Exact),
            (None, Bound::AtLeast) => (self.lower, Bound::AtLeast),
            (None, _) => (self.upper, Bound::AtMost),
        };
        Entry {
            value,
            bound,
            depth: work,
            is_complete: true,
            best,
        }
    }
}

//! What is known about the goal that a role can force in a position.

use crate::game::MoveNumber;
use crate::search::transposition_table::{Bound, Entry};
use crate::search::value::Value;

/// The goal of a win, and the greatest goal.
pub(in crate::search) const BEST_GOAL: u8 = 100;
/// The goal of a loss.
pub(super) const WORST_GOAL: u8 = 0;
/// The goal of a draw.
const EVEN_GOAL: u8 = 50;

/// The goals between which the goal of a position lies, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    pub lower: u8,
    pub upper: u8,
}

impl Bounds {
    /// Nothing is known.
    pub const ALL: Bounds = Bounds {
        lower: WORST_GOAL,
        upper: BEST_GOAL,
    };

    /// The goal is this one.
    pub fn exact(goal: u8) -> Self {
        Self {
            lower: goal,
            upper: goal,
        }
    }

    /// What an entry of the table says.
    pub fn of_entry(entry: &Entry) -> Self {
        // A draw has the value of an even estimate, so that `Value::goal` does not tell it.
        let goal = entry.value.goal().unwrap_or(EVEN_GOAL);
        match entry.bound {
            Bound::Exact => Self::exact(goal),
            Bound::AtLeast => Self {
                lower: goal,
                ..Self::ALL
            },
            Bound::AtMost => Self {
                upper: goal,
                ..Self::ALL
            },
        }
    }

    /// The answer to the question whether the goal is at least `asked`: a bound on the goal that
    /// lies on the same side of `asked` as the goal itself.
    pub fn answer(self, asked: u8) -> Option<u8> {
        if self.lower >= asked {
            Some(self.lower)
        } else if self.upper < asked {
            Some(self.upper)
        } else {
            None
        }
    }

    /// What is known once that question is answered with `bound`.
    pub fn narrowed(self, asked: u8, bound: u8) -> Self {
        if bound >= asked {
            Self {
                lower: self.lower.max(bound),
                ..self
            }
        } else {
            Self {
                upper: self.upper.min(bound),
                ..self
            }
        }
    }

    /// An entry that keeps the goal if it is known, otherwise the bound that answers whether the
    /// goal is at least `asked`.
    pub fn entry(self, asked: u8, work: usize, best: Option<MoveNumber>) -> Entry {
        let (goal, bound) = if self.lower == self.upper {
            (self.lower, Bound::Exact)
        } else if self.lower >= asked {
            (self.lower, Bound::AtLeast)
        } else {
            (self.upper, Bound::AtMost)
        };
        Entry {
            value: Value::from_goal(goal),
            bound,
            depth: work,
            is_complete: true,
            best,
        }
    }
}

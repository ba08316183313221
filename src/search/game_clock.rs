//! The clock of one player in a game with a time control, and the time that a move may take.
//!
//! A game clock reads no clock: its owner measures the time of each move.

use std::time::Duration;

use super::time_control::TimeControl;

/// The number of moves for which the remaining time should last.
const MOVES_TO_GO: u32 = 30;

/// The greatest reserve: time that no search uses. It pays for the steps between the end of a search
/// and the press of the clock, and for other programs that keep the processor busy.
const RESERVE: Duration = Duration::from_secs(1);

/// The part of the base that is the reserve at most.
const SHARE_OF_RESERVE: u32 = 5;

/// The clock of one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameClock {
    remaining: Duration,
    increment: Duration,
    reserve: Duration,
}

/// The player's time is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the time is over")]
pub struct OutOfTime;

/// The time for one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allotment {
    /// The time that the search should take.
    pub aim: Duration,
    /// The time after which the search is stopped.
    pub limit: Duration,
}

impl GameClock {
    /// Returns the clock at the start of a game.
    #[must_use]
    pub fn new(control: TimeControl) -> Self {
        GameClock {
            remaining: control.base,
            increment: control.increment,
            reserve: RESERVE.min(control.base / SHARE_OF_RESERVE),
        }
    }

    /// Returns the remaining time.
    #[must_use]
    pub fn remaining(self) -> Duration {
        self.remaining
    }

    /// Ends a move that took the time `spent`, and adds the increment.
    ///
    /// # Errors
    /// If the time was over before the move was made. The clock then stands at zero.
    pub fn press(&mut self, spent: Duration) -> Result<(), OutOfTime> {
        match self.remaining.checked_sub(spent) {
            Some(rest) if !rest.is_zero() => {
                self.remaining = rest.saturating_add(self.increment);
                Ok(())
            }
            _ => {
                self.remaining = Duration::ZERO;
                Err(OutOfTime)
            }
        }
    }

    /// Returns the time for the next move. A reserve is kept back. The limit is at most half of the
    /// rest, so a player who keeps to it never loses on time. The aim spends the rest evenly over the
    /// moves to go, and most of the increment.
    #[must_use]
    pub fn allotment(self) -> Allotment {
        let rest = self.remaining.saturating_sub(self.reserve);
        let most = rest / 2;
        let aim = (rest / MOVES_TO_GO).saturating_add(self.increment.mul_f64(0.8));
        Allotment {
            aim: aim.min(most),
            limit: aim.saturating_mul(3).min(most),
        }
    }
}

impl Allotment {
    /// Returns this time, or `most` where that is less.
    #[must_use]
    pub fn within(self, most: Duration) -> Self {
        Allotment {
            aim: self.aim.min(most),
            limit: self.limit.min(most),
        }
    }

    /// Returns the time that is left after `spent`.
    #[must_use]
    pub fn after(self, spent: Duration) -> Self {
        Allotment {
            aim: self.aim.saturating_sub(spent),
            limit: self.limit.saturating_sub(spent),
        }
    }
}

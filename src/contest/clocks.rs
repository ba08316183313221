//! The clocks of the players of a game.

use std::time::Duration;

use crate::game::Role;
use crate::search::{GameClock, OutOfTime, TimeControl};
use crate::session::Strength;

/// A clock for each role.
#[derive(Clone, Debug)]
pub struct GameClocks {
    control: TimeControl,
    clocks: Vec<GameClock>,
}

impl GameClocks {
    /// Returns the clocks at the start of a game for this number of roles.
    #[must_use]
    pub fn new(control: TimeControl, roles: usize) -> Self {
        GameClocks {
            control,
            clocks: vec![GameClock::new(control); roles],
        }
    }

    /// Returns the time of each player for the game.
    #[must_use]
    pub fn control(&self) -> TimeControl {
        self.control
    }

    /// Returns a strength with the time that the role has for its next move.
    #[must_use]
    pub fn allot(&self, role: Role, strength: &Strength) -> Strength {
        Strength {
            allotment: Some(self.clocks[role.0].allotment()),
            ..strength.clone()
        }
    }

    /// Ends a move of the role.
    ///
    /// # Errors
    /// If the role has used up its time.
    pub fn press(&mut self, role: Role, spent: Duration) -> Result<(), OutOfTime> {
        self.clocks[role.0].press(spent)
    }

    /// Returns the remaining time of each role.
    pub fn remaining(&self) -> impl Iterator<Item = Duration> {
        self.clocks.iter().map(|clock| clock.remaining())
    }
}

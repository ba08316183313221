//! The clocks of the players of a game.

use std::time::Duration;

use regola::game::Role;
use regola::search::{GameClock, OutOfTime, TimeControl};

use crate::strength::Strength;

/// A clock for each role.
#[derive(Clone, Debug)]
pub struct GameClocks(Vec<GameClock>);

impl GameClocks {
    /// Returns the clocks at the start of a game for this number of roles.
    pub fn new(control: TimeControl, roles: usize) -> Self {
        GameClocks(vec![GameClock::new(control); roles])
    }

    /// Returns a strength with the time that the role has for its next move.
    pub fn allot(&self, role: Role, strength: &Strength) -> Strength {
        Strength {
            allotment: Some(self.0[role.0].allotment()),
            ..strength.clone()
        }
    }

    /// Ends a move of the role.
    pub fn press(&mut self, role: Role, spent: Duration) -> Result<(), OutOfTime> {
        self.0[role.0].press(spent)
    }

    /// Returns the remaining time of each role.
    pub fn remaining(&self) -> impl Iterator<Item = Duration> {
        self.0.iter().map(|clock| clock.remaining())
    }
}

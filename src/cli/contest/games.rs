//! The conditions of a match, and one game from its opening to its end.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use regola::contest::{GameConditions, MatchGame, Player, RunningGame};
use regola::game::{Position, Rules};
use regola::search::TimeControl;
use regola::session::{AnsweringForm, Forms};

use super::openings::Openings;
use crate::interrupt::CtrlC;
use crate::trouble::Trouble;

/// The conditions that all games of a match have in common.
pub struct Conditions<'a> {
    pub rules: &'a Rules,
    /// The forms of the game that search.
    pub forms: &'a Forms,
    /// The form of the game that has searched; none before the first search.
    pub answered: Mutex<Option<AnsweringForm>>,
    pub start: &'a Position,
    pub interrupt: &'a CtrlC,
    /// The number of random plies at the start.
    pub openings: &'a Openings,
    pub max_plies: usize,
    pub seed: u64,
    /// The time of each player for a game, if it is limited, and a clock.
    pub time: Option<TimeControl>,
    pub clock: &'a (dyn Fn() -> Duration + Sync),
}

impl Conditions<'_> {
    /// Returns the form of the game that has searched; none before the first search.
    pub fn answered(&self) -> Option<AnsweringForm> {
        *self.answered.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Plays game `number` between two players in the order of roles. Games `2n` and `2n + 1` have
    /// the same opening.
    pub fn play(&self, number: u64, players: [&Player; 2]) -> Result<MatchGame, Trouble> {
        let is_stopped = || self.interrupt.is_requested();
        let number_of_pair = number / 2;
        let (rules, start, seed) = (self.rules, self.start, self.seed);
        let opening = self
            .openings
            .opening(rules, start, seed, number_of_pair, &is_stopped)?;
        let conditions = GameConditions {
            rules: self.rules,
            forms: self.forms,
            max_plies: self.max_plies,
            seed: self.seed,
            time: self.time,
            clock: self.clock,
        };
        let mut game = RunningGame::begin(&conditions, number, players, opening);
        let ended = game.play_to_the_end(&is_stopped);
        if let Some(answered) = game.answered() {
            let mut earlier = self.answered.lock().unwrap_or_else(PoisonError::into_inner);
            *earlier = Some(answered.after(*earlier));
        }
        ended
    }
}

//! The conditions of a match, and one game from its opening to its end.

use std::sync::{Mutex, PoisonError};

use regola::contest::{GameConditions, MatchGame, Player, RunningGame};
use regola::game::Position;
use regola::session::AnsweringForm;

use super::openings::Openings;
use crate::interrupt::CtrlC;
use crate::trouble::Trouble;

/// The conditions that all games of a match have in common.
pub struct Conditions<'a> {
    /// Those of each game after its opening.
    pub game: GameConditions<'a>,
    /// The form of the game that has searched; none before the first search.
    pub answered: Mutex<Option<AnsweringForm>>,
    pub start: &'a Position,
    pub interrupt: &'a CtrlC,
    /// The number of random plies at the start.
    pub openings: &'a Openings,
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
        let GameConditions { rules, seed, .. } = self.game;
        let opening = self
            .openings
            .opening(rules, self.start, seed, number / 2, &is_stopped)?;
        let mut game = RunningGame::begin(&self.game, number, players, opening);
        let ended = game.play_to_the_end(&is_stopped);
        if let Some(answered) = game.answered() {
            let mut earlier = self.answered.lock().unwrap_or_else(PoisonError::into_inner);
            *earlier = Some(answered.after(*earlier));
        }
        ended
    }
}

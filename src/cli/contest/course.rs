//! The games of a match, until all are played or a test decides.

use std::ops::ControlFlow;

use regola::contest::{PlayerPair, SequentialTest, in_roles, is_exchanged};

use super::contestant::Contestant;
use super::games::Conditions;
use super::recording::Recording;
use crate::in_order::in_order;
use crate::trouble::Trouble;
use crate::watching::Watching;

/// The course of a match.
pub struct Course<'a> {
    pub conditions: &'a Conditions<'a>,
    pub contestants: &'a [Contestant],
    /// The number of games between each two players.
    pub games: u64,
    pub sequential: Option<&'a SequentialTest>,
    /// The number of games that are played at a time.
    pub threads: usize,
    pub watching: Watching,
    pub recording: Option<Recording<'a>>,
}

impl Course<'_> {
    /// Plays the games of all pairings.
    pub fn play(&mut self, pairings: &mut [PlayerPair]) -> Result<(), Trouble> {
        let games = usize::try_from(self.games).unwrap_or(usize::MAX);
        let total = games.saturating_mul(pairings.len());
        let mut done = 0;
        for pairing in pairings {
            let (conditions, contestants) = (self.conditions, self.contestants);
            let pair = [pairing.first, pairing.second];
            let of_game = |number| in_roles(pair, number).map(|player| &contestants[player]);
            let play = |number| {
                let players = of_game(number);
                conditions.play(number, players.map(|contestant| &contestant.player))
            };
            in_order(0..self.games, self.threads, play, |number, played| {
                if let Some(recording) = &mut self.recording {
                    recording.add(&played, conditions, of_game(number))?;
                }
                pairing.count(&played, is_exchanged(number));
                done += 1;
                self.watching.show(done, total, String::new);
                Ok(self.continues(pairing))
            })?;
        }
        Ok(())
    }

    /// Breaks if the test has decided.
    fn continues(&self, pairing: &PlayerPair) -> ControlFlow<()> {
        let decision = self
            .sequential
            .and_then(|test| test.decision(pairing.game_pairs));
        match decision {
            Some(_) => ControlFlow::Break(()),
            None => ControlFlow::Continue(()),
        }
    }
}

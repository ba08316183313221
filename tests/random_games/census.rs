//! A fixed number of random games, which features they have, and what came of them.

use std::collections::BTreeMap;

use super::choices::Choices;
use super::hold::{Extent, Failed, hold};
use super::write;

/// So many games are played in the tests.
const GAMES: u64 = 60;

/// What came of some games.
#[derive(Default)]
pub struct Census {
    features: BTreeMap<&'static str, usize>,
    outcomes: BTreeMap<String, usize>,
}

impl Census {
    /// Plays the game of a seed.
    ///
    /// # Panics
    /// When the two forms differ.
    pub fn play(&mut self, seed: u64) {
        let written = write(&mut Choices::of_seed(seed));
        for feature in written.used.keys() {
            *self.features.entry(feature).or_default() += 1;
        }
        let mut count = |outcome: String| *self.outcomes.entry(outcome).or_default() += 1;
        match hold(&written.text()) {
            Ok(held) => {
                count("loaded".to_owned());
                count(match held.extent {
                    Extent::Wholly => "compiled wholly".to_owned(),
                    Extent::Partly => "compiled partly".to_owned(),
                    Extent::Not => "not compiled".to_owned(),
                });
                if held.has_ended {
                    count("came to an end".to_owned());
                }
                if held.was_long {
                    count("a search was cut short".to_owned());
                }
                held.errors
                    .iter()
                    .for_each(|error| count(format!("failed alike: {error}")));
            }
            // The kind of the first mistake, as in `error[bad-goal]: ..`.
            Err(Failed::Refused(text)) => count(format!(
                "refused: {}",
                text.split(':').next().unwrap_or_default()
            )),
            Err(Failed::Differ(text)) => panic!("seed {seed}: {text}\n{}", written.text()),
        }
    }

    /// How many games there were of each kind, and with each feature.
    pub fn table(&self) -> String {
        let line = |(name, count): (&str, &usize)| format!("{count:6} {name}\n");
        let outcomes = self
            .outcomes
            .iter()
            .map(|(name, count)| line((name, count)));
        let features = self
            .features
            .iter()
            .map(|(name, count)| line((name, count)));
        outcomes.chain(["\n".to_owned()]).chain(features).collect()
    }
}

/// A random game whose compilation once took no end.
const COUNTED_WAYS: &str = include_str!("counted-ways.rules");

#[test]
fn a_game_that_once_failed_agrees() {
    let held = hold(COUNTED_WAYS);
    assert!(held.is_ok_and(|held| held.errors.is_empty()));
}

#[test]
fn both_forms_of_random_games_agree() {
    let mut census = Census::default();
    (0..GAMES).for_each(|seed| census.play(seed));
    assert_snapshot!("random_games", census.table());
}

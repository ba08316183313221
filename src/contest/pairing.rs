//! The games between two players.

use std::cmp::Ordering;

use super::game::{MatchGame, MatchGameEnd};
use super::game_pairs::{GamePairs, PairPoints};
use super::score::Score;

/// The games between two players, from the side of the first.
#[derive(Clone, Debug, Default)]
pub struct PlayerPair {
    /// The number of the first player.
    pub first: usize,
    /// The number of the second player.
    pub second: usize,
    /// The first player's score in each role.
    pub in_role: [Score; 2],
    /// The pairs of games with sides exchanged, from the side of the first player.
    pub game_pairs: GamePairs,
    /// The first player's half points in a game whose partner is not played yet.
    unpaired: Option<PairPoints>,
    /// The number of plies of all games.
    pub plies: usize,
    /// The games that reached the limit of plies; they are counted as draws.
    pub cut: u64,
    /// The games in which the time of a player was over; the other one has won.
    pub out_of_time: u64,
}

impl PlayerPair {
    /// Returns no games between the players with these numbers.
    #[must_use]
    pub fn new((first, second): (usize, usize)) -> Self {
        PlayerPair {
            first,
            second,
            ..PlayerPair::default()
        }
    }

    /// Counts a game. If `exchanged`, the first player had the second role. Games are counted in
    /// the order of their numbers, so every second one completes a pair.
    pub fn count(&mut self, played: &MatchGame, exchanged: bool) {
        match played.end {
            MatchGameEnd::Over(_) => {}
            MatchGameEnd::TooLong => self.cut += 1,
            MatchGameEnd::OutOfTime(_) => self.out_of_time += 1,
        }
        let result = played.end.result(usize::from(exchanged));
        self.count_result(result, played.plies.len(), exchanged);
    }

    /// Counts the result and the plies of a game, in the same order.
    pub fn count_result(&mut self, result: Ordering, plies: usize, exchanged: bool) {
        self.in_role[usize::from(exchanged)].count(result);
        self.plies += plies;
        let points = half_points(result);
        match self.unpaired.take() {
            Some(earlier) => self.game_pairs.count(earlier + points),
            None => self.unpaired = Some(points),
        }
    }

    /// Returns the first player's score in both roles.
    #[must_use]
    pub fn score(&self) -> Score {
        self.in_role[0] + self.in_role[1]
    }

    /// Returns the mean number of plies of a game; none if there are no games.
    #[must_use]
    pub fn mean_plies(&self) -> Option<f64> {
        let games = self.score().games();
        (games > 0).then(|| self.plies as f64 / games as f64)
    }
}

/// Returns the half points for a result.
fn half_points(result: Ordering) -> PairPoints {
    match result {
        Ordering::Greater => 2,
        Ordering::Equal => 1,
        Ordering::Less => 0,
    }
}

/// Whether the sides are exchanged in a game: in every second one.
#[must_use]
pub fn is_exchanged(number: u64) -> bool {
    number % 2 == 1
}

/// Returns two players in the order of their roles in a game.
#[must_use]
pub fn in_roles(mut players: [usize; 2], number: u64) -> [usize; 2] {
    if is_exchanged(number) {
        players.reverse();
    }
    players
}

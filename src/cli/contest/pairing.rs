//! The games between two players.

use std::cmp::Ordering;

use regola::contest::{GamePairs, PairPoints, Score};

use super::games::{MatchGame, MatchGameEnd};

/// The games between two players, from the side of the first.
pub struct PlayerPair {
    pub first: usize,
    pub second: usize,
    /// The first player's score in each role.
    pub in_role: [Score; 2],
    /// The pairs of games with sides exchanged, from the side of the first player.
    pub game_pairs: GamePairs,
    /// The first player's half points in a game whose partner is not played yet.
    unpaired: Option<PairPoints>,
    pub plies: usize,
    /// The games that reached the limit of plies; they are counted as draws.
    pub cut: u64,
    /// The games in which the time of a player was over; the other one has won.
    pub out_of_time: u64,
}

impl PlayerPair {
    pub fn new((first, second): (usize, usize)) -> Self {
        PlayerPair {
            first,
            second,
            in_role: Default::default(),
            game_pairs: GamePairs::default(),
            unpaired: None,
            plies: 0,
            cut: 0,
            out_of_time: 0,
        }
    }

    /// Counts a game. If `exchanged`, the first player had the second role. Games are counted in
    /// the order of their numbers, so every second one completes a pair.
    pub fn count(&mut self, played: &MatchGame, exchanged: bool) {
        let own = usize::from(exchanged);
        let result = match &played.end {
            MatchGameEnd::Over(goals) => goals[own].cmp(&goals[1 - own]),
            MatchGameEnd::TooLong => {
                self.cut += 1;
                Ordering::Equal
            }
            MatchGameEnd::OutOfTime(loser) => {
                self.out_of_time += 1;
                match loser.0 == own {
                    true => Ordering::Less,
                    false => Ordering::Greater,
                }
            }
        };
        self.in_role[own].count(result);
        self.plies += played.plies.len();
        let points = half_points(result);
        match self.unpaired.take() {
            Some(earlier) => self.game_pairs.count(earlier + points),
            None => self.unpaired = Some(points),
        }
    }

    pub fn score(&self) -> Score {
        self.in_role[0] + self.in_role[1]
    }

    /// Returns the mean number of plies of a game; none if there are no games.
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
pub fn is_exchanged(number: u64) -> bool {
    number % 2 == 1
}

/// Returns two players in the order of their roles in a game.
pub fn in_roles(mut players: [usize; 2], number: u64) -> [usize; 2] {
    if is_exchanged(number) {
        players.reverse();
    }
    players
}

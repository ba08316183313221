//! Wins, draws and losses, and their confidence interval.

use std::cmp::Ordering;
use std::ops::Add;

use super::games::MatchGame;

/// A normal distribution has 95 % of its values within this number of standard deviations.
const DEVIATIONS: f64 = 1.959_964;

/// The results of games, from the side of one player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
}

impl Score {
    pub fn games(self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Returns the share of points, with half a point for a draw; none if there are no games.
    pub fn share(self) -> Option<f64> {
        let points = self.wins as f64 + self.draws as f64 / 2.0;
        (self.games() > 0).then(|| points / self.games() as f64)
    }

    /// Returns the interval that contains the true share with 95 % confidence. (E. B. Wilson,
    /// "Probable Inference, the Law of Succession, and Statistical Inference", 1927.) The formula
    /// is for wins and losses only. Draws spread less, so with draws the interval is rather too
    /// wide than too narrow.
    pub fn interval(self) -> Option<(f64, f64)> {
        let (share, games) = (self.share()?, self.games() as f64);
        let squared = DEVIATIONS * DEVIATIONS;
        let scale = 1.0 + squared / games;
        let centre = (share + squared / (2.0 * games)) / scale;
        let half = DEVIATIONS / scale
            * (share * (1.0 - share) / games + squared / (4.0 * games * games)).sqrt();
        // Rounding may exceed the bounds by a little.
        Some(((centre - half).max(0.0), (centre + half).min(1.0)))
    }

    /// Returns the same games from the other side.
    pub fn reversed(self) -> Score {
        Score {
            wins: self.losses,
            losses: self.wins,
            ..self
        }
    }

    fn count(&mut self, result: Ordering) {
        match result {
            Ordering::Greater => self.wins += 1,
            Ordering::Equal => self.draws += 1,
            Ordering::Less => self.losses += 1,
        }
    }
}

impl Add for Score {
    type Output = Score;

    fn add(self, other: Score) -> Score {
        Score {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
        }
    }
}

/// The games between two players, from the side of the first.
pub struct PlayerPair {
    pub first: usize,
    pub second: usize,
    /// The first player's score in each role.
    pub in_role: [Score; 2],
    pub plies: usize,
    /// The games that reached the limit of plies; they are counted as draws.
    pub cut: u64,
}

impl PlayerPair {
    pub fn new((first, second): (usize, usize)) -> Self {
        PlayerPair {
            first,
            second,
            in_role: Default::default(),
            plies: 0,
            cut: 0,
        }
    }

    /// Counts a game. If `exchanged`, the first player had the second role.
    pub fn count(&mut self, played: &MatchGame, exchanged: bool) {
        let own = usize::from(exchanged);
        let result = match &played.goals {
            Some(goals) => goals[own].cmp(&goals[1 - own]),
            None => {
                self.cut += 1;
                Ordering::Equal
            }
        };
        self.in_role[own].count(result);
        self.plies += played.plies;
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

//! Wins, draws and losses, and their confidence interval.

use std::cmp::Ordering;
use std::ops::Add;

use super::DEVIATIONS;

/// The results of games, from the side of one player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// The number of games that the player has won.
    pub wins: u64,
    /// The number of drawn games.
    pub draws: u64,
    /// The number of games that the player has lost.
    pub losses: u64,
}

impl Score {
    /// Returns the number of games.
    #[must_use]
    pub fn games(self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Returns the share of points, with half a point for a draw; none if there are no games.
    #[must_use]
    pub fn share(self) -> Option<f64> {
        let points = self.wins as f64 + self.draws as f64 / 2.0;
        (self.games() > 0).then(|| points / self.games() as f64)
    }

    /// Returns the interval that contains the true share with 95 % confidence. (E. B. Wilson,
    /// "Probable Inference, the Law of Succession, and Statistical Inference", 1927.) The formula
    /// is for wins and losses only. Draws spread less, so with draws the interval is rather too
    /// wide than too narrow.
    #[must_use]
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
    #[must_use]
    pub fn reversed(self) -> Score {
        Score {
            wins: self.losses,
            losses: self.wins,
            ..self
        }
    }

    /// Counts a game: greater is a win.
    pub fn count(&mut self, result: Ordering) {
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

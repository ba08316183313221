//! Wins, draws and losses, and how sure they make one of who is the stronger.

use std::cmp::Ordering;
use std::ops::Add;

use super::games::MatchGame;

/// How many standard deviations hold 95 % of a normal distribution.
const DEVIATIONS: f64 = 1.959_964;

/// Games counted from one player's side.
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

    /// The share of points, a draw being half a win; none without games.
    pub fn share(self) -> Option<f64> {
        let points = self.wins as f64 + self.draws as f64 / 2.0;
        (self.games() > 0).then(|| points / self.games() as f64)
    }

    /// Where the true share lies with 95 % confidence. (E. B. Wilson, "Probable Inference, the Law
    /// of Succession, and Statistical Inference", 1927.) The interval is meant for wins and losses
    /// alone; draws spread less, so that with them it is rather too wide than too narrow.
    pub fn interval(self) -> Option<(f64, f64)> {
        let (share, games) = (self.share()?, self.games() as f64);
        let squared = DEVIATIONS * DEVIATIONS;
        let scale = 1.0 + squared / games;
        let centre = (share + squared / (2.0 * games)) / scale;
        let half = DEVIATIONS / scale
            * (share * (1.0 - share) / games + squared / (4.0 * games * games)).sqrt();
        // Rounding may lead a hair beyond.
        Some(((centre - half).max(0.0), (centre + half).min(1.0)))
    }

    /// The same games from the other side.
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

/// The games between two players, told from the side of the first.
pub struct PlayerPair {
    pub first: usize,
    pub second: usize,
    /// The first player's score in each role.
    pub in_role: [Score; 2],
    pub plies: usize,
    /// Games that were too long, among the draws.
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

    /// Counts a game; if sides were exchanged the first player had the second role.
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

    /// Plies of a game on average; none without games.
    pub fn mean_plies(&self) -> Option<f64> {
        let games = self.score().games();
        (games > 0).then(|| self.plies as f64 / games as f64)
    }
}

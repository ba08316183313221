//! Pairs of games from one opening with sides exchanged, and the likelihood of a strength.
//!
//! The two games of a pair depend on each other, because they share the opening. The pairs do not.
//! So the unit of the statistics is the pair, with five possible results. (M. Van den Bergh, "A
//! Practical Introduction to the GSPRT", 2019.)

use std::ops::Add;

use super::DEVIATIONS;
use super::elo::{EloEstimate, elo_of};

/// The number of halvings of an interval, after which its ends agree in twelve digits.
const HALVINGS: usize = 40;

/// The points of a player in the two games of a pair, in half points from 0 to 4.
pub type PairPoints = usize;

/// The number of pairs with each result, from the side of one player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GamePairs {
    /// The number of pairs in which the player has 0, 1, 2, 3 and 4 half points.
    pub counts: [u64; 5],
}

impl GamePairs {
    /// Counts a pair.
    ///
    /// # Panics
    /// If the points are more than 4 half points.
    pub fn count(&mut self, points: PairPoints) {
        self.counts[points] += 1;
    }

    /// Returns the number of pairs.
    #[must_use]
    pub fn number(self) -> u64 {
        self.counts.iter().sum()
    }

    /// Returns the share of points, from 0 to 1; none if there are no pairs.
    #[must_use]
    pub fn share(self) -> Option<f64> {
        let points: f64 = self.weighted().map(|(share, count)| share * count).sum();
        (self.number() > 0).then(|| points / self.number() as f64)
    }

    /// Returns the same pairs from the other side.
    #[must_use]
    pub fn reversed(mut self) -> Self {
        self.counts.reverse();
        self
    }

    /// Returns by how much the logarithm of the likelihood of these pairs falls short of its maximum
    /// if the true share of points is `share`, more than 0 and less than 1.
    ///
    /// The likelihood is that of the best probabilities of the five results among those with this
    /// mean. They are `p_i / (1 + x (a_i - share))`, where `p_i` are the observed frequencies and
    /// `a_i` the shares of the five results, and `x` maximises the sum below. (A. B. Owen, "Empirical
    /// Likelihood Ratio Confidence Intervals for a Single Functional", 1988.) All five results are
    /// possible, also those that have not occurred, so that few pairs do not seem certain.
    #[must_use]
    pub fn shortfall(self, share: f64) -> f64 {
        let slope = |x: f64| -> f64 {
            self.weighted()
                .map(|(own, count)| count * (own - share) / (1.0 + x * (own - share)))
                .sum()
        };
        let x = halve(-1.0 / (1.0 - share), 1.0 / share, |x| slope(x) > 0.0);
        let terms = self
            .weighted()
            .map(|(own, count)| count * (x * (own - share)).ln_1p());
        terms.sum::<f64>().max(0.0)
    }

    /// Returns the difference in Elo with its 95 % interval; none if there are no pairs. The
    /// interval has the differences that a likelihood ratio test does not reject. (S. S. Wilks, "The
    /// Large-Sample Distribution of the Likelihood Ratio for Testing Composite Hypotheses", 1938.)
    #[must_use]
    pub fn elo(self) -> Option<EloEstimate> {
        let share = self.share()?;
        let most_shortfall = DEVIATIONS * DEVIATIONS / 2.0;
        let is_rejected = |share: f64| self.shortfall(share) > most_shortfall;
        let least = match share {
            0.0 => 0.0,
            _ => halve(0.0, share, is_rejected),
        };
        let most = match share {
            1.0 => 1.0,
            _ => halve(share, 1.0, |share| !is_rejected(share)),
        };
        Some(EloEstimate {
            difference: elo_of(share),
            least: elo_of(least),
            most: elo_of(most),
        })
    }

    /// Returns the results that have occurred: the share of points, and the number of pairs.
    fn weighted(self) -> impl Iterator<Item = (f64, f64)> {
        let shares = self.counts.into_iter().enumerate();
        shares
            .filter(|(_, count)| *count > 0)
            .map(|(points, count)| (points as f64 / 4.0, count as f64))
    }
}

impl Add for GamePairs {
    type Output = GamePairs;

    fn add(mut self, other: GamePairs) -> GamePairs {
        for (count, more) in self.counts.iter_mut().zip(other.counts) {
            *count += more;
        }
        self
    }
}

/// Returns the number between `least` and `most` up to which `is_below` holds.
fn halve(mut least: f64, mut most: f64, is_below: impl Fn(f64) -> bool) -> f64 {
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(least, most);
        if is_below(middle) {
            least = middle;
        } else {
            most = middle;
        }
    }
    f64::midpoint(least, most)
}

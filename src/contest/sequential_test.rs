//! A test that ends a match as soon as the games decide between two hypotheses. (A. Wald,
//! "Sequential Tests of Statistical Hypotheses", 1945.)

use super::elo::share_of;
use super::game_pairs::GamePairs;

/// A sequential probability ratio test (SPRT) of two differences in Elo.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SequentialTest {
    differences: [f64; 2],
    alpha: f64,
    beta: f64,
}

/// The hypotheses of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hypothesis {
    /// The difference is the smaller one, or less.
    Smaller,
    /// The difference is the greater one, or more.
    Greater,
}

/// Why there is no such test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnfitTest {
    /// The differences are not in order.
    #[error("the first difference must be less than the second")]
    Order,
    /// A difference is not a number that Elo's scale can tell from others.
    #[error("a difference must be from -2000 to 2000")]
    Range,
    /// An error rate is out of range.
    #[error("an error rate must be more than 0 and less than 0.5")]
    ErrorRate,
}

impl SequentialTest {
    /// Returns the test of two differences in Elo. `alpha` is the probability that the test accepts
    /// the greater one if the smaller one is true, and `beta` the reverse.
    ///
    /// # Errors
    /// If the differences or the probabilities make no test.
    pub fn new(differences: [f64; 2], alpha: f64, beta: f64) -> Result<Self, UnfitTest> {
        if differences
            .iter()
            .any(|elo| !(-2000.0..=2000.0).contains(elo))
        {
            return Err(UnfitTest::Range);
        }
        if differences[0] >= differences[1] {
            return Err(UnfitTest::Order);
        }
        if [alpha, beta]
            .iter()
            .any(|rate| !(*rate > 0.0 && *rate < 0.5))
        {
            return Err(UnfitTest::ErrorRate);
        }
        Ok(SequentialTest {
            differences,
            alpha,
            beta,
        })
    }

    /// Returns the two differences in Elo, the smaller one first.
    #[must_use]
    pub fn differences(&self) -> [f64; 2] {
        self.differences
    }

    /// Returns the two error rates, alpha and beta.
    #[must_use]
    pub fn error_rates(&self) -> [f64; 2] {
        [self.alpha, self.beta]
    }

    /// Returns the logarithm of the ratio of the likelihoods of the pairs: positive if the greater
    /// difference explains them better. Each likelihood is that of the best model with the
    /// difference (the generalised test, GSPRT).
    #[must_use]
    pub fn log_likelihood_ratio(&self, pairs: GamePairs) -> f64 {
        let [smaller, greater] = self.differences.map(|elo| pairs.shortfall(share_of(elo)));
        smaller - greater
    }

    /// Returns the bounds of the ratio at which the test ends, the lower one first.
    #[must_use]
    pub fn bounds(&self) -> [f64; 2] {
        [
            (self.beta / (1.0 - self.alpha)).ln(),
            ((1.0 - self.beta) / self.alpha).ln(),
        ]
    }

    /// Returns the hypothesis that the pairs decide for; none if the match must go on.
    #[must_use]
    pub fn decision(&self, pairs: GamePairs) -> Option<Hypothesis> {
        let ratio = self.log_likelihood_ratio(pairs);
        let [lower, upper] = self.bounds();
        if ratio <= lower {
            Some(Hypothesis::Smaller)
        } else if ratio >= upper {
            Some(Hypothesis::Greater)
        } else {
            None
        }
    }
}

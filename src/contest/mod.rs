//! Floor 5: the statistics of a match: which player is stronger, and how certain that is.
//!
//! This room knows results of games. It knows no rules, no search and no clock.
//!
//! ```text
//! score            wins, draws and losses, and the interval of the share of points
//! elo              the difference in Elo that a share of points means
//! game_pairs       pairs of games with sides exchanged: the likelihood of a strength
//! sequential_test  Wald's test, which ends a match as soon as the games decide
//! ```

mod elo;
mod game_pairs;
mod score;
mod sequential_test;

pub use elo::{EloEstimate, elo_of, share_of};
pub use game_pairs::{GamePairs, PairPoints};
pub use score::Score;
pub use sequential_test::{Hypothesis, SequentialTest, UnfitTest};

/// A normal distribution has 95 % of its values within this number of standard deviations.
const DEVIATIONS: f64 = 1.959_964;

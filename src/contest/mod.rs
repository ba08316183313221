//! Floor 5: matches: many games between two players, and which of them is stronger.
//!
//! The first half plays games. The second half knows only their results: no rules, no search and no
//! clock.
//!
//! ```text
//! player           who plays a role: a person, a search, chance
//! clocks           the clocks of the players of a game
//! choice           the move that a search plays
//! opening          the first plies of a game, at random
//! game             one game between two players, ply by ply
//! pairing          the games between two players, counted
//!
//! score            wins, draws and losses, and the interval of the share of points
//! elo              the difference in Elo that a share of points means
//! game_pairs       pairs of games with sides exchanged: the likelihood of a strength
//! sequential_test  Wald's test, which ends a match as soon as the games decide
//! ```

mod choice;
mod clocks;
mod elo;
mod game;
mod game_pairs;
mod opening;
mod pairing;
mod player;
mod score;
mod sequential_test;

pub use choice::GameSearch;
pub use clocks::GameClocks;
pub use elo::{EloEstimate, elo_of, share_of, signed};
pub use game::{GameConditions, MatchGame, MatchGameEnd, RunningGame, no_match};
pub use game_pairs::{GamePairs, PairPoints};
pub use opening::Opening;
pub use pairing::{PlayerPair, in_roles, is_exchanged};
pub use player::{Player, is_open};
pub use score::Score;
pub use sequential_test::{Hypothesis, SequentialTest, UnfitTest};

/// A normal distribution has 95 % of its values within this number of standard deviations.
const DEVIATIONS: f64 = 1.959_964;

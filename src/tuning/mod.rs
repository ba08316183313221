//! Floor 5: the weights of a heuristic, fitted to the results of games.
//!
//! A heuristic here is a sum: each feature of a position for a player, less that feature for the
//! opponent, times a weight. This room knows rules and positions. It plays no games and searches
//! nothing.
//!
//! ```text
//! features      the features of a position: those of the rule file, or those that every game has
//! sample        a position with the result of its game, and many of them
//! sample_matrix the samples as the numbers of a regression
//! regression    the weights that predict the results best
//! fit           the weights of samples, and how well they predict other games
//! rule_text     the weights as a rule file
//! ```

mod features;
mod fit;
mod regression;
mod rule_text;
mod sample;
mod sample_matrix;

pub use features::{FeatureError, FeatureValue, Features};
pub use fit::{Fit, FitError, Prediction, fit};
pub use rule_text::{Conflict, TunedRules};
pub use sample::{Sample, Samples};

//! A match between two players of the program.

use std::cmp::Ordering;

use serde::{Deserialize, Serialize};

/// Which game of a match is played on, and how far it is.
#[derive(Clone, Debug, Deserialize)]
pub struct MatchQuestion {
    /// The players, each `random` or a level as for `choose`. In every second game they exchange
    /// their roles.
    pub players: [String; 2],
    /// The number of random plies at the start of a game. Two games have the same ones.
    pub opening: usize,
    /// The seed of openings and chance.
    #[serde(default)]
    pub seed: u64,
    /// The games before this one, in their order.
    #[serde(default)]
    pub earlier: Vec<MatchResult>,
    /// The plies of this game so far, as in [`MatchPart::moves`].
    #[serde(default)]
    pub moves: Vec<String>,
}

/// The result of a game of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct MatchResult {
    /// The result for the first player.
    pub result: WonOrLost,
    /// The number of plies, those of the opening included.
    pub plies: usize,
}

/// The result of a game for a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum WonOrLost {
    /// More points than the other player.
    Win,
    /// As many.
    Draw,
    /// Fewer.
    Loss,
}

impl From<Ordering> for WonOrLost {
    fn from(result: Ordering) -> Self {
        match result {
            Ordering::Greater => WonOrLost::Win,
            Ordering::Equal => WonOrLost::Draw,
            Ordering::Less => WonOrLost::Loss,
        }
    }
}

impl From<WonOrLost> for Ordering {
    fn from(result: WonOrLost) -> Self {
        match result {
            WonOrLost::Win => Ordering::Greater,
            WonOrLost::Draw => Ordering::Equal,
            WonOrLost::Loss => Ordering::Less,
        }
    }
}

/// A game of a match, as far as it was played in the time for one question.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MatchPart {
    /// The plies of the game so far, those of the opening included, as [`ShownPly::played`].
    ///
    /// [`ShownPly::played`]: super::ShownPly::played
    pub moves: Vec<String>,
    /// The role of the first player in it.
    pub role: String,
    /// How it ended; null while it goes on.
    pub end: Option<MatchEnd>,
}

/// How a game of a match ended, and the table of all games so far.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MatchEnd {
    /// The result.
    #[serde(flatten)]
    pub result: MatchResult,
    /// The result in words.
    pub words: String,
    /// The score of each player.
    pub table: [MatchScore; 2],
    /// The mean number of plies of a game.
    #[serde(rename = "meanPlies")]
    pub mean_plies: f64,
}

/// The score of a player in a match.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MatchScore {
    /// The number of games that the player has won.
    pub wins: u64,
    /// The number of drawn games.
    pub draws: u64,
    /// The number of games that the player has lost.
    pub losses: u64,
    /// The share of points, from 0 to 1; a draw is half a win.
    pub share: f64,
    /// The difference in Elo to the other player; null before the end of the second game.
    pub elo: Option<ShownElo>,
}

/// A difference in Elo with its 95 % confidence interval: whole numbers with their signs, or `+∞` and
/// `-∞`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ShownElo {
    /// The most likely difference.
    pub difference: String,
    /// The lower bound of the interval.
    pub least: String,
    /// The upper bound of the interval.
    pub most: String,
}

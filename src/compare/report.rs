//! The result of a comparison.

use super::cost::Cost;
use super::difference::Difference;

/// How much was compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extent {
    /// The number of plies up to which all lines were compared; `None` if not even the start was.
    pub depth: Option<usize>,
    /// Whether all lines were compared to their ends.
    pub complete: bool,
    /// The number of different positions.
    pub positions: u64,
    /// The number of random games.
    pub games: u64,
    /// The number of moves in these positions.
    pub moves: u64,
}

/// Whether a game is equal to the first.
#[derive(Clone, Debug)]
pub enum CompareVerdict {
    /// No difference was found.
    Equal,
    /// They differ.
    Differs(Box<Difference>),
}

/// What is known about two of the games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pair {
    /// No difference was found.
    Equal,
    /// They differ after these moves. The moves are written as in the first of all games, or as in
    /// the first of the two if these were compared without it.
    DifferAfter(Vec<String>),
    /// Not known: both differ from the first game, and they were not compared with each other,
    /// because one has a file of names or the host stopped the comparison.
    Unknown,
}

/// The result of a comparison.
#[derive(Clone, Debug)]
pub struct CompareReport {
    /// How much was compared with the first game.
    pub extent: Extent,
    /// For each other game, whether it is equal to the first.
    pub verdicts: Vec<CompareVerdict>,
    /// For each other game, whether boards were compared: both games draw one.
    pub boards: Vec<bool>,
    /// What is known about each two games, by row and column. Game 0 is the first.
    pub matrix: Vec<Vec<Pair>>,
    /// The cost of each game, that of the first included.
    pub costs: Vec<Cost>,
    /// Whether the host stopped the comparison before its end.
    pub stopped: bool,
}

impl CompareReport {
    /// Whether no difference was found anywhere.
    #[must_use]
    pub fn all_equal(&self) -> bool {
        self.verdicts
            .iter()
            .all(|verdict| matches!(verdict, CompareVerdict::Equal))
    }
}

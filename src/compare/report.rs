//! What a comparison found.

use super::cost::Cost;
use super::difference::Difference;

/// How much was compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extent {
    /// All lines of up to so many plies; none if not even the start was compared.
    pub depth: Option<usize>,
    /// Whether those are all lines there are, each to its end.
    pub complete: bool,
    /// Different positions.
    pub positions: u64,
    /// Random games.
    pub games: u64,
    /// Moves of these positions.
    pub moves: u64,
}

/// Whether a game is the same as the first.
#[derive(Clone, Debug)]
pub enum CompareVerdict {
    /// No difference was found.
    Equal,
    /// They differ.
    Differs(Box<Difference>),
}

/// What is known of two of the games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pair {
    /// No difference was found.
    Equal,
    /// They differ after these moves, as the first of all games writes them, or the first of the
    /// two if they were compared on their own.
    DifferAfter(Vec<String>),
    /// They were not compared: both differ from the first, and have names of their own.
    Unknown,
}

/// What a comparison found.
#[derive(Clone, Debug)]
pub struct CompareReport {
    /// How much was compared with the first game.
    pub extent: Extent,
    /// For each other game whether it is the same as the first.
    pub verdicts: Vec<CompareVerdict>,
    /// For each other game whether its board was compared too: both have one.
    pub boards: Vec<bool>,
    /// What is known of each two games: those of row `i` and column `j`, the first game included.
    pub matrix: Vec<Vec<Pair>>,
    /// What each game costs, the first included.
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

//! The options of a solver, and its methods.

use std::str::FromStr;

use thiserror::Error;

use crate::search::limits::MAX_PLIES;

/// A way to solve a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SolveMethod {
    /// Alpha-beta from the position to the ends of the game. If that takes long, proof numbers are asked
    /// for a short while: they may find a quick win. Where a position comes back on a line, retrograde
    /// analysis takes over.
    #[default]
    Search,
    /// Retrograde analysis, from the ends of the game back to the position. It lists all positions
    /// that can be reached, and finds the quickest way to the end.
    Retrograde,
    /// Proof numbers: first for the positions in which a side has the fewest answers. It finds narrow
    /// wins, such as a mate by checks, mostly the quickest one; but a draw by endless play it never
    /// finds. Scores are found by search.
    ProofNumber,
}

impl SolveMethod {
    /// All methods.
    pub const ALL: [SolveMethod; 3] = [
        SolveMethod::Search,
        SolveMethod::Retrograde,
        SolveMethod::ProofNumber,
    ];

    /// The name: `search`, `retrograde` or `proof-number`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            SolveMethod::Search => "search",
            SolveMethod::Retrograde => "retrograde",
            SolveMethod::ProofNumber => "proof-number",
        }
    }
}

impl FromStr for SolveMethod {
    type Err = UnknownSolveMethod;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let found = Self::ALL.into_iter().find(|method| method.name() == name);
        found.ok_or_else(|| UnknownSolveMethod {
            name: name.to_owned(),
        })
    }
}

/// A name that no method of a solver has.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no method `{name}`; there are {}", SolveMethod::ALL.map(SolveMethod::name).join(", "))]
pub struct UnknownSolveMethod {
    /// The given name.
    pub name: String,
}

/// The options of a solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolveOptions {
    /// How positions are solved.
    pub method: SolveMethod,
    /// Whether positions that are the same up to symmetry, see
    /// [`canonical`](crate::game::Game::canonical), are solved only once. The answer is the same,
    /// but there is less work.
    pub symmetries: bool,
    /// Whether every position is solved. By default only the positions that the answer needs are
    /// solved: after a winning move of a role its other moves are skipped, and likewise after a
    /// losing one of its opponent. Retrograde analysis always solves every position, proof numbers
    /// never do.
    pub full: bool,
    /// Whether the line of the answer, and a strategy, may have any of equal moves: the one that the
    /// search has found, if there is one. By default they have the first of them in the order of the
    /// game, and so are the same for each form of a game, each encoding and each number of threads.
    /// But to refute the moves before it may take longer than to find the answer. Retrograde analysis
    /// always takes the quickest way, and proof numbers if they have found it.
    pub any_line: bool,
    /// The number of positions that are kept. The search keeps 32 bytes of each, and rounds the number
    /// down to a power of two; if there are more positions, it solves some repeatedly. Retrograde
    /// analysis keeps about 80 bytes of each and 8 bytes for each move; if there are more positions, it
    /// ends with an error. Proof numbers keep about 64 bytes of each.
    pub table: usize,
    /// The length of the longest line in plies. The search and proof numbers follow at most
    /// [`MAX_PLIES`]. In retrograde analysis it is the way from the root to the farthest position. With
    /// proof numbers, a longer line counts as nothing that anybody can force.
    pub depth: usize,
    /// The number of threads that search; 0 and 1 are one. The answer is the same with any number, but
    /// the count of positions varies from run to run. With `full` and with proof numbers one thread
    /// searches.
    pub threads: usize,
}

impl Default for SolveOptions {
    /// By search, no symmetries, only the positions that the answer needs, the first of equal moves, a
    /// million positions, the longest lines, one thread.
    fn default() -> Self {
        SolveOptions {
            method: SolveMethod::Search,
            symmetries: false,
            full: false,
            any_line: false,
            table: 1 << 20,
            depth: MAX_PLIES,
            threads: 1,
        }
    }
}

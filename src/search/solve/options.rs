//! The options of a solver.

use crate::search::limits::MAX_PLIES;

/// The options of a solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolveOptions {
    /// Whether positions that are the same up to symmetry, see
    /// [`canonical`](crate::game::Game::canonical), are solved only once. The answer is the same,
    /// but there is less work.
    pub symmetries: bool,
    /// Whether every position is solved. By default only the positions that the answer needs are
    /// solved: after a winning move of a role its other moves are skipped, and likewise after a
    /// losing one of its opponent.
    pub full: bool,
    /// The number of positions that are kept, 32 bytes each, rounded down to a power of two. If there
    /// are more positions, some are solved repeatedly.
    pub table: usize,
    /// The length of the longest line in plies, at most [`MAX_PLIES`].
    pub depth: usize,
    /// The number of threads that search; 0 and 1 are one. The answer is the same with any number, but
    /// the count of positions varies from run to run. With `full` one thread searches.
    pub threads: usize,
}

impl Default for SolveOptions {
    /// No symmetries, only the positions that the answer needs, a million positions, the longest
    /// lines, one thread.
    fn default() -> Self {
        SolveOptions {
            symmetries: false,
            full: false,
            table: 1 << 20,
            depth: MAX_PLIES,
            threads: 1,
        }
    }
}

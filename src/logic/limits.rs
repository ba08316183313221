//! The counted limits on a proof, each with its own name and message.
//!
//! They are counts, never a clock, so a proof that ends within them does so on every machine.

/// Bounds on one query, set by the host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Calls of predicates. Returns from them, retries and looks at facts are bounded in
    /// proportion.
    pub steps: u64,
    /// Bytes for terms, frames, choice points, trail, collected answers and new names together. As
    /// many bytes may all positions of a game take that are kept at once.
    pub memory: usize,
}

impl Default for Limits {
    /// A hundred million steps (some seconds) and 512 MiB.
    fn default() -> Self {
        Self {
            steps: 100_000_000,
            memory: 512 << 20,
        }
    }
}

/// A limit that was met.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Limit {
    /// [`Limits::steps`].
    #[error("step limit: no end within {0} steps")]
    Steps(u64),
    /// [`Limits::memory`].
    #[error("memory limit: more than {} MiB needed", .0 >> 20)]
    Memory(usize),
    /// All positions that are kept take more than [`Limits::memory`].
    #[error("memory limit: the positions that are kept take more than {} MiB", .0 >> 20)]
    Positions(usize),
    /// Terms were walked for longer than the step limit allows; some of them may be infinite.
    #[error("term limit: terms too large or infinite")]
    Terms,
}

/// How many cells of terms may be walked for each step that is allowed. A step takes about as long
/// as a few cells.
pub(super) const WALK_PER_STEP: u64 = 4;

/// How many returns, retries and looks at facts may go with each step that is allowed.
pub(super) const WORK_PER_STEP: u64 = 16;

/// How many dense cells are looked through as one piece of work, and how many cells that stand in a
/// row are passed over as one cell of a walk.
pub(super) const CELLS_PER_WORK: usize = 16;

/// How many cells in a row are passed over at once before they are counted.
pub(super) const CELLS_AT_ONCE: usize = 1 << 10;

/// How much may be taken of a budget, of work or of cells to walk, before the flag that stops
/// queries is looked at: about a millisecond.
pub(super) const SLICE: u64 = 1 << 16;

/// How many steps a machine takes before it looks at its memory and whether it is interrupted.
pub(super) const STEPS_BETWEEN_CHECKS: u64 = 1 << 10;

/// How deep nested terms are printed; what is deeper shows as `...`.
pub const PRINT_DEPTH: usize = 200;

/// How many parts of one term are printed; the rest shows as `...`.
pub const PRINT_SIZE: usize = 20_000;

/// How many bytes of names and texts of one term are printed; a longer one shows as `...`.
pub const PRINT_LETTERS: usize = 1 << 20;

//! The counted limits on a proof, each with its own name and message.
//!
//! They are counts, never a clock, so a proof that ends within them does so on every machine.

/// Bounds on one query, set by the host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The number of calls of predicates. Returns, retries and facts examined are limited in
    /// proportion.
    pub steps: u64,
    /// Bytes for terms, frames, choice points, trail, collected answers and new names together. The
    /// same limit applies to all positions of a game that are kept at the same time.
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
    #[error("step limit: no end within {}", counted(*.0))]
    Steps(u64),
    /// Terms were walked for longer than [`Limits::steps`] allows; some of them may be infinite.
    #[error("step limit: terms too large for {}, or infinite", counted(*.0))]
    Walk(u64),
    /// [`Limits::memory`].
    #[error("memory limit: more than {} MiB needed", .0 >> 20)]
    Memory(usize),
    /// The positions that are kept take more than [`Limits::memory`].
    #[error("memory limit: the positions that are kept take more than {} MiB", .0 >> 20)]
    Positions(usize),
    /// A term is a part of itself. No greater limit helps.
    #[error("infinite term: a term is a part of itself")]
    Infinite,
}

/// A number of steps in words.
fn counted(steps: u64) -> String {
    match steps {
        1 => "1 step".to_owned(),
        steps => format!("{steps} steps"),
    }
}

/// How many cells of terms may be walked for each step of the limit. A step takes about as long as
/// a few cells.
pub(super) const WALK_PER_STEP: u64 = 4;

/// How many returns, retries and facts examined are allowed for each step of the limit.
pub(super) const WORK_PER_STEP: u64 = 16;

/// How many dense cells count as one piece of work when they are searched, and how many cells in a
/// row count as one cell of a walk when they are skipped.
pub(super) const CELLS_PER_WORK: usize = 16;

/// How many cells in a row are skipped at a time before they are counted.
pub(super) const CELLS_AT_ONCE: usize = 1 << 10;

/// How much work, or how many cells of a walk, are taken from a budget before the flag that stops
/// queries is read: about a millisecond.
pub(super) const SLICE: u64 = 1 << 16;

/// How many steps a machine takes between checks of its memory and of the interrupt flag.
pub(super) const STEPS_BETWEEN_CHECKS: u64 = 1 << 10;

/// How deep nested terms are printed; deeper parts show as `...`.
pub const PRINT_DEPTH: usize = 200;

/// How many parts of one term are printed; the rest shows as `...`.
pub const PRINT_SIZE: usize = 20_000;

/// How many bytes of names and texts of one term are printed; a longer one shows as `...`.
pub const PRINT_LETTERS: usize = 1 << 20;

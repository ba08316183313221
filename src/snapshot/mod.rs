//! Floor 5: kept outcomes. What a session file says is entered, and what comes of it is held
//! against a file that was kept.
//!
//! The files are those of the crate insta, which keeps outcomes for `cargo test`: what either
//! writes the other reads, so that a rule file is tested with or without a Rust toolchain.
//!
//! ```text
//! transcript  what a session file says, entered, with what came of it
//! form        the form of a kept file
//! folder      the folder of kept files
//! names       which names kept files may have
//! outcome     a transcript held against what was kept
//! ```

mod folder;
mod form;
mod names;
mod outcome;
mod transcript;

pub use folder::{Folder, Orphan};
pub use form::KeptOutcome;
pub use names::folded;
pub use outcome::{SessionOutcome, Verdict};
pub use transcript::{SessionFile, Transcript};

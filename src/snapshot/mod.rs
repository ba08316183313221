//! Floor 5: snapshots. Each entry of a session file is entered, and the output is compared with a
//! stored file.
//!
//! The files have the format of the crate insta, which stores output for `cargo test`: each can
//! read the other's files. So a rule file can be tested with or without a Rust toolchain.
//!
//! ```text
//! transcript  the entries of a session file with their output
//! form        the format of a snapshot
//! folder      the folder of snapshots
//! names       the names that snapshots may have
//! outcome     a transcript compared with a snapshot
//! difference  the lines in which they differ
//! host        the files that a session file names
//! ```

#[cfg(any(feature = "cli", feature = "server"))]
mod difference;
mod folder;
mod form;
mod host;
mod names;
mod outcome;
mod transcript;

#[cfg(any(feature = "cli", feature = "server"))]
pub use difference::{ChangedLine, LineChange, difference};
pub use folder::{Folder, Orphan};
pub use form::StoredSnapshot;
pub use host::{NamedGames, TestHost};
pub use names::folded;
pub use outcome::{SessionOutcome, Verdict};
#[cfg(feature = "server")]
pub(crate) use transcript::folder_of;
pub use transcript::{EndReason, EndedRun, SessionFile, SessionRun, Transcript};

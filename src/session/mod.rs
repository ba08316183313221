//! Floor 5: a session: goals, moves and commands about one game, one after the other.
//!
//! [`Session`] takes an entry and writes plain text. It knows no terminal, no files and no clock: a
//! [`Host`] gives it these. So the same code serves a terminal, a pipe and snapshots.
//!
//! ```text
//! session    a game, the line of play and the current position; goals and their answers
//! command    the table of all commands: to add one, add a line there and a function in its file
//! play       commands that play, take back and jump
//! look, doc  commands that show the position and describe predicates
//! search     commands that search
//! explain    commands that explain answers
//! file       commands that read and write files
//! completion completion of words at a prompt
//! script     session files: entries in a file
//! ```
//!
//! Other programs that work with a game share these parts: [`Trouble`], [`play_typed`],
//! [`Strength`], the [`Forms`] of a game, [`Advice`], the wording of [`results`], [`suggestion`]s
//! and [`listing`]s.
//!
//! ```
//! use regola::game::Rules;
//! use regola::session::{AllAnswers, Host, Opened, Session};
//! use regola::syntax::load::{FileReader, Reader};
//!
//! struct Files;
//! impl Host for Files {
//!     fn reader(&self) -> &dyn Reader {
//!         &FileReader
//!     }
//! }
//!
//! let rules = Rules::load("games/othello.rules")?;
//! let mut session = Session::new(Box::new(Files), Opened::new("games/othello.rules", rules));
//! let mut output = Vec::new();
//! session.enter(":play f5", &mut output, &mut AllAnswers)?;
//! output.clear();
//! session.enter("control(P).", &mut output, &mut AllAnswers)?;
//! assert_eq!(output, b"P = white.\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod advice;
mod command;
mod completion;
mod counts;
mod doc;
mod enter;
mod entry;
mod explain;
mod file;
mod forms;
mod host;
mod line;
#[cfg_attr(not(feature = "internals"), doc(hidden))]
pub mod listing;
mod look;
mod on_clock;
mod opened;
mod path;
mod play;
#[cfg_attr(not(feature = "internals"), doc(hidden))]
pub mod results;
mod saved;
mod script;
mod search;
#[allow(
    clippy::module_inception,
    reason = "the room is named after its one important thing"
)]
mod session;
mod slip;
mod strength;
#[cfg_attr(not(feature = "internals"), doc(hidden))]
pub mod suggestion;
mod trouble;
mod typed;
mod watched;

pub use advice::{Advice, written_line};
pub use command::{Command, Wants};
pub use completion::{Candidate, Completions, WordCompletion};
pub use counts::{Measured, print_counts};
pub use enter::AfterEntry;
pub use entry::{is_command, is_entry};
pub use forms::{AnsweringForm, Forms};
pub use host::{AllAnswers, FirstAnswers, Host, MOST_PORTS, Pace, Stride};
pub use line::PlayedLine;
pub use look::list_moves;
pub use opened::Opened;
pub(crate) use path::within;
pub use script::{EntryLines, Script, ScriptEntry, ScriptSection, entries};
pub use session::Session;
pub use strength::{SearchOutcome, Strength, unknown_heuristic};
pub use trouble::{Explain, Trouble};
pub use typed::{Played, play_typed};
#[cfg(feature = "studio")]
pub(crate) use watched::{Recorder, WatchedFiles};

//! Floor 6: a language server, for editors that speak the Language Server Protocol.
//!
//! The module [`language`](crate::language) knows what rule files mean; this one has the messages
//! and positions of the protocol. [`serve`] reads and writes two streams. A [`Server`] takes one
//! message after the other without streams.
//!
//! ```text
//! stream        reads messages from one stream and writes answers to another
//! frame         where a message begins and ends in a stream; message: the parts of a message
//! server        the methods
//! documents     the texts that the editor has open, which replace those on the disk
//! disk          the other texts, and the rule files in the editor's folders
//! position      lines and columns as the protocol counts them
//! answers       turns the results of the module `language` into those of the protocol
//! diagnostics   the diagnostics of each file
//! quick_fixes   changes that remove the cause of a diagnostic
//! line_edits    the lines that formatting changes
//! semantic      the kind of each token of a text, in the numbers of the protocol
//! limits        limits on what the server accepts
//! ```
//!
//! A stream that breaks the protocol does not end the server. It answers with what is wrong, and
//! reads the next message. This module reads the frames itself: crates for this stop at the first
//! error, and allocate as much memory as a head asks for.

mod answers;
mod diagnostics;
mod disk;
mod documents;
mod frame;
mod limits;
mod line_edits;
mod message;
mod position;
mod quick_fixes;
mod semantic;
mod server;
mod stream;

pub use disk::{Disk, Files};
pub use frame::{Frame, Frames};
pub use limits::{MAX_MESSAGE, MAX_TEXT};
pub use server::{Ending, Server};
pub use stream::serve;

//! Floor 6: a language server, for editors that speak the Language Server Protocol.
//!
//! What rule files mean is the business of [`language`](crate::language); here are only the
//! protocol's messages and places. [`serve`] speaks over any two streams; a [`Server`] takes one
//! message after the other without any.
//!
//! ```text
//! stream        both of them: messages come in and answers go out
//! frame         how messages lie in a stream; message: what all of them have in common
//! server        what each of them asks
//! documents     the texts that the editor has open, which hide those on the disk
//! position      lines and columns as the protocol counts them
//! answers       from what the language room says to what the protocol wants
//! diagnostics   what is wrong, told for each file
//! quick_fixes   changes that remove what is wrong
//! line_edits    the lines that formatting changes
//! semantic      what every piece of a text is, in the numbers of the protocol
//! limits        how much of all that is taken
//! ```
//!
//! A stream that is not as the protocol wants it does not end the server: what is no message is
//! answered with what is wrong, and the next one is read. The frames are read here, since the
//! crates that do so give up at the first mistake and reserve as much memory as a head asks for.

mod answers;
mod diagnostics;
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

pub use documents::{Disk, Files};
pub use frame::{Frame, Frames};
pub use limits::{MAX_MESSAGE, MAX_TEXT};
pub use server::{Ending, Server};
pub use stream::serve;

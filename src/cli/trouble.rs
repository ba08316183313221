//! Reports a failed command on standard error, and chooses the exit status.

use std::io::{ErrorKind, Write};
use std::process::ExitCode;

pub use regola::session::{Explain, Trouble};
use regola::syntax::render::Style;

use crate::output;

/// Writes the error to standard error and returns the exit status: 2, or 130 after Ctrl-C, which is
/// usual for this signal.
pub fn report(trouble: &Trouble) -> ExitCode {
    let status = match trouble {
        // The reader of our output has closed it, as in `| head`.
        Trouble::Stream(error) if error.kind() == ErrorKind::BrokenPipe => {
            return ExitCode::SUCCESS;
        }
        Trouble::Stopped(_) => 130,
        _ => 2,
    };
    // If this cannot be written there is no other place for the message.
    let mut errors = output::errors();
    let _ = errors
        .write_all(trouble.text(Style::Coloured).as_bytes())
        .and_then(|()| errors.flush());
    ExitCode::from(status)
}

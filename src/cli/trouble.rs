//! Why a command could not do its work, told on standard error, and the exit status.

use std::io::{ErrorKind, Write};
use std::process::ExitCode;

pub use regola::session::{Explain, Trouble};
use regola::syntax::render::Style;

use crate::output;

/// Tells it on standard error and gives the exit status: 2, or 130 after Ctrl-C, as is usual for a
/// signal.
pub fn report(trouble: &Trouble) -> ExitCode {
    let status = match trouble {
        // Whoever read our output has had enough, as in `| head`.
        Trouble::Stream(error) if error.kind() == ErrorKind::BrokenPipe => {
            return ExitCode::SUCCESS;
        }
        Trouble::Stopped(_) => 130,
        _ => 2,
    };
    // Nobody is left to be told if this cannot be written.
    let mut errors = output::errors();
    let _ = errors
        .write_all(trouble.text(Style::Coloured).as_bytes())
        .and_then(|()| errors.flush());
    ExitCode::from(status)
}

//! `regola lsp`: a language server, for editors that speak the Language Server Protocol.
//!
//! What rule files mean is the business of [`regola::language`]; here are only the protocol's messages and places.
//!
//! ```text
//! server        the loop over messages, and what each of them asks
//! documents     the texts that the editor has open, which hide those on the disk
//! position      lines and columns as the protocol counts them
//! answers       from what the language room says to what the protocol wants
//! diagnostics   what is wrong, told for each file
//! ```

mod answers;
mod diagnostics;
mod documents;
mod position;
mod server;

use std::io;

use clap::Args;
use lsp_server::Connection;

use crate::Outcome;
use crate::trouble::Trouble;

/// Serve an editor by the Language Server Protocol, over standard input and output
///
/// Editors start this themselves; the folder `editors` of the sources has what they need.
#[derive(Args, Debug)]
#[command(after_help = "Example, for Helix:\n  [language-server.regola]\n  command = \"regola\"\n  args = [\"lsp\"]")]
pub struct Options {
    /// Taken for the sake of editors that pass it: there is no other way
    #[arg(long)]
    stdio: bool,
}

pub fn run(_: &Options) -> Result<Outcome, Trouble> {
    let (connection, threads) = Connection::stdio();
    let outcome = server::serve(&connection).map_err(|error| Trouble::Stream(io::Error::other(error)))?;
    // The thread that writes ends when nobody can send any more.
    drop(connection);
    threads.join()?;
    Ok(outcome)
}

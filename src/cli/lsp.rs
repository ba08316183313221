//! `regola lsp`: the language server over standard input and output.

use std::io;

use clap::Args;
use regola::lsp::{Ending, Files, serve};

use crate::CommandOutcome;
use crate::trouble::Trouble;

/// Serve an editor by the Language Server Protocol, over standard input and output
///
/// Editors start this command themselves. The folder `editors` of the sources has their settings.
#[derive(Args, Debug)]
#[command(
    after_help = "Example, for Helix:\n  [language-server.regola]\n  command = \"regola\"\n  args = [\"lsp\"]"
)]
pub struct LspArguments {
    /// Accepted for editors that pass it; there is no other way
    #[arg(long)]
    stdio: bool,
}

pub fn run(_: &LspArguments) -> Result<CommandOutcome, Trouble> {
    match serve(io::stdin(), &mut io::stdout().lock(), Box::new(Files))? {
        Ending::Goodbye => Ok(CommandOutcome::Done),
        Ending::NoGoodbye => Ok(CommandOutcome::No),
        Ending::NoGreeting => {
            let missing = "the client ended before it sent a right `initialize`";
            Err(Trouble::Stream(io::Error::other(missing)))
        }
    }
}

//! `regola studio`: a game and its rule file in the browser.

use std::io::Write;

use clap::Args;
use regola::studio::{self, Beside, Studio};
use regola::syntax::load::{FileReader, Reader};

use crate::Outcome;
use crate::trouble::Trouble;

/// Open a game in the browser: its board, its rule file, questions and reasons
///
/// Serves one page at a port of this machine, which no other machine can reach, and prints its address. The address has a
/// secret token in it: whoever knows it can play here and change the rule file. Nothing on the disk changes but what the
/// page saves. Ctrl-C ends it.
///
/// With another rule file to compare, its board follows the moves of the first, and the page finds the first difference.
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  regola studio games/othello.rules
  regola studio games/filetto.rules --compare games/tictactoe.rules --map games/filetto.names")]
pub struct Options {
    /// The rule file of the game
    #[arg(value_name = "FILE")]
    path: String,
    /// Show this rule file beside the first, and compare the two
    #[arg(long, value_name = "OTHER")]
    compare: Option<String>,
    /// How the names of the first game are written in the other
    #[arg(long, value_name = "NAMES", requires = "compare")]
    map: Option<String>,
    /// Serve at this port; without this at any that is free
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    port: u16,
    /// Only print the address, and open no browser
    #[arg(long)]
    no_open: bool,
}

pub fn run(options: &Options, out: &mut dyn Write) -> Result<Outcome, Trouble> {
    let path = &options.path;
    // A file with mistakes is mended in the page; one that is not there is not.
    for path in [Some(path), options.compare.as_ref(), options.map.as_ref()].into_iter().flatten() {
        FileReader.read(path).map_err(|reason| Trouble::Use(format!("cannot read `{path}`: {reason}")))?;
    }
    let beside = options.compare.clone().map(|path| Beside { path, names: options.map.clone() });
    let wanted = studio::Options { path: path.clone(), beside, port: options.port, token: None };
    let studio = Studio::open(wanted)
        .map_err(|error| Trouble::Use(format!("the studio cannot be served at port {}: {error}", options.port)))?;
    let address = studio.address();
    writeln!(out, "{address}")?;
    out.flush()?;
    if !options.no_open {
        // Whoever has no browser here has the address.
        let _ = open::that_detached(&address);
    }
    studio.serve()?;
    Ok(Outcome::Done)
}

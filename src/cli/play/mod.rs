//! `regola play`.

pub mod roles;

use std::io::Write;

use clap::{ArgMatches, Args};

use crate::Outcome;
use crate::opening::Start;
use crate::trouble::Trouble;

/// Play a game
#[derive(Args, Debug)]
pub struct Options {
    #[command(flatten)]
    start: Start,
}

pub fn run(options: &Options, matches: &ArgMatches, out: &mut dyn Write) -> Result<Outcome, Trouble> {
    let opened = options.start.open()?;
    writeln!(out, "{:?}", roles::chosen(matches, &opened.rules))?;
    Ok(Outcome::Done)
}

//! `regola repl`.

use std::io::Write;

use clap::Args;

use crate::Outcome;
use crate::opening::Start;
use crate::trouble::Trouble;

/// Ask questions
#[derive(Args, Debug)]
pub struct Options {
    #[command(flatten)]
    start: Start,
}

pub fn run(options: &Options, _out: &mut dyn Write) -> Result<Outcome, Trouble> {
    options.start.open()?;
    Ok(Outcome::Done)
}

//! `regola games`: the rule files that are part of the program.

use std::io::Write;

use clap::Args;
use regola::session::suggestion::unknown;

use crate::CommandOutcome;
use crate::output::Output;
use crate::screen::Screen;
use crate::shipped::Shipped;
use crate::trouble::Trouble;

/// List the games that are in the program, or print the rule file of one
///
/// Where a command wants a rule file and there is no file of that name, the name of one of these
/// games will do.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  regola games\n  regola games nim\n  regola play othello")]
pub struct GamesArguments {
    /// The game whose rule file is printed
    #[arg(value_name = "NAME")]
    name: Option<String>,
}

pub fn run(options: &GamesArguments, out: &mut Output) -> Result<CommandOutcome, Trouble> {
    let games = || Shipped::ALL.iter().filter(|shipped| shipped.is_game());
    if let Some(name) = &options.name {
        let known = games().map(|shipped| shipped.name);
        let shipped =
            Shipped::find(name).ok_or_else(|| Trouble::Use(unknown("game", name, known)))?;
        out.raw()?.write_all(shipped.text.as_bytes())?;
        return Ok(CommandOutcome::Done);
    }
    let width = games().map(|shipped| shipped.name.len()).max().unwrap_or(0);
    let screen = Screen::of_output();
    for shipped in games() {
        let line = format!("{:<width$}  {}", shipped.name, shipped.title());
        writeln!(out, "{}", screen.wrapped(&line))?;
    }
    Ok(CommandOutcome::Done)
}

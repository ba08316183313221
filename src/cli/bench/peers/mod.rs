//! `regola bench --peers`: the games for which other engines publish figures, in every form.
//!
//! ```text
//! games      which games, and what is counted in them
//! form       the machine, the compiled form, a program written by hand
//! opened     a game loaded and compiled
//! size       the size of the compiled form, and what stays with the machine
//! measure    the speed of a form at a work
//! row        one game in all its forms
//! told_in_text, told_in_json
//! ```

mod form;
mod games;
mod measure;
mod opened;
mod row;
mod size;
mod told_in_json;
pub mod told_in_text;

use std::io::Write;

use super::BenchArguments;
use super::only::named;
use crate::CommandOutcome;
use crate::interrupt::CtrlC;
use crate::trouble::Trouble;
use crate::watching::Watching;
use games::{GAMES, PeerGame};
use row::PeerRow;

/// Measures the games that the user asked for; with `--counts` it only compares their forms.
pub fn run(options: &BenchArguments, out: &mut dyn Write) -> Result<CommandOutcome, Trouble> {
    let kind = "games with peers";
    let games = named(GAMES, &options.only, |game| game.name, kind, |_| true)?;
    let interrupt = CtrlC::of_the_program();
    let mut rows = Vec::new();
    let ended = rows_of(options, &games, &interrupt, &mut rows);
    // A benchmark that was stopped reports the games so far.
    match (options.json, options.counts) {
        (true, is_counted) => told_in_json::print(&rows, is_counted, out)?,
        (false, true) => told_in_text::counts(&rows, out)?,
        (false, false) => told_in_text::print(&rows, options.runs, out)?,
    }
    ended?;
    let is_same = rows.iter().all(|row| row.differences().is_empty());
    Ok(if is_same {
        CommandOutcome::Done
    } else {
        CommandOutcome::No
    })
}

fn rows_of(
    options: &BenchArguments,
    games: &[&'static PeerGame],
    interrupt: &CtrlC,
    rows: &mut Vec<PeerRow>,
) -> Result<(), Trouble> {
    let runs = options.runs;
    let mut watching = Watching::new(interrupt, "runs");
    for (done, game) in games.iter().enumerate() {
        rows.push(match options.counts {
            true => row::compared(game, interrupt)?,
            false => row::measured(game, runs, interrupt, &mut |run| {
                let done = done * runs as usize + run as usize;
                watching.show(done, games.len() * runs as usize, || {
                    format!(", {}", game.name)
                });
            })?,
        });
    }
    Ok(())
}

//! `regola bench --search`: the search beside programs that are written by hand for one game.
//!
//! ```text
//! works       which searches
//! by_hand     searches written by hand
//! lines       lines of moves to the positions that are searched
//! prepared    a work with its game loaded and compiled: both sides of the comparison
//! measure     the answers of a side, and its times
//! row         one work, measured in turn on both sides
//! differences the positions that the sides value differently
//! told_in_text, told_in_json
//! ```

mod by_hand;
mod differences;
mod lines;
mod measure;
mod prepared;
mod row;
mod told_in_json;
mod told_in_text;
mod works;

use std::io::Write;

use super::BenchArguments;
use super::only::named;
use crate::CommandOutcome;
use crate::interrupt::CtrlC;
use crate::trouble::Trouble;
use crate::watching::Watching;
use row::SearchRow;
use works::{SEARCHES, SearchWork};

/// Measures the searches that the user asked for; with `--counts` it only counts the nodes of
/// smaller ones.
pub fn run(options: &BenchArguments, out: &mut dyn Write) -> Result<CommandOutcome, Trouble> {
    let is_usual = |work: &SearchWork| options.long || !work.is_long;
    let works = named(
        SEARCHES,
        &options.only,
        |work| work.name,
        "searches",
        is_usual,
    )?;
    let interrupt = CtrlC::of_the_program();
    let mut rows = Vec::new();
    let ended = rows_of(options, &works, &interrupt, &mut rows);
    // A benchmark that was stopped reports the searches so far.
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
    works: &[&'static SearchWork],
    interrupt: &CtrlC,
    rows: &mut Vec<SearchRow>,
) -> Result<(), Trouble> {
    let runs = options.runs as usize;
    let mut watching = Watching::new(interrupt, "runs");
    for (done, work) in works.iter().enumerate() {
        rows.push(match options.counts {
            true => row::counted(work, interrupt)?,
            false => row::measured(work, runs, interrupt, &mut |run| {
                watching.show(done * runs + run, works.len() * runs, || {
                    format!(", {}", work.name)
                });
            })?,
        });
    }
    Ok(())
}

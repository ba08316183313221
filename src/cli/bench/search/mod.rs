//! `regola bench --search`: the search beside programs that are written by hand for one game.
//!
//! ```text
//! works      which searches
//! by_hand    searches written by hand
//! lines      lines of moves to the positions that are searched
//! prepared   a work with its game loaded and compiled: both sides of the comparison
//! measure    the answers of a side, and its times
//! row        one work, measured in turn on both sides
//! told_in_text, told_in_json
//! ```

mod by_hand;
mod lines;
mod measure;
mod prepared;
mod row;
mod told_in_json;
mod told_in_text;
mod works;

use std::io::Write;

use super::BenchArguments;
use crate::CommandOutcome;
use crate::interrupt::CtrlC;
use crate::trouble::Trouble;
use crate::watching::Watching;
use row::SearchRow;
use works::{SEARCHES, SearchWork};

/// Measures the searches that the user asked for; with `--counts` it only counts the nodes of
/// smaller ones.
pub fn run(options: &BenchArguments, out: &mut dyn Write) -> Result<CommandOutcome, Trouble> {
    let works = asked_for(&options.only, options.long)?;
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

/// Returns the searches with these names, in the order of the table; without names all that do not
/// take long, or with `has_long` those too.
fn asked_for(names: &[String], has_long: bool) -> Result<Vec<&'static SearchWork>, Trouble> {
    let names: Vec<&str> = names.iter().map(|name| name.trim()).collect();
    if let Some(name) = names
        .iter()
        .find(|name| SEARCHES.iter().all(|work| work.name != **name))
    {
        let known: Vec<&str> = SEARCHES.iter().map(|work| work.name).collect();
        return Err(Trouble::Use(format!(
            "`{name}` is none of the searches: {}",
            known.join(", ")
        )));
    }
    let is_asked_for = |work: &&SearchWork| match names.as_slice() {
        [] => has_long || !work.is_long,
        names => names.contains(&work.name),
    };
    Ok(SEARCHES.iter().filter(is_asked_for).collect())
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

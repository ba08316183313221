//! Counted work: the same on every computer, so it shows that something became slower without a
//! clock.

use std::io::{self, Write};

use regola::logic::Work as Counted;
use serde_json::json;

use super::alone;
use super::suite::TimedWork;
use crate::trouble::Trouble;
use crate::{CommandOutcome, json};

/// Counts a smaller version of each work.
pub fn run(
    works: &[&TimedWork],
    in_json: bool,
    out: &mut dyn Write,
) -> Result<CommandOutcome, Trouble> {
    if !in_json {
        writeln!(
            out,
            "{:<17} {:>9} {:>12} {:>13} {:>9}  of",
            "", "steps", "unifications", "choice points", "bytes"
        )?;
    }
    for work in works {
        if let Some((what, counted)) = alone::count(work) {
            print(work, &what, counted, in_json, out)?;
        }
    }
    Ok(CommandOutcome::Done)
}

fn print(
    work: &TimedWork,
    what: &str,
    counted: Counted,
    in_json: bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    let Counted {
        steps,
        unifications,
        choice_points,
        bytes,
    } = counted;
    if in_json {
        let name = work.name;
        let counts = json!({ "work": name, "of": what, "steps": steps, "unifications": unifications,
            "choice_points": choice_points, "bytes": bytes });
        return json::write(out, &counts);
    }
    writeln!(
        out,
        "{:<17} {steps:>9} {unifications:>12} {choice_points:>13} {bytes:>9}  {what}",
        work.name
    )
}

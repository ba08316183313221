//! The number of lines of play at each depth, as a table.

use std::io::Write;
use std::time::Duration;

use super::forms::AnsweringForm;
use super::trouble::Trouble;

/// The time that a count took, and the form of the game that counted.
pub type Measured = (Duration, AnsweringForm);

/// Prints the number of lines of play at each depth up to `depth`, each as soon as `count` has
/// returned it, with the time and the form if they were measured.
///
/// # Errors
/// Those of `count` and of writing to `out`.
pub fn print_counts(
    depth: usize,
    out: &mut dyn Write,
    count: &mut dyn FnMut(usize) -> Result<(u64, Option<Measured>), Trouble>,
) -> Result<(), Trouble> {
    for each in depth.min(1)..=depth {
        let (nodes, time) = count(each)?;
        if each == depth.min(1) {
            heading(time.is_some(), out)?;
        }
        match time {
            Some((time, answered)) => {
                let (seconds, form) = (time.as_secs_f64(), answered.name());
                writeln!(out, "{each:>5} {nodes:>16} {seconds:>10.3} s {form}")?;
            }
            None => writeln!(out, "{each:>5} {nodes:>16}")?,
        }
        out.flush()?;
    }
    Ok(())
}

fn heading(with_times: bool, out: &mut dyn Write) -> Result<(), Trouble> {
    match with_times {
        true => writeln!(out, "{:>5} {:>16} {:>12} engine", "depth", "nodes", "time")?,
        false => writeln!(out, "{:>5} {:>16}", "depth", "nodes")?,
    }
    Ok(())
}

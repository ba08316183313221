//! How many lines of play there are, as a table.

use std::io::Write;
use std::time::Duration;

use super::trouble::Trouble;

/// Prints how many lines of play of each length there are, each number as soon as `count` knows it,
/// and how long that took if it was measured.
///
/// # Errors
/// Those of `count` and of writing.
pub fn print_counts(
    depth: usize,
    out: &mut dyn Write,
    count: &mut dyn FnMut(usize) -> Result<(u64, Option<Duration>), Trouble>,
) -> Result<(), Trouble> {
    for each in depth.min(1)..=depth {
        let (nodes, time) = count(each)?;
        if each == depth.min(1) {
            heading(time.is_some(), out)?;
        }
        match time {
            Some(time) => writeln!(out, "{each:>5} {nodes:>16} {:>10.3} s", time.as_secs_f64())?,
            None => writeln!(out, "{each:>5} {nodes:>16}")?,
        }
        out.flush()?;
    }
    Ok(())
}

fn heading(with_times: bool, out: &mut dyn Write) -> Result<(), Trouble> {
    match with_times {
        true => writeln!(out, "{:>5} {:>16} {:>12}", "depth", "nodes", "time")?,
        false => writeln!(out, "{:>5} {:>16}", "depth", "nodes")?,
    }
    Ok(())
}

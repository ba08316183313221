//! Searches as tables for people.

use std::io::{self, Write};

use super::measure::SearchAnswer;
use super::row::SearchRow;
use crate::bench::peers::told_in_text::in_thousands;

/// The width of the names of works, and of those that are indented by two spaces.
const NAMES: usize = 20;
const INDENTED: usize = NAMES - 2;
/// The width of a number of nodes, of a time, of a speed and of a ratio.
const NODES: usize = 14;
const TIME: usize = 12;
const SPEED: usize = 14;
const RATIO: usize = 8;

/// Prints the times of the searches, then the speeds of playouts, then the differing values.
pub fn print(rows: &[SearchRow], runs: u32, out: &mut dyn Write) -> io::Result<()> {
    let runs = if runs == 1 {
        "one run".to_owned()
    } else {
        format!("{runs} runs, median")
    };
    writeln!(out, "CPU time of one thread, {runs}")?;
    let [searches, trees] = in_two(rows);
    if !searches.is_empty() {
        writeln!(
            out,
            "\n{:<NAMES$}{:>NODES$}{:>TIME$}{:>NODES$}{:>TIME$}{:>RATIO$}  value",
            "Searches", "Regola nodes", "time", "hand nodes", "time", "ratio"
        )?;
    }
    for row in &searches {
        write!(out, "  {:<INDENTED$}", row.work.name)?;
        for side in [&row.regola, &row.other] {
            let time = side.time().as_secs_f64();
            write!(
                out,
                "{:>NODES$}{:>2$.4} s",
                side.answer.nodes,
                time,
                TIME - 2
            )?;
        }
        writeln!(out, "{}  {}", ratio(row), values(&row.regola.answer))?;
    }
    if !trees.is_empty() {
        writeln!(
            out,
            "\n{:<NAMES$}{:>SPEED$}{:>SPEED$}{:>RATIO$}",
            "Playouts a second", "in the tree", "random games", "ratio"
        )?;
    }
    for row in &trees {
        let [own, others] = [&row.regola, &row.other].map(|side| in_thousands(side.speed()));
        let name = row.work.name;
        writeln!(
            out,
            "  {name:<INDENTED$}{own:>SPEED$}{others:>SPEED$}{}",
            ratio(row)
        )?;
    }
    differences(rows, out)?;
    writeln!(out)?;
    if !searches.is_empty() {
        writeln!(
            out,
            "The ratio of searches is the time of Regola divided by that of the program by hand: less is better."
        )?;
    }
    if !trees.is_empty() {
        writeln!(
            out,
            "The ratio of playouts is the speed in the tree divided by that of random games: greater is better."
        )?;
    }
    Ok(())
}

/// Prints the nodes and values of the smaller searches, and the plies of playouts.
pub fn counts(rows: &[SearchRow], out: &mut dyn Write) -> io::Result<()> {
    let [searches, trees] = in_two(rows);
    let columns = |row: &SearchRow| {
        let [own, others] = [&row.regola, &row.other].map(|side| side.answer.nodes);
        format!(
            "  {:<INDENTED$}{own:>NODES$}{others:>NODES$}",
            row.work.name
        )
    };
    if !searches.is_empty() {
        writeln!(
            out,
            "{:<NAMES$}{:>NODES$}{:>NODES$}  of",
            "Nodes", "Regola", "by hand"
        )?;
    }
    for row in searches {
        let values = values(&row.regola.answer);
        writeln!(out, "{}  {}: {values}", columns(row), row.task)?;
    }
    if !trees.is_empty() {
        writeln!(
            out,
            "{:<NAMES$}{:>NODES$}{:>NODES$}  of",
            "Plies", "tree", "random"
        )?;
    }
    for row in trees {
        writeln!(out, "{}  {}", columns(row), row.task)?;
    }
    differences(rows, out)
}

/// Returns the searches with an answer, and those that are playouts.
fn in_two(rows: &[SearchRow]) -> [Vec<&SearchRow>; 2] {
    let (searches, trees) = rows.iter().partition(|row| row.task.has_answer());
    [searches, trees]
}

fn ratio(row: &SearchRow) -> String {
    let ratio = row.ratio().map(|ratio| format!("{ratio:.2}"));
    format!("{:>RATIO$}", ratio.unwrap_or_default())
}

/// Returns the values of all positions, and the best move if the search tells it.
fn values(answer: &SearchAnswer) -> String {
    let values: Vec<String> = answer.values.iter().map(ToString::to_string).collect();
    let best = answer.best.as_ref().map(|best| format!(", {best}"));
    values.join(" ") + &best.unwrap_or_default()
}

/// Prints the values that differ.
fn differences(rows: &[SearchRow], out: &mut dyn Write) -> io::Result<()> {
    for difference in rows.iter().flat_map(SearchRow::differences) {
        writeln!(out, "WRONG: {difference}")?;
    }
    Ok(())
}

//! Lists of numbered moves.

use std::fmt::Write;

/// The usual width of a line of moves, in characters.
pub const LINE_WIDTH: usize = 78;

/// Whether one of the moves is written as a number. A number of a move then needs a sign before it:
/// `#2`.
#[must_use]
pub fn has_numbers(moves: &[String]) -> bool {
    moves.iter().any(|text| text.parse::<i64>().is_ok())
}

/// Returns the numbers of the moves, from 1.
fn numbers(moves: &[String]) -> impl Iterator<Item = String> + '_ {
    let sign = if has_numbers(moves) { "#" } else { "" };
    (1..=moves.len()).map(move |number| format!("{sign}{number}"))
}

/// Returns the moves with their numbers from 1, each on a line.
#[must_use]
pub fn one_a_line(moves: &[String]) -> String {
    let width = numbers(moves).map(|number| number.len()).max().unwrap_or(0);
    let lines = numbers(moves)
        .zip(moves)
        .map(|(number, text)| format!("  {number:>width$} {text}\n"));
    lines.collect()
}

/// Returns the moves with their numbers from 1, in columns of equal width. A line has at most
/// `line_width` characters; a longer move has a line of its own.
#[must_use]
pub fn in_columns(moves: &[String], line_width: usize) -> String {
    let cells: Vec<String> = numbers(moves)
        .zip(moves)
        .map(|(number, text)| format!("{number} {text}"))
        .collect();
    let widest = cells
        .iter()
        .map(|cell| cell.chars().count())
        .max()
        .unwrap_or(0);
    let a_line = (line_width / (widest + 3)).max(1);
    let mut text = String::new();
    for line in cells.chunks(a_line) {
        let line: Vec<String> = line.iter().map(|cell| format!("{cell:<widest$}")).collect();
        writeln!(text, "  {}", line.join("   ").trim_end())
            .expect("writing to a string cannot fail");
    }
    text
}

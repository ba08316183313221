//! Numbered moves.

use std::fmt::Write;

/// How wide a line of moves is where nobody says otherwise.
pub const LINE_WIDTH: usize = 78;

/// Whether one of the moves is itself written as a number, so that the number of a move needs a
/// sign before it: `#2`.
#[must_use]
pub fn has_numbers(moves: &[String]) -> bool {
    moves.iter().any(|text| text.parse::<i64>().is_ok())
}

/// The numbers of the moves, from 1.
fn numbers(moves: &[String]) -> impl Iterator<Item = String> + '_ {
    let sign = if has_numbers(moves) { "#" } else { "" };
    (1..=moves.len()).map(move |number| format!("{sign}{number}"))
}

/// The moves with their numbers from 1, each on a line.
#[must_use]
pub fn one_a_line(moves: &[String]) -> String {
    let width = numbers(moves).map(|number| number.len()).max().unwrap_or(0);
    let lines = numbers(moves)
        .zip(moves)
        .map(|(number, text)| format!("  {number:>width$} {text}\n"));
    lines.collect()
}

/// The same in columns of one width, in lines of at most this number of letters; a longer move has
/// a line of its own.
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

//! Numbered moves.

use std::fmt::Write;

/// How wide a line of moves may be.
const LINE_WIDTH: usize = 78;

/// The moves with their numbers from 1, each on a line.
#[must_use]
pub fn one_a_line(moves: &[String]) -> String {
    let width = moves.len().to_string().len();
    let lines = moves
        .iter()
        .enumerate()
        .map(|(index, text)| format!("  {:>width$} {text}\n", index + 1));
    lines.collect()
}

/// The same in columns of one width.
#[must_use]
pub fn in_columns(moves: &[String]) -> String {
    let cells: Vec<String> = moves
        .iter()
        .enumerate()
        .map(|(index, text)| format!("{} {text}", index + 1))
        .collect();
    let widest = cells
        .iter()
        .map(|cell| cell.chars().count())
        .max()
        .unwrap_or(0);
    let a_line = (LINE_WIDTH / (widest + 3)).max(1);
    let mut text = String::new();
    for line in cells.chunks(a_line) {
        let line: Vec<String> = line.iter().map(|cell| format!("{cell:<widest$}")).collect();
        writeln!(text, "  {}", line.join("   ").trim_end())
            .expect("writing to a string cannot fail");
    }
    text
}

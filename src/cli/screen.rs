//! The room for text: the size of the terminal, and text that fits into it.

use std::io::{self, IsTerminal};

use console::Term;

/// The room for text on standard output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Screen {
    /// The most characters of a line; none if there is no limit.
    pub columns: Option<usize>,
    /// The number of lines that are visible at once; none if there is no limit.
    pub rows: Option<usize>,
}

impl Screen {
    /// Returns the size of the terminal. The environment variables `COLUMNS` and `LINES` take
    /// precedence, and also apply without a terminal.
    pub fn of_output() -> Self {
        let terminal = io::stdout()
            .is_terminal()
            .then(|| Term::stdout().size_checked())
            .flatten();
        let (rows, columns) = terminal.unzip();
        let typed = |name: &str| {
            let value = std::env::var(name).ok()?;
            value.parse::<usize>().ok().filter(|size| *size > 0)
        };
        Screen {
            columns: typed("COLUMNS").or(columns.map(usize::from)),
            rows: typed("LINES").or(rows.map(usize::from)),
        }
    }

    /// Whether `lines` lines are visible at once.
    pub fn has_room_for(self, lines: usize) -> bool {
        self.rows.is_none_or(|rows| lines <= rows)
    }

    /// Breaks a line between words if it is too long. The further lines are indented.
    pub fn wrapped(self, line: &str) -> String {
        let width = |text: &str| text.chars().count();
        let Some(columns) = self.columns.filter(|columns| width(line) > *columns) else {
            return line.to_owned();
        };
        let text = line.trim_start_matches(' ');
        let indent = " ".repeat(line.len() - text.len());
        let mut lines = Vec::new();
        let mut last = String::new();
        for word in text.split(' ') {
            if last.is_empty() {
                last = format!("{indent}{word}");
            } else if width(&last) + 1 + width(word) > columns {
                let next = format!("{indent}  {word}");
                lines.push(std::mem::replace(&mut last, next));
            } else {
                last.push(' ');
                last.push_str(word);
            }
        }
        lines.push(last);
        lines.join("\n")
    }
}

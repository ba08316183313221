//! The cost of an encoding: its length, its time and its memory.

use std::time::Duration;

use super::seen::SeenGame;
use crate::game::Rules;
use crate::syntax::parse::parse_file;
use crate::syntax::source::{SourceId, Sources};

/// The cost of one encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost {
    /// Facts, clauses and productions in the rule file and the files that it uses, without
    /// directives.
    pub clauses: usize,
    /// The number of lines that have more than comments.
    pub lines: usize,
    /// The number of positions looked at.
    pub positions: u64,
    /// Steps to look at these positions and to play their moves.
    pub steps: u64,
    /// The time for these steps, by the clock of the host.
    pub time: Duration,
    /// The number of positions that moves led to.
    pub reached: u64,
    /// The bytes that these positions do not share with the positions before them, roughly.
    pub bytes: u64,
}

impl Cost {
    pub(super) fn of(player: &SeenGame<'_>) -> Self {
        let (clauses, lines) = written(player.rules);
        let SeenGame {
            positions,
            steps,
            time,
            reached,
            bytes,
            ..
        } = *player;
        Cost {
            clauses,
            lines,
            positions,
            steps,
            time,
            reached,
            bytes,
        }
    }

    /// Steps for one position, including its moves; 0 if none was looked at.
    #[must_use]
    pub fn steps_each(&self) -> f64 {
        self.steps as f64 / self.positions.max(1) as f64
    }

    /// The time for one position, in seconds; 0 if none was looked at.
    #[must_use]
    pub fn seconds_each(&self) -> f64 {
        self.time.as_secs_f64() / self.positions.max(1) as f64
    }

    /// The bytes that a position does not share with the one before it, roughly.
    #[must_use]
    pub fn bytes_each(&self) -> f64 {
        self.bytes as f64 / self.reached.max(1) as f64
    }
}

/// The number of clauses and lines in the texts of a game.
fn written(rules: &Rules) -> (usize, usize) {
    let sources = rules.sources();
    let counts = sources.iter().map(|(id, _)| in_text(sources, id));
    counts.fold((0, 0), |(clauses, lines), (more, longer)| {
        (clauses + more, lines + longer)
    })
}

fn in_text(sources: &Sources, id: SourceId) -> (usize, usize) {
    let (file, _) = parse_file(sources, id);
    let clauses = file
        .clauses
        .iter()
        .filter(|clause| clause.directive().is_none())
        .count();
    let text: Vec<&str> = sources.get(id).text.lines().collect();
    let mut is_code = vec![false; text.len()];
    for clause in &file.clauses {
        let (first, _) = sources.line_column(clause.term.span);
        let last = first + sources.snippet(clause.term.span).matches('\n').count();
        for line in first..=last {
            let written = text.get(line - 1).map_or("", |line| line.trim());
            is_code[line - 1] |= !written.is_empty() && !written.starts_with('%');
        }
    }
    (clauses, is_code.into_iter().filter(|code| *code).count())
}

//! What an encoding costs: to write, to run, to keep.

use std::time::Duration;

use super::seen::SeenGame;
use crate::game::Rules;
use crate::syntax::parse::parse_file;
use crate::syntax::source::{SourceId, Sources};

/// What one encoding costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost {
    /// Facts, clauses and productions in the file and all that it uses; declarations are none.
    pub clauses: usize,
    /// Lines on which something stands besides comments.
    pub lines: usize,
    /// Positions looked at.
    pub positions: u64,
    /// Calls of predicates to see and to play all that was compared.
    pub steps: u64,
    /// The time that took, by the host's clock.
    pub time: Duration,
    /// Positions that a move led to.
    pub reached: u64,
    /// About how many bytes those take that the positions before them do not share.
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

    /// Calls of predicates for one position, its moves included; 0 if none was looked at.
    #[must_use]
    pub fn steps_each(&self) -> f64 {
        self.steps as f64 / self.positions.max(1) as f64
    }

    /// The time for one position, in seconds.
    #[must_use]
    pub fn seconds_each(&self) -> f64 {
        self.time.as_secs_f64() / self.positions.max(1) as f64
    }

    /// About how many bytes a position takes that the one before it does not share.
    #[must_use]
    pub fn bytes_each(&self) -> f64 {
        self.bytes as f64 / self.reached.max(1) as f64
    }
}

/// How many clauses and lines a game's texts have.
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

//! How the winner wins: its move and every answer to it, as an indented tree or as a list of nodes.

use std::io::{self, Write};

use regola::game::{Error, Rules};
use regola::search::StrategyOf;
use serde_json::json;

/// A winning strategy as it is written.
pub struct WrittenStrategy {
    winner: String,
    /// The moves, nearer to the root first.
    plays: Vec<Play>,
    /// The plies of the longest line.
    depth: usize,
}

/// A move of the strategy, or an answer to one.
struct Play {
    role: String,
    text: String,
    /// The move before it; none for one at the root.
    after: Option<usize>,
    /// The moves that follow.
    next: Vec<usize>,
    ply: usize,
}

impl WrittenStrategy {
    /// Writes every move in its own position. A play has the number of its node less one, for the
    /// root is no move.
    pub fn written(rules: &Rules, tree: &StrategyOf<Rules>) -> Result<Self, Error> {
        let mut plays = Vec::with_capacity(tree.size());
        for node in &tree.nodes {
            let (Some(played), Some(parent)) = (&node.played, node.parent) else {
                continue;
            };
            plays.push(Play {
                role: rules.role_name(played.role),
                text: rules.notation(&tree.nodes[parent].position, played)?,
                after: parent.checked_sub(1),
                next: node.children.iter().map(|child| child - 1).collect(),
                ply: node.ply,
            });
        }
        Ok(WrittenStrategy {
            winner: rules.role_name(tree.winner),
            plays,
            depth: tree.depth(),
        })
    }

    /// Prints it line by line, a move below the one that it follows; after so many lines only a
    /// notice.
    pub fn print(&self, max_lines: usize, out: &mut dyn Write) -> io::Result<()> {
        let WrittenStrategy {
            winner,
            plays,
            depth,
        } = self;
        writeln!(
            out,
            "\nHow {winner} wins: {} moves, at most {depth} plies",
            plays.len()
        )?;
        let first = plays.iter().take_while(|play| play.after.is_none()).count();
        let mut waiting: Vec<usize> = (0..first).rev().collect();
        for _ in 0..max_lines {
            let Some(place) = waiting.pop() else {
                return Ok(());
            };
            let Play {
                role,
                text,
                next,
                ply,
                ..
            } = &plays[place];
            let end = if next.is_empty() { " and wins" } else { "" };
            writeln!(out, "{:indent$}{role} {text}{end}", "", indent = 2 * ply)?;
            waiting.extend(next.iter().rev());
        }
        match plays.len().saturating_sub(max_lines) {
            0 => Ok(()),
            left => writeln!(
                out,
                "... and {left} moves more; `--max-lines {}` prints them",
                plays.len()
            ),
        }
    }

    /// The moves as a list, nearer to the root first; `after` is the place in it of the move
    /// before.
    pub fn object(&self, max_lines: usize) -> serde_json::Value {
        let shown = self.plays.iter().take(max_lines);
        let moves: Vec<serde_json::Value> = shown
            .map(|play| json!({ "role": play.role, "move": play.text, "after": play.after, "ply": play.ply }))
            .collect();
        json!({
            "winner": self.winner,
            "size": self.plays.len(),
            "depth": self.depth,
            "moves": moves,
        })
    }
}

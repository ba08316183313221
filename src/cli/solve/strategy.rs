//! How the winner wins: its move and every answer to it, as an indented tree or as a list of nodes.

use std::io::{self, Write};

use regola::game::{Error, Rules};
use regola::search::StrategyOf;
use serde_json::json;

/// A winning strategy in the notation of the rules.
pub struct WrittenStrategy {
    winner: String,
    /// The moves, in breadth-first order.
    plays: Vec<Play>,
    /// The number of plies of the longest line.
    depth: usize,
}

/// A move of the strategy, or an answer of the opponent.
struct Play {
    role: String,
    text: String,
    /// The index of the move before it; none for a move at the root.
    after: Option<usize>,
    /// The indices of the moves that follow.
    next: Vec<usize>,
    ply: usize,
}

impl WrittenStrategy {
    /// Writes every move in its own position. The index of a move is that of its node less one,
    /// because the root has no move.
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

    /// Prints each move on a line, below the move that it follows. After `max_lines` lines it
    /// prints the number of the other moves.
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

    /// Returns the moves as a list, in breadth-first order; `after` is the index of the move
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

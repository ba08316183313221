//! The best move of a position, in words.

use std::io::{self, Write};
use std::time::Duration;

use super::forms::AnsweringForm;
use super::strength::Strength;
use super::trouble::{Explain, Trouble};
use crate::game::{Error, Game, Move, Position, Rules};
use crate::search::{Best, Deepened, Value};

/// The result of a search, with its moves in the notation of the rules.
#[derive(Clone, Debug)]
pub struct Advice {
    /// The result.
    pub best: Best<Move>,
    /// The depth of the search, in plies.
    pub depth: usize,
    /// Whether the search was stopped before it went deeper.
    pub is_stopped: bool,
    /// The name of the role that the values are for.
    pub role: String,
    /// The principal variation.
    pub line: Vec<String>,
    /// The moves at the root; empty unless the search has valued each of them.
    pub all: Vec<String>,
}

impl Advice {
    /// Writes the moves of a search result in the notation of the rules.
    ///
    /// # Errors
    /// When the rules cannot be followed.
    pub fn written(
        rules: &Rules,
        position: &Position,
        found: Deepened<Move>,
    ) -> Result<Self, Trouble> {
        let Deepened {
            best,
            depth,
            is_stopped,
        } = found;
        let line = written_line(rules, position, &best.line).explain(rules)?;
        let all = best
            .root_moves
            .iter()
            .map(|root| rules.notation(position, &root.played));
        let all = all.collect::<Result<_, _>>().explain(rules)?;
        Ok(Advice {
            role: rules.role_name(best.role),
            depth,
            is_stopped,
            line,
            all,
            best,
        })
    }

    /// Prints the advice for a person. `measured` has the time that the search took and the form of
    /// the game that searched, if the time was measured.
    ///
    /// # Errors
    /// Those of writing to `out`.
    pub fn print(
        &self,
        strength: &Strength,
        measured: Option<(Duration, AnsweringForm)>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        match self.line.first() {
            Some(best) => writeln!(out, "{} plays {best}", self.role)?,
            None if strength.depth == 0 && strength.says_depth() && strength.time.is_none() => {
                writeln!(
                    out,
                    "no move: at depth 0 a search looks at no move; 1 is the least that does"
                )?
            }
            None => writeln!(out, "no move: the game is over")?,
        }
        let value = self.value(self.best.value, strength);
        if self.best.by_table {
            writeln!(out, "value  {value} for {} (endgame table)", self.role)?;
            writeln!(out, "line   {}", self.line.join(" "))?;
            return self.print_all(strength, out);
        }
        writeln!(out, "value  {value} for {} ({strength})", self.role)?;
        if !strength.strategy.has_depth() {
            let stopped = if self.is_stopped { " (stopped)" } else { "" };
            writeln!(out, "played {} playouts{stopped}", self.best.playouts)?;
        } else if strength.time.is_some() {
            writeln!(out, "depth  {}", self.depth)?;
        } else if self.is_stopped {
            writeln!(out, "depth  {} (stopped)", self.depth)?;
        }
        if !self.line.is_empty() {
            writeln!(out, "line   {}", self.line.join(" "))?;
        }
        match measured {
            Some((time, answered)) => writeln!(
                out,
                "nodes  {} in {:.3} s\nengine {}",
                self.best.nodes,
                time.as_secs_f64(),
                answered.name()
            )?,
            None => writeln!(out, "nodes  {}", self.best.nodes)?,
        }
        self.print_all(strength, out)
    }

    /// Prints the value of each move, if the search has valued them.
    fn print_all(&self, strength: &Strength, out: &mut dyn Write) -> io::Result<()> {
        let widest = self
            .all
            .iter()
            .map(|text| text.chars().count())
            .max()
            .unwrap_or(0);
        for (text, root) in self.all.iter().zip(&self.best.root_moves) {
            let value = self.value(root.value, strength);
            write!(out, "  {text:<widest$}  {value:>6}")?;
            match strength.strategy.has_depth() || self.best.by_table {
                true => writeln!(out)?,
                false => writeln!(out, "{:>9} playouts", root.playouts)?,
            }
        }
        Ok(())
    }

    /// Returns a value in words. Monte-Carlo tree search estimates an expected goal.
    fn value(&self, value: Value, strength: &Strength) -> String {
        let is_result = self.best.forced || self.best.by_table || value.is_decided();
        match strength.strategy.has_depth() || is_result {
            true => value.to_string(),
            false => format!("goal {:.2}", value.expected_goal()),
        }
    }
}

/// Returns the moves of a line in the notation of the rules, each written in its own position.
///
/// # Errors
/// When the rules cannot be followed.
pub fn written_line(
    rules: &Rules,
    position: &Position,
    line: &[Move],
) -> Result<Vec<String>, Error> {
    let mut position = position.clone();
    let mut written = Vec::new();
    for (ply, played) in line.iter().enumerate() {
        written.push(rules.notation(&position, played)?);
        // The last move may be one of several that are played at once.
        if ply + 1 < line.len() {
            position = rules.play(&position, std::slice::from_ref(played))?;
        }
    }
    Ok(written)
}

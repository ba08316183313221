//! The figures of the user's own game in its compiled form: how long it takes to compile, what the machine still
//! answers, and random games.

use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;

use cpu_time::ProcessTime;
use regola::compile::{Compilation, Part};
use regola::engine::Engine;
use regola::game::Rules;
use serde_json::{Value, json};

use super::random_games::{PlayRandomGames, RandomGames};
use crate::json;
use crate::trouble::{Explain, Trouble};

/// A game in its compiled form.
pub struct CompiledGame {
    /// The CPU time of compiling it, or of finding out why it stays with the machine.
    pub time: Duration,
    /// What it has come to, or why it stays with the machine.
    pub outcome: Result<CompiledFigures, String>,
}

/// The figures of a game that is compiled.
pub struct CompiledFigures {
    parts: Vec<Part>,
    /// The CPU time of making all programs ready, which otherwise is done as they run.
    ready: Duration,
    /// Random games, with all programs ready.
    played: RandomGames,
}

/// Compiles a game as the commands do that begin with the machine, or says why it stays with it.
///
/// # Errors
/// When the user stops it.
pub fn compile(rules: &Rules) -> Result<Result<Arc<Compilation>, String>, Trouble> {
    match Compilation::quick_or_thorough(rules) {
        Err(reason) if reason.is_interruption() => Err(Trouble::Stopped("stopped".to_owned())),
        Err(reason) => Ok(Err(reason.told(rules.sources()))),
        Ok(compilation) => Ok(Ok(compilation)),
    }
}

impl CompiledGame {
    /// Plays random games with what the compiler has come to in this time.
    ///
    /// # Errors
    /// What the rules meet in a random game.
    pub fn new(
        rules: &Rules,
        time: Duration,
        compilation: Result<Arc<Compilation>, String>,
        games: Option<u64>,
    ) -> Result<Self, Trouble> {
        let outcome = match compilation {
            Err(reason) => Err(reason),
            Ok(compilation) => {
                let before = ProcessTime::now();
                compilation.make_ready(rules);
                let ready = before.elapsed();
                let parts = compilation.parts().to_vec();
                let engine = Engine::of(rules, Some(compilation));
                let played = engine.visit(PlayRandomGames { games }).explain(rules)?;
                Ok(CompiledFigures {
                    parts,
                    ready,
                    played,
                })
            }
        };
        Ok(Self { time, outcome })
    }

    /// Prints the figures; `by_machine` are the same games by the machine.
    pub fn print(&self, by_machine: &RandomGames, out: &mut dyn Write) -> io::Result<()> {
        write!(out, "compile       {:.4} s: ", self.time.as_secs_f64())?;
        let CompiledFigures {
            parts,
            ready,
            played,
        } = match &self.outcome {
            Ok(figures) => figures,
            Err(reason) => return writeln!(out, "stays with the machine: {reason}"),
        };
        let left = names(parts, is_left);
        let left_in_part = names(parts, is_left_in_part);
        match (&*left, &*left_in_part) {
            ([], []) => writeln!(out, "whole")?,
            ([], some) => writeln!(
                out,
                "in some positions the machine answers {}",
                some.join(", ")
            )?,
            (all, []) => writeln!(out, "the machine answers {}", all.join(", "))?,
            (all, some) => writeln!(
                out,
                "the machine answers {}, and in some positions {}",
                all.join(", "),
                some.join(", ")
            )?,
        }
        writeln!(
            out,
            "made ready    {:.4} s: all programs, which otherwise are made as they run",
            ready.as_secs_f64()
        )?;
        played.print("compiled", out)?;
        let ratio = played.games_in_a_second() / by_machine.games_in_a_second();
        writeln!(
            out,
            "              {ratio:.1} times as many games/s as by the machine"
        )
    }

    pub fn object(&self) -> Value {
        let seconds = json::seconds(self.time);
        match &self.outcome {
            Err(reason) => json!({ "seconds": seconds, "refused": reason }),
            Ok(CompiledFigures {
                parts,
                ready,
                played,
            }) => json!({
                "seconds": seconds,
                "ready_seconds": json::seconds(*ready),
                "by_machine": names(parts, is_left),
                "by_machine_in_part": names(parts, is_left_in_part),
                "playouts": played.object(),
            }),
        }
    }
}

fn is_left(part: &&Part) -> bool {
    part.outcome.is_err()
}

fn is_left_in_part(part: &&Part) -> bool {
    part.outcome.is_ok() && !part.except.is_empty()
}

fn names(parts: &[Part], which: fn(&&Part) -> bool) -> Vec<&str> {
    let parts = parts.iter().filter(which);
    parts.map(|part| &*part.name).collect()
}

//! A game for one role: its shortest solution.

use std::io::{self, Write};
use std::time::Duration;

use regola::engine::Engine;
use regola::game::{Move, Role, Rules};
use regola::search::{Watch, Within};
use regola::session::{AnsweringForm, written_line};
use serde_json::json;

use super::SolveArguments;
use super::known::KnownSoFar;
use crate::opening::OpenedGame;
use crate::trouble::{Explain, Trouble};
use crate::watching::Watching;
use crate::{CommandOutcome, json};

/// The goal of a solution.
const SOLVED: u8 = 100;

pub fn run(
    options: &SolveArguments,
    opened: &OpenedGame,
    out: &mut dyn Write,
) -> Result<CommandOutcome, Trouble> {
    let (rules, position) = (&opened.rules, opened.position());
    let forms = options.engine.forms(rules)?;
    let mut watching = Watching::without_end(&opened.interrupt);
    let depth = options.depth.unwrap_or(usize::MAX);
    let look = |engine: &Engine, watch: &mut dyn Watch| {
        engine.shortest_within(position, depth, options.keep, watch)
    };
    let (found, answered) = forms
        .answer(&mut watching, look)
        .map_err(|error| KnownSoFar::of(&watching, rules, None).explain(error, options, out))?;
    let time = watching.elapsed();
    drop(watching);
    let line = found.best.as_ref().map_or(&[][..], |best| &best.line);
    let line = written_line(rules, position, line).explain(rules)?;
    if options.json {
        json::write(out, &object(&found, &line, (time, answered)))?;
    } else {
        print(rules, &found, depth, &line, (time, answered), out)?;
    }
    let solved = found.best.is_some_and(|best| best.goal == SOLVED);
    Ok(if solved {
        CommandOutcome::Done
    } else {
        CommandOutcome::No
    })
}

fn print(
    rules: &Rules,
    found: &Within<Move>,
    depth: usize,
    line: &[String],
    (time, answered): (Duration, AnsweringForm),
    out: &mut dyn Write,
) -> io::Result<()> {
    let role = rules.role_name(Role(0));
    let plural = |number: usize| if number == 1 { "" } else { "s" };
    let (moves, within) = (
        line.len(),
        if depth == 1 {
            "1 ply".to_owned()
        } else {
            format!("{depth} plies")
        },
    );
    let reached = |goal: u8| {
        format!(
            "the best goal is {goal}, reached in {moves} move{}",
            plural(moves)
        )
    };
    match found.best.as_ref().map(|best| best.goal) {
        Some(SOLVED) => writeln!(out, "{role} solves it in {moves} move{}", plural(moves))?,
        Some(goal) if found.goes_on => {
            writeln!(out, "no solution within {within}: {}", reached(goal))?
        }
        Some(goal) => writeln!(out, "no solution: {}", reached(goal))?,
        None if found.goes_on => {
            writeln!(out, "no solution within {within}: no game ends so soon")?
        }
        None => return writeln!(out, "no game from here ever ends"),
    }
    if moves > 0 {
        writeln!(out, "line   {}", line.join(" "))?;
    }
    writeln!(
        out,
        "nodes  {} in {:.3} s\nengine {}",
        found.positions,
        time.as_secs_f64(),
        answered.name()
    )
}

fn object(
    found: &Within<Move>,
    line: &[String],
    (time, answered): (Duration, AnsweringForm),
) -> serde_json::Value {
    let best = found.best.as_ref();
    json!({
        "solved": best.is_some_and(|best| best.goal == SOLVED),
        "complete": !found.goes_on,
        "goal": best.map(|best| best.goal),
        "length": best.map(|best| best.line.len()),
        "line": line,
        "nodes": found.positions,
        "seconds": json::seconds(time),
        "engine": answered.name(),
    })
}

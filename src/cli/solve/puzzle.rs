//! A game for one role: its shortest solution.

use std::io::{self, Write};
use std::time::Duration;

use regola::game::{Move, Role, Rules};
use regola::search::{Shortest, shortest};
use regola::session::written_line;
use serde_json::json;

use super::Options;
use crate::opening::Opened;
use crate::trouble::{Explain, Trouble};
use crate::watching::Watching;
use crate::{Outcome, json};

/// The goal of a solution.
const SOLVED: u8 = 100;

pub fn run(options: &Options, opened: &Opened, out: &mut dyn Write) -> Result<Outcome, Trouble> {
    let (rules, position) = (&opened.rules, opened.position());
    let engine = options.engine.engine(rules)?;
    let mut watching = Watching::without_end(&opened.interrupt);
    let found = shortest(&engine, &engine.position(position), options.keep, &mut watching).explain(rules)?;
    let found = found.map(|found| found.map(|played| engine.named(played)));
    let time = watching.elapsed();
    drop(watching);
    let line = found.as_ref().map_or(&[][..], |found| &found.line);
    let line = written_line(rules, position, line).explain(rules)?;
    if options.json {
        json::write(out, &object(found.as_ref(), &line, time))?;
    } else {
        print(rules, found.as_ref(), &line, time, out)?;
    }
    let solved = found.is_some_and(|found| found.goal == SOLVED);
    Ok(if solved { Outcome::Done } else { Outcome::No })
}

fn print(
    rules: &Rules,
    found: Option<&Shortest<Move>>,
    line: &[String],
    time: Duration,
    out: &mut dyn Write,
) -> io::Result<()> {
    let role = rules.role_name(Role(0));
    let Some(found) = found else { return writeln!(out, "no game from here ever ends") };
    let moves = line.len();
    let plural = if moves == 1 { "" } else { "s" };
    match found.goal {
        SOLVED => writeln!(out, "{role} solves it in {moves} move{plural}")?,
        goal => writeln!(out, "no solution: the best goal is {goal}, reached in {moves} move{plural}")?,
    }
    if moves > 0 {
        writeln!(out, "line   {}", line.join(" "))?;
    }
    writeln!(out, "nodes  {} in {:.3} s", found.positions, time.as_secs_f64())
}

fn object(found: Option<&Shortest<Move>>, line: &[String], time: Duration) -> serde_json::Value {
    json!({
        "solved": found.is_some_and(|found| found.goal == SOLVED),
        "goal": found.map(|found| found.goal),
        "length": found.map(|found| found.line.len()),
        "line": line,
        "nodes": found.map(|found| found.positions),
        "seconds": json::seconds(time),
    })
}

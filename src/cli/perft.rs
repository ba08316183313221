//! `regola perft`: how many lines of play there are.

use std::io::Write;

use clap::Args;
use regola::game::Move;
use regola::search;
use regola::session::print_counts;
use serde_json::json;

use crate::json::Object;
use crate::opening::{EngineOption, Opened, Start};
use crate::trouble::{Explain, Trouble};
use crate::watching::Watching;
use crate::{Outcome, json};

/// Count the lines of play of each length up to a depth
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  regola perft games/othello.rules --depth 6")]
pub struct Options {
    #[command(flatten)]
    start: Start,
    /// The greatest length, in plies
    #[arg(long, value_name = "N")]
    depth: usize,
    /// Count the lines of each first move, at this depth only
    #[arg(long)]
    divide: bool,
    #[command(flatten)]
    engine: EngineOption,
    /// Print a line of JSON for each depth
    #[arg(long)]
    json: bool,
}

pub fn run(options: &Options, out: &mut dyn Write) -> Result<Outcome, Trouble> {
    let opened = options.start.open()?;
    if options.divide {
        divide(options, &opened, out)?;
    } else {
        count(options, &opened, out)?;
    }
    Ok(Outcome::Done)
}

/// Counts the lines of each length, and tells each number as soon as it is known.
fn count(options: &Options, opened: &Opened, out: &mut dyn Write) -> Result<(), Trouble> {
    let engine = options.engine.engine(&opened.rules)?;
    let position = engine.position(opened.position());
    let mut count = |depth| {
        let mut watching = Watching::new(&opened.interrupt, "moves");
        let nodes =
            search::perft(&engine, &position, depth, &mut watching).explain(&opened.rules)?;
        Ok((nodes, Some(watching.elapsed())))
    };
    if !options.json {
        return print_counts(options.depth, out, &mut count);
    }
    for depth in options.depth.min(1)..=options.depth {
        let (nodes, time) = count(depth)?;
        json::write(
            out,
            &json!({ "depth": depth, "nodes": nodes, "seconds": time.map(json::seconds) }),
        )?;
    }
    Ok(())
}

fn divide(options: &Options, opened: &Opened, out: &mut dyn Write) -> Result<(), Trouble> {
    let rules = &opened.rules;
    let engine = options.engine.engine(rules)?;
    let mut watching = Watching::new(&opened.interrupt, "moves");
    let position = engine.position(opened.position());
    let shares = search::divide(&engine, &position, options.depth, &mut watching).explain(rules)?;
    let time = watching.elapsed();
    drop(watching);
    let mut lines = Vec::new();
    for share in shares {
        let moves: Vec<Move> = share
            .moves
            .iter()
            .map(|played| engine.named(played))
            .collect();
        let moves = rules.notations(opened.position(), &moves).explain(rules)?;
        lines.push((moves.join("+"), share.lines));
    }
    let total: u64 = if lines.is_empty() {
        1
    } else {
        lines.iter().map(|(_, lines)| lines).sum()
    };
    if options.json {
        let moves: Object = lines
            .into_iter()
            .map(|(text, lines)| (text, json!(lines)))
            .collect();
        let seconds = json::seconds(time);
        let object =
            json!({ "depth": options.depth, "nodes": total, "seconds": seconds, "moves": moves });
        json::write(out, &object)?;
        return Ok(());
    }
    let widest = lines
        .iter()
        .map(|(text, _)| text.chars().count())
        .max()
        .unwrap_or(0)
        .max("total".len());
    for (text, lines) in lines {
        writeln!(out, "{text:<widest$} {lines:>16}")?;
    }
    writeln!(
        out,
        "{:<widest$} {total:>16} {:>10.3} s",
        "total",
        time.as_secs_f64()
    )?;
    Ok(())
}

//! `regola perft`: counts lines of play.

use std::io::Write;

use clap::Args;
use regola::session::{AnsweringForm, print_counts};
use serde_json::json;

use crate::json::Object;
use crate::opening::{EngineOption, OpenedGame, Start};
use crate::threads::Threads;
use crate::trouble::{Explain, Trouble};
use crate::watching::Watching;
use crate::{CommandOutcome, json};

/// Count the lines of play of each length up to a depth
#[derive(Args, Debug)]
#[command(
    after_help = "A line that ends the game counts at each greater length too, as in published tables for Othello;\n\
        those for chess leave it out.\n\nExample:\n  regola perft games/othello.rules --depth 6"
)]
pub struct PerftArguments {
    #[command(flatten)]
    start: Start,
    /// The greatest length, in plies
    #[arg(long, value_name = "N")]
    depth: usize,
    /// Count the lines of each first move, at this depth only
    #[arg(long)]
    divide: bool,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    engine: EngineOption,
    /// Print a line of JSON for each depth
    #[arg(long)]
    json: bool,
}

pub fn run(options: &PerftArguments, out: &mut dyn Write) -> Result<CommandOutcome, Trouble> {
    let opened = options.start.open()?;
    if options.divide {
        divide(options, &opened, out)?;
    } else {
        count(options, &opened, out)?;
    }
    Ok(CommandOutcome::Done)
}

/// Counts the lines of each length, and prints each number as soon as it is known.
fn count(
    options: &PerftArguments,
    opened: &OpenedGame,
    out: &mut dyn Write,
) -> Result<(), Trouble> {
    let forms = options.engine.forms(&opened.rules)?;
    let threads = options.threads.count();
    let mut count = |depth| {
        let mut watching = Watching::new(&opened.interrupt, "moves");
        let (nodes, answered) = forms
            .answer(&mut watching, |engine, watch| {
                engine.perft_on(threads, opened.position(), depth, watch)
            })
            .explain(&opened.rules)?;
        Ok((nodes, Some((watching.elapsed(), answered))))
    };
    if !options.json {
        return print_counts(options.depth, out, &mut count);
    }
    for depth in options.depth.min(1)..=options.depth {
        let (nodes, measured) = count(depth)?;
        let (time, answered) = measured.unzip();
        json::write(
            out,
            &json!({
                "depth": depth,
                "nodes": nodes,
                "seconds": time.map(json::seconds),
                "engine": answered.map(AnsweringForm::name),
            }),
        )?;
    }
    Ok(())
}

fn divide(
    options: &PerftArguments,
    opened: &OpenedGame,
    out: &mut dyn Write,
) -> Result<(), Trouble> {
    let rules = &opened.rules;
    let forms = options.engine.forms(rules)?;
    let threads = options.threads.count();
    let mut watching = Watching::new(&opened.interrupt, "moves");
    let (shares, answered) = forms
        .answer(&mut watching, |engine, watch| {
            engine.divide_on(threads, opened.position(), options.depth, watch)
        })
        .explain(rules)?;
    let time = watching.elapsed();
    drop(watching);
    let mut lines = Vec::new();
    for share in shares {
        let moves = rules.notations(opened.position(), &share.moves);
        lines.push((moves.explain(rules)?.join("+"), share.lines));
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
        let object = json!({
            "depth": options.depth,
            "nodes": total,
            "seconds": seconds,
            "engine": answered.name(),
            "moves": moves,
        });
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
        "{:<widest$} {total:>16} {:>10.3} s {}",
        "total",
        time.as_secs_f64(),
        answered.name()
    )?;
    Ok(())
}

//! `regola best`: the best move of a position.

use std::io::Write;
use std::time::Duration;

use clap::Args;
use regola::game::seconds;
use regola::session::{Advice, AnsweringForm};
use serde_json::json;

use crate::endgame::TableOption;
use crate::json::Object;
use crate::opening::{EngineOption, Start};
use crate::strength::{SearchOptions, Strength};
use crate::threads::Threads;
use crate::trouble::{Explain, Trouble};
use crate::watching::{Watching, clock};
use crate::{CommandOutcome, json};

/// Search for the best move of a position
#[derive(Args, Debug)]
#[command(
    after_help = "Without --depth, --level and --time the level is that of `regola play`: normal, else the first of the file, \
else depth 3.

With --json, an estimate is a plain number. A decided game also has \"result\". Its value lies beyond every \
                        estimate: 10^15 plus the points of the goal above 50 (a win is 1000000000000050), or the negative \
                        of that for a goal below 50.

Examples:
  regola best games/othello.rules
  regola best games/othello.rules --depth 5 --heuristic discs
  regola best games/othello.rules --time 2 --heuristic position
  regola best games/dodgem.rules --table dodgem.table"
)]
pub struct BestArguments {
    #[command(flatten)]
    start: Start,
    #[command(flatten)]
    search: SearchOptions,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    engine: EngineOption,
    #[command(flatten)]
    table: TableOption,
    /// Search for this time, such as 2 or 0.5, one ply deeper each time, up to --depth. The rules are
    /// compiled meanwhile; a form that --engine asks for is made before
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,
    /// Print the value of every legal move
    #[arg(long)]
    all: bool,
    /// Print a line of JSON
    #[arg(long)]
    json: bool,
}

pub fn run(options: &BestArguments, out: &mut dyn Write) -> Result<CommandOutcome, Trouble> {
    let opened = options.start.open()?;
    let rules = &opened.rules;
    let strength = options.search.strength_or_usual(rules, options.time);
    let strength = Strength {
        endgame_table: options.table.read(rules)?,
        ..strength.map_err(Trouble::Use)?
    };
    let strength = strength.or_threads(options.threads.count());
    let forms = options.engine.forms(rules)?;
    let mut watching = Watching::new(&opened.interrupt, "moves");
    let (position, search) = (opened.position(), strength.options(options.all));
    let mut table = strength.new_table();
    let answer = strength.answer(
        &forms,
        position,
        &search,
        &clock(),
        &mut table,
        &mut watching,
    );
    let answer = answer.explain(rules)?;
    let is_interrupted = answer.deepened.is_stopped && opened.interrupt.take_request();
    let limit = answer.limit;
    let (advice, answered) = (
        Advice::written(rules, position, answer.deepened)?,
        answer.answered,
    );
    let time = watching.elapsed();
    drop(watching);
    if options.json {
        json::write(out, &object(&advice, &strength, answered).into())?;
    } else {
        advice.print(&strength, Some((time, answered)), out)?;
    }
    if let Some(limit) = limit {
        return Err(limit).explain(rules);
    }
    if is_interrupted {
        let reached = match strength.strategy.has_depth() {
            true => format!("depth {}", advice.depth),
            false => format!("{} playouts", advice.best.playouts),
        };
        return Err(Trouble::Stopped(format!(
            "stopped: the move is that of {reached}"
        )));
    }
    Ok(CommandOutcome::Done)
}

fn object(advice: &Advice, strength: &Strength, answered: AnsweringForm) -> Object {
    let mut object = Object::new();
    object.insert("role".to_owned(), json!(advice.role));
    object.insert("move".to_owned(), json!(advice.line.first()));
    json::put_value(&mut object, advice.best.value);
    if advice.best.by_table {
        // There was no search, and so no depth.
    } else if !strength.strategy.has_depth() {
        object.insert("goal".to_owned(), json!(advice.best.value.expected_goal()));
        object.insert("playouts".to_owned(), json!(advice.best.playouts));
        object.insert("stopped".to_owned(), json!(advice.is_stopped));
    } else if strength.time.is_some() || advice.is_stopped {
        object.insert("depth".to_owned(), json!(advice.depth));
    }
    object.insert("line".to_owned(), json!(advice.line));
    if strength.endgame_table.is_some() {
        object.insert("table".to_owned(), json!(advice.best.by_table));
    }
    object.insert("nodes".to_owned(), json!(advice.best.nodes));
    object.insert("engine".to_owned(), json!(answered.name()));
    if !advice.all.is_empty() {
        object.insert("moves".to_owned(), every_move(advice));
    }
    object
}

fn every_move(advice: &Advice) -> serde_json::Value {
    let valued = advice
        .all
        .iter()
        .zip(&advice.best.root_moves)
        .map(|(text, root)| {
            let mut object = Object::new();
            object.insert("move".to_owned(), json!(text));
            json::put_value(&mut object, root.value);
            if root.playouts > 0 {
                object.insert("goal".to_owned(), json!(root.value.expected_goal()));
                object.insert("playouts".to_owned(), json!(root.playouts));
            }
            serde_json::Value::from(object)
        });
    valued.collect()
}

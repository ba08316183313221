//! `regola moves`: the legal moves of a position.

use std::io::Write;

use clap::Args;
use regola::game::{Error, Game, Move, Position, Role, Rules};
use regola::session::list_moves;
use serde_json::json;

use crate::json::Object;
use crate::opening::{Drawing, Start};
use crate::trouble::{Explain, Trouble};
use crate::{Outcome, json};

/// List the legal moves of a position, in the order of the rules
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  regola moves games/othello.rules --moves \"f5 f6\"")]
pub struct Options {
    #[command(flatten)]
    start: Start,
    #[command(flatten)]
    drawing: Drawing,
    /// Print a line of JSON
    #[arg(long)]
    json: bool,
}

/// The moves of one role, as they are written.
type Written = (Role, Vec<String>);

pub fn run(options: &Options, out: &mut dyn Write) -> Result<Outcome, Trouble> {
    let opened = options.start.open()?;
    let (rules, position) = (&opened.rules, opened.position());
    let movers = rules.turn(position).explain(rules)?.into_movers();
    if options.json {
        let written = written(rules, position, &movers).explain(rules)?;
        let moves: Object = written
            .into_iter()
            .map(|(role, moves)| (rules.role_name(role), json!(moves)))
            .collect();
        json::write(out, &json!({ "moves": moves }))?;
    } else {
        let moves: Vec<Move> = movers
            .iter()
            .flat_map(|(_, moves)| moves)
            .cloned()
            .collect();
        let picture = rules
            .picture(position, &moves, options.drawing.rows())
            .explain(rules)?;
        if !picture.is_empty() {
            writeln!(out, "{picture}")?;
        }
        list_moves(rules, position, out)?;
    }
    Ok(Outcome::Done)
}

fn written(
    rules: &Rules,
    position: &Position,
    movers: &[(Role, Vec<Move>)],
) -> Result<Vec<Written>, Error> {
    movers
        .iter()
        .map(|(role, moves)| Ok((*role, rules.notations(position, moves)?)))
        .collect()
}

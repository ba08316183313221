//! `regola moves`: the legal moves of a position.

use std::io::{self, Write};

use clap::Args;
use regola::game::{Game, Move, Role, Turn};
use serde_json::json;

use crate::json::Object;
use crate::opening::{Drawing, Opened, Start};
use crate::trouble::{Explain, Trouble};
use crate::{Outcome, json, listing, results};

/// List the legal moves of a position, in the order of the rules
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  regola moves games/othello.rules --moves \"f5 f6\"")]
pub struct Options {
    #[command(flatten)]
    start: Start,
    #[command(flatten)]
    drawing: Drawing,
    /// Print one line of JSON
    #[arg(long)]
    json: bool,
}

/// The moves of one role, as they are written.
type Written = (Role, Vec<String>);

pub fn run(options: &Options, out: &mut dyn Write) -> Result<Outcome, Trouble> {
    let opened = options.start.open()?;
    let movers = match opened.rules.turn(opened.position()).explain(&opened.rules)? {
        Turn::Over => Vec::new(),
        Turn::Single(role, moves) => vec![(role, moves)],
        Turn::Joint(movers) => movers,
    };
    let written = written(&opened, &movers)?;
    if options.json {
        print_json(&opened, written, out)?;
    } else {
        let moves: Vec<Move> = movers.into_iter().flat_map(|(_, moves)| moves).collect();
        let picture = opened.rules.picture(opened.position(), &moves, options.drawing.rows());
        write!(out, "{}", picture.explain(&opened.rules)?)?;
        print_text(&opened, &written, out)?;
    }
    Ok(Outcome::Done)
}

fn written(opened: &Opened, movers: &[(Role, Vec<Move>)]) -> Result<Vec<Written>, Trouble> {
    let rules = &opened.rules;
    movers.iter().map(|(role, moves)| Ok((*role, rules.notations(opened.position(), moves).explain(rules)?))).collect()
}

fn print_json(opened: &Opened, written: Vec<Written>, out: &mut dyn Write) -> io::Result<()> {
    let moves: Object = written.into_iter().map(|(role, moves)| (opened.rules.role_name(role), json!(moves))).collect();
    json::write(out, &json!({ "moves": moves }))
}

fn print_text(opened: &Opened, written: &[Written], out: &mut dyn Write) -> Result<(), Trouble> {
    let rules = &opened.rules;
    for (role, moves) in written {
        write!(out, "\n{} to move:\n{}", rules.role_name(*role), listing::one_a_line(moves))?;
    }
    if written.is_empty() {
        let goals = results::goals(rules, opened.position()).explain(rules)?;
        writeln!(out, "\nThe game is over: {}", results::verdict(rules, &goals))?;
    }
    Ok(())
}

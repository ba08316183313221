//! `regola moves`: the legal moves of a position.

use std::io::Write;

use clap::Args;
use regola::game::{Error, Game, Move, Position, Role, Rules};
use regola::session::list_moves;
use regola::session::listing::{LINE_WIDTH, in_columns};
use regola::syntax::render::Style;
use serde_json::json;

use crate::json::Object;
use crate::opening::{Drawing, Start};
use crate::screen::Screen;
use crate::trouble::{Explain, Trouble};
use crate::{CommandOutcome, json};

/// List the legal moves of a position, in the order of the rules
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  regola moves games/othello.rules --moves \"f5 f6\"")]
pub struct MovesArguments {
    #[command(flatten)]
    start: Start,
    #[command(flatten)]
    drawing: Drawing,
    /// Print a line of JSON
    #[arg(long)]
    json: bool,
}

/// The number of output lines besides the board and the moves; the next prompt is one of them.
const LINES_BESIDE: usize = 3;

/// The moves of one role, in the notation of the rules.
type Written = (Role, Vec<String>);

pub fn run(options: &MovesArguments, out: &mut dyn Write) -> Result<CommandOutcome, Trouble> {
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
        let rows = options.drawing.rows();
        let drawn = match rules.marked_board(position, &moves, rows).explain(rules)? {
            Some(board) => board.text(Style::Coloured),
            None => rules.picture(position, &moves, rows).explain(rules)?,
        };
        let screen = Screen::of_output();
        let lines = drawn.lines().count() + moves.len() + LINES_BESIDE;
        if screen.has_room_for(lines) {
            if !drawn.is_empty() {
                writeln!(out, "{drawn}")?;
            }
            list_moves(rules, position, out)?;
            return Ok(CommandOutcome::Done);
        }
        // The board comes last, so that it does not scroll out of view.
        let width = screen.columns.unwrap_or(LINE_WIDTH);
        for (role, moves) in written(rules, position, &movers).explain(rules)? {
            writeln!(out, "{}", in_columns(&moves, width))?;
            let (role, count) = (rules.role_name(role), moves.len());
            writeln!(out, "{role} to move: {count} moves\n")?;
        }
        write!(out, "{drawn}")?;
    }
    Ok(CommandOutcome::Done)
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

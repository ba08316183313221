//! Reports of a game for a person.

use std::io::{self, Write};

use regola::contest::{GameClocks, Player};
use regola::game::{Board, Move, PathInput, Position, Role, Rows, Rules};
use regola::search::Value;

use super::report::{Chosen, GameEnd, GameReporter, How, winner_over};
use crate::results;
use crate::screen::Screen;
use crate::trouble::{Explain, Trouble};
use regola::session::listing;
use regola::syntax::render::Style;

/// Reports a game in words and boards.
pub struct ToldInText<'a> {
    out: &'a mut dyn Write,
    rows: Option<Rows>,
    screen: Screen,
    /// The board that was drawn last.
    board: Option<Board>,
}

impl<'a> ToldInText<'a> {
    pub fn new(out: &'a mut dyn Write, rows: Option<Rows>) -> Self {
        ToldInText {
            out,
            rows,
            screen: Screen::of_output(),
            board: None,
        }
    }

    /// Writes text, with lines broken at the width of the terminal.
    fn say(&mut self, line: &str) -> io::Result<()> {
        for line in line.lines() {
            writeln!(self.out, "{}", self.screen.wrapped(line))?;
        }
        self.out.flush()
    }

    fn list(&self, moves: &[String]) -> String {
        let width = self.screen.columns.unwrap_or(listing::LINE_WIDTH);
        listing::in_columns(moves, width)
    }

    /// Returns a note instead of the list of moves, if the list would push the board out of view;
    /// else none.
    fn too_many(&self, list: &str) -> Option<&'static str> {
        let board = self.board.as_ref()?;
        let lines = board.rows + list.lines().count() + LINES_BESIDE;
        let has_marks = board.marks().next().is_some();
        match has_marks && !self.screen.has_room_for(lines) {
            true => Some("marked on the board with `*`; `moves` lists them"),
            false => None,
        }
    }
}

/// The number of lines in a turn besides the board and the moves: the names of the columns, the
/// blank lines around the board, the role to move, the last move, and the prompt.
const LINES_BESIDE: usize = 6;

impl GameReporter for ToldInText<'_> {
    fn begun(&mut self, rules: &Rules, players: &[Player], seed: Option<u64>) -> io::Result<()> {
        let names = rules.role_names();
        let players: Vec<String> = names
            .iter()
            .zip(players)
            .map(|(name, player)| format!("{name} {player}"))
            .collect();
        let seed = seed.map_or(String::new(), |seed| format!("; seed {seed}"));
        let line = format!("{}: {}{seed}", rules.name(), players.join("; "));
        self.say(&line)
    }

    fn position(
        &mut self,
        rules: &Rules,
        position: &Position,
        moves: &[Move],
    ) -> Result<(), Trouble> {
        let board = rules
            .marked_board(position, moves, self.rows)
            .explain(rules)?;
        let Some(mut board) = board else {
            let facts = rules.picture(position, moves, self.rows).explain(rules)?;
            if !facts.is_empty() {
                write!(self.out, "\n{facts}\n")?;
            }
            return Ok(());
        };
        if let Some(earlier) = &self.board {
            board.show_changes_from(earlier);
        }
        write!(self.out, "\n{}\n", board.text(Style::Coloured))?;
        self.board = Some(board);
        Ok(())
    }

    fn entered(
        &mut self,
        rules: &Rules,
        position: &Position,
        input: &PathInput,
    ) -> Result<(), Trouble> {
        if let Some(picture) = rules
            .picture_of_path(position, input, self.rows)
            .explain(rules)?
        {
            write!(self.out, "\n{picture}\n")?;
        }
        let (squares, open) = (input.clicked().join(" "), input.open_squares().join(" or "));
        writeln!(self.out, "{squares}: go on to {open}, or `clear`")?;
        Ok(self.out.flush()?)
    }

    fn choices(&mut self, role: &str, moves: &[String]) -> io::Result<()> {
        let list = self.list(moves);
        match self.too_many(&list) {
            Some(where_they_are) => {
                let count = moves.len();
                self.say(&format!("{role} to move: {count} moves, {where_they_are}"))
            }
            None => self.all_choices(role, moves),
        }
    }

    fn all_choices(&mut self, role: &str, moves: &[String]) -> io::Result<()> {
        write!(self.out, "{role} to move:\n{}", self.list(moves))?;
        self.out.flush()
    }

    fn played(&mut self, ply: usize, role: &str, chosen: &Chosen) -> io::Result<()> {
        let text = &chosen.text;
        match &chosen.how {
            How::Typed => self.say(&format!("{ply}. {role}: {text}")),
            How::Only => self.say(&format!("{ply}. {role}: {text} (the only move)")),
            How::Random => self.say(&format!("{ply}. {role}: {text} (at random)")),
            How::Known { value } => self.say(&format!(
                "{ply}. {role}: {text} (value {value}, endgame table)"
            )),
            How::Searched {
                value,
                playouts,
                nodes,
                time,
                answered,
            } => {
                let (seconds, engine) = (time.as_secs_f64(), answered.name());
                self.say(&format!(
                    "{ply}. {role}: {text} ({}, {nodes} positions, {seconds:.3} s, {engine})",
                    worth(*value, *playouts)
                ))
            }
        }
    }

    fn clocks(&mut self, rules: &Rules, clocks: &GameClocks) -> io::Result<()> {
        let names = rules.role_names();
        let times = names.iter().zip(clocks.remaining());
        let times: Vec<String> = times
            .map(|(name, time)| format!("{name} {:.1} s", time.as_secs_f64()))
            .collect();
        self.say(&format!("clocks: {}", times.join(", ")))
    }

    fn refused(&mut self, reason: &str) -> io::Result<()> {
        self.say(reason)
    }

    fn note(&mut self, text: &str) -> io::Result<()> {
        self.say(text)
    }

    fn hint(&mut self, text: &str, value: Value, playouts: u64) -> io::Result<()> {
        self.say(&format!("hint: {text} ({})", worth(value, playouts)))
    }

    fn taken_back(&mut self, ply: usize) -> io::Result<()> {
        writeln!(self.out, "back to before move {ply}")
    }

    fn ended(
        &mut self,
        rules: &Rules,
        position: &Position,
        plies: &[String],
        end: &GameEnd,
    ) -> Result<(), Trouble> {
        if matches!(end, GameEnd::Left) {
            // Shows the last board. At an end by the rules it has been shown already.
            self.position(rules, position, &[])?;
        }
        match end {
            GameEnd::Over(goals) => {
                let ending = results::ending(rules, position, goals).explain(rules)?;
                writeln!(self.out, "{ending}")?;
            }
            GameEnd::Left => writeln!(self.out, "The game is left here.")?,
            GameEnd::Resigned(role) => {
                let resigned = rules.role_name(*role);
                writeln!(self.out, "{resigned} resigns{}.", win_over(rules, *role))?;
            }
            GameEnd::OutOfTime(role) => {
                let late = rules.role_name(*role);
                writeln!(
                    self.out,
                    "The time of {late} is over{}.",
                    win_over(rules, *role)
                )?;
            }
        }
        if !plies.is_empty() {
            self.say(&format!("Moves: {}", plies.join(" ")))?;
        }
        Ok(())
    }
}

/// Returns the end of a sentence: who wins over a role that has lost, if two roles play.
fn win_over(rules: &Rules, loser: Role) -> String {
    winner_over(rules, loser).map_or(String::new(), |winner| format!("; {winner} wins"))
}

/// Writes the value of a position. Monte-Carlo tree search estimates an expected goal.
fn worth(value: Value, playouts: u64) -> String {
    match playouts {
        0 => format!("value {value}"),
        _ if value.is_decided() => format!("value {value}, {playouts} playouts"),
        _ => format!("goal {:.2}, {playouts} playouts", value.expected_goal()),
    }
}

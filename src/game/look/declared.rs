//! The declarations of a rule file about the look of its board, read when the game is loaded.

use std::ops::ControlFlow;

use super::piece::glyph_text;
use super::{Colour, Look, Piece, Side, Surface};
use crate::game::grid::Grid;
use crate::game::load::Loading;
use crate::game::position::Position;
use crate::game::vocabulary::{BORDER, DRAWN_LINE, LOOKS_LIKE, OFF_BOARD, SURFACE, TINT, Word};
use crate::logic::{Machine, Term};

/// The most answers of a declaration, unless the board has more squares.
const MOST: usize = 10_000;

impl Loading<'_> {
    /// What the game declares about its look, if it has a `grid`.
    pub fn look(&mut self, grid: Option<Grid>, initial: &Position, machine: &mut Machine) -> Look {
        let mut look = Look::default();
        if let Some(grid) = grid {
            // One that reaches a limit is a fault; those after it might reach the same limit.
            let _ = self.read_look(&mut look, grid, initial, machine);
            look.find_signs(grid);
        }
        look
    }

    /// Reads all declarations; the first of several that contradict each other counts. `None` if one
    /// of them reaches a limit.
    fn read_look(
        &mut self,
        look: &mut Look,
        grid: Grid,
        initial: &Position,
        machine: &mut Machine,
    ) -> Option<()> {
        let most = MOST.max(grid.columns * grid.rows);
        let start = &mut (initial, machine, most);
        self.declared(&SURFACE, start, |answer| {
            look.surface.get_or_insert(Surface::of_term(&answer[0])?);
            Some(())
        })?;
        self.declared(&LOOKS_LIKE, start, |answer| {
            let piece = Piece::of_term(&answer[1])?;
            look.pieces.entry(glyph_text(&answer[0])?).or_insert(piece);
            Some(())
        })?;
        self.declared(&BORDER, start, |answer| {
            let side = Side::named(answer[0].as_text()?)?;
            look.borders.entry(side).or_insert(colour(&answer[1])?);
            Some(())
        })?;
        self.declared(&TINT, start, |answer| {
            let place = grid.place(&answer[0], &answer[1])?;
            look.tints.entry(place).or_insert(colour(&answer[2])?);
            Some(())
        })?;
        self.declared(&DRAWN_LINE, start, |answer| {
            let mut ends = [
                grid.place(&answer[0], &answer[1])?,
                grid.place(&answer[2], &answer[3])?,
            ];
            ends.sort_unstable();
            look.lines.insert(ends);
            Some(())
        })?;
        let mut off_board = vec![false; grid.columns * grid.rows];
        self.declared(&OFF_BOARD, start, |answer| {
            let (column, row) = grid.place(&answer[0], &answer[1])?;
            off_board[(row - 1) * grid.columns + column - 1] = true;
            Some(())
        })?;
        if off_board.contains(&true) {
            self.kept += off_board.len();
            look.off_board = off_board;
        }
        Some(())
    }

    /// Passes each answer of a declaration to `keep`; one that it refuses is a fault, and so are more
    /// than `most` of them. `None` if the declaration reaches a limit.
    fn declared(
        &mut self,
        word: &Word,
        (initial, machine, most): &mut (&Position, &mut Machine, usize),
        mut keep: impl FnMut(&[Term]) -> Option<()>,
    ) -> Option<()> {
        let Some(predicate) = word.in_program(machine.program()) else {
            return Some(());
        };
        let mut answers = 0;
        self.each_answer(
            machine,
            predicate,
            word.arity(),
            &initial.facts,
            |loading, answer| {
                answers += 1;
                let known: Vec<Option<&Term>> = answer.iter().map(Some).collect();
                if answers > *most {
                    let title = format!("`{}` has more than {most} answers", word.name);
                    let fault = loading.at_head("bad-look", title, word.name, &known);
                    loading
                        .faults
                        .push(fault.with_help("give each answer once"));
                    return ControlFlow::Break(());
                }
                if keep(&answer).is_none() {
                    let title = format!("`{}` cannot be drawn", Term::compound(word.name, &answer));
                    let fault = loading.at_head("bad-look", title, word.name, &known);
                    loading.faults.push(fault.with_help(help(word)));
                }
                loading.while_few_faults()
            },
        )
    }
}

/// How a declaration is written.
fn help(word: &Word) -> String {
    let places = "columns and rows count from 1 to those of `grid`";
    let colours = Colour::forms();
    match word.name {
        "surface" => format!("a surface is {}", Surface::FORMS),
        "looks_like" => format!("a piece is {}; a colour is {colours}", Piece::FORMS),
        "border" => format!(
            "write it as `border(top, red)`: a side is `top`, `bottom`, `left` or `right`, a colour {colours}"
        ),
        "tint" => format!("write it as `tint(4, 4, black)`: {places}, and a colour is {colours}"),
        "drawn_line" => format!("write it as `drawn_line(1, 1, 4, 1)`: {places}"),
        _ => format!("write it as `off_board(1, 2)`: {places}"),
    }
}

fn colour(term: &Term) -> Option<Colour> {
    Colour::named(term.as_text()?)
}

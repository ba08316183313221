//! Boards: positions drawn by the rule file's own `grid` and `show`.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use rustc_hash::FxHashSet;
use unicode_width::UnicodeWidthStr;

use super::error::Error;
use super::grid::{Grid, Rows};
use super::look::{Beside, Lean, Look, Surface, glyph_text};
use super::moves::Move;
use super::notation::plain;
use super::path::PathInput;
use super::position::Position;
use super::rules::Rules;
use super::vocabulary::SHOW;
use crate::logic::Term;
use crate::syntax::render::Style;
use crate::syntax::visible::visible;

/// A marked square: a legal move is written with its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The column, from 1.
    pub column: usize,
    /// The row, from 1.
    pub row: usize,
}

/// A drawn position. [`Display`](fmt::Display) draws it with letters for columns and numbers for
/// rows. If the game has its own names for squares, an empty square shows its name instead, and
/// each row ends with the names of its squares. A marked empty square is a `*`, or has a `*` before
/// its name. A marked piece has a `*` before it, or a `>` if it is selected. Rows of hexagons are
/// indented. A square that is no part of the board is blank, or shows the line that runs over it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// The number of columns.
    pub columns: usize,
    /// The number of rows.
    pub rows: usize,
    /// Where row 1 is drawn.
    pub direction: Rows,
    /// The glyph on each square, row 1 first; `None` on an empty square.
    glyphs: Vec<Option<String>>,
    marked: Vec<bool>,
    /// The squares of the move that is being entered.
    selected: Vec<bool>,
    /// The squares that differ from an earlier position.
    changed: Vec<bool>,
    /// The squares' names, if the game has its own names for them.
    names: Option<Arc<[Option<String>]>>,
    /// What the rule file says about its look.
    look: Arc<Look>,
    /// Where the rule file draws row 1.
    declared: Rows,
    /// What stands beside the board.
    beside: Vec<Beside>,
}

impl Rules {
    /// Draws the position, if the game has a `grid`.
    ///
    /// # Errors
    /// If the rules cannot be followed, or `show` gives something that cannot be drawn.
    pub fn board(&self, position: &Position) -> Result<Option<Board>, Error> {
        let Some(grid) = self.game.grid else {
            return Ok(None);
        };
        let Grid {
            columns,
            rows,
            direction,
        } = grid;
        let size = columns * rows;
        let mut board = Board {
            columns,
            rows,
            direction,
            glyphs: vec![None; size],
            marked: vec![false; size],
            selected: vec![false; size],
            changed: vec![false; size],
            names: self.game.square_names.clone(),
            look: self.game.look.clone(),
            declared: direction,
            beside: self.beside(position)?,
        };
        let Some(show) = self.game.vocabulary.show else {
            return Ok(Some(board));
        };
        let mut gathering = self.gathering();
        self.with_machine(|machine| {
            machine.start_predicate(&position.facts, &[], show, &[None, None, None]);
            while machine.next_answer()? {
                let shown = machine.roots()?;
                gathering.keep(shown[2].as_text().map_or(0, str::len))?;
                board
                    .draw(grid, &shown)
                    .ok_or_else(|| Error::NotDrawn(Term::compound(SHOW.name, &shown)))?;
            }
            Ok(Some(board))
        })
    }

    /// Draws the position, and marks the squares that name one of the moves. If the game gives
    /// moves by their paths, the starts and first steps are marked. If the game draws no board, the
    /// text lists the facts of the position.
    ///
    /// # Errors
    /// As for [`board`](Self::board), [`notation`](Self::notation) and [`path`](Self::path).
    pub fn picture(
        &self,
        position: &Position,
        moves: &[Move],
        direction: Option<Rows>,
    ) -> Result<String, Error> {
        if let Some(board) = self.marked_board(position, moves, direction)? {
            return Ok(board.to_string());
        }
        let (mut text, mut gathering) = (String::new(), self.gathering());
        for fact in position.facts(self.schema()) {
            text += &gathering.text(format!("{fact}.\n"))?;
        }
        Ok(text)
    }

    /// The board of [`picture`](Self::picture); `None` if the game draws none.
    ///
    /// # Errors
    /// As for [`picture`](Self::picture).
    pub fn marked_board(
        &self,
        position: &Position,
        moves: &[Move],
        direction: Option<Rows>,
    ) -> Result<Option<Board>, Error> {
        let Some(mut board) = self.board(position)? else {
            return Ok(None);
        };
        board.direction = direction.unwrap_or(board.direction);
        if self.has_paths() {
            for (_, path) in self.paths(position, moves)? {
                board.mark_all(path.iter().take(2).map(String::as_str));
            }
        } else {
            board.mark(&self.notations(position, moves)?);
        }
        Ok(Some(board))
    }

    /// Draws the position, selects the squares entered so far, and marks the squares where the move
    /// can go on; `None` if the game draws no board.
    ///
    /// # Errors
    /// As for [`board`](Self::board).
    pub fn picture_of_path(
        &self,
        position: &Position,
        input: &PathInput,
        direction: Option<Rows>,
    ) -> Result<Option<String>, Error> {
        let Some(mut board) = self.board(position)? else {
            return Ok(None);
        };
        board.direction = direction.unwrap_or(board.direction);
        board.select(input.clicked().iter().map(String::as_str));
        board.mark_all(input.open_squares());
        Ok(Some(board.to_string()))
    }
}

impl Board {
    /// The column and row of every square, from 1, row by row.
    pub fn squares(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let columns = self.columns;
        (1..=self.rows).flat_map(move |row| (1..=columns).map(move |column| (column, row)))
    }

    /// The names of the squares that have a name, row by row.
    pub fn square_names(&self) -> impl Iterator<Item = String> + '_ {
        self.squares()
            .filter_map(|(column, row)| self.square_name(column, row))
    }

    /// The glyph on a square; columns and rows count from 1. `None` on an empty square and outside
    /// the board.
    #[must_use]
    pub fn glyph(&self, column: usize, row: usize) -> Option<&str> {
        self.square(column, row)
            .and_then(|square| self.glyphs[square].as_deref())
    }

    /// The approximate memory of the board in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let square = size_of::<Option<String>>() + 2 * size_of::<bool>();
        let beside: usize = self.beside.iter().map(Beside::bytes).sum();
        self.glyphs.len() * square + self.glyphs().map(str::len).sum::<usize>() + beside
    }

    /// The glyphs on the squares that are not empty, row by row.
    pub fn glyphs(&self) -> impl Iterator<Item = &str> {
        self.glyphs.iter().flatten().map(String::as_str)
    }

    /// The name of a square; `None` if the game gives it no name, and outside the board.
    #[must_use]
    pub fn square_name(&self, column: usize, row: usize) -> Option<String> {
        let square = self.square(column, row)?;
        if self.is_off_board(column, row) {
            return None;
        }
        match &self.names {
            Some(names) => names[square].clone(),
            None => Some(format!("{}{row}", column_name(column))),
        }
    }

    /// The letters of the columns, from the left; `None` if the game has its own names for squares.
    #[must_use]
    pub fn column_names(&self) -> Option<Vec<String>> {
        self.names
            .is_none()
            .then(|| (1..=self.columns).map(column_name).collect())
    }

    /// What the rule file says about the look of the board.
    #[must_use]
    pub fn look(&self) -> &Look {
        &self.look
    }

    /// What stands beside the board.
    #[must_use]
    pub fn beside(&self) -> &[Beside] {
        &self.beside
    }

    /// Whether the rows are drawn in the other order than the rule file says.
    #[must_use]
    pub fn is_turned(&self) -> bool {
        self.direction != self.declared
    }

    /// The line on which a row is drawn, from 1 at the top; also the row that is drawn on a line.
    #[must_use]
    pub fn line(&self, row: usize) -> usize {
        match self.direction {
            Rows::TopDown => row,
            Rows::BottomUp => self.rows + 1 - row,
        }
    }

    /// Whether a square of the grid is no part of the board.
    #[must_use]
    pub fn is_off_board(&self, column: usize, row: usize) -> bool {
        let square = self.square(column, row);
        square.is_some_and(|square| self.is_left_out(square))
    }

    /// The same for the index of a square.
    fn is_left_out(&self, square: usize) -> bool {
        self.look.off_board.get(square) == Some(&true)
    }

    /// The number of half squares by which a row of hexagons lies further to the right than the
    /// leftmost row; 0 on other boards.
    #[must_use]
    pub fn shift(&self, row: usize) -> usize {
        match self.look.surface {
            Some(Surface::Hexagons(Lean::Right)) => row - 1,
            Some(Surface::Hexagons(Lean::Left)) => self.rows - row,
            _ => 0,
        }
    }

    /// The index of a square, if it is on the board.
    fn square(&self, column: usize, row: usize) -> Option<usize> {
        let within = (1..=self.columns).contains(&column) && (1..=self.rows).contains(&row);
        within.then(|| (row - 1) * self.columns + column - 1)
    }

    /// Marks the empty squares with these names.
    pub fn mark(&mut self, names: &[String]) {
        for square in self.named(names.iter().map(String::as_str)) {
            self.marked[square] |= self.glyphs[square].is_none();
        }
    }

    /// Marks the squares with these names, including squares with pieces.
    pub fn mark_all<'a>(&mut self, names: impl IntoIterator<Item = &'a str>) {
        for square in self.named(names) {
            self.marked[square] = true;
        }
    }

    /// Marks as changed the squares that differ from an earlier board of the same game.
    pub fn show_changes_from(&mut self, earlier: &Board) {
        let squares = self.glyphs.iter().zip(&earlier.glyphs);
        self.changed = squares.map(|(now, before)| now != before).collect();
    }

    /// Selects the squares with these names, such as the square of the piece that is moving.
    pub fn select<'a>(&mut self, names: impl IntoIterator<Item = &'a str>) {
        for square in self.named(names) {
            self.selected[square] = true;
        }
    }

    /// The indexes of the squares with these names, compared as typed by a person.
    fn named<'a>(&self, names: impl IntoIterator<Item = &'a str>) -> Vec<usize> {
        let names: FxHashSet<String> = names.into_iter().map(plain).collect();
        if let Some(known) = &self.names {
            let squares = known.iter().enumerate();
            let called = squares.filter(|(square, name)| {
                let name = name.as_ref().filter(|_| !self.is_left_out(*square));
                name.is_some_and(|name| names.contains(&plain(name)))
            });
            return called.map(|(square, _)| square).collect();
        }
        let letters: Vec<String> = (1..=self.columns).map(column_name).collect();
        let squares = 0..self.columns * self.rows;
        let name = |square: usize| {
            format!(
                "{}{}",
                letters[square % self.columns],
                square / self.columns + 1
            )
        };
        squares
            .filter(|square| names.contains(&name(*square)) && !self.is_left_out(*square))
            .collect()
    }

    /// The marked squares, row by row from row 1.
    pub fn marks(&self) -> impl Iterator<Item = Mark> + '_ {
        let marked = self
            .marked
            .iter()
            .enumerate()
            .filter(|(_, marked)| **marked);
        marked.map(|(square, _)| Mark {
            column: square % self.columns + 1,
            row: square / self.columns + 1,
        })
    }

    /// Draws the answers `show(Column, Row, Glyph)`; the first glyph of a square counts.
    fn draw(&mut self, grid: Grid, shown: &[Term]) -> Option<()> {
        let (column, row) = grid.place(&shown[0], &shown[1])?;
        let square = self.square(column, row)?;
        let glyph = glyph_text(&shown[2])?;
        if self.glyphs[square].is_none() && !glyph.is_empty() {
            self.glyphs[square] = Some(glyph);
        }
        Some(())
    }
}

/// The letters of a column: a to z, then aa, ab and so on.
fn column_name(column: usize) -> String {
    let letter = |number: usize| char::from(b'a' + (number % 26) as u8);
    let (mut rest, mut name) = (column, String::new());
    while rest > 0 {
        name.insert(0, letter(rest - 1));
        rest = (rest - 1) / 26;
    }
    name
}

/// The maximum number of letters shown of a glyph: every square is as wide as the widest.
const MAX_LETTERS: usize = 40;

fn cut(glyph: &str) -> &str {
    glyph
        .char_indices()
        .nth(MAX_LETTERS)
        .map_or(glyph, |(end, _)| &glyph[..end])
}

/// The signs of an empty square, of a marked square and of a selected piece.
const EMPTY: &str = ".";
const MARKED: &str = "*";
const SELECTED: &str = ">";

/// The colours of a marked square, of a changed square and of a selected piece.
const MARKED_COLOUR: &str = "\x1b[32m";
const CHANGED_COLOUR: &str = "\x1b[1;33m";
const SELECTED_COLOUR: &str = "\x1b[36m";
const NO_COLOUR: &str = "\x1b[0m";

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(Style::Plain))
    }
}

impl Board {
    /// The board as text. With colours, changed squares are coloured too.
    #[must_use]
    pub fn text(&self, style: Style) -> String {
        let edges = self.column_names();
        let signs: Vec<Sign<'_>> = (0..self.glyphs.len())
            .map(|square| self.sign(square))
            .collect();
        let shown = signs.iter().map(|sign| &*sign.text);
        let shown = shown.chain(edges.iter().flatten().map(String::as_str));
        let width = shown.map(UnicodeWidthStr::width).max().unwrap_or(1);
        let indent = |row: usize| " ".repeat(self.shift(row) * (width + 1) / 2);
        let padding = |text: &str| " ".repeat(width.saturating_sub(text.width()));
        let margin = edges.as_ref().map_or(0, |_| self.rows.to_string().len());
        let mut board = String::new();
        if let Some(edges) = &edges {
            board += &indent(self.line(1));
            let names = edges.iter().map(|name| format!("{} {name}", padding(name)));
            board += &format!("{:margin$}{}\n", "", names.collect::<String>());
        }
        for row in (1..=self.rows).map(|line| self.line(line)) {
            board += &indent(row);
            if edges.is_some() {
                board += &format!("{row:>margin$}");
            }
            let squares = (row - 1) * self.columns..row * self.columns;
            for square in squares.clone() {
                let sign = &signs[square];
                board += &padding(&sign.text);
                board += &self.painted(square, sign, style);
            }
            board += &self.names_of_row(squares);
            if !self.look.off_board.is_empty() {
                board.truncate(board.trim_end_matches(' ').len());
            }
            board.push('\n');
        }
        for beside in &self.beside {
            board += &format!("{}\n", visible(&beside.to_string()));
        }
        board
    }

    /// The sign that stands for a square; one that is no part of the board shows the line that runs
    /// over it, or a blank.
    fn sign(&self, square: usize) -> Sign<'_> {
        let mark = match (self.selected[square], self.marked[square]) {
            (true, _) => SELECTED,
            (false, true) => MARKED,
            (false, false) => " ",
        };
        let name = self
            .names
            .as_ref()
            .and_then(|names| names[square].as_deref());
        let (mark, text) = match (self.glyphs[square].as_deref(), name) {
            (None, _) if self.is_left_out(square) => {
                let line = self.look.signs.get(&square).copied();
                (" ", line.unwrap_or(" ").into())
            }
            (Some(glyph), _) => (mark, visible(cut(glyph))),
            (None, Some(name)) => (mark, visible(cut(name))),
            (None, None) if mark == " " => (" ", EMPTY.into()),
            (None, None) => (" ", mark.into()),
        };
        Sign { mark, text }
    }

    /// A sign with its mark, in the colour of its square.
    fn painted(&self, square: usize, sign: &Sign<'_>, style: Style) -> String {
        let plain = format!("{}{}", sign.mark, sign.text);
        let colour = match style {
            Style::Plain => None,
            Style::Coloured if self.selected[square] => Some(SELECTED_COLOUR),
            Style::Coloured if self.marked[square] => Some(MARKED_COLOUR),
            Style::Coloured if self.changed[square] => Some(CHANGED_COLOUR),
            Style::Coloured => None,
        };
        match colour {
            Some(colour) => format!("{colour}{plain}{NO_COLOUR}"),
            None => plain,
        }
    }

    /// The names of these squares, as far as they are on the board, if the game has its own names.
    fn names_of_row(&self, squares: Range<usize>) -> String {
        let on_board = squares.filter(|square| !self.is_left_out(*square));
        let names: Vec<_> = on_board
            .filter_map(|square| self.names.as_ref()?[square].as_deref())
            .map(|name| visible(cut(name)))
            .collect();
        match names.is_empty() {
            true => String::new(),
            false => format!("   {}", names.join(" ")),
        }
    }
}

/// The sign of a square: a mark or a blank, and the text of the square.
struct Sign<'b> {
    mark: &'static str,
    text: Cow<'b, str>,
}

//! What lies under the pieces besides the places: wood, lines, borders, tints.

use std::fmt::Write;

use super::{SIDE, Scene};
use crate::game::{Place, Side, Surface};

impl Scene<'_> {
    /// What lies below the places, as SVG: the board of wood or its frame.
    #[must_use]
    pub fn beneath(&self) -> String {
        let class = match self.appearance.surface() {
            Surface::Crossings | Surface::Points | Surface::Pits => "wood",
            Surface::Rack => "upright",
            _ => return String::new(),
        };
        let size = self.size();
        format!(
            "<rect class=\"{class}\" width=\"{}\" height=\"{}\" rx=\"5\"/>",
            size.width, size.height
        )
    }

    /// What lies between the places and the pieces, as SVG: lines, hollows, tints, borders.
    #[must_use]
    pub fn upon(&self) -> String {
        let mut svg = String::new();
        match self.appearance.surface() {
            Surface::Crossings => svg += &self.crossings(),
            Surface::Pits => svg += &self.hollows(),
            Surface::Rack => svg += &self.at_each("<circle class=\"hole\" r=\"16\""),
            _ => {}
        }
        svg += &self.lines();
        if self.appearance.surface() == Surface::Points {
            svg += &self.at_each("<circle class=\"point\" r=\"4\"");
        }
        let tints = self.board.look().tints.iter();
        let on_board = tints.filter(|((column, row), _)| !self.board.is_off_board(*column, *row));
        for ((column, row), colour) in on_board {
            let _ = match self.appearance.surface() {
                Surface::Crossings | Surface::Points => {
                    let (x, y) = self.middle((*column, *row));
                    write!(
                        svg,
                        "<circle class=\"{colour}\" cx=\"{x}\" cy=\"{y}\" r=\"4\"/>"
                    )
                }
                _ => {
                    let (x, y) = self.corner(*column, *row);
                    let outline = self.outline();
                    write!(
                        svg,
                        "<path class=\"tint {colour}\" transform=\"translate({x} {y})\" d=\"{outline}\"/>"
                    )
                }
            };
        }
        for (side, colour) in &self.board.look().borders {
            let path = self.side(side.turned(self.board.is_turned()));
            let _ = write!(svg, "<path class=\"border {colour}\" d=\"{path}\"/>");
        }
        svg
    }

    /// The middle of a place.
    fn middle(&self, (column, row): Place) -> (i64, i64) {
        let (x, y) = self.corner(column, row);
        (x + SIDE / 2, y + SIDE / 2)
    }

    /// A circle in the middle of each place.
    fn at_each(&self, circle: &str) -> String {
        let places = self.places();
        let shapes = places.map(|place| {
            let (x, y) = self.middle(place);
            format!("{circle} cx=\"{x}\" cy=\"{y}\"/>")
        });
        shapes.collect()
    }

    /// The hollows of pits. The only one of a column is a store, as high as the board.
    fn hollows(&self) -> String {
        let mut pits = vec![0; self.board.columns + 1];
        self.places().for_each(|(column, _)| pits[column] += 1);
        let hollow = |(column, row): Place| {
            let (x, y) = self.corner(column, row);
            let (top, height) = match pits[column] == 1 {
                true => (self.rim(), self.size().height - 2 * self.rim()),
                false => (y, SIDE),
            };
            format!(
                "<rect class=\"hollow\" x=\"{}\" y=\"{}\" width=\"36\" height=\"{}\" rx=\"18\"/>",
                x + 2,
                top + 2,
                height - 4
            )
        };
        self.places().map(hollow).collect()
    }

    /// Lines through the places of each row and each column that lie side by side.
    fn crossings(&self) -> String {
        let (columns, rows) = (1..=self.board.columns, 1..=self.board.rows);
        let mut path = String::new();
        for row in rows.clone() {
            path += &self.runs(columns.clone().map(|column| (column, row)));
        }
        for column in columns {
            path += &self.runs(rows.clone().map(|row| (column, row)));
        }
        format!("<path class=\"lines\" d=\"{path}\"/>")
    }

    /// A line through each run of places that are on the board, as data of a path.
    fn runs(&self, places: impl Iterator<Item = Place>) -> String {
        let places: Vec<Place> = places.collect();
        let on_board = places.split(|(column, row)| self.board.is_off_board(*column, *row));
        let mut path = String::new();
        for run in on_board {
            if let [from, .., to] = run {
                path += &self.line(*from, *to);
            }
        }
        path
    }

    /// A line between the middles of two places, as data of a path.
    fn line(&self, from: Place, to: Place) -> String {
        let ((x, y), (a, b)) = (self.middle(from), self.middle(to));
        format!("M{x} {y}L{a} {b}")
    }

    /// The declared lines.
    fn lines(&self) -> String {
        let lines = &self.board.look().lines;
        if lines.is_empty() {
            return String::new();
        }
        let path: String = lines
            .iter()
            .map(|[from, to]| self.line(*from, *to))
            .collect();
        format!("<path class=\"lines\" d=\"{path}\"/>")
    }

    /// A side of the board, as data of a path; places that are no part of the board are left out.
    fn side(&self, side: Side) -> String {
        let board = self.board;
        let (top, bottom) = (board.line(1), board.line(board.rows));
        let (columns, rows) = (1..=board.columns, 1..=board.rows);
        let places: Vec<Place> = match side {
            Side::Top => columns.map(|column| (column, top)).collect(),
            Side::Bottom => columns.map(|column| (column, bottom)).collect(),
            Side::Left => rows.map(|line| (1, board.line(line))).collect(),
            Side::Right => rows.map(|line| (board.columns, board.line(line))).collect(),
        };
        let is_hexagonal = matches!(self.appearance.surface(), Surface::Hexagons(_));
        let mut path = String::new();
        for run in places.split(|(column, row)| board.is_off_board(*column, *row)) {
            let mut command = 'M';
            for (column, row) in run {
                let (x, y) = self.corner(*column, *row);
                for (right, down) in corners_at(side, is_hexagonal) {
                    let _ = write!(path, "{command}{} {}", x + right, y + down);
                    command = 'L';
                }
            }
        }
        path
    }
}

/// The corners of the outline of a place that lie at a side of the board, from the place's own corner.
fn corners_at(side: Side, is_hexagonal: bool) -> &'static [(i64, i64)] {
    match (side, is_hexagonal) {
        (Side::Top, false) => &[(0, 0), (SIDE, 0)],
        (Side::Bottom, false) => &[(0, SIDE), (SIDE, SIDE)],
        (Side::Left, false) => &[(0, 0), (0, SIDE)],
        (Side::Right, false) => &[(SIDE, 0), (SIDE, SIDE)],
        (Side::Top, true) => &[(0, 8), (20, -3), (40, 8)],
        (Side::Bottom, true) => &[(0, 32), (20, 43), (40, 32)],
        (Side::Left, true) => &[(0, 8), (0, 32)],
        (Side::Right, true) => &[(40, 8), (40, 32)],
    }
}

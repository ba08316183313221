//! Boards of all sizes around those of words, and moves on them: pieces are put, walk, slide, jump,
//! fall, turn others over.

use super::draft::{Draft, ROLE, Scope};

/// Columns and rows, and how often: tiny ones mostly, and 63, 64, 65 and 130 cells.
const SIZES: [(usize, (usize, usize)); 11] = [
    (5, (2, 2)),
    (6, (3, 3)),
    (4, (4, 3)),
    (3, (5, 1)),
    (2, (1, 6)),
    (1, (9, 7)),
    (2, (8, 8)),
    (1, (13, 5)),
    (1, (65, 1)),
    (1, (64, 1)),
    (1, (10, 13)),
];

/// The kinds of moves on boards.
const MOVES: [(usize, &str); 6] = [
    (6, "put"),
    (4, "walk"),
    (3, "slide"),
    (3, "jump"),
    (3, "fall"),
    (3, "flip"),
];

impl Draft<'_, '_> {
    pub fn write_board(&mut self) {
        let (columns, rows) = self.choices.weighted(&SIZES);
        self.uses(match columns * rows {
            0..=30 => "board of few cells",
            63 => "board of 63 cells",
            64 => "board of 64 cells",
            65 => "board of 65 cells",
            _ => "board of 130 cells",
        });
        let (column, row) = (
            self.numbers("column", 1, columns),
            self.numbers("row", 1, rows),
        );
        let cell = match self.choices.below(4) {
            0 => {
                self.uses("pieces of several kinds");
                "piece(P, man)"
            }
            _ => "P",
        };
        let piece = match cell {
            "P" => ROLE,
            _ => {
                let all = self.roles.clone().into_iter().flat_map(|role| {
                    [
                        format!("piece({role}, man)"),
                        format!("piece({role}, king)"),
                    ]
                });
                let all: Vec<String> = all.collect();
                self.constants("piece", &all.iter().map(String::as_str).collect::<Vec<_>>())
            }
        };
        self.declare("cell", &[column, row, piece], true);
        self.write_steps((columns, rows));
        self.write_pieces(cell, (columns, rows));
        if self.choices.happens(1, 4) {
            self.write_mirror(columns);
        }
        let kinds = 1 + self.choices.below(2);
        for number in 0..kinds {
            let kind = self.choices.weighted(&MOVES);
            self.uses(kind);
            self.write_board_move(kind, number, cell, (column, row));
        }
    }

    /// `step(X, Y, D, A, B)`: from X, Y in direction D to A, B.
    fn write_steps(&mut self, (columns, rows): (usize, usize)) {
        let directions = [
            (1, 0),
            (0, 1),
            (1, 1),
            (1, -1),
            (-1, 0),
            (0, -1),
            (-1, -1),
            (-1, 1),
        ];
        let count = self.choices.pick(&[1, 2, 4, 8]);
        let first = self.choices.below(directions.len());
        for at in 0..count {
            let (x, y) = directions[(first + at) % directions.len()];
            self.write(format!("direction({x}, {y})"));
        }
        match self.choices.below(3) {
            0 => {
                self.uses("board that is a ring");
                self.write(format!(
                    "step(X, Y, D-E, A, B) :- direction(D, E), A is (X + D - 1) mod {columns} + 1, B is Y + E, row(B)"
                ));
            }
            _ => self.write(format!(
                "step(X, Y, D-E, A, B) :- direction(D, E), A is X + D, B is Y + E, between(1, {columns}, A), between(1, {rows}, B)"
            )),
        }
    }

    fn write_pieces(&mut self, cell: &str, (columns, rows): (usize, usize)) {
        match self.choices.below(3) {
            0 => {
                let (few, of) = (self.choices.below(3), 3 + self.choices.below(4));
                for (number, role) in self.roles.clone().into_iter().enumerate() {
                    let piece = cell.replace('P', &role);
                    self.write(format!(
                        "init(cell(X, Y, {piece})) :- column(X), row(Y), {} =:= (X + 2 * Y) mod {of}",
                        (few + number) % of
                    ));
                }
            }
            _ => {
                let last = self.roles.last().cloned().unwrap_or_default();
                self.write(format!("init(cell(1, 1, {}))", cell.replace('P', "ann")));
                if columns * rows > 1 {
                    self.write(format!(
                        "init(cell({columns}, {rows}, {}))",
                        cell.replace('P', &last)
                    ));
                }
            }
        }
    }

    fn write_mirror(&mut self, columns: usize) {
        self.uses("symmetry");
        self.write(format!(
            "symmetry(mirror, cell(X, Y, P), cell(A, Y, P)) :- A is {} - X",
            columns + 1
        ));
    }

    fn write_board_move(
        &mut self,
        kind: &str,
        number: usize,
        cell: &str,
        (column, row): (usize, usize),
    ) {
        let player = self.player();
        let name = format!("{kind}{number}");
        let own = |x: &str, y: &str| format!("cell({x}, {y}, {cell})");
        let two: Scope = vec![("P".into(), ROLE), ("X".into(), column), ("Y".into(), row)];
        let four: Scope = two
            .iter()
            .cloned()
            .chain([("A".into(), column), ("B".into(), row)])
            .collect();
        let (pattern, conditions, scope) = match kind {
            "put" | "flip" => (
                format!("{name}(X, Y)"),
                "column(X), row(Y), \\+ cell(X, Y, _)".to_owned(),
                two,
            ),
            "fall" => {
                let below = self.choices.pick(&["B is Y - 1", "B is Y + 1"]);
                self.write(format!(
                    "rests{number}(X, Y) :- {below}, ( row(B) -> cell(X, B, _) ; true )"
                ));
                let conditions =
                    format!("column(X), row(Y), \\+ cell(X, Y, _), rests{number}(X, Y)");
                (format!("{name}(X, Y)"), conditions, two)
            }
            "walk" => {
                let free = self
                    .choices
                    .pick(&["\\+ cell(A, B, _)", "\\+ cell(A, B, P)", "true"]);
                (
                    format!("{name}(X, Y, A, B)"),
                    format!("{}, step(X, Y, _, A, B), {free}", own("X", "Y")),
                    four,
                )
            }
            "slide" => {
                self.uses("recursion along a direction");
                self.write(format!(
                    "slides{number}(X, Y, D, A, B) :- step(X, Y, D, A, B), \\+ cell(A, B, _)"
                ));
                self.write(format!(
                    "slides{number}(X, Y, D, A, B) :- step(X, Y, D, C, R), \\+ cell(C, R, _), slides{number}(C, R, D, A, B)"
                ));
                let conditions = format!("{}, slides{number}(X, Y, _, A, B)", own("X", "Y"));
                (format!("{name}(X, Y, A, B)"), conditions, four)
            }
            _ => {
                let conditions = format!(
                    "{}, step(X, Y, D, C, R), cell(C, R, _), step(C, R, D, A, B), \\+ cell(A, B, _)",
                    own("X", "Y")
                );
                let pattern = match self.choices.below(2) {
                    0 => format!("{name}(X, Y, A, B)"),
                    _ => format!("{name}([X, Y], A-B)"),
                };
                (pattern, conditions, four)
            }
        };
        let (mut inner, more) = (
            scope.clone(),
            self.choices.weighted(&[(3, 0), (2, 1), (1, 2)]),
        );
        let goals = self.goals(&mut inner, more, 2);
        self.write(format!(
            "legal(P, {pattern}) :- {player}, {conditions}, {goals}"
        ));
        if scope.len() == 5 {
            self.write(format!("delete({}) :- does(P, {pattern})", own("X", "Y")));
            self.write(format!("add({}) :- does(P, {pattern})", own("A", "B")));
        } else {
            self.write(format!("add({}) :- does(P, {pattern})", own("X", "Y")));
        }
        if kind == "flip" {
            let other = own("X", "Y").replace('P', "Q");
            self.write(format!("closed{number}(P, X, Y, _) :- {}", own("X", "Y")));
            self.write(format!(
                "closed{number}(P, X, Y, D) :- opponent(P, Q), {other}, step(X, Y, D, A, B), closed{number}(P, A, B, D)"
            ));
            self.write(format!(
                "add({}) :- does(P, {pattern}), step(X, Y, D, A, B), opponent(P, Q), {}, step(A, B, D, C, R), closed{number}(P, C, R, D)",
                own("A", "B"),
                own("A", "B").replace('P', "Q")
            ));
        }
        self.moves.push((pattern, scope));
    }
}

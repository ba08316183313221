//! Tic-tac-toe. Moves are squares 0 to 8, row by row; role 0 writes `x` and begins.

use std::convert::Infallible;

use regola::game::{FastPaths, Game, Role, Turn};

const LINES: [[usize; 3]; 8] = [
    [0, 1, 2],
    [3, 4, 5],
    [6, 7, 8],
    [0, 3, 6],
    [1, 4, 7],
    [2, 5, 8],
    [0, 4, 8],
    [2, 4, 6],
];

/// Which square comes to each square: the eight maps of the board to itself.
pub const SYMMETRIES: [[usize; 9]; 8] = [
    [0, 1, 2, 3, 4, 5, 6, 7, 8],
    [2, 5, 8, 1, 4, 7, 0, 3, 6],
    [8, 7, 6, 5, 4, 3, 2, 1, 0],
    [6, 3, 0, 7, 4, 1, 8, 5, 2],
    [0, 3, 6, 1, 4, 7, 2, 5, 8],
    [8, 5, 2, 7, 4, 1, 6, 3, 0],
    [6, 7, 8, 3, 4, 5, 0, 1, 2],
    [2, 1, 0, 5, 4, 3, 8, 7, 6],
];

/// The heuristics: open lines alone, and with 9 for a win.
pub const OPEN_LINES: usize = 0;
pub const OPEN_LINES_OR_NINE: usize = 1;

#[derive(Clone)]
pub struct TicTacToe;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    squares: [Option<Role>; 9],
    mover: Role,
}

impl TicTacToe {
    /// A board such as `xo. .x. ..o`; spaces do not count.
    pub fn board(text: &str, mover: Role) -> Board {
        let mut squares = [None; 9];
        for (square, sign) in squares
            .iter_mut()
            .zip(text.chars().filter(|sign| *sign != ' '))
        {
            *square = match sign {
                'x' => Some(Role(0)),
                'o' => Some(Role(1)),
                _ => None,
            };
        }
        Board { squares, mover }
    }

    fn winner(board: &Board) -> Option<Role> {
        LINES.iter().find_map(|[a, b, c]| {
            let role = board.squares[*a]?;
            (board.squares[*b] == Some(role) && board.squares[*c] == Some(role)).then_some(role)
        })
    }
}

impl Game for TicTacToe {
    type Position = Board;
    type Move = usize;
    type Error = Infallible;

    fn role_count(&self) -> usize {
        2
    }

    fn initial(&self) -> Board {
        Board {
            squares: [None; 9],
            mover: Role(0),
        }
    }

    fn turn(&self, board: &Board) -> Result<Turn<usize>, Infallible> {
        let free: Vec<usize> = (0..9)
            .filter(|square| board.squares[*square].is_none())
            .collect();
        let over = free.is_empty() || Self::winner(board).is_some();
        Ok(if over {
            Turn::Over
        } else {
            Turn::Single(board.mover, free)
        })
    }

    fn play(&self, board: &Board, moves: &[usize]) -> Result<Board, Infallible> {
        let mut next = board.clone();
        next.squares[moves[0]] = Some(board.mover);
        next.mover = Role(1 - board.mover.0);
        Ok(next)
    }

    fn goal(&self, board: &Board, role: Role) -> Result<u8, Infallible> {
        Ok(match Self::winner(board) {
            None => 50,
            Some(winner) if winner == role => 100,
            Some(_) => 0,
        })
    }

    fn heuristic(&self, name: &str) -> Option<usize> {
        ["open_lines", "open_lines_or_nine"]
            .iter()
            .position(|known| *known == name)
    }

    /// Lines without an opposing sign minus lines without an own sign; the second heuristic adds 9
    /// for a won board and -9 for a lost one.
    fn evaluate(&self, board: &Board, heuristic: usize, role: Role) -> Result<i64, Infallible> {
        let free_of = |role| {
            LINES
                .iter()
                .filter(|line| {
                    line.iter()
                        .all(|square| board.squares[*square] != Some(role))
                })
                .count()
        };
        let open = free_of(Role(1 - role.0)) as i64 - free_of(role) as i64;
        Ok(match Self::winner(board) {
            Some(winner) if heuristic == OPEN_LINES_OR_NINE => {
                open + if winner == role { 9 } else { -9 }
            }
            _ => open,
        })
    }

    /// The least of the eight boards that rotations and reflections make of one.
    fn canonical(&self, board: &Board) -> Board {
        let images = SYMMETRIES.iter().map(|map| Board {
            squares: map.map(|from| board.squares[from]),
            ..board.clone()
        });
        images
            .min_by_key(|image| image.squares)
            .expect("there are eight maps")
    }
}

impl FastPaths for TicTacToe {}

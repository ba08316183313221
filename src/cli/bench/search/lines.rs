//! Lines of moves to the positions that are searched. A move is the number of its place among the
//! legal moves, which a rule file and a game written by hand list in the same order.

use regola::game::{Error, Game, Position, Rules, Turn};

use crate::bench::limit::{ConnectFour, Othello, TwoSidedPosition};

/// A position of a game written by hand, and the line that leads to it from the start.
pub struct ReachedPosition<B> {
    pub board: B,
    pub line: Vec<usize>,
}

impl<B: TwoSidedPosition> ReachedPosition<B> {
    fn start() -> Self {
        Self {
            board: B::START,
            line: Vec::new(),
        }
    }

    fn play(&mut self, number: usize) {
        if let Some(played) = self.board.moves().nth(number) {
            self.board = self.board.play(played);
            self.line.push(number);
        }
    }
}

/// Returns a position of Othello with `empty` empty cells, after random moves. The game goes on. A
/// random game that ends too early is followed by another one.
pub fn random_othello(empty: u32, seed: u64) -> ReachedPosition<Othello> {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut reached = ReachedPosition::<Othello>::start();
    loop {
        let Othello { own, other } = reached.board;
        match reached.board.moves().len() {
            0 => reached = ReachedPosition::start(),
            _ if (own | other).count_zeros() == empty => return reached,
            count => reached.play(random.usize(..count)),
        }
    }
}

/// Returns the position of Connect Four after discs in these columns, numbered from 1.
pub fn connect_four(columns: &str) -> ReachedPosition<ConnectFour> {
    let mut reached = ReachedPosition::<ConnectFour>::start();
    for digit in columns.chars() {
        let column = digit.to_digit(10);
        let is_meant = |cell: u64| Some(cell.trailing_zeros() / 7 + 1) == column;
        let number = reached.board.moves().position(is_meant);
        reached.play(number.expect("the columns of a work have room"));
    }
    reached
}

/// Returns the position of the rules after a line of single moves.
pub fn follow(rules: &Rules, line: &[usize]) -> Result<Position, Error> {
    let mut position = rules.initial();
    for number in line {
        let Turn::Single(_, moves) = rules.turn(&position)? else {
            break;
        };
        position = rules.play(&position, &moves[*number..=*number])?;
    }
    Ok(position)
}

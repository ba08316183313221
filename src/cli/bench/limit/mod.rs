//! Games written by hand: sets of cells in words, as a programmer writes them for one game only.
//! Their speed is the limit that a rule file is compared with.
//!
//! They list moves in the same order as their rule files, so that the same random numbers give the
//! same games. This room knows nothing of rules.

mod breakthrough;
pub mod connect_four;
mod go;
mod othello;

pub use breakthrough::Breakthrough;
pub use connect_four::ConnectFour;
pub use go::{Go, Wide};
pub use othello::Othello;

/// A position of a game of two sides that move in turn. Playing a move returns a new position.
pub trait TwoSidedPosition: Copy {
    /// The first position.
    const START: Self;
    /// An iterator over the legal moves, in order.
    type Moves: ExactSizeIterator;
    /// Returns all legal moves; none if the game is over.
    fn moves(self) -> Self::Moves;
    /// Returns the position after a move.
    fn play(self, played: <Self::Moves as Iterator>::Item) -> Self;
    /// Returns the results, from 0 to 100, of the side to move and of the other side. The game must
    /// be over.
    fn results(self) -> [u8; 2];
}

/// How a random game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RandomGame {
    pub plies: usize,
    /// The results of the side that began and of the other side.
    pub results: [u8; 2],
}

/// Counts the lines of `depth` plies, and the shorter ones that end the game. The moves of the last
/// ply are counted and not played.
pub fn perft<B: TwoSidedPosition>(board: B, depth: usize) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = board.moves();
    match moves.len() {
        0 => 1,
        count if depth == 1 => count as u64,
        _ => moves
            .map(|played| perft(board.play(played), depth - 1))
            .sum(),
    }
}

/// Counts the same lines as [`perft`], but also plays the moves of the last ply.
pub fn perft_to_the_end<B: TwoSidedPosition>(board: B, depth: usize) -> u64 {
    if depth == 0 {
        // The compiler must not remove the last ply, so the position counts as used.
        std::hint::black_box(&board);
        return 1;
    }
    let moves = board.moves();
    match moves.len() {
        0 => 1,
        _ => moves
            .map(|played| perft_to_the_end(board.play(played), depth - 1))
            .sum(),
    }
}

/// Plays a game from the start to the end; each legal move is equally likely.
pub fn playout<B: TwoSidedPosition>(random: &mut fastrand::Rng) -> RandomGame {
    let mut board = B::START;
    let mut plies = 0;
    loop {
        let mut moves = board.moves();
        if moves.len() == 0 {
            break;
        }
        let chosen = random.usize(..moves.len());
        board = board.play(
            moves
                .nth(chosen)
                .expect("the number is less than there are moves"),
        );
        plies += 1;
    }
    let [mover, other] = board.results();
    RandomGame {
        plies,
        results: if plies % 2 == 0 {
            [mover, other]
        } else {
            [other, mover]
        },
    }
}

/// A set of cells: bit `i` is cell `i`. As an iterator it returns each cell as a set with one
/// element, the lowest first.
#[derive(Clone, Copy, Debug)]
pub struct Cells(pub u64);

impl Iterator for Cells {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        let lowest = self.0 & self.0.wrapping_neg();
        self.0 ^= lowest;
        (lowest != 0).then_some(lowest)
    }

    fn nth(&mut self, number: usize) -> Option<u64> {
        for _ in 0..number {
            self.0 &= self.0.wrapping_sub(1);
        }
        self.next()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count_ones() as usize;
        (count, Some(count))
    }
}

impl ExactSizeIterator for Cells {}

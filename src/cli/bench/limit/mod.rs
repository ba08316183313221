//! Games by hand: sets of cells in words, as a programmer writes them who thinks of one game only.
//! How fast that is, is the limit against which a rule file is measured.
//!
//! They list moves in the order in which their rule files do, so that the same random numbers give
//! the same games. Knows nothing of rules.

mod breakthrough;
mod connect_four;
mod othello;

pub use breakthrough::Breakthrough;
pub use connect_four::ConnectFour;
pub use othello::Othello;

/// A position of a game of two sides that move in turn. The next positions are made from it; it
/// does not change.
pub trait TwoSidedPosition: Copy {
    /// How the game begins.
    const START: Self;
    /// The legal moves that are left to look at, in order.
    type Moves: ExactSizeIterator;
    /// All legal moves; none if the game is over.
    fn moves(self) -> Self::Moves;
    /// The position after a move.
    fn play(self, played: <Self::Moves as Iterator>::Item) -> Self;
    /// The results, from 0 to 100, of the side that is to move and of the other; the game is over.
    fn results(self) -> [u8; 2];
}

/// How a random game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RandomGame {
    pub plies: usize,
    /// The results of who began and of the other.
    pub results: [u8; 2],
}

/// The lines of `depth` plies, and the shorter ones that end the game. The moves of the last ply
/// are not played, only counted.
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

/// The same number; the moves of the last ply are played as well.
pub fn perft_to_the_end<B: TwoSidedPosition>(board: B, depth: usize) -> u64 {
    if depth == 0 {
        // The position counts as used: it is what the last ply was played for.
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

/// A game from the start to the end, every legal move as likely as any other.
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

/// Cells, of which bit `i` is cell `i`; as an iterator, each as a set of its own, the lowest first.
#[derive(Clone, Copy, Debug)]
pub struct Cells(u64);

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

//! Games written in Rust behind the trait `Game`, as a host would write them.

mod altered;
mod anagram;
mod othello;
mod pile;
mod random_graph;
mod random_tree;
mod rock_paper_scissors;
mod sliding;
mod tic_tac_toe;

pub use altered::Altered;
pub use anagram::Anagram;
pub use othello::{Discs, FEW_ENEMIES, LEAD, Othello};
pub use pile::Pile;
pub use random_graph::RandomGraph;
pub use random_tree::RandomTree;
pub use rock_paper_scissors::{Hand, RockPaperScissors};
pub use sliding::Sliding;
pub use tic_tac_toe::{OPEN_LINES, OPEN_LINES_OR_NINE, TicTacToe};

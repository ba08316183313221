//! Which side can force a result, by proof numbers (depth-first proof-number search).
//!
//! A question has two sides: the attackers want to force a goal, the defenders want to prevent it.
//! For each position two numbers say how far the question is from an answer: how many positions must
//! at least be proven before the attackers have forced the goal, and how many before the defenders
//! have prevented it. The search always goes to the position whose answer would help both. So it
//! finds narrow wins, such as a mate by checks, far below the depth that alpha-beta reaches. (L. V.
//! Allis, M. van der Meulen and H. J. van den Herik, "Proof-Number Search", 1994; A. Nagai, "Df-pn
//! Algorithm for Searching AND/OR Trees and Its Applications", 2002.)
//!
//! ```text
//! numbers   how far a question about a position is from an answer
//! question  what the attackers want to force
//! visit     the search from one position, until its numbers reach a limit
//! answer    the value, by one question after the other
//! line      moves that keep the value
//! ```
//!
//! There are two ways to ask. One follows lines to the end of the game. The other one asks what can be
//! forced within one ply, within two plies, and so on, so that the first win that it finds is the
//! quickest. They take turns until one has an answer. Where a position comes back only the second one
//! is of use: a position together with the plies that are left never comes back, so that each stored
//! answer holds on every line (compare A. Kishimoto and M. Müller, "A General Solution to the Graph
//! History Interaction Problem", 2004). A draw by endless play is never found.

mod answer;
mod line;
mod numbers;
mod question;
mod visit;

use self::numbers::Numbers;
use self::question::{FinishedGames, Question};
use self::visit::Child;
use super::meter::Meter;
use super::table::Table;
use crate::game::{PositionStack, Role};

pub(super) use self::answer::GoalRange;

/// What is kept from one question to the next.
pub(super) struct ProofNumbers {
    table: Table<u128, Numbers>,
    /// By role.
    finished: Vec<FinishedGames>,
    /// Whether all questions are what can be forced within a number of plies, because a position comes
    /// back or a line is too long.
    only_bounded: bool,
}

impl ProofNumbers {
    /// Keeps nothing yet, and later at most `positions` positions.
    pub fn new(role_count: usize, positions: usize) -> Self {
        Self {
            table: Table::new(positions),
            finished: vec![FinishedGames::default(); role_count],
            only_bounded: false,
        }
    }

    /// Whether the goals of two roles added up to 100 in all finished games that were met in
    /// questions about `role`.
    pub fn is_zero_sum(&self, role: Role) -> bool {
        self.finished.len() == 2 && self.finished[role.0].is_zero_sum()
    }

    /// Whether it is only asked what can be forced within a number of plies.
    pub fn only_bounded(&self) -> bool {
        self.only_bounded
    }

    /// Asks from now on only what can be forced within a number of plies.
    pub fn begin_bounded(&mut self) {
        self.only_bounded = true;
    }
}

/// How far a search may look, and what is the same for it in two positions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reach {
    /// The length of the longest line in plies, at most
    /// [`MAX_PLIES`](crate::search::limits::MAX_PLIES): the search calls itself for each.
    pub depth: usize,
    /// The search gives up beyond this number of nodes.
    pub nodes: u64,
    /// Whether positions that are the same up to symmetry are one.
    pub symmetries: bool,
}

/// A search for the goals that one role can force from a position.
pub(super) struct ProofNumberSearch<'g, 'm, 'w, E> {
    stack: Box<dyn PositionStack<Error = E> + 'g>,
    kept: &'m mut ProofNumbers,
    meter: &'m mut Meter<'w>,
    reach: Reach,
    /// The role in question.
    role: Role,
    question: Question,
    /// Whether the question is what can be forced within a number of plies.
    is_bounded: bool,
    /// The number of nodes after which the other way to ask is tried.
    pause_at: u64,
    /// Whether the search has ended because it has taken more nodes than it may.
    has_given_up: bool,
    /// The keys of the positions of the current line that are being searched.
    path: Vec<u128>,
    /// The indices of the moves of the current line.
    played: Vec<usize>,
    /// The moves of all positions of the current line.
    children: Vec<Child>,
}

//! A game as programs of word operations: what stands in a [`Residual`], cell by cell, said for all
//! cells at once.
//!
//! A position is a few words, laid out by [`Layout`]; programs compute from them which moves are
//! legal, the position after a move, results and values. Knows nothing of clauses, nor of how
//! programs are run.

mod adder;
mod apply;
mod arising;
mod arrange;
mod certificate;
mod compile;
mod cut;
mod digits;
mod division;
mod doubts;
mod effects;
mod emitter;
mod faults;
mod flood;
mod heuristic;
mod joint;
mod layout;
mod line;
mod listing;
mod mode;
mod moves;
mod next;
mod number;
mod ply;
mod questions;
mod recursion;
mod region;
mod remainder;
mod rows;
mod scalar;
mod settle;
mod shared;
mod threats;
mod together;
mod turn;
mod vector;
mod window;

use std::ops::Range;
use std::sync::Arc;

pub use certificate::{Certificate, Row};
use thiserror::Error;

use cut::Values;
use heuristic::Heuristics;
pub use layout::Layout;
pub use ply::Ply;
pub(super) use ply::is_safe;
pub use questions::{Answer, Questions};
pub use region::{FactPlace, Form, Region};
use threats::Addable;
pub use together::Together;

use crate::compile::families::Halt;
use crate::compile::interrupt::{Interrupt, Interrupted};
use crate::compile::residual::Residual;
use crate::compile::words::Program;

/// A game as programs.
#[derive(Clone, Debug)]
pub struct Code {
    /// How positions are laid out.
    pub layout: Layout,
    /// What chooses the mode.
    pub switch: Option<Switch>,
    /// The programs: one set for each content that the switch may have, from 0, which is no fact; a
    /// single set without a switch.
    pub modes: Vec<Mode>,
    /// What is asked of the position after a move.
    pub questions: Questions,
    /// For each role the bit, in bits from the first word on, that says whether it has a legal
    /// move; see [`Mode::terminal`].
    pub movable: Option<Range<usize>>,
    /// Which programs need these bits.
    pub asking: Asking,
    /// The facts that moves can add.
    addable: Addable,
    /// By role and bit of a position, how much the end of the game hangs on the fact.
    pub weights: Vec<Vec<u32>>,
    /// For each mode what is known in it: the content of a cell, if anything is.
    given: Vec<Option<(u32, u16)>>,
    heuristics: Arc<Heuristics>,
}

/// What hangs on which roles have a legal move.
#[derive(Clone, Debug)]
pub struct Asking {
    /// Whether [`Mode::goals`] does.
    pub goals: bool,
    /// Whether [`Mode::quiet`] does.
    pub quiet: bool,
    /// Whether a heuristic does, by number.
    pub heuristics: Vec<bool>,
}

impl Asking {
    fn of(residual: &Residual) -> Self {
        let asks = |values: &[Values]| {
            mode::asks_for_moves(residual, &cut::literals(values).collect::<Vec<_>>())
        };
        Self {
            goals: asks(&residual.goals),
            quiet: mode::asks_for_moves(residual, &[residual.quiet, residual.unjudged]),
            heuristics: residual
                .heuristics
                .iter()
                .map(|roles| asks(roles))
                .collect(),
        }
    }
}

/// The relation with one cell, such as the role that is to move, whose content chooses the mode of
/// a position.
#[derive(Clone, Copy, Debug)]
pub struct Switch {
    /// The word of the position.
    pub word: usize,
    /// How many bits are below those of the relation.
    pub shift: u32,
    /// The bits of the relation, after the shift; bit 0 is content 1.
    pub mask: u64,
}

impl Switch {
    /// The mode of a position.
    #[must_use]
    #[inline]
    pub fn mode(self, position: &[u64]) -> usize {
        self.mode_of(position[self.word])
    }

    /// The mode of a position whose word this is.
    #[must_use]
    #[inline]
    pub fn mode_of(self, word: u64) -> usize {
        let bits = word >> self.shift & self.mask;
        if bits == 0 {
            0
        } else {
            bits.trailing_zeros() as usize + 1
        }
    }
}

/// What a program says instead of a truth where the machine has to tell. Where a turn says whether
/// the game is over, it means that the moves are not known either.
pub const BEYOND: u64 = 1;

/// The programs for the positions of one mode.
///
/// `turn` comes first: from the words of the position it computes what to keep for when a move is
/// played, how things stand, and the legal moves. An `apply` has as inputs the words of the
/// position, the words in `kept`, and a set of moves of one family which has one element: the move;
/// its outputs are the words of the next position and one that is not 0 if the effects contradict
/// each other or the rules name one that is no fact, or is not compiled. The other programs have
/// the words of the position as inputs.
#[derive(Clone, Debug)]
pub struct Mode {
    /// What to keep, how things stand, and the legal moves, in this order.
    pub turn: Program,
    /// What [`Mode::over`] says, where that hangs on there being legal moves; there it is 0 then.
    /// No position has the bits in [`Code::movable`]: who runs this sets them, and before `goals`,
    /// `quiet` or a heuristic where [`Code::asking`] says so.
    pub terminal: Option<Program>,
    /// The outputs of `turn` that are inputs of every `apply`: its first.
    pub kept: Range<usize>,
    /// The output of `turn` that counts the moves of a plain turn; 0 if the game is over, several
    /// roles have moves, or the machine has to tell.
    pub choices: usize,
    /// The output of `turn` that says whether the game is over (all ones or 0, or [`BEYOND`]).
    pub over: usize,
    /// The output of `turn` that says whether several roles have moves (all ones or 0).
    pub joint: usize,
    /// Families of moves.
    pub families: Vec<MoveFamily>,
    /// How to list the legal moves in the order of the rules.
    pub listing: Vec<Group>,
    /// The programs that play moves; see [`MoveFamily::apply`].
    pub applies: Vec<Program>,
    /// For each of these the move and the turn after it in one, where there is such a program.
    pub plies: Vec<Option<Ply>>,
    /// Whether `applies` say where a move fails only as far as it is legal there, the game goes on, and the
    /// machine need not tell the moves.
    pub leaves_out_faults: bool,
    /// Whether `applies` leave all moves to the machine, since only moves at once have a program that is not too large.
    pub leaves_single: bool,
    /// Which moves need not be tried, if some need not.
    pub certificate: Option<Certificate>,
    /// The program that plays moves of several roles at once, if several may be to move and there is one.
    pub together: Option<Together>,
    /// For each role two words: whether it has a result (all ones or 0), and which (as `i64`).
    pub goals: Program,
    /// One word: whether the position may be judged (all ones or 0, or [`BEYOND`]).
    pub quiet: Program,
    /// How much was found.
    pub statistics: Statistics,
}

/// How much was found in the circuit of a mode.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Nodes of the circuit.
    pub nodes: usize,
    /// Families of goals.
    pub families: usize,
    /// Shapes of these goals, for all families together.
    pub shapes: usize,
    /// Literals that were assumed to find faults that never matter, and effects that exclude each other.
    pub assumed: u64,
}

/// Moves that differ only in their lane, which is most often the cell where something is put or
/// taken.
#[derive(Clone, Debug)]
pub struct MoveFamily {
    /// Who plays them, from 0.
    pub role: usize,
    /// The outputs of `turn` with its legal moves: bit `l % 64` of word `l / 64` is the move of
    /// lane `l`.
    pub legal: Range<usize>,
    /// What else its moves hang on; `legal` then holds those of the first case.
    pub deferred: Option<Deferred>,
    /// The space of the lanes; none for a single move on its own.
    pub space: Option<usize>,
    /// For each lane the number of its move in the residual's list.
    pub moves: Vec<Option<usize>>,
    /// For each lane the place of its move in the list of legal moves of the mode's residual.
    pub entries: Vec<Option<usize>>,
    /// For each lane where the move stands in the order of the rules; 0 for a lane without a move.
    pub ranks: Vec<u32>,
    /// Which program of [`Mode::applies`] plays its moves.
    pub apply: usize,
}

/// Moves that are legal or not by what holds after them.
#[derive(Clone, Debug)]
pub struct Deferred {
    /// The outputs of `turn` with the moves that are legal in each case: the answer to question `i`
    /// is bit `i` of the place here. No words where none is.
    pub cases: Vec<Range<usize>>,
    /// For each lane its questions, by number in [`Code::questions`].
    pub questions: Vec<Vec<usize>>,
}

/// Families whose moves are listed together, all before those of the next group.
#[derive(Clone, Debug)]
pub struct Group {
    /// The families, by number.
    pub families: Vec<usize>,
    /// In which order their moves come.
    pub order: Order,
    /// The outputs of `turn` that count moves: in lanes, those up to the end of each word of lanes;
    /// else those up to the end of the group. The moves of the groups before are among them.
    pub totals: Range<usize>,
}

/// The order of the moves in a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Lane by lane, and in each lane by the families as they stand in the group. For a single
    /// family: its bits in order.
    Lanes,
    /// By [`MoveFamily::ranks`]: to be sorted.
    Ranks,
}

impl Mode {
    /// All programs, but those that others are put together to.
    pub fn programs(&self) -> impl Iterator<Item = &Program> {
        [&self.turn, &self.goals, &self.quiet]
            .into_iter()
            .chain(&self.terminal)
            .chain(&self.applies)
            .chain(self.together.iter().map(|together| &together.program))
            .chain(
                self.certificate
                    .iter()
                    .map(|certificate| &certificate.program),
            )
    }
}

impl Code {
    /// The numbers of the modes: first those in which the switch has a content, as in the positions of
    /// most games.
    pub fn mode_numbers(&self) -> impl Iterator<Item = usize> + use<> {
        let count = self.modes.len();
        (1..count).chain(0..count.min(1))
    }

    /// What is known in a mode: the content of a cell; 0 where it has none. None in a game with one
    /// mode.
    #[must_use]
    pub fn known_in(&self, mode: usize) -> Option<(u32, u16)> {
        self.given[mode]
    }

    /// The programs of a heuristic: one for each mode, or one for all if they are the same. They
    /// compute for each role two words, as [`Mode::goals`] does.
    ///
    /// # Errors
    /// When they take too many operations, or somebody stops it.
    pub fn heuristic(&self, number: usize, stop: &Interrupt) -> Result<Vec<Program>, Refusal> {
        let budget = MOST_OF_HEURISTIC;
        let depends = |given: &Option<(u32, u16)>| {
            given.is_some_and(|(cell, _)| self.heuristics.depends_on(number, cell))
        };
        let given = if self.given.first().is_some_and(depends) {
            &self.given[..]
        } else {
            &[None]
        };
        let mut programs: Vec<Program> = Vec::new();
        for given in given {
            let program = self
                .heuristics
                .program(number, *given, &self.layout, budget, stop);
            programs.push(program.map_err(|halt| Refusal::of(halt, budget))?);
            if programs.iter().map(Program::len).sum::<usize>() > budget {
                return Err(Refusal::TooLarge { budget });
            }
        }
        Ok(programs)
    }

    /// Whether a heuristic is compiled.
    #[must_use]
    pub fn has_heuristic(&self, number: usize) -> bool {
        self.heuristics.has(number)
    }

    /// The mode of a position.
    #[must_use]
    pub fn mode(&self, position: &[u64]) -> &Mode {
        &self.modes[self.mode_of(position)]
    }

    /// The number of the mode of a position.
    #[must_use]
    pub fn mode_of(&self, position: &[u64]) -> usize {
        self.switch.map_or(0, |switch| switch.mode(position))
    }
}

/// The most operations that a heuristic may take, in all modes together.
const MOST_OF_HEURISTIC: usize = 100_000;

/// Why there is no code.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Refusal {
    /// It would take more than the budget.
    #[error("it takes more than {budget} word operations")]
    TooLarge {
        /// How many were allowed.
        budget: usize,
    },
    /// It would, even without the programs for the results.
    #[error("even without the results it takes more than {budget} word operations")]
    TooLargeWithoutGoals {
        /// How many were allowed.
        budget: usize,
    },
    /// To play a move would take longer than by the rules.
    #[error("to play a move takes more than {most} word operations, longer than by the rules")]
    LongMove {
        /// How many would do.
        most: usize,
    },
    /// The same of several moves at once, where each move has effects of its own too.
    #[error(
        "to play moves at once takes more than {most} word operations, longer than by the rules"
    )]
    LongJointMove {
        /// How many would do.
        most: usize,
    },
    /// To find the moves of a turn would take longer than by the rules.
    #[error("the moves of a turn take more than {most} word operations, longer than by the rules")]
    LongTurn {
        /// How many would do.
        most: usize,
    },
    /// Somebody has stopped it.
    #[error("it was interrupted")]
    Interrupted,
}

impl Refusal {
    fn of(halt: Halt, budget: usize) -> Self {
        match halt {
            Halt::TooManySteps | Halt::TooManyOperations => Refusal::TooLarge { budget },
            Halt::LargeEffects => Refusal::TooLargeWithoutGoals { budget },
            Halt::LongMove { most } => Refusal::LongMove { most },
            Halt::LongJointMove { most } => Refusal::LongJointMove { most },
            Halt::LongTurn { most } => Refusal::LongTurn { most },
            Halt::Interrupted => Refusal::Interrupted,
        }
    }
}

impl From<Interrupted> for Refusal {
    fn from(_: Interrupted) -> Self {
        Refusal::Interrupted
    }
}

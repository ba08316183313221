//! What is worthwhile at one distance from the root, as the solver learns it: to try for ends of the
//! game, to look up the positions after the moves, and to use the table at all.
//!
//! All this costs time, and whether it saves more depends on the game and on how far its end is.
//! Knows moves as numbers only.

use crate::game::MoveNumber;

/// The first attempts are made whatever they tell.
const FIRST_ATTEMPTS: u32 = 512;

/// Where attempts hardly ever succeed, they are made in one of this number of positions.
const EXCEPTION: u32 = 16;

/// After this number of attempts older ones count for half.
const ATTEMPTS_KEPT: u32 = 1 << 12;

/// One move in this number ends the game, if it is worthwhile to try them all.
const LEAST_ENDS: u32 = 256;

/// One position in this number is answered by the table, if it is worthwhile to look them up. A look
/// into the table waits for memory.
const LEAST_ANSWERS: u32 = 32;

/// Positions are small if their mean work, in powers of two, is below this fraction: they have fewer
/// than three nodes or so.
const SMALL: (u32, u32) = (9, 4);

/// Positions are large if their mean work, in powers of two, is above this: they have some hundred
/// nodes.
const LARGE: u32 = 7;

/// Two moves, the most recent one first.
pub(super) type RecentMoves = [Option<MoveNumber>; 2];

/// What is learned at one distance from the root.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PlyExperience {
    /// The moves that have ended the game most recently.
    ends: RecentMoves,
    /// The moves that have answered a small position most recently.
    answers: RecentMoves,
    /// The moves that were tried for an end of the game, where one was expected or nothing is known,
    /// and where none was expected.
    end_attempts: [Attempts; 2],
    /// The positions that were looked up before they were searched.
    look_ups: Attempts,
    /// The positions searched, and the sum of their work.
    positions: u32,
    work: u32,
}

impl PlyExperience {
    /// The moves that have ended the game most recently.
    pub fn ends(&self) -> RecentMoves {
        self.ends
    }

    /// Learns that a move ended the game as its role wants it.
    pub fn learn_end(&mut self, played: MoveNumber) {
        put_first(&mut self.ends, played);
    }

    /// Whether to try if moves end the game. An estimate may say whether one does.
    pub fn tries_ends(&mut self, expected: Option<bool>) -> bool {
        self.end_attempts(expected).are_worthwhile(LEAST_ENDS)
    }

    /// Learns whether a move has ended the game.
    pub fn learn_end_attempt(&mut self, expected: Option<bool>, has_ended: bool) {
        self.end_attempts(expected).add(has_ended);
    }

    fn end_attempts(&mut self, expected: Option<bool>) -> &mut Attempts {
        &mut self.end_attempts[usize::from(expected == Some(false))]
    }

    /// The moves that have answered a small position most recently.
    pub fn answers(&self) -> RecentMoves {
        self.answers
    }

    /// Learns that a move has answered a small position.
    pub fn learn_answer(&mut self, played: MoveNumber) {
        put_first(&mut self.answers, played);
    }

    /// Whether to look up the positions after the moves of a position.
    pub fn looks_up(&mut self) -> bool {
        self.look_ups.are_worthwhile(LEAST_ANSWERS)
    }

    /// Learns whether the table has answered about a position after a move.
    pub fn learn_look_up(&mut self, has_answered: bool) {
        self.look_ups.add(has_answered);
    }

    /// Whether the positions are so small that the table is not worthwhile.
    pub fn is_small(&self) -> bool {
        let (numerator, denominator) = SMALL;
        self.positions >= FIRST_ATTEMPTS && self.work * denominator < self.positions * numerator
    }

    /// Whether the positions are so large that threads tell each other which of their moves they
    /// search.
    pub fn is_large(&self) -> bool {
        self.positions < FIRST_ATTEMPTS || self.work > self.positions * LARGE
    }

    /// Learns how much work a position was, in powers of two.
    pub fn learn_work(&mut self, work: usize) {
        self.positions += 1;
        self.work += work as u32;
        if self.positions >= ATTEMPTS_KEPT {
            self.positions /= 2;
            self.work /= 2;
        }
    }
}

/// How often something was tried, and how often it succeeded.
#[derive(Clone, Copy, Debug, Default)]
struct Attempts {
    count: u32,
    successes: u32,
    /// The positions in which it was not tried.
    skipped: u32,
}

impl Attempts {
    /// Whether to try again: if one attempt in `rate` succeeds, and else for a few exceptions.
    fn are_worthwhile(&mut self, rate: u32) -> bool {
        let succeed =
            self.count < FIRST_ATTEMPTS || self.successes.saturating_mul(rate) >= self.count;
        if !succeed {
            self.skipped = self.skipped.wrapping_add(1);
        }
        succeed || self.skipped.is_multiple_of(EXCEPTION)
    }

    fn add(&mut self, has_succeeded: bool) {
        self.count += 1;
        self.successes += u32::from(has_succeeded);
        if self.count >= ATTEMPTS_KEPT {
            self.count /= 2;
            self.successes /= 2;
        }
    }
}

/// Puts a move first among the most recent ones.
fn put_first(recent: &mut RecentMoves, played: MoveNumber) {
    if recent[0] != Some(played) {
        *recent = [Some(played), recent[0]];
    }
}

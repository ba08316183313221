//! The values that a search compares.
//!
//! One line of whole numbers holds both estimates and results, so that a search needs one
//! comparison only. Estimates fill the middle; the results of finished games lie beyond them on
//! both sides, in steps wider than the whole range of estimates. Only a draw shares its place, 0,
//! with an estimate: that of an even game.

use std::fmt;

/// How good a position is for one role: an estimate by a heuristic, or the result of a finished
/// game.
///
/// Displayed as `win`, `loss`, `goal N` for another decided result, or the plain number of an
/// estimate or a draw. A result that is some plies away, where distance counts, says so: `win in
/// 3`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Value(i64);

/// What one point of a goal is worth; wider than the range of all estimates and of their
/// differences.
const GOAL_POINT: i64 = 10_000_000_000_000_000;
/// The goal of a draw.
const EVEN_GOAL: i64 = 50;
/// The most plies that distance counts; far less than a point of a goal.
const MAX_DELAY: u64 = 1_000_000_000;

impl Value {
    /// The greatest estimate; the least is its negation. A heuristic beyond counts as this.
    pub const MAX_ESTIMATE: Value = Value(1_000_000_000_000_000);
    /// The result of a game that is won: goal 100. No value is greater.
    pub const WIN: Value = Value(EVEN_GOAL * GOAL_POINT);
    /// The result of a drawn game, and the estimate of an even position.
    pub const DRAW: Value = Value(0);
    /// The result of a game that is lost: goal 0. No value is less.
    pub const LOSS: Value = Value(-EVEN_GOAL * GOAL_POINT);

    /// The value that a heuristic gives, held within the range of estimates, so that no heuristic
    /// can pass for a win.
    pub fn from_estimate(estimate: i64) -> Value {
        Value(estimate.clamp(-Self::MAX_ESTIMATE.0, Self::MAX_ESTIMATE.0))
    }

    /// The value of a finished game from its goal, 0 to 100: 100 is a win, 50 a draw, 0 a loss, the
    /// others in proportion between them. A goal above 100 counts as 100.
    pub fn from_goal(goal: u8) -> Value {
        Value((i64::from(goal.min(100)) - EVEN_GOAL) * GOAL_POINT)
    }

    /// This value some plies away: a good result is better the sooner it comes, a bad one the
    /// later. A decided result stays between the same result at once and the next lesser one; a
    /// draw is a draw at any distance. Meant for results; an estimate has no distance.
    pub fn delayed(self, plies: usize) -> Value {
        let plies = u64::try_from(plies).map_or(MAX_DELAY, |plies| plies.min(MAX_DELAY));
        Value(self.0 - self.0.signum() * plies.cast_signed())
    }

    /// The goal of a decided result, whatever its distance; none for a draw or an estimate.
    pub fn goal(self) -> Option<u8> {
        let half = self.0.signum() * (GOAL_POINT / 2);
        let goal = EVEN_GOAL + (self.0 + half) / GOAL_POINT;
        u8::try_from(goal).ok().filter(|_| self.is_decided())
    }

    /// How many plies a decided result is away; 0 where distance does not count.
    pub fn delay(self) -> u64 {
        self.goal()
            .map_or(0, |goal| Value::from_goal(goal).0.abs_diff(self.0))
    }

    /// Whether the game is won, now or some plies away.
    pub fn is_win(self) -> bool {
        self.goal() == Some(100)
    }

    /// Whether the game is lost, now or some plies away.
    pub fn is_loss(self) -> bool {
        self.goal() == Some(0)
    }

    /// How much greater this estimate is than an earlier one, as an estimate again.
    pub fn gain_over(self, before: Value) -> Value {
        Value::from_estimate(self.0.saturating_sub(before.0))
    }

    /// The number that is compared.
    pub fn number(self) -> i64 {
        self.0
    }

    /// The number in a range that every reader of JSON can hold, in the same order: an estimate is
    /// itself, a result lies beyond every estimate, one step for each point that its goal is away
    /// from 50.
    pub fn compact(self) -> i64 {
        let goal_point = |goal: u8| i64::from(goal) - EVEN_GOAL;
        match self.goal().map(goal_point) {
            None => self.0,
            Some(points) => points.signum() * Self::MAX_ESTIMATE.0 + points,
        }
    }

    /// Whether this can only be the result of a finished game. A draw looks like an even estimate
    /// and is not told apart.
    pub fn is_decided(self) -> bool {
        self.0.abs() > Self::MAX_ESTIMATE.0
    }
}

impl fmt::Display for Value {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let result = match self.goal() {
            None => return fmt::Display::fmt(&self.0, formatter),
            Some(100) => "win".to_owned(),
            Some(0) => "loss".to_owned(),
            Some(goal) => format!("goal {goal}"),
        };
        match self.delay() {
            0 => formatter.pad(&result),
            plies => formatter.pad(&format!("{result} in {plies}")),
        }
    }
}

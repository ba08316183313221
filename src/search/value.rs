//! The values that a search compares.
//!
//! Estimates and results are integers on one scale, so that a search needs only one comparison.
//! Estimates are in the middle; the results of finished games lie beyond them on both sides, in
//! steps wider than the whole range of estimates. Only a draw shares its value, 0, with an
//! estimate: that of an even position.

use std::fmt;

/// How good a position is for one role: an estimate by a heuristic, or the result of a finished
/// game.
///
/// Displayed as `win`, `loss`, `goal N` for another decided result, or the plain number of an
/// estimate or a draw. If distance counts, a result shows its distance in plies: `win in 3`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Value(i64);

/// The goal of a win, and the greatest goal.
pub(super) const BEST_GOAL: u8 = 100;
/// The value of one point of a goal; wider than the range of all estimates and of their
/// differences.
const GOAL_POINT: i64 = 10_000_000_000_000_000;
/// The goal of a draw.
const EVEN_GOAL: i64 = 50;
/// The maximum distance in plies that counts; far less than a point of a goal.
const MAX_DELAY: u64 = 1_000_000_000;

impl Value {
    /// The greatest estimate; the least is its negation. Heuristic values beyond are clamped to it.
    pub const MAX_ESTIMATE: Value = Value(1_000_000_000_000_000);
    /// The result of a game that is won: goal 100. No value is greater.
    pub const WIN: Value = Value(EVEN_GOAL * GOAL_POINT);
    /// The result of a drawn game, and the estimate of an even position.
    pub const DRAW: Value = Value(0);
    /// The result of a game that is lost: goal 0. No value is less.
    pub const LOSS: Value = Value(-EVEN_GOAL * GOAL_POINT);

    /// The value of an estimate by a heuristic, clamped to the range of estimates, so that no
    /// heuristic can look like a win.
    pub fn from_estimate(estimate: i64) -> Value {
        Value(estimate.clamp(-Self::MAX_ESTIMATE.0, Self::MAX_ESTIMATE.0))
    }

    /// The value of an expected goal, from 0 to 1: an estimate in hundredths of a point of the goal,
    /// counted from the goal of a draw.
    pub(super) fn from_mean_goal(mean: f64) -> Value {
        Value::from_estimate(((mean - 0.5) * 10_000.0).round() as i64)
    }

    /// The expected goal, from 0 to 100, that Monte-Carlo tree search has estimated; of a result its
    /// goal.
    pub fn expected_goal(self) -> f64 {
        match self.goal() {
            Some(goal) => f64::from(goal),
            None => EVEN_GOAL as f64 + self.0 as f64 / 100.0,
        }
    }

    /// The value of a finished game from its goal, 0 to 100: 100 is a win, 50 a draw, 0 a loss, the
    /// others in proportion between them. A goal above 100 counts as 100.
    pub fn from_goal(goal: u8) -> Value {
        Value((i64::from(goal.min(100)) - EVEN_GOAL) * GOAL_POINT)
    }

    /// This value at a distance of `plies`: a good result is better the earlier it comes, a bad one
    /// the later. A delayed result stays between the immediate result and the next lesser one; a
    /// draw is a draw at any distance. Meant for results; an estimate has no distance.
    pub fn delayed(self, plies: usize) -> Value {
        let plies = u64::try_from(plies).map_or(MAX_DELAY, |plies| plies.min(MAX_DELAY));
        Value(self.0 - self.0.signum() * plies.cast_signed())
    }

    /// A result without its distance; an estimate stays as it is.
    pub(super) fn at_no_distance(self) -> Value {
        self.goal().map_or(self, Value::from_goal)
    }

    /// A decided value `plies` plies nearer: the reverse of [`delayed`](Value::delayed).
    pub(super) fn sooner(self, plies: usize) -> Value {
        match self.is_decided() {
            true => Value(self.0 + self.0.signum() * plies as i64),
            false => self,
        }
    }

    /// The next value above.
    pub(super) const fn just_above(self) -> Value {
        Value(self.0 + 1)
    }

    /// The next value below.
    pub(super) const fn just_below(self) -> Value {
        Value(self.0 - 1)
    }

    /// The goal of a decided result, whatever its distance; `None` for a draw or an estimate.
    pub fn goal(self) -> Option<u8> {
        let half = self.0.signum() * (GOAL_POINT / 2);
        let goal = EVEN_GOAL + (self.0 + half) / GOAL_POINT;
        u8::try_from(goal).ok().filter(|_| self.is_decided())
    }

    /// The goal of a value that is the result of a finished game.
    pub(super) fn result_goal(self) -> u8 {
        self.goal().unwrap_or(EVEN_GOAL as u8)
    }

    /// The distance of a decided result in plies; 0 if distance does not count.
    pub fn delay(self) -> u64 {
        self.goal()
            .map_or(0, |goal| Value::from_goal(goal).0.abs_diff(self.0))
    }

    /// Whether the game is won or lost within `depth` plies, so that a deeper search finds no quicker
    /// way.
    pub(super) fn is_settled_within(self, depth: usize) -> bool {
        (self.is_win() || self.is_loss()) && self.delay() <= depth as u64
    }

    /// Whether the game is won, now or in some plies.
    pub fn is_win(self) -> bool {
        self.goal() == Some(100)
    }

    /// Whether the game is lost, now or in some plies.
    pub fn is_loss(self) -> bool {
        self.goal() == Some(0)
    }

    /// The difference between this estimate and an earlier one, as an estimate.
    pub fn gain_over(self, before: Value) -> Value {
        Value::from_estimate(self.0.saturating_sub(before.0))
    }

    /// The value of that [number](Self::number).
    pub(super) fn from_number(number: i64) -> Value {
        Value(number)
    }

    /// The number by which values are compared.
    pub fn number(self) -> i64 {
        self.0
    }

    /// The value as a number in a range that every reader of JSON supports, in the same order. An
    /// estimate is unchanged; a result lies beyond every estimate, with one step for each point
    /// that its goal differs from 50.
    pub fn compact(self) -> i64 {
        let goal_point = |goal: u8| i64::from(goal) - EVEN_GOAL;
        match self.goal().map(goal_point) {
            None => self.0,
            Some(points) => points.signum() * Self::MAX_ESTIMATE.0 + points,
        }
    }

    /// Whether this can only be the result of a finished game. A draw cannot be distinguished from
    /// an even estimate and is not decided.
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

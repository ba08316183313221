//! The value of a position for a role, by one question after the other.

use super::numbers::{Numbers, Side};
use super::question::Question;
use super::{ProofNumberSearch, ProofNumbers, Reach};
use crate::game::{PositionStack, Role};
use crate::search::choice::Aim;
use crate::search::error::SearchError;
use crate::search::known::{Known, KnownValue};
use crate::search::meter::Meter;
use crate::search::step::StepResult;
use crate::search::value::{BEST_GOAL, Value};

/// The goals between which a question looks for the one that a role can force, both included.
#[derive(Clone, Copy, Debug)]
pub(in crate::search) struct GoalRange {
    lower: u8,
    upper: u8,
}

impl GoalRange {
    /// Which goal can be forced.
    pub const ALL: Self = Self {
        lower: 0,
        upper: BEST_GOAL,
    };

    /// Whether a win can be forced, or less.
    pub const WIN: Self = Self {
        lower: BEST_GOAL - 1,
        upper: BEST_GOAL,
    };

    fn is_all(self) -> bool {
        (self.lower, self.upper) == (Self::ALL.lower, Self::ALL.upper)
    }

    /// The goal, if it is found.
    fn goal(self) -> Option<u8> {
        (self.lower >= self.upper).then_some(self.upper)
    }
}

/// What a role can force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::search) struct Forced {
    /// The goal, or one end of the range that was asked for.
    pub goal: u8,
    /// The number of plies within which it is settled, if the question was about a number. The questions
    /// about fewer plies were open.
    pub plies: Option<usize>,
}

impl Forced {
    /// What is known by it.
    fn known(self, role: Role) -> KnownValue {
        KnownValue {
            plies: self.plies.filter(|_| self.is_quickest()),
            ..KnownValue::exact(role, Value::from_goal(self.goal))
        }
    }

    /// Whether the role wins or loses within a known number of plies, and not in fewer.
    pub fn is_quickest(self) -> bool {
        self.plies.is_some() && (self.goal == 0 || self.goal == BEST_GOAL)
    }
}

/// What can be forced within a number of plies, as far as it was asked.
struct Within {
    plies: usize,
    range: GoalRange,
}

impl Within {
    /// What is known before there is an answer. All questions about fewer plies were answered.
    fn known(&self, role: Role) -> KnownValue {
        let GoalRange { lower, upper } = self.range;
        let settled = self.plies - 1;
        KnownValue {
            at_least: Value::from_goal(lower),
            at_most: Value::from_goal(upper),
            no_win_within: if upper == BEST_GOAL { settled } else { 0 },
            no_loss_within: if lower == 0 { settled } else { 0 },
            ..KnownValue::nothing(role)
        }
    }
}

/// The first number of nodes after which another way to ask is tried.
const FIRST_SHARE: u64 = 1 << 12;

impl<'g, 'm, 'w, E: std::error::Error> ProofNumberSearch<'g, 'm, 'w, E> {
    /// A search that begins at the root of a stack.
    pub fn new(
        stack: Box<dyn PositionStack<Error = E> + 'g>,
        role: Role,
        kept: &'m mut ProofNumbers,
        reach: Reach,
        meter: &'m mut Meter<'w>,
    ) -> Self {
        Self {
            stack,
            kept,
            meter,
            reach,
            role,
            question: Question {
                aim: Aim::Greatest,
                goal: BEST_GOAL,
            },
            is_bounded: false,
            pause_at: u64::MAX,
            has_given_up: false,
            path: Vec::new(),
            played: Vec::new(),
            children: Vec::new(),
        }
    }

    /// The goal that the role can force from the root, and a line along which it stays the same: the
    /// indices of its moves.
    ///
    /// # Errors
    /// As for [`forced`](Self::forced).
    pub fn forced_with_line(&mut self) -> StepResult<E, (Forced, Vec<usize>)> {
        loop {
            let forced = self.forced(GoalRange::ALL)?;
            match self.line(forced) {
                Err(SearchError::Unsettled { .. }) if !self.is_bounded => {
                    self.rewind();
                    self.kept.begin_bounded();
                }
                line => return Ok((forced, line?)),
            }
        }
    }

    /// The goal that the role can force from the root.
    ///
    /// The two ways to ask take turns, each time with twice as many nodes. What they have found is in the
    /// table, so that each goes on where it stopped.
    ///
    /// The watcher is told of it, or of what is known if the search ends without it.
    ///
    /// # Errors
    /// [`SearchError::Unsettled`] if the questions stay open within the depth.
    pub fn forced(&mut self, range: GoalRange) -> StepResult<E, Forced> {
        let mut within = Within { plies: 1, range };
        let forced = self.forced_by_turns(&mut within);
        if range.is_all() {
            let known = match &forced {
                Ok(forced) => forced.known(self.role),
                Err(_) => within.known(self.role),
            };
            self.meter.watch.note(Known::Value(known));
        }
        forced
    }

    fn forced_by_turns(&mut self, within: &mut Within) -> StepResult<E, Forced> {
        if self.stack.over()? {
            return Ok(Forced {
                goal: self.goal()?,
                plies: None,
            });
        }
        let mut share = FIRST_SHARE;
        loop {
            let share_of_bounded = match self.kept.only_bounded {
                true => u64::MAX,
                false => share,
            };
            let found = self.with_share(share_of_bounded, true, |search| {
                search.forced_within_bounds(within)
            })?;
            if let Some(forced) = found {
                return Ok(forced);
            }
            let unbounded = self.with_share(share, false, |search| {
                search.forced_without_bound(within.range)
            });
            match unbounded {
                Ok(Some(forced)) => return Ok(forced),
                Ok(None) => {}
                Err(SearchError::Unsettled { .. }) => {
                    self.rewind();
                    self.kept.begin_bounded();
                }
                Err(error) => return Err(error),
            }
            share = share.saturating_mul(2);
        }
    }

    /// Asks in one of the two ways; none if it takes more than `share` nodes.
    fn with_share<T>(
        &mut self,
        share: u64,
        is_bounded: bool,
        ask: impl FnOnce(&mut Self) -> StepResult<E, T>,
    ) -> StepResult<E, Option<T>> {
        self.is_bounded = is_bounded;
        self.pause_at = self.meter.progress.nodes.saturating_add(share);
        let found = ask(self);
        let has_paused = self.has_given_up && self.pause_at < self.reach.nodes;
        self.pause_at = u64::MAX;
        if has_paused {
            self.has_given_up = false;
            self.rewind();
            return Ok(None);
        }
        found.map(Some)
    }

    /// Goes back to the root.
    fn rewind(&mut self) {
        while !self.played.is_empty() {
            self.pop();
        }
        self.path.clear();
        self.children.clear();
    }

    fn forced_without_bound(&mut self, mut range: GoalRange) -> StepResult<E, Forced> {
        loop {
            if let Some(goal) = range.goal() {
                return Ok(Forced { goal, plies: None });
            }
            self.narrow(&mut range, Aim::Greatest, self.reach.depth)?;
        }
    }

    fn forced_within_bounds(&mut self, within: &mut Within) -> StepResult<E, Forced> {
        while within.plies <= self.reach.depth {
            if !self.narrow_within(within)? {
                within.plies += 1;
            }
            if let Some(goal) = within.range.goal() {
                return Ok(Forced {
                    goal,
                    plies: Some(within.plies),
                });
            }
        }
        Err(SearchError::Unsettled {
            plies: self.reach.depth,
        })
    }

    /// Asks what each side can force within a number of plies, until that narrows the range. Returns
    /// whether it does.
    fn narrow_within(&mut self, within: &mut Within) -> StepResult<E, bool> {
        let Within { plies, range } = within;
        let is_narrowed = self.narrow(range, Aim::Greatest, *plies)?;
        Ok(is_narrowed || self.narrow(range, Aim::Least, *plies)?)
    }

    /// Asks whether one side can force the end of the range that is the best for it. Returns whether that
    /// narrows the range: the side can force it, or not even with more plies.
    fn narrow(&mut self, range: &mut GoalRange, aim: Aim, plies: usize) -> StepResult<E, bool> {
        let goal = match aim {
            Aim::Greatest => range.upper,
            Aim::Least => range.lower,
        };
        let numbers = self.ask(Question { aim, goal }, plies)?;
        if numbers.is_for(Side::Attacker) {
            *range = GoalRange {
                lower: goal,
                upper: goal,
            };
            return Ok(true);
        }
        if numbers.is_cut() {
            return Ok(false);
        }
        let finished = &self.kept.finished[self.role.0];
        let GoalRange { lower, upper } = *range;
        match aim {
            Aim::Greatest => range.upper = finished.below(upper).unwrap_or(lower).max(lower),
            Aim::Least => range.lower = finished.above(lower).unwrap_or(upper).min(upper),
        }
        Ok(true)
    }

    /// The answer to a question about the top position, within a number of plies. Within none, the
    /// answer is that of the position.
    pub(super) fn ask(&mut self, question: Question, plies: usize) -> StepResult<E, Numbers> {
        self.question = question;
        let (key, known) = self.look(plies)?;
        match known.answer() {
            Some(_) => Ok(known),
            None => self.visit(key, Numbers::UNLIMITED, plies),
        }
    }
}

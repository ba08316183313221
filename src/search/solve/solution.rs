//! What a solver finds out about a position.

use super::options::SolveMethod;
use crate::game::Role;
use crate::search::value::BEST_GOAL;

/// The goal of a loss.
const WORST_GOAL: u8 = 0;

/// The result that a role can force, whatever the others do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// Goal 100.
    Wins,
    /// No more than goal 0.
    Loses,
    /// A goal in between: a draw, or another goal.
    Draws,
    /// It is not settled.
    Open,
}

impl Outcome {
    /// The outcome for a role that can force this goal.
    pub fn of_goal(goal: u8) -> Outcome {
        match goal {
            BEST_GOAL.. => Outcome::Wins,
            WORST_GOAL => Outcome::Loses,
            _ => Outcome::Draws,
        }
    }
}

/// Where the line of a solution leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineEnd {
    /// To the end of the game; there may be a quicker way.
    Over,
    /// To the end of the game, on the shortest way: who forces the end cannot hasten it, and the
    /// others cannot put it off.
    Quickest,
    /// Nobody can force an end, and the last position of the line is the one after its first `plies`
    /// plies.
    ComesBack {
        /// The plies to the position that comes back.
        plies: usize,
    },
}

/// A solved position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution<M> {
    /// The role to move; the first role if the game is over.
    pub role: Role,
    /// For each role the goal that it can force. Play without an end counts as a draw, goal 50; in a
    /// game for one role as a loss, goal 0. An open role may be able to force more.
    pub goals: Vec<u8>,
    /// The roles of which it is not settled what they can force. Only proof numbers leave roles open, and
    /// never the role to move.
    pub open: Vec<Role>,
    /// Whether the goals of two roles added up to 100 at all ends that were met, so that what one of them
    /// loses the other one wins.
    pub is_zero_sum: bool,
    /// A line in which the role to move forces its goal and the others allow no more, on the quickest way
    /// if that is known; among equal moves the first in the order of the game.
    pub line: Vec<M>,
    /// Where the line leads.
    pub line_end: LineEnd,
    /// How the position was solved.
    pub method: SolveMethod,
    /// The number of positions searched, by all methods that were tried. In a search, a position whose
    /// answer is seen at once from the one before it does not count; one that the table has forgotten
    /// counts again. In retrograde analysis, all positions that were listed.
    pub positions: u64,
}

impl<M> Solution<M> {
    /// The same result with other names for the moves.
    pub fn map<N>(self, name: impl Fn(&M) -> N) -> Solution<N> {
        let Solution {
            role,
            goals,
            open,
            is_zero_sum,
            line,
            line_end,
            method,
            positions,
        } = self;
        Solution {
            role,
            goals,
            open,
            is_zero_sum,
            line: line.iter().map(name).collect(),
            line_end,
            method,
            positions,
        }
    }

    /// For each role the outcome that it can force.
    pub fn outcomes(&self) -> Vec<Outcome> {
        let outcome = |(role, goal): (usize, &u8)| match self.open.contains(&Role(role)) {
            true => Outcome::Open,
            false => Outcome::of_goal(*goal),
        };
        self.goals.iter().enumerate().map(outcome).collect()
    }

    /// The plies within which the winner wins, if that is known. Where goals do not add up to 100, the
    /// line tells it of the role to move only.
    pub fn plies_of_winner(&self) -> Option<usize> {
        let is_told = self.is_zero_sum || self.winner()? == self.role;
        (is_told && self.line_end == LineEnd::Quickest).then_some(self.line.len())
    }

    /// The role that wins with best play, if there is one; the first if several can force a win.
    pub fn winner(&self) -> Option<Role> {
        self.goals
            .iter()
            .position(|goal| *goal == BEST_GOAL)
            .map(Role)
    }
}

/// A solved position of a game that counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Score<M> {
    /// The role to move; the first role if the game is over.
    pub role: Role,
    /// The value of the heuristic at the end of the game that the role can force. Play without an end
    /// counts as 0; in a game for one role as the least estimate.
    pub score: i64,
    /// A line in which the role forces its score and the others allow no more; among equal moves the
    /// first in the order of the game.
    pub line: Vec<M>,
    /// Where the line leads.
    pub line_end: LineEnd,
    /// How the position was solved.
    pub method: SolveMethod,
    /// The number of positions searched, counted as in [`Solution::positions`].
    pub positions: u64,
}

impl<M> Score<M> {
    /// The same result with other names for the moves.
    pub fn map<N>(self, name: impl Fn(&M) -> N) -> Score<N> {
        let Score {
            role,
            score,
            line,
            line_end,
            method,
            positions,
        } = self;
        Score {
            role,
            score,
            line: line.iter().map(name).collect(),
            line_end,
            method,
            positions,
        }
    }
}

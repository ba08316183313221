//! The strategies and their names.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// A way to choose a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Strategy {
    /// Searches every position to the depth; opponents are assumed to play their best.
    Minimax,
    /// The same move, value and line as minimax, from fewer positions.
    AlphaBeta,
    /// The same move and value as minimax, from far fewer positions: iterative deepening with a
    /// table, in which all moves but the first are only shown to be no better.
    #[default]
    PrincipalVariation,
    /// The line whose last own move gains most by the heuristic, with the help of the opponents.
    BestLine,
    /// Asks random games how good a position is, and plays more of them where they go well. Needs no
    /// heuristic, and serves any number of roles, also such that move at once.
    MonteCarlo,
}

impl Strategy {
    /// All strategies, in the order in which they are listed to a user.
    pub const ALL: [Strategy; 5] = [
        Strategy::PrincipalVariation,
        Strategy::AlphaBeta,
        Strategy::Minimax,
        Strategy::BestLine,
        Strategy::MonteCarlo,
    ];

    /// The name: `pvs`, `alpha-beta`, `minimax`, `best-line` or `mcts`. With `_` for `-` it is an atom,
    /// so a rule file has it like that; [`FromStr`] takes both.
    pub fn name(self) -> &'static str {
        match self {
            Strategy::Minimax => "minimax",
            Strategy::AlphaBeta => "alpha-beta",
            Strategy::PrincipalVariation => "pvs",
            Strategy::BestLine => "best-line",
            Strategy::MonteCarlo => "mcts",
        }
    }

    /// Whether the strategy looks ahead for a number of plies; Monte-Carlo tree search plays a number
    /// of games instead.
    pub fn has_depth(self) -> bool {
        self != Strategy::MonteCarlo
    }
}

impl fmt::Display for Strategy {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.name())
    }
}

impl FromStr for Strategy {
    type Err = UnknownStrategy;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let found = Strategy::ALL
            .into_iter()
            .find(|strategy| strategy.name() == name.replace('_', "-"));
        found.ok_or_else(|| UnknownStrategy {
            name: name.to_owned(),
        })
    }
}

/// A name that no strategy has.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no strategy `{name}`; there are {}", Strategy::ALL.map(Strategy::name).join(", "))]
pub struct UnknownStrategy {
    /// The given name.
    pub name: String,
}

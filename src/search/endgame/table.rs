//! The goals that roles can force, by position.

use crate::game::{FastPaths, Role};
use crate::search::value::BEST_GOAL;

/// How far the end of the game is with best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Distance {
    /// The game ends after this number of plies: the side that forces its end takes the shortest way,
    /// the others take the longest.
    Plies(u32),
    /// Nobody can force an end.
    Endless,
    /// The solver did not find it out.
    Unknown,
}

/// The goal that a role can force in a position against all others: its bounds, and the distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ForcedGoal {
    /// It can force this goal at least.
    pub least: u8,
    /// It can force no more than this goal.
    pub most: u8,
    /// How far the end is. It is unknown where the goal is.
    pub distance: Distance,
}

impl ForcedGoal {
    /// Nothing is known.
    pub const UNKNOWN: ForcedGoal = ForcedGoal {
        least: 0,
        most: BEST_GOAL,
        distance: Distance::Unknown,
    };

    /// The role can force this goal and no more.
    #[must_use]
    pub fn exact(goal: u8, distance: Distance) -> Self {
        Self {
            least: goal,
            most: goal,
            distance,
        }
    }

    /// The goal, if it is known.
    #[must_use]
    pub fn goal(self) -> Option<u8> {
        (self.least == self.most).then_some(self.least)
    }

    /// What is known by both together.
    #[must_use]
    pub(super) fn and(self, other: Self) -> Self {
        Self {
            least: self.least.max(other.least),
            most: self.most.min(other.most),
            distance: match self.distance {
                Distance::Unknown => other.distance,
                known => known,
            },
        }
    }

    /// The goal of the other role, where the two goals add up to 100.
    #[must_use]
    pub fn of_opponent(self) -> Self {
        Self {
            least: BEST_GOAL - self.most,
            most: BEST_GOAL - self.least,
            distance: self.distance,
        }
    }
}

/// Solved positions of one game: for each of them the goals that the roles can force.
///
/// ```
/// use std::sync::Arc;
/// use regola::engine::Engine;
/// use regola::game::{Game, Rules};
/// use regola::search::{Distance, EndgameTable, Options, SolveOptions, Unwatched};
///
/// let rules = Rules::load("games/dodgem.rules")?;
/// let engine = Engine::quickest(&rules);
/// let start = rules.initial();
/// let (_, table) = engine.solve_to_table(&start, &SolveOptions::default(), &mut Unwatched)?;
///
/// // A host keeps the bytes, and reads them another time.
/// let bytes = table.to_bytes(&rules, rules.fingerprint());
/// let table = EndgameTable::from_bytes(&bytes, &rules, rules.fingerprint())?;
///
/// let east = table.known(&rules, &start).ok_or("the start is known")?[0];
/// assert_eq!((east.goal(), east.distance), (Some(100), Distance::Plies(19)));
///
/// // A search takes the move from the table, or stops at the positions of the table.
/// let options = Options { endgame_table: Some(Arc::new(table)), ..Options::default() };
/// let best = engine.best(&start, &options, &mut Unwatched)?;
/// assert!(best.by_table);
/// assert_eq!(best.value.to_string(), "win in 19");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndgameTable {
    roles: usize,
    /// The positions, in ascending order.
    positions: Vec<u128>,
    /// By position and role.
    goals: Vec<ForcedGoal>,
}

impl EndgameTable {
    /// Creates a table of positions that are in ascending order, each once. `goals` has for each of them
    /// a goal for each role.
    pub(in crate::search) fn new(
        roles: usize,
        positions: Vec<u128>,
        goals: Vec<ForcedGoal>,
    ) -> Self {
        debug_assert!(positions.is_sorted_by(|one, other| one < other));
        debug_assert_eq!(goals.len(), positions.len() * roles);
        Self {
            roles,
            positions,
            goals,
        }
    }

    /// The number of roles.
    #[must_use]
    pub fn roles(&self) -> usize {
        self.roles
    }

    /// The number of positions; positions that are the same up to symmetry count as one.
    #[must_use]
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether the table has no position.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// The goals of a position, by role; `None` if the table does not have it.
    pub fn known<G: FastPaths>(&self, game: &G, position: &G::Position) -> Option<&[ForcedGoal]> {
        self.at(game.lasting_fingerprint(position))
    }

    /// The goal that each role can force, if the table has all of them.
    pub fn goals<G: FastPaths>(&self, game: &G, position: &G::Position) -> Option<Vec<u8>> {
        let known = self.known(game, position)?.iter();
        known.map(|known| known.goal()).collect()
    }

    /// The goals of the position with this lasting fingerprint, by role.
    pub(super) fn at(&self, fingerprint: u128) -> Option<&[ForcedGoal]> {
        let place = self.positions.binary_search(&fingerprint).ok()?;
        Some(&self.goals[place * self.roles..][..self.roles])
    }

    /// The goal of a role in the position with this lasting fingerprint, if the goals of all roles are
    /// known.
    pub(super) fn settled(&self, fingerprint: u128, role: Role) -> Option<u8> {
        let known = self.at(fingerprint)?;
        let is_settled = known.iter().all(|known| known.goal().is_some());
        is_settled.then(|| known[role.0].least)
    }

    /// All positions, as lasting fingerprints in ascending order, each with the goals by role.
    pub(super) fn entries(&self) -> impl Iterator<Item = (u128, &[ForcedGoal])> {
        let goals = self.goals.chunks(self.roles);
        self.positions.iter().copied().zip(goals)
    }
}

//! Games in which positions come back, solved backwards from their ends (retrograde analysis).
//!
//! All positions that can be reached are listed first. Then the ends are followed back: a position
//! from which a role can force an end is found after those that come nearer to it. So a position that
//! comes back does no harm, and each position is at its distance from the end. (T. Ströhlein,
//! "Untersuchungen über kombinatorische Spiele", 1970; K. Thompson, "Retrograde Analysis of Certain
//! Endgames", ICCA Journal, 1986.)
//!
//! ```text
//! explore      the positions that can be reached, numbered
//! keys         by what a position is known
//! graph        the numbered positions, each with those before it
//! forced_ends  the ends that one side can force, and in how many plies
//! role_values  the value of each position for one role
//! line         moves that keep the value, the quickest to the end
//! ```
//!
//! The question is that of the [solver](super::solve): which value can one role force against all
//! others? Play without an end counts as a draw, with goal 50 or score 0. In a game for one role it
//! is no better than the worst end.
//!
//! The trade-off: all positions and the moves between them are kept in memory. In exchange each is
//! looked at a few times only, and the way to the end is the shortest.

mod explore;
mod forced_ends;
mod graph;
mod keys;
mod line;
mod role_values;

use self::explore::explore;
use self::graph::{PositionGraph, PositionNumber};
pub(super) use self::keys::Keys;
use self::keys::wide;
use self::role_values::RoleValues;
use super::endgame::EndgameTable;
use super::meter::Meter;
use super::solve::{Payoff, SolveOptions};
use super::value::Value;
use super::walk::Search;
use crate::game::{FastPaths, Role};

/// All positions that can be reached from a position, and their values for the roles that were asked
/// for.
pub(super) struct Retrograde {
    payoff: Payoff,
    keys: Keys,
    graph: PositionGraph,
    /// By role.
    values: Vec<Option<RoleValues>>,
}

impl Retrograde {
    /// Lists the positions that can be reached, and knows them by these keys.
    pub fn explore<G: FastPaths>(
        game: &G,
        position: &G::Position,
        (payoff, keys): (Payoff, Keys),
        options: &SolveOptions,
        meter: &mut Meter,
    ) -> Search<G, Self> {
        Ok(Self {
            payoff,
            keys,
            graph: explore(game, position, (payoff, keys), options, meter)?,
            values: (0..game.role_count()).map(|_| None).collect(),
        })
    }

    /// Whether the position is among those that were listed for the same payoff.
    pub fn knows<G: FastPaths>(&self, game: &G, position: &G::Position, payoff: Payoff) -> bool {
        self.payoff == payoff && self.number(game, position).is_some()
    }

    /// Finds the value of each position for a role. The watcher is told what is known of this one.
    pub fn analyse<G: FastPaths>(
        &mut self,
        game: &G,
        position: &G::Position,
        role: Role,
        meter: &mut Meter,
    ) -> Search<G, ()> {
        if self.values[role.0].is_none() {
            let (root, endless) = (self.known_number(game, position), self.endless());
            let values = RoleValues::find(&self.graph, role, root, endless, meter)?;
            self.values[role.0] = Some(values);
        }
        Ok(())
    }

    /// What play without an end is worth.
    fn endless(&self) -> Value {
        match (self.values.len(), self.payoff) {
            (1, Payoff::Goal) => Value::LOSS,
            (1, Payoff::Score(_)) => Value::from_estimate(i64::MIN),
            _ => Value::DRAW,
        }
    }

    /// The value of a position for a role.
    pub fn value<G: FastPaths>(&self, game: &G, position: &G::Position, role: Role) -> Value {
        self.values_for(role)
            .value(self.known_number(game, position))
    }

    /// All positions, if they are known by lasting keys. All roles were analysed.
    pub fn table(&self) -> EndgameTable {
        debug_assert_eq!(self.keys, Keys::Lasting);
        let mut listed: Vec<_> = self.graph.keys().collect();
        listed.sort_unstable();
        let roles = self.values.len();
        let of_roles = |number| {
            let of_role = move |role| self.values_for(Role(role)).forced_goal(number);
            (0..roles).map(of_role)
        };
        let goals = listed.iter().flat_map(|(_, number)| of_roles(*number));
        let positions = listed.iter().map(|(key, _)| wide(*key));
        EndgameTable::new(roles, positions.collect(), goals.collect())
    }

    /// The number of positions.
    pub fn positions(&self) -> u64 {
        self.graph.positions() as u64
    }

    /// Whether the game is for two roles whose goals add up to 100 wherever it ends.
    pub fn is_zero_sum(&self) -> bool {
        self.payoff == Payoff::Goal && self.graph.is_zero_sum()
    }

    fn values_for(&self, role: Role) -> &RoleValues {
        self.values[role.0].as_ref().expect("the role was analysed")
    }

    fn number<G: FastPaths>(&self, game: &G, position: &G::Position) -> Option<PositionNumber> {
        self.graph.number(self.keys.key(game, position))
    }

    /// The number of a position that can be reached from one that was listed.
    fn known_number<G: FastPaths>(&self, game: &G, position: &G::Position) -> PositionNumber {
        self.number(game, position)
            .expect("all positions that can be reached were listed")
    }
}

//! The value of each position for one role, against all others.
//!
//! Ends that are better than play without an end are forced by the role, worse ones by the others.
//! Where neither side can force one of them, the value is that of play without an end; one side may
//! still be able to end the game with that value.

use super::forced_ends::{ForcedEnd, ForcedEnds, ForcingSide};
use super::graph::{PositionGraph, PositionNumber};
use crate::game::Role;
use crate::search::choice::Aim;
use crate::search::endgame::{Distance, ForcedGoal};
use crate::search::known::{Known, KnownValue};
use crate::search::meter::Meter;
use crate::search::step::StepResult;
use crate::search::value::Value;

/// The values of all positions for one role.
pub(super) struct RoleValues {
    /// What play without an end is worth.
    endless: Value,
    /// The ends that the role can force.
    own: ForcedEnds,
    /// The ends that the others can force.
    others: ForcedEnds,
}

impl RoleValues {
    /// Finds the values. The watcher is told what is known of the position of number `root`.
    pub fn find<E: std::error::Error>(
        graph: &PositionGraph,
        role: Role,
        root: PositionNumber,
        endless: Value,
        meter: &mut Meter,
    ) -> StepResult<E, Self> {
        let mut known = KnownValue::nothing(role);
        let mut of = |aim| {
            let side = ForcingSide { role, aim };
            let mut ends = ForcedEnds::none(graph);
            let found = ends.find(graph, side, endless, meter);
            let all = found.is_ok().then_some(endless);
            known = known.and(ends.known(root, side, all));
            meter.watch.note(Known::Value(known));
            found.map(|()| ends)
        };
        Ok(Self {
            endless,
            own: of(Aim::Greatest)?,
            others: of(Aim::Least)?,
        })
    }

    /// The value of a position.
    pub fn value(&self, number: PositionNumber) -> Value {
        self.forced(number)
            .map_or(self.endless, |(_, end)| end.value)
    }

    /// The goal that the role can force in a position.
    pub fn forced_goal(&self, number: PositionNumber) -> ForcedGoal {
        let (value, distance) = match self.forced(number) {
            Some((_, end)) => (end.value, Distance::Plies(end.plies)),
            None => (self.endless, Distance::Endless),
        };
        ForcedGoal::exact(value.result_goal(), distance)
    }

    /// The end that comes with best play, and the ends of the side that forces it; `None` where
    /// neither side can force an end.
    pub fn forced(&self, number: PositionNumber) -> Option<(&ForcedEnds, ForcedEnd)> {
        let own = self.own.end(number).map(|end| (&self.own, end));
        let others = self.others.end(number).map(|end| (&self.others, end));
        others
            .filter(|(_, end)| end.value < self.endless)
            .or(own)
            .or(others)
    }
}

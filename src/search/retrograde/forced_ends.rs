//! The ends that one side can force, and in how many plies.
//!
//! One side is the role in question, the other one all others. A side goes for one end value after
//! the other, the best first. From the ends of that value a wave runs backwards, one ply at a time: it
//! takes in a position in which the side is to move as soon as one of its moves leads there, and one
//! in which the other side is to move as soon as all of its moves lead there or to better ends. So the
//! side takes the shortest way, and the other one the longest among the moves that allow no more.

use super::graph::{PositionGraph, PositionNumber};
use crate::game::Role;
use crate::search::choice::Aim;
use crate::search::known::KnownValue;
use crate::search::meter::Meter;
use crate::search::step::StepResult;
use crate::search::value::Value;

/// The side that forces.
#[derive(Clone, Copy, Debug)]
pub(super) struct ForcingSide {
    /// The role in question.
    pub role: Role,
    /// Greatest if the role itself forces ends, least if the others do.
    pub aim: Aim,
}

/// An end that a side can force from a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ForcedEnd {
    /// What it is worth for the role in question.
    pub value: Value,
    /// The plies to it.
    pub plies: u32,
}

/// By position the best end that a side can force.
pub(super) struct ForcedEnds {
    /// The different values of ends, the best first.
    values: Vec<Value>,
    /// By position an index in the values; [`NOTHING`] where the side can force no end.
    ranks: Vec<u32>,
    plies: Vec<u32>,
    /// All positions from which the last value is forced within this number of plies are found.
    reached: u32,
}

/// Stands for no end.
const NOTHING: u32 = u32::MAX;

impl ForcedEnds {
    /// No ends are found yet.
    pub fn none(graph: &PositionGraph) -> Self {
        Self {
            values: Vec::new(),
            ranks: vec![NOTHING; graph.positions()],
            plies: vec![0; graph.positions()],
            reached: 0,
        }
    }

    /// Finds the ends that the side can force, as far as it prefers them to `endless` or they are worth
    /// the same.
    pub fn find<E: std::error::Error>(
        &mut self,
        graph: &PositionGraph,
        side: ForcingSide,
        endless: Value,
        meter: &mut Meter,
    ) -> StepResult<E, ()> {
        let mut ends: Vec<(PositionNumber, Value)> = graph
            .ends(side.role)
            .filter(|(_, value)| !side.aim.prefers(endless, *value))
            .collect();
        ends.sort_by_key(|(_, value)| *value);
        if side.aim == Aim::Greatest {
            ends.reverse();
        }
        let mut open = graph.degrees().to_vec();
        for ends in ends.chunk_by(|one, other| one.1 == other.1) {
            let wave = ends.iter().map(|(number, _)| *number).collect();
            self.values.push(ends[0].1);
            self.run_back(graph, side, wave, &mut open, meter)?;
        }
        Ok(())
    }

    /// Runs back from ends of the last value. `open` has for each position the number of moves that
    /// do not lead to forced ends.
    fn run_back<E: std::error::Error>(
        &mut self,
        graph: &PositionGraph,
        side: ForcingSide,
        ends: Vec<PositionNumber>,
        open: &mut [u32],
        meter: &mut Meter,
    ) -> StepResult<E, ()> {
        let (mut wave, mut before) = (ends, Vec::new());
        for number in &wave {
            self.take_in(*number, 0);
        }
        self.reached = 0;
        while !wave.is_empty() {
            let plies = self.reached + 1;
            for number in wave.drain(..) {
                meter.count()?;
                for predecessor in graph.predecessors(number).iter().copied() {
                    let place = predecessor as usize;
                    open[place] -= 1;
                    let is_new = self.ranks[place] == NOTHING;
                    if is_new && (side.moves(graph, predecessor) || open[place] == 0) {
                        self.take_in(predecessor, plies);
                        before.push(predecessor);
                    }
                }
            }
            std::mem::swap(&mut wave, &mut before);
            self.reached = plies;
        }
        Ok(())
    }

    /// Takes in a position from which the side forces an end of the last value.
    fn take_in(&mut self, number: PositionNumber, plies: u32) {
        self.ranks[number as usize] = self.values.len() as u32 - 1;
        self.plies[number as usize] = plies;
    }

    /// What is known of the value of a position. If not `all` ends are found, the side cannot force a
    /// better one than the last, and that one not within the plies that the wave has reached.
    pub fn known(
        &self,
        number: PositionNumber,
        side: ForcingSide,
        all: Option<Value>,
    ) -> KnownValue {
        if let Some(end) = self.end(number) {
            return KnownValue {
                plies: Some(end.plies as usize),
                ..KnownValue::exact(side.role, end.value)
            };
        }
        let nothing = KnownValue::nothing(side.role);
        let Some(bound) = all.or(self.values.last().copied()) else {
            return nothing;
        };
        let reached = self.reached as usize;
        match side.aim {
            Aim::Greatest => KnownValue {
                at_most: bound,
                no_win_within: if bound == Value::WIN { reached } else { 0 },
                ..nothing
            },
            Aim::Least => KnownValue {
                at_least: bound,
                no_loss_within: if bound == Value::LOSS { reached } else { 0 },
                ..nothing
            },
        }
    }

    /// The best end that the side can force from a position.
    pub fn end(&self, number: PositionNumber) -> Option<ForcedEnd> {
        let value = self.values.get(self.ranks[number as usize] as usize)?;
        Some(ForcedEnd {
            value: *value,
            plies: self.plies[number as usize],
        })
    }
}

impl ForcingSide {
    /// Whether the side is to move in a position in which the game goes on.
    fn moves(self, graph: &PositionGraph, number: PositionNumber) -> bool {
        graph.moves(self.role, number) == (self.aim == Aim::Greatest)
    }
}

//! The positions of a game as a graph: numbered, each with the positions before it.
//!
//! Knows positions as keys and moves as edges. The positions before all positions lie in one vector.

use rustc_hash::FxHashMap;

use super::keys::Key;
use crate::game::Role;
use crate::search::meter::Meter;
use crate::search::step::StepResult;
use crate::search::value::{BEST_GOAL, Value};

/// The number of a position, in the order of discovery.
pub(super) type PositionNumber = u32;

/// The watcher is asked once in this many edges or positions while edges are turned around.
const BETWEEN_LOOKS: usize = 1 << 12;

/// What is known of each position but its edges.
#[derive(Default)]
struct Listed {
    numbers: FxHashMap<Key, PositionNumber>,
    /// By position the role to move; `None` where the game is over.
    movers: Vec<Option<MoverNumber>>,
    /// By position the number of moves.
    degrees: Vec<u32>,
    /// The positions in which the game is over.
    ends: Vec<PositionNumber>,
    /// By end and role what the end is worth.
    results: Vec<Value>,
}

/// A role, by a number that takes little memory. There are fewer roles.
type MoverNumber = u16;

/// The positions that were listed so far, and the edges from them.
#[derive(Default)]
pub(super) struct GraphBuilder {
    listed: Listed,
    /// The positions after each position, one position after the other.
    successors: Vec<PositionNumber>,
}

/// The numbered positions.
pub(super) struct PositionGraph {
    listed: Listed,
    /// By position where its predecessors begin; they end where those of the next one begin.
    first_predecessors: Vec<usize>,
    predecessors: Vec<PositionNumber>,
}

impl GraphBuilder {
    /// The number of positions that have a number.
    pub fn positions(&self) -> usize {
        self.listed.numbers.len()
    }

    /// The number of a position, and whether it is new.
    pub fn meet(&mut self, key: Key) -> (PositionNumber, bool) {
        let next = self.listed.numbers.len() as PositionNumber;
        let number = *self.listed.numbers.entry(key).or_insert(next);
        (number, number == next)
    }

    /// Adds the next position, in the order of the numbers: a finished game with these results by
    /// role.
    pub fn add_end(&mut self, results: impl IntoIterator<Item = Value>) {
        self.listed
            .ends
            .push(self.listed.movers.len() as PositionNumber);
        self.listed.results.extend(results);
        self.listed.movers.push(None);
        self.listed.degrees.push(0);
    }

    /// Adds the next position, in which a role is to move.
    pub fn add_inner(&mut self, role: Role, successors: &[PositionNumber]) {
        self.listed.movers.push(Some(role.0 as MoverNumber));
        self.listed.degrees.push(successors.len() as u32);
        self.successors.extend_from_slice(successors);
    }

    /// Turns the edges around.
    pub fn finish<E: std::error::Error>(self, meter: &mut Meter) -> StepResult<E, PositionGraph> {
        let positions = self.listed.movers.len();
        // Where the predecessors of a position end; then, place by place, where they begin.
        let mut places = vec![0; positions + 1];
        for successors in self.successors.chunks(BETWEEN_LOOKS) {
            meter.count_more(0)?;
            for successor in successors {
                places[*successor as usize] += 1;
            }
        }
        let mut end = 0;
        for place in &mut places {
            end += *place;
            *place = end;
        }
        let mut predecessors = vec![0; self.successors.len()];
        let mut rest = &self.successors[..];
        for (number, degree) in self.listed.degrees.iter().enumerate() {
            if number % BETWEEN_LOOKS == 0 {
                meter.count_more(0)?;
            }
            let (own, others) = rest.split_at(*degree as usize);
            rest = others;
            for successor in own {
                let place = &mut places[*successor as usize];
                *place -= 1;
                predecessors[*place] = number as PositionNumber;
            }
        }
        Ok(PositionGraph {
            listed: self.listed,
            first_predecessors: places,
            predecessors,
        })
    }
}

impl PositionGraph {
    /// The number of positions.
    pub fn positions(&self) -> usize {
        self.listed.movers.len()
    }

    /// The number of the position with this key, if it was listed.
    pub fn number(&self, key: Key) -> Option<PositionNumber> {
        self.listed.numbers.get(&key).copied()
    }

    /// All positions by their keys, in no order.
    pub fn keys(&self) -> impl Iterator<Item = (Key, PositionNumber)> {
        let numbers = self.listed.numbers.iter();
        numbers.map(|(key, number)| (*key, *number))
    }

    /// Whether a role is to move in a position.
    pub fn moves(&self, role: Role, number: PositionNumber) -> bool {
        self.listed.movers[number as usize] == Some(role.0 as MoverNumber)
    }

    /// By position the number of moves.
    pub fn degrees(&self) -> &[u32] {
        &self.listed.degrees
    }

    /// The positions from which a move leads to this one, once for each such move.
    pub fn predecessors(&self, number: PositionNumber) -> &[PositionNumber] {
        let number = number as usize;
        &self.predecessors[self.first_predecessors[number]..self.first_predecessors[number + 1]]
    }

    /// The positions in which the game is over, each with its value for a role.
    pub fn ends(&self, role: Role) -> impl Iterator<Item = (PositionNumber, Value)> {
        let roles = self.listed.results.len() / self.listed.ends.len().max(1);
        let of_end = self.listed.results.chunks(roles.max(1));
        let ends = self.listed.ends.iter().zip(of_end);
        ends.map(move |(number, results)| (*number, results[role.0]))
    }

    /// Whether there are two roles whose goals add up to 100 at each end.
    pub fn is_zero_sum(&self) -> bool {
        let adds_up = |results: &[Value]| match results {
            [first, second] => {
                u32::from(first.result_goal()) + u32::from(second.result_goal())
                    == u32::from(BEST_GOAL)
            }
            _ => false,
        };
        let roles = self.listed.results.len() / self.listed.ends.len().max(1);
        self.listed.results.chunks(roles.max(1)).all(adds_up)
    }
}

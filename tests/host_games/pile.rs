//! One pile of counters. Two players take in turn one of the allowed numbers; who takes the last
//! counter wins, and so does who leaves the other without a move.

use regola::game::{FastPaths, Game, Role, Turn};
use thiserror::Error;

#[derive(Clone)]
pub struct Pile {
    pub counters: u64,
    pub takes: Vec<u64>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Left {
    counters: u64,
    mover: Role,
}

#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("more was taken than was there")]
pub struct TakenTooMuch;

impl Pile {
    /// Only square numbers may be taken.
    pub fn of_squares(counters: u64) -> Pile {
        Pile {
            counters,
            takes: (1..)
                .map(|side| side * side)
                .take_while(|square| *square <= counters)
                .collect(),
        }
    }
}

impl Game for Pile {
    type Position = Left;
    type Move = u64;
    type Error = TakenTooMuch;

    fn role_count(&self) -> usize {
        2
    }

    fn initial(&self) -> Left {
        Left {
            counters: self.counters,
            mover: Role(0),
        }
    }

    fn turn(&self, left: &Left) -> Result<Turn<u64>, TakenTooMuch> {
        let moves: Vec<u64> = self
            .takes
            .iter()
            .copied()
            .filter(|take| *take <= left.counters)
            .collect();
        Ok(if moves.is_empty() {
            Turn::Over
        } else {
            Turn::Single(left.mover, moves)
        })
    }

    fn play(&self, left: &Left, moves: &[u64]) -> Result<Left, TakenTooMuch> {
        let counters = left.counters.checked_sub(moves[0]).ok_or(TakenTooMuch)?;
        Ok(Left {
            counters,
            mover: Role(1 - left.mover.0),
        })
    }

    fn goal(&self, left: &Left, role: Role) -> Result<u8, TakenTooMuch> {
        Ok(if role == left.mover { 0 } else { 100 })
    }

    fn heuristic(&self, _name: &str) -> Option<usize> {
        None
    }

    /// The greatest number for everybody: no estimate may pass for a win.
    fn evaluate(&self, _left: &Left, _heuristic: usize, _role: Role) -> Result<i64, TakenTooMuch> {
        Ok(i64::MAX)
    }
}

impl FastPaths for Pile {}

//! A game whose positions are drawn from a seed and come back: from each of them the moves lead to any
//! others. Any role may be to move, and values are few, so that ties abound.

use std::convert::Infallible;

use regola::game::{FastPaths, Game, Role, Turn};

#[derive(Clone, Copy, Debug)]
pub struct RandomGraph {
    pub seed: u64,
    pub roles: usize,
    /// The number of positions.
    pub positions: u64,
    /// The most moves in a position.
    pub branching: u64,
    /// One position in this number is an end.
    pub between_ends: u64,
    /// Whether with two roles the goals add up to 100.
    pub is_zero_sum: bool,
}

impl RandomGraph {
    /// A number below `bound` that depends on the seed, the position and what it is drawn for.
    fn draw(&self, position: u64, purpose: u64, bound: u64) -> u64 {
        let mut random = fastrand::Rng::with_seed(self.seed ^ position << 32 ^ purpose << 48);
        random.u64(..bound)
    }
}

impl Game for RandomGraph {
    type Position = u64;
    type Move = u64;
    type Error = Infallible;

    fn role_count(&self) -> usize {
        self.roles
    }

    fn initial(&self) -> u64 {
        0
    }

    fn turn(&self, position: &u64) -> Result<Turn<u64>, Infallible> {
        if self.draw(*position, 0, self.between_ends) == 0 {
            return Ok(Turn::Over);
        }
        let role = Role(self.draw(*position, 1, self.roles as u64) as usize);
        let count = 1 + self.draw(*position, 2, self.branching);
        Ok(Turn::Single(role, (0..count).collect()))
    }

    fn play(&self, position: &u64, moves: &[u64]) -> Result<u64, Infallible> {
        Ok(self.draw(*position, 16 + moves[0], self.positions))
    }

    fn goal(&self, position: &u64, role: Role) -> Result<u8, Infallible> {
        let goal = |role: u64| [0, 25, 50, 100][self.draw(*position, 4 + role, 4) as usize];
        Ok(match role {
            Role(1) if self.is_zero_sum => 100 - goal(0),
            Role(role) => goal(role as u64),
        })
    }

    fn heuristic(&self, _name: &str) -> Option<usize> {
        Some(0)
    }

    fn evaluate(&self, position: &u64, _heuristic: usize, role: Role) -> Result<i64, Infallible> {
        let first = self.draw(*position, 3, 5) as i64 - 2;
        Ok(if role == Role(0) { first } else { -first })
    }
}

impl FastPaths for RandomGraph {}

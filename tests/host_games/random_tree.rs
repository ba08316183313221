//! A game whose tree is drawn from a seed: any role may be to move anywhere, branches end early,
//! some positions are not quiet, and values are few, so that ties abound. With two roles it is a
//! zero-sum game. Where the tree is narrow, different lines lead to the same position.

use std::convert::Infallible;

use regola::game::{FastPaths, Game, Role, Turn};

#[derive(Clone, Copy, Debug)]
pub struct RandomTree {
    pub seed: u64,
    pub roles: usize,
    /// The most moves in a position.
    pub branching: u64,
    /// The most plies in a game.
    pub height: usize,
    /// The most positions so many plies from the start.
    pub width: u64,
}

/// A node: its place in the tree folded into a number.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Node {
    key: u64,
    ply: usize,
}

impl RandomTree {
    /// The width with which no two lines meet.
    pub const WIDE: u64 = u64::MAX;

    /// A number below `bound` that depends on the seed, the node and what it is drawn for.
    fn draw(&self, node: &Node, purpose: u64, bound: u64) -> u64 {
        mix(self.seed ^ mix(node.key ^ mix(node.ply as u64 ^ mix(purpose)))) % bound
    }
}

/// Spreads the bits of a number (splitmix64 by S. Vigna).
fn mix(number: u64) -> u64 {
    let number = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}

impl Game for RandomTree {
    type Position = Node;
    type Move = u64;
    type Error = Infallible;

    fn role_count(&self) -> usize {
        self.roles
    }

    fn initial(&self) -> Node {
        Node { key: 0, ply: 0 }
    }

    fn turn(&self, node: &Node) -> Result<Turn<u64>, Infallible> {
        let ends_early = self.draw(node, 0, 8) == 0;
        if node.ply >= self.height || ends_early {
            return Ok(Turn::Over);
        }
        let role = Role(self.draw(node, 1, self.roles as u64) as usize);
        let count = 1 + self.draw(node, 2, self.branching);
        Ok(Turn::Single(role, (0..count).collect()))
    }

    fn play(&self, node: &Node, moves: &[u64]) -> Result<Node, Infallible> {
        Ok(Node {
            key: mix(node.key ^ mix(moves[0] + 1)) % self.width,
            ply: node.ply + 1,
        })
    }

    fn goal(&self, node: &Node, role: Role) -> Result<u8, Infallible> {
        let first = [0, 25, 50, 100][self.draw(node, 3, 4) as usize];
        Ok(if role == Role(0) { first } else { 100 - first })
    }

    fn heuristic(&self, _name: &str) -> Option<usize> {
        Some(0)
    }

    fn evaluate(&self, node: &Node, _heuristic: usize, role: Role) -> Result<i64, Infallible> {
        let first = self.draw(node, 4, 5) as i64 - 2;
        Ok(if role == Role(0) { first } else { -first })
    }

    fn quiet(&self, node: &Node) -> Result<bool, Infallible> {
        Ok(self.draw(node, 5, 4) > 0)
    }
}

impl FastPaths for RandomTree {}

//! A game whose tree is drawn from a seed: any role may be to move anywhere, branches end early,
//! some positions are not quiet, and values are few, so that ties abound. With two roles it is a
//! zero-sum game. Where the tree is narrow, different lines lead to the same position.

use std::convert::Infallible;

use regola::game::{
    Assessment, ChangeNumber, FastPaths, Game, MoveNumber, Mover, PlainStack, PositionStack, Role,
    Turn,
};

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

/// Where the seed is odd, the stack foretells ends of the game as a compiled game does, but at random: an
/// answer must not depend on what it says.
impl FastPaths for RandomTree {
    fn stack<'a>(&'a self, root: &Node) -> Box<dyn PositionStack<Error = Infallible> + 'a> {
        let plain = PlainStack::new(self, root);
        match self.seed % 2 {
            0 => Box::new(plain),
            _ => Box::new(Foretelling {
                plain,
                random: fastrand::Rng::with_seed(self.seed),
            }),
        }
    }
}

struct Foretelling<'a> {
    plain: PlainStack<'a, RandomTree>,
    random: fastrand::Rng,
}

impl PositionStack for Foretelling<'_> {
    type Error = Infallible;

    fn expand(&mut self) -> Result<Mover, Infallible> {
        self.plain.expand()
    }

    fn moves(&self) -> &[MoveNumber] {
        self.plain.moves()
    }

    fn push(&mut self, index: usize) -> Result<(), Infallible> {
        self.plain.push(index)
    }

    fn pop(&mut self) {
        self.plain.pop();
    }

    fn change(&self) -> ChangeNumber {
        self.plain.change()
    }

    fn fingerprint(&self) -> u128 {
        self.plain.fingerprint()
    }

    fn canonical_fingerprint(&mut self) -> u128 {
        self.plain.canonical_fingerprint()
    }

    fn key(&self) -> u64 {
        self.plain.key()
    }

    fn assess(&mut self, heuristic: Option<usize>, role: Role) -> Result<Assessment, Infallible> {
        self.plain.assess(heuristic, role)
    }

    fn evaluate(&mut self, heuristic: Option<usize>, role: Role) -> Result<i64, Infallible> {
        self.plain.evaluate(heuristic, role)
    }

    fn goal(&mut self, role: Role) -> Result<u8, Infallible> {
        self.plain.goal(role)
    }

    fn over(&mut self) -> Result<bool, Infallible> {
        self.plain.over()
    }

    fn threats(&mut self, _role: Role) -> Option<usize> {
        Some(self.random.usize(..3))
    }

    fn weight(&self, _role: Role) -> u32 {
        self.plain.change().0 % 5000
    }

    fn may_end(&mut self) -> Option<bool> {
        Some(self.random.u8(..4) > 0)
    }
}

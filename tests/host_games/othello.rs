//! Othello. Black is role 0 and begins. Squares are written `f-4`: column, row.

use std::convert::Infallible;
use std::fmt;

use regola::game::{FastPaths, Game, Role, Turn};

#[derive(Clone)]
pub struct Othello;

/// The discs at `8 * column + row`, both from 0.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Discs {
    discs: [Option<Role>; 64],
    mover: Role,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub enum Action {
    Place(usize),
    Pass,
}

impl fmt::Debug for Action {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Place(square) => {
                write!(
                    formatter,
                    "{}-{}",
                    char::from(b'a' + (square / 8) as u8),
                    square % 8 + 1
                )
            }
            Action::Pass => formatter.write_str("pass"),
        }
    }
}

/// The heuristics: own discs minus opposing ones, and opposing discs alone, negated.
pub const LEAD: usize = 0;
pub const FEW_ENEMIES: usize = 1;

fn opponent(role: Role) -> Role {
    Role(1 - role.0)
}

/// The squares from one square on in a direction, to the edge.
fn ray(square: usize, (right, up): (i32, i32)) -> impl Iterator<Item = usize> {
    let (column, row) = ((square / 8) as i32, (square % 8) as i32);
    (1..8)
        .map(move |steps| (column + steps * right, row + steps * up))
        .take_while(|(column, row)| (0..8).contains(column) && (0..8).contains(row))
        .map(|(column, row)| (8 * column + row) as usize)
}

impl Discs {
    /// The position with these discs, column by column.
    pub fn new(squares: impl Iterator<Item = Option<Role>>, mover: Role) -> Self {
        let mut discs = [None; 64];
        discs
            .iter_mut()
            .zip(squares)
            .for_each(|(disc, square)| *disc = square);
        Discs { discs, mover }
    }

    /// The discs that a disc of the role would turn.
    fn turned(&self, square: usize, role: Role) -> Vec<usize> {
        let directions = (-1..=1).flat_map(|right| (-1..=1).map(move |up| (right, up)));
        directions
            .filter(|direction| *direction != (0, 0))
            .flat_map(|direction| {
                let is_enemy = |square: &usize| self.discs[*square] == Some(opponent(role));
                let run: Vec<usize> = ray(square, direction).take_while(is_enemy).collect();
                let closed = ray(square, direction)
                    .nth(run.len())
                    .is_some_and(|end| self.discs[end] == Some(role));
                if closed { run } else { Vec::new() }
            })
            .collect()
    }

    fn placements(&self, role: Role) -> Vec<Action> {
        let free = (0..64).filter(|square| self.discs[*square].is_none());
        free.filter(|square| !self.turned(*square, role).is_empty())
            .map(Action::Place)
            .collect()
    }

    fn count(&self, role: Role) -> i64 {
        self.discs
            .iter()
            .filter(|disc| **disc == Some(role))
            .count() as i64
    }
}

impl Game for Othello {
    type Position = Discs;
    type Move = Action;
    type Error = Infallible;

    fn role_count(&self) -> usize {
        2
    }

    fn initial(&self) -> Discs {
        let mut discs = [None; 64];
        for (column, row, role) in [(3, 3, 0), (4, 4, 0), (3, 4, 1), (4, 3, 1)] {
            discs[8 * column + row] = Some(Role(role));
        }
        Discs {
            discs,
            mover: Role(0),
        }
    }

    fn turn(&self, position: &Discs) -> Result<Turn<Action>, Infallible> {
        let moves = position.placements(position.mover);
        if !moves.is_empty() {
            return Ok(Turn::Single(position.mover, moves));
        }
        let over = position.placements(opponent(position.mover)).is_empty();
        Ok(if over {
            Turn::Over
        } else {
            Turn::Single(position.mover, vec![Action::Pass])
        })
    }

    fn play(&self, position: &Discs, moves: &[Action]) -> Result<Discs, Infallible> {
        let mut next = position.clone();
        next.mover = opponent(position.mover);
        if let Action::Place(square) = moves[0] {
            for turned in position.turned(square, position.mover) {
                next.discs[turned] = Some(position.mover);
            }
            next.discs[square] = Some(position.mover);
        }
        Ok(next)
    }

    fn goal(&self, position: &Discs, role: Role) -> Result<u8, Infallible> {
        let lead = position.count(role) - position.count(opponent(role));
        Ok(match lead.signum() {
            1 => 100,
            0 => 50,
            _ => 0,
        })
    }

    fn heuristic(&self, name: &str) -> Option<usize> {
        ["lead", "few_enemies"]
            .iter()
            .position(|known| *known == name)
    }

    fn evaluate(&self, position: &Discs, heuristic: usize, role: Role) -> Result<i64, Infallible> {
        let enemies = position.count(opponent(role));
        Ok(if heuristic == LEAD {
            position.count(role) - enemies
        } else {
            -enemies
        })
    }
}

impl FastPaths for Othello {}

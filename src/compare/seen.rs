//! What a player sees in a position: the roles to move, the moves as they are written, the board,
//! and at the end the results. Also the cost of computing this.

use std::time::Duration;

use super::host::CompareHost;
use crate::game::{Board, Error, Game, Move, Position, Role, Rules, Turn};

/// A role to move, and its moves with their texts.
#[derive(Clone, Debug)]
pub(super) struct SeenMover {
    pub role: Role,
    pub moves: Vec<(String, Move)>,
}

/// What a player sees in one position.
#[derive(Debug)]
pub(super) struct Seen {
    /// In the order of the roles; empty if the game is over.
    pub movers: Vec<SeenMover>,
    pub board: Option<Board>,
    /// One for each role if the game is over; else empty.
    pub goals: Vec<u8>,
}

impl Seen {
    pub fn is_over(&self) -> bool {
        self.movers.is_empty()
    }
}

/// One game of a comparison, and its cost so far.
pub(super) struct SeenGame<'a> {
    pub rules: &'a Rules,
    /// The number of positions looked at.
    pub positions: u64,
    pub steps: u64,
    pub time: Duration,
    /// The number of positions that moves led to, and the bytes that each does not share with the
    /// one before it.
    pub reached: u64,
    pub bytes: u64,
}

impl<'a> SeenGame<'a> {
    pub fn new(rules: &'a Rules) -> Self {
        SeenGame {
            rules,
            positions: 0,
            steps: 0,
            time: Duration::ZERO,
            reached: 0,
            bytes: 0,
        }
    }

    /// Returns what a player sees in a position.
    pub fn look(&mut self, position: &Position, host: &mut dyn CompareHost) -> Result<Seen, Error> {
        self.positions += 1;
        self.measured(host, |rules| look(rules, position))
    }

    /// Plays moves, one for each role to move.
    pub fn play(
        &mut self,
        position: &Position,
        moves: &[Move],
        host: &mut dyn CompareHost,
    ) -> Result<Position, Error> {
        let next = self.measured(host, |rules| rules.play(position, moves))?;
        self.reached += 1;
        self.bytes += next.bytes_beside(position) as u64;
        Ok(next)
    }

    fn measured<T>(&mut self, host: &mut dyn CompareHost, work: impl FnOnce(&Rules) -> T) -> T {
        let (steps, time) = (self.rules.steps(), host.clock());
        let result = work(self.rules);
        self.time += host.clock().saturating_sub(time);
        self.steps += self.rules.steps() - steps;
        result
    }
}

fn look(rules: &Rules, position: &Position) -> Result<Seen, Error> {
    let movers = match rules.turn(position)? {
        Turn::Over => Vec::new(),
        Turn::Single(role, moves) => vec![(role, moves)],
        Turn::Joint(movers) => movers,
    };
    let goals = if movers.is_empty() {
        goals(rules, position)?
    } else {
        Vec::new()
    };
    let written = |(role, moves): (Role, Vec<Move>)| {
        let texts = rules.notations(position, &moves)?;
        Ok(SeenMover {
            role,
            moves: texts.into_iter().zip(moves).collect(),
        })
    };
    let movers = movers
        .into_iter()
        .map(written)
        .collect::<Result<_, Error>>()?;
    Ok(Seen {
        movers,
        board: rules.board(position)?,
        goals,
    })
}

fn goals(rules: &Rules, position: &Position) -> Result<Vec<u8>, Error> {
    (0..rules.role_count())
        .map(|role| rules.goal(position, Role(role)))
        .collect()
}

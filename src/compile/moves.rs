//! Moves of compiled games.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::listing::Place;
use crate::game;

/// A move, in the position whose [`turn`](game::Game::turn) has listed it.
#[derive(Clone)]
pub struct Move(pub(super) Kind);

#[derive(Clone)]
pub(super) enum Kind {
    Listed(ListedMove),
    /// One that is not among the moves that are compiled, or was found where nothing is known of
    /// them.
    Ruled(Box<game::Move>),
}

/// A move that the compiled form has found.
#[derive(Clone)]
pub(super) struct ListedMove {
    /// Among all moves of the game.
    pub number: u32,
    pub place: Place,
    pub turn: Arc<Listed>,
}

/// What the moves of one turn have in common.
pub(super) struct Listed {
    /// What the turn has computed that playing a move needs.
    pub kept: Box<[u64]>,
    /// All moves of the game, by number.
    pub named: Arc<[game::Move]>,
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.named(), f)
    }
}

/// A move is the same wherever it is played.
impl PartialEq for Move {
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Kind::Listed(own), Kind::Listed(other)) => own.number == other.number,
            _ => self.named() == other.named(),
        }
    }
}

impl Eq for Move {}

impl Hash for Move {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.named().hash(state);
    }
}

impl Move {
    /// A move that the machine plays.
    pub(super) fn ruled(named: game::Move) -> Self {
        Self(Kind::Ruled(Box::new(named)))
    }

    /// As the rules call it.
    pub(super) fn named(&self) -> &game::Move {
        match &self.0 {
            Kind::Listed(listed) => &listed.turn.named[listed.number as usize],
            Kind::Ruled(named) => named,
        }
    }
}

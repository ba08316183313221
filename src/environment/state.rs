//! One game on its way: a position with its turn. What it means is known to the stepper of its game.

use std::sync::Arc;

use super::actions::Action;
use super::candidates::Candidates;
use super::parts::Part;
use crate::compile::{self, Frame};
use crate::game::{self, Role};

/// A position with its turn, and with the beginning of a move that is chosen part by part. It is a
/// value, as a position is.
#[derive(Clone, Debug)]
pub struct State(pub(super) Inner);

#[derive(Clone, Debug)]
pub(super) enum Inner {
    /// One role is to move, and the programs of the compiled form know its moves.
    Plain {
        role: Role,
        frame: Frame,
    },
    Over {
        here: Here,
        goals: Box<[u8]>,
    },
    Listed {
        here: Here,
        movers: Arc<[Mover]>,
    },
}

/// A role that is to move, with its moves.
#[derive(Clone, Debug)]
pub(super) struct Mover {
    pub role: Role,
    pub candidates: Candidates<Played>,
}

/// A position in the form in which a game is played.
#[derive(Clone, Debug)]
pub(super) enum Here {
    Compiled(compile::Position),
    Rules(game::Position),
}

/// A move in the form in which a game is played.
#[derive(Clone, Debug)]
pub(super) enum Played {
    Compiled(compile::Move),
    Rules(game::Move),
}

impl Played {
    pub fn compiled(&self) -> &compile::Move {
        match self {
            Played::Compiled(played) => played,
            Played::Rules(_) => unreachable!("a state is asked by a stepper of its game"),
        }
    }

    pub fn ruled(&self) -> &game::Move {
        match self {
            Played::Rules(played) => played,
            Played::Compiled(_) => unreachable!("a state is asked by a stepper of its game"),
        }
    }
}

impl State {
    /// The roles that are to move; none if the game is over.
    pub fn movers(&self) -> impl Iterator<Item = Role> + '_ {
        let (plain, listed) = match &self.0 {
            Inner::Plain { role, .. } => (Some(*role), &[][..]),
            Inner::Over { .. } => (None, &[][..]),
            Inner::Listed { movers, .. } => (None, &movers[..]),
        };
        plain
            .into_iter()
            .chain(listed.iter().map(|mover| mover.role))
    }

    /// The role that is to move; `None` if the game is over or several are.
    #[must_use]
    pub fn mover(&self) -> Option<Role> {
        match &self.0 {
            Inner::Plain { role, .. } => Some(*role),
            Inner::Over { .. } => None,
            Inner::Listed { movers, .. } => match &movers[..] {
                [mover] => Some(mover.role),
                _ => None,
            },
        }
    }

    /// The moves of the role to move, if it moves alone and they are listed.
    pub(super) fn candidates(&self) -> Option<&Candidates<Played>> {
        match &self.0 {
            Inner::Listed { movers, .. } => match &movers[..] {
                [mover] => Some(&mover.candidates),
                _ => None,
            },
            _ => None,
        }
    }

    /// The actions that have begun a move, each with the part that it has chosen; none between two moves.
    #[must_use]
    pub fn chosen(&self) -> &[(Action, Part)] {
        self.candidates().map_or(&[], |moves| &moves.chosen)
    }

    /// Whether the role to move chooses some of its moves part by part.
    #[must_use]
    pub fn is_by_parts(&self) -> bool {
        self.candidates().is_some_and(Candidates::is_by_parts)
    }

    /// The part of a move that a legal action of the role to move chooses; `None` if the action is a
    /// whole move.
    #[must_use]
    pub fn part(&self, action: Action) -> Option<&Part> {
        self.candidates()?.part(action)
    }

    /// The goal of each role, if the game is over.
    #[must_use]
    pub fn goals(&self) -> Option<&[u8]> {
        match &self.0 {
            Inner::Over { goals, .. } => Some(goals),
            _ => None,
        }
    }
}

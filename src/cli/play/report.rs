//! What is told of a game while it goes.

use std::io;
use std::time::Duration;

use regola::game::{Game, Move, PathInput, Position, Role, Rules};
use regola::search::Value;
use regola::session::AnsweringForm;

use super::player::Player;
use crate::trouble::Trouble;

/// A move that was chosen, as it is written, and how it was chosen.
#[derive(Clone, Debug)]
pub struct Chosen {
    pub played: Move,
    pub text: String,
    pub how: How,
}

/// How a move was chosen.
#[derive(Clone, Debug)]
pub enum How {
    /// By a person.
    Typed,
    /// There was no other.
    Only,
    /// By chance.
    Random,
    /// By a search.
    Searched {
        value: Value,
        nodes: u64,
        time: Duration,
        answered: AnsweringForm,
    },
}

/// How a game ended.
#[derive(Clone, Debug)]
pub enum GameEnd {
    /// By the rules, with a goal for each role.
    Over(Vec<u8>),
    /// Somebody gave up.
    Resigned(Role),
    /// Nobody wanted to go on, or nothing came from the input any more.
    Left,
}

/// Somebody who is told how a game goes.
pub trait GameReporter {
    /// The game begins, or goes on from some position; with the seed, if chance has a part in it.
    fn begun(&mut self, rules: &Rules, players: &[Player], seed: Option<u64>) -> io::Result<()>;
    /// The position before a ply; a person who is to move has these moves.
    fn position(
        &mut self,
        rules: &Rules,
        position: &Position,
        moves: &[Move],
    ) -> Result<(), Trouble>;
    /// So much has been entered of a move.
    fn entered(
        &mut self,
        rules: &Rules,
        position: &Position,
        input: &PathInput,
    ) -> Result<(), Trouble>;
    /// The moves from which a person may choose, if there is room to list them.
    fn choices(&mut self, role: &str, moves: &[String]) -> io::Result<()>;
    /// All of them.
    fn all_choices(&mut self, role: &str, moves: &[String]) -> io::Result<()>;
    /// A move was played as a part of this ply.
    fn played(&mut self, ply: usize, role: &str, chosen: &Chosen) -> io::Result<()>;
    /// What was typed makes no sense here.
    fn refused(&mut self, reason: &str) -> io::Result<()>;
    /// Something that a person should know.
    fn note(&mut self, text: &str) -> io::Result<()>;
    /// What a search would play.
    fn hint(&mut self, text: &str, value: Value) -> io::Result<()>;
    /// The game went back to before this ply.
    fn taken_back(&mut self, ply: usize) -> io::Result<()>;
    /// The game ended here, after all these plies.
    fn ended(
        &mut self,
        rules: &Rules,
        position: &Position,
        plies: &[String],
        end: &GameEnd,
    ) -> Result<(), Trouble>;
}

/// Who wins when a role gives up: the other one, if there are two.
pub fn winner_over(rules: &Rules, resigned: Role) -> Option<String> {
    (rules.role_count() == 2).then(|| rules.role_name(Role(1 - resigned.0)))
}

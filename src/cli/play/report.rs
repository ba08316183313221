//! Reports of a running game.

use std::io;
use std::time::Duration;

use regola::contest::{GameClocks, Player};
use regola::game::{Game, Move, PathInput, Position, Role, Rules};
use regola::search::Value;
use regola::session::AnsweringForm;

use crate::trouble::Trouble;

/// A chosen move in the notation of the rules, and how it was chosen.
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
    /// It was the only legal move.
    Only,
    /// By chance.
    Random,
    /// By an endgame table.
    Known { value: Value },
    /// By a search.
    Searched {
        value: Value,
        /// The playouts; 0 for a search without playouts.
        playouts: u64,
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
    /// A role gave up.
    Resigned(Role),
    /// The time of a role was over.
    OutOfTime(Role),
    /// The players left the game, or the input ended.
    Left,
}

/// Reports the events of a game.
pub trait GameReporter {
    /// The game begins, or goes on from some position. The seed is given if chance is involved.
    fn begun(&mut self, rules: &Rules, players: &[Player], seed: Option<u64>) -> io::Result<()>;
    /// Shows the position before a ply; `moves` are those of a person who is to move.
    fn position(
        &mut self,
        rules: &Rules,
        position: &Position,
        moves: &[Move],
    ) -> Result<(), Trouble>;
    /// Shows the squares of a move that have been entered so far.
    fn entered(
        &mut self,
        rules: &Rules,
        position: &Position,
        input: &PathInput,
    ) -> Result<(), Trouble>;
    /// Shows the moves from which a person may choose, if there is room to list them.
    fn choices(&mut self, role: &str, moves: &[String]) -> io::Result<()>;
    /// Shows the moves in any case.
    fn all_choices(&mut self, role: &str, moves: &[String]) -> io::Result<()>;
    /// A move was played as a part of the ply `ply`.
    fn played(&mut self, ply: usize, role: &str, chosen: &Chosen) -> io::Result<()>;
    /// A ply was played, and these are the clocks.
    fn clocks(&mut self, rules: &Rules, clocks: &GameClocks) -> io::Result<()>;
    /// An input makes no sense here.
    fn refused(&mut self, reason: &str) -> io::Result<()>;
    /// Shows something that a person should know.
    fn note(&mut self, text: &str) -> io::Result<()>;
    /// Shows the move that a search would play.
    fn hint(&mut self, text: &str, value: Value, playouts: u64) -> io::Result<()>;
    /// The game went back to the position before this ply.
    fn taken_back(&mut self, ply: usize) -> io::Result<()>;
    /// The game ended in this position; `plies` are all its plies.
    fn ended(
        &mut self,
        rules: &Rules,
        position: &Position,
        plies: &[String],
        end: &GameEnd,
    ) -> Result<(), Trouble>;
}

/// Returns the winner when a role gives up or has no time: the other role, if there are two.
pub fn winner_over(rules: &Rules, loser: Role) -> Option<String> {
    (rules.role_count() == 2).then(|| rules.role_name(Role(1 - loser.0)))
}

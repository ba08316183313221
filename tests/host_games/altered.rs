//! A game with one of its rules changed.

use regola::game::{FastPaths, Game, Role, Turn};

/// The goal of a role in a finished game.
pub type Goal<G> = fn(&G, &<G as Game>::Position, Role) -> u8;

#[derive(Clone)]
pub struct Altered<G: Game> {
    pub game: G,
    /// Whether positions are quiet, if not as the game has it.
    pub quiet: Option<bool>,
    /// The goals, if not the game's.
    pub goal: Option<Goal<G>>,
}

impl<G: Game> Game for Altered<G> {
    type Position = G::Position;
    type Move = G::Move;
    type Error = G::Error;

    fn role_count(&self) -> usize {
        self.game.role_count()
    }

    fn initial(&self) -> G::Position {
        self.game.initial()
    }

    fn turn(&self, position: &G::Position) -> Result<Turn<G::Move>, G::Error> {
        self.game.turn(position)
    }

    fn play(&self, position: &G::Position, moves: &[G::Move]) -> Result<G::Position, G::Error> {
        self.game.play(position, moves)
    }

    fn goal(&self, position: &G::Position, role: Role) -> Result<u8, G::Error> {
        self.goal.map_or_else(
            || self.game.goal(position, role),
            |goal| Ok(goal(&self.game, position, role)),
        )
    }

    fn heuristic(&self, name: &str) -> Option<usize> {
        self.game.heuristic(name)
    }

    fn evaluate(
        &self,
        position: &G::Position,
        heuristic: usize,
        role: Role,
    ) -> Result<i64, G::Error> {
        self.game.evaluate(position, heuristic, role)
    }

    fn quiet(&self, position: &G::Position) -> Result<bool, G::Error> {
        self.quiet.map_or_else(|| self.game.quiet(position), Ok)
    }
}

impl<G: FastPaths> FastPaths for Altered<G> {}

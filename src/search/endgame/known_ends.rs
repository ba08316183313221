//! A game that is over where a table knows the goals: a search of it stops there.
//!
//! The search itself knows nothing of tables.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::table::EndgameTable;
use crate::game::{
    Assessment, ChangeNumber, FastPaths, Game, MoveNumber, Mover, PositionStack, Role, Turn,
};
use crate::search::best::Best;

/// A game that is over where a table knows the goals of all roles. The root of a search is not.
#[derive(Clone)]
pub(in crate::search) struct KnownEnds<G> {
    game: G,
    table: Arc<EndgameTable>,
    /// The lasting fingerprint of the root.
    root: u128,
    /// Whether a search has met a position that the table knows.
    is_met: Arc<AtomicBool>,
}

impl<G: FastPaths> KnownEnds<G> {
    /// The game for a search from this root.
    pub fn new(game: &G, table: &Arc<EndgameTable>, root: &G::Position) -> Self {
        Self {
            game: game.clone(),
            table: Arc::clone(table),
            root: game.lasting_fingerprint(root),
            is_met: Arc::default(),
        }
    }

    /// The result of a search; without distances if it has met a position of the table. How far the end is
    /// from there was not searched.
    pub fn without_false_distance(&self, mut found: Best<G::Move>) -> Best<G::Move> {
        if self.is_met.load(Ordering::Relaxed) {
            found.value = found.value.at_no_distance();
            for root_move in &mut found.root_moves {
                root_move.value = root_move.value.at_no_distance();
            }
        }
        found
    }

    fn is_known(&self, position: &G::Position) -> bool {
        self.goal_of(self.game.lasting_fingerprint(position), Role(0))
            .is_some()
    }

    /// The goal of a role in the position with this lasting fingerprint, if the table ends the game
    /// there.
    fn goal_of(&self, fingerprint: u128, role: Role) -> Option<u8> {
        if fingerprint == self.root {
            return None;
        }
        let goal = self.table.settled(fingerprint, role)?;
        self.is_met.store(true, Ordering::Relaxed);
        Some(goal)
    }
}

impl<G: FastPaths> Game for KnownEnds<G> {
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
        match self.is_known(position) {
            true => Ok(Turn::Over),
            false => self.game.turn(position),
        }
    }

    fn play(&self, position: &G::Position, moves: &[G::Move]) -> Result<G::Position, G::Error> {
        self.game.play(position, moves)
    }

    fn goal(&self, position: &G::Position, role: Role) -> Result<u8, G::Error> {
        match self.goal_of(self.game.lasting_fingerprint(position), role) {
            Some(goal) => Ok(goal),
            None => self.game.goal(position, role),
        }
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
        Ok(self.is_known(position) || self.game.quiet(position)?)
    }

    fn over(&self, position: &G::Position) -> Result<bool, G::Error> {
        Ok(self.is_known(position) || self.game.over(position)?)
    }

    fn canonical(&self, position: &G::Position) -> G::Position {
        self.game.canonical(position)
    }

    fn key(&self, position: &G::Position) -> u64 {
        self.game.key(position)
    }

    fn memory_is_short(&self) -> bool {
        self.game.memory_is_short()
    }
}

/// Random games are played move by move, so that they end where the table knows the goals.
impl<G: FastPaths> FastPaths for KnownEnds<G> {
    fn stack<'a>(&'a self, root: &G::Position) -> Box<dyn PositionStack<Error = G::Error> + 'a> {
        Box::new(KnownEndsStack {
            stack: self.game.stack(root),
            ends: self,
            plies: vec![Ply::default()],
        })
    }

    fn fingerprint(&self, position: &G::Position) -> u128 {
        self.game.fingerprint(position)
    }

    fn canonical_fingerprint(&self, position: &G::Position) -> u128 {
        self.game.canonical_fingerprint(position)
    }

    fn lasting_fingerprint(&self, position: &G::Position) -> u128 {
        self.game.lasting_fingerprint(position)
    }

    fn move_number(&self, played: &G::Move) -> MoveNumber {
        self.game.move_number(played)
    }
}

/// A position of a line: its lasting fingerprint and whether the table ends the game there, after the
/// first question.
#[derive(Clone, Copy, Default)]
struct Ply(Option<(u128, bool)>);

/// The stack of the game, over where the table knows the goals.
struct KnownEndsStack<'a, G: FastPaths> {
    stack: Box<dyn PositionStack<Error = G::Error> + 'a>,
    ends: &'a KnownEnds<G>,
    plies: Vec<Ply>,
}

impl<G: FastPaths> KnownEndsStack<'_, G> {
    /// The lasting fingerprint of the top position, if the table ends the game there.
    fn known(&mut self) -> Option<u128> {
        let top = self.plies.last_mut().expect("the root stays on the stack");
        let (fingerprint, is_known) = *top.0.get_or_insert_with(|| {
            let fingerprint = self.stack.lasting_fingerprint();
            let goal = self.ends.goal_of(fingerprint, Role(0));
            (fingerprint, goal.is_some())
        });
        is_known.then_some(fingerprint)
    }
}

impl<G: FastPaths> PositionStack for KnownEndsStack<'_, G> {
    type Error = G::Error;

    fn expand(&mut self) -> Result<Mover, G::Error> {
        match self.known() {
            Some(_) => Ok(Mover::Nobody),
            None => self.stack.expand(),
        }
    }

    fn moves(&self) -> &[MoveNumber] {
        self.stack.moves()
    }

    fn push(&mut self, index: usize) -> Result<(), G::Error> {
        self.stack.push(index)?;
        self.plies.push(Ply::default());
        Ok(())
    }

    fn pop(&mut self) {
        self.stack.pop();
        self.plies.pop();
    }

    fn change(&self) -> ChangeNumber {
        self.stack.change()
    }

    fn fingerprint(&self) -> u128 {
        self.stack.fingerprint()
    }

    fn canonical_fingerprint(&mut self) -> u128 {
        self.stack.canonical_fingerprint()
    }

    fn lasting_fingerprint(&mut self) -> u128 {
        self.stack.lasting_fingerprint()
    }

    fn key(&self) -> u64 {
        self.stack.key()
    }

    fn assess(&mut self, heuristic: Option<usize>, role: Role) -> Result<Assessment, G::Error> {
        match self.known() {
            Some(_) => Ok(Assessment::Over),
            None => self.stack.assess(heuristic, role),
        }
    }

    fn evaluate(&mut self, heuristic: Option<usize>, role: Role) -> Result<i64, G::Error> {
        self.stack.evaluate(heuristic, role)
    }

    fn goal(&mut self, role: Role) -> Result<u8, G::Error> {
        let known = self.known();
        match known.and_then(|fingerprint| self.ends.goal_of(fingerprint, role)) {
            Some(goal) => Ok(goal),
            None => self.stack.goal(role),
        }
    }

    fn over(&mut self) -> Result<bool, G::Error> {
        Ok(self.known().is_some() || self.stack.over()?)
    }

    fn threats(&mut self, role: Role) -> Option<usize> {
        self.stack.threats(role)
    }

    fn weight(&self, role: Role) -> u32 {
        self.stack.weight(role)
    }
}

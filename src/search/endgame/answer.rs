//! The best move by a table.
//!
//! It keeps the goal that the role can force. Of such moves it has the slowest way to the end if that is
//! worse than a draw, and else the quickest; of equals the first in the order of the game.

use std::cmp::Reverse;
use std::slice;

use super::table::{Distance, EndgameTable, ForcedGoal};
use crate::game::{FastPaths, Game, Role, Turn};
use crate::search::best::Best;
use crate::search::choice::RootMove;
use crate::search::limits::MAX_PLIES;
use crate::search::options::Options;
use crate::search::value::Value;
use crate::search::walk::Search;

/// A legal move and the position after it.
struct Candidate<G: Game> {
    played: G::Move,
    position: G::Position,
    /// The goal after the move, for the role to move.
    goal: ForcedGoal,
}

impl EndgameTable {
    /// The best move of a position; `None` if the table does not have the goal of the role to move, or
    /// no move that keeps it, or if several roles move at once.
    pub(in crate::search) fn best<G: FastPaths>(
        &self,
        game: &G,
        position: &G::Position,
        options: &Options,
    ) -> Search<G, Option<Best<G::Move>>> {
        let Turn::Single(role, moves) = game.turn(position)? else {
            return Ok(None);
        };
        let Some(goal) = self.known_goal(game, position, role) else {
            return Ok(None);
        };
        let candidates = self.candidates(game, position, role, moves)?;
        let root_moves = match options.value_every_move {
            true => root_moves(&candidates),
            false => Some(Vec::new()),
        };
        let (Some(root_moves), Some(best)) = (root_moves, keeping(candidates, goal)) else {
            return Ok(None);
        };
        Ok(Some(Best {
            role,
            value: value(goal),
            line: self.line(game, best, goal)?,
            root_moves,
            forced: false,
            settled: true,
            by_table: true,
            nodes: 0,
            playouts: 0,
        }))
    }

    /// The goal of a role, if the table has it.
    fn known_goal<G: FastPaths>(
        &self,
        game: &G,
        position: &G::Position,
        role: Role,
    ) -> Option<ForcedGoal> {
        let known = self.known(game, position)?[role.0];
        known.goal().is_some().then_some(known)
    }

    /// The moves with the goals after them.
    fn candidates<G: FastPaths>(
        &self,
        game: &G,
        position: &G::Position,
        role: Role,
        moves: Vec<G::Move>,
    ) -> Search<G, Vec<Candidate<G>>> {
        let mut candidates = Vec::with_capacity(moves.len());
        for played in moves {
            let next = game.play(position, slice::from_ref(&played))?;
            let goal = match self.known(game, &next) {
                Some(known) => known[role.0],
                None if game.over(&next)? => {
                    ForcedGoal::exact(game.goal(&next, role)?, Distance::Plies(0))
                }
                None => ForcedGoal::UNKNOWN,
            };
            candidates.push(Candidate {
                played,
                position: next,
                goal,
            });
        }
        Ok(candidates)
    }

    /// The moves from the best one on, to the end of the game or as far as the table has them. Where
    /// nobody can force an end, the line is one move.
    fn line<G: FastPaths>(
        &self,
        game: &G,
        first: Candidate<G>,
        goal: ForcedGoal,
    ) -> Search<G, Vec<G::Move>> {
        let most = match goal.distance {
            Distance::Plies(plies) => MAX_PLIES.min(plies as usize),
            Distance::Endless => 1,
            Distance::Unknown => MAX_PLIES,
        };
        let mut line = vec![first.played];
        let mut position = first.position;
        while line.len() < most {
            let Turn::Single(role, moves) = game.turn(&position)? else {
                break;
            };
            let candidates = self.candidates(game, &position, role, moves)?;
            let known = self.known_goal(game, &position, role);
            let Some(next) = known.and_then(|goal| keeping(candidates, goal)) else {
                break;
            };
            line.push(next.played);
            position = next.position;
        }
        Ok(line)
    }
}

/// The best move that keeps a goal.
fn keeping<G: Game>(candidates: Vec<Candidate<G>>, goal: ForcedGoal) -> Option<Candidate<G>> {
    let keeps = |candidate: &Candidate<G>| candidate.goal.least >= goal.least;
    let keeping = candidates.into_iter().filter(keeps);
    keeping.min_by_key(|candidate| haste(candidate.goal))
}

/// The less, the better the way to a goal: quick to good ends, slow to bad ones.
fn haste(known: ForcedGoal) -> (Reverse<u8>, i64) {
    let value = Value::from_goal(known.least);
    let plies = match known.distance {
        Distance::Plies(plies) => i64::from(plies),
        Distance::Endless | Distance::Unknown => i64::from(u32::MAX),
    };
    let haste = match value < Value::DRAW {
        true => -plies,
        false => plies,
    };
    (Reverse(known.least), haste)
}

/// The value of a known goal, at its distance if that is known.
fn value(known: ForcedGoal) -> Value {
    let value = Value::from_goal(known.least);
    match known.distance {
        Distance::Plies(plies) => value.delayed(plies as usize),
        Distance::Endless | Distance::Unknown => value,
    }
}

/// The value of each move, if all are known.
fn root_moves<G: Game>(candidates: &[Candidate<G>]) -> Option<Vec<RootMove<G::Move>>> {
    let valued = candidates.iter().map(|candidate| {
        candidate.goal.goal()?;
        let later = match candidate.goal.distance {
            Distance::Plies(plies) => Distance::Plies(plies + 1),
            distance => distance,
        };
        Some(RootMove {
            played: candidate.played.clone(),
            value: value(ForcedGoal {
                distance: later,
                ..candidate.goal
            }),
            playouts: 0,
        })
    });
    valued.collect()
}

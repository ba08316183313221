//! The order in which the moves of a position are searched.
//!
//! By default it is the order of the game; on request that of the static values of the positions
//! after the moves. Ordering moves requires playing them all, so their positions are kept: this
//! costs memory along one line, and avoids playing each move twice.

use std::cmp::Reverse;

use super::choice::Aim;
use super::node::Branch;
use super::value::Value;
use super::walk::{Search, Walk};
use crate::game::Game;

impl<G: Game> Walk<'_, G> {
    /// The moves of a position that lies `ply` plies below the root, in the order in which they are
    /// searched.
    pub(super) fn branches(
        &self,
        position: &G::Position,
        ply: usize,
        aim: Aim,
        moves: Vec<G::Move>,
    ) -> Search<G, Vec<Branch<G>>> {
        if !self.options.order {
            return Ok(moves
                .into_iter()
                .map(|played| Branch {
                    played,
                    child: None,
                })
                .collect());
        }
        let mut valued = Vec::with_capacity(moves.len());
        for played in moves {
            let child = self.play(position, &played)?;
            valued.push((
                self.static_value(&child, ply + 1)?,
                Branch {
                    played,
                    child: Some(child),
                },
            ));
        }
        match aim {
            Aim::Greatest => valued.sort_by_key(|(value, _)| Reverse(*value)),
            Aim::Least => valued.sort_by_key(|(value, _)| *value),
        }
        Ok(valued.into_iter().map(|(_, branch)| branch).collect())
    }

    /// The value of a position without a search.
    fn static_value(&self, position: &G::Position, ply: usize) -> Search<G, Value> {
        if self.game.over(position)? {
            self.result(position, ply)
        } else {
            self.estimate(position)
        }
    }

    /// The move of a branch, and the position after it.
    pub(super) fn enter(
        &self,
        position: &G::Position,
        branch: Branch<G>,
    ) -> Search<G, (G::Move, Box<G::Position>)> {
        let child = match branch.child {
            Some(child) => child,
            None => self.play(position, &branch.played)?,
        };
        Ok((branch.played, child))
    }
}

//! Moves that keep the value of a position, the quickest to the end.

use std::slice;

use rustc_hash::FxHashMap;

use super::Retrograde;
use super::graph::PositionNumber;
use super::role_values::RoleValues;
use crate::game::{FastPaths, Role, Turn};
use crate::search::meter::Meter;
use crate::search::solve::LineEnd;
use crate::search::walk::Search;

/// The positions of a line in which nobody can force an end, by fingerprint, with the plies to them.
type Passed = FxHashMap<u128, usize>;

impl Retrograde {
    /// A line in which the role forces its value and the others allow no more. The side for which the
    /// end is good takes the shortest way, the other one the longest; where nobody can force an end,
    /// the line goes on until a position comes back. Of equal moves it has the first in the order of
    /// the game.
    pub fn line<G: FastPaths>(
        &self,
        game: &G,
        position: &G::Position,
        role: Role,
        meter: &mut Meter,
    ) -> Search<G, (Vec<G::Move>, LineEnd)> {
        let mut line = Vec::new();
        let mut passed = Passed::default();
        let mut position = position.clone();
        loop {
            meter.count_more(0)?;
            let is_endless = self.is_endless(game, &position, role);
            if is_endless
                && let Some(plies) = passed.insert(game.fingerprint(&position), line.len())
            {
                return Ok((line, LineEnd::ComesBack { plies }));
            }
            let next = match is_endless {
                true => self.endless_move(game, &position, role, &passed)?,
                false => self.quickest_move(game, &position, role)?,
            };
            let Some((_, played, after)) = next else {
                return Ok((line, LineEnd::Quickest));
            };
            line.push(played);
            position = after;
        }
    }

    /// The first move that leads to the forced end as quickly as the side that forces it can and the
    /// other one must, with its index; `None` if the game is over.
    pub fn quickest_move<G: FastPaths>(
        &self,
        game: &G,
        position: &G::Position,
        role: Role,
    ) -> Search<G, Option<(usize, G::Move, G::Position)>> {
        let Some((ends, end)) = self
            .values_for(role)
            .forced(self.known_number(game, position))
        else {
            return Ok(None);
        };
        self.first_move(game, position, |number| {
            ends.end(number).is_some_and(|after| {
                after.value == end.value && after.plies.checked_add(1) == Some(end.plies)
            })
        })
    }

    /// The first move after which still nobody can force an end, but rather one to a position of the
    /// line.
    fn endless_move<G: FastPaths>(
        &self,
        game: &G,
        position: &G::Position,
        role: Role,
        passed: &Passed,
    ) -> Search<G, Option<(usize, G::Move, G::Position)>> {
        let values = self.values_for(role);
        let is_endless = |number| values.forced(number).is_none();
        let mut first = None;
        let Turn::Single(_, moves) = game.turn(position)? else {
            return Ok(None);
        };
        for (index, played) in moves.into_iter().enumerate() {
            let after = game.play(position, slice::from_ref(&played))?;
            if !is_endless(self.known_number(game, &after)) {
                continue;
            }
            if passed.contains_key(&game.fingerprint(&after)) {
                return Ok(Some((index, played, after)));
            }
            first.get_or_insert((index, played, after));
        }
        Ok(first)
    }

    /// The first move to a position of which the condition holds.
    fn first_move<G: FastPaths>(
        &self,
        game: &G,
        position: &G::Position,
        is_right: impl Fn(PositionNumber) -> bool,
    ) -> Search<G, Option<(usize, G::Move, G::Position)>> {
        let Turn::Single(_, moves) = game.turn(position)? else {
            return Ok(None);
        };
        for (index, played) in moves.into_iter().enumerate() {
            let after = game.play(position, slice::from_ref(&played))?;
            if is_right(self.known_number(game, &after)) {
                return Ok(Some((index, played, after)));
            }
        }
        Ok(None)
    }

    fn is_endless<G: FastPaths>(&self, game: &G, position: &G::Position, role: Role) -> bool {
        let values: &RoleValues = self.values_for(role);
        values.forced(self.known_number(game, position)).is_none()
    }
}

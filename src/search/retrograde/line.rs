//! Moves that keep the value of a position, the quickest to the end.

use std::slice;

use rustc_hash::FxHashMap;

use super::Retrograde;
use super::forced_ends::{ForcedEnd, ForcedEnds};
use super::graph::PositionNumber;
use super::role_values::RoleValues;
use crate::game::{FastPaths, Game, Role, Turn};
use crate::search::meter::Meter;
use crate::search::solve::LineEnd;
use crate::search::walk::Search;

/// A legal move.
struct NextMove<G: Game> {
    /// Its index in the list of moves.
    index: usize,
    played: G::Move,
    /// The position after it.
    position: G::Position,
    number: PositionNumber,
}

/// The positions of a line in which nobody can force an end, by fingerprint, with the plies to them.
type Passed = FxHashMap<u128, usize>;

impl Retrograde {
    /// A line in which the role forces its value and the others allow no more. The side that forces
    /// the end takes the shortest way, the other one the longest; where nobody can force an end, the
    /// line goes on until a position comes back. Of equal moves it has the first in the order of the
    /// game.
    pub fn line<G: FastPaths>(
        &self,
        game: &G,
        position: &G::Position,
        role: Role,
        meter: &mut Meter,
    ) -> Search<G, (Vec<G::Move>, LineEnd)> {
        let values = self.values_for(role);
        let mut line = Vec::new();
        let mut passed = Passed::default();
        let mut position = position.clone();
        loop {
            meter.count_more(0)?;
            let moves = self.next_moves(game, &position)?;
            let next = match values.forced(self.known_number(game, &position)) {
                Some(forced) => quickest(moves, forced),
                None => {
                    let fingerprint = game.fingerprint(&position);
                    if let Some(plies) = passed.insert(fingerprint, line.len()) {
                        return Ok((line, LineEnd::ComesBack { plies }));
                    }
                    endless(game, moves, values, &passed)
                }
            };
            let Some(next) = next else {
                return Ok((line, LineEnd::Quickest));
            };
            line.push(next.played);
            position = next.position;
        }
    }

    /// The index of the first move of a quickest way to the end; `None` if the game is over or nobody
    /// can force an end.
    pub fn quickest_move<G: FastPaths>(
        &self,
        game: &G,
        position: &G::Position,
        role: Role,
    ) -> Search<G, Option<usize>> {
        let moves = self.next_moves(game, position)?;
        let number = self.known_number(game, position);
        let forced = self.values_for(role).forced(number);
        let next = forced.and_then(|forced| quickest(moves, forced));
        Ok(next.map(|next| next.index))
    }

    /// The moves of a position; none if the game is over.
    fn next_moves<G: FastPaths>(
        &self,
        game: &G,
        position: &G::Position,
    ) -> Search<G, Vec<NextMove<G>>> {
        let Turn::Single(_, moves) = game.turn(position)? else {
            return Ok(Vec::new());
        };
        let next = |(index, played): (usize, G::Move)| {
            let position = game.play(position, slice::from_ref(&played))?;
            Ok(NextMove {
                index,
                played,
                number: self.known_number(game, &position),
                position,
            })
        };
        moves.into_iter().enumerate().map(next).collect()
    }
}

/// The first move that leads to the forced end as quickly as the side that forces it can and the
/// other one must.
fn quickest<G: Game>(
    moves: Vec<NextMove<G>>,
    (ends, end): (&ForcedEnds, ForcedEnd),
) -> Option<NextMove<G>> {
    let keeps_way = |after: ForcedEnd| after.value == end.value && after.plies + 1 == end.plies;
    moves
        .into_iter()
        .find(|next| ends.end(next.number).is_some_and(keeps_way))
}

/// The first move after which still nobody can force an end; rather one to a position of the line.
fn endless<G: FastPaths>(
    game: &G,
    mut moves: Vec<NextMove<G>>,
    values: &RoleValues,
    passed: &Passed,
) -> Option<NextMove<G>> {
    moves.retain(|next| values.forced(next.number).is_none());
    let comes_back = |next: &NextMove<G>| passed.contains_key(&game.fingerprint(&next.position));
    let place = moves.iter().position(comes_back).unwrap_or(0);
    moves.into_iter().nth(place)
}

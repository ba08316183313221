//! Threats: the squares on which another role could take what stands there with its next move, or win the game.
//!
//! The role to move plays first, so a threat is what most of its moves would allow. Knows nothing of how a game takes
//! a piece: a piece is taken if it is gone after a move, or another one stands in its place.

use std::collections::{BTreeMap, BTreeSet};

use super::limits;
use super::protocol::Threats;
use super::searched::Standpoint;
use super::stop::IsStopped;
use crate::clock;
use crate::game::{Board, Game, Move, Piece, Position, Role, Turn};
use crate::picture::Appearance;
use crate::session::{Explain, Trouble};

/// The moves of the role to move that are tried; of more, as many are taken at equal distances.
const MOVES: usize = 12;

/// After how many of the moves that leave a square alone it can be taken, or the game be won on it.
#[derive(Default)]
struct Count {
    alone: usize,
    taken: usize,
    won: usize,
}

/// The squares that another role threatens in a position.
pub fn threats(from: &Standpoint, is_stopped: IsStopped<'_>) -> Result<Threats, Trouble> {
    let (rules, position) = (from.rules(), &from.position);
    let turn = rules.turn(position).explain(rules)?;
    let board = rules.board(position).explain(rules)?;
    let (Turn::Single(role, moves), Some(board)) = (turn, board) else {
        return Ok(Threats::default());
    };
    let elapsed = clock::stopwatch();
    let must_end = || is_stopped() || elapsed() > limits::THREAT_TIME;
    let mut counts: BTreeMap<String, Count> = BTreeMap::new();
    for played in moves.iter().step_by(moves.len().div_ceil(MOVES).max(1)) {
        let next = rules.play(position, std::slice::from_ref(played));
        let next = next.explain(rules)?;
        let replies = Replies::to(from, role, &next, &must_end)?;
        if must_end() {
            break;
        }
        let Some(replies) = replies else { continue };
        for (column, row) in board.squares() {
            let is_alone = board.glyph(column, row) == replies.board.glyph(column, row);
            let name = board.square_name(column, row).filter(|_| is_alone);
            let Some(name) = name else { continue };
            let (taken, won) = (replies.taken.contains(&name), replies.won.contains(&name));
            let count = counts.entry(name).or_default();
            count.alone += 1;
            count.taken += usize::from(taken);
            count.won += usize::from(won);
        }
    }
    if is_stopped() {
        return Err(Trouble::Stopped("stopped".to_owned()));
    }
    let most = |number: fn(&Count) -> usize| {
        let mostly = counts
            .iter()
            .filter(move |(_, count)| number(count) > 0 && 2 * number(count) >= count.alone);
        mostly.map(|(name, _)| name.clone()).collect()
    };
    Ok(Threats {
        taken: most(|count| count.taken),
        won: most(|count| count.won),
    })
}

/// What the moves of another role do in a position.
struct Replies {
    board: Board,
    taken: BTreeSet<String>,
    won: BTreeSet<String>,
}

impl Replies {
    /// The replies to a move of `role`; `None` if no other role is alone to move, or the search must end.
    fn to(
        from: &Standpoint,
        role: Role,
        position: &Position,
        must_end: &dyn Fn() -> bool,
    ) -> Result<Option<Self>, Trouble> {
        let rules = from.rules();
        let turn = rules.turn(position).explain(rules)?;
        let board = rules.board(position).explain(rules)?;
        let (Turn::Single(other, moves), Some(board)) = (turn, board) else {
            return Ok(None);
        };
        if other == role {
            return Ok(None);
        }
        let mut replies = Replies {
            board,
            taken: BTreeSet::new(),
            won: BTreeSet::new(),
        };
        let mut starts = BTreeSet::new();
        for played in &moves {
            if must_end() {
                return Ok(None);
            }
            let way = replies.look(from, position, other, played)?;
            // What its own role can move is not taken by it: a castling rook, a pit that is sown.
            starts.extend(way.into_iter().next());
        }
        replies.taken.retain(|square| !starts.contains(square));
        Ok(Some(replies))
    }

    /// Looks at a reply. Returns its way.
    fn look(
        &mut self,
        from: &Standpoint,
        position: &Position,
        other: Role,
        played: &Move,
    ) -> Result<Vec<String>, Trouble> {
        let rules = from.rules();
        let after = rules.play(position, std::slice::from_ref(played));
        let after = after.explain(rules)?;
        let way = rules.path(position, played).explain(rules)?;
        if rules.over(&after).explain(rules)? && rules.goal(&after, other).explain(rules)? == 100 {
            self.won.extend(way.last().cloned());
        }
        if let Some(now) = rules.board(&after).explain(rules)? {
            let board = &self.board;
            let taken = board
                .squares()
                .filter(|square| is_taken(&from.appearance, board, &now, *square));
            self.taken
                .extend(taken.filter_map(|(column, row)| board.square_name(column, row)));
        }
        Ok(way)
    }
}

/// Whether what stands on a square of one board is taken in another.
fn is_taken(
    appearance: &Appearance,
    before: &Board,
    after: &Board,
    (column, row): (usize, usize),
) -> bool {
    let piece = |board: &Board| {
        board
            .glyph(column, row)
            .and_then(|glyph| appearance.piece(glyph))
    };
    match (piece(before), piece(after)) {
        (None | Some(Piece::Wall | Piece::Seeds(0)), _) => false,
        // Seeds come and go with each move.
        (Some(Piece::Seeds(_)), Some(Piece::Seeds(left))) => left == 0,
        (one, other) => one != other,
    }
}

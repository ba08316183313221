//! Steps of the searches that walk along a [`PositionStack`]: who is to move, and which moves the
//! indices of a line stand for.

use super::error::SearchError;
use super::walk::{Search, child};
use crate::game::{Game, Mover, PositionStack, Role, Turn};

/// The result of a step of a search whose game has the error `E`.
pub(super) type StepResult<E, T> = Result<T, SearchError<E>>;

/// Lists the moves of the top position, at least one, and returns the role that has them; `None` if
/// the game is over. The position lies `ply` plies below the root.
pub(super) fn role_to_move<E: std::error::Error>(
    stack: &mut dyn PositionStack<Error = E>,
    ply: usize,
) -> StepResult<E, Option<Role>> {
    match stack.expand()? {
        Mover::Nobody => Ok(None),
        Mover::Several => Err(SearchError::JointTurn { ply }),
        Mover::One(role) if stack.moves().is_empty() => Err(SearchError::NoMoves { role, ply }),
        Mover::One(role) => Ok(Some(role)),
    }
}

/// The moves with these indices in the lists of moves, one after the other.
pub(super) fn moves_of_line<G: Game>(
    game: &G,
    position: &G::Position,
    indices: &[usize],
) -> Search<G, Vec<G::Move>> {
    let mut line = Vec::with_capacity(indices.len());
    let mut position = Box::new(position.clone());
    for &index in indices {
        let Turn::Single(_, mut moves) = game.turn(&position)? else {
            unreachable!("a move was played here")
        };
        let played = moves.swap_remove(index);
        position = child(game, &position, std::slice::from_ref(&played))?;
        line.push(played);
    }
    Ok(line)
}

//! Playouts: random games, to see that rules lead to an end and to estimate who is better off.

use super::error::SearchError;
use super::walk::Search;
use crate::game::{Game, Role, Step};

/// How a random game went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Playout<P> {
    /// The last position.
    pub position: P,
    /// Plies played; moves made at once are one ply.
    pub plies: usize,
    /// The goal of each role, in the order of roles; none if the limit of plies came before the end.
    pub goals: Option<Vec<u8>>,
}

/// Plays at random from a position to the end of the game, or for at most `limit` plies. Every legal
/// move is as likely as any other; roles that move at once choose each on its own. The
/// same seed gives the same game.
///
/// # Errors
/// [`SearchError::Game`] when the rules cannot be followed, [`SearchError::NoMoves`] when the game breaks
/// its contract.
pub fn playout<G: Game>(
    game: &G,
    position: &G::Position,
    limit: usize,
    random: &mut fastrand::Rng,
) -> Result<Playout<G::Position>, SearchError<G::Error>> {
    let mut position = position.clone();
    let (plies, step) = game.play_on(&mut position, limit, &mut |moves| random.usize(..moves))?;
    let is_over = match step {
        Step::Stuck(role) => return Err(SearchError::NoMoves { role, ply: plies }),
        Step::Over => true,
        Step::Played => game.over(&position)?,
    };
    let goals = is_over.then(|| goals(game, &position)).transpose()?;
    Ok(Playout { position, plies, goals })
}

/// The goal of each role in a finished game.
pub(super) fn goals<G: Game>(game: &G, position: &G::Position) -> Search<G, Vec<u8>> {
    (0..game.role_count()).map(|role| Ok(game.goal(position, Role(role))?)).collect()
}

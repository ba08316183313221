//! Playouts: random games, to see that rules lead to an end and to estimate who is better off.

use super::error::SearchError;
use super::walk::Search;
use crate::game::{Game, Role, Turn};

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
    let mut plies = 0;
    loop {
        let movers = match game.turn(&position)? {
            Turn::Over => {
                let goals = Some(goals(game, &position)?);
                return Ok(Playout { position, plies, goals });
            }
            Turn::Single(role, moves) => vec![(role, moves)],
            Turn::Joint(movers) => movers,
        };
        if plies == limit {
            return Ok(Playout { position, plies, goals: None });
        }
        let moves = choose::<G>(movers, plies, random)?;
        position = game.play(&position, &moves)?;
        plies += 1;
    }
}

/// One move for each role.
fn choose<G: Game>(
    movers: Vec<(Role, Vec<G::Move>)>,
    ply: usize,
    random: &mut fastrand::Rng,
) -> Search<G, Vec<G::Move>> {
    movers.into_iter().map(|(role, moves)| random.choice(moves).ok_or(SearchError::NoMoves { role, ply })).collect()
}

/// The goal of each role in a finished game.
pub(super) fn goals<G: Game>(game: &G, position: &G::Position) -> Search<G, Vec<u8>> {
    (0..game.role_count()).map(|role| Ok(game.goal(position, Role(role))?)).collect()
}

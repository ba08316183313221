//! The first plies of a game, which the players do not choose.

use super::game::{IsStopped, at_random, movers};
use crate::game::{Game, Move, Position, Rules};
use crate::session::{Explain, Trouble};

/// The first plies of a game, and the position after them.
#[derive(Clone, Debug)]
pub struct Opening {
    /// The position after them.
    pub position: Position,
    /// The moves of each ply.
    pub plies: Vec<Vec<Move>>,
}

impl Opening {
    /// Returns an opening without plies.
    #[must_use]
    pub fn at(position: Position) -> Self {
        Opening {
            position,
            plies: Vec::new(),
        }
    }

    /// Returns an opening of random plies from `start`. It ends before the game does. The same seed
    /// gives the same plies.
    ///
    /// # Errors
    /// When the rules cannot be followed, or the work has to stop.
    pub fn at_random(
        rules: &Rules,
        start: &Position,
        plies: usize,
        seed: u64,
        is_stopped: IsStopped<'_>,
    ) -> Result<Self, Trouble> {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut opening = Opening::at(start.clone());
        while opening.plies.len() < plies {
            if is_stopped() {
                return Err(Trouble::Stopped("stopped".to_owned()));
            }
            let movers = movers(rules, &opening.position)?;
            if movers.is_empty() {
                break;
            }
            let chosen: Vec<Move> = movers
                .into_iter()
                .map(|(_, moves)| at_random(&mut random, moves))
                .collect();
            let next = rules.play(&opening.position, &chosen).explain(rules)?;
            if rules.over(&next).explain(rules)? {
                break;
            }
            opening.position = next;
            opening.plies.push(chosen);
        }
        Ok(opening)
    }
}

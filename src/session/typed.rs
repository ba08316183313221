//! Plies that a person types.

use super::trouble::{Explain, Trouble};
use crate::game::{FindMoveError, Game, Move, Position, Role, Rules};

/// A ply that was played.
#[derive(Clone, Debug)]
pub struct Played {
    /// The position after it.
    pub position: Position,
    /// The ply in the notation of the rules; simultaneous moves are joined with `+`.
    pub written: String,
    /// Its moves, one of each role that was to move.
    pub moves: Vec<Move>,
}

/// Plays a typed ply: one move for one role, moves joined with `+` for several roles.
///
/// # Errors
/// When the rules cannot be followed. The inner error says why the text is no legal ply.
pub fn play_typed(
    rules: &Rules,
    position: &Position,
    typed: &str,
) -> Result<Result<Played, String>, Trouble> {
    if let Some(fault) = rules.lacking().first() {
        return Ok(Err(fault.title.clone()));
    }
    let movers = rules.turn(position).explain(rules)?.into_movers();
    if movers.is_empty() {
        return Ok(Err(format!(
            "`{typed}` cannot be played, because the game is over"
        )));
    }
    let ply = match find_ply(rules, position, &movers, typed)? {
        Ok(ply) => ply,
        Err(reason) => return Ok(Err(reason)),
    };
    let written = rules.notations(position, &ply).explain(rules)?.join("+");
    Ok(Ok(Played {
        position: rules.play(position, &ply).explain(rules)?,
        written,
        moves: ply,
    }))
}

fn find_ply(
    rules: &Rules,
    position: &Position,
    movers: &[(Role, Vec<Move>)],
    typed: &str,
) -> Result<Result<Vec<Move>, String>, Trouble> {
    let words: Vec<&str> = if movers.len() == 1 {
        vec![typed]
    } else {
        typed.split('+').collect()
    };
    if words.len() != movers.len() {
        let reason = format!(
            "`{typed}` should be {} moves joined with `+`, one of each role",
            movers.len()
        );
        return Ok(Err(reason));
    }
    let mut ply = Vec::new();
    for ((_, legal), word) in movers.iter().zip(words) {
        match rules.find_move(position, legal, word) {
            Ok(found) => ply.push(found),
            Err(FindMoveError::Rules(error)) => return Err(error).explain(rules),
            Err(reason) => return Ok(Err(reason.to_string())),
        }
    }
    Ok(Ok(ply))
}

//! Who plays a role.

use std::fmt;

use crate::game::Rules;
use crate::search::TranspositionTable;
use crate::session::Strength;
use crate::session::suggestion::unknown;

/// Who plays a role.
#[derive(Clone, Debug)]
pub enum Player {
    /// A person, who types moves.
    Person,
    /// A search.
    Computer(Strength),
    /// Chance: every legal move is as likely as any other.
    Random,
}

impl Player {
    /// Reads `human`, `computer`, `random` or a level. `has_clock` says that the time for the game is
    /// limited: a level without a depth and a time is then limited only by the clock.
    ///
    /// # Errors
    /// The message that there is no such player, with the known ones.
    pub fn read(
        text: &str,
        rules: &Rules,
        usual: &Strength,
        has_clock: bool,
    ) -> Result<Self, String> {
        let is_level = rules.level(text).is_some() || text.contains('=');
        match text {
            _ if is_level => {
                let is_open = has_clock && is_open(rules, text)?;
                Ok(Player::Computer(
                    Strength::of_level(rules, text)?.for_clock(is_open),
                ))
            }
            "human" => Ok(Player::Person),
            "computer" => Ok(Player::Computer(usual.clone())),
            "random" => Ok(Player::Random),
            _ => {
                let levels = rules.levels().iter().map(|level| &*level.name);
                Err(unknown(
                    "player",
                    text,
                    ["human", "computer", "random"].into_iter().chain(levels),
                ))
            }
        }
    }
}

impl Player {
    /// Reads a player of a match, which is no person.
    ///
    /// # Errors
    /// The message that there is no such player.
    pub fn of_match(text: &str, rules: &Rules, has_clock: bool) -> Result<Self, String> {
        let usual = Strength::usual(rules)?.for_clock(has_clock);
        match Player::read(text, rules, &usual, has_clock)? {
            Player::Person => {
                Err("in a match the program plays against itself: no player is a person".to_owned())
            }
            player => Ok(player),
        }
    }

    /// Returns an empty table for the searches of a game; a small one for a player who does not
    /// search.
    #[must_use]
    pub fn new_table(&self) -> TranspositionTable {
        match self {
            Player::Computer(strength) => strength.new_table(),
            Player::Person | Player::Random => TranspositionTable::new(1),
        }
    }
}

/// Whether a level says neither a depth nor a time.
///
/// # Errors
/// As for [`Strength::level`].
pub fn is_open(rules: &Rules, level: &str) -> Result<bool, String> {
    let level = Strength::level(rules, level)?;
    Ok(level.depth.is_none() && level.time.is_none() && level.playouts.is_none())
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Player::Person => f.write_str("human"),
            Player::Random => f.write_str("random"),
            Player::Computer(strength) => write!(f, "computer ({strength})"),
        }
    }
}

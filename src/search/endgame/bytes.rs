//! A table as bytes. All numbers are little-endian.
//!
//! ```text
//! 8 bytes   "REGOLAET"
//! 4         the number of the format
//! 4         the number of roles
//! 16        the fingerprint of the rules
//! 16        the lasting fingerprint of the initial position
//! 8         the number of positions
//!           for each position, in ascending order:
//! 16          its lasting fingerprint
//!             for each role:
//! 1             the goal that it can force at least
//! 1             the goal that it can force at most
//! 4             the plies to the end; 2^32 - 1 is unknown, 2^32 - 2 is no end
//! 16        the fingerprint of all bytes before
//! ```
//!
//! Bytes come from anywhere: nothing that they say is trusted. The memory for a table is less than three
//! times its bytes.

use thiserror::Error;

use super::table::{Distance, EndgameTable, ForcedGoal};
use crate::game::{FastPaths, Fingerprint};
use crate::search::value::BEST_GOAL;

const MAGIC: &[u8; 8] = b"REGOLAET";
/// The number of the format. It changes with the layout, and with how positions are named.
const FORMAT: u32 = 1;
const HEAD_BYTES: usize = 56;
const CHECKSUM_BYTES: usize = 16;
const POSITION_BYTES: usize = 16;
const GOAL_BYTES: usize = 6;
const UNKNOWN: u32 = u32::MAX;
const ENDLESS: u32 = u32::MAX - 1;

/// Why bytes are no table of a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EndgameTableError {
    /// They are something else.
    #[error("it is no endgame table")]
    NoTable,
    /// Another version of Regola has made them.
    #[error(
        "it has format {found}, and this version of Regola reads format {FORMAT}; solve the game again"
    )]
    OtherFormat {
        /// The number of the format.
        found: u32,
    },
    /// There are fewer bytes than the table has.
    #[error("its end is missing; solve the game again")]
    Torn,
    /// The bytes contradict their checksum, or themselves.
    #[error("it is damaged; solve the game again")]
    Damaged,
    /// They are the table of other rules.
    #[error("it is of other rules, or of this rule file before a change; solve the game again")]
    OtherRules,
    /// They are the table of these rules, but name positions in another way.
    #[error("another version of Regola has written it; solve the game again")]
    OtherNames,
}

/// The first bytes of a table.
struct Head {
    roles: u32,
    rules: u128,
    start: u128,
    positions: u64,
}

impl Head {
    /// The number of bytes of a table with this head.
    fn length(&self) -> Option<usize> {
        let of_goals = GOAL_BYTES.checked_mul(self.roles as usize)?;
        let of_entries = (POSITION_BYTES.checked_add(of_goals)?)
            .checked_mul(usize::try_from(self.positions).ok()?)?;
        of_entries.checked_add(HEAD_BYTES + CHECKSUM_BYTES)
    }
}

impl EndgameTable {
    /// The table as bytes. `rules` stands for the rules of the game, such as
    /// [`Rules::fingerprint`](crate::game::Rules::fingerprint).
    pub fn to_bytes<G: FastPaths>(&self, game: &G, rules: u128) -> Vec<u8> {
        let head = Head {
            roles: self.roles() as u32,
            rules,
            start: game.lasting_fingerprint(&game.initial()),
            positions: self.len() as u64,
        };
        let mut bytes = Vec::with_capacity(head.length().unwrap_or(0));
        bytes.extend(MAGIC);
        bytes.extend(FORMAT.to_le_bytes());
        bytes.extend(head.roles.to_le_bytes());
        bytes.extend(head.rules.to_le_bytes());
        bytes.extend(head.start.to_le_bytes());
        bytes.extend(head.positions.to_le_bytes());
        for (position, goals) in self.entries() {
            bytes.extend(position.to_le_bytes());
            goals.iter().for_each(|goal| write_goal(*goal, &mut bytes));
        }
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }

    /// Reads a table of this game from bytes. `rules` is as for [`to_bytes`](Self::to_bytes).
    ///
    /// # Errors
    /// Why the bytes are no table of the game.
    pub fn from_bytes<G: FastPaths>(
        bytes: &[u8],
        game: &G,
        rules: u128,
    ) -> Result<Self, EndgameTableError> {
        let mut reader = Reader { rest: bytes };
        let head = reader.head()?;
        let length = head.length().ok_or(EndgameTableError::Torn)?;
        match bytes.len().cmp(&length) {
            std::cmp::Ordering::Less => return Err(EndgameTableError::Torn),
            std::cmp::Ordering::Greater => return Err(EndgameTableError::Damaged),
            std::cmp::Ordering::Equal => {}
        }
        let (checked, sum) = bytes.split_at(length - CHECKSUM_BYTES);
        if checksum(checked).to_le_bytes() != sum {
            return Err(EndgameTableError::Damaged);
        }
        if head.rules != rules {
            return Err(EndgameTableError::OtherRules);
        }
        if head.start != game.lasting_fingerprint(&game.initial()) {
            return Err(EndgameTableError::OtherNames);
        }
        if head.roles as usize != game.role_count() {
            return Err(EndgameTableError::Damaged);
        }
        reader.entries(&head)
    }
}

fn checksum(bytes: &[u8]) -> u128 {
    Fingerprint::of_bytes(bytes)
}

fn write_goal(goal: ForcedGoal, bytes: &mut Vec<u8>) {
    let plies = match goal.distance {
        Distance::Plies(plies) => plies.min(ENDLESS - 1),
        Distance::Endless => ENDLESS,
        Distance::Unknown => UNKNOWN,
    };
    bytes.extend([goal.least, goal.most]);
    bytes.extend(plies.to_le_bytes());
}

/// The bytes that are not read yet.
struct Reader<'a> {
    rest: &'a [u8],
}

impl Reader<'_> {
    /// The next bytes.
    fn take<const N: usize>(&mut self) -> Result<[u8; N], EndgameTableError> {
        let (taken, rest) = self
            .rest
            .split_first_chunk::<N>()
            .ok_or(EndgameTableError::Torn)?;
        self.rest = rest;
        Ok(*taken)
    }

    fn head(&mut self) -> Result<Head, EndgameTableError> {
        if !self.rest.starts_with(MAGIC) {
            return Err(EndgameTableError::NoTable);
        }
        self.take::<{ MAGIC.len() }>()?;
        let found = u32::from_le_bytes(self.take()?);
        if found != FORMAT {
            return Err(EndgameTableError::OtherFormat { found });
        }
        Ok(Head {
            roles: u32::from_le_bytes(self.take()?),
            rules: u128::from_le_bytes(self.take()?),
            start: u128::from_le_bytes(self.take()?),
            positions: u64::from_le_bytes(self.take()?),
        })
    }

    /// The positions with their goals. The bytes are as many as the head says.
    fn entries(&mut self, head: &Head) -> Result<EndgameTable, EndgameTableError> {
        let count = head.positions as usize;
        let roles = head.roles as usize;
        let mut positions: Vec<u128> = Vec::with_capacity(count);
        let mut goals = Vec::with_capacity(count * roles);
        for _ in 0..count {
            let position = u128::from_le_bytes(self.take()?);
            if positions.last().is_some_and(|last| *last >= position) {
                return Err(EndgameTableError::Damaged);
            }
            positions.push(position);
            for _ in 0..roles {
                goals.push(self.goal()?);
            }
        }
        Ok(EndgameTable::new(roles, positions, goals))
    }

    fn goal(&mut self) -> Result<ForcedGoal, EndgameTableError> {
        let [least, most] = self.take()?;
        if least > most || most > BEST_GOAL {
            return Err(EndgameTableError::Damaged);
        }
        let distance = match u32::from_le_bytes(self.take()?) {
            UNKNOWN => Distance::Unknown,
            ENDLESS => Distance::Endless,
            plies => Distance::Plies(plies),
        };
        if least < most && distance != Distance::Unknown {
            return Err(EndgameTableError::Damaged);
        }
        Ok(ForcedGoal {
            least,
            most,
            distance,
        })
    }
}

//! Floor 5: records of games, in the form of PGN. (S. J. Edwards, "Portable Game Notation
//! Specification and Implementation Guide", 1994.)
//!
//! A record has tags, the plies in the notation of the rules with comments and variations, and the
//! result. The form is that of PGN for any game: [`GameResult`] and [`GameRecord::text`] say what it
//! adds. This room knows the rules of a game only where a record [begins](GameRecord::begin),
//! [ends](GameRecord::end) or is [played again](RecordedGame::replay).
//!
//! ```text
//! notes    comments and variations beside a line of play
//! result   the result of a game, as PGN writes it
//! played   the tags of a game by the rules, of its players and its end
//! written  the text of a record
//! token    the words of such a text, with their places
//! read     the records of a text; reading: the line and the variations that are being read
//! replay   a record played by the rules
//! ```

mod notes;
mod played;
mod read;
mod reading;
mod replay;
mod result;
mod token;
mod written;

pub use notes::{LineNotes, RecordVariation};
pub use played::{OPENING_PLIES, RecordEnd};
pub use read::{RecordFile, RecordedGame};
pub use result::GameResult;

/// A game as a record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameRecord {
    /// The tags in their order, such as `Game` or `Result`. The names are letters, digits and `_`.
    pub tags: Vec<RecordTag>,
    /// The plies in the notation of the rules.
    pub plies: Vec<RecordPly>,
    /// The comments on them, and the plies that could have been played in their place.
    pub notes: LineNotes,
    /// The result; also the value of the tag `Result`.
    pub result: GameResult,
}

/// The moves of a ply in the notation of the rules: one, or one of each role that moves at once, in
/// the order of the roles.
pub type RecordPly = Vec<String>;

/// A name with a value that says something of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordTag {
    /// The name.
    pub name: String,
    /// The value.
    pub value: String,
}

impl GameRecord {
    /// Returns the value of a tag.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        let tag = self.tags.iter().find(|tag| tag.name == name)?;
        Some(&tag.value)
    }

    /// Adds a tag after the others.
    pub fn add_tag(&mut self, name: impl Into<String>, value: impl ToString) {
        self.tags.push(RecordTag {
            name: name.into(),
            value: value.to_string(),
        });
    }
}

/// The tags to which this room gives a meaning.
pub mod tag {
    /// The result of the game.
    pub const RESULT: &str = "Result";
    /// How the game ended.
    pub const TERMINATION: &str = "Termination";
    /// The facts of the first position, if it is not the start of the game.
    pub const POSITION: &str = "Position";
    /// The path of the rule file, or the name of a game that is part of the program.
    pub const FILE: &str = "File";
    /// The value of [`TERMINATION`] for a game that ended by its rules.
    pub const NORMAL: &str = "normal";
}

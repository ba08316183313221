//! The messages about the gallery of a folder. They are answers to requests of HTTP, not to questions to a
//! desk.

use serde::Serialize;

/// What a gallery shows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LibraryContents {
    /// The folder; empty for the present one.
    pub folder: String,
    /// The games of the folder, by their titles.
    pub games: Vec<GameCard>,
    /// Those of them that were used, by [`GameCard::game`], the last ones first.
    pub used: Vec<String>,
    /// The texts with which a new game can begin. `NAME` stands for its title.
    pub templates: Vec<GameTemplate>,
    /// The games of the program, which can be copied into the folder, by their titles.
    pub shipped: Vec<GameCard>,
}

/// A game of a gallery.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GameCard {
    /// The name of its rule file.
    pub game: String,
    /// Its title; the name of the file without its ending if it has none.
    pub title: String,
    /// The first sentence of the comment at the head of the file; may be empty.
    pub about: String,
    /// A hash of the text of the file: with another one, its picture may be another.
    pub version: String,
}

/// A text with which a new game can begin.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GameTemplate {
    /// What kind of game it is.
    pub name: String,
    /// The text of the rule file.
    pub text: &'static str,
}

/// The first position of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum FirstPicture {
    /// As SVG.
    Svg(String),
    /// Why it cannot be drawn, in one line.
    Fault(String),
}

/// A new rule file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AddedGame {
    /// Its name.
    pub game: String,
}

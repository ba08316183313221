//! The rule files that a program brings along, for new files of a folder.

use super::protocol::{GameCard, GameTemplate};
use super::summary;
use crate::syntax::load::{MemoryReader, load};

/// A rule file that is part of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedText {
    /// Its name, without an ending.
    pub name: String,
    /// Its text.
    pub text: &'static str,
}

/// What a program brings along.
#[derive(Clone, Debug, Default)]
pub struct ShippedRules {
    /// The texts with which a new game can begin. `NAME` in them stands for its title.
    pub templates: Vec<NamedText>,
    /// Games, and files that they use.
    pub files: Vec<NamedText>,
}

impl ShippedRules {
    /// The templates.
    pub(super) fn templates(&self) -> Vec<GameTemplate> {
        let template = |NamedText { name, text }: &NamedText| GameTemplate {
            name: name.clone(),
            text,
        };
        self.templates.iter().map(template).collect()
    }

    /// The games, by their titles.
    pub(super) fn games(&self) -> Vec<GameCard> {
        let games = self.files.iter();
        let games = games.filter(|file| summary::declares_a_game(file.text));
        let mut cards: Vec<GameCard> = games
            .map(|file| summary::card(file_name(file), file.text))
            .collect();
        cards.sort_by_cached_key(|card| card.title.to_lowercase());
        cards
    }

    /// Reads all files.
    pub(super) fn reader(&self) -> MemoryReader {
        let files = self.files.iter();
        files.fold(MemoryReader::new(), |reader, file| {
            reader.with(&file_name(file), file.text)
        })
    }

    /// The file `game` and those that it uses, with their texts, the main file first; `None` if there is no
    /// such game.
    pub(super) fn files_of(&self, game: &str) -> Option<Vec<(String, String)>> {
        self.files.iter().find(|file| file_name(file) == game)?;
        let loaded = load(&self.reader(), game);
        let files = loaded.sources.iter();
        Some(
            files
                .map(|(_, source)| (source.name.to_string(), source.text.to_string()))
                .collect(),
        )
    }
}

fn file_name(file: &NamedText) -> String {
    format!("{}.rules", file.name)
}

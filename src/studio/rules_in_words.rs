//! The rules of the game in words, for players. The page shows them beside the board.

use super::protocol::{RulesInWords, ShownRules};
use super::texts::ChangedTexts;
use crate::language::{RulesSection, Workspace};

/// Returns the rules of the game with the main file `main`.
pub fn rules_in_words(texts: &ChangedTexts, main: &str) -> RulesInWords {
    let workspace = Workspace::read(texts, &[main.to_owned()]);
    let shown = |RulesSection { title, markdown }| ShownRules { title, markdown };
    RulesInWords {
        sections: workspace
            .rules_in_words(main)
            .into_iter()
            .map(shown)
            .collect(),
    }
}

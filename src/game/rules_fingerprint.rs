//! The fingerprint of a rule file: whether a file was made from the same rules.

use std::hash::Hasher;

use super::fingerprint::Fingerprint;
use super::rules::Rules;
use crate::syntax::lexeme::{LexemeKind, lexemes};

impl Rules {
    /// A fingerprint of the texts of the game. Comments do not count, nor does how much white space
    /// stands between two words.
    #[must_use]
    pub fn fingerprint(&self) -> u128 {
        let mut fingerprint = Fingerprint::default();
        for (_, source) in self.sources().iter() {
            add_text(&source.text, &mut fingerprint);
        }
        fingerprint.finish_wide()
    }
}

/// Adds the words of a text, and whether each follows the one before it at once.
fn add_text(text: &str, fingerprint: &mut Fingerprint) {
    let mut end = 0;
    let words = lexemes(text).filter(|lexeme| lexeme.kind != LexemeKind::Comment);
    for word in words {
        fingerprint.write_u8(u8::from(word.range.start == end));
        fingerprint.write(&text.as_bytes()[word.range.clone()]);
        end = word.range.end;
    }
    fingerprint.write_usize(usize::MAX);
}

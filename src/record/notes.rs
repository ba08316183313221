//! What stands beside a line of play: comments, and other plies in place of those that were played.

use std::collections::BTreeMap;

use super::RecordPly;

/// The deepest nesting of variations.
pub(super) const MAX_DEPTH: usize = 32;

/// What stands beside the plies of a line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LineNotes {
    /// Comments, by the number of plies of the line before them. White space in them is one space.
    pub comments: BTreeMap<usize, String>,
    /// The variations, in the order of the plies that they replace.
    pub variations: Vec<RecordVariation>,
}

/// Plies that could have been played in place of one of a line and those after it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RecordVariation {
    /// The number of plies of the line before the one that it replaces.
    pub at: usize,
    /// Its plies, at least one.
    pub plies: Vec<RecordPly>,
    /// What stands beside them.
    pub notes: LineNotes,
}

impl LineNotes {
    /// Whether there is nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.comments.is_empty() && self.variations.is_empty()
    }

    /// Adds a comment after the first `plies` plies.
    pub fn add_comment(&mut self, plies: usize, text: &str) {
        let words: Vec<&str> = text.split_whitespace().collect();
        if words.is_empty() {
            return;
        }
        let comment = self.comments.entry(plies).or_default();
        if !comment.is_empty() {
            comment.push(' ');
        }
        comment.push_str(&words.join(" "));
    }

    /// Adds another line, which begins as this line, `plies`, and leaves it at some ply or goes on at its
    /// end. One that goes on is a variation that begins with the last ply. The beginning of a known line
    /// is not added.
    pub fn add_line(&mut self, plies: &[RecordPly], other: &[RecordPly]) {
        let same = plies.iter().zip(other).take_while(|(one, two)| one == two);
        let same = same.count();
        if same == other.len() || plies.is_empty() {
            return;
        }
        let same = same.min(plies.len() - 1);
        let rest = &other[same..];
        let known = self
            .variations
            .iter_mut()
            .find(|known| known.at == same && known.plies.first() == rest.first());
        match known {
            Some(known) if known.plies.len() < rest.len() && rest.starts_with(&known.plies) => {
                known.plies = rest.to_vec();
            }
            Some(known) => known.notes.add_line(&known.plies, rest),
            None => {
                let variation = RecordVariation {
                    at: same,
                    plies: rest.to_vec(),
                    notes: LineNotes::default(),
                };
                let after = self.variations.partition_point(|known| known.at <= same);
                self.variations.insert(after, variation);
            }
        }
    }

    /// Adds a comment after the last of `other`, the first plies of this line, `plies`, or of a line
    /// that was added. Returns whether there is such a line.
    pub fn comment_on(&mut self, plies: &[RecordPly], other: &[RecordPly], text: &str) -> bool {
        if plies.starts_with(other) {
            self.add_comment(other.len(), text);
            return true;
        }
        self.variations.iter_mut().any(|known| {
            let rest = other.get(known.at..).unwrap_or_default();
            let leaves_here = !rest.is_empty() && plies.starts_with(&other[..known.at]);
            leaves_here && known.notes.comment_on(&known.plies, rest, text)
        })
    }
}

//! The text of a record.

use super::token::{is_bare, quoted};
use super::{GameRecord, RecordPly, tag};

/// The greatest length of a line of moves, in characters, unless a single ply is longer.
const LINE_WIDTH: usize = 80;

impl GameRecord {
    /// Returns the text of the record: the tags, with `Result` if it is not among them, and the plies
    /// up to the result. A number stands before each `round` plies; `round` is at least 1. In most
    /// games for two roles it is 2.
    ///
    /// A move is written as it is, or between double quotes if it contains white space or could be
    /// read as something else. Moves that several roles make at once stand between `<` and `>`, which
    /// PGN keeps for extensions.
    #[must_use]
    pub fn text(&self, round: usize) -> String {
        let mut text = String::new();
        for tag in &self.tags {
            text += &tag_line(&tag.name, &tag.value);
        }
        if self.tag(tag::RESULT).is_none() {
            text += &tag_line(tag::RESULT, &self.result.to_string());
        }
        text.push('\n');
        text + &lines(&self.words(round))
    }

    /// Returns the numbers, plies and the result, each as it is written.
    fn words(&self, round: usize) -> Vec<String> {
        let end = self.result.to_string();
        let mut words = Vec::new();
        for (index, ply) in self.plies.iter().enumerate() {
            if index % round == 0 {
                words.push(format!("{}.", index / round + 1));
            }
            words.push(ply_word(ply, &end));
        }
        words.push(end);
        words
    }
}

fn tag_line(name: &str, value: &str) -> String {
    // A line has one tag, so a value has one line.
    let value = value.replace(char::is_control, " ");
    format!("[{name} {}]\n", quoted(&value))
}

/// Returns a ply as a word. `end` is the word that ends the moves.
fn ply_word(ply: &RecordPly, end: &str) -> String {
    let written = |text: &String| match is_bare(text) && text != end {
        true => text.clone(),
        false => quoted(text),
    };
    let moves: Vec<String> = ply.iter().map(written).collect();
    match moves.as_slice() {
        [only] => only.clone(),
        several => format!("<{}>", several.join(" ")),
    }
}

/// Returns the words in lines of a limited width.
fn lines(words: &[String]) -> String {
    let mut text = String::new();
    let mut width = 0;
    for word in words {
        let length = word.chars().count();
        if width > 0 && width + 1 + length > LINE_WIDTH {
            text.push('\n');
            width = 0;
        }
        if width > 0 {
            text.push(' ');
            width += 1;
        }
        text += word;
        width += length;
    }
    text.push('\n');
    text
}

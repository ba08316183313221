//! The text of a record.

use super::token::{is_bare, quoted};
use super::{GameRecord, LineNotes, RecordPly, RecordVariation, tag};

/// The greatest length of a line of moves, in characters, unless a single ply is longer.
const LINE_WIDTH: usize = 80;

impl GameRecord {
    /// Returns the text of the record: the tags, with `Result` if it is not among them, and the plies
    /// up to the result. A number stands before each `round` plies; `round` is at least 1. In most
    /// games for two roles it is 2.
    ///
    /// A move is written as it is, or between double quotes if it contains white space or could be
    /// read as something else. Moves that several roles make at once stand between `<` and `>`, which
    /// PGN keeps for extensions. Comments follow their ply between braces; variations follow the ply
    /// that they replace between parentheses.
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
        let mut words = RecordWords {
            round,
            end: self.result.to_string(),
            words: Vec::new(),
        };
        words.line(&self.plies, &self.notes, 0);
        words.words.push(words.end);
        text + &lines(&words.words)
    }
}

/// The words of a record, which lines are made of.
struct RecordWords {
    round: usize,
    /// The word that ends the moves.
    end: String,
    words: Vec<String>,
}

impl RecordWords {
    /// Adds the plies of a line, of which `before` plies are played already, with what stands beside
    /// them.
    fn line(&mut self, plies: &[RecordPly], notes: &LineNotes, before: usize) {
        self.comment(notes.comments.get(&0));
        let mut is_interrupted = before > 0;
        for (index, ply) in plies.iter().enumerate() {
            let at = before + index;
            let number = at / self.round + 1;
            match at.is_multiple_of(self.round) {
                true => self.words.push(format!("{number}.")),
                false if is_interrupted => self.words.push(format!("{number}...")),
                false => {}
            }
            self.words.push(ply_word(ply, &self.end));
            let comment = notes.comments.get(&(index + 1));
            self.comment(comment);
            is_interrupted = comment.is_some();
            for variation in notes.variations.iter().filter(|other| other.at == index) {
                self.variation(variation, at);
                is_interrupted = true;
            }
        }
    }

    fn comment(&mut self, text: Option<&String>) {
        let Some(text) = text else { return };
        // A brace would end the comment.
        let text = text.replace('}', ")").replace(char::is_control, " ");
        let first = self.words.len();
        self.words
            .extend(text.split_whitespace().map(str::to_owned));
        self.enclose(first, '{', '}');
    }

    fn variation(&mut self, variation: &RecordVariation, before: usize) {
        let first = self.words.len();
        self.line(&variation.plies, &variation.notes, before);
        self.enclose(first, '(', ')');
    }

    /// Puts brackets around the words from `first` on.
    fn enclose(&mut self, first: usize, opening: char, closing: char) {
        if let Some(word) = self.words.get_mut(first) {
            word.insert(0, opening);
        }
        if let Some(word) = self.words[first..].last_mut() {
            word.push(closing);
        }
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

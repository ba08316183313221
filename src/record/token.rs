//! The words of the text of records, with their places.

use super::result::GameResult;
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::source::{SourceId, Span};

/// The code of a text that is not a record.
pub(super) const BAD_RECORD: &str = "bad-record";

/// A word of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// `[Name "value"]`.
    Tag {
        /// The name.
        name: String,
        /// The value, without quotes.
        value: String,
    },
    /// A move without quotes, or a result.
    Bare(String),
    /// A move between quotes.
    Quoted(String),
    /// `<`: moves that are made at once begin.
    Open,
    /// `>`: they end.
    Close,
    /// `(`: a variation begins.
    OpenVariation,
    /// `)`: it ends.
    CloseVariation,
    /// A comment, without its brackets.
    Comment(String),
}

/// Characters that end a word, beside white space.
const ENDS: [char; 6] = ['{', '}', '<', '>', ';', '"'];

/// Characters with which no move begins that is written without quotes.
const STARTS: [char; 6] = ['[', ']', '(', ')', '$', '%'];

/// What some editors begin a file with.
const BYTE_ORDER_MARK: &str = "\u{FEFF}";

/// Whether a move may be written without quotes.
pub(super) fn is_bare(text: &str) -> bool {
    let is_word = !text.is_empty()
        && !text.starts_with(STARTS)
        && !text.contains(|letter: char| letter.is_whitespace() || ENDS.contains(&letter));
    is_word && is_balanced(text) && number_before(text) == 0 && !GameResult::is_of_pgn(text)
}

/// Whether each parenthesis has its other half, so that none is taken for the end of a variation.
fn is_balanced(text: &str) -> bool {
    let mut depth = Depth::default();
    text.chars().all(|letter| depth.stays_within(letter)) && depth.0 == 0
}

/// The number of open parentheses.
#[derive(Default)]
struct Depth(usize);

impl Depth {
    /// Whether a letter closes no parenthesis of another word.
    fn stays_within(&mut self, letter: char) -> bool {
        match letter {
            '(' => self.0 += 1,
            ')' if self.0 == 0 => return false,
            ')' => self.0 -= 1,
            _ => {}
        }
        true
    }
}

/// Returns a text between quotes.
pub(super) fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// Returns the length of the move number at the start of a word, dots included; 0 if there is none.
fn number_before(word: &str) -> usize {
    let digits = word.len()
        - word
            .trim_start_matches(|letter: char| letter.is_ascii_digit())
            .len();
    let dots = word[digits..].len() - word[digits..].trim_start_matches('.').len();
    if dots > 0 { digits + dots } else { 0 }
}

/// Reads words from a text.
pub(super) struct Tokens<'t> {
    source: SourceId,
    text: &'t str,
    at: usize,
}

impl<'t> Tokens<'t> {
    /// Returns the words of `text`, which has the identity `source`.
    pub fn new(source: SourceId, text: &'t str) -> Self {
        let at = match text.starts_with(BYTE_ORDER_MARK) {
            true => BYTE_ORDER_MARK.len(),
            false => 0,
        };
        Tokens { source, text, at }
    }

    /// Returns the place from `start` to here.
    fn span(&self, start: usize) -> Span {
        self.source.span(start, self.at)
    }

    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    /// Goes beyond the text as long as its characters fit.
    fn skip(&mut self, mut fits: impl FnMut(char) -> bool) -> &'t str {
        let rest = self.rest();
        let length = rest.find(|letter| !fits(letter)).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    fn skip_line(&mut self) {
        self.skip(|letter| letter != '\n');
    }

    /// Whether nothing stands before this place in its line.
    fn is_at_line_start(&self) -> bool {
        let before = &self.text[..self.at];
        before.is_empty() || before.ends_with('\n') || before == BYTE_ORDER_MARK
    }

    /// Goes to the next word, beyond white space, move numbers and numeric annotations.
    fn skip_to_word(&mut self) {
        loop {
            self.skip(char::is_whitespace);
            match self.rest().chars().next() {
                Some('%') if self.is_at_line_start() => self.skip_line(),
                Some('$') => {
                    self.at += 1;
                    self.skip(|letter| letter.is_ascii_digit());
                }
                Some(_) => match number_before(self.rest()) {
                    0 => return,
                    length => self.at += length,
                },
                None => return,
            }
        }
    }

    /// Reads a comment between braces.
    fn comment(&mut self) -> Result<Token, Box<Diagnostic>> {
        let start = self.at;
        let text = self.skip(|letter| letter != '}');
        if self.rest().is_empty() {
            self.at = start + 1;
            let fault = fault("a comment is not closed", self.span(start), "begins here");
            self.at = self.text.len();
            return Err(fault.with_help("write `}` at its end").into());
        }
        self.at += 1;
        Ok(Token::Comment(text[1..].to_owned()))
    }

    /// Reads `[Name "value"]`.
    fn tag(&mut self) -> Result<Token, Box<Diagnostic>> {
        let start = self.at;
        self.at += 1;
        self.skip(char::is_whitespace);
        let name = self.skip(|letter| letter.is_ascii_alphanumeric() || letter == '_');
        self.skip(char::is_whitespace);
        let value = match self.rest().starts_with('"') && !name.is_empty() {
            true => Some(self.quote()?),
            false => None,
        };
        self.skip(char::is_whitespace);
        match value {
            Some(value) if self.rest().starts_with(']') => {
                self.at += 1;
                let name = name.to_owned();
                Ok(Token::Tag { name, value })
            }
            _ => {
                self.at = start;
                self.skip_line();
                Err(fault("this is not a tag", self.span(start), "")
                    .with_help("a tag is a name and a value between quotes: `[Result \"1-0\"]`")
                    .into())
            }
        }
    }

    /// Reads a text between quotes, which ends in the same line.
    fn quote(&mut self) -> Result<String, Box<Diagnostic>> {
        let start = self.at;
        let mut value = String::new();
        let mut letters = self.rest().char_indices().skip(1);
        while let Some((index, letter)) = letters.next() {
            match letter {
                '"' => {
                    self.at = start + index + 1;
                    return Ok(value);
                }
                '\n' => break,
                '\\' => value.extend(letters.next().map(|(_, letter)| letter)),
                letter => value.push(letter),
            }
        }
        self.skip_line();
        Err(fault(
            "a quoted text is not closed",
            self.span(start),
            "begins here",
        )
        .with_help("write `\"` at its end, in the same line")
        .into())
    }

    fn word(&mut self) -> Result<Token, Box<Diagnostic>> {
        let start = self.at;
        let first = self.rest().chars().next().unwrap_or_default();
        let token = match first {
            '[' => return self.tag(),
            '"' => return Ok(Token::Quoted(self.quote()?)),
            '<' => Token::Open,
            '>' => Token::Close,
            '(' => Token::OpenVariation,
            ')' => Token::CloseVariation,
            '{' => return self.comment(),
            ';' => {
                let line = self.skip(|letter| letter != '\n');
                return Ok(Token::Comment(line[1..].to_owned()));
            }
            ']' | '}' => {
                self.at += 1;
                let title = format!("`{first}` closes nothing");
                return Err(fault(title, self.span(start), "").into());
            }
            _ => {
                let mut depth = Depth::default();
                let word = self.skip(|letter| {
                    let is_end = letter.is_whitespace() || ENDS.contains(&letter);
                    !is_end && depth.stays_within(letter)
                });
                return Ok(Token::Bare(word.to_owned()));
            }
        };
        self.at += 1;
        Ok(token)
    }
}

/// Words with their places, and the faults between them.
impl Iterator for Tokens<'_> {
    type Item = Result<(Token, Span), Diagnostic>;

    fn next(&mut self) -> Option<Self::Item> {
        self.skip_to_word();
        if self.rest().is_empty() {
            return None;
        }
        let start = self.at;
        match self.word() {
            Ok(token) => Some(Ok((token, self.span(start)))),
            Err(fault) => Some(Err(*fault)),
        }
    }
}

/// Returns the error of a text that is not a record.
pub(super) fn fault(title: impl Into<String>, span: Span, label: &str) -> Diagnostic {
    Diagnostic::error(BAD_RECORD, title, span, label)
}

//! Completion of words at a prompt.

use super::command::{Command, Wants};
use super::entry::is_command;
use super::session::Session;
use crate::syntax::quote::quote_atom;

/// A text that may be typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The text as a list shows it: `legal/2`.
    pub display: String,
    /// The text as it is put into the line: `legal(`.
    pub text: String,
}

/// The possible replacements of the word before the cursor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WordCompletion {
    /// One of these candidates replaces the line from this byte on.
    Words(usize, Vec<Candidate>),
    /// The name of a file replaces the line from this byte on.
    File(usize),
}

/// What may be typed at some moment of a session. It does not borrow from the session.
#[derive(Clone, Debug, Default)]
pub struct Completions {
    /// Predicates and fluents with their arity, in alphabetical order.
    predicates: Vec<(String, usize)>,
    /// The legal moves in the notation of the rules.
    moves: Vec<String>,
}

impl Session {
    /// Returns what may be typed in the current position.
    #[must_use]
    pub fn completions(&self) -> Completions {
        let predicates = self
            .predicates()
            .into_iter()
            .filter(|(name, _)| name.starts_with(char::is_alphabetic));
        let predicates = predicates
            .map(|(name, arity)| (quote_atom(name).into_owned(), arity))
            .collect();
        Completions {
            predicates,
            moves: self.legal_moves(),
        }
    }
}

impl Completions {
    /// Returns the legal moves in the notation of the rules.
    #[must_use]
    pub fn moves(&self) -> &[String] {
        &self.moves
    }

    /// Returns the possible replacements of the word that ends at the cursor, given the line before
    /// it.
    #[must_use]
    pub fn complete(&self, before: &str) -> WordCompletion {
        if !is_command(before) {
            return self.goals(before);
        }
        let Some((name, argument)) = before[1..].split_once(char::is_whitespace) else {
            return WordCompletion::Words(0, commands(&before[1..]));
        };
        let word = argument
            .split_whitespace()
            .last()
            .filter(|_| !argument.ends_with(char::is_whitespace));
        let start = before.len() - word.map_or(0, str::len);
        match Command::find(name).map_or(Wants::Nothing, |command| command.wants) {
            Wants::Nothing => WordCompletion::Words(start, Vec::new()),
            Wants::File => WordCompletion::File(start),
            Wants::Goal => self.goals(before),
            Wants::Moves => WordCompletion::Words(start, begun(word, self.moves.iter().cloned())),
            Wants::Predicate => {
                let all = self
                    .predicates
                    .iter()
                    .map(|(name, arity)| format!("{name}/{arity}"));
                WordCompletion::Words(start, begun(word, all))
            }
        }
    }

    /// Returns the predicates that begin with the word before the cursor.
    fn goals(&self, before: &str) -> WordCompletion {
        let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
        let word = before
            .rsplit(|letter| !is_part(letter))
            .next()
            .unwrap_or_default();
        let fitting = self
            .predicates
            .iter()
            .filter(|(name, _)| !word.is_empty() && name.starts_with(word));
        let candidates = fitting.map(|(name, arity)| Candidate {
            display: format!("{name}/{arity}"),
            text: if *arity == 0 {
                name.clone()
            } else {
                format!("{name}(")
            },
        });
        WordCompletion::Words(before.len() - word.len(), candidates.collect())
    }
}

/// Returns the commands that begin with `begin`, with a space after those that take an argument.
fn commands(begin: &str) -> Vec<Candidate> {
    let fitting = Command::ALL
        .iter()
        .filter(|command| command.name.starts_with(begin));
    let candidates = fitting.map(|command| {
        let space = if command.argument.is_empty() { "" } else { " " };
        Candidate {
            display: format!(":{}", command.name),
            text: format!(":{}{space}", command.name),
        }
    });
    candidates.collect()
}

/// Returns the texts that begin with `word`; all of them without a word.
fn begun(word: Option<&str>, all: impl Iterator<Item = String>) -> Vec<Candidate> {
    let fitting = all.filter(|text| text.starts_with(word.unwrap_or_default()));
    fitting
        .map(|text| Candidate {
            display: text.clone(),
            text,
        })
        .collect()
}

//! What may come next while somebody types.

use super::command::{Command, Wants};
use super::entry::is_command;
use super::session::Session;
use crate::syntax::quote::quote_atom;

/// Something that may be typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// As it is shown in a list: `legal/2`.
    pub display: String,
    /// As it is put into the line: `legal(`.
    pub text: String,
}

/// What may take the place of the word before the cursor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WordCompletion {
    /// One of these, from this byte of the line on.
    Words(usize, Vec<Candidate>),
    /// The name of a file, from this byte on.
    File(usize),
}

/// What may be typed at some moment of a session: data that outlive it.
#[derive(Clone, Debug, Default)]
pub struct Completions {
    /// Predicates and fluents with their number of arguments, in the order of the alphabet.
    predicates: Vec<(String, usize)>,
    /// Legal moves as they are written.
    moves: Vec<String>,
}

impl Session {
    /// What may be typed here.
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
    /// The legal moves as they are written.
    #[must_use]
    pub fn moves(&self) -> &[String] {
        &self.moves
    }

    /// What may take the place of the word that ends at the cursor, given the line before it.
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

    /// The predicates that begin with the word before the cursor.
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

/// The commands that begin so; those that want something get a space.
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

/// Those that begin with a word.
fn begun(word: Option<&str>, all: impl Iterator<Item = String>) -> Vec<Candidate> {
    let fitting = all.filter(|text| text.starts_with(word.unwrap_or_default()));
    fitting
        .map(|text| Candidate {
            display: text.clone(),
            text,
        })
        .collect()
}

//! A text as a flat sequence of tokens, valid and invalid ones.
//!
//! The text is cut stretch by stretch, so that a long text takes no more memory than a stretch. A
//! stretch may end inside a token, or so near after one that more text could change it. Then the
//! next stretch begins at that token.

use std::vec::IntoIter;

use pest::Parser;
use pest::iterators::Pair;

use super::grammar::{Grammar, Rule};
use super::limits::STRETCH;
use super::source::floor;

/// The characters after a token decide what it is. At most this many bytes behind its end, as in
/// `1.5e+`, matter.
const LOOKED_AT: usize = 8;

/// A token: the smallest part of a text with a meaning.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'a> {
    pub rule: Rule,
    /// The first byte.
    pub start: usize,
    pub text: &'a str,
}

impl Token<'_> {
    /// The byte after the last one.
    pub fn end(&self) -> usize {
        self.start + self.text.len()
    }
}

/// The tokens of a text from the byte `start` on, which must be the start of a token.
pub(super) fn tokens(text: &str, start: usize) -> Tokens<'_> {
    Tokens {
        text,
        at: start,
        ready: Vec::new().into_iter(),
    }
}

pub(super) struct Tokens<'a> {
    text: &'a str,
    /// The start of the next stretch.
    at: usize,
    ready: IntoIter<Token<'a>>,
}

impl<'a> Tokens<'a> {
    /// Cuts another stretch.
    fn cut(&mut self) {
        let end = floor(self.text, self.at.saturating_add(STRETCH));
        let start = self.at;
        let token = |pair: Pair<'a, Rule>| Token {
            rule: pair.as_rule(),
            start: start + pair.as_span().start(),
            text: pair.as_str(),
        };
        let mut ready = Vec::new();
        let found = Grammar::parse(Rule::tokens, &self.text[start..end])
            .into_iter()
            .flatten();
        let mut found = found.flat_map(Pair::into_inner).map(token);
        let may_change = |token: &Token<'_>| end < self.text.len() && token.end() + LOOKED_AT > end;
        self.at = loop {
            match found.next() {
                None => break end,
                Some(token) if !may_change(&token) => ready.push(token),
                Some(token) if !ready.is_empty() => break token.start,
                Some(long) => {
                    // A token longer than a stretch is read alone, however long it is.
                    let mut alone = Grammar::parse(Rule::token, &self.text[long.start..])
                        .into_iter()
                        .flatten();
                    let token = alone.next().map_or(long, |pair| Token {
                        rule: pair.as_rule(),
                        start: long.start,
                        text: pair.as_str(),
                    });
                    ready.push(token);
                    break token.end();
                }
            }
        };
        self.ready = ready.into_iter();
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        loop {
            if let Some(token) = self.ready.next() {
                return Some(token);
            }
            if self.at >= self.text.len() {
                return None;
            }
            self.cut();
        }
    }
}

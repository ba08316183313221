//! The pieces of a text that an editor tells apart before it understands any of them.

use std::ops::Range;

use super::grammar::Rule;
use super::tokens;

/// The kinds of pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LexemeKind {
    /// `% …` to the end of a line, or `/* … */`.
    Comment,
    /// A number.
    Number,
    /// A text in double or backward quotes.
    String,
    /// A variable, `_` too.
    Variable,
    /// Anything else: a name, an operator, a bracket, a full stop.
    Other,
}

/// One piece of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lexeme {
    /// What it is.
    pub kind: LexemeKind,
    /// Its bytes.
    pub range: Range<usize>,
}

/// The pieces of a text in their order. Every text has some, also one that cannot be parsed.
pub fn lexemes(text: &str) -> impl Iterator<Item = Lexeme> + '_ {
    tokens::tokens(text, 0).map(|token| Lexeme {
        kind: kind(token.rule, token.text),
        range: token.start..token.end(),
    })
}

fn kind(rule: Rule, text: &str) -> LexemeKind {
    match rule {
        Rule::comment => LexemeKind::Comment,
        Rule::number => LexemeKind::Number,
        Rule::variable => LexemeKind::Variable,
        Rule::quoted if !text.starts_with('\'') => LexemeKind::String,
        _ => LexemeKind::Other,
    }
}

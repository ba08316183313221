//! The expressions of a sheet, with the place of each.

use crate::syntax::source::Span;
use crate::syntax::tree::Name;

/// An expression and its place.
#[derive(Clone, Debug)]
pub struct Expression {
    /// The kind of the expression.
    pub kind: ExpressionKind,
    /// The place of the expression, with its brackets.
    pub span: Span,
}

/// The kinds of expressions.
#[derive(Clone, Debug)]
pub enum ExpressionKind {
    /// A name or a number, in lower case: KIF does not tell capital letters from small ones.
    Word(Name),
    /// A variable, without its question mark, in lower case.
    Variable(Name),
    /// Expressions between brackets.
    List(Vec<Expression>),
}

/// One item of a sheet: an expression outside all brackets.
#[derive(Clone, Debug)]
pub struct Sentence {
    /// The expression.
    pub expression: Expression,
    /// The comment right above it, without comment signs, one line a line; empty if there is none.
    pub comment: Box<str>,
}

/// The contents of a text.
#[derive(Clone, Debug, Default)]
pub struct Sheet {
    /// Its items in order.
    pub sentences: Vec<Sentence>,
}

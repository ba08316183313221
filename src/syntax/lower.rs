//! Converts pest's pairs to terms.
//!
//! The recursion is as deep as the brackets, whose depth is limited. It uses little stack: work
//! that needs space is in functions that return before the recursion goes deeper, and there are
//! loops where closures would add frames.

use std::cell::Cell;
use std::sync::Arc;

use pest::Parser;
use pest::iterators::Pair;

use super::comment::{self, Comment};
use super::diagnostic::Diagnostic;
use super::fault;
use super::grammar::{Grammar, Rule};
use super::limits::MAX_DEPTH;
use super::literal;
use super::names::NameInterner;
use super::precedence::{Application, ExpressionPart, ParsedTerm, TermContext, list, resolve};
use super::source::{SourceId, Span, floor};
use super::split::swallows_full_stop;
use super::tree::{Clause, SourceTerm, TermKind};

type Lowered<T> = Result<T, Box<Diagnostic>>;

/// The next item of a text.
pub(super) enum TextItem {
    /// A clause.
    Clause {
        clause: Clause,
        /// The byte after its full stop.
        end: usize,
        /// How many names, numbers, signs, brackets and comments it has.
        parts: usize,
    },
    /// Only white space and comments.
    End,
}

/// Reads the next item at the byte `start`; `None` if it has a mistake, or does not end within
/// `longest` bytes. A clause that lacks its full stop runs into the next one: two terms then stand
/// side by side without an operator, which is a mistake too.
pub(super) fn next(
    source: SourceId,
    text: &str,
    start: usize,
    longest: usize,
    names: &NameInterner,
) -> Option<TextItem> {
    let most = floor(text, start.saturating_add(longest));
    let lowering = Lowering {
        source,
        start,
        text: &text[start..most],
        names,
        parts: Cell::new(0),
    };
    let (expression, end) = lowering.parse()?;
    let comments = lowering.leading_comments(expression.clone());
    let parts = lowering.parts(expression, 0).ok()?;
    if most < text.len() && end.as_span().end() == most - start {
        return None;
    }
    if end.as_rule() == Rule::EOI {
        let is_unclosed =
            |comment: &Comment| comment::is_unclosed(&text[comment.start..comment.end]);
        return (parts.is_empty() && !comments.last().is_some_and(is_unclosed))
            .then_some(TextItem::End);
    }
    let term = lowering.resolve(parts).ok()?.term;
    let comment = comment::above(text, &comments, term.span.start as usize);
    let clause = Clause {
        term,
        comment: comment.into(),
    };
    Some(TextItem::Clause {
        clause,
        end: start + end.as_span().end(),
        parts: 1 + lowering.parts.get(),
    })
}

/// Reads the clause at `span`, without its full stop. Its tokens and brackets are known to be
/// right.
pub(super) fn clause(text: &str, span: Span, names: &NameInterner) -> Lowered<SourceTerm> {
    let start = span.start as usize;
    let text = &text[start..span.end as usize];
    let lowering = Lowering {
        source: span.source,
        start,
        text,
        names,
        parts: Cell::new(0),
    };
    // The parser refuses correct brackets only if they would exhaust the stack of a small thread.
    let (expression, _) = lowering
        .parse()
        .ok_or_else(|| fault::nesting_too_deep(span))?;
    let parts = lowering.parts(expression, 0)?;
    lowering.resolve(parts).map(|operand| operand.term)
}

struct Lowering<'a> {
    source: SourceId,
    /// The first byte of the clause in the whole text.
    start: usize,
    text: &'a str,
    names: &'a NameInterner,
    /// The number of parts read so far.
    parts: Cell<usize>,
}

impl<'a> Lowering<'a> {
    /// The expression of the first clause, and its full stop or the end of the text.
    fn parse(&self) -> Option<(Pair<'a, Rule>, Pair<'a, Rule>)> {
        let mut inner = Grammar::parse(Rule::clause, self.text)
            .ok()?
            .next()?
            .into_inner();
        Some((inner.next()?, inner.next()?))
    }

    fn leading_comments(&self, expression: Pair<'a, Rule>) -> Vec<Comment> {
        let comments = expression
            .into_inner()
            .take_while(|pair| pair.as_rule() == Rule::comment);
        let places = comments.map(|comment| self.span(&comment));
        places
            .map(|span| Comment {
                start: span.start as usize,
                end: span.end as usize,
            })
            .collect()
    }

    fn span(&self, pair: &Pair<'a, Rule>) -> Span {
        let span = pair.as_span();
        self.source
            .span(self.start + span.start(), self.start + span.end())
    }

    fn snippet(&self, span: Span) -> &'a str {
        self.text
            .get(span.start as usize - self.start..span.end as usize - self.start)
            .unwrap_or("")
    }

    fn resolve(&self, parts: Vec<ExpressionPart>) -> Lowered<ParsedTerm> {
        resolve(
            parts,
            TermContext {
                snippet: &|span| self.snippet(span),
                names: self.names,
            },
        )
    }

    fn list(&self, inner: Vec<ExpressionPart>, brackets: Span) -> Lowered<ParsedTerm> {
        list(
            inner,
            brackets,
            TermContext {
                snippet: &|span| self.snippet(span),
                names: self.names,
            },
        )
    }

    /// The parts of an expression inside `depth` brackets.
    fn parts(&self, expression: Pair<'a, Rule>, depth: usize) -> Lowered<Vec<ExpressionPart>> {
        let mut parts = Vec::new();
        for pair in expression.into_inner() {
            self.parts.set(self.parts.get() + 1);
            let span = self.span(&pair);
            let part = match pair.as_rule() {
                Rule::comment => continue,
                Rule::brackets => {
                    let touches = |part: &mut ExpressionPart| matches!(part, ExpressionPart::Word(_, word) if word.end == span.start);
                    let functor = if pair.as_str().starts_with('(') {
                        parts.pop_if(touches)
                    } else {
                        None
                    };
                    self.brackets(functor, pair, span, depth)?
                }
                _ => self.token(&pair, span)?,
            };
            parts.push(part);
        }
        Ok(parts)
    }

    /// The parts between brackets that are inside `depth` others.
    fn inside(
        &self,
        brackets: Pair<'a, Rule>,
        span: Span,
        depth: usize,
    ) -> Lowered<Vec<ExpressionPart>> {
        if depth == MAX_DEPTH {
            return Err(fault::nesting_too_deep(span).into());
        }
        match brackets.into_inner().next() {
            Some(expression) => self.parts(expression, depth + 1),
            None => Ok(Vec::new()),
        }
    }

    fn brackets(
        &self,
        functor: Option<ExpressionPart>,
        pair: Pair<'a, Rule>,
        span: Span,
        depth: usize,
    ) -> Lowered<ExpressionPart> {
        let opening = pair.as_str().as_bytes()[0];
        let inner = self.inside(pair, span, depth)?;
        match opening {
            b'(' => self.parentheses(functor, inner, span),
            b'[' => Ok(ExpressionPart::Operand(self.list(inner, span)?)),
            _ => self.braces(inner, span),
        }
    }

    fn parentheses(
        &self,
        functor: Option<ExpressionPart>,
        inner: Vec<ExpressionPart>,
        span: Span,
    ) -> Lowered<ExpressionPart> {
        if inner.is_empty() {
            return Err(fault::empty_parentheses(Span {
                start: span.end - 1,
                ..span
            })
            .into());
        }
        if let Some(ExpressionPart::Word(functor, functor_span)) = functor {
            return Ok(ExpressionPart::Application(Application {
                functor,
                functor_span,
                parentheses: span,
                inner,
            }));
        }
        let mut operand = self.resolve(inner)?;
        operand.term.span = span;
        Ok(ExpressionPart::Bracketed(operand))
    }

    fn braces(&self, inner: Vec<ExpressionPart>, span: Span) -> Lowered<ExpressionPart> {
        let functor = self.names.name("{}");
        if inner.is_empty() {
            return Ok(ExpressionPart::Operand(ParsedTerm::leaf(
                TermKind::Atom(functor),
                span,
            )));
        }
        let inner = self.resolve(inner)?;
        let kind = TermKind::Compound {
            functor,
            functor_span: span,
            arguments: [inner.term].into(),
        };
        Ok(ExpressionPart::Operand(ParsedTerm::above(
            inner.depth,
            kind,
            span,
        )?))
    }

    fn token(&self, pair: &Pair<'a, Rule>, span: Span) -> Lowered<ExpressionPart> {
        let text = pair.as_str();
        Ok(match pair.as_rule() {
            Rule::separator if text == "," => ExpressionPart::Comma(span),
            Rule::separator => ExpressionPart::Bar(span),
            Rule::variable => ExpressionPart::Variable(self.names.name(text), span),
            Rule::number => ExpressionPart::Number(number(text, span)?, span),
            Rule::quoted => self.quoted(text, span)?,
            Rule::symbol
                if swallows_full_stop(text, &self.text[span.end as usize - self.start..]) =>
            {
                return Err(fault::glued_full_stop(span, text).into());
            }
            _ => ExpressionPart::Word(self.names.name(text), span),
        })
    }

    fn quoted(&self, text: &str, span: Span) -> Lowered<ExpressionPart> {
        let meant = unquoted(text, span)?;
        let kind = match text.as_bytes()[0] {
            b'\'' => return Ok(ExpressionPart::Word(self.names.name(&meant), span)),
            b'"' => TermKind::String(self.names.name(&meant)),
            _ => TermKind::List {
                items: codes(&meant, span),
                tail: None,
            },
        };
        Ok(ExpressionPart::Operand(ParsedTerm::leaf(kind, span)))
    }
}

fn unquoted(text: &str, span: Span) -> Lowered<String> {
    let raw = &text[1..text.len() - 1];
    let quote = text.chars().next().unwrap_or('\'');
    literal::unquote(raw, quote).map_err(|bad| fault::bad_escape(span, 1, raw, &bad).into())
}

fn codes(text: &str, span: Span) -> Arc<[SourceTerm]> {
    text.chars()
        .map(|character| SourceTerm {
            kind: TermKind::Integer(i64::from(u32::from(character))),
            span,
        })
        .collect()
}

/// The magnitude of a number, at most 2^63.
fn number(text: &str, span: Span) -> Lowered<u64> {
    let value = match text.as_bytes() {
        [b'0', b'x', ..] => literal::with_radix(text, 16),
        [b'0', b'o', ..] => literal::with_radix(text, 8),
        [b'0', b'b', ..] => literal::with_radix(text, 2),
        [b'0', b'\'', ..] => Some(character_code(text, span)?),
        _ => literal::decimal(text),
    };
    value
        .filter(|&value| value <= i64::MIN.unsigned_abs())
        .ok_or_else(|| fault::integer_range(span, text).into())
}

fn character_code(text: &str, span: Span) -> Lowered<u64> {
    let raw = &text[2..];
    let meant = literal::unquote(raw, '\'').map_err(|bad| fault::bad_escape(span, 2, raw, &bad))?;
    let character = meant
        .chars()
        .next()
        .ok_or_else(|| fault::empty_character(span))?;
    Ok(u64::from(u32::from(character)))
}

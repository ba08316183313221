//! From pest's pairs to terms.
//!
//! The recursion is as deep as the brackets, which [`split`](super::split) has counted. It spends its
//! stack on that alone: whatever needs space stands in functions that return before it goes deeper, and loops
//! stand where closures would add frames.

use pest::Parser;
use pest::iterators::Pair;

use super::diagnostic::Diagnostic;
use super::fault;
use super::grammar::{Grammar, Rule};
use super::literal;
use super::operators::{ARGUMENT, CLAUSE};
use super::precedence::{Application, Operand, Part, resolve};
use super::source::{SourceId, Span};
use super::tree::{Name, Term, TermKind};

type Lowered<T> = Result<T, Box<Diagnostic>>;

/// Reads the clause that stands at `span`, without its full stop.
pub(super) fn clause(text: &str, span: Span) -> Lowered<Term> {
    let source = span.source;
    let start = span.start as usize;
    let lowering = Lowering { source, start, text: &text[start..span.end as usize] };
    let mut pairs =
        Grammar::parse(Rule::clause, lowering.text).map_err(|error| fault::structure(text, span, &error))?;
    let expression = pairs.next().into_iter().flat_map(Pair::into_inner).next();
    let expression = expression.ok_or_else(|| fault::empty_clause(span))?;
    lowering.sequence(expression, CLAUSE).map(|operand| operand.term)
}

struct Lowering<'a> {
    source: SourceId,
    /// Where the clause starts in the whole text.
    start: usize,
    text: &'a str,
}

impl<'a> Lowering<'a> {
    fn span(&self, pair: &Pair<'a, Rule>) -> Span {
        let span = pair.as_span();
        self.source.span(self.start + span.start(), self.start + span.end())
    }

    fn parts(&self, pair: Pair<'a, Rule>) -> Lowered<Vec<Part>> {
        let mut parts = Vec::new();
        for part in pair.into_inner() {
            parts.push(self.part(part)?);
        }
        Ok(parts)
    }

    fn sequence(&self, pair: Pair<'a, Rule>, limit: u16) -> Lowered<Operand> {
        let parts = self.parts(pair)?;
        resolve(parts, limit, &|span| self.snippet(span))
    }

    fn snippet(&self, span: Span) -> &'a str {
        self.text.get(span.start as usize - self.start..span.end as usize - self.start).unwrap_or("")
    }

    fn part(&self, pair: Pair<'a, Rule>) -> Lowered<Part> {
        match pair.as_rule() {
            Rule::application => self.application(pair),
            Rule::parentheses => self.parentheses(pair),
            Rule::list => self.list(pair),
            Rule::braces => self.braces(pair),
            _ => self.token(&pair),
        }
    }

    fn token(&self, pair: &Pair<'a, Rule>) -> Lowered<Part> {
        let span = self.span(pair);
        let kind = match pair.as_rule() {
            Rule::comma => return Ok(Part::Comma(span)),
            Rule::bar => return Ok(Part::Bar(span)),
            Rule::number => return Ok(Part::Number(number(pair, span)?, span)),
            Rule::variable => return Ok(Part::Variable(pair.as_str().into(), span)),
            Rule::string => TermKind::String(quoted(pair, span)?),
            _ => TermKind::List { items: codes(&quoted(pair, span)?, span), tail: None },
        };
        Ok(Part::Operand(Operand::leaf(kind, span)))
    }

    fn application(&self, pair: Pair<'a, Rule>) -> Lowered<Part> {
        let span = self.span(&pair);
        let mut inner = pair.into_inner();
        let Some(atom) = inner.next() else { return Err(fault::empty_clause(span).into()) };
        let functor_span = self.span(&atom);
        let functor = name(&atom, functor_span)?;
        let Some(parentheses) = inner.next() else { return Ok(Part::Word(functor, functor_span)) };
        let span = self.span(&parentheses);
        let inner = match expression_of(parentheses) {
            Some(expression) => self.parts(expression)?,
            None => Vec::new(),
        };
        Ok(Part::Application(Application { functor, functor_span, parentheses: span, inner }))
    }

    fn parentheses(&self, pair: Pair<'a, Rule>) -> Lowered<Part> {
        let span = self.span(&pair);
        let mut operand = self.only_expression(pair)?.ok_or_else(|| fault::empty_clause(span))?;
        operand.term.span = span;
        Ok(Part::Bracketed(operand))
    }

    fn braces(&self, pair: Pair<'a, Rule>) -> Lowered<Part> {
        let span = self.span(&pair);
        let functor: Name = "{}".into();
        let operand = match self.only_expression(pair)? {
            None => Operand::leaf(TermKind::Atom(functor), span),
            Some(inner) => {
                let kind = TermKind::Compound { functor, functor_span: span, arguments: vec![inner.term] };
                Operand::above(inner.depth, kind, span)?
            }
        };
        Ok(Part::Operand(operand))
    }

    fn only_expression(&self, pair: Pair<'a, Rule>) -> Lowered<Option<Operand>> {
        match expression_of(pair) {
            Some(expression) => Ok(Some(self.sequence(expression, CLAUSE)?)),
            None => Ok(None),
        }
    }

    fn list(&self, pair: Pair<'a, Rule>) -> Lowered<Part> {
        let span = self.span(&pair);
        let barred = pair.clone().into_inner().any(|inner| inner.as_rule() == Rule::bar);
        let mut items = Vec::new();
        let mut depth = 0;
        for item in pair.into_inner().filter(|inner| inner.as_rule() == Rule::item) {
            let operand = self.sequence(item, ARGUMENT)?;
            depth = depth.max(operand.depth);
            items.push(operand.term);
        }
        let tail = if barred { items.pop() } else { None };
        Ok(Part::Operand(Operand::above(depth, list_kind(items, tail), span)?))
    }
}

/// What stands between brackets.
fn expression_of(brackets: Pair<'_, Rule>) -> Option<Pair<'_, Rule>> {
    brackets.into_inner().find(|inner| inner.as_rule() == Rule::expression)
}

/// A list whose tail is no list: `[a | [b]]` is `[a, b]`.
fn list_kind(mut items: Vec<Term>, tail: Option<Term>) -> TermKind {
    match tail {
        Some(Term { kind: TermKind::List { items: more, tail }, .. }) => {
            items.extend(more);
            TermKind::List { items, tail }
        }
        tail => TermKind::List { items, tail: tail.map(Box::new) },
    }
}

fn name(atom: &Pair<'_, Rule>, span: Span) -> Lowered<Name> {
    match atom.as_rule() {
        Rule::quoted_atom => quoted(atom, span),
        _ => Ok(atom.as_str().into()),
    }
}

fn quoted(pair: &Pair<'_, Rule>, span: Span) -> Lowered<Name> {
    let text = pair.as_str();
    let raw = text.get(1..text.len() - 1).unwrap_or("");
    let quote = text.chars().next().unwrap_or('\'');
    literal::unquote(raw, quote).map(Name::from).map_err(|bad| fault::bad_escape(span, 1, raw, &bad).into())
}

fn codes(text: &str, span: Span) -> Vec<Term> {
    text.chars().map(|character| Term { kind: TermKind::Integer(i64::from(u32::from(character))), span }).collect()
}

/// The magnitude of a number, at most 2^63.
fn number(pair: &Pair<'_, Rule>, span: Span) -> Lowered<u64> {
    let text = pair.as_str();
    let value = match pair.clone().into_inner().next().map(|inner| inner.as_rule()) {
        Some(Rule::hexadecimal) => literal::with_radix(text, 16),
        Some(Rule::octal) => literal::with_radix(text, 8),
        Some(Rule::binary) => literal::with_radix(text, 2),
        Some(Rule::character_code) => Some(character_code(text, span)?),
        _ => literal::decimal(text),
    };
    value.filter(|&value| value <= i64::MIN.unsigned_abs()).ok_or_else(|| fault::integer_range(span, text).into())
}

fn character_code(text: &str, span: Span) -> Lowered<u64> {
    let raw = &text[2..];
    let meant = literal::unquote(raw, '\'').map_err(|bad| fault::bad_escape(span, 2, raw, &bad))?;
    let character = meant.chars().next().ok_or_else(|| fault::empty_character(span))?;
    Ok(u64::from(u32::from(character)))
}

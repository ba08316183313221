//! Operator precedence: from a flat sequence of parts to one term.
//!
//! Dijkstra's shunting-yard (1961) with Prolog's priorities. An own parser, because pest's knows no
//! operators that do not chain and recurses natively; this one keeps its stacks in vectors, so that
//! a long chain costs no native stack, and refuses a term that is nested too deep while building
//! it.

use std::sync::Arc;
use std::vec::IntoIter;

use super::diagnostic::Diagnostic;
use super::fault::{self, Neighbour, Snippet};
use super::limits::MAX_DEPTH;
use super::names::NameInterner;
use super::operators::{self, ARGUMENT, CLAUSE, Operator};
use super::source::Span;
use super::tree::{Name, SourceTerm, TermKind};

/// The text that is being read.
#[derive(Clone, Copy)]
pub(super) struct TermContext<'s, 'a> {
    /// Returns the text of a place.
    pub snippet: Snippet<'s, 'a>,
    pub names: &'s NameInterner,
}

/// A term and its depth; a leaf has depth 1.
pub(super) struct ParsedTerm {
    pub term: SourceTerm,
    pub depth: usize,
}

impl ParsedTerm {
    pub fn leaf(kind: TermKind, span: Span) -> Self {
        Self {
            term: SourceTerm { kind, span },
            depth: 1,
        }
    }

    /// A term whose deepest argument has depth `below`.
    pub fn above(below: usize, kind: TermKind, span: Span) -> Result<Self, Box<Diagnostic>> {
        if below >= MAX_DEPTH {
            return Err(fault::nesting_too_deep(span).into());
        }
        Ok(Self {
            term: SourceTerm { kind, span },
            depth: below + 1,
        })
    }
}

/// A part of an expression: an operand or an operator.
pub(super) enum ExpressionPart {
    /// An atom without arguments, which may be an operator.
    Word(Name, Span),
    /// A variable.
    Variable(Name, Span),
    /// A number's magnitude, at most 2^63.
    Number(u64, Span),
    /// A term in parentheses.
    Bracketed(ParsedTerm),
    /// Any other term.
    Operand(ParsedTerm),
    /// An atom with parentheses right after it.
    Application(Application),
    /// `,` outside arguments.
    Comma(Span),
    /// `|` outside lists.
    Bar(Span),
}

/// An atom with parentheses directly after it. Where an operand is expected, it is a functor and
/// its arguments, otherwise an infix operator and its right operand, as in `2*(A + B)`.
pub(super) struct Application {
    pub functor: Name,
    pub functor_span: Span,
    pub parentheses: Span,
    /// The parts between the parentheses.
    pub inner: Vec<ExpressionPart>,
}

impl ExpressionPart {
    fn span(&self) -> Span {
        match self {
            Self::Word(_, span) | Self::Variable(_, span) | Self::Number(_, span) => *span,
            Self::Comma(span) | Self::Bar(span) => *span,
            Self::Bracketed(operand) | Self::Operand(operand) => operand.term.span,
            Self::Application(application) => application.functor_span.to(application.parentheses),
        }
    }

    fn neighbour(&self) -> Neighbour {
        let span = self.span();
        match self {
            Self::Word(..) => Neighbour::Word(span),
            Self::Variable(..) => Neighbour::Variable(span),
            Self::Bracketed(_) => Neighbour::Bracketed(span),
            Self::Application(application) => {
                Neighbour::Application(application.functor_span, span)
            }
            _ => Neighbour::Other(span),
        }
    }

    /// Whether it separates arguments or items.
    fn is_separator(&self) -> bool {
        matches!(self, Self::Comma(_) | Self::Bar(_))
    }

    /// The term for this part if it is not an operator.
    fn operand(self, text: TermContext<'_, '_>) -> Result<ParsedTerm, Box<Diagnostic>> {
        Ok(match self {
            Self::Word(name, span) => ParsedTerm::leaf(TermKind::Atom(name), span),
            Self::Variable(name, span) => ParsedTerm::leaf(TermKind::Variable(name), span),
            Self::Number(magnitude, span) => {
                ParsedTerm::leaf(TermKind::Integer(positive(magnitude, span)?), span)
            }
            Self::Bracketed(operand) | Self::Operand(operand) => operand,
            Self::Application(application) => call(application, text)?,
            Self::Comma(span) | Self::Bar(span) => {
                return Err(fault::missing_operand(None, Some(span), text.snippet).into());
            }
        })
    }

    /// The operator for this part between two operands.
    fn infix(&self) -> Option<&'static Operator> {
        match self {
            Self::Word(name, _) if !matches!(&**name, "," | "|") => operators::infix(name),
            Self::Application(application) => operators::infix(&application.functor),
            Self::Comma(_) => operators::infix(","),
            Self::Bar(_) => operators::infix("|"),
            _ => None,
        }
    }

    /// The operator for this part before `next`; `None` if `next` leaves it no operand.
    fn prefix(&self, next: Option<&ExpressionPart>) -> Option<&'static Operator> {
        let Self::Word(name, _) = self else {
            return None;
        };
        let operator = operators::prefix(name)?;
        let takes_operand = match next {
            None | Some(ExpressionPart::Comma(_) | ExpressionPart::Bar(_)) => false,
            Some(ExpressionPart::Word(next, _)) => {
                operators::infix(next).is_none() || operators::prefix(next).is_some()
            }
            Some(_) => true,
        };
        takes_operand.then_some(operator)
    }
}

/// Combines the parts to one term.
pub(super) fn resolve(
    parts: Vec<ExpressionPart>,
    text: TermContext<'_, '_>,
) -> Result<ParsedTerm, Box<Diagnostic>> {
    Yard::new(CLAUSE, text).read(&mut parts.into_iter())
}

/// The list with these parts between its brackets: items, possibly a bar and a tail.
pub(super) fn list(
    inner: Vec<ExpressionPart>,
    brackets: Span,
    text: TermContext<'_, '_>,
) -> Result<ParsedTerm, Box<Diagnostic>> {
    let (mut items, mut depth) = (Vec::new(), 0);
    let mut inner = Inner::new(inner, brackets, text);
    let (mut ended, mut barred) = (inner.parts.as_slice().is_empty(), false);
    while !ended {
        let item = inner.item()?;
        depth = depth.max(item.depth);
        items.push(item.term);
        match inner.separator() {
            None => ended = true,
            Some(second) if barred => return Err(fault::second_tail(second.span()).into()),
            Some(separator) => barred = matches!(separator, ExpressionPart::Bar(_)),
        }
    }
    let tail = if barred { items.pop() } else { None };
    ParsedTerm::above(depth, list_kind(items, tail), brackets)
}

/// A list whose tail is not a list: `[a | [b]]` becomes `[a, b]`.
fn list_kind(mut items: Vec<SourceTerm>, tail: Option<SourceTerm>) -> TermKind {
    match tail {
        Some(SourceTerm {
            kind: TermKind::List { items: more, tail },
            ..
        }) => {
            items.extend_from_slice(&more);
            TermKind::List {
                items: items.into(),
                tail,
            }
        }
        tail => TermKind::List {
            items: items.into(),
            tail: tail.map(Arc::new),
        },
    }
}

/// A functor with its arguments.
fn call(
    application: Application,
    text: TermContext<'_, '_>,
) -> Result<ParsedTerm, Box<Diagnostic>> {
    let Application {
        functor,
        functor_span,
        parentheses,
        inner,
    } = application;
    let (mut arguments, mut depth) = (Vec::new(), 0);
    let mut inner = Inner::new(inner, parentheses, text);
    loop {
        let argument = inner.item()?;
        depth = depth.max(argument.depth);
        arguments.push(argument.term);
        match inner.separator() {
            None => break,
            Some(ExpressionPart::Bar(span)) => return Err(fault::bar_in_argument(span).into()),
            Some(_) => {}
        }
    }
    ParsedTerm::above(
        depth,
        TermKind::Compound {
            functor,
            functor_span,
            arguments: arguments.into(),
        },
        functor_span.to(parentheses),
    )
}

type Parts = IntoIter<ExpressionPart>;

/// The unread parts between the brackets of arguments or a list.
struct Inner<'s, 'a> {
    parts: Parts,
    /// The opening bracket or the last separator.
    before: Span,
    closing: Span,
    text: TermContext<'s, 'a>,
}

impl<'s, 'a> Inner<'s, 'a> {
    fn new(parts: Vec<ExpressionPart>, brackets: Span, text: TermContext<'s, 'a>) -> Self {
        let before = Span {
            end: brackets.start + 1,
            ..brackets
        };
        let closing = Span {
            start: brackets.end - 1,
            ..brackets
        };
        Self {
            parts: parts.into_iter(),
            before,
            closing,
            text,
        }
    }

    /// Reads the parts up to the next separator.
    fn item(&mut self) -> Result<ParsedTerm, Box<Diagnostic>> {
        match self.parts.as_slice() {
            [] => Err(self.missing(self.closing)),
            [separator, ..] if separator.is_separator() => Err(self.missing(separator.span())),
            [_, rest @ ..] if rest.first().is_none_or(ExpressionPart::is_separator) => {
                let part = self.parts.next().expect("the slice begins with it");
                part.operand(self.text)
            }
            _ => Yard::new(ARGUMENT, self.text).read(&mut self.parts),
        }
    }

    /// The fault of a missing item before `found`.
    fn missing(&self, found: Span) -> Box<Diagnostic> {
        fault::missing_argument(
            found,
            (self.text.snippet)(self.before),
            (self.text.snippet)(found),
        )
        .into()
    }

    /// Skips the next separator.
    fn separator(&mut self) -> Option<ExpressionPart> {
        let separator = self.parts.next()?;
        self.before = separator.span();
        Some(separator)
    }
}

/// An operator that waits for its right operand.
struct Waiting {
    operator: &'static Operator,
    span: Span,
}

struct Yard<'s, 'a> {
    limit: u16,
    operators: Vec<Waiting>,
    operands: Vec<ParsedTerm>,
    /// Whether the last part was an operator, or there was none.
    wants_operand: bool,
    text: TermContext<'s, 'a>,
}

impl<'s, 'a> Yard<'s, 'a> {
    fn new(limit: u16, text: TermContext<'s, 'a>) -> Self {
        Self {
            limit,
            operators: Vec::new(),
            operands: Vec::new(),
            wants_operand: true,
            text,
        }
    }

    /// Reads all parts, or in an argument the parts up to the next separator.
    fn read(mut self, parts: &mut Parts) -> Result<ParsedTerm, Box<Diagnostic>> {
        let limit = self.limit;
        let mut previous = None;
        let goes_on = |parts: &Parts| {
            limit > ARGUMENT
                || !parts
                    .as_slice()
                    .first()
                    .is_some_and(ExpressionPart::is_separator)
        };
        while goes_on(parts)
            && let Some(part) = parts.next()
        {
            let neighbour = part.neighbour();
            if self.wants_operand {
                self.operand(part, parts)?;
            } else if let Some(operator) = part.infix() {
                self.infix_part(operator, part)?;
            } else {
                let left = previous.unwrap_or(neighbour);
                return Err(fault::no_operator_between(left, neighbour, self.text.snippet).into());
            }
            previous = Some(neighbour);
        }
        self.finish()
    }

    fn operand(&mut self, part: ExpressionPart, rest: &mut Parts) -> Result<(), Box<Diagnostic>> {
        if let Some(operator) = part.prefix(rest.as_slice().first()) {
            if let Some(number) = negative(&part, rest) {
                self.push(number);
                return Ok(());
            }
            return self.prefix(operator, part.span());
        }
        if part.is_separator() {
            return Err(self.missing_operand(Some(part.span())));
        }
        self.push(part.operand(self.text)?);
        Ok(())
    }

    fn push(&mut self, operand: ParsedTerm) {
        self.operands.push(operand);
        self.wants_operand = false;
    }

    /// The highest priority allowed to the right of the parts read so far.
    fn right_max(&self) -> u16 {
        self.operators
            .last()
            .map_or(self.limit, |waiting| waiting.operator.right_max())
    }

    fn prefix(&mut self, operator: &'static Operator, span: Span) -> Result<(), Box<Diagnostic>> {
        if operator.priority > self.right_max() {
            return Err(self.clash(operator, span, span));
        }
        self.operators.push(Waiting { operator, span });
        Ok(())
    }

    fn infix_part(
        &mut self,
        operator: &'static Operator,
        part: ExpressionPart,
    ) -> Result<(), Box<Diagnostic>> {
        let ExpressionPart::Application(application) = part else {
            return self.infix(operator, part.span());
        };
        self.infix(operator, application.functor_span)?;
        let mut operand = resolve(application.inner, self.text)?;
        operand.term.span = application.parentheses;
        self.push(operand);
        Ok(())
    }

    fn infix(&mut self, operator: &'static Operator, span: Span) -> Result<(), Box<Diagnostic>> {
        let left = self
            .operands
            .last()
            .map_or(span, |operand| operand.term.span);
        while self
            .operators
            .last()
            .is_some_and(|waiting| waiting.operator.priority <= operator.left_max())
        {
            self.reduce()?;
        }
        if operator.priority > self.right_max() {
            return Err(self.clash(operator, span, left));
        }
        self.operators.push(Waiting { operator, span });
        self.wants_operand = true;
        Ok(())
    }

    /// Applies the last operator to its operands.
    fn reduce(&mut self) -> Result<(), Box<Diagnostic>> {
        let (Some(Waiting { operator, span }), Some(right)) =
            (self.operators.pop(), self.operands.pop())
        else {
            return Ok(());
        };
        let mut whole = span.to(right.term.span);
        let mut depth = right.depth;
        let left = if operator.is_prefix() {
            None
        } else {
            self.operands.pop()
        };
        let arguments: Arc<[SourceTerm]> = match left {
            Some(left) => {
                whole = left.term.span.to(whole);
                depth = depth.max(left.depth);
                [left.term, right.term].into()
            }
            None => [right.term].into(),
        };
        let kind = TermKind::Compound {
            functor: self.text.names.name(operator.name),
            functor_span: span,
            arguments,
        };
        self.operands.push(ParsedTerm::above(depth, kind, whole)?);
        Ok(())
    }

    fn finish(mut self) -> Result<ParsedTerm, Box<Diagnostic>> {
        if self.wants_operand {
            return Err(self.missing_operand(None));
        }
        while !self.operators.is_empty() {
            self.reduce()?;
        }
        self.operands
            .pop()
            .ok_or_else(|| self.missing_operand(None))
    }

    /// The fault of an operand that is missing before `found`, or at the end.
    fn missing_operand(&self, found: Option<Span>) -> Box<Diagnostic> {
        let after = self.operators.last().map(|waiting| waiting.span);
        fault::missing_operand(after, found, self.text.snippet).into()
    }

    /// The fault of an operator that does not fit between `left` and the operator around it.
    fn clash(&self, operator: &'static Operator, span: Span, left: Span) -> Box<Diagnostic> {
        let fault = match self.operators.last() {
            Some(waiting) if waiting.operator.priority == operator.priority => {
                fault::chained_operators(waiting.operator, waiting.span, operator, span, left)
            }
            Some(waiting) => {
                fault::loose_operator(operator, span, Some(waiting.span), self.text.snippet)
            }
            None => fault::loose_operator(operator, span, None, self.text.snippet),
        };
        Box::new(fault)
    }
}

/// The negative integer of a minus sign and the digits directly after it.
fn negative(sign: &ExpressionPart, rest: &mut Parts) -> Option<ParsedTerm> {
    let ExpressionPart::Word(name, sign) = sign else {
        return None;
    };
    match rest.as_slice().first()? {
        &ExpressionPart::Number(magnitude, span) if &**name == "-" && span.start == sign.end => {
            rest.next();
            let value = 0i64.checked_sub_unsigned(magnitude)?;
            Some(ParsedTerm::leaf(TermKind::Integer(value), sign.to(span)))
        }
        _ => None,
    }
}

/// The value of a number without a sign.
fn positive(magnitude: u64, span: Span) -> Result<i64, Box<Diagnostic>> {
    i64::try_from(magnitude).map_err(|_| fault::integer_range(span, &magnitude.to_string()).into())
}

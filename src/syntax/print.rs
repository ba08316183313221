//! Terms as text: reading the printed text gives the same term.
//!
//! Quotes and brackets are printed only where they are needed, and spaces where people write them.

use std::borrow::Cow;
use std::fmt;

use super::limits::MAX_DEPTH;
use super::operators::{self, ARGUMENT, CLAUSE, Operator};
use super::quote::{is_symbol, quote_atom, quote_string};
use super::tree::{Clause, Name, SourceTerm, TermKind};

impl fmt::Display for SourceTerm {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(&print(self, MAX_DEPTH))
    }
}

/// Prints the clause with its full stop, without its comment.
impl fmt::Display for Clause {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut printer = Printer::new(MAX_DEPTH);
        printer.term(&self.term, CLAUSE, AtomPosition::Whole);
        printer.token(".");
        formatter.pad(&printer.text)
    }
}

/// The term as text; parts deeper than `max_depth` levels are printed as `...`.
#[must_use]
pub fn print(term: &SourceTerm, max_depth: usize) -> String {
    let mut printer = Printer::new(max_depth.min(MAX_DEPTH));
    printer.term(term, CLAUSE, AtomPosition::Whole);
    printer.text
}

/// The term as SWI-Prolog writes it, without unnecessary spaces; `quoted` adds the quotes that are
/// needed to read it back.
#[must_use]
pub fn print_dense(term: &SourceTerm, max_depth: usize, quoted: bool) -> String {
    let mut printer = Printer::new(max_depth.min(MAX_DEPTH));
    (printer.quoted, printer.dense) = (quoted, true);
    printer.term(term, CLAUSE, AtomPosition::Whole);
    printer.text
}

/// Whether an atom that is an operator needs brackets.
#[derive(Clone, Copy, PartialEq, Eq)]
enum AtomPosition {
    /// Needs none: an argument, an item, a whole clause.
    Whole,
    /// Needs brackets: beside an operator.
    Beside,
}

/// Operators of at most this priority, such as those of pairs and sums, are printed without spaces:
/// `X-Y`.
const TIGHT: u16 = 600;

struct Printer {
    text: String,
    /// The last token was a prefix operator: a bracket would make it a functor, a digit a negative
    /// number.
    after_prefix: bool,
    depth_left: usize,
    quoted: bool,
    /// Whether spaces are printed only between tokens that would be read as one.
    dense: bool,
}

impl Printer {
    fn new(max_depth: usize) -> Self {
        Self {
            text: String::new(),
            after_prefix: false,
            depth_left: max_depth,
            quoted: true,
            dense: false,
        }
    }

    /// Appends a token, with a space before it if both tokens would be read as one.
    fn token(&mut self, token: &str) {
        let (last, first) = (self.text.chars().next_back(), token.chars().next());
        if let (Some(last), Some(first)) = (last, first) {
            let runs_on =
                self.after_prefix && last != ' ' && (first == '(' || first.is_ascii_digit());
            if runs_on || (is_symbol(last) && is_symbol(first)) || (is_word(last) && is_word(first))
            {
                self.text.push(' ');
            }
        }
        self.after_prefix = false;
        self.text.push_str(token);
    }

    fn term(&mut self, term: &SourceTerm, limit: u16, place: AtomPosition) {
        if self.depth_left == 0 {
            return self.token("...");
        }
        self.depth_left -= 1;
        match &term.kind {
            TermKind::Variable(name) => self.token(name),
            TermKind::Atom(name) => self.atom(name, place),
            TermKind::Integer(value) => self.token(&value.to_string()),
            TermKind::String(text) if self.quoted => self.token(&quote_string(text)),
            TermKind::String(text) => self.text.push_str(text),
            TermKind::Compound {
                functor, arguments, ..
            } => self.compound(functor, arguments, limit),
            TermKind::List { items, tail } => self.list(items, tail.as_deref()),
        }
        self.depth_left += 1;
    }

    fn atom(&mut self, name: &str, place: AtomPosition) {
        if place == AtomPosition::Beside && operators::is_operator(name) {
            self.token("(");
            let name = self.name(name);
            self.text.push_str(&name);
            self.text.push(')');
        } else {
            let name = self.name(name);
            self.token(&name);
        }
    }

    fn name<'n>(&self, name: &'n str) -> Cow<'n, str> {
        if self.quoted {
            quote_atom(name)
        } else {
            Cow::Borrowed(name)
        }
    }

    fn compound(&mut self, functor: &Name, arguments: &[SourceTerm], limit: u16) {
        match (
            arguments,
            operators::prefix(functor),
            operators::infix(functor),
        ) {
            ([inner], ..) if &**functor == "{}" => self.enclosed("{", inner, CLAUSE, "}"),
            ([operand], Some(operator), _) => {
                self.bracketed(operator, limit, |printer| printer.prefix(operator, operand))
            }
            ([left, right], _, Some(operator)) => {
                self.bracketed(operator, limit, |printer| {
                    printer.infix(operator, left, right)
                });
            }
            _ => self.application(functor, arguments),
        }
    }

    /// Prints an operator term, in brackets if it binds too loosely for its place.
    fn bracketed(&mut self, operator: &Operator, limit: u16, inner: impl FnOnce(&mut Self)) {
        let needed = operator.priority > limit;
        if needed {
            self.token("(");
        }
        inner(self);
        if needed {
            self.text.push(')');
        }
    }

    fn prefix(&mut self, operator: &Operator, operand: &SourceTerm) {
        self.token(operator.name);
        if !self.dense && matches!(operator.name, ":-" | "?-" | "\\+") {
            self.text.push(' ');
        }
        self.after_prefix = true;
        self.term(operand, operator.right_max(), AtomPosition::Beside);
    }

    fn infix(&mut self, operator: &Operator, left: &SourceTerm, right: &SourceTerm) {
        self.term(left, operator.left_max(), AtomPosition::Beside);
        match operator.name {
            "," => self.comma(),
            name if (self.dense || operator.priority <= TIGHT) && !name.starts_with(is_word) => {
                self.token(name)
            }
            name => {
                self.text.push(' ');
                self.text.push_str(name);
                self.text.push(' ');
            }
        }
        self.term(right, operator.right_max(), AtomPosition::Beside);
    }

    fn application(&mut self, functor: &Name, arguments: &[SourceTerm]) {
        let quoted = if &**functor == "{}" {
            "'{}'".into()
        } else {
            self.name(functor)
        };
        self.token(&quoted);
        self.text.push('(');
        self.items(arguments);
        self.text.push(')');
    }

    fn list(&mut self, items: &[SourceTerm], tail: Option<&SourceTerm>) {
        self.token("[");
        self.items(items);
        if let Some(tail) = tail {
            self.enclosed(if self.dense { "|" } else { " | " }, tail, ARGUMENT, "");
        }
        self.text.push(']');
    }

    fn items(&mut self, items: &[SourceTerm]) {
        for (index, item) in items.iter().enumerate() {
            if index > 0 {
                self.comma();
            }
            self.term(item, ARGUMENT, AtomPosition::Whole);
        }
    }

    fn comma(&mut self) {
        self.text.push_str(if self.dense { "," } else { ", " });
    }

    fn enclosed(&mut self, opening: &str, inner: &SourceTerm, limit: u16, closing: &str) {
        self.token(opening);
        self.term(inner, limit, AtomPosition::Whole);
        self.text.push_str(closing);
    }
}

fn is_word(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

//! Cuts a text with mistakes into clauses, and finds the mistakes in its tokens and brackets.
//!
//! It works on the flat sequence of tokens, without nesting, so that one mistake spoils only one
//! clause. It returns one clause after the other and keeps none of them. It knows nothing of terms.

use std::collections::VecDeque;

use super::comment::{self, Comment};
use super::diagnostic::Diagnostic;
use super::fault::{self, BracketEnd};
use super::grammar::Rule;
use super::limits::MAX_DEPTH;
use super::operators;
use super::source::{SourceId, Span};
use super::tokens::{Token, Tokens, tokens};

/// The text between two full stops.
#[derive(Debug)]
pub(super) struct ClausePiece {
    /// The place from the first token to the last, without the full stop.
    pub span: Span,
    /// The comment directly above it.
    pub comment: String,
    /// Its mistakes; the piece can still be read unless it is spoiled.
    pub faults: Vec<Diagnostic>,
    /// Whether its tokens or brackets make no sense, so that further messages would only be
    /// consequences.
    pub spoiled: bool,
}

/// The clauses of a text one after the other.
pub(super) struct ClausePieces<'a> {
    tokens: Tokens<'a>,
    splitter: Splitter<'a>,
    ended: bool,
    /// The number of tokens cut since [`take_cut`](Self::take_cut) last ran.
    cut: usize,
}

/// Cuts a text from the byte `start` on, where a clause may begin. A clause of more bytes than
/// `longest` is refused.
pub(super) fn split(id: SourceId, text: &str, start: usize, longest: usize) -> ClausePieces<'_> {
    let splitter = Splitter {
        id,
        text,
        longest,
        ready: VecDeque::new(),
        comments: Vec::new(),
        current: None,
        open: false,
    };
    ClausePieces {
        tokens: tokens(text, start),
        splitter,
        ended: false,
        cut: 0,
    }
}

impl ClausePieces<'_> {
    /// After all pieces were returned: whether more text could mend the end, which lacks a full
    /// stop or the end of a comment.
    pub fn is_open(&self) -> bool {
        self.splitter.open
    }

    /// Returns the number of tokens cut since the last call of this function.
    pub fn take_cut(&mut self) -> usize {
        std::mem::take(&mut self.cut)
    }
}

impl Iterator for ClausePieces<'_> {
    type Item = ClausePiece;

    fn next(&mut self) -> Option<ClausePiece> {
        loop {
            if let Some(piece) = self.splitter.ready.pop_front() {
                return Some(piece);
            }
            match self.tokens.next() {
                Some(token) => {
                    self.cut += 1;
                    self.splitter.token(token);
                }
                None if self.ended => return None,
                None => {
                    self.ended = true;
                    self.splitter.finish();
                }
            }
        }
    }
}

/// Whether a symbol, followed by `rest`, includes the full stop that was meant to end the clause.
pub(super) fn swallows_full_stop(symbol: &str, rest: &str) -> bool {
    match symbol {
        ".." => rest.starts_with(['\n', '\r']),
        _ if !symbol.ends_with('.') || operators::is_operator(symbol) => false,
        _ => {
            rest.is_empty()
                || rest.starts_with(char::is_whitespace)
                || rest.starts_with(['%', '\u{feff}'])
        }
    }
}

/// A clause whose end has not been found yet.
struct UnfinishedPiece<'a> {
    piece: ClausePiece,
    /// The open brackets and their places.
    brackets: Vec<(&'a str, Span)>,
    /// The first `:-` inside a bracket, and that bracket. If the bracket is never closed, it should
    /// have been closed before the `:-`.
    neck: Option<(Span, Span)>,
    /// Whether the last token could end a clause.
    complete: bool,
    last: Span,
}

impl UnfinishedPiece<'_> {
    /// The fault of a clause that ends here with an open bracket.
    fn unclosed_bracket(&self, end: BracketEnd) -> Option<Diagnostic> {
        let &(bracket, opening) = self.brackets.last()?;
        let neck = self.neck.and_then(|(neck, opening)| {
            self.brackets
                .iter()
                .find(|open| open.1 == opening)
                .map(|&(bracket, _)| (neck, opening, bracket))
        });
        Some(match neck {
            Some((neck, opening, bracket)) => {
                fault::unclosed_bracket(BracketEnd::Neck(neck), opening, closing_of(bracket))
            }
            None => fault::unclosed_bracket(end, opening, closing_of(bracket)),
        })
    }
}

struct Splitter<'a> {
    id: SourceId,
    text: &'a str,
    /// The maximum number of bytes of a clause.
    longest: usize,
    /// Finished pieces that were not returned yet.
    ready: VecDeque<ClausePiece>,
    /// The comments since the last full stop.
    comments: Vec<Comment>,
    current: Option<UnfinishedPiece<'a>>,
    open: bool,
}

impl<'a> Splitter<'a> {
    fn token(&mut self, token: Token<'a>) {
        let span = self.id.span(token.start, token.end());
        match token.rule {
            Rule::comment => self.comment(token.text, span),
            Rule::full_stop => self.full_stop(span),
            rule => {
                if self.begins_clause(rule, token.text, span) {
                    self.missing_full_stop(Some(span));
                }
                self.begin(span);
                self.inspect(token, span);
            }
        }
    }

    fn comment(&mut self, text: &str, span: Span) {
        if comment::is_unclosed(text) {
            self.open = true;
            self.begin(span);
            self.spoil(fault::unclosed_comment(span));
        } else if self.current.is_none() {
            self.comments.push(Comment {
                start: span.start as usize,
                end: span.end as usize,
            });
        }
    }

    fn full_stop(&mut self, span: Span) {
        match &self.current {
            None => {
                self.begin(span);
                self.spoil(fault::empty_clause(span));
            }
            Some(current) => {
                if let Some(fault) = current.unclosed_bracket(BracketEnd::FullStop(span)) {
                    self.spoil(fault);
                }
            }
        }
        self.end_piece();
    }

    /// Whether a word starts the next clause: it is at the start of a line, directly after a token
    /// that could end a clause.
    fn begins_clause(&self, rule: Rule, text: &str, span: Span) -> bool {
        let at_margin = span.start == 0 || self.text.as_bytes()[span.start as usize - 1] == b'\n';
        let starts = match rule {
            Rule::name => operators::infix(text).is_none(),
            Rule::variable => true,
            Rule::quoted | Rule::unclosed_quote => {
                !text.starts_with('`') && operators::infix(text.trim_matches('\'')).is_none()
            }
            _ => false,
        };
        let ended = |current: &UnfinishedPiece<'_>| {
            current.complete && current.brackets.is_empty() && !current.piece.spoiled
        };
        at_margin && starts && self.current.as_ref().is_some_and(ended)
    }

    fn missing_full_stop(&mut self, next: Option<Span>) {
        if let Some(current) = &mut self.current {
            current
                .piece
                .faults
                .push(fault::missing_full_stop(current.last, next));
        }
        self.end_piece();
    }

    fn begin(&mut self, span: Span) {
        if self.current.is_none() {
            let comment = comment::above(self.text, &self.comments, span.start as usize);
            let piece = ClausePiece {
                span,
                comment,
                faults: Vec::new(),
                spoiled: false,
            };
            self.current = Some(UnfinishedPiece {
                piece,
                brackets: Vec::new(),
                neck: None,
                complete: false,
                last: span,
            });
        }
    }

    fn inspect(&mut self, token: Token<'a>, span: Span) {
        let text = token.text;
        let mut complete = false;
        match token.rule {
            Rule::opening => self.open_bracket(text, span),
            Rule::closing => {
                self.close_bracket(text, span);
                complete = true;
            }
            Rule::unclosed_quote => return self.unclosed_quote(text, span),
            Rule::float => {
                self.spoil(fault::float(span, text));
                complete = true;
            }
            Rule::symbol if swallows_full_stop(text, &self.text[span.end as usize..]) => {
                let double = text == "..";
                self.spoil(if double {
                    fault::double_full_stop(span)
                } else {
                    fault::glued_full_stop(span, text)
                });
                return self.end_piece();
            }
            Rule::symbol if text == ":-" => self.neck(span),
            Rule::unexpected => self.spoil(fault::unexpected_character(span, text)),
            Rule::symbol => complete = text == "!",
            Rule::name => complete = !operators::is_operator(text),
            Rule::quoted => complete = !operators::is_operator(text.trim_matches('\'')),
            Rule::variable | Rule::number => complete = true,
            _ => {}
        }
        if let Some(current) = &mut self.current {
            current.complete = complete;
            current.last = span;
            current.piece.span.end = span.end;
            let piece = current.piece.span;
            if (piece.end - piece.start) as usize > self.longest {
                self.spoil(fault::clause_too_long(piece, self.longest));
            }
        }
    }

    fn neck(&mut self, span: Span) {
        if let Some(current) = &mut self.current
            && let Some(&(_, opening)) = current.brackets.last()
        {
            current.neck.get_or_insert((span, opening));
        }
    }

    fn open_bracket(&mut self, bracket: &'a str, span: Span) {
        let Some(current) = &mut self.current else {
            return;
        };
        if current.piece.spoiled {
            // Its fault is reported already; its brackets mean nothing any more.
            return;
        }
        current.brackets.push((bracket, span));
        if current.brackets.len() == MAX_DEPTH + 1 {
            self.spoil(fault::nesting_too_deep(span));
        }
    }

    fn close_bracket(&mut self, text: &str, span: Span) {
        let Some(current) = &mut self.current else {
            return;
        };
        match current.brackets.pop() {
            None => self.spoil(fault::stray_bracket(span, text)),
            Some((bracket, opening)) if closing_of(bracket) != text => {
                self.spoil(fault::mismatched_bracket(
                    span,
                    text,
                    opening,
                    closing_of(bracket),
                ));
            }
            Some(_) => {}
        }
    }

    /// A line that ends with a full stop was meant to end the clause, whatever its quotes say.
    fn unclosed_quote(&mut self, text: &str, span: Span) {
        let end = span.start as usize + text.trim_end().len();
        self.spoil(fault::unclosed_quote(
            Span {
                end: span.start + 1,
                ..span
            },
            &text[..1],
        ));
        if let Some(current) = &mut self.current {
            current.piece.span.end = self.id.span(end, end).end;
            current.last = span;
        }
        if text.trim_end().ends_with('.') {
            self.end_piece();
        }
    }

    /// Notes a fault that makes the clause unreadable; only the first such fault is reported.
    fn spoil(&mut self, fault: Diagnostic) {
        if let Some(current) = &mut self.current
            && !current.piece.spoiled
        {
            current.piece.faults.push(fault);
            current.piece.spoiled = true;
        }
    }

    fn end_piece(&mut self) {
        self.comments.clear();
        self.ready
            .extend(self.current.take().map(|current| current.piece));
    }

    fn finish(&mut self) {
        let Some(current) = &self.current else { return };
        self.open |= !current.piece.spoiled;
        if let Some(fault) = current.unclosed_bracket(BracketEnd::Text(current.last)) {
            self.spoil(fault);
        }
        if self
            .current
            .as_ref()
            .is_some_and(|current| current.piece.spoiled)
        {
            self.end_piece();
        } else {
            self.missing_full_stop(None);
        }
    }
}

fn closing_of(opening: &str) -> &'static str {
    match opening {
        "(" => ")",
        "[" => "]",
        _ => "}",
    }
}

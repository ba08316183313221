//! Cuts a text into clauses, and finds what is wrong with its tokens and brackets.
//!
//! Works on the flat sequence of tokens, without nesting, so that one mistake spoils one clause and no
//! text is read twice. Knows nothing of terms.

use pest::Parser;
use pest::iterators::Pair;

use super::comment::{self, Comment};
use super::diagnostic::Diagnostic;
use super::fault::{self, End};
use super::grammar::{Grammar, Rule};
use super::limits::MAX_DEPTH;
use super::operators;
use super::source::{SourceId, Span};

/// What stands between two full stops.
#[derive(Debug)]
pub(super) struct Piece {
    /// From the first token to the last, without the full stop.
    pub span: Span,
    /// The comment right above.
    pub comment: String,
    /// What is wrong; the piece can still be read unless it is spoiled.
    pub faults: Vec<Diagnostic>,
    /// Its tokens or brackets make no sense, so that reading on would only tell of consequences.
    pub spoiled: bool,
}

/// A text cut into clauses.
#[derive(Debug)]
pub(super) struct Pieces {
    /// The clauses in order.
    pub pieces: Vec<Piece>,
    /// More text could still mend the end: it lacks a full stop or the end of a comment.
    pub open: bool,
}

/// Cuts a text.
pub(super) fn split(id: SourceId, text: &str) -> Pieces {
    let mut splitter = Splitter { id, text, pieces: Vec::new(), comments: Vec::new(), current: None, open: false };
    let tokens = Grammar::parse(Rule::tokens, text).into_iter().flatten().flat_map(Pair::into_inner);
    for token in tokens {
        splitter.token(&token);
    }
    splitter.finish();
    Pieces { pieces: splitter.pieces, open: splitter.open }
}

/// A clause of which the end is not yet seen.
struct Unfinished {
    piece: Piece,
    brackets: Vec<(Rule, Span)>,
    /// The first `:-` inside a bracket, and that bracket: if it is never closed, it should have been before.
    neck: Option<(Span, Span)>,
    /// The last token could end a clause.
    complete: bool,
    last: Span,
}

impl Unfinished {
    /// What is wrong if the clause ends here with a bracket open.
    fn unclosed_bracket(&self, end: End) -> Option<Diagnostic> {
        let &(rule, opening) = self.brackets.last()?;
        let neck = self.neck.and_then(|(neck, opening)| {
            self.brackets.iter().find(|bracket| bracket.1 == opening).map(|&(rule, _)| (neck, opening, rule))
        });
        Some(match neck {
            Some((neck, opening, rule)) => fault::unclosed_bracket(End::Neck(neck), opening, closing_of(rule)),
            None => fault::unclosed_bracket(end, opening, closing_of(rule)),
        })
    }
}

struct Splitter<'a> {
    id: SourceId,
    text: &'a str,
    pieces: Vec<Piece>,
    /// The comments since the last full stop.
    comments: Vec<Comment>,
    current: Option<Unfinished>,
    open: bool,
}

impl<'a> Splitter<'a> {
    fn token(&mut self, token: &Pair<'a, Rule>) {
        let range = token.as_span();
        let span = self.id.span(range.start(), range.end());
        match token.as_rule() {
            Rule::EOI => {}
            Rule::line_comment | Rule::block_comment => self.comment(token.as_str(), span),
            Rule::full_stop => self.full_stop(span),
            rule => {
                if self.begins_clause(rule, token.as_str(), span) {
                    self.missing_full_stop(Some(span));
                }
                self.begin(span);
                self.inspect(token, span);
            }
        }
    }

    fn comment(&mut self, text: &str, span: Span) {
        if text.starts_with("/*") && (text.len() < 4 || !text.ends_with("*/")) {
            self.open = true;
            self.begin(span);
            self.spoil(fault::unclosed_comment(span));
        } else if self.current.is_none() {
            self.comments.push(Comment { start: span.start as usize, end: span.end as usize });
        }
    }

    fn full_stop(&mut self, span: Span) {
        match &self.current {
            None => {
                self.begin(span);
                self.spoil(fault::empty_clause(span));
            }
            Some(current) => {
                if let Some(fault) = current.unclosed_bracket(End::FullStop(span)) {
                    self.spoil(fault);
                }
            }
        }
        self.end_piece();
    }

    /// A word at the start of a line, right after what could end a clause, starts the next clause.
    fn begins_clause(&self, rule: Rule, text: &str, span: Span) -> bool {
        let at_margin = span.start == 0 || self.text.as_bytes()[span.start as usize - 1] == b'\n';
        let starts = match rule {
            Rule::name => operators::infix(text).is_none(),
            Rule::variable | Rule::quoted_atom | Rule::string => true,
            _ => false,
        };
        let ended = |current: &Unfinished| current.complete && current.brackets.is_empty() && !current.piece.spoiled;
        at_margin && starts && self.current.as_ref().is_some_and(ended)
    }

    fn missing_full_stop(&mut self, next: Option<Span>) {
        if let Some(current) = &mut self.current {
            current.piece.faults.push(fault::missing_full_stop(current.last, next));
        }
        self.end_piece();
    }

    fn begin(&mut self, span: Span) {
        if self.current.is_none() {
            let comment = comment::above(self.text, &self.comments, span.start as usize);
            let piece = Piece { span, comment, faults: Vec::new(), spoiled: false };
            self.current = Some(Unfinished { piece, brackets: Vec::new(), neck: None, complete: false, last: span });
        }
    }

    fn inspect(&mut self, token: &Pair<'a, Rule>, span: Span) {
        let text = token.as_str();
        let mut complete = false;
        match token.as_rule() {
            rule @ (Rule::open_parenthesis | Rule::open_bracket | Rule::open_brace) => self.open_bracket(rule, span),
            Rule::close_parenthesis | Rule::close_bracket | Rule::close_brace => {
                self.close_bracket(text, span);
                complete = true;
            }
            Rule::quoted_atom | Rule::string | Rule::codes => {
                complete = true;
                if token.clone().into_inner().all(|part| part.as_rule() != Rule::close_quote) {
                    return self.unclosed_quote(text, span);
                }
            }
            Rule::number => {
                complete = true;
                if token.clone().into_inner().any(|part| part.as_rule() == Rule::fraction) {
                    self.spoil(fault::float(span, text));
                }
            }
            Rule::symbol if self.swallows_full_stop(text, span) => {
                let double = text == "..";
                self.spoil(if double { fault::double_full_stop(span) } else { fault::glued_full_stop(span, text) });
                return self.end_piece();
            }
            Rule::symbol if text == ":-" => self.neck(span),
            Rule::unexpected => self.spoil(fault::unexpected_character(span, text)),
            Rule::name => complete = !operators::is_operator(text),
            Rule::variable => complete = true,
            Rule::solo => complete = text == "!",
            _ => {}
        }
        if let Some(current) = &mut self.current {
            current.complete = complete;
            current.last = span;
            current.piece.span.end = span.end;
        }
    }

    /// Whether a symbol took the full stop that was meant to end the clause.
    fn swallows_full_stop(&self, text: &str, span: Span) -> bool {
        let rest = &self.text[span.end as usize..];
        match text {
            ".." => rest.starts_with(['\n', '\r']),
            _ if operators::is_operator(text) => false,
            _ => text.ends_with('.') && (rest.is_empty() || rest.starts_with(char::is_whitespace)),
        }
    }

    fn neck(&mut self, span: Span) {
        if let Some(current) = &mut self.current
            && let Some(&(_, opening)) = current.brackets.last()
        {
            current.neck.get_or_insert((span, opening));
        }
    }

    fn open_bracket(&mut self, rule: Rule, span: Span) {
        let Some(current) = &mut self.current else { return };
        current.brackets.push((rule, span));
        if current.brackets.len() == MAX_DEPTH + 1 {
            self.spoil(fault::nesting_too_deep(span));
        }
    }

    fn close_bracket(&mut self, text: &str, span: Span) {
        let Some(current) = &mut self.current else { return };
        match current.brackets.pop() {
            None => self.spoil(fault::stray_bracket(span, text)),
            Some((rule, opening)) if closing_of(rule) != text => {
                self.spoil(fault::mismatched_bracket(span, text, opening, closing_of(rule)));
            }
            Some(_) => {}
        }
    }

    /// A line that ends with a full stop was meant to end the clause, whatever its quotes say.
    fn unclosed_quote(&mut self, text: &str, span: Span) {
        let end = span.start as usize + text.trim_end().len();
        self.spoil(fault::unclosed_quote(Span { end: span.start + 1, ..span }, &text[..1]));
        if let Some(current) = &mut self.current {
            current.piece.span.end = self.id.span(end, end).end;
            current.last = span;
        }
        if text.trim_end().ends_with('.') {
            self.end_piece();
        }
    }

    /// Notes what makes the clause unreadable; only the first such thing is told.
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
        self.pieces.extend(self.current.take().map(|current| current.piece));
    }

    fn finish(&mut self) {
        let Some(current) = &self.current else { return };
        self.open |= !current.piece.spoiled;
        if let Some(fault) = current.unclosed_bracket(End::Text(current.last)) {
            self.spoil(fault);
        }
        if self.current.as_ref().is_some_and(|current| current.piece.spoiled) {
            self.end_piece();
        } else {
            self.missing_full_stop(None);
        }
    }
}

fn closing_of(opening: Rule) -> &'static str {
    match opening {
        Rule::open_parenthesis => ")",
        Rule::open_bracket => "]",
        _ => "}",
    }
}

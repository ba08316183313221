//! Reads a text to expressions. A bracket that does not match is reported, and reading goes on behind
//! the sentence that it spoils.

use pest::Parser;

use super::grammar::{Grammar, Rule};
use super::tree::{Expression, ExpressionKind, Sentence, Sheet};
use crate::syntax::comment::{self, Comment};
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::faults::Faults;
use crate::syntax::limits::{MAX_DEPTH, MAX_DIAGNOSTICS};
use crate::syntax::names::NameInterner;
use crate::syntax::parse::unreadable;
use crate::syntax::reading::Reading;
use crate::syntax::source::{SourceId, Sources, Span};

/// The number of tokens that are read between two looks at the limits.
const TOKENS_BETWEEN_LOOKS: usize = 1 << 10;

/// Reads a sheet within the limits of a load, until it is stopped. Returns the sentences that could be
/// read, and all mistakes in the order of the text.
pub(crate) fn read(
    sources: &Sources,
    id: SourceId,
    reading: &Reading<'_>,
) -> (Sheet, Vec<Diagnostic>) {
    let source = sources.get(id);
    if let Err(reason) = reading.take_text(source.text.len()) {
        return (Sheet::default(), vec![unreadable(&source.name, &reason)]);
    }
    let mut reader = SheetReader {
        source: id,
        text: &source.text,
        names: NameInterner::default(),
        sheet: Sheet::default(),
        faults: Faults::up_to(MAX_DIAGNOSTICS),
        comments: Vec::new(),
        open: Vec::new(),
        too_deep: 0,
        is_spoiled: false,
    };
    let ended = reader.run(reading);
    let mut faults = reader
        .faults
        .finish(Some(id.span(source.text.len(), source.text.len())));
    faults.extend(ended.err().map(|ended| *ended));
    (reader.sheet, faults)
}

/// A list whose closing bracket has not been read yet.
struct OpenList {
    start: usize,
    items: Vec<Expression>,
}

struct SheetReader<'t> {
    source: SourceId,
    text: &'t str,
    names: NameInterner,
    sheet: Sheet,
    faults: Faults,
    /// The comments since the last sentence.
    comments: Vec<Comment>,
    /// The lists around the next token, the innermost last.
    open: Vec<OpenList>,
    /// The number of open brackets beyond those of the lists, which are too many.
    too_deep: usize,
    /// Whether the sentence that is being read has a mistake.
    is_spoiled: bool,
}

impl SheetReader<'_> {
    fn run(&mut self, reading: &Reading<'_>) -> Result<(), Box<Diagnostic>> {
        let mut at = 0;
        let mut tokens = 0;
        while let Some((rule, start, end)) = next(self.text, at) {
            at = end;
            tokens += 1;
            if tokens % TOKENS_BETWEEN_LOOKS == 0 {
                reading.take_parts(TOKENS_BETWEEN_LOOKS)?;
            }
            match rule {
                Rule::comment if self.open.is_empty() => {
                    self.comments.push(Comment { start, end });
                }
                Rule::comment => {}
                Rule::open => self.open(start),
                Rule::close => self.close(start, end),
                Rule::variable => {
                    let name = self.names.name(&self.text[start + 1..end].to_lowercase());
                    self.add(ExpressionKind::Variable(name), start, end);
                }
                _ => {
                    let name = self.names.name(&self.text[start..end].to_lowercase());
                    self.add(ExpressionKind::Word(name), start, end);
                }
            }
        }
        if let Some(unclosed) = self.open.first() {
            let place = self.source.span(unclosed.start, unclosed.start + 1);
            self.faults.push(unclosed_bracket(place));
        }
        reading.take_parts(tokens % TOKENS_BETWEEN_LOOKS)
    }

    fn open(&mut self, start: usize) {
        if self.open.len() < MAX_DEPTH {
            self.open.push(OpenList {
                start,
                items: Vec::new(),
            });
            return;
        }
        if self.too_deep == 0 && !self.is_spoiled {
            self.faults
                .push(too_deep(self.source.span(start, start + 1)));
        }
        self.is_spoiled = true;
        self.too_deep += 1;
    }

    fn close(&mut self, start: usize, end: usize) {
        if self.too_deep > 0 {
            self.too_deep -= 1;
            return;
        }
        match self.open.pop() {
            Some(OpenList { start, items }) => self.add(ExpressionKind::List(items), start, end),
            None => self
                .faults
                .push(unopened_bracket(self.source.span(start, end))),
        }
    }

    /// Adds an expression to the list around it; outside all lists it is a sentence.
    fn add(&mut self, kind: ExpressionKind, start: usize, end: usize) {
        let span = self.source.span(start, end);
        let expression = Expression { kind, span };
        if let Some(around) = self.open.last_mut() {
            return around.items.push(expression);
        }
        let comment = comment::above(self.text, &self.comments, start);
        self.comments.clear();
        if !std::mem::take(&mut self.is_spoiled) {
            let comment = comment.into();
            self.sheet.sentences.push(Sentence {
                expression,
                comment,
            });
        }
    }
}

/// The next token from a byte on, with its bytes; `None` at the end of the text.
fn next(text: &str, at: usize) -> Option<(Rule, usize, usize)> {
    let pair = Grammar::parse(Rule::next, &text[at..])
        .ok()?
        .next()?
        .into_inner()
        .next()?;
    let span = pair.as_span();
    (pair.as_rule() != Rule::EOI).then(|| (pair.as_rule(), at + span.start(), at + span.end()))
}

fn unclosed_bracket(place: Span) -> Diagnostic {
    let title = "a bracket is not closed";
    Diagnostic::error("kif-brackets", title, place, "opened here")
        .with_help("each sentence ends with the bracket that closes its first one")
}

fn unopened_bracket(place: Span) -> Diagnostic {
    let title = "a closing bracket has no opening one";
    Diagnostic::error("kif-brackets", title, place, "closes nothing")
        .with_help("remove it, or look for a bracket too many in the sentence before")
}

fn too_deep(place: Span) -> Diagnostic {
    let title = format!("brackets nest more than {MAX_DEPTH} deep");
    Diagnostic::error("kif-brackets", title, place, "one too many")
        .with_help("name the inner part by a relation of its own")
}

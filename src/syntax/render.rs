//! Diagnostics as text, with the source line and a caret, through annotate-snippets.

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Origin, Renderer, Snippet};

use super::diagnostic::{Diagnostic, Label, Severity};
use super::limits::MAX_SHOWN_LINE;
use super::source::{Sources, Span};

/// How messages are dressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Plain text.
    Plain,
    /// With terminal colours.
    Coloured,
}

/// All diagnostics as text, one after the other with a blank line between; empty if there are none.
#[must_use]
pub fn render(diagnostics: &[Diagnostic], sources: &Sources, style: Style) -> String {
    let renderer = match style {
        Style::Plain => Renderer::plain(),
        Style::Coloured => Renderer::styled(),
    };
    let texts: Vec<String> = diagnostics.iter().map(|diagnostic| one(diagnostic, sources, &renderer)).collect();
    texts.join("\n\n") + if texts.is_empty() { "" } else { "\n" }
}

fn one(diagnostic: &Diagnostic, sources: &Sources, renderer: &Renderer) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let mut group = Group::with_title(level.primary_title(&diagnostic.title).id(diagnostic.code));
    for window in windows(diagnostic, sources) {
        group = window.add_to(group);
    }
    if let Some(help) = &diagnostic.help {
        group = group.element(Level::HELP.message(help));
    }
    renderer.render(&[group])
}

/// Some lines of one source, and what is said about them.
struct Window<'a> {
    name: &'a str,
    /// The number of the first line, from 1.
    line: usize,
    /// Where the text starts in the source.
    start: usize,
    text: &'a str,
    /// The column of the first mark, from 1, if the text is but a part of a long line.
    cut: Option<usize>,
    marks: Vec<(AnnotationKind, std::ops::Range<usize>, &'a str)>,
}

/// One window a source where that is short enough to be shown from the first place to the last, else one a place.
fn windows<'a>(diagnostic: &'a Diagnostic, sources: &'a Sources) -> Vec<Window<'a>> {
    let primary = diagnostic.primary.iter().map(|label| (AnnotationKind::Primary, label));
    let secondary = diagnostic.secondary.iter().map(|label| (AnnotationKind::Context, label));
    let mut windows: Vec<Window<'a>> = Vec::new();
    for (kind, label) in primary.chain(secondary) {
        let window = Window::around(kind, label, sources);
        match windows.iter_mut().find(|other| other.can_join(&window)) {
            Some(other) => other.join(window, &sources.get(label.span.source).text),
            None => windows.push(window),
        }
    }
    windows
}

impl<'a> Window<'a> {
    /// The lines of one place; of a long line only what is near the place.
    fn around(kind: AnnotationKind, label: &'a Label, sources: &'a Sources) -> Self {
        let source = sources.get(label.span.source);
        let (line, column) = sources.line_column(label.span);
        let (from, to) = within(&source.text, label.span);
        let start = source.text[..from].rfind('\n').map_or(0, |end| end + 1);
        let end = source.text[from..].find('\n').map_or(source.text.len(), |length| from + length);
        let whole = end - start <= MAX_SHOWN_LINE;
        let (start, end) = if whole { (start, end) } else { near(&source.text, start, end, from) };
        let mark = from - start..to.min(end).max(from) - start;
        Window {
            name: &source.name,
            line,
            start,
            text: &source.text[start..end],
            cut: (!whole).then_some(column),
            marks: vec![(kind, mark, label.text.as_str())],
        }
    }

    fn can_join(&self, other: &Self) -> bool {
        const FARTHEST: usize = 4000;
        let near = self.start.abs_diff(other.start) <= FARTHEST;
        self.name == other.name && self.cut.is_none() && other.cut.is_none() && near
    }

    /// Widens the window to show another one too.
    fn join(&mut self, other: Self, source: &'a str) {
        let start = self.start.min(other.start);
        let end = (self.start + self.text.len()).max(other.start + other.text.len());
        for (_, range, _) in &mut self.marks {
            *range = range.start + self.start - start..range.end + self.start - start;
        }
        let moved = other.start - start;
        let shift =
            |(kind, range, text): (_, std::ops::Range<usize>, _)| (kind, range.start + moved..range.end + moved, text);
        self.marks.extend(other.marks.into_iter().map(shift));
        self.line = self.line.min(other.line);
        (self.start, self.text) = (start, &source[start..end]);
    }

    fn add_to(self, group: Group<'a>) -> Group<'a> {
        let marks = self.marks.into_iter().map(|(kind, range, text)| {
            let mark: Annotation<'a> = kind.span(range);
            if text.is_empty() { mark } else { mark.label(text) }
        });
        let snippet = Snippet::source(self.text).line_start(self.line).annotations(marks);
        match self.cut {
            None => group.element(snippet.path(self.name)),
            Some(column) => group.element(Origin::path(self.name).line(self.line).char_column(column)).element(snippet),
        }
    }
}

/// The bytes of a place, moved to what the text has.
fn within(text: &str, span: Span) -> (usize, usize) {
    let from = floor(text, span.start as usize);
    (from, floor(text, span.end as usize).max(from))
}

fn near(text: &str, start: usize, end: usize, place: usize) -> (usize, usize) {
    let first = floor(text, place.saturating_sub(MAX_SHOWN_LINE / 2)).max(start);
    (first, floor(text, place + MAX_SHOWN_LINE / 2).min(end))
}

/// The last character boundary at or before `offset`.
fn floor(text: &str, offset: usize) -> usize {
    (0..=offset.min(text.len())).rev().find(|&index| text.is_char_boundary(index)).unwrap_or(0)
}

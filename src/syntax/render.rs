//! Diagnostics as text, with the source line and a caret, through annotate-snippets.

use std::borrow::Cow;
use std::ops::Range;

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Origin, Renderer, Snippet};

use super::diagnostic::{Diagnostic, Label, Severity};
use super::limits::MAX_SHOWN_LINE;
use super::source::{SourceId, Sources, Span, floor};
use super::visible::visible;

/// How messages are formatted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Plain text.
    Plain,
    /// With terminal colours.
    Coloured,
}

/// All diagnostics as text, with a blank line between them; empty if there are none.
#[must_use]
pub fn render(diagnostics: &[Diagnostic], sources: &Sources, style: Style) -> String {
    let renderer = match style {
        Style::Plain => Renderer::plain(),
        Style::Coloured => Renderer::styled(),
    };
    let texts: Vec<String> = diagnostics
        .iter()
        .enumerate()
        .filter(|(at, one)| {
            !diagnostics[..*at]
                .iter()
                .any(|earlier| one.repeats(earlier))
        })
        .map(|(at, first)| {
            let later = diagnostics[at + 1..].iter();
            let repeated: Vec<Span> = later
                .filter(|later| later.repeats(first))
                .filter_map(|later| Some(later.primary.as_ref()?.span))
                .collect();
            one(first, &repeated, sources, &renderer)
        })
        .collect();
    texts.join("\n\n") + if texts.is_empty() { "" } else { "\n" }
}

/// A diagnostic, which is met at the places of `repeated` too.
fn one(
    diagnostic: &Diagnostic,
    repeated: &[Span],
    sources: &Sources,
    renderer: &Renderer,
) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let mut group = Group::with_title(
        level
            .primary_title(visible(&diagnostic.title))
            .id(diagnostic.code),
    );
    for window in windows(diagnostic, sources) {
        group = window.add_to(group);
    }
    if let Some(help) = &diagnostic.help {
        group = group.element(Level::HELP.message(visible(help)));
    }
    if !repeated.is_empty() {
        let source = diagnostic.primary.as_ref().map(|label| label.span.source);
        group = group.element(Level::NOTE.message(places(repeated, source, sources)));
    }
    renderer.render(&[group])
}

/// The most places that are listed.
const MOST_PLACES: usize = 8;

/// Places in words, such as `the same at 7:6 and 9:12`; of another source than this one with its
/// name.
fn places(places: &[Span], shown_above: Option<SourceId>, sources: &Sources) -> String {
    let shown = places.iter().take(MOST_PLACES).map(|place| {
        let (line, column) = sources.line_column(*place);
        match shown_above == Some(place.source) {
            true => format!("{line}:{column}"),
            false => format!("{}:{line}:{column}", sources.get(place.source).name),
        }
    });
    let mut shown: Vec<String> = shown.collect();
    match places.len().saturating_sub(MOST_PLACES) {
        0 => {}
        1 => shown.push("one more place".to_owned()),
        more => shown.push(format!("{more} more places")),
    }
    let last = shown.pop().unwrap_or_default();
    let text = match shown.as_slice() {
        [] => last,
        _ => format!("{} and {last}", shown.join(", ")),
    };
    format!("the same at {}", visible(&text))
}

/// Some lines of one source, and what is said about them.
struct SourceWindow<'a> {
    source: SourceId,
    name: &'a str,
    /// The number of the first line, from 1.
    line: usize,
    /// The byte in the source at which the text starts.
    start: usize,
    /// Line and column of the first place, if the text does not start at the start of a line.
    origin: Option<(usize, usize)>,
    text: &'a str,
    marks: Vec<(AnnotationKind, Range<usize>, &'a str)>,
}

/// One window for each source if its places are near each other, otherwise one for each place.
fn windows<'a>(diagnostic: &'a Diagnostic, sources: &'a Sources) -> Vec<SourceWindow<'a>> {
    let primary = diagnostic
        .primary
        .iter()
        .map(|label| (AnnotationKind::Primary, label));
    let secondary = diagnostic
        .secondary
        .iter()
        .map(|label| (AnnotationKind::Context, label));
    let mut windows: Vec<SourceWindow<'a>> = Vec::new();
    for (kind, label) in primary.chain(secondary) {
        let window = SourceWindow::around(kind, label, sources);
        match windows.iter_mut().find(|other| other.is_near(&window)) {
            Some(other) => other.join(window, &sources.get(label.span.source).text),
            None => windows.push(window),
        }
    }
    windows
}

impl<'a> SourceWindow<'a> {
    /// The line of a place. A long line is cut on both sides of the place, so that the work for one
    /// message does not depend on the length of a line.
    fn around(kind: AnnotationKind, label: &'a Label, sources: &'a Sources) -> Self {
        let source = sources.get(label.span.source);
        let (from, to) = within(&source.text, label.span);
        let (line, column) = sources.line_column(label.span);
        let nearby = floor(&source.text, from.saturating_sub(MAX_SHOWN_LINE));
        let begin = source.text[nearby..from]
            .rfind('\n')
            .map(|end| nearby + end + 1);
        let start = begin.unwrap_or(if column <= FARTHEST {
            floor_of_line(&source.text, from)
        } else {
            nearby
        });
        let longest = floor(&source.text, from + MAX_SHOWN_LINE);
        let end = source.text[from..longest]
            .find('\n')
            .map_or(longest, |length| from + length);
        SourceWindow {
            source: label.span.source,
            name: &source.name,
            line,
            start,
            origin: (column > FARTHEST && begin.is_none()).then_some((line, column)),
            text: &source.text[start..end],
            marks: vec![(
                kind,
                from - start..to.min(end).max(from) - start,
                label.text.as_str(),
            )],
        }
    }

    fn end(&self) -> usize {
        self.start + self.text.len()
    }

    fn is_near(&self, other: &Self) -> bool {
        let gap = other
            .start
            .saturating_sub(self.end())
            .max(self.start.saturating_sub(other.end()));
        self.source == other.source && gap <= FARTHEST
    }

    /// Widens the window to include another one.
    fn join(&mut self, other: Self, source: &'a str) {
        let start = self.start.min(other.start);
        let end = self.end().max(other.end());
        let (mine, its) = (self.start - start, other.start - start);
        for (_, range, _) in &mut self.marks {
            *range = range.start + mine..range.end + mine;
        }
        let moved = |(kind, range, text): (_, Range<usize>, _)| {
            (kind, range.start + its..range.end + its, text)
        };
        self.marks.extend(other.marks.into_iter().map(moved));
        self.line = self.line.min(other.line);
        (self.start, self.text) = (start, &source[start..end]);
    }

    fn add_to(self, group: Group<'a>) -> Group<'a> {
        let source = shown(self.text, self.text.len());
        // Making characters visible changes the length of the text, which moves all offsets behind
        // them.
        let moved = |offset: usize| shown(self.text, offset).len();
        let marks = self.marks.into_iter().map(|(kind, range, text)| {
            let mark: Annotation<'a> = kind.span(moved(range.start)..moved(range.end));
            if text.is_empty() {
                mark
            } else {
                mark.label(visible(text))
            }
        });
        let marks: Vec<Annotation<'a>> = marks.collect();
        let (path, snippet) = (
            visible(self.name),
            Snippet::source(source)
                .line_start(self.line)
                .annotations(marks),
        );
        match self.origin {
            None => group.element(snippet.path(path)),
            Some((line, column)) => group
                .element(Origin::path(path).line(line).char_column(column))
                .element(snippet),
        }
    }
}

/// The first bytes of some lines with every hidden character as its code, without the carriage
/// return that is a part of a line's end.
fn shown(lines: &str, length: usize) -> Cow<'_, str> {
    let (head, rest) = lines.split_at(length);
    let head = match head.strip_suffix('\r') {
        Some(line) if rest.is_empty() || rest.starts_with('\n') => line,
        _ => head,
    };
    match head.contains("\r\n") {
        true => Cow::Owned(visible(&head.replace("\r\n", "\n")).into_owned()),
        false => visible(head),
    }
}

/// Two places at most this many bytes apart are shown together, and at most this much of a line is
/// shown before a place.
const FARTHEST: usize = 4000;

/// The start of the line of a place.
fn floor_of_line(text: &str, from: usize) -> usize {
    text[..from].rfind('\n').map_or(0, |end| end + 1)
}

/// The bytes of a place, moved to boundaries inside the text.
fn within(text: &str, span: Span) -> (usize, usize) {
    let from = floor(text, span.start as usize);
    (from, floor(text, span.end as usize).max(from))
}

//! What must hold of every diagnostic, whatever text it is about.

use regola::codes;
use regola::syntax::diagnostic::Diagnostic;
use regola::syntax::render::{Style, render};
use regola::syntax::source::{Sources, Span};

/// Asserts that each diagnostic has a page, points at whole characters of a text, and can be drawn.
pub fn assert_well_told(diagnostics: &[Diagnostic], sources: &Sources) {
    for diagnostic in diagnostics {
        assert!(
            codes::find(diagnostic.code).is_some(),
            "no page for {diagnostic:?}"
        );
        assert!(!diagnostic.title.is_empty(), "{diagnostic:?}");
        for label in diagnostic.primary.iter().chain(&diagnostic.secondary) {
            assert_within(label.span, sources);
        }
    }
    for style in [Style::Plain, Style::Coloured] {
        assert_eq!(
            render(diagnostics, sources, style).is_empty(),
            diagnostics.is_empty()
        );
    }
}

/// Asserts that a place lies in its text and does not part a character.
pub fn assert_within(span: Span, sources: &Sources) {
    let text = &sources.get(span.source).text;
    let (start, end) = (span.start as usize, span.end as usize);
    assert!(
        start <= end && text.get(start..end).is_some(),
        "{span:?} in {text:?}"
    );
    let (line, column) = sources.line_column(span);
    assert!(line >= 1 && column >= 1);
}

//! What the editor of the page asks: completions, hovers and diagnostics.

use super::limits;
use super::protocol::{
    self, AnyAnswer, Ask, CompletionItem, ShownCompletions, ShownDiagnostic, ShownSeverity,
};
use super::texts::ChangedTexts;
use super::units::{byte, unit_range, units};
use crate::language::{Completion, CompletionKind, Workspace};
use crate::syntax::diagnostic;
use crate::syntax::source::Sources;

/// Answers a question of the editor about the game with the main file `main`.
pub fn answer(texts: &ChangedTexts, main: &str, ask: &Ask) -> AnyAnswer {
    match ask {
        Ask::Complete { path, text, at } => {
            AnyAnswer::Completions(completions(&texts.with(path, text), main, path, text, *at))
        }
        Ask::Hover { path, text, at } => {
            AnyAnswer::Hover(hover(&texts.with(path, text), main, path, text, *at))
        }
        _ => AnyAnswer::Hover(None),
    }
}

fn hover(
    texts: &ChangedTexts,
    main: &str,
    path: &str,
    text: &str,
    at: usize,
) -> Option<protocol::ShownHover> {
    let hover = workspace(texts, main).hover(path, byte(text, at))?;
    let range = unit_range(text, hover.range);
    Some(protocol::ShownHover {
        from: range.start,
        to: range.end,
        markdown: hover.markdown,
    })
}

fn completions(
    texts: &ChangedTexts,
    main: &str,
    path: &str,
    text: &str,
    at: usize,
) -> ShownCompletions {
    let offset = byte(text, at);
    let before = &text[..offset];
    let word =
        before.trim_end_matches(|character: char| character.is_alphanumeric() || character == '_');
    let mut all = workspace(texts, main).completions(path, offset);
    all.sort_by_key(|completion| nearness(completion.kind));
    ShownCompletions {
        from: units(text, word.len()),
        items: all.into_iter().take(limits::WORDS).map(item).collect(),
    }
}

fn workspace(texts: &ChangedTexts, main: &str) -> Workspace {
    Workspace::read(texts, &[main.to_owned()])
}

/// The order of completions: names of the clause and the file come first.
fn nearness(kind: CompletionKind) -> u8 {
    match kind {
        CompletionKind::Variable => 0,
        CompletionKind::Predicate | CompletionKind::Fluent => 1,
        CompletionKind::Vocabulary | CompletionKind::Directive => 2,
        CompletionKind::BuiltIn => 3,
    }
}

fn item(completion: Completion) -> CompletionItem {
    let kind = match completion.kind {
        CompletionKind::Variable => "variable",
        CompletionKind::Predicate => "predicate",
        CompletionKind::Fluent => "fluent",
        CompletionKind::Vocabulary => "vocabulary",
        CompletionKind::Directive => "directive",
        CompletionKind::BuiltIn => "builtin",
    };
    CompletionItem {
        label: completion.label,
        insert: completion.name,
        detail: completion.comment,
        kind,
    }
}

/// The diagnostics as the page shows them in the file `path`, errors first. One without a place in
/// this file is put at its start.
pub fn shown_diagnostics(
    faults: &[diagnostic::Diagnostic],
    sources: &Sources,
    path: &str,
) -> Vec<ShownDiagnostic> {
    let one = |fault: &diagnostic::Diagnostic| {
        let mut message = fault.title.clone();
        let mut range = 0..0;
        if let Some(label) = &fault.primary {
            if !label.text.is_empty() {
                message = format!("{message}: {}", label.text);
            }
            let source = sources.get(label.span.source);
            if *source.name == *path {
                range = unit_range(
                    &source.text,
                    label.span.start as usize..label.span.end as usize,
                );
            } else {
                let (line, _) = sources.line_column(label.span);
                message = format!("{}:{line}: {message}", source.name);
            }
        }
        ShownDiagnostic {
            from: range.start,
            to: range.end,
            severity: match fault.severity {
                diagnostic::Severity::Error => ShownSeverity::Error,
                diagnostic::Severity::Warning => ShownSeverity::Warning,
            },
            message,
            code: fault.code.to_owned(),
            help: fault.help.clone().unwrap_or_default(),
        }
    };
    let mut worst: Vec<_> = faults.iter().collect();
    worst.sort_by_key(|fault| fault.severity);
    worst.into_iter().take(limits::FAULTS).map(one).collect()
}

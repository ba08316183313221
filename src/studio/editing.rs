//! What the editor of the page asks about a text: completions, information about names, the
//! standard form, folds; and the diagnostics of an edit.

use super::limits;
use super::names;
use super::protocol::{
    self, AnyAnswer, Ask, CompletionItem, FormattedText, ShownCompletions, ShownDiagnostic,
    TextFold, TextFolds, TextPlace,
};
use super::texts::ChangedTexts;
use super::units::{UnitIndex, byte, file_place, unit_range, units};
use crate::language::{Completion, CompletionKind, Workspace};
use crate::session::Trouble;
use crate::syntax::diagnostic;
use crate::syntax::format::formatted;
use crate::syntax::source::Sources;

/// Answers a question of the editor about the game with the main file `main`.
pub fn answer(texts: &ChangedTexts, main: &str, ask: &Ask) -> Result<AnyAnswer, Trouble> {
    let workspace = |path: &str, text: &str| {
        let texts = texts.with(path, text);
        Workspace::read(&texts, &[main.to_owned()])
    };
    let with = |place: &TextPlace| workspace(&place.path, &place.text);
    Ok(match ask {
        Ask::Complete(place) => AnyAnswer::Completions(completions(&with(place), place)),
        Ask::Hover(place) => AnyAnswer::Hover(hover(&with(place), place)),
        Ask::Define(place) => AnyAnswer::Defined(names::definition(&with(place), place)),
        Ask::References(place) => AnyAnswer::References(names::references(&with(place), place)),
        Ask::Rename { at, name } => AnyAnswer::Renamed(names::rename(&with(at), at, name)?),
        Ask::Format { path, text } => AnyAnswer::Formatted(FormattedText {
            text: formatted(path, text),
        }),
        Ask::Fold { path, text } => AnyAnswer::Folds(folds(&workspace(path, text), path, text)),
        _ => return Err(Trouble::Use("this is no question about a text".to_owned())),
    })
}

fn hover(
    workspace: &Workspace,
    TextPlace { path, text, at }: &TextPlace,
) -> Option<protocol::ShownHover> {
    let hover = workspace.hover(path, byte(text, *at))?;
    let range = unit_range(text, hover.range);
    Some(protocol::ShownHover {
        from: range.start,
        to: range.end,
        markdown: hover.markdown,
    })
}

fn completions(
    workspace: &Workspace,
    TextPlace { path, text, at }: &TextPlace,
) -> ShownCompletions {
    let offset = byte(text, *at);
    let before = &text[..offset];
    let word =
        before.trim_end_matches(|character: char| character.is_alphanumeric() || character == '_');
    let mut all = workspace.completions(path, offset);
    all.sort_by_key(|completion| nearness(completion.kind));
    ShownCompletions {
        from: units(text, word.len()),
        items: all.into_iter().take(limits::WORDS).map(item).collect(),
    }
}

/// The folds of a text. Of those that begin on the same line the longest stays.
fn folds(workspace: &Workspace, path: &str, text: &str) -> TextFolds {
    let index = UnitIndex::new(text);
    let mut folds: Vec<TextFold> = Vec::new();
    let mut last_line_end = None;
    for fold in workspace.folds(path) {
        let Some(line) = text[fold.range.clone()].find('\n') else {
            continue;
        };
        let line_end = fold.range.start + line;
        if last_line_end == Some(line_end) {
            continue;
        }
        last_line_end = Some(line_end);
        folds.push(TextFold {
            from: index.unit(line_end),
            to: index.unit(fold.range.end),
        });
    }
    TextFolds { folds }
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
        let mut message = fault.headline();
        let mut range = 0..0;
        if let Some(label) = &fault.primary {
            let place = file_place(sources, label.span);
            if place.path == path {
                range = place.from..place.to;
            } else {
                let (line, _) = sources.line_column(label.span);
                message = format!("{}:{line}: {message}", place.path);
            }
        }
        ShownDiagnostic {
            from: range.start,
            to: range.end,
            severity: fault.severity.into(),
            message,
            code: fault.code.to_owned(),
            help: fault.help.clone().unwrap_or_default(),
        }
    };
    let mut worst: Vec<_> = faults.iter().collect();
    worst.sort_by_key(|fault| fault.severity);
    worst.into_iter().take(limits::FAULTS).map(one).collect()
}

//! What an editor can change at a click so that a fault is gone.

use std::collections::HashMap;

use gen_lsp_types as lsp;

use super::diagnostics::{Fix, FixableDiagnostic};
use super::documents::Documents;

/// The quick fixes of the faults that touch a range.
pub fn quick_fixes(
    documents: &Documents,
    faults: &[FixableDiagnostic],
    range: lsp::Range,
) -> Vec<lsp::CodeAction> {
    let touches = |fault: &&FixableDiagnostic| {
        let place = &fault.diagnostic.range;
        place.start <= range.end && range.start <= place.end
    };
    faults
        .iter()
        .filter(touches)
        .flat_map(|fault| {
            let fixes = fault.fixes.iter();
            fixes.map(move |fix| action(documents, fault, fix))
        })
        .collect()
}

fn action(documents: &Documents, fault: &FixableDiagnostic, fix: &Fix) -> lsp::CodeAction {
    let changes = HashMap::from([(documents.uri(&fix.path), vec![fix.edit.clone()])]);
    lsp::CodeAction {
        title: fix.title.clone(),
        kind: Some(lsp::CodeActionKind::QuickFix),
        diagnostics: Some(vec![fault.diagnostic.clone()]),
        // An editor may make the only one there is without a question.
        is_preferred: Some(fault.fixes.len() == 1),
        edit: Some(lsp::WorkspaceEdit {
            changes: Some(changes),
            ..lsp::WorkspaceEdit::default()
        }),
        ..lsp::CodeAction::default()
    }
}

/// Whether an editor that asks for actions of these kinds alone wants quick fixes.
pub fn are_wanted(only: Option<&[lsp::CodeActionKind]>) -> bool {
    only.is_none_or(|kinds| {
        kinds.iter().any(|kind| {
            matches!(
                kind,
                lsp::CodeActionKind::QuickFix | lsp::CodeActionKind::Empty
            )
        })
    })
}

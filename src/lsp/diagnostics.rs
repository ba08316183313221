//! The diagnostics of the open files and all files that they use, by file.

use std::collections::BTreeMap;

use crate::language::{Workspace, diagnose};
use crate::syntax::diagnostic::{Diagnostic, Label, Replacement, Severity};
use crate::syntax::fault::cut;
use crate::syntax::lexeme::{LexemeKind, lexemes};
use crate::syntax::quote::is_symbol;
use crate::syntax::source::{Sources, Span};
use gen_lsp_types as lsp;

use super::documents::Documents;

/// The faults of each file, by its path.
pub type FileDiagnostics = BTreeMap<String, Vec<FixableDiagnostic>>;

/// A diagnostic of the protocol, and how an editor can remove it.
pub struct FixableDiagnostic {
    pub diagnostic: lsp::Diagnostic,
    /// Each alone removes the fault.
    pub fixes: Vec<Fix>,
}

/// A change of a text that removes a fault.
pub struct Fix {
    /// One line for a menu.
    pub title: String,
    /// The file to change.
    pub path: String,
    pub edit: lsp::TextEdit,
}

/// Returns the diagnostics of the programs to which the open files belong. A diagnostic in a file
/// that several programs use occurs once.
pub fn of_open_programs(documents: &Documents) -> FileDiagnostics {
    let mut found: FileDiagnostics = documents
        .paths()
        .into_iter()
        .map(|path| (path, Vec::new()))
        .collect();
    for main in Workspace::mains(documents, &documents.candidates(), &documents.paths()) {
        let report = diagnose(documents, &main);
        let teller = Teller {
            documents,
            sources: &report.sources,
        };
        for fault in &report.diagnostics {
            let path = fault
                .primary
                .as_ref()
                .map_or(main.as_str(), |label| teller.path(label));
            let diagnostic = teller.diagnostic(fault);
            let known = found.entry(path.to_owned()).or_default();
            if known.iter().any(|known| known.diagnostic == diagnostic) {
                continue;
            }
            let replacements = fault.replacements.iter();
            let fixes = replacements.filter_map(|replacement| teller.fix(replacement));
            known.push(FixableDiagnostic {
                diagnostic,
                fixes: fixes.collect(),
            });
        }
    }
    found
}

/// Turns diagnostics into those of the protocol.
struct Teller<'a> {
    documents: &'a Documents,
    sources: &'a Sources,
}

impl<'a> Teller<'a> {
    fn path(&self, label: &Label) -> &'a str {
        &self.sources.get(label.span.source).name
    }

    fn range(&self, span: Span) -> lsp::Range {
        let text = &self.sources.get(span.source).text;
        self.documents
            .encoding
            .range(text, span.start as usize..span.end as usize)
    }

    /// Returns the change of a text that a replacement is, or `None` if it would delete a comment.
    fn fix(&self, replacement: &Replacement) -> Option<Fix> {
        let Replacement { span, text } = replacement;
        let old = self.sources.snippet(*span);
        if text.is_empty() && lexemes(old).any(|lexeme| lexeme.kind == LexemeKind::Comment) {
            return None;
        }
        let source = self.sources.get(span.source);
        let before = source.text[..span.start as usize].chars().next_back();
        let after = source.text[span.end as usize..].chars().next();
        let space = |joins: bool| if joins { " " } else { "" };
        let new_text = format!(
            "{}{text}{}",
            space(join(before, text.chars().next())),
            space(join(text.chars().next_back(), after)),
        );
        Some(Fix {
            title: fix_title(old, text),
            path: source.name.to_string(),
            edit: lsp::TextEdit {
                range: self.range(*span),
                new_text,
            },
        })
    }

    fn diagnostic(&self, fault: &Diagnostic) -> lsp::Diagnostic {
        let severity = match fault.severity {
            Severity::Error => lsp::DiagnosticSeverity::Error,
            Severity::Warning => lsp::DiagnosticSeverity::Warning,
        };
        let related: Vec<_> = fault
            .secondary
            .iter()
            .map(|label| self.related(label))
            .collect();
        lsp::Diagnostic {
            range: fault
                .primary
                .as_ref()
                .map(|label| self.range(label.span))
                .unwrap_or_default(),
            severity: Some(severity),
            code: Some(lsp::Code::String(fault.code.to_owned())),
            source: Some("regola".to_owned()),
            message: lsp::Message::String(message(fault)),
            related_information: (!related.is_empty()).then_some(related),
            ..lsp::Diagnostic::default()
        }
    }

    fn related(&self, label: &Label) -> lsp::DiagnosticRelatedInformation {
        let location = lsp::Location {
            uri: self.documents.uri(self.path(label)),
            range: self.range(label.span),
        };
        lsp::DiagnosticRelatedInformation {
            location,
            message: label.text.clone(),
        }
    }
}

/// Whether two neighbouring letters would be read as one token.
fn join(left: Option<char>, right: Option<char>) -> bool {
    let (Some(left), Some(right)) = (left, right) else {
        return false;
    };
    let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
    (is_word(left) && is_word(right)) || (is_symbol(left) && is_symbol(right))
}

/// What is done, for a menu.
fn fix_title(old: &str, new: &str) -> String {
    let (old, new) = (&*cut(old), &*cut(new));
    match (old, new) {
        (old, "") if old.trim().is_empty() => "Remove the space".to_owned(),
        (old, "") => format!("Remove `{old}`"),
        ("", new) => format!("Insert `{new}`"),
        (old, new) => format!("Replace `{old}` with `{new}`"),
    }
}

/// The title, the label of the place, and the help.
fn message(fault: &Diagnostic) -> String {
    match &fault.help {
        Some(help) => format!("{}\n{help}", fault.headline()),
        None => fault.headline(),
    }
}

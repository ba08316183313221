//! The diagnostics of the open files and all files that they use, by file.

use std::collections::BTreeMap;

use crate::language::{Workspace, diagnose};
use crate::syntax::diagnostic::{Diagnostic, Label, Severity};
use crate::syntax::source::Sources;
use gen_lsp_types as lsp;

use super::documents::Documents;

/// Diagnostics by the path of the file.
pub type Told = BTreeMap<String, Vec<lsp::Diagnostic>>;

/// Returns the diagnostics of the programs to which the open files belong. A diagnostic in a file
/// that several programs use occurs once.
pub fn told(documents: &Documents) -> Told {
    let mut told: Told = documents
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
            let about = teller.diagnostic(fault);
            let known = told.entry(path.to_owned()).or_default();
            if !known.contains(&about) {
                known.push(about);
            }
        }
    }
    told
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

    fn range(&self, label: &Label) -> lsp::Range {
        let text = &self.sources.get(label.span.source).text;
        self.documents
            .encoding
            .range(text, label.span.start as usize..label.span.end as usize)
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
                .map(|label| self.range(label))
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
            range: self.range(label),
        };
        lsp::DiagnosticRelatedInformation {
            location,
            message: label.text.clone(),
        }
    }
}

/// The title, the label of the place, and the help.
fn message(fault: &Diagnostic) -> String {
    let label = fault
        .primary
        .as_ref()
        .map(|label| label.text.as_str())
        .filter(|text| !text.is_empty());
    let title = match label {
        Some(label) => format!("{}: {label}", fault.title),
        None => fault.title.clone(),
    };
    match &fault.help {
        Some(help) => format!("{title}\n{help}"),
        None => title,
    }
}

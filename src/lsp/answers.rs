//! Turns the results of the module `language` into those of the protocol.

use std::collections::HashMap;

use crate::codes;
use crate::language::{
    Completion, CompletionKind, Edit, FileRange, OutlineItem, OutlineKind, Workspace,
};
use crate::syntax::format::format;
use crate::syntax::source::Sources;
use gen_lsp_types as lsp;

use super::diagnostics::Told;
use super::documents::Documents;

/// Answers questions about the texts of a workspace.
pub struct Answers<'a> {
    pub documents: &'a Documents,
    pub workspace: &'a Workspace,
    /// The diagnostics that the editor has, by file.
    pub told: &'a Told,
    /// Whether the editor supports snippets, so that it can ask for arguments.
    pub snippets: bool,
}

impl Answers<'_> {
    /// Returns the information about the name at an offset, and the pages of the codes of the
    /// diagnostics there.
    pub fn hover(&self, path: &str, offset: usize) -> Option<lsp::Hover> {
        let hover = self.workspace.hover(path, offset);
        let position = self
            .documents
            .encoding
            .position(self.workspace.text(path)?, offset);
        let wrong = self.told.get(path).into_iter().flatten();
        let here = wrong.filter(|fault| (fault.range.start..=fault.range.end).contains(&position));
        let mut pages: Vec<&str> = here.filter_map(page).collect();
        pages.dedup();
        let name = hover.as_ref().map(|hover| hover.markdown.as_str());
        let parts: Vec<&str> = name.into_iter().chain(pages).collect();
        if parts.is_empty() {
            return None;
        }
        let range = hover
            .as_ref()
            .and_then(|hover| self.range(path, hover.range.clone()));
        Some(lsp::Hover {
            contents: markdown(parts.join("\n\n---\n\n")).into(),
            range,
        })
    }

    pub fn definition(&self, path: &str, offset: usize) -> Option<lsp::DefinitionResponse> {
        let place = self.workspace.definition(path, offset)?;
        Some(lsp::Definition::Location(self.location(&place)?).into())
    }

    pub fn references(
        &self,
        path: &str,
        offset: usize,
        with_definitions: bool,
    ) -> Vec<lsp::Location> {
        let places = self.workspace.references(path, offset, with_definitions);
        places
            .iter()
            .filter_map(|place| self.location(place))
            .collect()
    }

    pub fn highlights(&self, path: &str, offset: usize) -> Vec<lsp::DocumentHighlight> {
        let places = self
            .workspace
            .references(path, offset, true)
            .into_iter()
            .filter(|place| &*place.path == path);
        let ranges = places.filter_map(|place| self.range(path, place.range));
        ranges
            .map(|range| lsp::DocumentHighlight {
                range,
                kind: Some(lsp::DocumentHighlightKind::Text),
            })
            .collect()
    }

    pub fn symbols(&self, path: &str) -> Vec<lsp::DocumentSymbol> {
        self.workspace
            .outline(path)
            .into_iter()
            .filter_map(|item| self.symbol(path, item))
            .collect()
    }

    #[expect(deprecated, reason = "the field must be given a value")]
    fn symbol(&self, path: &str, item: OutlineItem) -> Option<lsp::DocumentSymbol> {
        Some(lsp::DocumentSymbol {
            name: item.name,
            detail: Some(item.detail).filter(|detail| !detail.is_empty()),
            kind: match item.kind {
                OutlineKind::Fluent => lsp::SymbolKind::Field,
                OutlineKind::Predicate => lsp::SymbolKind::Function,
            },
            tags: None,
            deprecated: None,
            range: self.range(path, item.range)?,
            selection_range: self.range(path, item.name_range)?,
            children: None,
        })
    }

    pub fn completions(&self, path: &str, offset: usize) -> Vec<lsp::CompletionItem> {
        self.workspace
            .completions(path, offset)
            .into_iter()
            .map(|completion| self.completion(completion))
            .collect()
    }

    fn completion(&self, completion: Completion) -> lsp::CompletionItem {
        let kind = match completion.kind {
            CompletionKind::Predicate | CompletionKind::BuiltIn => {
                lsp::CompletionItemKind::Function
            }
            CompletionKind::Fluent => lsp::CompletionItemKind::Field,
            CompletionKind::Vocabulary | CompletionKind::Directive => {
                lsp::CompletionItemKind::Keyword
            }
            CompletionKind::Variable => lsp::CompletionItemKind::Variable,
        };
        // Names of the clause and the file come first.
        let order = match completion.kind {
            CompletionKind::Variable => "0",
            CompletionKind::Predicate | CompletionKind::Fluent => "1",
            CompletionKind::Vocabulary | CompletionKind::Directive => "2",
            CompletionKind::BuiltIn => "3",
        };
        lsp::CompletionItem {
            sort_text: Some(format!("{order}{}", completion.label)),
            filter_text: Some(completion.name.clone()),
            insert_text: Some(if self.snippets {
                snippet(&completion)
            } else {
                completion.name
            }),
            insert_text_format: self.snippets.then_some(lsp::InsertTextFormat::Snippet),
            label: completion.label,
            kind: Some(kind),
            documentation: Some(completion.comment)
                .filter(|comment| !comment.is_empty())
                .map(|comment| lsp::Documentation::MarkupContent(markdown(comment))),
            ..lsp::CompletionItem::default()
        }
    }

    pub fn formatting(&self, path: &str) -> Option<Vec<lsp::TextEdit>> {
        let text = self.documents.text(path)?;
        let mut sources = Sources::new();
        let id = sources.add(path, &text);
        let formatted = format(&sources, id).ok()?;
        if formatted == text {
            return Some(Vec::new());
        }
        let range = self.documents.encoding.range(&text, 0..text.len());
        Some(vec![lsp::TextEdit {
            range,
            new_text: formatted,
        }])
    }

    pub fn renamable(&self, path: &str, offset: usize) -> Result<lsp::PrepareRenameResult, String> {
        let place = self
            .workspace
            .renamable(path, offset)
            .map_err(|error| error.to_string())?;
        let range = self
            .range(path, place.range)
            .ok_or("the text has changed")?;
        Ok(lsp::PrepareRenameResult::Range(range))
    }

    pub fn rename(
        &self,
        path: &str,
        offset: usize,
        name: &str,
    ) -> Result<lsp::WorkspaceEdit, String> {
        let edits = self
            .workspace
            .rename(path, offset, name)
            .map_err(|error| error.to_string())?;
        let mut changes: HashMap<lsp::Uri, Vec<lsp::TextEdit>> = HashMap::new();
        for Edit { place, text } in edits {
            let Some(range) = self.range(&place.path, place.range) else {
                continue;
            };
            let file = changes.entry(self.documents.uri(&place.path)).or_default();
            file.push(lsp::TextEdit {
                range,
                new_text: text,
            });
        }
        Ok(lsp::WorkspaceEdit {
            changes: Some(changes),
            ..lsp::WorkspaceEdit::default()
        })
    }

    fn location(&self, place: &FileRange) -> Option<lsp::Location> {
        let range = self.range(&place.path, place.range.clone())?;
        Some(lsp::Location {
            uri: self.documents.uri(&place.path),
            range,
        })
    }

    fn range(&self, path: &str, range: std::ops::Range<usize>) -> Option<lsp::Range> {
        Some(
            self.documents
                .encoding
                .range(self.workspace.text(path)?, range),
        )
    }
}

/// The page of the code of a diagnostic.
fn page(fault: &lsp::Diagnostic) -> Option<&'static str> {
    match &fault.code {
        Some(lsp::Code::String(code)) => codes::find(code).map(|code| code.page.trim_end()),
        _ => None,
    }
}

fn markdown(value: String) -> lsp::MarkupContent {
    lsp::MarkupContent {
        kind: lsp::MarkupKind::Markdown,
        value,
    }
}

/// A snippet, in which the editor asks for each argument in turn.
fn snippet(completion: &Completion) -> String {
    let escaped = |text: &str| {
        text.replace('\\', "\\\\")
            .replace('$', "\\$")
            .replace('}', "\\}")
    };
    let stop = |(at, name): (usize, &String)| format!("${{{}:{}}}", at + 1, escaped(name));
    let stops: Vec<String> = completion.arguments.iter().enumerate().map(stop).collect();
    let arguments = if stops.is_empty() {
        String::new()
    } else {
        format!("({})", stops.join(", "))
    };
    format!(
        "{}{arguments}{}",
        escaped(&completion.name),
        completion.tail
    )
}

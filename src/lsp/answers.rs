//! Turns the results of the module `language` into those of the protocol.

use std::collections::HashMap;

use crate::codes;
use crate::language::{
    Completion, CompletionKind, Edit, FileRange, Fold, FoldKind, OutlineItem, OutlineKind,
    Workspace,
};
use crate::syntax::format::formatted;
use gen_lsp_types as lsp;

use super::diagnostics::FileDiagnostics;
use super::documents::Documents;
use super::line_edits::{in_protocol, independent, line_edits};
use super::semantic;

/// Answers questions about the texts of a workspace.
pub struct LanguageAnswers<'a> {
    pub documents: &'a Documents,
    pub workspace: &'a Workspace,
    /// The diagnostics that the editor has, by file.
    pub published: &'a FileDiagnostics,
    /// Whether the editor supports snippets, so that it can ask for arguments.
    pub snippets: bool,
}

impl LanguageAnswers<'_> {
    /// Returns the information about the name at an offset, and the pages of the codes of the
    /// diagnostics there.
    pub fn hover(&self, path: &str, offset: usize) -> Option<lsp::Hover> {
        let hover = self.workspace.hover(path, offset);
        let position = self
            .documents
            .encoding
            .position(self.workspace.text(path)?, offset);
        let wrong = self.published.get(path).into_iter().flatten();
        let is_here =
            |fault: &&lsp::Diagnostic| (fault.range.start..=fault.range.end).contains(&position);
        let here = wrong.map(|fault| &fault.diagnostic).filter(is_here);
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
            kind: symbol_kind(item.kind),
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

    /// The lines that differ from the file's standard form.
    pub fn formatting(&self, path: &str) -> Option<Vec<lsp::TextEdit>> {
        let text = self.documents.text(path)?;
        let edits = line_edits(&text, &formatted(path, &text)?);
        Some(in_protocol(edits, &text, self.documents.encoding))
    }

    /// Those of them that touch a range, with what belongs to them.
    pub fn range_formatting(&self, path: &str, range: lsp::Range) -> Option<Vec<lsp::TextEdit>> {
        let text = self.documents.text(path)?;
        let mut edits = independent(line_edits(&text, &formatted(path, &text)?), &text);
        // What ends before the first column of a line does not touch the line.
        let is_before = range.end.character == 0 && range.end.line > range.start.line;
        let last = range.end.line - u32::from(is_before);
        edits.retain(|edit| edit.touches(range.start.line as usize..=last as usize));
        Some(in_protocol(edits, &text, self.documents.encoding))
    }

    /// The stretches that can be folded away.
    pub fn folding_ranges(&self, path: &str) -> Vec<lsp::FoldingRange> {
        let Some(text) = self.workspace.text(path) else {
            return Vec::new();
        };
        let line_ends: Vec<usize> = text.match_indices('\n').map(|(at, _)| at).collect();
        let line = |offset: usize| {
            let before = line_ends.partition_point(|end| *end < offset);
            u32::try_from(before).unwrap_or(u32::MAX)
        };
        let one = |fold: Fold| lsp::FoldingRange {
            start_line: line(fold.range.start),
            end_line: line(fold.range.end),
            kind: (fold.kind == FoldKind::Comment).then_some(lsp::FoldingRangeKind::Comment),
            ..lsp::FoldingRange::default()
        };
        self.workspace.folds(path).into_iter().map(one).collect()
    }

    /// What every piece of a file is.
    pub fn semantic_tokens(&self, path: &str) -> Option<lsp::SemanticTokens> {
        let text = self.workspace.text(path)?;
        let tokens = self.workspace.semantic_tokens(path);
        Some(lsp::SemanticTokens {
            result_id: None,
            data: semantic::encoded(text, &tokens, self.documents.encoding),
        })
    }

    /// The fluents and predicates of all files whose names have the letters of a query in its
    /// order.
    pub fn workspace_symbols(&self, query: &str) -> Vec<lsp::WorkspaceSymbol> {
        let mut symbols = Vec::new();
        for path in self.workspace.paths() {
            let items = self.workspace.outline(&path).into_iter();
            let wanted = items.filter(|item| has_letters(&item.name, query));
            symbols.extend(wanted.filter_map(|item| self.workspace_symbol(&path, item)));
        }
        symbols
    }

    fn workspace_symbol(&self, path: &str, item: OutlineItem) -> Option<lsp::WorkspaceSymbol> {
        let range = self.range(path, item.name_range)?;
        let uri = self.documents.uri(path);
        Some(lsp::WorkspaceSymbol {
            location: lsp::Location { uri, range }.into(),
            data: None,
            base_symbol_information: lsp::BaseSymbolInformation {
                name: item.name,
                kind: symbol_kind(item.kind),
                tags: None,
                container_name: None,
            },
        })
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

fn symbol_kind(kind: OutlineKind) -> lsp::SymbolKind {
    match kind {
        OutlineKind::Fluent => lsp::SymbolKind::Field,
        OutlineKind::Predicate => lsp::SymbolKind::Function,
    }
}

/// Whether a name has the letters of a query in their order, in capitals or not.
fn has_letters(name: &str, query: &str) -> bool {
    let mut letters = name.chars().flat_map(char::to_lowercase);
    query
        .chars()
        .flat_map(char::to_lowercase)
        .all(|wanted| letters.any(|letter| letter == wanted))
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

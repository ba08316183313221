//! The methods of the protocol, and their answers.

use gen_lsp_types as lsp;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::answers::LanguageAnswers;
use super::diagnostics::{self, FileDiagnostics, FixableDiagnostic};
use super::disk::Disk;
use super::documents::{Documents, path_of};
use super::message::{self, ErrorCode, ErrorReply, Message, answered, notification, refused};
use super::position::Encoding;
use super::quick_fixes::{are_wanted, quick_fixes};
use super::semantic;
use crate::language::Workspace;

/// How a conversation ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The editor sent `shutdown` before the end.
    Goodbye,
    /// The conversation ended without `shutdown`.
    NoGoodbye,
    /// The conversation ended before `initialize`.
    NoGreeting,
}

/// How far a conversation has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// Waits for `initialize`.
    Greeting,
    /// Every method is allowed.
    Work,
    /// After `shutdown`: only `exit` is allowed.
    ShutDown,
    /// After `exit`.
    Over(Ending),
}

/// Serves one editor: takes one message after the other, and returns those to send.
pub struct Server {
    stage: Stage,
    documents: Documents,
    snippets: bool,
    /// Whether the editor takes edits as the answer to a request for code actions.
    quick_fixes: bool,
    /// The open files and their programs; `None` after a change.
    workspace: Option<Workspace>,
    /// The programs of all folders that the editor works in; `None` after a change.
    everything: Option<Workspace>,
    /// The diagnostics that the editor has, by file.
    published: FileDiagnostics,
    /// Whether a text has changed since the diagnostics were sent.
    changed: bool,
}

impl Server {
    /// Creates a server before `initialize`. It reads files that the editor does not have open from
    /// `disk`.
    #[must_use]
    pub fn new(disk: Box<dyn Disk>) -> Self {
        let documents = Documents::new(disk);
        Self {
            stage: Stage::Greeting,
            documents,
            snippets: false,
            quick_fixes: false,
            workspace: None,
            everything: None,
            published: FileDiagnostics::new(),
            changed: false,
        }
    }

    /// Takes a message as JSON. Returns the answer to a request, or to something that is no
    /// message; `None` for a notification or a response.
    pub fn hear(&mut self, body: &[u8]) -> Option<Value> {
        match message::read(body) {
            Ok(Message::Request {
                id,
                method,
                parameters,
            }) => Some(answered(id, self.answer(&method, parameters))),
            Ok(Message::Notification { method, parameters }) => {
                self.notice(&method, parameters);
                None
            }
            Ok(Message::Response) => None,
            Err(answer) => Some(answer),
        }
    }

    /// The answer to bytes that are no message; `fault` says why.
    #[must_use]
    pub fn refuse(fault: &str) -> Value {
        refused(Value::Null, ErrorCode::ParseError, fault)
    }

    /// The text of an open file, by its URI, as the server has it. `None` if it is not open, or too
    /// long to be kept.
    #[must_use]
    pub fn text(&self, uri: &str) -> Option<String> {
        let document = self.documents.get(&path_of(&lsp::Uri(uri.to_owned())))?;
        document.text.clone()
    }

    /// How the conversation ended; `None` if it has not. After the end, no more messages are
    /// expected.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        match self.stage {
            Stage::Over(ending) => Some(ending),
            _ => None,
        }
    }

    /// How the conversation ended, if no more messages come.
    #[must_use]
    pub fn hung_up(&self) -> Ending {
        match self.stage {
            Stage::Greeting => Ending::NoGreeting,
            Stage::Work => Ending::NoGoodbye,
            Stage::ShutDown => Ending::Goodbye,
            Stage::Over(ending) => ending,
        }
    }

    /// Answers `initialize`.
    fn greet(&mut self, parameters: Value) -> RequestResult {
        let parameters: lsp::InitializeParams = read(parameters)?;
        let capabilities = &parameters.capabilities;
        let completion = capabilities
            .text_document
            .as_ref()
            .and_then(|text| text.completion.as_ref());
        let snippets =
            completion.and_then(|completion| completion.completion_item.as_ref()?.snippet_support);
        self.snippets = snippets == Some(true);
        let actions = capabilities
            .text_document
            .as_ref()
            .and_then(|text| text.code_action.as_ref());
        self.quick_fixes =
            actions.is_some_and(|actions| actions.code_action_literal_support.is_some());
        self.documents
            .greet(Encoding::choose(capabilities), folders(&parameters));
        self.stage = Stage::Work;
        written(self.greeting())
    }

    fn greeting(&self) -> lsp::InitializeResult {
        let synchronisation = lsp::TextDocumentSyncOptions {
            open_close: Some(true),
            change: Some(lsp::TextDocumentSyncKind::Incremental),
            ..lsp::TextDocumentSyncOptions::default()
        };
        let rename = lsp::RenameOptions {
            prepare_provider: Some(true),
            ..lsp::RenameOptions::default()
        };
        let quick_fixes = lsp::CodeActionOptions {
            code_action_kinds: Some(vec![lsp::CodeActionKind::QuickFix]),
            ..lsp::CodeActionOptions::default()
        };
        let semantic_tokens = lsp::SemanticTokensOptions {
            legend: semantic::legend(),
            range: None,
            full: Some(true.into()),
            work_done_progress_options: lsp::WorkDoneProgressOptions::default(),
        };
        let capabilities = lsp::ServerCapabilities {
            position_encoding: Some(self.documents.encoding.kind()),
            text_document_sync: Some(synchronisation.into()),
            completion_provider: Some(lsp::CompletionOptions::default()),
            hover_provider: Some(true.into()),
            definition_provider: Some(true.into()),
            references_provider: Some(true.into()),
            document_highlight_provider: Some(true.into()),
            document_symbol_provider: Some(true.into()),
            workspace_symbol_provider: Some(true.into()),
            document_formatting_provider: Some(true.into()),
            document_range_formatting_provider: Some(true.into()),
            code_action_provider: self.quick_fixes.then(|| quick_fixes.into()),
            folding_range_provider: Some(true.into()),
            semantic_tokens_provider: Some(semantic_tokens.into()),
            rename_provider: Some(rename.into()),
            ..lsp::ServerCapabilities::default()
        };
        let version = Some(env!("CARGO_PKG_VERSION").to_owned());
        let server_info = Some(lsp::ServerInfo {
            name: "regola".to_owned(),
            version,
        });
        lsp::InitializeResult {
            capabilities,
            server_info,
        }
    }

    /// Handles a notification. Nothing is answered to one that cannot be read.
    fn notice(&mut self, method: &str, parameters: Value) {
        match (method, self.stage) {
            ("exit", Stage::ShutDown) => self.stage = Stage::Over(Ending::Goodbye),
            ("exit", _) => self.stage = Stage::Over(Ending::NoGoodbye),
            (_, Stage::Work) => self.notice_change(method, parameters),
            _ => {}
        }
    }

    fn notice_change(&mut self, method: &str, parameters: Value) {
        match method {
            "textDocument/didOpen" => {
                self.noticed::<lsp::DidOpenTextDocumentNotification>(
                    parameters,
                    |documents, opened| {
                        let lsp::TextDocumentItem {
                            uri, version, text, ..
                        } = opened.text_document;
                        documents.open(uri, version, text);
                    },
                );
            }
            "textDocument/didChange" => {
                self.noticed::<lsp::DidChangeTextDocumentNotification>(
                    parameters,
                    |documents, changed| {
                        let document = changed.text_document;
                        let uri = &document.text_document_identifier.uri;
                        documents.change(uri, document.version, changed.content_changes);
                    },
                );
            }
            "textDocument/didClose" => {
                self.noticed::<lsp::DidCloseTextDocumentNotification>(
                    parameters,
                    |documents, closed| {
                        documents.close(&closed.text_document.uri);
                    },
                );
            }
            // A file that is not open may have changed.
            "textDocument/didSave" | "workspace/didChangeWatchedFiles" => self.forget(),
            _ => {}
        }
    }

    fn noticed<N: lsp::Notification>(
        &mut self,
        parameters: Value,
        take: impl FnOnce(&mut Documents, N::Params),
    ) {
        if let Ok(parameters) = serde_json::from_value(parameters) {
            take(&mut self.documents, parameters);
            self.forget();
        }
    }

    fn forget(&mut self) {
        self.workspace = None;
        self.everything = None;
        self.changed = true;
    }

    fn answer(&mut self, method: &str, parameters: Value) -> RequestResult {
        match (method, self.stage) {
            ("initialize", Stage::Greeting) => self.greet(parameters),
            (_, Stage::Greeting) => Err((
                ErrorCode::ServerNotInitialized,
                "`initialize` must be asked first".to_owned(),
            )),
            ("initialize", _) => Err((
                ErrorCode::InvalidRequest,
                "`initialize` is asked once".to_owned(),
            )),
            (_, Stage::ShutDown | Stage::Over(_)) => Err((
                ErrorCode::InvalidRequest,
                "nothing is answered after `shutdown`".to_owned(),
            )),
            ("shutdown", Stage::Work) => {
                self.stage = Stage::ShutDown;
                Ok(Value::Null)
            }
            (method, Stage::Work) => self.result(method, parameters),
        }
    }

    fn result(&mut self, method: &str, parameters: Value) -> RequestResult {
        if method == "textDocument/codeAction" {
            return self.quick_fixes(parameters);
        }
        let answers = match method {
            "workspace/symbol" => self.answers_of_all(),
            _ => self.answers(),
        };
        match method {
            "textDocument/hover" => at(&answers, parameters, |place| {
                place.answers.hover(&place.path, place.offset)
            }),
            "textDocument/definition" => at(&answers, parameters, |place| {
                place.answers.definition(&place.path, place.offset)
            }),
            "textDocument/documentHighlight" => at(&answers, parameters, |place| {
                place.answers.highlights(&place.path, place.offset)
            }),
            "textDocument/completion" => at(&answers, parameters, |place| {
                place.answers.completions(&place.path, place.offset)
            }),
            "textDocument/references" => {
                let asked: lsp::ReferenceParams = read(parameters)?;
                let place = Asked::at(&answers, &asked.text_document_position_params);
                let with_definitions = asked.context.include_declaration;
                written(
                    place.map(|place| {
                        answers.references(&place.path, place.offset, with_definitions)
                    }),
                )
            }
            "textDocument/prepareRename" => {
                let asked: lsp::PrepareRenameParams = read(parameters)?;
                let place = Asked::at(&answers, &asked.text_document_position_params);
                // This request asks whether a name can be renamed, so a refusal is no error.
                written(place.and_then(|place| answers.renamable(&place.path, place.offset).ok()))
            }
            "textDocument/rename" => {
                let asked: lsp::RenameParams = read(parameters)?;
                let place = Asked::at(&answers, &asked.text_document_position_params);
                let Some(place) = place else {
                    return written(());
                };
                let edit = answers.rename(&place.path, place.offset, &asked.new_name);
                written(edit.map_err(|reason| (ErrorCode::RequestFailed, reason))?)
            }
            "textDocument/documentSymbol" => {
                let asked: lsp::DocumentSymbolParams = read(parameters)?;
                written(answers.symbols(&path_of(&asked.text_document.uri)))
            }
            "textDocument/formatting" => {
                let asked: lsp::DocumentFormattingParams = read(parameters)?;
                written(answers.formatting(&path_of(&asked.text_document.uri)))
            }
            "textDocument/rangeFormatting" => {
                let asked: lsp::DocumentRangeFormattingParams = read(parameters)?;
                let path = path_of(&asked.text_document.uri);
                written(answers.range_formatting(&path, asked.range))
            }
            "textDocument/foldingRange" => {
                let asked: lsp::FoldingRangeParams = read(parameters)?;
                written(answers.folding_ranges(&path_of(&asked.text_document.uri)))
            }
            "textDocument/semanticTokens/full" => {
                let asked: lsp::SemanticTokensParams = read(parameters)?;
                written(answers.semantic_tokens(&path_of(&asked.text_document.uri)))
            }
            "workspace/symbol" => {
                let asked: lsp::WorkspaceSymbolParams = read(parameters)?;
                written(answers.workspace_symbols(&asked.query))
            }
            _ => Err((
                ErrorCode::MethodNotFound,
                format!("`{method}` is not served"),
            )),
        }
    }

    fn quick_fixes(&self, parameters: Value) -> RequestResult {
        let asked: lsp::CodeActionParams = read(parameters)?;
        if !are_wanted(asked.context.only.as_deref()) {
            return written(());
        }
        // Places that were published before the last change may have moved.
        let fresh = self
            .changed
            .then(|| diagnostics::of_open_programs(&self.documents));
        let published = fresh.as_ref().unwrap_or(&self.published);
        let path = path_of(&asked.text_document.uri);
        let faults = published.get(&path).map_or(&[][..], Vec::as_slice);
        written(quick_fixes(&self.documents, faults, asked.range))
    }

    /// Answers about the open files and their programs.
    fn answers(&mut self) -> LanguageAnswers<'_> {
        let documents = &self.documents;
        let workspace = self.workspace.get_or_insert_with(|| {
            let mains = Workspace::mains(documents, &documents.candidates(), &documents.paths());
            Workspace::read(documents, &mains)
        });
        LanguageAnswers {
            documents,
            workspace,
            published: &self.published,
            snippets: self.snippets,
        }
    }

    /// Answers about all files of the folders that the editor works in.
    fn answers_of_all(&mut self) -> LanguageAnswers<'_> {
        let documents = &self.documents;
        let workspace = self.everything.get_or_insert_with(|| {
            let all = documents.all();
            Workspace::read(documents, &Workspace::mains(documents, &all, &all))
        });
        LanguageAnswers {
            documents,
            workspace,
            published: &self.published,
            snippets: self.snippets,
        }
    }

    /// Returns the new diagnostics after a change, one message for each file. For a file without
    /// diagnostics that had some, the message has none.
    pub fn tell(&mut self) -> Vec<Value> {
        if !std::mem::take(&mut self.changed) {
            return Vec::new();
        }
        let mut published = diagnostics::of_open_programs(&self.documents);
        for path in std::mem::take(&mut self.published).into_keys() {
            published.entry(path).or_default();
        }
        let message = |(path, faults): (&String, &Vec<FixableDiagnostic>)| {
            let version = self.documents.get(path).map(|document| document.version);
            let diagnostics = faults.iter().map(|fault| fault.diagnostic.clone());
            let parameters = lsp::PublishDiagnosticsParams {
                uri: self.documents.uri(path),
                version,
                diagnostics: diagnostics.collect(),
            };
            notification("textDocument/publishDiagnostics", parameters).ok()
        };
        let messages = published.iter().filter_map(message).collect();
        published.retain(|_, faults| !faults.is_empty());
        self.published = published;
        messages
    }
}

/// The folders that are open in the editor.
fn folders(parameters: &lsp::InitializeParams) -> Vec<String> {
    let value = serde_json::to_value(parameters).unwrap_or_default();
    let named = value["workspaceFolders"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|folder| &folder["uri"]);
    let uris = named.chain([&value["rootUri"]]).filter_map(Value::as_str);
    uris.map(|uri| path_of(&lsp::Uri(uri.to_owned()))).collect()
}

/// The answer to a request.
type RequestResult = Result<Value, ErrorReply>;

fn read<P: DeserializeOwned>(parameters: Value) -> Result<P, ErrorReply> {
    serde_json::from_value(parameters)
        .map_err(|error| (ErrorCode::InvalidParams, error.to_string()))
}

fn written(answer: impl Serialize) -> RequestResult {
    serde_json::to_value(answer).map_err(|error| (ErrorCode::InternalError, error.to_string()))
}

/// The place that a request is about.
struct Asked<'a> {
    answers: &'a LanguageAnswers<'a>,
    path: String,
    offset: usize,
}

impl<'a> Asked<'a> {
    fn at(
        answers: &'a LanguageAnswers<'a>,
        asked: &lsp::TextDocumentPositionParams,
    ) -> Option<Self> {
        let path = path_of(&asked.text_document.uri);
        let offset = answers
            .documents
            .encoding
            .offset(&answers.documents.text(&path)?, asked.position);
        Some(Self {
            answers,
            path,
            offset,
        })
    }
}

/// Answers a request about a place.
fn at<'a, R: Serialize>(
    answers: &'a LanguageAnswers<'a>,
    parameters: Value,
    answer: impl FnOnce(Asked<'a>) -> R,
) -> RequestResult {
    let asked: lsp::TextDocumentPositionParams = read(parameters)?;
    written(Asked::at(answers, &asked).map(answer))
}

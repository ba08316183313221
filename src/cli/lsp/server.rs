//! The loop over messages, and what each of them asks.

use std::error::Error;

use gen_lsp_types as lsp;
use lsp_server::{Connection, ErrorCode, Message, Notification, Request, Response};
use regola::language::Workspace;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::answers::Answers;
use super::diagnostics::{self, Told};
use super::documents::{Documents, path_of};
use super::position::Encoding;
use crate::Outcome;

/// Why no more messages can be read or written.
type Broken = Box<dyn Error + Send + Sync>;

const NO_INITIALIZE: &str = "the client ended, or sent something other than messages, before it sent `initialize`";
const NO_INITIALIZED: &str = "the client ended, or sent something else, before it sent `initialized`";

/// Serves one editor until it says that it is done.
pub fn serve(connection: &Connection) -> Result<Outcome, Broken> {
    let (id, parameters) = connection.initialize_start().map_err(|_| Broken::from(NO_INITIALIZE))?;
    let parameters: lsp::InitializeParams = match serde_json::from_value(parameters) {
        Ok(parameters) => parameters,
        Err(error) => {
            connection.sender.send(refused(id, ErrorCode::InvalidParams, &error.to_string()).into())?;
            return Ok(Outcome::Faulty);
        }
    };
    let mut server = Server::new(connection, &parameters);
    let greeting = serde_json::to_value(server.greeting())?;
    connection.initialize_finish(id, greeting).map_err(|_| Broken::from(NO_INITIALIZED))?;
    server.run()
}

struct Server<'c> {
    connection: &'c Connection,
    documents: Documents,
    snippets: bool,
    /// The open files and their programs; none after a change.
    workspace: Option<Workspace>,
    /// What is told of each file and has not been taken back.
    told: Told,
    /// A text has changed since what is wrong was told.
    changed: bool,
}

impl<'c> Server<'c> {
    fn new(connection: &'c Connection, parameters: &lsp::InitializeParams) -> Self {
        let capabilities = &parameters.capabilities;
        let completion = capabilities.text_document.as_ref().and_then(|text| text.completion.as_ref());
        let snippets = completion.and_then(|completion| completion.completion_item.as_ref()?.snippet_support);
        let documents = Documents::new(Encoding::choose(capabilities), folders(parameters));
        let told = Told::new();
        Self { connection, documents, snippets: snippets == Some(true), workspace: None, told, changed: false }
    }

    fn greeting(&self) -> lsp::InitializeResult {
        let synchronisation = lsp::TextDocumentSyncOptions {
            open_close: Some(true),
            change: Some(lsp::TextDocumentSyncKind::Incremental),
            ..lsp::TextDocumentSyncOptions::default()
        };
        let rename = lsp::RenameOptions { prepare_provider: Some(true), ..lsp::RenameOptions::default() };
        let capabilities = lsp::ServerCapabilities {
            position_encoding: Some(self.documents.encoding.kind()),
            text_document_sync: Some(synchronisation.into()),
            completion_provider: Some(lsp::CompletionOptions::default()),
            hover_provider: Some(true.into()),
            definition_provider: Some(true.into()),
            references_provider: Some(true.into()),
            document_highlight_provider: Some(true.into()),
            document_symbol_provider: Some(true.into()),
            document_formatting_provider: Some(true.into()),
            rename_provider: Some(rename.into()),
            ..lsp::ServerCapabilities::default()
        };
        let version = Some(env!("CARGO_PKG_VERSION").to_owned());
        let server_info = Some(lsp::ServerInfo { name: "regola".to_owned(), version });
        lsp::InitializeResult { capabilities, server_info }
    }

    fn run(&mut self) -> Result<Outcome, Broken> {
        for message in &self.connection.receiver {
            match message {
                Message::Request(request) => {
                    if self.connection.handle_shutdown(&request)? {
                        return Ok(Outcome::Done);
                    }
                    let response = self.answer(request);
                    self.connection.sender.send(response.into())?;
                }
                Message::Notification(notification) if notification.method == "exit" => return Ok(Outcome::No),
                Message::Notification(notification) => self.notice(notification),
                Message::Response(_) => {}
            }
            // While more is typed, nobody reads what was wrong before.
            if self.changed && self.connection.receiver.is_empty() {
                self.tell()?;
            }
        }
        Ok(Outcome::No)
    }

    fn notice(&mut self, notification: Notification) {
        match notification.method.as_str() {
            "textDocument/didOpen" => {
                self.noticed::<lsp::DidOpenTextDocumentNotification>(notification, |documents, opened| {
                    let lsp::TextDocumentItem { uri, version, text, .. } = opened.text_document;
                    documents.open(uri, version, text);
                });
            }
            "textDocument/didChange" => {
                self.noticed::<lsp::DidChangeTextDocumentNotification>(notification, |documents, changed| {
                    let document = changed.text_document;
                    let uri = &document.text_document_identifier.uri;
                    documents.change(uri, document.version, changed.content_changes);
                });
            }
            "textDocument/didClose" => {
                self.noticed::<lsp::DidCloseTextDocumentNotification>(notification, |documents, closed| {
                    documents.close(&closed.text_document.uri);
                });
            }
            // A file that is not open may have changed.
            "textDocument/didSave" | "workspace/didChangeWatchedFiles" => self.forget(),
            _ => {}
        }
    }

    /// Takes over what a notification says; nobody would read an answer to one that cannot be read.
    fn noticed<N: lsp::Notification>(
        &mut self,
        notification: Notification,
        take: impl FnOnce(&mut Documents, N::Params),
    ) {
        if let Ok(parameters) = serde_json::from_value(notification.params) {
            take(&mut self.documents, parameters);
            self.forget();
        }
    }

    fn forget(&mut self) {
        self.workspace = None;
        self.changed = true;
    }

    fn answer(&mut self, request: Request) -> Response {
        let Request { id, method, params } = request;
        match self.result(&method, params) {
            Ok(result) => Response::new_ok(id, result),
            Err((code, text)) => refused(id, code, &text),
        }
    }

    fn result(&mut self, method: &str, parameters: Value) -> Answer {
        let answers = self.answers();
        match method {
            "textDocument/hover" => at(&answers, parameters, |place| place.answers.hover(&place.path, place.offset)),
            "textDocument/definition" => {
                at(&answers, parameters, |place| place.answers.definition(&place.path, place.offset))
            }
            "textDocument/documentHighlight" => {
                at(&answers, parameters, |place| place.answers.highlights(&place.path, place.offset))
            }
            "textDocument/completion" => {
                at(&answers, parameters, |place| place.answers.completions(&place.path, place.offset))
            }
            "textDocument/references" => {
                let asked: lsp::ReferenceParams = read(parameters)?;
                let place = Asked::at(&answers, &asked.text_document_position_params);
                let with_definitions = asked.context.include_declaration;
                written(place.map(|place| answers.references(&place.path, place.offset, with_definitions)))
            }
            "textDocument/prepareRename" => {
                let asked: lsp::PrepareRenameParams = read(parameters)?;
                let place = Asked::at(&answers, &asked.text_document_position_params);
                // Where nothing can be renamed the editor wants no error yet.
                written(place.and_then(|place| answers.renamable(&place.path, place.offset).ok()))
            }
            "textDocument/rename" => {
                let asked: lsp::RenameParams = read(parameters)?;
                let place = Asked::at(&answers, &asked.text_document_position_params);
                let Some(place) = place else { return written(()) };
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
            _ => Err((ErrorCode::MethodNotFound, format!("`{method}` is not served"))),
        }
    }

    fn answers(&mut self) -> Answers<'_> {
        let Self { documents, workspace, told, snippets, .. } = self;
        let workspace = workspace.get_or_insert_with(|| {
            let mains = Workspace::mains(documents, &documents.candidates(), &documents.paths());
            Workspace::read(documents, &mains)
        });
        Answers { documents, workspace, told, snippets: *snippets }
    }

    /// Tells what is wrong, and takes back what no longer is.
    fn tell(&mut self) -> Result<(), Broken> {
        self.changed = false;
        let mut told = diagnostics::told(&self.documents);
        for path in std::mem::take(&mut self.told).into_keys() {
            told.entry(path).or_default();
        }
        for (path, diagnostics) in told {
            if !diagnostics.is_empty() {
                self.told.insert(path.clone(), diagnostics.clone());
            }
            let version = self.documents.get(&path).map(|document| document.version);
            let parameters = lsp::PublishDiagnosticsParams { uri: self.documents.uri(&path), version, diagnostics };
            let method = "textDocument/publishDiagnostics".to_owned();
            self.connection.sender.send(Notification::new(method, parameters).into())?;
        }
        Ok(())
    }
}

/// The folders that the editor works in.
fn folders(parameters: &lsp::InitializeParams) -> Vec<String> {
    let value = serde_json::to_value(parameters).unwrap_or_default();
    let named = value["workspaceFolders"].as_array().into_iter().flatten().map(|folder| &folder["uri"]);
    let uris = named.chain([&value["rootUri"]]).filter_map(Value::as_str);
    uris.map(|uri| path_of(&lsp::Uri(uri.to_owned()))).collect()
}

/// What a request is answered with.
type Answer = Result<Value, (ErrorCode, String)>;

fn refused(id: lsp_server::RequestId, code: ErrorCode, text: &str) -> Response {
    Response::new_err(id, code as i32, text.to_owned())
}

fn read<P: DeserializeOwned>(parameters: Value) -> Result<P, (ErrorCode, String)> {
    serde_json::from_value(parameters).map_err(|error| (ErrorCode::InvalidParams, error.to_string()))
}

fn written(answer: impl Serialize) -> Answer {
    serde_json::to_value(answer).map_err(|error| (ErrorCode::InternalError, error.to_string()))
}

/// A place that a request is about.
struct Asked<'a> {
    answers: &'a Answers<'a>,
    path: String,
    offset: usize,
}

impl<'a> Asked<'a> {
    fn at(answers: &'a Answers<'a>, asked: &lsp::TextDocumentPositionParams) -> Option<Self> {
        let path = path_of(&asked.text_document.uri);
        let offset = answers.documents.encoding.offset(&answers.documents.text(&path)?, asked.position);
        Some(Self { answers, path, offset })
    }
}

/// Answers a question about a place.
fn at<'a, R: Serialize>(answers: &'a Answers<'a>, parameters: Value, answer: impl FnOnce(Asked<'a>) -> R) -> Answer {
    let asked: lsp::TextDocumentPositionParams = read(parameters)?;
    written(Asked::at(answers, &asked).map(answer))
}

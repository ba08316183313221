//! The texts that the editor has open, which hide those on the disk, and the names of both.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use gen_lsp_types as lsp;
use regola::syntax::load::{FileReader, Reader};

use super::position::Encoding;

/// An open text.
#[derive(Debug)]
pub struct Document {
    /// Its name as the editor writes it.
    pub uri: lsp::Uri,
    /// The number of its last change.
    pub version: i32,
    pub text: String,
}

/// All open texts, by their paths.
#[derive(Debug)]
pub struct Documents {
    pub encoding: Encoding,
    open: BTreeMap<String, Document>,
    /// The folders that the editor works in.
    folders: Vec<String>,
}

/// The most files beside an open one that are looked at.
const MOST_FILES: usize = 500;

impl Documents {
    pub fn new(encoding: Encoding, folders: Vec<String>) -> Self {
        Self { encoding, open: BTreeMap::new(), folders }
    }

    pub fn open(&mut self, uri: lsp::Uri, version: i32, text: String) {
        self.open.insert(path_of(&uri), Document { uri, version, text });
    }

    pub fn close(&mut self, uri: &lsp::Uri) {
        self.open.remove(&path_of(uri));
    }

    pub fn get(&self, path: &str) -> Option<&Document> {
        self.open.get(path)
    }

    pub fn paths(&self) -> Vec<String> {
        self.open.keys().cloned().collect()
    }

    /// Changes a text as the editor did.
    pub fn change(&mut self, uri: &lsp::Uri, version: i32, changes: Vec<lsp::TextDocumentContentChangeEvent>) {
        use lsp::TextDocumentContentChangeEvent as Change;
        let Some(document) = self.open.get_mut(&path_of(uri)) else { return };
        document.version = version;
        for change in changes {
            match change {
                Change::TextDocumentContentChangeWholeDocument(whole) => document.text = whole.text,
                Change::TextDocumentContentChangePartial(part) => {
                    let start = self.encoding.offset(&document.text, part.range.start);
                    let end = self.encoding.offset(&document.text, part.range.end).max(start);
                    document.text.replace_range(start..end, &part.text);
                }
            }
        }
    }

    /// The text of a file, open or not.
    pub fn text(&self, path: &str) -> Option<String> {
        let bytes = self.read(path).ok()?;
        Some(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// The name of a file as the editor writes it.
    pub fn uri(&self, path: &str) -> lsp::Uri {
        self.open.get(path).map_or_else(|| uri_of(path), |document| document.uri.clone())
    }

    /// The open files, and those that may use one of them: a used file lies beside its main file or below it.
    pub fn candidates(&self) -> Vec<String> {
        let mut candidates = self.paths();
        for path in self.open.keys() {
            for folder in self.folders_above(path) {
                candidates.extend(rule_files(&folder).into_iter().filter(|path| self.mentions_use(path)));
            }
        }
        candidates.sort();
        candidates.dedup();
        candidates.truncate(MOST_FILES);
        candidates
    }

    /// The folder of a file, and those above it that the editor works in.
    fn folders_above(&self, path: &str) -> Vec<String> {
        let all = Path::new(path).ancestors().skip(1).map(|folder| folder.to_string_lossy().into_owned());
        let is_within = |folder: &String| self.folders.iter().any(|root| Path::new(folder).starts_with(root));
        let own = if path.starts_with('/') { 1 } else { 0 };
        all.enumerate().take_while(|(at, folder)| *at < own || is_within(folder)).map(|(_, folder)| folder).collect()
    }

    fn mentions_use(&self, path: &str) -> bool {
        self.text(path).is_some_and(|text| text.contains("use"))
    }
}

impl Reader for Documents {
    fn read(&self, path: &str) -> Result<Vec<u8>, String> {
        match self.open.get(path) {
            Some(document) => Ok(document.text.clone().into_bytes()),
            None => FileReader.read(path),
        }
    }

    fn leads_out(&self, main: &str, path: &str) -> bool {
        FileReader.leads_out(main, path)
    }
}

fn rule_files(folder: &str) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().take(MOST_FILES);
    let paths = entries.map(|entry| entry.path());
    let is_rules = |path: &std::path::PathBuf| path.extension().is_some_and(|extension| extension == "rules");
    paths.filter(is_rules).map(|path| path.to_string_lossy().into_owned()).collect()
}

/// The path of a file; of a text that is no file, its whole name.
pub fn path_of(uri: &lsp::Uri) -> String {
    let Some(rest) = uri.0.strip_prefix("file://") else { return uri.0.clone() };
    let path = &rest[rest.find('/').unwrap_or(0)..];
    let mut bytes = Vec::new();
    let mut at = 0;
    while let Some(&byte) = path.as_bytes().get(at) {
        let code = path.get(at + 1..at + 3).and_then(|code| u8::from_str_radix(code, 16).ok());
        let meant = code.filter(|_| byte == b'%');
        bytes.push(meant.unwrap_or(byte));
        at += if meant.is_some() { 3 } else { 1 };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn uri_of(path: &str) -> lsp::Uri {
    if !path.starts_with('/') {
        return lsp::Uri(path.to_owned());
    }
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/-._~".contains(&byte);
    let encoded =
        path.bytes().map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") });
    lsp::Uri(format!("file://{}", encoded.collect::<String>()))
}

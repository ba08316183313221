//! The texts that the editor has open, which replace those on the disk, and the names of both.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::syntax::load::{FileReader, Reader};
use gen_lsp_types as lsp;

use super::disk::Disk;
use super::limits::{MAX_FILES, MAX_TEXT};
use super::position::Encoding;

/// An open text.
pub struct Document {
    /// Its URI, as the editor writes it.
    pub uri: lsp::Uri,
    /// The version that the editor gave it at its last change.
    pub version: i32,
    /// `None` once the text has been too long: later changes to it cannot be applied.
    pub text: Option<String>,
}

/// All open texts, by their paths.
pub struct Documents {
    pub encoding: Encoding,
    disk: Box<dyn Disk>,
    open: BTreeMap<String, Document>,
    /// The folders that are open in the editor.
    folders: Vec<String>,
}

impl Documents {
    pub fn new(disk: Box<dyn Disk>) -> Self {
        Self {
            encoding: Encoding::Utf16,
            disk,
            open: BTreeMap::new(),
            folders: Vec::new(),
        }
    }

    /// Sets the encoding of positions and the folders that are open in the editor.
    pub fn greet(&mut self, encoding: Encoding, folders: Vec<String>) {
        self.encoding = encoding;
        self.folders = folders;
    }

    pub fn open(&mut self, uri: lsp::Uri, version: i32, text: String) {
        self.open.insert(
            path_of(&uri),
            Document {
                uri,
                version,
                text: kept(text),
            },
        );
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

    /// Applies the changes of the editor to a text.
    pub fn change(
        &mut self,
        uri: &lsp::Uri,
        version: i32,
        changes: Vec<lsp::TextDocumentContentChangeEvent>,
    ) {
        use lsp::TextDocumentContentChangeEvent as Change;
        let Some(document) = self.open.get_mut(&path_of(uri)) else {
            return;
        };
        document.version = version;
        for change in changes {
            document.text = match (change, document.text.take()) {
                (Change::TextDocumentContentChangeWholeDocument(whole), _) => kept(whole.text),
                (Change::TextDocumentContentChangePartial(part), Some(mut text)) => {
                    let start = self.encoding.offset(&text, part.range.start);
                    let end = self.encoding.offset(&text, part.range.end).max(start);
                    text.replace_range(start..end, &part.text);
                    kept(text)
                }
                (Change::TextDocumentContentChangePartial(_), None) => None,
            };
        }
    }

    /// The text of a file, open or not.
    pub fn text(&self, path: &str) -> Option<String> {
        let bytes = self.read(path).ok()?;
        Some(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// The URI of a file, as the editor writes it.
    pub fn uri(&self, path: &str) -> lsp::Uri {
        self.open
            .get(path)
            .map_or_else(|| uri_of(path), |document| document.uri.clone())
    }

    /// The open files, and those that may use one of them. A file lies in the folder of the main
    /// file that uses it, or below.
    pub fn candidates(&self) -> Vec<String> {
        let folders = self.open.keys().flat_map(|path| self.folders_above(path));
        let folders: BTreeSet<String> = folders.collect();
        let files = folders
            .iter()
            .flat_map(|folder| self.disk.rule_files(folder));
        self.with_open(files.filter(|path| self.mentions_use(path)))
    }

    /// The folder of a file, and those above it within the folders that are open in the editor.
    fn folders_above(&self, path: &str) -> Vec<String> {
        let all = Path::new(path)
            .ancestors()
            .skip(1)
            .map(|folder| folder.to_string_lossy().into_owned());
        let is_within = |folder: &String| {
            self.folders
                .iter()
                .any(|root| Path::new(folder).starts_with(root))
        };
        let own = if path.starts_with('/') { 1 } else { 0 };
        all.enumerate()
            .take_while(|(at, folder)| *at < own || is_within(folder))
            .map(|(_, folder)| folder)
            .collect()
    }

    /// The open files, and the rule files in the folders that the editor works in and below them.
    pub fn all(&self) -> Vec<String> {
        let folders = self.folders.iter();
        self.with_open(folders.flat_map(|folder| self.disk.rule_files_below(folder)))
    }

    /// The open files, and others up to the limit on files, sorted.
    fn with_open(&self, others: impl Iterator<Item = String>) -> Vec<String> {
        let mut files: BTreeSet<String> = self.paths().into_iter().collect();
        for path in others {
            if files.len() >= MAX_FILES {
                break;
            }
            files.insert(path);
        }
        files.into_iter().collect()
    }

    fn mentions_use(&self, path: &str) -> bool {
        self.text(path).is_some_and(|text| text.contains("use"))
    }
}

impl Reader for Documents {
    fn read(&self, path: &str) -> Result<Vec<u8>, String> {
        match self.open.get(path) {
            Some(Document {
                text: Some(text), ..
            }) => Ok(text.clone().into_bytes()),
            Some(_) => Err(format!(
                "it is larger than {} MiB; open it again when it is smaller",
                MAX_TEXT >> 20
            )),
            None => self.disk.read(path),
        }
    }

    fn leads_out(&self, main: &str, path: &str) -> bool {
        FileReader.leads_out(main, path)
    }
}

/// Returns a text, unless it is too long to be kept.
fn kept(text: String) -> Option<String> {
    (text.len() <= MAX_TEXT).then_some(text)
}

/// The path of a file; for a URI that is not of a file, the URI itself.
pub fn path_of(uri: &lsp::Uri) -> String {
    let Some(rest) = uri.0.strip_prefix("file://") else {
        return uri.0.clone();
    };
    let path = &rest[rest.find('/').unwrap_or(0)..];
    let mut bytes = Vec::new();
    let mut at = 0;
    while let Some(&byte) = path.as_bytes().get(at) {
        let code = path
            .get(at + 1..at + 3)
            .and_then(|code| u8::from_str_radix(code, 16).ok());
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
    let encoded = path.bytes().map(|byte| {
        if plain(byte) {
            char::from(byte).to_string()
        } else {
            format!("%{byte:02X}")
        }
    });
    lsp::Uri(format!("file://{}", encoded.collect::<String>()))
}

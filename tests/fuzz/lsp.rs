//! Any bytes are heard by the language server, as a stream and as what an editor does: no message
//! ends it, every request has one answer, and its texts are those of the editor.

use std::collections::BTreeMap;

use arbitrary::Unstructured;
use regola::lsp::{Disk, Frame, Frames, Server};
use regola::syntax::load::Reader;
use serde_json::{Value, json};

/// The most that an editor does.
const DEEDS: usize = 16;

/// Asserts this of a stream, and of the editor that the same bytes stand for.
pub fn check(bytes: &[u8]) {
    hear(bytes);
    edit(bytes);
}

/// A disk on which one rule file lies.
struct OneFile;

impl Reader for OneFile {
    fn read(&self, path: &str) -> Result<Vec<u8>, String> {
        match path {
            "/c.rules" => Ok(b":- use \"a.rules\".\nrole(x).\nlegal(x, go) :- size(_).\n".to_vec()),
            _ => Err("there is no such file".to_owned()),
        }
    }
}

impl Disk for OneFile {
    fn rule_files(&self, folder: &str) -> Vec<String> {
        if folder == "/" {
            vec!["/c.rules".to_owned()]
        } else {
            Vec::new()
        }
    }

    fn rule_files_below(&self, folder: &str) -> Vec<String> {
        self.rule_files(folder)
    }
}

fn hear(bytes: &[u8]) {
    let mut server = Server::new(Box::new(OneFile));
    for frame in Frames::new(bytes) {
        let answer = match frame.expect("memory can be read") {
            Frame::Body(body) => server.hear(&body),
            Frame::Fault(fault) => Some(Server::refuse(&fault)),
        };
        answer.iter().for_each(assert_answer);
        server.tell().iter().for_each(assert_told);
        if server.ending().is_some() {
            break;
        }
    }
}

fn assert_answer(answer: &Value) {
    assert_eq!(answer["jsonrpc"], "2.0", "{answer}");
    let id = &answer["id"];
    let error = &answer["error"];
    assert!(
        error.is_null()
            || error["code"].is_i64()
                && error["message"]
                    .as_str()
                    .is_some_and(|text| !text.is_empty())
    );
    assert!(
        id.is_null() || id.is_i64() || id.is_u64() || id.is_string(),
        "{answer}"
    );
    assert!(!id.is_null() || !error.is_null(), "nobody asked: {answer}");
    assert_ranges(answer);
}

fn assert_told(told: &Value) {
    assert_eq!(told["method"], "textDocument/publishDiagnostics", "{told}");
    assert!(
        told["params"]["uri"].is_string() && told["params"]["diagnostics"].is_array(),
        "{told}"
    );
    assert_ranges(told);
}

/// Asserts that no range ends before it begins.
fn assert_ranges(value: &Value) {
    match value {
        Value::Object(object) => {
            if let (Some(start), Some(end)) = (object.get("start"), object.get("end")) {
                let place = |place: &Value| (place["line"].as_u64(), place["character"].as_u64());
                assert!(
                    place(start) <= place(end) && place(start).0.is_some(),
                    "{value}"
                );
            }
            object.values().for_each(assert_ranges);
        }
        Value::Array(items) => items.iter().for_each(assert_ranges),
        _ => {}
    }
}

/// An editor, and the server that it speaks to.
struct Editor<'b> {
    choices: Unstructured<'b>,
    server: Server,
    /// The open texts in units of 16 bits.
    texts: BTreeMap<&'static str, Vec<u16>>,
    asked: i64,
}

const FILES: &[&str] = &["file:///a.rules", "file:///b.rules", "untitled:one"];

const PIECES: &[&str] = &[
    "role(x).\n",
    "size(1..3).\n",
    "% \u{1f3b2} of a board\n",
    ":- use \"b.rules\".\n",
    "legal(x, go) :- size(N), N > ",
    ":- fluent at(size) -> role.\n",
    "init(at(1, x)).\n",
    "'\u{1f3b2}'",
    "(",
    "N",
    "0.\n",
    "\n",
    "\r\n",
    "\"",
    "\u{fffd}",
    "\u{202e}",
    "",
];

const QUESTIONS: &[&str] = &[
    "hover",
    "definition",
    "completion",
    "references",
    "documentHighlight",
    "documentSymbol",
    "prepareRename",
    "rename",
    "formatting",
    "foldingRange",
    "rangeFormatting",
    "codeAction",
    "semanticTokens/full",
];

fn edit(bytes: &[u8]) {
    let server = Server::new(Box::new(OneFile));
    let mut editor = Editor {
        choices: Unstructured::new(bytes),
        server,
        texts: BTreeMap::new(),
        asked: 0,
    };
    editor.ask(
        "initialize",
        json!({ "rootUri": "file:///", "capabilities": {} }),
    );
    for _ in 0..DEEDS {
        if editor.choices.is_empty() {
            break;
        }
        editor.do_something();
        editor.assert_same_texts();
    }
    editor.ask("shutdown", Value::Null);
    assert!(editor.server.ending().is_none());
}

impl Editor<'_> {
    fn below(&mut self, end: usize) -> usize {
        self.choices.choose_index(end).unwrap_or(0)
    }

    /// A text: pieces of a rule file, or any characters.
    fn text(&mut self) -> String {
        match self.below(8) {
            0 => String::from_utf8_lossy(
                self.choices
                    .bytes(self.choices.len().min(6))
                    .unwrap_or_default(),
            )
            .into_owned(),
            pieces => (0..pieces)
                .map(|_| PIECES[self.below(PIECES.len())])
                .collect(),
        }
    }

    fn place(&mut self) -> Value {
        json!({ "line": self.below(8), "character": self.below(24) })
    }

    fn do_something(&mut self) {
        let uri = FILES[self.below(FILES.len())];
        match self.below(5) {
            0 => {
                let text = self.text();
                self.texts.insert(uri, text.encode_utf16().collect());
                let document =
                    json!({ "uri": uri, "languageId": "regola", "version": 1, "text": text });
                self.notify("didOpen", json!({ "textDocument": document }));
            }
            1 if self.below(4) == 0 => {
                self.texts.remove(uri);
                self.notify("didClose", json!({ "textDocument": { "uri": uri } }));
            }
            1 | 2 => {
                let (start, end, text) = (self.place(), self.place(), self.text());
                if let Some(own) = self.texts.get_mut(uri) {
                    let from = unit(own, &start);
                    let to = unit(own, &end).max(from);
                    own.splice(from..to, text.encode_utf16());
                }
                let change = json!({ "range": { "start": start, "end": end }, "text": text });
                let document = json!({ "uri": uri, "version": 2 });
                self.notify(
                    "didChange",
                    json!({ "textDocument": document, "contentChanges": [change] }),
                );
            }
            3 => self.server.tell().iter().for_each(assert_told),
            _ => {
                let method = QUESTIONS[self.below(QUESTIONS.len())];
                let (position, name, end) = (self.place(), self.text(), self.place());
                let parameters = json!({
                    "textDocument": { "uri": uri }, "position": position, "newName": name,
                    "range": { "start": position, "end": end },
                    "context": { "includeDeclaration": true, "diagnostics": [] }, "options": { "tabSize": 4, "insertSpaces": true },
                });
                self.ask(&format!("textDocument/{method}"), parameters);
            }
        }
    }

    fn notify(&mut self, method: &str, parameters: Value) {
        let message = json!({ "jsonrpc": "2.0", "method": format!("textDocument/{method}"), "params": parameters });
        assert_eq!(
            self.server.hear(message.to_string().as_bytes()),
            None,
            "{message}"
        );
    }

    fn ask(&mut self, method: &str, parameters: Value) {
        self.asked += 1;
        let message =
            json!({ "jsonrpc": "2.0", "id": self.asked, "method": method, "params": parameters });
        let answer = self
            .server
            .hear(message.to_string().as_bytes())
            .expect("a request has an answer");
        assert_eq!(answer["id"], self.asked, "{message}: {answer}");
        // The question is right, so only what cannot be done or is not served is refused.
        let code = answer["error"]["code"].as_i64();
        assert!(
            matches!(code, None | Some(-32601 | -32803)),
            "{message}: {answer}"
        );
        assert_answer(&answer);
    }

    fn assert_same_texts(&self) {
        for (uri, text) in &self.texts {
            assert_eq!(
                self.server.text(uri),
                String::from_utf16(text).ok(),
                "{uri}"
            );
        }
    }
}

/// The unit at a position, as an editor finds it: within its line, and not between the halves of a
/// character.
fn unit(text: &[u16], place: &Value) -> usize {
    let number = |name: &str| {
        place[name]
            .as_u64()
            .and_then(|number| usize::try_from(number).ok())
            .unwrap_or(0)
    };
    let ends = || {
        text.iter()
            .enumerate()
            .filter(|(_, unit)| **unit == u16::from(b'\n'))
            .map(|(at, _)| at + 1)
    };
    let start = std::iter::once(0)
        .chain(ends())
        .nth(number("line"))
        .unwrap_or(text.len());
    let is_end = |unit: &u16| *unit == u16::from(b'\n') || *unit == u16::from(b'\r');
    let width = text[start..]
        .iter()
        .position(is_end)
        .unwrap_or(text.len() - start);
    let at = start + number("character").min(width);
    let is_second_half = text
        .get(at)
        .is_some_and(|unit| (0xDC00..0xE000).contains(unit))
        && at > start;
    if is_second_half { at + 1 } else { at }
}

//! An editor that speaks to `regola lsp`.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};

use insta_cmd::get_cargo_bin;
use serde_json::{Value, json};

/// A running server and what has been said so far.
pub struct Editor {
    server: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    folder: tempfile::TempDir,
    next_id: i64,
    /// What the server said of each file last.
    pub told: Vec<(String, Value)>,
    /// The codes of the answers to what was no request.
    pub refused: Vec<i64>,
}

impl Editor {
    /// Starts a server in a folder with these files, and greets it.
    pub fn with(files: &[(&str, &str)]) -> Self {
        Self::greeting(
            files,
            json!({ "textDocument": { "completion": { "completionItem": { "snippetSupport": true } } } }),
        )
        .0
    }

    /// The same with these capabilities; also gives the server's greeting.
    pub fn greeting(files: &[(&str, &str)], capabilities: Value) -> (Self, Value) {
        let folder = tempfile::tempdir().expect("there is room for a folder");
        for (name, text) in files {
            let path = folder.path().join(name);
            let parent = path.parent().expect("a file lies in a folder");
            std::fs::create_dir_all(parent).expect("there is room for a folder");
            std::fs::write(path, text).expect("there is room for a file");
        }
        let mut server = Command::new(get_cargo_bin("regola"))
            .arg("lsp")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the server starts");
        let input = server.stdin.take().expect("its input is a pipe");
        let output = BufReader::new(server.stdout.take().expect("its output is a pipe"));
        let mut editor = Self {
            server,
            input,
            output,
            folder,
            next_id: 0,
            told: Vec::new(),
            refused: Vec::new(),
        };
        let root = editor.uri("").trim_end_matches('/').to_owned();
        let parameters =
            json!({ "processId": null, "rootUri": root, "capabilities": capabilities });
        let greeting = editor.request("initialize", parameters);
        editor.notify("initialized", json!({}));
        (editor, greeting)
    }

    /// The name of a file of the folder.
    pub fn uri(&self, name: &str) -> String {
        format!("file://{}", self.folder.path().join(name).display())
    }

    /// The folder with the files.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    fn send(&mut self, message: &Value) {
        let text = message.to_string();
        write!(self.input, "Content-Length: {}\r\n\r\n{text}", text.len())
            .expect("the server reads");
        self.input.flush().expect("the server reads");
    }

    /// Writes bytes that need not be a message.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        self.input.write_all(bytes).expect("the server reads");
    }

    pub fn notify(&mut self, method: &str, parameters: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": parameters }));
    }

    /// Asks something; gives the result, or the error.
    pub fn request(&mut self, method: &str, parameters: Value) -> Value {
        self.next_id += 1;
        self.send(&json!({ "jsonrpc": "2.0", "id": self.next_id, "method": method, "params": parameters }));
        loop {
            let mut message = self.receive().expect("the server answers");
            if message["id"] == self.next_id {
                let error = message["error"].take();
                return if error.is_null() {
                    message["result"].take()
                } else {
                    error
                };
            }
            self.note(message);
        }
    }

    /// Reads messages until the server has said something of a file.
    pub fn diagnostics(&mut self, name: &str) -> Value {
        let uri = self.uri(name);
        loop {
            if let Some(at) = self.told.iter().position(|(told, _)| *told == uri) {
                return self.told.remove(at).1;
            }
            let message = self.receive().expect("the server tells");
            self.note(message);
        }
    }

    fn note(&mut self, mut message: Value) {
        self.refused.extend(message["error"]["code"].as_i64());
        if message["method"] == "textDocument/publishDiagnostics" {
            let uri = message["params"]["uri"]
                .as_str()
                .unwrap_or_default()
                .to_owned();
            self.told.retain(|(told, _)| *told != uri);
            self.told
                .push((uri, message["params"]["diagnostics"].take()));
        }
    }

    fn receive(&mut self) -> Option<Value> {
        let mut length = 0;
        loop {
            let mut line = String::new();
            if self.output.read_line(&mut line).ok()? == 0 {
                return None;
            }
            match line.trim().split_once(": ") {
                Some(("Content-Length", number)) => length = number.parse().ok()?,
                Some(_) => {}
                None => break,
            }
        }
        let mut text = vec![0; length];
        self.output.read_exact(&mut text).ok()?;
        serde_json::from_slice(&text).ok()
    }

    pub fn open(&mut self, name: &str, text: &str) {
        let document =
            json!({ "uri": self.uri(name), "languageId": "regola", "version": 1, "text": text });
        self.notify("textDocument/didOpen", json!({ "textDocument": document }));
    }

    /// Replaces a whole text.
    pub fn replace(&mut self, name: &str, text: &str) {
        self.change(name, json!([{ "text": text }]));
    }

    pub fn change(&mut self, name: &str, changes: Value) {
        let document = json!({ "uri": self.uri(name), "version": 2 });
        self.notify(
            "textDocument/didChange",
            json!({ "textDocument": document, "contentChanges": changes }),
        );
    }

    /// Asks about the first place of `place` in a text, after the part of it before `|`.
    pub fn ask(&mut self, method: &str, name: &str, text: &str, place: &str, more: Value) -> Value {
        let (before, after) = place.split_once('|').expect("a place has a cursor");
        let offset = text
            .find(&format!("{before}{after}"))
            .expect("the place is in the text")
            + before.len();
        let line = text[..offset].matches('\n').count();
        let character = text[..offset]
            .rsplit('\n')
            .next()
            .unwrap_or("")
            .encode_utf16()
            .count();
        let mut parameters = json!({ "textDocument": { "uri": self.uri(name) }, "position": { "line": line, "character": character } });
        if let (Some(parameters), Some(more)) = (parameters.as_object_mut(), more.as_object()) {
            parameters.extend(more.clone());
        }
        self.request(method, parameters)
    }

    /// A value in which the folder's path is left out, ranges are short and keys are in order.
    pub fn shown(&self, value: &Value) -> String {
        let folder = self.uri("");
        serde_json::to_string_pretty(&tidy(value))
            .expect("it is JSON")
            .replace(&folder, "")
            .replace("\\n", "\n    ")
    }

    /// Says goodbye and waits until the server has ended.
    pub fn leave(mut self) -> ExitStatus {
        self.request("shutdown", Value::Null);
        self.notify("exit", Value::Null);
        self.server.wait().expect("the server ends")
    }

    /// Closes the server's input and waits until it has ended.
    pub fn hang_up(self) -> ExitStatus {
        let Self {
            mut server, input, ..
        } = self;
        drop(input);
        server.wait().expect("the server ends")
    }

    /// Waits until the server has ended by itself.
    pub fn wait(mut self) -> ExitStatus {
        self.server.wait().expect("the server ends")
    }
}

fn tidy(value: &Value) -> Value {
    match value {
        Value::Object(object) if object.contains_key("start") && object.contains_key("end") => {
            let place = |place: &Value| format!("{}:{}", place["line"], place["character"]);
            json!(format!(
                "{}-{}",
                place(&object["start"]),
                place(&object["end"])
            ))
        }
        Value::Object(object) => {
            let mut keys: Vec<&String> = object.keys().collect();
            keys.sort();
            keys.into_iter()
                .map(|key| (key.clone(), tidy(&object[key])))
                .collect::<serde_json::Map<_, _>>()
                .into()
        }
        Value::Array(items) => items.iter().map(tidy).collect(),
        other => other.clone(),
    }
}

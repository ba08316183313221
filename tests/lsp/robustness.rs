//! The server lives through what goes wrong, and ends when it should.

use std::io::{self, BufReader, Read, Write};
use std::process::{Command, Stdio};

use proptest::prelude::*;
use regola::lsp::{Disk, Ending, Frame, Frames, MAX_MESSAGE, MAX_TEXT, Server};
use regola::syntax::load::Reader;
use serde_json::{Value, json};

use super::Editor;

const TEXT: &str =
    "role(x).\n% «Größe» 🎲 of a board\nsize(3).  % 🎲\nlegal(x, go) :- size(N), N > 0.\n";

#[test]
fn it_ends_with_the_editor() {
    assert!(Editor::with(&[]).leave().success());
    assert!(
        !Editor::with(&[]).hang_up().success(),
        "nobody said goodbye"
    );
    let mut editor = Editor::with(&[]);
    editor.notify("exit", Value::Null);
    assert_eq!(editor.wait().code(), Some(1));
}

/// What the program answers to these messages, one answer a line, and its exit status.
fn spoken(messages: &[Value]) -> (String, Option<i32>) {
    let mut server = Command::new(insta_cmd::get_cargo_bin("regola"))
        .arg("lsp")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the server starts");
    let said: String = messages
        .iter()
        .map(|message| framed(&message.to_string()))
        .collect();
    let mut input = server.stdin.take().expect("its input is a pipe");
    input.write_all(said.as_bytes()).expect("the server reads");
    let output = server.wait_with_output().expect("it ends");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    let answers = Frames::new(&output.stdout[..]).map(|frame| {
        let Ok(Frame::Body(body)) = frame else {
            panic!("it answers in frames: {frame:?}")
        };
        String::from_utf8_lossy(&body).into_owned() + "\n"
    });
    (answers.collect(), output.status.code())
}

#[test]
fn out_of_turn_a_request_is_refused_and_the_server_waits_for_exit() {
    let asked = |id: u32, method: &str, parameters: Value| json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": parameters });
    let exit = json!({ "jsonrpc": "2.0", "method": "exit" });
    let greeted = asked(1, "initialize", json!({ "capabilities": {} }));
    let place =
        json!({ "textDocument": { "uri": "a.rules" }, "position": { "line": 0, "character": 0 } });
    let hover = asked(2, "textDocument/hover", place);
    let shutdown = asked(3, "shutdown", Value::Null);

    let (early, status) = spoken(&[hover.clone(), exit.clone()]);
    assert_eq!(
        early,
        "{\"jsonrpc\":\"2.0\",\"id\":2,\"error\":{\"code\":-32002,\"message\":\"`initialize` must be asked first\"}}\n"
    );
    assert_eq!(status, Some(1), "`exit` came without `shutdown`");

    let (late, status) = spoken(&[greeted.clone(), shutdown, hover, exit.clone()]);
    let late: Vec<&str> = late.lines().skip(1).collect();
    assert_eq!(
        late,
        [
            "{\"jsonrpc\":\"2.0\",\"id\":3,\"result\":null}",
            "{\"jsonrpc\":\"2.0\",\"id\":2,\"error\":{\"code\":-32600,\"message\":\"nothing is answered after `shutdown`\"}}"
        ]
    );
    assert_eq!(status, Some(0));

    assert_eq!(spoken(&[greeted, exit]).1, Some(1));
}

#[test]
fn bad_messages_are_refused() {
    let mut editor = Editor::with(&[]);
    editor.open("a.rules", TEXT);
    let codes = [
        editor.request("textDocument/hover", json!({ "position": 1 })),
        editor.request("textDocument/unheardOf", json!({})),
        editor.request("textDocument/rename", Value::Null),
    ]
    .map(|error| error["code"].as_i64());
    assert_eq!(codes, [Some(-32602), Some(-32601), Some(-32602)]);
    // A notification has no answer; a file that is not there has no text.
    editor.notify("textDocument/didChange", json!({ "textDocument": 1 }));
    editor.notify(
        "textDocument/didClose",
        json!({ "textDocument": { "uri": "file:///nowhere" } }),
    );
    editor.notify("$/unheardOf", json!({}));
    let place = json!({ "textDocument": { "uri": "file:///no%20where.rules" }, "position": { "line": 0, "character": 0 } });
    assert_eq!(editor.request("textDocument/hover", place), Value::Null);
    assert!(editor.leave().success());
}

/// A message with its head.
fn framed(text: &str) -> String {
    format!("Content-Length: {}\r\n\r\n{text}", text.len())
}

/// The codes with which an editor is answered who says this first, and which files it was told of
/// then.
fn answers_to(said: &[u8]) -> Vec<i64> {
    let mut editor = Editor::with(&[]);
    editor.send_bytes(said);
    // Whatever was said, the server hears what follows.
    editor.open("a.rules", "legal(x, go) :- (.\n");
    assert_eq!(
        editor.diagnostics("a.rules").as_array().map(Vec::len),
        Some(1),
        "{:?}",
        String::from_utf8_lossy(said)
    );
    let refused = editor.refused.clone();
    assert!(editor.leave().success());
    refused
}

const PARSE_ERROR: i64 = -32700;
const INVALID_REQUEST: i64 = -32600;

#[test]
fn what_is_no_message_is_refused_and_the_next_one_is_read() {
    for (said, code) in [
        ("{]{]{", PARSE_ERROR),
        ("", PARSE_ERROR),
        (r#"{"jsonrpc":"2.0","method":"exit""#, PARSE_ERROR),
        (&"[".repeat(100_000), PARSE_ERROR),
        ("[]", INVALID_REQUEST),
        ("null", INVALID_REQUEST),
        (r#"[{"jsonrpc":"2.0","method":"exit"}]"#, INVALID_REQUEST),
        (r#"{"jsonrpc":"2.0"}"#, INVALID_REQUEST),
        (r#"{"jsonrpc":"2.0","method":7}"#, INVALID_REQUEST),
        (
            r#"{"jsonrpc":"2.0","id":[1],"method":"shutdown"}"#,
            INVALID_REQUEST,
        ),
        (
            r#"{"jsonrpc":"2.0","id":1.5,"method":"shutdown"}"#,
            INVALID_REQUEST,
        ),
    ] {
        assert_eq!(answers_to(framed(said).as_bytes()), [code], "{said:?}");
    }
    assert!(answers_to(framed(r#"{"jsonrpc":"2.0","id":9,"result":null}"#).as_bytes()).is_empty());
    assert_eq!(
        answers_to(b"Content-Length: 4\r\n\r\n\xff\xfe{}"),
        [PARSE_ERROR]
    );
}

#[test]
fn a_head_that_is_none_is_passed_over() {
    let message = framed("{}");
    let (head, body) = message.split_at(message.len() - 2);
    for said in [
        format!("\u{fffd}: \u{fffd}\r\n{message}").into_bytes(),
        [b"\xff\xfe\r\n", message.as_bytes()].concat(),
        [b"Content-Type: \xff\r\n", message.as_bytes()].concat(),
        format!("nonsense\n\n\n{message}").into_bytes(),
        format!("Content-Length: many\r\n\r\n{message}").into_bytes(),
        format!("Content-Length: -2\r\n\r\n{message}").into_bytes(),
        format!("Content-Length: 99999999999999999999\r\n\r\n{message}").into_bytes(),
        format!("{}\r\n{message}", "x".repeat(1 << 20)).into_bytes(),
        format!("{}{body}", head.to_lowercase().replace("\r\n", "\n")).into_bytes(),
    ] {
        let codes = answers_to(&said);
        assert_eq!(
            codes.last(),
            Some(&INVALID_REQUEST),
            "{:?}",
            String::from_utf8_lossy(&said)
        );
        assert!(
            codes.len() <= 2
                && codes[..codes.len() - 1]
                    .iter()
                    .all(|code| *code == PARSE_ERROR),
            "{codes:?}"
        );
    }
}

#[test]
fn a_wrong_length_costs_no_more_than_the_messages_that_it_covers() {
    let message = framed("{}");
    // Too short: the rest of the message stands before the next head.
    assert_eq!(
        answers_to(format!("Content-Length: 5\r\n\r\n{{\"a\": \"b\"}}{message}").as_bytes()),
        [PARSE_ERROR, INVALID_REQUEST]
    );
    // Too long: the next message is taken for a part of this one.
    let length = 2 + message.len();
    assert_eq!(
        answers_to(format!("Content-Length: {length}\r\n\r\n{{}}{message}{message}").as_bytes()),
        [PARSE_ERROR, INVALID_REQUEST]
    );
}

/// Nothing, without end.
struct Zeros;

impl Read for Zeros {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        buffer.fill(0);
        Ok(buffer.len())
    }
}

#[test]
fn a_message_that_is_too_long_is_refused_before_it_comes_and_passed_over() {
    let length = MAX_MESSAGE as u64 + 1;
    let said = format!("Content-Length: {length}\r\n\r\n");
    let stream = said
        .as_bytes()
        .chain(Zeros.take(length))
        .chain(&b"Content-Length: 2\r\n\r\n{}"[..]);
    let mut frames =
        Frames::new(BufReader::new(stream)).map(|frame| frame.expect("memory can be read"));
    let Some(Frame::Fault(fault)) = frames.next() else {
        panic!("it is refused")
    };
    assert!(fault.contains("at most 128 MiB are taken"), "{fault}");
    assert_eq!(frames.next(), Some(Frame::Body(b"{}".to_vec())));
    assert_eq!(frames.next(), None);
    // Nobody sends so much, so nothing follows.
    for length in [1 << 32, 1 << 62, MAX_MESSAGE as u64] {
        let said = format!("Content-Length: {length}\r\n\r\n{{}}");
        let frames: Vec<_> = Frames::new(said.as_bytes())
            .map(|frame| frame.expect("memory can be read"))
            .collect();
        assert_eq!(
            frames.len(),
            usize::from(length > MAX_MESSAGE as u64),
            "{frames:?}"
        );
    }
}

#[test]
fn half_a_character_is_replaced_and_later_places_are_right() {
    let mut editor = Editor::with(&[]);
    editor.open("a.rules", "size(3).\n");
    let uri = editor.uri("a.rules");
    let change = |start: u32, end: u32, text: &str| {
        let range = format!(
            r#"{{"start":{{"line":0,"character":{start}}},"end":{{"line":0,"character":{end}}}}}"#
        );
        let document = format!(r#"{{"uri":"{uri}","version":2}}"#);
        framed(&format!(
            r#"{{"jsonrpc":"2.0","method":"textDocument/didChange","params":{{"textDocument":{document},"contentChanges":[{{"range":{range},"text":"{text}"}}]}}}}"#
        ))
    };
    // As JSON.stringify writes the halves of a die, and a backslash before what looks like one.
    for (start, end, text) in [
        (8, 8, r"  % \ud83c"),
        (13, 13, r"\udfb2 \\ud83c \ud83c\udfb2"),
        (0, 4, "wide"),
    ] {
        editor.send_bytes(change(start, end, text).as_bytes());
    }
    let document = json!({ "textDocument": { "uri": editor.uri("a.rules") } });
    let symbols = editor.request("textDocument/documentSymbol", document);
    assert_eq!(symbols[0]["name"], "wide/1");
    assert_eq!(symbols[0]["detail"], "\u{fffd}\u{fffd} \\ud83c 🎲");
    assert!(editor.refused.is_empty() && editor.leave().success());
}

#[test]
fn a_text_beyond_the_limit_of_rule_files_is_told_of_until_it_is_opened_again() {
    let mut server = Server::new(Box::new(Nothing));
    let mut hear = |method: &str, parameters: Value| {
        let message = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": parameters });
        server.hear(message.to_string().as_bytes());
        server.tell()
    };
    hear("initialize", json!({ "capabilities": {} }));
    let mut notice = |method: &str, mut parameters: Value| {
        parameters["textDocument"]["uri"] = json!("a.rules");
        parameters["textDocument"]["version"] = json!(1);
        let message = json!({ "jsonrpc": "2.0", "method": method, "params": parameters });
        server.hear(message.to_string().as_bytes());
        server.tell().pop().expect("it tells of the text")["params"]["diagnostics"].take()
    };
    let opened = |text: &str| json!({ "textDocument": { "languageId": "regola", "text": text } });
    let changed = |text: &str| {
        let place = json!({ "line": 0, "character": 0 });
        json!({ "contentChanges": [{ "range": { "start": place, "end": place }, "text": text }] })
    };
    let long = " ".repeat(MAX_TEXT);
    assert_eq!(notice("textDocument/didOpen", opened(&long)), json!([]));
    for (method, parameters) in [
        ("textDocument/didChange", changed("a.\n")),
        ("textDocument/didChange", changed("")),
        ("textDocument/didOpen", opened(&format!("{long} "))),
    ] {
        let told = notice(method, parameters);
        assert_eq!(
            (told[0]["code"].as_str(), &told[1]),
            (Some("unreadable-file"), &Value::Null),
            "{told}"
        );
        assert!(
            told[0]["message"]
                .as_str()
                .is_some_and(|text| text.contains("larger than 4 MiB")),
            "{told}"
        );
    }
    assert_eq!(
        notice(
            "textDocument/didChange",
            json!({ "contentChanges": [{ "text": "a.\n" }] })
        ),
        json!([])
    );
}

/// A disk without files.
struct Nothing;

impl Reader for Nothing {
    fn read(&self, _: &str) -> Result<Vec<u8>, String> {
        Err("there is no such file".to_owned())
    }
}

impl Disk for Nothing {
    fn rule_files(&self, _: &str) -> Vec<String> {
        Vec::new()
    }

    fn rule_files_below(&self, _: &str) -> Vec<String> {
        Vec::new()
    }
}

#[test]
fn nothing_is_asked_before_the_greeting_or_after_the_shutdown() {
    let mut server = Server::new(Box::new(Nothing));
    let mut code = |method: &str, parameters: Value| {
        let message =
            json!({ "jsonrpc": "2.0", "id": "a", "method": method, "params": parameters });
        let answer = server
            .hear(message.to_string().as_bytes())
            .expect("a request is answered");
        assert_eq!(answer["id"], "a");
        answer["error"]["code"].as_i64()
    };
    assert_eq!(code("textDocument/hover", json!({})), Some(-32002));
    assert_eq!(code("initialize", json!(7)), Some(-32602));
    assert_eq!(code("initialize", json!({ "capabilities": {} })), None);
    assert_eq!(
        code("initialize", json!({ "capabilities": {} })),
        Some(INVALID_REQUEST)
    );
    assert_eq!(code("shutdown", Value::Null), None);
    assert_eq!(code("textDocument/hover", json!({})), Some(INVALID_REQUEST));
    assert_eq!(server.hung_up(), Ending::Goodbye);
}

#[test]
fn without_a_greeting_it_says_what_was_missing() {
    for said in ["", "nonsense\n", "Content-Length: 5\r\n\r\n{]{]{"] {
        let mut server = Command::new(insta_cmd::get_cargo_bin("regola"))
            .arg("lsp")
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the server starts");
        // A server that has heard enough reads no more.
        let _ = server
            .stdin
            .take()
            .expect("its input is a pipe")
            .write_all(said.as_bytes());
        let output = server.wait_with_output().expect("it ends");
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said:?}: {told}");
        assert!(
            told.ends_with("error: the client ended before it sent a right `initialize`\n"),
            "{told}"
        );
    }
}

#[test]
fn places_count_in_units_of_sixteen_bits() {
    let mut editor = Editor::with(&[]);
    editor.open("a.rules", TEXT);
    let insert = |line: u32, character: u32, text: &str| json!([{ "range": { "start": { "line": line, "character": character }, "end": { "line": line, "character": character } }, "text": text }]);
    // After the die, which takes two units, and past the end of the text.
    editor.change("a.rules", insert(2, 14, " six"));
    editor.change("a.rules", insert(99, 0, "last(1).\n"));
    let document = json!({ "textDocument": { "uri": editor.uri("a.rules") } });
    let symbols = editor.request("textDocument/documentSymbol", document);
    let names: Vec<&str> = symbols
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|symbol| symbol["name"].as_str())
        .collect();
    assert_eq!(names, ["role/1", "size/1", "legal/2", "last/1"]);
    assert_eq!(symbols[1]["detail"], "«Größe» 🎲 of a board");
    assert_eq!(
        symbols[3]["range"]["start"],
        json!({ "line": 4, "character": 0 })
    );
}

#[test]
fn a_text_without_a_file_is_served_too() {
    let mut editor = Editor::with(&[]);
    let document =
        json!({ "uri": "untitled:Untitled-1", "languageId": "regola", "version": 1, "text": TEXT });
    editor.notify("textDocument/didOpen", json!({ "textDocument": document }));
    let place = json!({ "textDocument": { "uri": "untitled:Untitled-1" }, "position": { "line": 3, "character": 17 } });
    let definition = editor.request("textDocument/definition", place);
    assert_eq!(definition["uri"], "untitled:Untitled-1");
    assert_eq!(
        definition["range"]["start"],
        json!({ "line": 2, "character": 0 })
    );
}

#[test]
fn a_file_changed_on_disk_is_seen() {
    let mut editor = Editor::with(&[("b.rules", "b(1).\n")]);
    let text = ":- game(\"A\").\n:- use \"b.rules\".\na(X) :- b(X), c(X).\n";
    editor.open("a.rules", text);
    assert_eq!(
        editor.ask(
            "textDocument/definition",
            "a.rules",
            text,
            "c|(X)",
            json!({})
        ),
        Value::Null
    );
    std::fs::write(editor.folder().join("b.rules"), "b(1).\nc(1).\n")
        .expect("there is room for a file");
    editor.notify("workspace/didChangeWatchedFiles", json!({ "changes": [] }));
    let definition = editor.ask(
        "textDocument/definition",
        "a.rules",
        text,
        "c|(X)",
        json!({}),
    );
    assert_eq!(definition["range"]["start"]["line"], 1);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 8, failure_persistence: None, ..ProptestConfig::default() })]

    /// One server lives through many texts and places.
    #[test]
    fn no_edit_ends_it(edits in prop::collection::vec((0u32..6, 0u32..30, 0u32..6, 0u32..30, "[a-z(){}:.,|%'\"🎲\\n \\-]{0,6}"), 12)) {
        let mut editor = Editor::with(&[]);
        editor.open("a.rules", TEXT);
        let methods = [
            "hover", "definition", "completion", "documentHighlight", "documentSymbol", "prepareRename",
            "formatting", "rangeFormatting", "codeAction", "foldingRange", "semanticTokens/full",
        ];
        for (at, (line, character, end_line, end_character, text)) in edits.into_iter().enumerate() {
            let (start, end) = (json!({ "line": line, "character": character }), json!({ "line": end_line, "character": end_character }));
            let place = json!({
                "textDocument": { "uri": editor.uri("a.rules") }, "position": start,
                "range": { "start": start, "end": end }, "context": { "diagnostics": [] },
                "options": { "tabSize": 4, "insertSpaces": true },
            });
            editor.change("a.rules", json!([{ "range": { "start": start, "end": end }, "text": text }]));
            let answer = editor.request(&format!("textDocument/{}", methods[at % methods.len()]), place);
            prop_assert!(answer["code"].is_null(), "{answer}");
        }
        prop_assert!(editor.leave().success());
    }
}

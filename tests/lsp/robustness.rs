//! The server lives through what goes wrong, and ends when it should.

use std::io::Write;
use std::process::{Command, Stdio};

use proptest::prelude::*;
use serde_json::{Value, json};

use super::Editor;

const TEXT: &str = "role(x).\n% «Größe» 🎲 of a board\nsize(3).  % 🎲\nlegal(x, go) :- size(N), N > 0.\n";

#[test]
fn it_ends_with_the_editor() {
    assert!(Editor::with(&[]).leave().success());
    assert!(!Editor::with(&[]).hang_up().success(), "nobody said goodbye");
    let mut editor = Editor::with(&[]);
    editor.notify("exit", Value::Null);
    assert_eq!(editor.wait().code(), Some(1));
}

#[test]
fn bad_messages_are_refused() {
    let mut editor = Editor::with(&[]);
    editor.open("a.rules", TEXT);
    let codes = [
        editor.request("textDocument/hover", json!({ "position": 1 })),
        editor.request("textDocument/foldingRange", json!({})),
        editor.request("textDocument/rename", Value::Null),
    ]
    .map(|error| error["code"].as_i64());
    assert_eq!(codes, [Some(-32602), Some(-32601), Some(-32602)]);
    // A notification has no answer; a file that is not there has no text.
    editor.notify("textDocument/didChange", json!({ "textDocument": 1 }));
    editor.notify("textDocument/didClose", json!({ "textDocument": { "uri": "file:///nowhere" } }));
    editor.notify("$/unheardOf", json!({}));
    let place =
        json!({ "textDocument": { "uri": "file:///no%20where.rules" }, "position": { "line": 0, "character": 0 } });
    assert_eq!(editor.request("textDocument/hover", place), Value::Null);
    assert!(editor.leave().success());
}

#[test]
fn what_is_no_message_ends_it() {
    let mut editor = Editor::with(&[]);
    editor.send_raw("Content-Length: 5\r\n\r\n{]{]{");
    assert!(!editor.hang_up().success());
}

#[test]
fn without_a_greeting_it_says_what_was_missing() {
    let greeting = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#;
    let message = |text: &str| format!("Content-Length: {}\r\n\r\n{text}", text.len());
    let exit = message(r#"{"jsonrpc":"2.0","method":"exit"}"#);
    for (said, missing) in [
        ("", "`initialize`"),
        ("nonsense\n", "`initialize`"),
        ("Content-Length: 5\r\n\r\n{]{]{", "`initialize`"),
        (&exit, "`initialize`"),
        (&message(greeting), "`initialized`"),
    ] {
        let mut server = Command::new(insta_cmd::get_cargo_bin("regola"))
            .arg("lsp")
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the server starts");
        // A server that has heard enough reads no more.
        let _ = server.stdin.take().expect("its input is a pipe").write_all(said.as_bytes());
        let output = server.wait_with_output().expect("it ends");
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said:?}: {told}");
        assert!(told.starts_with("error: the client ended") && told.ends_with(&format!("sent {missing}\n")), "{told}");
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
    let names: Vec<&str> =
        symbols.as_array().into_iter().flatten().filter_map(|symbol| symbol["name"].as_str()).collect();
    assert_eq!(names, ["role/1", "size/1", "legal/2", "last/1"]);
    assert_eq!(symbols[1]["detail"], "«Größe» 🎲 of a board");
    assert_eq!(symbols[3]["range"]["start"], json!({ "line": 4, "character": 0 }));
}

#[test]
fn a_text_without_a_file_is_served_too() {
    let mut editor = Editor::with(&[]);
    let document = json!({ "uri": "untitled:Untitled-1", "languageId": "regola", "version": 1, "text": TEXT });
    editor.notify("textDocument/didOpen", json!({ "textDocument": document }));
    let place = json!({ "textDocument": { "uri": "untitled:Untitled-1" }, "position": { "line": 3, "character": 17 } });
    let definition = editor.request("textDocument/definition", place);
    assert_eq!(definition["uri"], "untitled:Untitled-1");
    assert_eq!(definition["range"]["start"], json!({ "line": 2, "character": 0 }));
}

#[test]
fn a_file_changed_on_disk_is_seen() {
    let mut editor = Editor::with(&[("b.rules", "b(1).\n")]);
    let text = ":- game(\"A\").\n:- use \"b.rules\".\na(X) :- b(X), c(X).\n";
    editor.open("a.rules", text);
    assert_eq!(editor.ask("textDocument/definition", "a.rules", text, "c|(X)", json!({})), Value::Null);
    std::fs::write(editor.folder().join("b.rules"), "b(1).\nc(1).\n").expect("there is room for a file");
    editor.notify("workspace/didChangeWatchedFiles", json!({ "changes": [] }));
    let definition = editor.ask("textDocument/definition", "a.rules", text, "c|(X)", json!({}));
    assert_eq!(definition["range"]["start"]["line"], 1);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 8, failure_persistence: None, ..ProptestConfig::default() })]

    /// One server lives through many texts and places.
    #[test]
    fn no_edit_ends_it(edits in prop::collection::vec((0u32..6, 0u32..30, 0u32..6, 0u32..30, "[a-z(){}:.,|%'\"🎲\\n \\-]{0,6}"), 12)) {
        let mut editor = Editor::with(&[]);
        editor.open("a.rules", TEXT);
        let methods = ["hover", "definition", "completion", "documentHighlight", "documentSymbol", "prepareRename"];
        for (at, (line, character, end_line, end_character, text)) in edits.into_iter().enumerate() {
            let (start, end) = (json!({ "line": line, "character": character }), json!({ "line": end_line, "character": end_character }));
            let place = json!({ "textDocument": { "uri": editor.uri("a.rules") }, "position": start });
            editor.change("a.rules", json!([{ "range": { "start": start, "end": end }, "text": text }]));
            let answer = editor.request(&format!("textDocument/{}", methods[at % methods.len()]), place);
            prop_assert!(answer["code"].is_null(), "{answer}");
        }
        prop_assert!(editor.leave().success());
    }
}

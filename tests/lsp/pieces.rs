//! The pieces of a text: what they are, which of them can be folded away, where they are found.

use serde_json::{Value, json};

use super::Editor;

const TEXT: &str = "\
% Größe 🎲
% of a board
:- game(\"è 🎲\").
:- fluent at(size) -> role.   % 🎲
size(1..3).
init(at(1, x)).
/* 🎲
   two */ legal('x', go(N)) :- /* è */ size(N), \\+ at(N, _), N > 0.
legal(x, _Stay) :-
    size(2),
    N is \"🎲\".
far :- near(
";

/// The kinds of tokens, as the server's greeting tells them.
fn legend(greeting: &Value, of: &str) -> Vec<String> {
    let names = &greeting["capabilities"]["semanticTokensProvider"]["legend"][of];
    let names = names.as_array().expect("there is a legend");
    names
        .iter()
        .map(|name| name.as_str().expect("a name").to_owned())
        .collect()
}

/// Each token on a line: the text that it covers, its kind and its modifiers.
fn tokens(encoding: &str) -> String {
    let capabilities = json!({ "general": { "positionEncodings": [encoding] } });
    let (mut editor, greeting) = Editor::greeting(&[], capabilities);
    assert_eq!(greeting["capabilities"]["positionEncoding"], encoding);
    let (kinds, modifiers) = (
        legend(&greeting, "tokenTypes"),
        legend(&greeting, "tokenModifiers"),
    );
    editor.open("a.rules", TEXT);
    let document = json!({ "textDocument": { "uri": editor.uri("a.rules") } });
    let answer = editor.request("textDocument/semanticTokens/full", document);
    let numbers: Vec<usize> = answer["data"]
        .as_array()
        .expect("there are tokens")
        .iter()
        .map(|number| usize::try_from(number.as_u64().expect("a number")).expect("it is small"))
        .collect();
    let (mut line, mut column, mut shown) = (0, 0, String::new());
    for token in numbers.chunks(5) {
        column = if token[0] == 0 { column } else { 0 } + token[1];
        line += token[0];
        let text = TEXT.lines().nth(line).expect("a line");
        let covered = match encoding {
            "utf-8" => text[column..column + token[2]].to_owned(),
            _ => {
                let units: Vec<u16> = text.encode_utf16().collect();
                String::from_utf16(&units[column..column + token[2]]).expect("whole characters")
            }
        };
        let set = modifiers.iter().enumerate();
        let set = set.filter(|(bit, _)| token[4] >> bit & 1 == 1);
        let set: String = set.map(|(_, name)| format!(" {name}")).collect();
        shown += &format!("{line}: {covered} = {}{set}\n", kinds[token[3]]);
    }
    shown
}

#[test]
fn every_piece_of_a_text_has_a_kind() {
    let shown = tokens("utf-16");
    assert_eq!(shown, tokens("utf-8"));
    assert_snapshot!("lsp__semantic_tokens", shown);
}

#[test]
fn comments_clauses_and_predicates_are_folded() {
    let mut editor = Editor::with(&[]);
    editor.open("a.rules", TEXT);
    let document = json!({ "textDocument": { "uri": editor.uri("a.rules") } });
    let folds = editor.request("textDocument/foldingRange", document);
    assert_eq!(
        folds,
        json!([
            { "startLine": 0, "endLine": 1, "kind": "comment" },
            { "startLine": 6, "endLine": 7, "kind": "comment" },
            // Both clauses, and the second alone.
            { "startLine": 7, "endLine": 10 },
            { "startLine": 8, "endLine": 10 },
        ])
    );
}

#[test]
fn symbols_are_found_in_all_files_of_the_folder() {
    let mut editor = Editor::with(&[
        ("a.rules", "/* 🎲 */ can_move(x).\n:- use \"b.rules\".\n"),
        ("b.rules", "cannot(x).\n"),
        ("c.rules", ":- fluent canoe(_).\nother.\n"),
        ("notes.txt", "canto(x).\n"),
    ]);
    // An open text hides the one on the disk.
    editor.open("b.rules", "% è\ncannot(x).  canvas(x, y).\n");
    let mut found = |query: &str| {
        let symbols = editor.request("workspace/symbol", json!({ "query": query }));
        editor.shown(&symbols)
    };
    assert_snapshot!("lsp__workspace_symbols", found("CAN"));
    assert_eq!(
        found("cmv").matches("\"name\"").count(),
        1,
        "letters in order"
    );
    assert_eq!(found("zebra"), "[]");
    assert_eq!(found("").matches("\"name\"").count(), 5);
}

#[test]
fn symbols_are_found_in_folders_of_the_folder() {
    let mut editor = Editor::with(&[
        ("a.rules", "near.\n"),
        ("games/b.rules", ":- use \"parts/c.rules\".\nbelow.\n"),
        ("games/parts/c.rules", "further_below.\n"),
        ("1/2/3/4/5/6/7/8/d.rules", "deep.\n"),
        ("1/2/3/4/5/6/7/8/9/e.rules", "too_deep.\n"),
        (".hidden/f.rules", "hidden.\n"),
        ("target/g.rules", "built.\n"),
        ("node_modules/h/i.rules", "foreign.\n"),
    ]);
    let symbols = editor.request("workspace/symbol", json!({ "query": "" }));
    let symbols = symbols.as_array().expect("there are symbols");
    let mut names: Vec<&str> = symbols
        .iter()
        .filter_map(|symbol| symbol["name"].as_str())
        .collect();
    names.sort_unstable();
    assert_eq!(names, ["below/0", "deep/0", "further_below/0", "near/0"]);
}

/// All files are candidates for the main file of an open one, up to a limit.
#[test]
fn an_open_text_is_served_beside_more_files_than_the_limit() {
    let names: Vec<String> = (0..510)
        .map(|number| format!("part{number}.rules"))
        .collect();
    let files: Vec<(&str, &str)> = names.iter().map(|name| (&**name, "% use\n")).collect();
    let mut editor = Editor::with(&files);
    editor.open("zebra.rules", "role(x).\nstripes :- stripe.\n");
    let told = editor.diagnostics("zebra.rules").to_string();
    assert!(told.contains("unknown predicate `stripe/0`"), "{told}");
    let symbols = editor.request("workspace/symbol", json!({ "query": "stripes" }));
    assert_eq!(symbols[0]["name"], "stripes/0");
}

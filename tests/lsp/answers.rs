//! What the server answers.

use serde_json::{Value, json};

use super::Editor;

const LINES: &str = "\
% Lines of a board, for whoever wants them.
line([1-Y, 2-Y, 3-Y]) :- row(Y).
line([X-1, X-2, X-3]) :- column(X).
% Somebody has a whole line.
wins(P) :- role(P), line(Squares), forall(member(X-Y, Squares), cell(X, Y, P)).
";

const GAME: &str = "\
:- game(\"Tic-tac-toe\").
:- use \"lines.rules\".
role(x).  role(o).
other(x, o).  other(o, x).
column(1..3).  row(1..3).
:- fluent control -> role.              % whose turn it is
:- fluent cell(column, row) -> role.    % a sign on a square
init(control(x)).
legal(P, mark(X, Y)) :- control(P), row(Y), column(X), \\+ cell(X, Y, _).
add(cell(X, Y, P))   :- does(P, mark(X, Y)).
add(control(Q))      :- does(P, _), other(P, Q).
terminal :- wins(_).
goal(P, 100) :- wins(P).
goal(P,   0) :- other(P, Q), wins(Q).
goal(P,  50) :- role(P), \\+ wins(_).
";

/// An editor with the game open, and the file that it uses on the disk.
fn editor() -> Editor {
    let mut editor = Editor::with(&[("game.rules", GAME), ("lines.rules", LINES)]);
    editor.open("game.rules", GAME);
    editor
}

#[test]
fn the_greeting_says_what_is_served() {
    let (editor, greeting) = Editor::greeting(&[], json!({}));
    assert_snapshot!(
        "lsp__greeting",
        editor
            .shown(&greeting)
            .replace(env!("CARGO_PKG_VERSION"), "VERSION")
    );
    assert!(editor.leave().success());
    let offered = json!({ "general": { "positionEncodings": ["utf-8", "utf-16"] } });
    let (_, greeting) = Editor::greeting(&[], offered);
    assert_eq!(greeting["capabilities"]["positionEncoding"], "utf-8");
}

#[test]
fn what_is_wrong_is_told_of_each_file_and_taken_back() {
    let mut editor = editor();
    assert_eq!(editor.diagnostics("game.rules"), json!([]));
    // The open text hides the one on the disk; a fault may show in a file that is not open.
    let broken = GAME
        .replace("column(1..3).", "")
        .replace("init(control(x))", "init(controll(x))");
    editor.replace("game.rules", &broken);
    let (game, lines) = (
        editor.diagnostics("game.rules"),
        editor.diagnostics("lines.rules"),
    );
    assert_snapshot!(
        "lsp__diagnostics",
        format!(
            "game.rules: {}\nlines.rules: {}",
            editor.shown(&game),
            editor.shown(&lines)
        )
    );
    let hover = editor.ask(
        "textDocument/hover",
        "game.rules",
        &broken,
        "control|l(x)",
        json!({}),
    );
    let page = hover["contents"]["value"].as_str().unwrap_or_default();
    assert!(
        page.starts_with("# ") && page.contains("fluent"),
        "the page of the code: {page}"
    );
    editor.replace("game.rules", GAME);
    assert_eq!(
        (
            editor.diagnostics("game.rules"),
            editor.diagnostics("lines.rules")
        ),
        (json!([]), json!([]))
    );
    assert!(editor.leave().success());
}

#[test]
fn a_file_that_games_use_is_no_game() {
    let mut editor = Editor::with(&[("game.rules", GAME), ("lines.rules", LINES)]);
    // The game is not open, but lies beside it.
    editor.open("lines.rules", LINES);
    assert_eq!(editor.diagnostics("lines.rules"), json!([]));
    editor.replace("lines.rules", &LINES.replace("row(Y)", "rwo(Y)"));
    let told = editor.diagnostics("lines.rules");
    assert_eq!(
        (told[0]["code"].as_str(), told.as_array().map(Vec::len)),
        (Some("unknown-predicate"), Some(1))
    );

    let mut alone = Editor::with(&[]);
    alone.open("lines.rules", LINES);
    assert_eq!(
        alone.diagnostics("lines.rules"),
        json!([]),
        "what its game will bring is not missed"
    );
    alone.replace("lines.rules", &LINES.replace("row(Y)", "row(Y"));
    assert_eq!(
        alone.diagnostics("lines.rules")[0]["code"],
        "unclosed-bracket"
    );
}

#[test]
fn hovering_over_names() {
    let mut editor = editor();
    let mut shown = String::new();
    for place in [
        "\\+ ce|ll",
        "other|(P",
        "wins|(P)",
        "leg|al",
        "add|(cell",
        "\\|+",
        "\"lin|es",
        "mark|(X",
        "P|)",
        "game|(",
    ] {
        let hover = editor.ask("textDocument/hover", "game.rules", GAME, place, json!({}));
        let text = hover["contents"]["value"].as_str().unwrap_or("nothing");
        shown += &format!("----- {place} {}\n{text}\n", editor.shown(&hover["range"]));
    }
    assert_snapshot!("lsp__hover", shown);
}

#[test]
fn going_to_definitions() {
    let mut editor = editor();
    let mut shown = String::new();
    for place in [
        "\\+ ce|ll",
        "wins|(_)",
        "row|(Y)",
        "control|(P)",
        "\"lin|es",
        "mark(X|,",
        "does|(",
        "column|,",
    ] {
        let definition = editor.ask(
            "textDocument/definition",
            "game.rules",
            GAME,
            place,
            json!({}),
        );
        shown += &format!("{place}: {}\n", editor.shown(&definition));
    }
    assert_snapshot!("lsp__definition", shown);
}

#[test]
fn references_and_highlights() {
    let mut editor = editor();
    let all = json!({ "context": { "includeDeclaration": true } });
    let uses = json!({ "context": { "includeDeclaration": false } });
    let all = editor.ask(
        "textDocument/references",
        "game.rules",
        GAME,
        "ce|ll(X",
        all,
    );
    let uses = editor.ask(
        "textDocument/references",
        "game.rules",
        GAME,
        "wins|(P)",
        uses,
    );
    let highlights = editor.ask(
        "textDocument/documentHighlight",
        "game.rules",
        GAME,
        "mark(X|,",
        json!({}),
    );
    let shown = [all, uses, highlights].map(|value| editor.shown(&value));
    assert_snapshot!("lsp__references", shown.join("\n"));
}

#[test]
fn the_outline_of_a_file() {
    let mut editor = editor();
    let document = json!({ "textDocument": { "uri": editor.uri("game.rules") } });
    let symbols = editor.request("textDocument/documentSymbol", document);
    assert_snapshot!("lsp__symbols", editor.shown(&symbols));
}

/// What is offered where a text ends, as labels with what they insert.
fn completions(editor: &mut Editor, typed: &str) -> Vec<(String, String)> {
    let text = format!("{GAME}{typed}");
    editor.replace("game.rules", &text);
    let offered = editor.ask(
        "textDocument/completion",
        "game.rules",
        &text,
        &format!("{typed}|"),
        json!({}),
    );
    let items = offered.as_array().cloned().unwrap_or_default();
    let word = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    items
        .iter()
        .map(|item| (word(&item["label"]), word(&item["insertText"])))
        .collect()
}

#[test]
fn completing_what_is_typed() {
    let mut editor = editor();
    let mut offered = |typed: &str, wanted: &[&str]| {
        let mut shown = format!("----- {}|\n", typed.replace('\n', "\n      "));
        for (label, inserted) in completions(&mut editor, typed) {
            if wanted.is_empty() || wanted.contains(&label.as_str()) {
                shown += &format!("{label}: {inserted}\n");
            }
        }
        shown
    };
    let shown = [
        offered(
            "show(X, Y, G) :- ",
            &[
                "X",
                "Y",
                "G",
                "cell/3",
                "control/1",
                "wins/1",
                "append/3",
                "legal/2",
            ],
        ),
        offered("show(Column, Row, G) :- cell(C", &[]),
        offered("no", &["notation/2", "nonvar/1"]),
        offered(":- f", &[]),
        offered("% in a comment a", &[]),
        offered("notation(mark(X, Y), \"in a string a", &[]),
    ];
    assert_snapshot!("lsp__completion", shown.concat());
}

#[test]
fn formatting_a_file() {
    let mut editor = editor();
    let options = json!({ "tabSize": 4, "insertSpaces": true });
    let parameters =
        json!({ "textDocument": { "uri": editor.uri("game.rules") }, "options": options });
    assert_eq!(
        editor.request("textDocument/formatting", parameters.clone()),
        json!([])
    );
    editor.replace("game.rules", "a(X):-b(X),\n  c.\n");
    let edits = editor.request("textDocument/formatting", parameters.clone());
    assert_eq!(edits[0]["newText"], "a(X) :-\n    b(X),\n    c.\n");
    editor.replace("game.rules", "a(X :- b.\n");
    assert_eq!(
        editor.request("textDocument/formatting", parameters),
        Value::Null,
        "what cannot be read stays"
    );
}

#[test]
fn renaming() {
    let mut editor = editor();
    let mut shown = String::new();
    let cases = [
        ("wins|(P)", "has_won"),
        ("ce|ll(X", "sign"),
        ("mark(X|,", "Column"),
        ("mark(X|,", "Y"),
        ("mark(X|,", "x"),
        ("other|(P", "role2 "),
        ("column|(X)", "row"),
        ("other|(P", "append"),
        ("add|(cell", "put"),
        ("mark|(X", "place"),
    ];
    for (place, name) in cases {
        let edit = editor.ask(
            "textDocument/rename",
            "game.rules",
            GAME,
            place,
            json!({ "newName": name }),
        );
        shown += &format!("----- {place} to {name}\n{}\n", editor.shown(&edit));
    }
    assert_snapshot!("lsp__rename", shown);
    let range = editor.ask(
        "textDocument/prepareRename",
        "game.rules",
        GAME,
        "wins|(P)",
        json!({}),
    );
    assert_eq!(range["start"], json!({ "line": 12, "character": 16 }));
    assert_eq!(
        editor.ask(
            "textDocument/prepareRename",
            "game.rules",
            GAME,
            "add|(cell",
            json!({})
        ),
        Value::Null
    );
}

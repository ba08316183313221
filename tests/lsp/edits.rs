//! What the server offers to change: the form of a text, and what is wrong with it.

use regola::syntax::format::format;
use regola::syntax::source::Sources;
use serde_json::{Value, json};

use super::Editor;

/// What a column counts.
#[derive(Clone, Copy)]
enum Units {
    Utf8,
    Utf16,
}

impl Units {
    /// An editor that counts so, with this text open.
    fn editor(self, text: &str) -> Editor {
        let encodings = match self {
            Units::Utf8 => json!(["utf-8", "utf-16"]),
            Units::Utf16 => json!(["utf-16"]),
        };
        let kinds = json!({ "codeActionKind": { "valueSet": ["quickfix"] } });
        let capabilities = json!({
            "general": { "positionEncodings": encodings },
            "textDocument": { "codeAction": { "codeActionLiteralSupport": kinds } },
        });
        let (mut editor, greeting) = Editor::greeting(&[], capabilities);
        assert_eq!(
            greeting["capabilities"]["codeActionProvider"],
            json!({ "codeActionKinds": ["quickfix"] })
        );
        editor.open("a.rules", text);
        editor
    }

    /// The byte at a position.
    fn offset(self, text: &str, position: &Value) -> usize {
        let number = |key: &str| usize::try_from(position[key].as_u64().expect("a number"));
        let line = number("line").expect("it is small");
        let start: usize = text.split_inclusive('\n').take(line).map(str::len).sum();
        let wanted = number("character").expect("it is small");
        let (mut at, mut column) = (start, 0);
        for character in text[start..].chars() {
            if column >= wanted {
                break;
            }
            column += match self {
                Units::Utf8 => character.len_utf8(),
                Units::Utf16 => character.len_utf16(),
            };
            at += character.len_utf8();
        }
        at
    }

    /// The position of the first byte of a part of a text.
    fn position(self, text: &str, part: &str) -> Value {
        let offset = text.find(part).expect("the part is there");
        let before = &text[..offset];
        let line = before.rsplit('\n').next().unwrap_or("");
        let character = match self {
            Units::Utf8 => line.len(),
            Units::Utf16 => line.encode_utf16().count(),
        };
        json!({ "line": before.matches('\n').count(), "character": character })
    }

    /// A text after edits, which do not overlap.
    fn edited(self, text: &str, edits: &Value) -> String {
        let mut edited = text.to_owned();
        for edit in edits.as_array().expect("there are edits").iter().rev() {
            let start = self.offset(text, &edit["range"]["start"]);
            let end = self.offset(text, &edit["range"]["end"]);
            edited.replace_range(start..end, edit["newText"].as_str().expect("a text"));
        }
        edited
    }
}

fn in_form(text: &str) -> String {
    let mut sources = Sources::new();
    let id = sources.add("a.rules", text);
    format(&sources, id).expect("it can be parsed")
}

fn asked(editor: &Editor, range: Value) -> Value {
    json!({
        "textDocument": { "uri": editor.uri("a.rules") },
        "range": range,
        "options": { "tabSize": 4, "insertSpaces": true },
        "context": { "diagnostics": [] },
    })
}

/// Clauses out of form on both sides of one that is in form.
const UNTIDY: &str =
    "% «Größe» 🎲\nrole(x).\nsize(1 .. 3).   % 🎲\nrole(o).\nwide(X):-size(X),X>1.\n";

#[test]
fn formatting_changes_the_lines_that_differ() {
    for units in [Units::Utf8, Units::Utf16] {
        let mut editor = units.editor(UNTIDY);
        let asked = asked(&editor, Value::Null);
        let edits = editor.request("textDocument/formatting", asked);
        assert_eq!(
            edits,
            json!([
                {
                    "range": { "start": { "line": 2, "character": 0 }, "end": { "line": 3, "character": 0 } },
                    "newText": "size(1..3).     % 🎲\n",
                },
                {
                    "range": { "start": { "line": 4, "character": 0 }, "end": { "line": 5, "character": 0 } },
                    "newText": "wide(X) :- size(X), X > 1.\n",
                },
            ])
        );
        assert_eq!(units.edited(UNTIDY, &edits), in_form(UNTIDY));
    }
}

#[test]
fn every_text_comes_into_form() {
    for text in [
        "a.",
        "a. % 🎲 è",
        "a.\r\nb:-a.\r\n",
        "\u{feff}a:-b.\nb.\n",
        "\n\n\na:-b.\n\n\n\nb.",
        "a:-\n\n\nb,\n/* 🎲\n\n*/c.\nc.  b.",
    ] {
        for units in [Units::Utf8, Units::Utf16] {
            let mut editor = units.editor(text);
            let whole = asked(&editor, Value::Null);
            let edits = editor.request("textDocument/formatting", whole);
            assert_eq!(units.edited(text, &edits), in_form(text), "{text:?}");
            // A range that has all of the text asks for the same.
            let end = json!({ "line": 99, "character": 0 });
            let whole = asked(
                &editor,
                json!({ "start": { "line": 0, "character": 0 }, "end": end }),
            );
            let edits = editor.request("textDocument/rangeFormatting", whole);
            assert_eq!(units.edited(text, &edits), in_form(text), "{text:?}");
        }
    }
}

#[test]
fn formatting_a_range_leaves_the_other_lines() {
    let line = |line: u32| json!({ "line": line, "character": 0 });
    let mut editor = Units::Utf16.editor(UNTIDY);
    let mut formatted = |first: u32, last: u32| {
        let asked = asked(&editor, json!({ "start": line(first), "end": line(last) }));
        let edits = editor.request("textDocument/rangeFormatting", asked);
        Units::Utf16.edited(UNTIDY, &edits)
    };
    assert_eq!(
        formatted(0, 2),
        UNTIDY,
        "a range ends before the line's start"
    );
    assert_eq!(formatted(2, 3), UNTIDY.replace("1 .. 3).", "1..3).  "));
    assert_eq!(
        formatted(4, 4),
        UNTIDY.replace("wide(X):-size(X),X>1", "wide(X) :- size(X), X > 1")
    );
    assert_eq!(
        formatted(3, 0),
        UNTIDY,
        "a range that ends before it starts"
    );
}

/// The title of each quick fix at a part of a text, with the line that it makes.
fn quick_fixes(units: Units, text: &str, part: &str) -> Vec<(String, String)> {
    let mut editor = units.editor(text);
    let place = units.position(text, part);
    let asked = asked(&editor, json!({ "start": place, "end": place }));
    let actions = editor.request("textDocument/codeAction", asked);
    let uri = editor.uri("a.rules");
    let fix = |action: &Value| {
        assert_eq!(action["kind"], "quickfix");
        assert!(action["diagnostics"][0]["code"].is_string());
        let edited = units.edited(text, &action["edit"]["changes"][&uri]);
        let changed = edited
            .lines()
            .zip(text.lines())
            .find(|(new, old)| new != old);
        let title = action["title"].as_str().expect("it has a title");
        (
            title.to_owned(),
            changed.map_or_else(String::new, |(line, _)| line.to_owned()),
        )
    };
    actions
        .as_array()
        .expect("a list")
        .iter()
        .map(fix)
        .collect()
}

const GAME: &str = "\
:- game(\"Größe\").
role(x).
size(1..3).
:- fluent stands(size).
init(stands(1)).
/* 🎲è */ legal(x, go(N)) :- siez(N), size(Gone).
add(stand(N)) :- does(x, go(N)).
terminal :- stands(3).
goal(x, 100) :- stands(3).
";

#[test]
fn a_similar_name_takes_the_place_of_a_misspelt_one() {
    let fixes = |part: &str| {
        let fixes = quick_fixes(Units::Utf16, GAME, part);
        assert_eq!(fixes, quick_fixes(Units::Utf8, GAME, part));
        fixes
    };
    let own = |title: &str, line: &str| (title.to_owned(), line.to_owned());
    assert_eq!(
        fixes("siez"),
        [own(
            "Replace `siez` with `size`",
            "/* 🎲è */ legal(x, go(N)) :- size(N), size(Gone)."
        )]
    );
    assert_eq!(
        fixes("stand(N)"),
        [own(
            "Replace `stand` with `stands`",
            "add(stands(N)) :- does(x, go(N))."
        )]
    );
    assert_eq!(fixes("terminal"), []);
}

#[test]
fn what_is_written_wrongly_is_written_right() {
    let first = |text: &str, part: &str| {
        let fixes = quick_fixes(Units::Utf16, text, part);
        assert_eq!(fixes, quick_fixes(Units::Utf8, text, part), "{text}");
        fixes.into_iter().map(|(_, line)| line).collect::<Vec<_>>()
    };
    assert_eq!(
        first("a(\"🎲\", X) :- X <= 3.\n", "<="),
        ["a(\"🎲\", X) :- X =< 3."]
    );
    assert_eq!(
        first("a(\"🎲\", X) :- X != 3.\n", "!="),
        ["a(\"🎲\", X) :- X \\= 3.", "a(\"🎲\", X) :- X =\\= 3."]
    );
    assert_eq!(first("a(è, X) :- X ≥ 3.\n", "≥"), ["a(è, X) :- X >= 3."]);
    assert_eq!(first("a(è) :- b (c).\n", " (c)"), ["a(è) :- b(c)."]);
    // What is put in does not join its neighbours, and no comment is lost.
    assert_eq!(
        first("a(X) :- X:=1.\n", ":="),
        ["a(X) :- X is 1.", "a(X) :- X=1."]
    );
    assert_eq!(
        first("a(X) :- X!=-1.\n", "!="),
        ["a(X) :- X\\= -1.", "a(X) :- X=\\= -1."]
    );
    assert_eq!(first("f /* why */ (a).\n", " (a)"), [] as [String; 0]);
    assert_eq!(first("a(è) :- Berg(c).\n", "Berg"), ["a(è) :- berg(c)."]);
    assert_eq!(first("a(è) :- b(c.\n", ".\n"), ["a(è) :- b(c)."]);
    assert_eq!(first("a(è) :- b)c.\n", ")c"), ["a(è) :- bc."]);
    assert_eq!(first("a(è)\nb.\n", "\nb"), ["a(è)."]);
}

#[test]
fn a_quick_fix_is_for_the_text_as_it_is_now() {
    let mut editor = Units::Utf16.editor(GAME);
    let moved = format!("% 🎲\n{GAME}");
    // Nobody waits for the diagnostics of the new text.
    editor.replace("a.rules", &moved);
    let place = Units::Utf16.position(&moved, "siez");
    let mut question = asked(&editor, json!({ "start": place, "end": place }));
    let actions = editor.request("textDocument/codeAction", question.clone());
    let uri = editor.uri("a.rules");
    let edited = Units::Utf16.edited(&moved, &actions[0]["edit"]["changes"][&uri]);
    assert_eq!(edited, moved.replace("siez", "size"));
    // What else an editor may ask for there is not.
    question["context"]["only"] = json!(["refactor"]);
    assert_eq!(
        editor.request("textDocument/codeAction", question),
        Value::Null
    );
}

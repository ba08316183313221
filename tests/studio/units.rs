//! Places count as JavaScript counts.

use serde_json::json;

use super::Running;

#[test]
fn places_behind_wide_characters_are_right() {
    let text = "% \u{1f3b2} \u{e8}\nrole(me).\n:- fluent done.\nlegal(me, go) :- \\+ done.\nadd(done) :- does(me, go).\n\
                goal(me, 100) :- done.\n";
    let (studio, _folder, path) = Running::with_text(text);
    let (mut tab, _) = studio.open_tab();
    let units = |needle: &str| {
        text[..text.find(needle).expect("it is there")]
            .encode_utf16()
            .count()
    };
    let why = tab.answer(json!({"ask": "why", "move": "go"}));
    let from = units("legal(me, go)");
    assert_eq!(
        why["places"][0],
        json!({"path": path, "from": from, "to": from + "legal(me, go)".len()})
    );
    let hover = tab.answer(json!({"ask": "hover", "path": path, "text": text, "at": from + 1}));
    assert_eq!(
        (&hover["from"], &hover["to"]),
        (&json!(from), &json!(from + "legal".len()))
    );
    let broken = text.replace("\\+ done", "\\+ dune");
    let edited = tab.answer(json!({"ask": "edit", "path": path, "text": broken}));
    let from = units("done.\nadd");
    let fault = edited["diagnostics"]
        .as_array()
        .expect("a list")
        .iter()
        .find(|fault| fault["severity"] == "error");
    assert_eq!(
        fault.expect("there is an error")["from"],
        json!(from),
        "{edited}"
    );
}

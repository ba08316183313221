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

#[test]
fn a_place_is_found_again() {
    let (studio, _folder, path) = Running::with_text("role(me).\n");
    let mut tab = studio.tab();
    // The arrow is one unit of three bytes, the die two units of four bytes.
    let text = " \u{2192}\u{1f3b2} ";
    let mut found = |at: usize| {
        let question = json!({"ask": "complete", "path": path, "text": text, "at": at});
        tab.answer(question)["from"].take()
    };
    for at in [0, 1, 2, 4, 5] {
        assert_eq!(found(at), json!(at));
    }
    assert_eq!(found(3), json!(4), "no place within a character");
    assert_eq!(found(9), json!(5), "no place after the end");
}

//! The rule file beside the board.

use std::fs;

use serde_json::{Value, json};

use super::{DAMA, OTHELLO, Running, written};

fn errors(edited: &Value) -> Vec<&Value> {
    let all = edited["diagnostics"].as_array().expect("a list");
    all.iter().filter(|fault| fault["severity"] == "error").collect()
}

#[test]
fn a_broken_rule_is_told_and_mended_and_the_game_goes_on() {
    let text = fs::read_to_string("games/tictactoe.rules").expect("it is shipped");
    let (studio, _folder, path) = Running::with_text(&text);
    let (mut tab, _) = studio.open_tab();
    tab.play("b2 a1 c3");
    tab.answer(json!({"ask": "go", "ply": 2}));
    let broken = text.replacen("legal(", "legl(", 1);
    let edited = tab.answer(json!({"ask": "edit", "path": path, "text": broken}));
    assert!(edited["state"].is_null());
    let faults = errors(&edited);
    assert!(!faults.is_empty(), "{edited}");
    assert!(faults.iter().any(|fault| fault["code"] == "no-legal"), "{edited}");
    let state = tab.play("c3");
    assert_eq!(state["ply"], json!(3), "the old rules hold until then");
    tab.answer(json!({"ask": "go", "ply": 2}));
    let mended = format!("{text}\nlevel(clever, [depth(9)]).\n");
    let edited = tab.answer(json!({"ask": "edit", "path": path, "text": mended}));
    assert!(errors(&edited).is_empty(), "{edited}");
    let state = &edited["state"];
    assert_eq!((&state["ply"], state["line"].as_array().map(Vec::len)), (&json!(2), Some(3)));
    assert!(state["levels"].as_array().is_some_and(|levels| levels.contains(&json!({"name": "clever"}))));
    assert_eq!(fs::read_to_string(&path).expect("it is there"), text, "nothing was saved");
    assert_eq!(tab.answer(json!({"ask": "text"})), json!({"path": path, "text": mended, "files": [path]}));
    assert_eq!(tab.answer(json!({"ask": "save", "path": path, "text": mended})), json!({}));
    assert_eq!(fs::read_to_string(&path).expect("it is there"), mended);
    let (_, state) = studio.open_tab();
    assert!(state["levels"].as_array().is_some_and(|levels| levels.contains(&json!({"name": "clever"}))));
}

#[test]
fn a_line_is_kept_as_far_as_its_moves_are_legal() {
    let text = fs::read_to_string("games/tictactoe.rules").expect("it is shipped");
    let (studio, _folder, path) = Running::with_text(&text);
    let (mut tab, _) = studio.open_tab();
    tab.play("b2 a1 c3 a2");
    // No move on a1 any more.
    let without = text.replacen("sign(Row, Column, -).", "sign(Row, Column, -), Row + Column > 2.", 1);
    assert_ne!(without, text);
    let edited = tab.answer(json!({"ask": "edit", "path": path, "text": without}));
    assert_eq!((&edited["state"]["ply"], &edited["state"]["line"].as_array().map(Vec::len)), (&json!(1), &Some(1)));
}

#[test]
fn a_diagnostic_has_its_place_and_a_way_out() {
    let (mut tab, _) = Running::with(OTHELLO).open_tab();
    let text = fs::read_to_string(OTHELLO).expect("it is shipped");
    let broken = text.replacen("init(control(", "init(controll(", 1);
    assert_ne!(broken, text);
    let edited = tab.answer(json!({"ask": "edit", "path": OTHELLO, "text": broken}));
    let fault = errors(&edited)[0];
    let from = broken.find("controll(").expect("it is there");
    assert_eq!((&fault["code"], &fault["from"]), (&json!("unknown-fluent"), &json!(from)));
    assert_eq!(fault["help"], json!("a similar fluent is declared: `control`"));
    let message = fault["message"].as_str().expect("a text");
    assert!(message.starts_with("unknown fluent `controll`"), "{message}");
}

#[test]
fn all_files_of_a_game_can_be_edited_and_no_others() {
    let before = fs::read_to_string("games/dama-play.rules").expect("it is shipped");
    let (mut tab, _) = Running::with(DAMA).open_tab();
    let text = tab.answer(json!({"ask": "text", "path": "games/dama-play.rules"}));
    assert_eq!(text["text"], json!(before));
    assert_eq!(text["files"], json!([DAMA, "games/dama-play.rules"]));
    let broken = before.replacen("legal(P, Move) :-", "legal(P, Move) :- nothing(P),", 1);
    let edited = tab.answer(json!({"ask": "edit", "path": "games/dama-play.rules", "text": broken}));
    assert_eq!(errors(&edited)[0]["code"], json!("unknown-predicate"));
    for path in ["Cargo.toml", "games/../Cargo.toml", "/etc/passwd", "games/othello.rules", ""] {
        let refused = format!("`{path}` is no file of this game");
        assert_eq!(tab.fault(json!({"ask": "text", "path": path})), refused);
        assert_eq!(tab.fault(json!({"ask": "edit", "path": path, "text": ""})), refused);
        assert_eq!(tab.fault(json!({"ask": "save", "path": path, "text": ""})), refused);
    }
    assert_eq!(fs::read_to_string("games/dama-play.rules").expect("it is there"), before);
}

#[test]
fn a_used_file_can_be_mended_while_the_main_file_is_broken() {
    let (mut tab, _) = Running::with(DAMA).open_tab();
    let play = fs::read_to_string("games/dama-play.rules").expect("it is shipped");
    tab.answer(json!({"ask": "text"}));
    let edited = tab.answer(json!({"ask": "edit", "path": DAMA, "text": "% nothing is left"}));
    assert!(edited["state"].is_null());
    tab.answer(json!({"ask": "edit", "path": "games/dama-play.rules", "text": play}));
}

#[test]
fn a_file_with_mistakes_is_opened_to_be_mended() {
    let text = fs::read_to_string("games/tictactoe.rules").expect("it is shipped");
    let (studio, _folder, path) = Running::with_text(&text.replace("role(", "roll("));
    let mut tab = studio.tab();
    let fault = tab.fault(json!({"ask": "open"}));
    assert!(fault.contains("error[no-role]"), "{fault}");
    assert_eq!(tab.fault(json!({"ask": "play", "move": "b2"})), "no game has been loaded");
    let mended = tab.answer(json!({"ask": "edit", "path": path, "text": text}));
    assert_eq!(mended["state"]["ply"], json!(0));
    tab.play("b2");
}

#[test]
fn whoever_comes_again_with_a_broken_text_plays_by_the_file() {
    let text = fs::read_to_string("games/tictactoe.rules").expect("it is shipped");
    let (studio, _folder, path) = Running::with_text(&text);
    let mut tab = studio.tab();
    let state = tab.answer(json!({"ask": "open", "texts": {&path: "role("}, "moves": ["b2"]}));
    assert_eq!(state["ply"], json!(1));
    assert_eq!(tab.answer(json!({"ask": "text"}))["text"], json!("role("), "and the text is not lost");
    let longer = format!("{text}level(slow, [depth(8)]).\n");
    let state = tab.answer(json!({"ask": "open", "texts": {&path: longer}, "moves": ["b2"]}));
    assert!(state["levels"].as_array().is_some_and(|levels| levels.contains(&json!({"name": "slow"}))));
}

#[test]
fn names_are_completed_and_explained() {
    let (mut tab, _) = Running::with(OTHELLO).open_tab();
    let text = "legal(P, M) :- cont\n";
    let complete = tab.answer(json!({"ask": "complete", "path": OTHELLO, "text": text, "at": 19}));
    assert_eq!(complete["from"], json!(15));
    let items = complete["items"].as_array().expect("a list");
    let variable = json!({"label": "P", "insert": "P", "detail": "", "kind": "variable"});
    assert!(items.contains(&variable), "{items:?}");
    let text = fs::read_to_string(OTHELLO).expect("it is shipped");
    let at = text.find("notation(").expect("it is there");
    let hover = tab.answer(json!({"ask": "hover", "path": OTHELLO, "text": text, "at": at + 2}));
    assert!(hover["markdown"].as_str().is_some_and(|told| told.contains("How a move is written")), "{hover}");
    assert_eq!(tab.answer(json!({"ask": "hover", "path": OTHELLO, "text": text, "at": 0})), Value::Null);
    let (_, state) = Running::with(OTHELLO).open_tab();
    assert_eq!(written(&state).len(), 4);
}

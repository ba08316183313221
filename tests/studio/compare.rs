//! A second rule file beside the first.

use std::fs;

use regola::studio::{SecondFile, StudioOptions};
use serde_json::{Value, json};

use super::{DAMA, OTHELLO, Running, Tab, standing};

const TICTACTOE: &str = "games/tictactoe.rules";

fn beside(first: &str, second: &str, names: Option<&str>) -> Tab {
    let beside = SecondFile {
        path: second.to_owned(),
        names: names.map(str::to_owned),
    };
    let options = StudioOptions {
        path: first.to_owned(),
        beside: Some(beside),
        ..StudioOptions::default()
    };
    Running::serving(options).open_tab().0
}

fn compared(tab: &mut Tab) -> Value {
    tab.answer(json!({"ask": "compare"}))
}

fn is_same(tab: &mut Tab, plies: usize) {
    let difference = tab.answer(json!({"ask": "difference", "plies": plies}));
    assert_eq!(
        (&difference["same"], &difference["line"]),
        (&json!(true), &json!([])),
        "{difference}"
    );
    let words = difference["words"].as_str().expect("it is told");
    assert!(
        words.contains(" are equal as far as was looked: every line of ")
            && words.contains(" positions with ")
    );
}

#[test]
fn without_a_second_game_nothing_is_compared() {
    let (mut tab, _) = Running::with(OTHELLO).open_tab();
    assert_eq!(compared(&mut tab), Value::Null);
    let fault = tab.fault(json!({"ask": "difference"}));
    assert_eq!(
        fault,
        "there is no second rule file to compare with: give one with --compare"
    );
}

#[test]
fn filetto_is_tictactoe_by_other_names() {
    let mut tab = beside(
        "games/filetto.rules",
        TICTACTOE,
        Some("games/filetto.names"),
    );
    tab.play("b2 a1");
    let second = compared(&mut tab);
    assert_eq!(
        (&second["path"], &second["note"]),
        (&json!(TICTACTOE), &Value::Null)
    );
    assert_eq!(
        (
            standing(&second["state"], "b2"),
            standing(&second["state"], "a1")
        ),
        ("X", "O")
    );
    // Back and on by another way.
    tab.answer(json!({"ask": "go", "ply": 1}));
    assert_eq!(compared(&mut tab)["state"]["ply"], json!(1));
    tab.play("c3");
    let second = compared(&mut tab);
    assert_eq!(
        (&second["state"]["ply"], standing(&second["state"], "c3")),
        (&json!(2), "O")
    );
    is_same(&mut tab, 3);
}

#[test]
fn without_its_names_another_role_begins() {
    let mut tab = beside("games/filetto.rules", TICTACTOE, None);
    let id = tab.ask(json!({"ask": "difference"}));
    let said = tab.said(id);
    assert!(said[0]["progress"]["positions"].is_number(), "{said:?}");
    let end = &said.last().expect("there is an end")["answer"];
    assert_eq!((&end["same"], &end["line"]), (&json!(false), &json!([])));
    let words = end["words"].as_str().expect("it is told");
    assert!(
        words.starts_with("games/filetto.rules and games/tictactoe.rules differ from the start\n"),
        "{words}"
    );
    assert!(
        words.contains("to move: o in games/filetto.rules, x in games/tictactoe.rules"),
        "{words}"
    );
}

#[test]
fn othello_is_the_same_by_triples() {
    let mut tab = beside(OTHELLO, "games/othello-triples.rules", None);
    let first = tab.play("f5 d6 c3");
    let second = compared(&mut tab);
    assert_eq!(
        (&second["note"], &second["state"]["board"]),
        (&Value::Null, &first["board"])
    );
    is_same(&mut tab, 2);
}

#[test]
fn squares_of_padova_have_other_names() {
    let mut tab = beside(
        DAMA,
        "games/dama-padova.rules",
        Some("games/dama-padova.names"),
    );
    tab.play("22-19 11-15");
    let second = compared(&mut tab);
    assert_eq!(
        (&second["note"], &second["state"]["ply"]),
        (&Value::Null, &json!(2)),
        "{}",
        second["note"]
    );
    assert_ne!(second["state"]["line"][0]["move"], json!("22-19"));
    is_same(&mut tab, 2);
}

#[test]
fn a_clause_that_is_missing_is_found() {
    let text = fs::read_to_string(TICTACTOE).expect("it is shipped");
    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = folder
        .path()
        .join("broken.rules")
        .to_string_lossy()
        .into_owned();
    let broken = text.replace("line([A, B, C], [[_, _, A], [_, B, _], [C, _, _]]).\n", "");
    assert_ne!(broken, text);
    fs::write(&path, &broken).expect("a file can be written");
    let mut tab = beside(TICTACTOE, &path, None);
    let difference = tab.answer(json!({"ask": "difference"}));
    assert_eq!(difference["same"], json!(false));
    let words = difference["words"].as_str().expect("it is told");
    assert!(
        words.contains(" differ after 5 plies: ") && words.contains("No shorter line shows"),
        "{words}"
    );
    assert!(
        words.contains("  end: the game is over in games/tictactoe.rules, and goes on in "),
        "{words}"
    );
    let state = tab.answer(json!({"ask": "open", "moves": difference["line"]}));
    assert_eq!(
        (&state["ply"], state["result"].is_null()),
        (&json!(5), false)
    );
    let second = compared(&mut tab)["state"].take();
    assert_eq!(
        (&second["ply"], &second["result"]),
        (&json!(5), &Value::Null)
    );
}

#[test]
fn a_move_that_the_second_game_does_not_have_is_told() {
    let text = fs::read_to_string(TICTACTOE).expect("it is shipped");
    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = folder
        .path()
        .join("corner.rules")
        .to_string_lossy()
        .into_owned();
    let broken = text.replace(
        "sign(Row, Column, -).\n\nadd",
        "sign(Row, Column, -), Row + Column =\\= 4.\n\nadd",
    );
    assert_ne!(broken, text);
    fs::write(&path, &broken).expect("a file can be written");
    let mut tab = beside(TICTACTOE, &path, None);
    tab.play("a1 b2 a2");
    let second = compared(&mut tab);
    assert_eq!(second["state"]["ply"], json!(1));
    assert_eq!(
        second["note"],
        json!("The second game does not go on after 1 ply: `b2` is no move there.")
    );
}

#[test]
fn a_long_comparison_can_be_cancelled() {
    let mut tab = beside("games/chess.rules", "games/chess.rules", None);
    let id = tab.ask(json!({"ask": "difference", "plies": 9}));
    assert!(tab.hear().expect("the server goes on")["progress"].is_object());
    tab.ask(json!({"ask": "cancel", "job": id}));
    assert_eq!(
        tab.said(id).pop().expect("there is an end")["fault"]["text"],
        json!("cancelled")
    );
    assert_eq!(
        compared(&mut tab)["state"]["ply"],
        json!(0),
        "the desk goes on"
    );
}

/// Tic-tac-toe with a part of its text replaced, in a folder that lasts as long as the second
/// value.
fn changed(part: &str, by: &str) -> (String, tempfile::TempDir) {
    let text = fs::read_to_string(TICTACTOE).expect("it is shipped");
    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = folder
        .path()
        .join("changed.rules")
        .to_string_lossy()
        .into_owned();
    assert!(text.contains(part));
    fs::write(&path, text.replace(part, by)).expect("a file can be written");
    (path, folder)
}

#[test]
fn squares_with_other_signs_are_told_for_both_boards() {
    let mut tab = beside(OTHELLO, "games/othello-triples.rules", None);
    tab.play("f5");
    assert_eq!(
        compared(&mut tab)["differing"],
        json!([{"squares": [], "moves": []}, {"squares": [], "moves": []}])
    );
    let (path, _folder) = changed(r#"show(Column, Row, "O")"#, r#"show(Column, Row, "Q")"#);
    let mut tab = beside(TICTACTOE, &path, None);
    tab.play("a1 b2");
    let second = compared(&mut tab);
    assert_eq!(standing(&second["state"], "b2"), "Q");
    assert_eq!(
        second["differing"],
        json!([{"squares": ["b2"], "moves": []}, {"squares": ["b2"], "moves": []}])
    );
    // Where squares and signs have other names, these are exchanged.
    let mut tab = beside(
        DAMA,
        "games/dama-padova.rules",
        Some("games/dama-padova.names"),
    );
    tab.play("22-19");
    assert_eq!(
        compared(&mut tab)["differing"][1],
        json!({"squares": [], "moves": []})
    );
}

#[test]
fn games_with_other_squares_say_so_instead() {
    let mut tab = beside(DAMA, "games/english-draughts.rules", None);
    let second = compared(&mut tab);
    let note = "The two games do not have the same squares, so what differs is not marked; a file for --map says which are the same.";
    assert_eq!(
        (&second["note"], &second["differing"][0]["squares"]),
        (&json!(note), &json!([]))
    );
    let mut tab = beside(TICTACTOE, OTHELLO, None);
    let note = compared(&mut tab)["note"].take();
    assert!(
        note.as_str()
            .is_some_and(|note| note.contains("not have the same roles")),
        "{note}"
    );
}

#[test]
fn moves_that_only_one_game_has_are_told() {
    let (path, _folder) = changed(
        "sign(Row, Column, -).\n\nadd",
        "sign(Row, Column, -), Row + Column =\\= 4.\n\nadd",
    );
    let mut tab = beside(TICTACTOE, &path, None);
    let second = compared(&mut tab);
    let only: Vec<_> = ["c1", "b2", "a3"]
        .map(|played| json!({"role": "x", "move": played}))
        .into();
    assert_eq!(
        second["differing"],
        json!([{"squares": [], "moves": only}, {"squares": [], "moves": []}])
    );
    assert_eq!(
        (&second["usualPlies"], &second["mostPlies"]),
        (&json!(6), &json!(40))
    );
    tab.play("b2");
    let second = compared(&mut tab);
    assert!(second["note"].is_string(), "it does not go on");
    assert_eq!(
        second["differing"][0],
        json!({"squares": [], "moves": []}),
        "positions of other plies are not compared"
    );
}

#[test]
fn a_second_file_that_has_changed_is_read_again() {
    let (path, _folder) = changed("X", "X");
    let mut tab = beside(TICTACTOE, &path, None);
    tab.play("a1 b2");
    assert_eq!(compared(&mut tab)["readings"], json!(1));
    let text = fs::read_to_string(&path).expect("it is there");
    fs::write(&path, text.replace(r#"Row, "X")"#, r#"Row, "Y")"#)).expect("a file can be written");
    let second = compared(&mut tab);
    assert_eq!(
        (&second["readings"], standing(&second["state"], "a1")),
        (&json!(2), "Y")
    );
    assert_eq!(second["state"]["ply"], json!(2), "it has followed anew");
    fs::write(&path, text.replace("role(x)", "role(x")).expect("a file can be written");
    assert!(
        tab.fault(json!({"ask": "compare"}))
            .contains("changed.rules")
    );
    fs::write(&path, &text).expect("a file can be written");
    let second = compared(&mut tab);
    assert_eq!(second["differing"][0]["squares"], json!([]));
    let readings = second["readings"].clone();
    assert_eq!(
        tab.answer(json!({"ask": "difference", "plies": 1}))["readings"],
        readings
    );
    tab.answer(json!({"ask": "open", "moves": []}));
    assert_eq!(
        compared(&mut tab)["readings"],
        readings,
        "nothing has changed"
    );
}

#[test]
fn a_second_game_that_the_page_has_chosen_takes_the_place_of_the_one_of_the_studio() {
    let text = fs::read_to_string("games/tictactoe.rules").expect("it is shipped");
    let (mut tab, _) = Running::with("games/tictactoe.rules").open_tab();
    assert!(tab.answer(json!({"ask": "compare"})).is_null());
    assert!(tab.answer(json!({"ask": "second"})).is_null());
    let second = json!({"name": "../elsewhere/mine.rules", "text": text.replace("role(x).  role(o).", "role(x).  role(o). % ours")});
    tab.answer(json!({"ask": "open", "moves": ["b2"], "second": second}));
    let compared = tab.answer(json!({"ask": "compare"}));
    assert_eq!(compared["path"], json!("games/mine (chosen).rules"));
    assert_eq!(compared["state"]["ply"], json!(1));
    assert_eq!(tab.answer(json!({"ask": "place"}))["second"], second);
    let texts = tab.answer(json!({"ask": "second"}));
    assert_eq!(
        texts["files"],
        json!([["games/mine (chosen).rules", second["text"]]])
    );
    let out = json!({"name": "mine.rules", "text": ":- use \"../Cargo.toml\".\nrole(x)."});
    tab.answer(json!({"ask": "open", "second": out}));
    assert!(tab.fault(json!({"ask": "compare"})).contains("Cargo.toml"));
    tab.answer(json!({"ask": "open"}));
    assert!(tab.answer(json!({"ask": "compare"})).is_null());
}

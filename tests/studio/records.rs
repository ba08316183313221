//! The game of a tab as a record with variations and comments, and back.

use serde_json::json;

use super::{OTHELLO, Running};

#[test]
fn a_game_is_written_as_a_record_and_read_again() {
    let (mut tab, _) = Running::with("games/tictactoe.rules").open_tab();
    tab.play("b2 a1 c3");
    let lines = json!([["b2", "a2", "a1"], ["b2", "a2", "c1"], ["a1"], ["b2", "a1"]]);
    let comments = json!([
        {"moves": [], "text": "The start."},
        {"moves": ["b2"], "text": "The middle\nis {best}."},
        {"moves": ["b2", "a2", "c1"], "text": "Or so."},
        {"moves": ["c1"], "text": "On no line."},
    ]);
    let record = tab.answer(json!({
        "ask": "record", "lines": lines, "comments": comments, "players": ["a person", "normal"], "forfeit": {"role": "o", "by": "resigning"}, "date": "2026.07.01",
    }));
    let text = record["text"].as_str().expect("a text").to_owned();
    assert_snapshot!("studio__record", text);
    let read = tab.answer(json!({"ask": "replay", "text": text}));
    assert_snapshot!(
        "studio__record_read",
        serde_json::to_string_pretty(&read).expect("it is JSON")
    );
    let again = json!({
        "ask": "record", "lines": read["lines"], "comments": read["comments"], "players": ["a person", "normal"], "forfeit": {"role": "o", "by": "resigning"}, "date": "2026.07.01",
    });
    assert_eq!(tab.answer(again)["text"], json!(text));
}

#[test]
fn a_record_that_the_rules_refuse_is_told_with_its_place() {
    let (mut tab, _) = Running::with(OTHELLO).open_tab();
    let mut told =
        |text: &str, game: usize| tab.fault(json!({"ask": "replay", "text": text, "game": game}));
    let texts = [
        told("1. f5 (1. d3 a1) d6 *", 0),
        told("1. f5 *", 1),
        told("[Position \"control(black).\"]\n1. f5 *", 0),
        told("1. f5 (d3 *", 0),
    ];
    assert_snapshot!("studio__record_refused", texts.join("\n---\n"));
}

#[test]
fn a_record_with_moves_written_in_another_way_keeps_its_comments() {
    let (mut tab, _) = Running::with("games/chess.rules").open_tab();
    let text = "1. E2-E4 {one} (1. D2D4 d7-D5 {two}) e7-e5 *";
    let read = tab.answer(json!({"ask": "replay", "text": text}));
    let moves = read["moves"].as_array().expect("a list");
    assert_eq!(
        read["comments"][0],
        json!({"moves": [moves[0]], "text": "one"})
    );
    assert_eq!(read["comments"][1]["moves"], read["lines"][0]);
    assert_eq!(read["lines"][0].as_array().map(Vec::len), Some(2));
    assert_ne!(read["lines"][0][0], json!("D2D4"));
}

#[test]
fn a_record_with_too_many_comments_is_refused() {
    let text = "role(me).\n:- fluent at(_).\ninit(at(0)).\nlegal(me, n).\nnext(at(M)) :- at(N), M is N + 1.\ngoal(me, 0).\n";
    let (studio, _folder, _) = Running::with_text(text);
    let (mut tab, _) = studio.open_tab();
    let fault = tab.fault(json!({"ask": "replay", "text": "n {x} ".repeat(600)}));
    assert_eq!(
        fault,
        "the record has too many comments and variations to be shown"
    );
    let read = tab.answer(json!({"ask": "replay", "text": "n {x} ".repeat(200)}));
    assert_eq!(read["comments"].as_array().map(Vec::len), Some(200));
}

#[test]
fn a_line_that_is_the_beginning_of_another_one_takes_its_place() {
    let (mut tab, _) = Running::with("games/tictactoe.rules").open_tab();
    tab.play("b2 a1 c3");
    for (moves, expected) in [
        (json!(["b2"]), json!(["b2"])),
        (json!(["b2", "b2", "c1"]), json!(["b2"])),
    ] {
        let state = tab.answer(json!({"ask": "line", "moves": moves, "ply": 3}));
        let line: Vec<_> = state["line"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|ply| ply["move"].clone())
            .collect();
        assert_eq!(json!(line), expected);
    }
}

#[test]
fn another_line_becomes_the_line_of_the_game() {
    let (mut tab, _) = Running::with("games/tictactoe.rules").open_tab();
    tab.play("b2 a1 c3");
    let state = tab.answer(json!({"ask": "line", "moves": ["b2", "a2", "c1"], "ply": 2}));
    let line: Vec<_> = state["line"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|ply| &ply["move"])
        .collect();
    assert_eq!(
        (line, &state["ply"]),
        (vec![&json!("b2"), &json!("a2"), &json!("c1")], &json!(2))
    );
    assert_eq!(state["last"], json!(["a2"]));
}

#[test]
fn a_position_is_set_up_by_its_facts_and_goes_into_the_record() {
    let (mut tab, first) = Running::with("games/tictactoe.rules").open_tab();
    assert_eq!(first["start"], json!(null));
    tab.play("b2 a1");
    let facts = tab.answer(json!({"ask": "facts"}))["text"].take();
    let facts = facts.as_str().expect("a text");
    let state = tab.answer(json!({"ask": "setup", "facts": facts}));
    assert_eq!(
        (&state["start"], &state["line"]),
        (&json!(facts), &json!([]))
    );
    assert_eq!(state["moves"].as_array().map(Vec::len), Some(7));
    tab.play("c3");
    let text = tab.answer(json!({"ask": "record"}))["text"].take();
    let read = tab.answer(json!({"ask": "replay", "text": text}));
    assert_eq!(read["moves"], json!(["c3"]));
    let again = tab.answer(json!({"ask": "setup", "facts": read["start"]}));
    assert_eq!(again["board"], state["board"]);

    let opened = tab.answer(json!({"ask": "open", "moves": ["c3"], "start": facts}));
    assert_eq!(
        (&opened["ply"], &opened["start"]),
        (&json!(1), &json!(facts))
    );
    for wrong in ["baord([]).", "board([[", "nothing."] {
        let fault = tab.fault(json!({"ask": "setup", "facts": wrong}));
        assert!(fault.contains("<position>:1"), "{fault}");
    }
    let back = tab.answer(json!({"ask": "setup", "facts": null}));
    assert_eq!(
        (&back["start"], &back["board"]),
        (&json!(null), &first["board"])
    );
}

#[test]
fn random_games_show_faults_with_their_clauses() {
    let text = std::fs::read_to_string("games/tictactoe.rules").expect("it is shipped");
    let (studio, _folder, path) = Running::with_text(&format!(
        "{text}legal(P, put(1, 1)) :- to_move(P), sign(1, 1, -).\n"
    ));
    let (mut tab, _) = studio.open_tab();
    let tried = tab.answer(json!({"ask": "trial", "games": 5}));
    let findings = tried["findings"].as_array().expect("a list");
    assert!(
        findings
            .iter()
            .any(|finding| finding["code"] == "move-twice"),
        "{tried}"
    );
    let placed = findings
        .iter()
        .filter(|finding| !finding["place"].is_null());
    placed.for_each(|finding| assert_eq!(finding["place"]["path"], json!(path)));
    let note = tried["notes"][0].as_str().expect("a note");
    assert!(note.starts_with("5 random games of "), "{note}");
}

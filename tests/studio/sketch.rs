//! A position that is set up on its board.

use serde_json::json;

use super::{Running, standing};

#[test]
fn a_piece_is_put_on_a_square_and_taken_away_and_the_game_stays() {
    let (mut tab, first) = Running::with("games/chess.rules").open_tab();
    let facts = tab.answer(json!({"ask": "facts"}))["text"].take();
    let shown = tab.answer(json!({"ask": "sketch", "facts": facts}));
    assert_eq!(shown["facts"], facts);
    assert_eq!(shown["pieces"].as_array().map(Vec::len), Some(12));
    assert_eq!(
        shown["drawings"].as_object().map(serde_json::Map::len),
        Some(12)
    );
    let put = tab
        .answer(json!({"ask": "sketch", "facts": facts, "placed": {"square": "e4", "glyph": "Q"}}));
    assert_eq!(standing(&put, "e4"), "white queen");
    assert!(
        put["facts"]
            .as_str()
            .is_some_and(|facts| facts.contains("cell(5, 4, white-queen)."))
    );
    let taken = tab.answer(
        json!({"ask": "sketch", "facts": put["facts"], "placed": {"square": "e4", "glyph": null}}),
    );
    assert_eq!(taken["facts"], facts);
    assert_eq!(taken["board"], shown["board"]);
    let state = tab.answer(json!({"ask": "go", "ply": 0}));
    assert_eq!(state["board"], first["board"]);
}

#[test]
fn a_position_may_be_impossible_until_the_game_begins_there() {
    let (mut tab, _) = Running::with("games/chess.rules").open_tab();
    let facts = tab.answer(json!({"ask": "facts"}))["text"].take();
    let placed = json!({"square": "e1", "glyph": null});
    let without =
        tab.answer(json!({"ask": "sketch", "facts": facts, "placed": placed}))["facts"].take();
    let fault = tab.fault(json!({"ask": "setup", "facts": without}));
    assert!(fault.contains("this position cannot be"), "{fault}");
    let placed = json!({"square": "e1", "glyph": "K"});
    let facts =
        tab.answer(json!({"ask": "sketch", "facts": without, "placed": placed}))["facts"].take();
    let state = tab.answer(json!({"ask": "setup", "facts": facts}));
    assert_eq!(state["mover"], json!(["white"]));
}

#[test]
fn whose_turn_it_is_is_chosen() {
    let (mut tab, _) = Running::with("games/othello.rules").open_tab();
    let facts = tab.answer(json!({"ask": "facts"}))["text"].take();
    let shown = tab.answer(json!({"ask": "sketch", "facts": facts}));
    assert_eq!(
        shown["values"],
        json!([{"fluent": "control", "values": ["black", "white"], "value": "black"}])
    );
    let placed = json!({"fluent": "control", "value": "white"});
    let other = tab.answer(json!({"ask": "sketch", "facts": facts, "placed": placed}));
    assert_eq!(other["values"][0]["value"], "white");
    let state = tab.answer(json!({"ask": "setup", "facts": other["facts"]}));
    assert_eq!(state["mover"], json!(["white"]));
    let placed = json!({"fluent": "control", "value": null});
    let none = tab.answer(json!({"ask": "sketch", "facts": facts, "placed": placed}));
    assert_eq!(none["values"][0]["value"], json!(null));
}

#[test]
fn what_cannot_be_placed_is_refused() {
    let (mut tab, _) = Running::with("games/chess.rules").open_tab();
    let facts = tab.answer(json!({"ask": "facts"}))["text"].take();
    let cases = [
        (
            json!({"square": "e9", "glyph": "Q"}),
            "there is no square `e9`",
        ),
        (
            json!({"square": "e4", "glyph": "Z"}),
            "no fact of this game puts `Z` on e4",
        ),
        (
            json!({"fluent": "control", "value": "grey"}),
            "`control` cannot have this value",
        ),
        (
            json!({"fluent": "cell", "value": "white"}),
            "`cell` cannot have this value",
        ),
    ];
    for (placed, expected) in cases {
        let fault = tab.fault(json!({"ask": "sketch", "facts": facts, "placed": placed}));
        assert_eq!(fault, expected);
    }
    let fault = tab.fault(json!({"ask": "sketch", "facts": "cell(1, 1, white-quen)."}));
    assert!(fault.contains("<position>:1"), "{fault}");
}

//! Why a move is legal, and why it is not.

use serde_json::{Value, json};

use super::{DAMA, OTHELLO, Running};

fn why_move(game: &str, moves: &str, played: &str) -> Value {
    let (mut tab, _) = Running::with(game).open_tab();
    tab.play(moves);
    tab.answer(json!({"ask": "why", "move": played}))
}

fn why_square(game: &str, moves: &str, square: &str) -> Value {
    let (mut tab, _) = Running::with(game).open_tab();
    tab.play(moves);
    tab.answer(json!({"ask": "why", "square": square}))
}

fn text(reason: &Value) -> &str {
    reason["text"].as_str().expect("a reason is a text")
}

#[test]
fn a_legal_move_has_a_proof() {
    let why = why_move(OTHELLO, "", "c4");
    assert_eq!(why["holds"], json!(true));
    assert!(text(&why).starts_with("legal(black, place(3, 4))"), "{why}");
    assert!(
        why["places"]
            .as_array()
            .is_some_and(|places| !places.is_empty())
    );
    assert_eq!(why_square(OTHELLO, "", "c4"), why);
}

#[test]
fn an_illegal_square_has_its_failed_condition() {
    let why = why_square(OTHELLO, "", "a1");
    assert_eq!(why["holds"], json!(false));
    assert_snapshot!("studio__why-not-a1", text(&why));
    assert_eq!(why_move(OTHELLO, "", "a1"), why);
    let taken = why_square(OTHELLO, "", "d4");
    assert!(text(&taken).contains("place(4, 4)"), "{taken}");
}

#[test]
fn a_walk_where_one_must_take_has_its_reason() {
    let (mut tab, _) = Running::with(DAMA).open_tab();
    let state = tab.play("23-19 10-14");
    assert_eq!(state["moves"][0]["move"], json!("19x10"), "{state}");
    let why = tab.answer(json!({"ask": "why", "move": "22-18"}));
    assert_eq!(why["holds"], json!(false));
    assert_snapshot!("studio__why-not-22-18", text(&why));
    let stuck = state["stuck"].as_array().expect("a list");
    assert!(stuck.contains(&json!("22")), "{stuck:?}");
    let why = tab.answer(json!({"ask": "why", "square": "22"}));
    assert_eq!(why["holds"], json!(false));
    assert_snapshot!("studio__why-not-22", text(&why));
    let places = why["places"].as_array().expect("a list");
    let source = std::fs::read_to_string("games/dama-play.rules").expect("it is shipped");
    let lit: Vec<&str> = places
        .iter()
        .filter(|place| place["path"] == "games/dama-play.rules")
        .map(|place| {
            &source
                [place["from"].as_u64().unwrap() as usize..place["to"].as_u64().unwrap() as usize]
        })
        .collect();
    assert!(
        lit.contains(&"legal(P, Move)") && lit.contains(&"compulsory(Captures, Move)"),
        "{lit:?}"
    );
}

#[test]
fn moves_of_other_games_are_understood() {
    for (game, played, part) in [
        ("games/tictactoe.rules", "b2", "legal("),
        ("games/chess.rules", "Ra1-a3", "legal(white, "),
        ("games/breakthrough.rules", "a2-a4", "legal("),
        ("games/filetto.rules", "b2", "legal("),
        ("games/othello.rules", "pass", "legal(black, pass)"),
        ("games/english-draughts.rules", "11-17", "legal("),
    ] {
        let why = why_move(game, "", played);
        assert!(text(&why).contains(part), "{game}: {}", text(&why));
    }
    let why = why_square("games/chess.rules", "", "a1");
    assert_eq!(why["holds"], json!(false));
    assert!(text(&why).contains("legal(white, move(1, 1, _"), "{why}");
}

#[test]
fn nonsense_is_no_move() {
    let why = why_move(OTHELLO, "", "zzz");
    assert_eq!(
        why,
        json!({"text": "`zzz` is not a legal move here; legal: c4 d3 e6 f5\n", "holds": false, "places": [], "move": null})
    );
    let (mut tab, _) = Running::with(OTHELLO).open_tab();
    assert_eq!(
        tab.fault(json!({"ask": "why"})),
        "say a move, a square or a goal"
    );
}

//! The squares on which another role could take a piece, or win.

use serde_json::json;

use super::Running;

#[test]
fn pieces_that_can_be_taken_and_squares_on_which_the_game_can_be_lost() {
    let lines = [
        ("nothing is threatened at first", "chess", ""),
        ("a pawn attacks a pawn", "chess", "e2-e4 d7-d5"),
        ("a pawn is attacked by a knight", "chess", "e2-e4 Ng8-f6"),
        (
            "a rook that castles takes nothing",
            "chess",
            "e2-e4 e7-e5 Ng1-f3 Ng8-f6 Bf1-e2 Bf8-e7 a2-a3",
        ),
        ("two in a row", "tictactoe", "a1 b2 a2"),
        ("no more once a3 is taken", "tictactoe", "a1 b2 a2 a3"),
        ("discs that white could turn", "othello", "f5 d6"),
        ("three in a column", "connect-four", "a b a b a"),
        (
            "a man that can be jumped",
            "english-draughts",
            "11-16 24-20",
        ),
        ("the pits of the other side", "kalah", ""),
        ("moves at once", "goofspiel", ""),
        ("one player", "knights-tour", ""),
    ];
    let mut text = String::new();
    for (title, game, line) in lines {
        let (mut tab, _) = Running::with(&format!("games/{game}.rules")).open_tab();
        if !line.is_empty() {
            tab.play(line);
        }
        let threats = tab.answer(json!({"ask": "threats"}));
        text += &format!("{title}: {game} {line}\n  {threats}\n");
    }
    assert_snapshot!("threats", text);
}

#[test]
fn rules_without_an_end_are_stopped_at_their_limit() {
    let (studio, _folder, _) = Running::with_text(
        "role(a).  role(b).  grid(1, 1).
         :- fluent control -> role.
         init(control(a)).
         legal(P, go) :- control(P).
         add(control(b)) :- does(a, go).
         add(control(a)) :- does(b, go), loop.
         loop :- loop.
         goal(_, 50).",
    );
    let (mut tab, _) = studio.open_tab();
    let fault = tab.fault(json!({"ask": "threats"}));
    assert!(fault.contains("steps"), "{fault}");
}

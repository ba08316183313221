//! Gomoku: boards too full to be typed.

use regola::game::Game;

use super::{results, shipped, stated};

/// Columns alternate, and the two colours change places after every second row: no line has more
/// than two.
#[test]
fn a_full_board_without_five_is_drawn() {
    let gomoku = shipped("gomoku");
    let stone = |x: usize, y: usize| {
        if (x + (y - 1) / 2) % 2 == 1 {
            "black"
        } else {
            "white"
        }
    };
    let squares = (1..=15)
        .flat_map(|x| (1..=15).map(move |y| (x, y)))
        .filter(|square| *square != (1, 1));
    let stones: String = squares
        .map(|(x, y)| format!("cell({x}, {y}, {}). ", stone(x, y)))
        .collect();
    let before = stated(&gomoku, &format!("control(black). {stones}"));
    assert_eq!(results(&gomoku, &before), None);
    let last = gomoku
        .legal_moves(&before)
        .expect("the rules can be followed");
    assert_eq!(last.len(), 1);
    assert_eq!(
        results(&gomoku, &gomoku.play(&before, &last).expect("it is legal")),
        Some(vec![50, 50])
    );
}

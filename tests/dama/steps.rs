//! How pieces go: the federation's articles on steps, with positions of our own.

use super::{FEDERATION, after, moves, pieces, position};
use regola::game::Game;

fn white_to_move(pieces: &str) -> String {
    moves(&FEDERATION, &position(&FEDERATION, "white", pieces))
}

#[test]
fn white_opens_with_seven_moves() {
    let start = FEDERATION.initial();
    assert_eq!(
        moves(&FEDERATION, &start),
        "21-17 21-18 22-18 22-19 23-19 23-20 24-20"
    );
    assert_snapshot!(
        "dama__federation-start",
        FEDERATION
            .picture(&start, &[], None)
            .expect("the board can be drawn")
    );
}

#[test]
fn black_answers_from_above() {
    let position = after(&FEDERATION, &FEDERATION.initial(), "23-19");
    assert_eq!(
        moves(&FEDERATION, &position),
        "9-13 10-13 10-14 11-14 11-15 12-15 12-16"
    );
}

#[test]
fn a_man_goes_ahead_only() {
    assert_eq!(white_to_move("w22 b1"), "22-18 22-19");
}

#[test]
fn a_king_goes_one_step_in_all_four_directions() {
    assert_eq!(white_to_move("W22 b1"), "22-18 22-19 22-26 22-27");
    assert_eq!(white_to_move("W25 b1"), "25-21 25-29");
}

#[test]
fn nobody_walks_onto_a_piece() {
    assert_eq!(white_to_move("w5 b1 b2"), "");
    assert_eq!(
        white_to_move("w22 b18 b13"),
        "22-19",
        "a man that is backed cannot be taken"
    );
}

#[test]
fn a_man_in_front_of_the_last_row_still_walks() {
    let position = position(&FEDERATION, "white", "w5 b12");
    assert_eq!(moves(&FEDERATION, &position), "5-1 5-2");
    assert_eq!(
        pieces(&FEDERATION, &after(&FEDERATION, &position, "5-2")),
        "W2 b12"
    );
}

#[test]
fn black_crowns_below() {
    let position = position(&FEDERATION, "black", "b28 w5");
    assert_eq!(
        pieces(&FEDERATION, &after(&FEDERATION, &position, "28-32")),
        "w5 B32"
    );
}

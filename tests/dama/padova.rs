//! Positions of the project of Padova: Black below, squares as row and column.

use super::{PADOVA, after, all_x, moves, pieces, position};
use regola::game::{Game, Position};

fn black_to_move(pieces: &str) -> Position {
    position(&PADOVA, "black", pieces)
}

/// Every capture with its label, legal or not, in the order of generation.
fn labelled(position: &Position) -> Vec<String> {
    let question =
        "control(P), capture(P, M, _-L), notation(M, T), atomic_list_concat([L, T], ' ', X)";
    all_x(&PADOVA, position, question)
}

#[test]
fn black_opens_with_seven_moves() {
    let start = PADOVA.initial();
    assert_eq!(
        moves(&PADOVA, &start),
        "51-40 51-42 53-42 53-44 55-44 55-46 57-46"
    );
    assert_snapshot!(
        "dama__padova-start",
        PADOVA
            .picture(&start, &[], None)
            .expect("the board can be drawn")
    );
}

#[test]
fn a_double_capture_is_not_broken_off() {
    let position = black_to_move("b51 w42 w24");
    assert_eq!(moves(&PADOVA, &position), "51x33x15");
    assert_eq!(labelled(&position), ["p99pp 51x33x15"]);
    assert_eq!(
        pieces(&PADOVA, &after(&PADOVA, &position, "51x33x15")),
        "b15"
    );
}

#[test]
fn start_and_end_alone_do_not_make_a_move() {
    let position = black_to_move("b64 w53 w33 w55 w35");
    assert_eq!(moves(&PADOVA, &position), "64x42x24 64x46x24");
    assert_eq!(labelled(&position), ["p99pp 64x42x24", "p99pp 64x46x24"]);
    assert_eq!(
        pieces(&PADOVA, &after(&PADOVA, &position, "64x42x24")),
        "b24 w35 w55"
    );
    assert_eq!(
        pieces(&PADOVA, &after(&PADOVA, &position, "64x46x24")),
        "b24 w33 w53"
    );
}

#[test]
fn a_king_takes_rather_than_a_man() {
    let position = black_to_move("B20 b62 w06 w31 w33 w51");
    assert_eq!(
        labelled(&position),
        ["d99pp 20x42x24", "d99pp 20x42x60", "p99pp 62x40x22"],
        "three captures of two men"
    );
    assert_eq!(moves(&PADOVA, &position), "20x42x24 20x42x60");
}

#[test]
fn more_kings_are_taken_rather_than_fewer() {
    let position = black_to_move("B02 B31 W13 w15 W33 w66");
    assert_eq!(labelled(&position), ["d98dp 02x24x06", "d97dd 02x24x42"]);
    assert_eq!(moves(&PADOVA, &position), "02x24x42");
}

#[test]
fn number_goes_before_everything() {
    let position = black_to_move("b64 B15 w53 w33 W26");
    assert_eq!(labelled(&position), ["d98d 15x37", "p99pp 64x42x24"]);
    assert_eq!(moves(&PADOVA, &position), "64x42x24");
}

#[test]
fn a_man_neither_takes_a_king_nor_jumps_into_it() {
    assert_eq!(moves(&PADOVA, &black_to_move("b51 W42")), "51-40");
}

#[test]
fn a_king_is_not_forced_to_walk() {
    let position = black_to_move("b51 B33 w00");
    assert_eq!(
        moves(&PADOVA, &position),
        "33-22 33-24 33-42 33-44 51-40 51-42"
    );
    assert_eq!(
        all_x(&PADOVA, &position, "walk(black, _), label(p, [], X)"),
        ["p99"; 6]
    );
}

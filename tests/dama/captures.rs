//! What is taken and what must be taken: articles 5.3 to 6.10 of the federation's rules, with
//! positions of our own.

use super::{FEDERATION, after, moves, pieces, position};

fn white_to_move(pieces: &str) -> String {
    moves(&FEDERATION, &position(&FEDERATION, "white", pieces))
}

/// The pieces after White's move.
fn left_by(move_of_white: &str, before: &str) -> String {
    pieces(
        &FEDERATION,
        &after(
            &FEDERATION,
            &position(&FEDERATION, "white", before),
            move_of_white,
        ),
    )
}

#[test]
fn a_man_takes_forward_only() {
    assert_eq!(white_to_move("w22 b18"), "22x13");
    assert_eq!(white_to_move("w22 b26 b27"), "22-18 22-19");
    assert_eq!(
        white_to_move("w22 b18 b14"),
        "22x13",
        "and not back over 14 once it is on 13"
    );
}

#[test]
fn a_man_never_takes_a_king() {
    assert_eq!(white_to_move("w22 B18"), "22-19");
    assert_eq!(white_to_move("w22 b18 B10"), "22x13", "nor later in a move");
}

#[test]
fn a_king_takes_men_and_kings_in_all_four_directions() {
    assert_eq!(white_to_move("W14 b10"), "14x5");
    assert_eq!(white_to_move("W14 b11"), "14x7");
    assert_eq!(white_to_move("W14 b18"), "14x21");
    assert_eq!(white_to_move("W14 B19"), "14x23");
}

#[test]
fn taking_is_compulsory() {
    assert_eq!(white_to_move("w22 w32 w29 b18"), "22x13");
}

#[test]
fn a_capture_is_carried_to_its_end() {
    assert_eq!(white_to_move("w29 b25 b26 b18 b11"), "29x22x13");
    assert_eq!(left_by("29x22x13", "w29 b25 b26 b18 b11"), "b11 w13 b25");
}

#[test]
fn a_man_takes_three_pieces_at_most() {
    assert_eq!(white_to_move("w29 b26 b19 b11"), "29x22x15x6");
    assert_eq!(left_by("29x22x15x6", "w29 b26 b19 b11"), "w6");
}

#[test]
fn a_man_that_is_crowned_by_a_capture_takes_no_more() {
    assert_eq!(white_to_move("w10 b6 b7"), "10x3");
    assert_eq!(left_by("10x3", "w10 b6 b7"), "W3 b7");
}

#[test]
fn a_king_may_come_back_to_where_it_started() {
    let ring = "b10 b11 b18 b19 W22";
    assert_eq!(white_to_move(ring), "22x13x6x15x22 22x15x6x13x22");
    assert_eq!(left_by("22x13x6x15x22", ring), "W22");
}

#[test]
fn a_king_may_cross_an_empty_square_again_but_no_piece() {
    let ring_with_tail = "b10 b11 b18 b19 b26 b27 W29";
    assert_eq!(
        white_to_move(ring_with_tail),
        "29x22x13x6x15x22x31 29x22x15x6x13x22x31"
    );
    assert_eq!(left_by("29x22x13x6x15x22x31", ring_with_tail), "W31");
}

#[test]
fn most_pieces_are_taken() {
    assert_eq!(white_to_move("w22 b18 b10 w24 b20"), "22x13x6");
    assert_eq!(
        white_to_move("w27 W7 b22 b14 B12"),
        "27x18x11",
        "two men rather than a king"
    );
}

#[test]
fn of_equal_numbers_the_king_takes() {
    assert_eq!(white_to_move("W23 w21 b18 b19"), "23x14");
}

#[test]
fn then_most_kings_are_taken() {
    assert_eq!(white_to_move("W23 b19 B20"), "23x16");
}

#[test]
fn then_a_king_that_is_met_first() {
    assert_eq!(white_to_move("W30 b26 B18 B27 b20"), "30x23x16");
}

/// Where the first piece met is of the same kind, the comparison goes on; some read the article
/// otherwise.
#[test]
fn the_order_of_kings_is_compared_to_its_end() {
    assert_eq!(white_to_move("W30 B27 B20 b12 B26 b18 B10"), "30x23x16x7");
}

#[test]
fn what_is_equal_in_all_this_is_a_free_choice() {
    assert_eq!(white_to_move("w22 b18 b19"), "22x13 22x15");
    assert_eq!(white_to_move("W22 W24 B18 B20"), "22x13 24x15");
}

//! How a game ends: nobody is left to move, or nothing has happened for too long.

use super::{FEDERATION, PADOVA, after, all_x, holds, moves, position, results, stated};

#[test]
fn who_has_no_piece_has_lost() {
    assert_eq!(
        results(&FEDERATION, &position(&FEDERATION, "black", "w22")),
        (100, 0)
    );
    assert_eq!(
        results(&PADOVA, &position(&PADOVA, "white", "b22")),
        (0, 100)
    );
}

#[test]
fn who_cannot_move_has_lost() {
    assert_eq!(
        results(&FEDERATION, &position(&FEDERATION, "black", "b25 w29 W3")),
        (100, 0)
    );
    let position = position(&FEDERATION, "white", "b25 w29 W3");
    assert_eq!(
        results(&FEDERATION, &after(&FEDERATION, &position, "3-7")),
        (100, 0)
    );
}

#[test]
fn a_position_without_a_counter_has_just_begun_to_count() {
    let kings = position(&FEDERATION, "white", "W1 B32");
    assert!(!holds(&FEDERATION, &kings, "idle(_)"));
    assert_eq!(
        all_x(&FEDERATION, &after(&FEDERATION, &kings, "1-5"), "idle(X)"),
        ["1"]
    );
    assert_eq!(
        all_x(
            &FEDERATION,
            &after(&FEDERATION, &kings, "1-5 32-28"),
            "idle(X)"
        ),
        ["2"]
    );
}

#[test]
fn eighty_idle_plies_are_a_draw() {
    let last = stated(
        &FEDERATION,
        "control(white). idle(79). on(1, king(white)). on(32, king(black)).",
    );
    assert_eq!(moves(&FEDERATION, &last), "1-5");
    let drawn = after(&FEDERATION, &last, "1-5");
    assert_eq!(results(&FEDERATION, &drawn), (50, 50));
    assert_eq!(moves(&FEDERATION, &drawn), "");
}

#[test]
fn a_capture_and_a_mans_move_start_the_count_again() {
    let facts = "control(white). idle(79). on(6, king(white)). on(20, king(black)).";
    let with_man = stated(&FEDERATION, &format!("{facts} on(22, man(white))."));
    assert!(!holds(
        &FEDERATION,
        &after(&FEDERATION, &with_man, "22-18"),
        "idle(_)"
    ));
    let with_prey = stated(&FEDERATION, &format!("{facts} on(10, man(black))."));
    assert!(!holds(
        &FEDERATION,
        &after(&FEDERATION, &with_prey, "6x13"),
        "idle(_)"
    ));
}

#[test]
fn whoever_cannot_move_has_lost_even_when_the_count_is_full() {
    let last = stated(
        &FEDERATION,
        "control(white). idle(79). on(25, man(black)). on(29, man(white)). on(3, king(white)).",
    );
    assert_eq!(
        results(&FEDERATION, &after(&FEDERATION, &last, "3-7")),
        (100, 0)
    );
}

#[test]
fn the_limit_is_a_fact_of_the_file() {
    assert_eq!(
        all_x(
            &FEDERATION,
            &position(&FEDERATION, "white", "w22"),
            "draw_limit(X)"
        ),
        ["80"]
    );
}

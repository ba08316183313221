//! Labels: which capture is compulsory, as the order of texts.

use super::{FEDERATION, all_x};
use regola::game::Game;

fn ask(question: &str) -> Vec<String> {
    all_x(&FEDERATION, &FEDERATION.initial(), question)
}

/// Whether the first label is compulsory rather than the second.
fn before(first: &str, second: &str) -> bool {
    super::holds(
        &FEDERATION,
        &FEDERATION.initial(),
        &format!("label({first}, A), label({second}, B), A @< B"),
    )
}

#[test]
fn a_label_tells_who_takes_how_many_kings_and_what_in_order() {
    assert_eq!(ask("label(d, [d, p], X)"), ["d98dp"]);
    assert_eq!(ask("label(p, [p, p, p], X)"), ["p99ppp"]);
    assert_eq!(
        ask("findall(d, between(1, 12, _), Kings), label(d, Kings, X)"),
        ["d87dddddddddddd"]
    );
}

#[test]
fn the_least_text_comes_first() {
    assert_eq!(
        ask("msort([p99pp, d99pp, d99pp], X)"),
        ["[d99pp, d99pp, p99pp]"],
        "a king's capture"
    );
    assert!(before("d, [d, d]", "d, [d, p]"), "more kings");
    assert!(before("d, [d, p]", "d, [p, d]"), "a king met earlier");
    assert!(before("d, [d, d, p]", "d, [d, p, d]"), "to the end");
}

#[test]
fn numbers_of_kings_need_two_digits() {
    let order = |label: &str| {
        ask(&format!(
            "findall(L-N, (between(0, 12, N), {label}), Ls), keysort(Ls, Sorted), pairs_values(Sorted, X)"
        ))
    };
    let down = "[12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]";
    assert_eq!(order("M is 99 - N, atomic_list_concat([d, M], L)"), [down]);
    let wrong = "[12, 11, 2, 1, 0, 10, 9, 8, 7, 6, 5, 4, 3]";
    assert_eq!(order("M is 12 - N, atomic_list_concat([d, M], L)"), [wrong]);
}

#[test]
fn the_number_of_pieces_goes_before_the_label() {
    let position = super::position(&FEDERATION, "white", "w27 W7 b22 b14 B12");
    let ranks = all_x(&FEDERATION, &position, "capture(white, _, X)");
    assert_eq!(ranks, ["11-d98d", "10-p99pp"]);
}

//! Proofs and failures in the games that ship.

use regola::game::Game;

use super::{after, explained, shipped};

#[test]
fn othello() {
    let rules = shipped("othello");
    let start = rules.initial();
    let questions = [
        "legal(black, place(3, 4))",
        "legal(black, place(1, 1))",
        "legal(black, place(4, 4))",
        "legal(white, place(3, 4))",
        "legal(black, pass)",
        "terminal",
        "lead(black, 0), discs(white, N)",
        "goal(black, 100)",
        "add(cell(3, 4, black))",
        "after(black, place(4, 3), cell(4, 4, black))",
        "opponent(red, P)",
    ];
    assert_snapshot!("explain__othello", explained(&rules, &start, &questions));
}

#[test]
fn dama() {
    let rules = shipped("dama");
    let position = after(&rules, "22-18 12-15 18-14");
    let (_, goal) = (0, "legal(black, M)");
    let questions = [goal, "legal(black, move([9, 13], []))", "terminal"];
    assert_snapshot!("explain__dama", explained(&rules, &position, &questions));
}

#[test]
fn tris() {
    let rules = shipped("tris-productions");
    let questions = ["legal(x, \"ox--------\")", "legal(o, M)", "terminal", "goal(x, N)"];
    assert_snapshot!("explain__tris", explained(&rules, &rules.initial(), &questions));
}

//! Positions given from outside that the rules call impossible.

use std::fmt::Write;

use regola::game::{Game, Rules};

use super::{FILETTO, TICTACTOE, TRIS, shipped};

/// What is said of each of these positions; that one is refused is part of what is asserted.
fn refusals(rules: &Rules, positions: &[&str]) -> String {
    let mut said = String::new();
    for facts in positions {
        let failure = rules.position("<position>", facts).expect_err(facts);
        assert!(
            failure
                .diagnostics
                .iter()
                .all(|fault| fault.code == "impossible-position"),
            "{failure}"
        );
        writeln!(said, "{facts}\n{failure}\n").expect("a string can be written to");
    }
    said
}

#[test]
fn s3_10_boards_that_no_game_has_are_refused() {
    let more_x = "cell(1, 1, x).";
    let two_more_o = "cell(0, 0, o). cell(1, 1, o).";
    let two_winners =
        "cell(0, 0, o). cell(1, 0, o). cell(2, 0, o). cell(0, 2, x). cell(1, 2, x). cell(2, 2, x).";
    let both = "cell(0, 0, o). cell(1, 0, o). cell(2, 0, o). cell(0, 2, x). cell(1, 2, x). cell(2, 2, x). \
                cell(0, 1, x).";
    assert_snapshot!(
        "small_games__filetto_impossible",
        refusals(&FILETTO, &[more_x, two_more_o, two_winners, both])
    );
}

#[test]
fn s0_2_a_state_has_one_side_to_move_and_nine_cells() {
    let wrong = [
        "x",
        "x_________",
        "z---------",
        "x-x-------",
        "o-o-------",
        "xxxxooo---",
    ];
    let wrong = wrong.map(|state| format!("state(\"{state}\")."));
    assert_snapshot!(
        "small_games__tris_impossible",
        refusals(&TRIS, &wrong.each_ref().map(String::as_str))
    );
}

#[test]
fn s4_11_a_board_says_who_is_to_move() {
    let wrong = [
        "board(none).",
        "board([[x, o], [-, -]]).",
        "board([[x, x, -], [-, -, -], [-, -, -]]).",
        "board([[o, -, -], [-, -, -], [-, -, -]]).",
        "board([[x, x, x], [o, o, o], [-, -, -]]).",
    ];
    assert_snapshot!(
        "small_games__tictactoe_impossible",
        refusals(&TICTACTOE, &wrong)
    );
}

#[test]
fn puzzles_refuse_what_they_cannot_come_to() {
    assert_snapshot!(
        "small_games__change_impossible",
        refusals(&shipped("change"), &["rest(-1).", "rest(none)."])
    );
}

#[test]
fn what_games_come_to_is_possible() {
    for rules in [&*FILETTO, &*TRIS, &*TICTACTOE] {
        for (seed, plies) in (1..).zip([0, 3, 6, 9, 9, 9]) {
            let reached = regola::search::playout(rules, &rules.initial(), plies, seed);
            let position = reached.expect("it can be played").position;
            let facts: String = position
                .facts(rules.schema())
                .iter()
                .map(|fact| format!("{fact}. "))
                .collect();
            assert_eq!(
                rules
                    .position("<position>", &facts)
                    .expect("it was reached"),
                position
            );
        }
    }
}

/// Errors of the rules are told like reasons, with the place in the rule file.
#[test]
fn an_error_on_the_way_is_told() {
    let text = "role(x). :- fluent at -> _. init(at(1)). legal(x, stay). add(at(2)). goal(x, 50).\n\
                impossible(\"too far\") :- at(N), N > 9.\n";
    let rules = Rules::from_text(text).unwrap_or_else(|failure| panic!("{failure}"));
    assert!(rules.position("<position>", "at(9).").is_ok());
    let failure = rules
        .position("<position>", "at(here).")
        .expect_err("nothing is more than `here`");
    assert_snapshot!("small_games__impossible_error", failure.to_string());
}

//! Othello as the lecture of 2007 describes it: the rules, the board, the person's turn. The
//! numbers are those of the table in `games/README.md`.

use std::collections::BTreeSet;

use regola::game::{FindMoveError, Game, Move, Position, Role, Rows, Rules, Turn};
use regola::search::{Unwatched, perft, playout};

use super::{ask, follow, holds, lecture, legal, play, random_game, shipped, single, written};

/// The position before the computer's example turn, and the same with the other possible last move.
pub const LINE_A: &str = "f-4 d-3 c-6 g-4 f-3 e-2";
pub const LINE_B: &str = "f-4 d-3 c-6 g-4 f-3 f-2";

/// The board as rows from row 1 on, without anything around it.
fn rows(rules: &Rules, position: &Position) -> String {
    let board = rules
        .board(position)
        .expect("the board can be drawn")
        .expect("the game has a board");
    let row = |row| {
        (1..=8)
            .map(|column| board.glyph(column, row).unwrap_or("."))
            .collect::<String>()
    };
    (1..=8).map(row).collect::<Vec<_>>().join("/")
}

/// The discs that a move turns, as squares in the order in which the rules turn them.
fn turned(rules: &Rules, position: &Position, played: &Move) -> Vec<String> {
    let [column, row] = played
        .term
        .arguments()
        .try_into()
        .expect("a disc is placed");
    let role = rules.role_name(played.role);
    let question = format!("turns({role}, {column}, {row}, A, B), notation(place(A, B), T)");
    let answers = rules.query(position, &question).expect("a right question");
    let text = |answer: regola::game::Answer| {
        answer
            .get("T")
            .and_then(|text| text.as_text().map(str::to_owned))
    };
    answers
        .map(|answer| text(answer.expect("discs can be turned")).expect("a square has a name"))
        .collect()
}

/// Each legal move with the discs that it turns, sorted: `c-4 d-4`.
fn turned_by_each(rules: &Rules, position: &Position) -> Vec<String> {
    let line = |played: Move| {
        let squares: BTreeSet<String> = turned(rules, position, &played).into_iter().collect();
        let name = rules
            .notation(position, &played)
            .expect("a move can be written");
        squares
            .into_iter()
            .fold(name, |line, square| line + " " + &square)
    };
    legal(rules, position).into_iter().map(line).collect()
}

/// How many discs each legal move turns: `b-2 1`.
pub fn counts_turned(rules: &Rules, position: &Position) -> Vec<String> {
    let count = |line: String| format!("{} {}", &line[..3], line.split(' ').count() - 1);
    turned_by_each(rules, position)
        .into_iter()
        .map(count)
        .collect()
}

#[test]
fn s2_1_black_starts_with_four_discs_on_64_squares() {
    let rules = lecture();
    let start = rules.initial();
    assert_eq!(
        ask(
            &rules,
            &start,
            "aggregate_all(count, (column(X), row(Y)), N)"
        ),
        ["N = 64"]
    );
    assert_eq!(ask(&rules, &start, "control(P)"), ["P = black"]);
    assert_eq!(
        ask(&rules, &start, "discs(black, B), discs(white, W)"),
        ["B = 2, W = 2"]
    );
    assert_eq!(
        rules
            .roles()
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>(),
        ["black", "white"]
    );
}

#[test]
fn s2_2_the_set_up_is_the_lectures() {
    let rules = lecture();
    assert_eq!(
        rows(&rules, &rules.initial()),
        "......../......../......../...xo.../...ox.../......../......../........"
    );
}

#[test]
fn s2_3_a_move_turns_at_least_one_disc_and_nothing_else_changes() {
    let rules = lecture();
    for position in (0..6).flat_map(|seed| random_game(&rules, seed, 70)) {
        let Turn::Single(role, moves) = rules.turn(&position).expect("the rules can be followed")
        else {
            continue;
        };
        let own = rules.role_name(role);
        for played in moves
            .iter()
            .filter(|played| played.term.to_string() != "pass")
        {
            let turned = turned(&rules, &position, played);
            let next = play(&rules, &position, &[(*played).clone()]);
            let count = |position, role: &str| {
                rules
                    .query(position, &format!("cell(X, Y, {role})"))
                    .expect("right")
                    .count()
            };
            assert!(!turned.is_empty());
            assert_eq!(
                count(&next, own.as_str()),
                count(&position, &own) + turned.len() + 1
            );
            assert_eq!(count(&next, "_"), count(&position, "_") + 1);
        }
    }
}

#[test]
fn s2_4_a_pass_is_the_only_move_of_who_cannot_place_and_of_nobody_else() {
    let rules = lecture();
    let (mut passes, mut ends) = (0, 0);
    for position in (0..40).flat_map(|seed| random_game(&rules, seed, 70)) {
        let can_place = |role: &str| holds(&rules, &position, &format!("can_place({role}, _, _)"));
        match rules.turn(&position).expect("the rules can be followed") {
            Turn::Single(role, moves) => {
                let passes_here = moves.iter().any(|played| played.term.to_string() == "pass");
                assert_eq!(passes_here, !can_place(&rules.role_name(role)));
                if passes_here {
                    passes += 1;
                    assert_eq!(moves.len(), 1);
                    let next = play(&rules, &position, &moves);
                    assert_ne!(
                        single(&rules, &next).0,
                        role,
                        "the turn goes to the opponent"
                    );
                    assert_eq!(rows(&rules, &next), rows(&rules, &position));
                }
            }
            Turn::Over => {
                ends += 1;
                assert!(!can_place("black") && !can_place("white"));
            }
            Turn::Joint(_) => panic!("one moves at a time"),
        }
    }
    assert_eq!(ends, 40);
    assert!(passes > 5, "{passes} passes");
}

#[test]
fn s2_5_more_discs_win_and_equal_numbers_draw() {
    let rules = lecture();
    let mut results = BTreeSet::new();
    for seed in 0..80 {
        let end = playout(&rules, &rules.initial(), 200, seed).expect("a game comes to its end");
        let discs = |role| {
            rules
                .query(&end.position, &format!("cell(X, Y, {role})"))
                .expect("right")
                .count()
        };
        let expected = match discs("black").cmp(&discs("white")) {
            std::cmp::Ordering::Greater => [100, 0],
            std::cmp::Ordering::Equal => [50, 50],
            std::cmp::Ordering::Less => [0, 100],
        };
        assert_eq!(end.goals.as_deref(), Some(&expected[..]));
        results.insert(expected);
    }
    assert_eq!(results.len(), 3, "won, lost and drawn games were met");
}

/// One of the shortest games: after nine moves white has no disc left.
#[test]
fn s2_5_a_game_ends_early_when_neither_can_move() {
    let rules = lecture();
    let end = follow(
        &rules,
        &rules.initial(),
        "d-6 c-4 d-3 c-6 b-5 e-6 d-7 c-5 f-5",
    );
    assert_eq!(rules.turn(&end), Ok(Turn::Over));
    assert_eq!(rules.over(&end), Ok(true));
    assert_eq!(
        ask(&rules, &end, "discs(black, B), discs(white, W)"),
        ["B = 13, W = 0"]
    );
    assert_eq!(
        (rules.goal(&end, Role(0)), rules.goal(&end, Role(1))),
        (Ok(100), Ok(0))
    );
}

#[test]
fn s2_6_black_has_four_first_moves() {
    let rules = lecture();
    assert_eq!(
        written(&rules, &rules.initial()),
        ["c-5", "d-6", "e-3", "f-4"]
    );
}

#[test]
fn s2_7_the_shortest_example_turns_one_disc() {
    let rules = lecture();
    let position = follow(&rules, &rules.initial(), "c-5 c-4 d-3 c-6");
    let played = rules
        .find_move(&position, &legal(&rules, &position), "b-4")
        .expect("legal");
    assert_eq!(turned(&rules, &position, &played), ["c-4"]);
}

#[test]
fn s2_8_the_board_can_be_listed_row_by_row() {
    let rules = lecture();
    let content = "(cell(X, Y, black) -> V = 1 ; cell(X, Y, white) -> V = 2 ; V = 0)";
    let answers = ask(
        &rules,
        &rules.initial(),
        &format!("row(Y), column(X), {content}"),
    );
    assert_eq!(answers.len(), 64);
    assert_eq!(answers[..2], ["Y = 1, X = 1, V = 0", "Y = 1, X = 2, V = 0"]);
    assert_eq!(
        answers[27..29],
        ["Y = 4, X = 4, V = 1", "Y = 4, X = 5, V = 2"]
    );
}

#[test]
fn s2_9_the_letter_is_the_first_coordinate() {
    let rules = lecture();
    for (square, term) in [("d-5", "place(4, 5)"), ("e-4", "place(5, 4)")] {
        assert_eq!(
            ask(&rules, &rules.initial(), &format!("notation({term}, T)")),
            [format!("T = {square:?}")]
        );
    }
}

#[test]
fn s2_10_s2_11_the_board_is_drawn_with_row_1_where_one_likes() {
    let rules = lecture();
    let position = rules
        .position(
            "example",
            "cell(4, 8, black). cell(5, 8, white). control(black).",
        )
        .expect("facts");
    let draw = |rows| {
        rules
            .picture(&position, &[], rows)
            .expect("the board can be drawn")
    };
    let bottom = "8 . . . x o . . .";
    assert_eq!(draw(None).lines().nth(8), Some(bottom));
    assert_eq!(draw(Some(Rows::BottomUp)).lines().nth(1), Some(bottom));
    assert_snapshot!(
        "game__othello_board",
        rules.picture(&rules.initial(), &[], None).expect("drawn")
    );
}

#[test]
fn s2_12_squares_are_a_letter_a_hyphen_and_a_digit() {
    let rules = lecture();
    let (start, moves) = (rules.initial(), legal(&rules, &rules.initial()));
    for typed in ["c-5", "c5", "C5", " C-5 ", "place(3, 5)"] {
        let found = rules.find_move(&start, &moves, typed);
        assert_eq!(found.as_ref(), Ok(&moves[0]), "{typed}");
    }
}

#[test]
fn s2_15_s2_17_moves_are_listed_letter_by_letter_and_never_stale() {
    let rules = lecture();
    for position in (0..6).flat_map(|seed| random_game(&rules, seed, 70)) {
        let moves = written(&rules, &position);
        assert!(moves.is_sorted(), "a-1, a-2, ..., h-8: {moves:?}");
        assert_eq!(
            moves,
            written(&rules, &position),
            "asking again changes nothing"
        );
    }
}

#[test]
fn s2_16_whether_a_colour_can_move_is_one_question() {
    let rules = lecture();
    assert!(holds(
        &rules,
        &rules.initial(),
        "once(can_place(white, _, _))"
    ));
    let end = follow(
        &rules,
        &rules.initial(),
        "d-6 c-4 d-3 c-6 b-5 e-6 d-7 c-5 f-5",
    );
    assert!(!holds(&rules, &end, "can_place(white, _, _)"));
}

/// A disc in the middle of a ring: every direction turns one disc, downwards first, then
/// counter-clockwise.
#[test]
fn s2_18_s2_19_discs_turn_direction_by_direction() {
    let rules = lecture();
    let ring = "cell(3, 3, white). cell(4, 3, white). cell(5, 3, white). cell(3, 4, white). cell(5, 4, white).
        cell(3, 5, white). cell(4, 5, white). cell(5, 5, white).
        cell(2, 2, black). cell(4, 2, black). cell(6, 2, black). cell(2, 4, black). cell(6, 4, black).
        cell(2, 6, black). cell(4, 6, black). cell(6, 6, black). control(black).";
    let position = rules.position("ring", ring).expect("facts");
    let played = rules
        .find_move(&position, &legal(&rules, &position), "d-4")
        .expect("legal");
    assert_eq!(
        turned(&rules, &position, &played),
        ["d-5", "e-5", "e-4", "e-3", "d-3", "c-3", "c-4", "c-5"]
    );
    let next = play(&rules, &position, &[played]);
    assert_eq!(
        ask(&rules, &next, "discs(black, B), discs(white, W)"),
        ["B = 17, W = 0"]
    );
}

#[test]
fn s2_20_s2_21_what_is_no_move_is_refused() {
    let rules = lecture();
    let (start, moves) = (rules.initial(), legal(&rules, &rules.initial()));
    for typed in [
        "a-1",
        "d-4",
        "i-9",
        "c-55",
        "",
        "five",
        "c-5 d-6",
        "place(1, 1)",
        "pass",
        "\u{1b}[2J",
        "X",
    ] {
        let found = rules.find_move(&start, &moves, typed);
        let Err(FindMoveError::NotLegal { legal, .. }) = found else {
            panic!("{typed:?} was taken for a move")
        };
        assert_eq!(legal, ["c-5", "d-6", "e-3", "f-4"]);
    }
}

#[test]
fn s2_30_the_tree_of_the_example_is_counted() {
    let rules = lecture();
    let position = follow(&rules, &rules.initial(), &format!("{LINE_A} c-4"));
    let counts = [1, 2, 3].map(|depth| perft(&rules, &position, depth, &mut Unwatched));
    assert_eq!(counts, [Ok(5), Ok(34), Ok(213)]);
}

#[test]
fn s2_34_the_moves_are_marked_on_the_board() {
    let rules = lecture();
    let start = rules.initial();
    let picture = rules
        .picture(&start, &legal(&rules, &start), None)
        .expect("the board can be drawn");
    assert_snapshot!("game__othello_marks", picture);
}

#[test]
fn t2_a_the_example_position_is_reached() {
    let rules = lecture();
    let a = follow(&rules, &rules.initial(), LINE_A);
    let b = follow(&rules, &rules.initial(), LINE_B);
    let discs = "............o......o.o.....oxoo....xx.....x.....................";
    assert_eq!(rows(&rules, &a).replace('/', ""), discs);
    assert_eq!(
        rows(&rules, &b).replace('/', ""),
        discs.replacen("....o......o", ".....o.....o", 1)
    );
    let moves = ["c-2", "c-3", "c-4", "d-2", "g-2", "g-3", "h-4"];
    assert_eq!(
        (written(&rules, &a), written(&rules, &b)),
        (
            moves.map(String::from).to_vec(),
            moves.map(String::from).to_vec()
        )
    );
    assert_eq!(
        rows(&rules, &follow(&rules, &a, "c-4")),
        "......../....o.../...o.o../..xxxoo./...xx.../..x...../......../........"
    );
    assert_eq!(
        rows(&rules, &follow(&rules, &a, "c-4 b-4")),
        "......../....o.../...o.o../.oooooo./...xx.../..x...../......../........"
    );
}

#[test]
fn t2_b_blacks_moves_in_the_example() {
    let rules = lecture();
    let a = follow(&rules, &rules.initial(), LINE_A);
    let expected = [
        "c-2 d-3",
        "c-3 d-4",
        "c-4 d-4",
        "d-2 d-3 d-4",
        "g-2 f-3",
        "g-3 f-4",
        "h-4 f-4 g-4",
    ];
    assert_eq!(turned_by_each(&rules, &a), expected);
}

#[test]
fn t2_c_whites_moves_in_the_example() {
    let rules = lecture();
    let position = follow(&rules, &rules.initial(), &format!("{LINE_A} c-4"));
    let expected = [
        "b-4 c-4 d-4 e-4",
        "b-5 c-4",
        "b-7 c-6 d-5 e-4",
        "d-6 d-4 d-5 e-5",
        "f-5 e-4",
    ];
    assert_eq!(turned_by_each(&rules, &position), expected);
}

#[test]
fn t2_d_whites_third_moves_in_the_example() {
    let rules = lecture();
    let position = follow(&rules, &rules.initial(), &format!("{LINE_A} c-4 b-4"));
    assert_eq!(written(&rules, &position)[0], "b-3");
    let third = follow(&rules, &position, "b-3");
    assert_eq!(
        counts_turned(&rules, &third),
        ["b-2 1", "b-5 1", "b-7 2", "d-6 2", "e-6 1", "f-6 1"]
    );
}

#[test]
fn t2_j_lines_from_the_start() {
    let rules = lecture();
    let counts: Vec<_> = (1..=5)
        .map(|depth| perft(&rules, &rules.initial(), depth, &mut Unwatched))
        .collect();
    assert_eq!(counts, [4, 12, 56, 244, 1396].map(Ok));
}

#[test]
fn t2_k_the_other_set_up_has_other_first_moves() {
    let rules = shipped("othello");
    assert_eq!(written(&rules, &rules.initial()), ["c4", "d3", "e6", "f5"]);
    assert_eq!(
        rows(&rules, &rules.initial()),
        "......../......../......../...ox.../...xo.../......../......../........"
    );
}

//! Entering moves square by square, on boards of Italian draughts.

use regola::game::{Click, Game, Move, PathInput, Position, Rules};

use super::{follow, game, legal, play, random_game, shipped, single};

/// The position with these facts, and a way to enter a move in it.
fn entering(rules: &Rules, facts: &str) -> (Position, PathInput) {
    let position = rules
        .position("<position>", facts)
        .unwrap_or_else(|failure| panic!("{failure}"));
    let input = input(rules, &position);
    (position, input)
}

fn input(rules: &Rules, position: &Position) -> PathInput {
    let (role, moves) = single(rules, position);
    rules
        .path_input(position, role, &moves)
        .expect("the rules can be followed")
}

/// What a move is called that a click completed.
fn completed(rules: &Rules, position: &Position, click: Click) -> String {
    match click {
        Click::Complete(played) => rules
            .notation(position, &played)
            .expect("a move can be written"),
        other => panic!("the move should be complete, not {other:?}"),
    }
}

/// White's man on 27 takes three men; the one on 21 could walk, if it had not to wait.
const TRIPLE: &str = "control(white). on(27, man(white)). on(21, man(white)).
                      on(23, man(black)). on(15, man(black)). on(7, man(black)).";

#[test]
fn s1_33_nothing_is_selected_but_an_own_piece() {
    let (_, mut input) = entering(&shipped("dama"), TRIPLE);
    for nothing in ["99", "", "a1", "5", "23", "20"] {
        assert_eq!(
            input.click(nothing),
            Click::Ignored,
            "off the board, empty, the enemy's: {nothing}"
        );
        assert!(input.clicked().is_empty());
    }
    assert_eq!(input.click("27"), Click::Selected);
}

#[test]
fn s1_34_an_own_piece_that_may_not_move_is_blocked() {
    let (_, mut input) = entering(&shipped("dama"), TRIPLE);
    assert_eq!(input.click("21"), Click::Blocked);
    assert_eq!(input.click("17"), Click::Ignored, "no move has begun");
    assert_eq!(input.click("27"), Click::Selected);
    assert_eq!(input.click("21"), Click::Blocked);
    assert!(input.clicked().is_empty(), "the other piece is put down");
}

#[test]
fn s1_35_after_a_selection_only_its_moves_are_left() {
    let rules = shipped("dama");
    let mut input = input(&rules, &rules.initial());
    assert_eq!(input.open_squares(), ["21", "22", "23", "24"]);
    assert_eq!(input.click("22"), Click::Selected);
    assert_eq!(input.open_squares(), ["18", "19"]);
    assert_eq!(
        input.click("23"),
        Click::Selected,
        "another piece may be picked up instead"
    );
    assert_eq!(input.open_squares(), ["19", "20"]);
    assert_eq!(
        input.click("20").clone(),
        Click::Complete(legal(&rules, &rules.initial())[5].clone())
    );
}

#[test]
fn s1_36_a_multiple_capture_needs_every_square() {
    let rules = shipped("dama");
    let (position, mut input) = entering(&rules, TRIPLE);
    assert_eq!(input.click("27"), Click::Selected);
    for wrong in ["4", "11", "18", "99"] {
        assert_eq!(
            input.click(wrong),
            Click::Refused,
            "{wrong} is not the next square"
        );
    }
    assert_eq!(
        input.click("20"),
        Click::Step(2),
        "two captures are still to come"
    );
    assert_eq!(
        input.click("27"),
        Click::Refused,
        "a piece on its way cannot be put down by picking it up"
    );
    assert_eq!(input.click("21"), Click::Refused);
    assert_eq!(input.click("11"), Click::Step(1));
    assert_eq!(input.open_squares(), ["4"]);
    let last = input.click("4");
    assert_eq!(completed(&rules, &position, last), "27x20x11x4");
}

#[test]
fn s1_37_a_walk_and_a_single_capture_need_one_more_square() {
    let rules = shipped("dama");
    let start = rules.initial();
    let mut walk = input(&rules, &start);
    assert_eq!(walk.click("22"), Click::Selected);
    let walked = walk.click("18");
    assert_eq!(completed(&rules, &start, walked), "22-18");
    let attacked = follow(&rules, &start, "22-18 11-14");
    let mut capture = input(&rules, &attacked);
    assert_eq!(capture.click("18"), Click::Selected);
    let taken = capture.click("11");
    assert_eq!(completed(&rules, &attacked, taken), "18x11");
}

#[test]
fn s1_38_what_is_entered_is_legal() {
    let rules = shipped("dama");
    let mut random = fastrand::Rng::with_seed(1);
    let squares: Vec<String> = (1..=32).map(|square| square.to_string()).collect();
    for position in random_game(&rules, 7, 40) {
        let moves: Vec<Move> = legal(&rules, &position);
        if moves.is_empty() {
            break;
        }
        let mut input = input(&rules, &position);
        for _ in 0..200 {
            let square = random.choice(&squares).expect("there are squares");
            if let Click::Complete(played) = input.click(square) {
                assert!(moves.contains(&played));
                assert_eq!(
                    rules.path(&position, &played).expect("a path"),
                    input.clicked()
                );
                play(&rules, &position, &[played]);
                input.clear();
            }
        }
        for played in moves {
            input.clear();
            let path = rules.path(&position, &played).expect("a path");
            let last = path.iter().map(|square| input.click(square)).last();
            assert_eq!(
                last,
                Some(Click::Complete(played)),
                "every legal move can be entered"
            );
        }
    }
}

#[test]
fn t1_c_two_captures_with_one_start_and_end_are_told_apart_by_their_ways() {
    let rules = shipped("dama-padova");
    let facts = "control(black). on(64, man(black)).
                 on(53, man(white)). on(33, man(white)). on(55, man(white)). on(35, man(white)).";
    let (position, mut input) = entering(&rules, facts);
    assert_eq!(input.click("64"), Click::Selected);
    assert_eq!(input.open_squares(), ["42", "46"]);
    assert_eq!(
        input.click("24"),
        Click::Refused,
        "the end alone does not say which way"
    );
    assert_eq!(input.click("46"), Click::Step(1));
    let last = input.click("24");
    assert_eq!(completed(&rules, &position, last), "64x46x24");
}

#[test]
fn t1_e_a_piece_that_could_take_is_blocked_by_a_better_capture() {
    let rules = shipped("dama-padova");
    let facts = "control(black). on(02, king(black)). on(31, king(black)). on(13, king(white)).
                 on(15, man(white)). on(33, king(white)). on(66, man(white)).";
    let (position, mut input) = entering(&rules, facts);
    assert_eq!(input.click("31"), Click::Blocked);
    assert_eq!(
        (input.click("02"), input.click("24")),
        (Click::Selected, Click::Step(1))
    );
    let last = input.click("42");
    assert_eq!(completed(&rules, &position, last), "02x24x42");
}

#[test]
fn without_paths_a_move_is_the_square_that_it_names() {
    let rules = shipped("othello");
    assert!(!rules.has_paths());
    let mut input = input(&rules, &rules.initial());
    assert_eq!(input.click("a1"), Click::Ignored);
    assert!(matches!(input.click("c4"), Click::Complete(_)));
}

#[test]
fn the_board_shows_what_has_been_entered() {
    let rules = shipped("dama");
    let (position, mut input) = entering(&rules, TRIPLE);
    let drawn = |input: &PathInput| {
        rules
            .picture_of_path(&position, input, None)
            .expect("drawn")
            .expect("a board")
    };
    let mut pictures = format!("nothing yet\n{}", drawn(&input));
    for square in ["27", "20", "11"] {
        input.click(square);
        pictures += &format!("{square}\n{}", drawn(&input));
    }
    assert_snapshot!("game__path_entered", pictures);
}

#[test]
fn a_path_that_is_none_is_an_error() {
    let told = |path: &str| {
        let rules = game(&format!(
            "role(solo). :- fluent done. legal(solo, go). add(done). goal(solo, 100). path(_, {path})."
        ));
        let error = rules
            .path(&rules.initial(), &legal(&rules, &rules.initial())[0])
            .expect_err(path);
        rules.failure(&error).to_string()
    };
    for path in ["a1", "[]", "[a1, f(x)]", "[a1 | _]", "[\"\"]"] {
        assert!(
            told(path).contains("`path(go, Squares)` gives no list of squares"),
            "{}",
            told(path)
        );
    }
}

#[test]
fn a_move_without_a_path_is_entered_by_its_notation() {
    let rules = game(
        "role(solo). :- fluent done. legal(solo, go). legal(solo, pass). add(done). goal(solo, 100).
         path(go, [a1, 2]).",
    );
    let mut input = input(&rules, &rules.initial());
    assert_eq!(input.open_squares(), ["a1", "pass"]);
    assert!(matches!(input.click("pass"), Click::Complete(_)));
}

//! Encodings of one game come out equal.

use regola::compare::{Alone, CompareOptions, Extent, NameMap, OtherGame, Pair, compare};
use regola::game::Rules;

use super::{only_lines, report, shipped, text};

#[test]
fn othello_on_a_list_is_othello() {
    let options = CompareOptions {
        depth: 3,
        games: 3,
        ..CompareOptions::default()
    };
    let report = report(&shipped("othello"), &shipped("othello-triples"), &options);
    assert!(report.all_equal());
    assert_eq!(report.boards, [true]);
    let Extent {
        depth,
        complete,
        games,
        ..
    } = report.extent;
    assert_eq!((depth, complete, games), (Some(3), false, 3));
}

/// 1 + 4 + 12 + 56 lines lead to different positions up to three plies, and each of those has its
/// moves.
#[test]
fn positions_and_their_moves_are_counted_once() {
    let report = report(
        &shipped("othello"),
        &shipped("othello-triples"),
        &only_lines(2),
    );
    assert_eq!(
        (report.extent.positions, report.extent.moves),
        (1 + 4 + 12, 4 + 12 + 56)
    );
}

#[test]
fn three_tic_tac_toes_are_one_game_to_the_end_of_every_line() {
    let (matrix, productions, signs) = (
        shipped("tictactoe"),
        shipped("tris-productions"),
        shipped("filetto"),
    );
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/games/filetto.names");
    let names = NameMap::load(path).unwrap_or_else(|failure| panic!("{failure}"));
    let same = NameMap::same();
    let others = [
        OtherGame {
            rules: &productions,
            names: &same,
        },
        OtherGame {
            rules: &signs,
            names: &names,
        },
    ];
    let report =
        compare(&matrix, &others, &only_lines(9), &mut Alone).expect("the names are right");
    assert!(report.all_equal());
    assert!(report.extent.complete);
    assert_eq!(
        report.extent.positions, 5_478,
        "all positions of tic-tac-toe"
    );
    assert!(
        report
            .matrix
            .iter()
            .flatten()
            .all(|pair| *pair == Pair::Equal)
    );
}

#[test]
fn italian_draughts_are_the_same_by_both_names() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/games/dama-padova.names");
    let names = NameMap::load(path).unwrap_or_else(|failure| panic!("{failure}"));
    let options = CompareOptions {
        depth: 2,
        games: 3,
        ..CompareOptions::default()
    };
    let report = super::compared(&shipped("dama"), &shipped("dama-padova"), &names, &options);
    assert!(report.expect("the names are right").all_equal());
}

const HANDS: &str = "
    hand(rock).  hand(paper).  hand(scissors).
    beats(paper, rock).  beats(rock, scissors).  beats(scissors, paper).
    :- fluent shown(role) -> hand.
    legal(P, show(H)) :- role(P), hand(H), \\+ shown(P, _).
    add(shown(P, H)) :- does(P, show(H)).
    terminal :- shown(_, _).
    goal(P, 100) :- shown(P, H), shown(Q, G), P \\== Q, beats(H, G).
    goal(P, 0) :- shown(P, H), shown(Q, G), P \\== Q, beats(G, H).
    goal(P, 50) :- shown(P, H), shown(Q, H), P \\== Q.
";

fn hands(roles: &str, draw: &str) -> Rules {
    text(&(roles.to_owned() + &HANDS.replace("goal(P, 50)", draw)))
}

#[test]
fn moves_made_at_once_are_compared_whoever_is_named_first() {
    let one = hands("role(left). role(right).", "goal(P, 50)");
    let two = hands("role(right). role(left).", "goal(P, 50)");
    let report = report(&one, &two, &only_lines(4));
    assert!(report.all_equal() && report.extent.complete);
    assert_eq!((report.extent.positions, report.extent.moves), (1 + 9, 6));
    assert_eq!(report.boards, [false], "neither game draws a board");
    let other = hands("role(right). role(left).", "goal(P, 49)");
    let difference = super::difference(&one, &other, &only_lines(4));
    assert_eq!(difference.line, ["show(rock)+show(rock)"]);
}

#[test]
fn equal_games_are_told_what_they_cost() {
    let report = report(
        &shipped("othello"),
        &shipped("othello-triples"),
        &only_lines(2),
    );
    let [cells, triples] = report.costs.as_slice() else {
        panic!("two games")
    };
    assert_eq!(
        (cells.positions, cells.reached),
        (17, 16),
        "every position but the start was reached by a move"
    );
    assert!(
        cells.steps > 0 && triples.steps > cells.steps,
        "a list is walked"
    );
    assert!(
        triples.bytes > 10 * cells.bytes,
        "a list is copied, cells are shared"
    );
    assert!(cells.time.is_zero(), "without a clock no time passes");
    assert_eq!(
        report.costs,
        super::report(
            &shipped("othello"),
            &shipped("othello-triples"),
            &only_lines(2)
        )
        .costs
    );
}

#[test]
fn lines_that_need_too_many_positions_are_left_to_random_games() {
    let options = CompareOptions {
        depth: 9,
        positions: 50,
        games: 1,
        ..CompareOptions::default()
    };
    let report = report(&shipped("othello"), &shipped("othello-triples"), &options);
    assert_eq!((report.extent.depth, report.extent.games), (Some(2), 1));
    assert!(report.all_equal());
}

//! The family of draughts: counts as published, and random games beside a program of its own.

mod program;

use std::collections::BTreeSet;

use proptest::prelude::*;
use regola::engine::{Engine, Form};
use regola::game::{Game, Position, Rules, Turn};
use regola::search::Unwatched;
use regola::syntax::load::MemoryReader;

use super::{count, results, shipped, stated};
use crate::game::facts;
use program::{
    BRAZILIAN, Board, CANADIAN, Draughts, ENGLISH, INTERNATIONAL, LastRow, Move, POOL, RUSSIAN,
};

const PLAY: &str = include_str!("../../../games/draughts-play.rules");

/// The games that ship.
const SHIPPED: [(&str, Draughts); 4] = [
    ("international-draughts", INTERNATIONAL),
    ("brazilian-draughts", BRAZILIAN),
    ("russian-draughts", RUSSIAN),
    ("pool-checkers", POOL),
];

/// A game file with these facts.
fn rules(game: Draughts) -> Rules {
    let one_of = |is_first, first, second| if is_first { first } else { second };
    let text = format!(
        ":- game(\"Draughts\").\n:- use \"draughts-play.rules\".\n\
         column(1..{0}).  row(1..{0}).\nbegins({1}).\nmen_take({2}).\nkings({3}).\n\
         must_take({4}).\nlast_row({5}).\ndraw_limit({6}).\ncalled(numbers).\n",
        game.size,
        one_of(game.begins > 0, "white", "black"),
        one_of(game.men_take_back, "all", "ahead"),
        one_of(game.kings_fly, "fly", "step"),
        one_of(game.most, "most", "any"),
        format!("{:?}", game.last_row).to_lowercase(),
        game.draw_limit,
    );
    let reader = MemoryReader::new().with("game.rules", text.as_str());
    let reader = reader.with("draughts-play.rules", PLAY);
    Rules::read(&reader, "game.rules").unwrap_or_else(|failure| panic!("{failure}"))
}

/// The position in the rules of a game.
fn position_of(board: &Board, rules: &Rules) -> Position {
    let facts: Vec<String> = board.facts().into_iter().map(|fact| fact + ".").collect();
    stated(rules, &facts.join(" "))
}

/// Plays a random game in the rules and in the program.
fn plays_alike(
    rules: &Rules,
    mut board: Board,
    plies: usize,
    seed: u64,
) -> Result<(), TestCaseError> {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut position = position_of(&board, rules);
    for _ in 0..plies {
        prop_assert_eq!(
            facts(rules, &position).into_iter().collect::<BTreeSet<_>>(),
            board.facts()
        );
        prop_assert_eq!(results(rules, &position), board.results());
        if board.results().is_some() {
            break;
        }
        let Turn::Single(_, moves) = rules.turn(&position).expect("the rules can be followed")
        else {
            panic!("somebody is to move");
        };
        let mut listed: Vec<String> = moves.iter().map(|played| played.term.to_string()).collect();
        let legal: Vec<Move> = board.moves().into_iter().collect();
        let played = &legal[random.usize(..legal.len())];
        let number = listed.iter().position(|term| *term == played.term());
        listed.sort_unstable();
        let mut terms: Vec<String> = legal.iter().map(Move::term).collect();
        terms.sort_unstable();
        prop_assert_eq!(listed, terms);
        let number = number.expect("both list it");
        position = rules
            .play(&position, &moves[number..=number])
            .expect("it is legal");
        board = board.after(played);
    }
    Ok(())
}

/// Games with any parameters.
fn any_game() -> impl Strategy<Value = Draughts> {
    let last_row = prop_oneof![Just(LastRow::End), Just(LastRow::Man), Just(LastRow::King)];
    let size = prop_oneof![Just(6), Just(8), Just(10)];
    (size, any::<[bool; 4]>(), last_row, 1..20_usize).prop_map(
        |(size, facts, last_row, draw_limit)| {
            let [is_white_first, men_take_back, kings_fly, most] = facts;
            let begins = if is_white_first { 1 } else { -1 };
            Draughts {
                size,
                begins,
                men_take_back,
                kings_fly,
                most,
                last_row,
                draw_limit,
            }
        },
    )
}

/// A board with kings and men here and there, on which captures are long.
fn sparse(game: Draughts, seed: u64) -> Board {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut board = Board::empty(game, game.begins);
    let most = (game.size / 2 * (game.size / 2 - 1)) as usize;
    let (mut white, mut black) = (0, 0);
    for square in board.squares().filter(|(x, y)| (x + y) % 2 == 0) {
        let piece = match random.u8(..12) {
            0 => 2,
            1 | 2 if square.1 < game.size => 1,
            3 | 4 if square.1 > 1 => -1,
            5 => -2,
            _ => continue,
        };
        let number = if piece > 0 { &mut white } else { &mut black };
        if *number < most {
            *number += 1;
            board.put(square, piece);
        }
    }
    board
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn games_that_ship_are_played_as_by_another_program(seed: u64) {
        for (name, game) in SHIPPED {
            let rules = shipped(name);
            plays_alike(&rules, Board::initial(game), 60, seed)?;
            plays_alike(&rules, sparse(game, seed), 30, seed)?;
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn so_are_games_with_other_facts(game in any_game(), seed: u64) {
        let rules = rules(game);
        plays_alike(&rules, Board::initial(game), 40, seed)?;
        plays_alike(&rules, sparse(game, seed), 20, seed)?;
    }
}

/// The counts of the games that ship are in `tests/perft`. Those of the others are by A. Bik for
/// English draughts, where no capture of the first plies can be made in two ways, and by
/// R. Halbersma for Canadian draughts.
#[test]
fn other_facts_make_other_games() {
    for (game, counts) in [
        (ENGLISH, &[7, 49, 302, 1469, 7361][..]),
        (CANADIAN, &[11, 121, 1222][..]),
    ] {
        let rules = rules(game);
        for (depth, leaves) in (1..).zip(counts) {
            let counted = count(&rules, &rules.initial(), depth);
            assert_eq!(counted, *leaves, "{game:?}, depth {depth}");
        }
    }
}

/// Two positions of the forum of the world draughts federation: one with very many ways to capture,
/// and the one that bears the name of Woldouby.
fn of_the_forum() -> [(Board, &'static [u64]); 2] {
    let men = [6, 9, 10, 11, 20, 21, 22, 23, 30, 33, 37, 41, 42, 43, 44, 46];
    let many = Board::numbered(INTERNATIONAL, -1, &[(1, &men), (2, &[31]), (-2, &[17, 24])]);
    let white = [25, 27, 28, 30, 32, 33, 34, 35, 37, 38];
    let black = [12, 13, 14, 16, 18, 19, 21, 23, 24, 26];
    let woldouby = Board::numbered(INTERNATIONAL, 1, &[(1, &white), (-1, &black)]);
    [
        (many, &[14, 55, 1168, 5432, 87195]),
        (woldouby, &[6, 12, 30, 73, 215, 590, 1944]),
    ]
}

/// That ways to take the same pieces and to come to the same square are one move is what the
/// published counts mean: the first position has 436 ways to capture.
#[test]
fn ways_to_the_same_are_one_move() {
    let rules = shipped("international-draughts");
    for (board, counts) in of_the_forum() {
        let position = position_of(&board, &rules);
        for (depth, leaves) in (1..).zip(counts).filter(|(_, leaves)| **leaves < 2_000) {
            assert_eq!(count(&rules, &position, depth), *leaves, "depth {depth}");
        }
    }
    assert_eq!(of_the_forum()[0].0.count_of_ways(1), 436);
}

/// The program counts as published too: to eight plies of Russian draughts, where for the first
/// time two ways to capture come to the same.
#[test]
#[ignore = "takes a minute"]
fn the_program_and_the_compiled_form_count_as_published() {
    for (board, counts) in of_the_forum() {
        let rules = shipped("international-draughts");
        for (depth, leaves) in (1..).zip(counts) {
            assert_eq!(board.count(depth) as u64, *leaves);
            // Regola counts the lines too that end before: here 64 of five plies.
            let counted = count(&rules, &position_of(&board, &rules), depth);
            assert_eq!(counted, board.lines(depth, 1) as u64);
        }
    }
    for (name, game, ways, leaves) in [
        ("russian-draughts", RUSSIAN, 929_905, 929_899),
        ("pool-checkers", POOL, 929_902, 929_896),
        ("brazilian-draughts", BRAZILIAN, 907_836, 907_830),
    ] {
        let board = Board::initial(game);
        assert_eq!(
            (board.count_of_ways(8), board.count(8)),
            (ways, leaves),
            "{name}"
        );
        let rules = shipped(name);
        let engine = Engine::in_form(&rules, Form::Compiled).expect("it compiles");
        let counted = engine.perft(&rules.initial(), 8, &mut Unwatched);
        assert_eq!(counted, Ok(leaves as u64), "{name}");
    }
    assert_eq!(Board::initial(INTERNATIONAL).count(7), 1_049_442);
    assert_eq!(Board::initial(ENGLISH).count(8), 845_931);
    assert_eq!(Board::initial(CANADIAN).count(6), 584_100);
}

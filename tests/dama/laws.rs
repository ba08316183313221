//! Laws of Italian draughts on random positions and random games.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use regola::game::{Game, Position, Rules};
use regola::syntax::load::MemoryReader;

use super::{FEDERATION, PADOVA, moves, pieces, position, turn, value};

/// The federation's game with captured pieces off the board at once, and not when the move is over.
fn with_pieces_removed_at_once() -> Rules {
    let play = include_str!("../../games/dama-play.rules");
    let at_once = play.replace(
        "( T = Start ; \\+ on(T, _) )",
        "( T = Start ; \\+ on(T, _) ; memberchk(T, Taken) )",
    );
    assert_ne!(
        play, at_once,
        "the condition on the landing square is there"
    );
    let reader = MemoryReader::new().with("dama.rules", include_str!("../../games/dama.rules"));
    let reader = reader.with("dama-play.rules", at_once);
    Rules::read(&reader, "dama.rules").unwrap_or_else(|failure| panic!("{failure}"))
}

/// A list of pieces, about every second square taken, no man on its last row.
fn any_pieces() -> impl Strategy<Value = String> {
    let man_or_king = prop_oneof![4 => Just(None), 2 => Just(Some("w")), 2 => Just(Some("b")),
                                  1 => Just(Some("W")), 1 => Just(Some("B"))];
    vec(man_or_king, 32).prop_map(|squares| {
        let possible = |(square, piece): &(i32, &str)| {
            !(*piece == "w" && *square <= 4 || *piece == "b" && *square >= 29)
        };
        let pieces = (1..)
            .zip(squares)
            .filter_map(|(square, piece)| Some((square, piece?)));
        pieces
            .filter(possible)
            .map(|(square, piece)| format!("{piece}{square} "))
            .collect()
    })
}

/// The position and its moves so far when moves are chosen at random.
fn random_game(rules: &Rules, choices: &[Index]) -> Vec<Position> {
    let mut game = vec![rules.initial()];
    for choice in choices {
        let position = &game[game.len() - 1];
        let moves = turn(rules, position);
        if moves.is_empty() {
            break;
        }
        game.push(
            rules
                .play(position, &[choice.get(&moves).clone()])
                .expect("a legal move can be played"),
        );
    }
    game
}

/// White's pieces become Black's and the board is turned round.
fn turned(pieces: &str, squares_together: u32) -> String {
    let turn = |piece: &str| {
        let (letter, square) = piece.split_at(1);
        let other = match letter {
            "w" => "b",
            "b" => "w",
            "W" => "B",
            _ => "W",
        };
        format!(
            "{other}{}",
            squares_together - square.parse::<u32>().expect("a square is a number")
        )
    };
    pieces
        .split_whitespace()
        .map(turn)
        .collect::<Vec<_>>()
        .join(" ")
}

/// A square's number in one game for that in the other, whose White is this game's Black.
fn renamed(text: &str) -> String {
    let square = |name: &str| {
        let number: usize = name.parse().expect("a square is a number");
        let (row, place) = ((number - 1) / 4, (number - 1) % 4);
        format!("{row}{}", 2 * place + row % 2)
    };
    text.split('-')
        .map(|part| part.split('x').map(square).collect::<Vec<_>>().join("x"))
        .collect::<Vec<_>>()
        .join("-")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    /// Landing squares and squares jumped over lie on rows of different parity, so a square that is
    /// freed at once could never be landed on in the same move.
    #[test]
    fn removing_pieces_at_once_or_at_the_end_is_the_same(pieces in any_pieces()) {
        thread_local!(static AT_ONCE: Rules = with_pieces_removed_at_once());
        AT_ONCE.with(|at_once| {
            for side in ["white", "black"] {
                let here = moves(&FEDERATION, &position(&FEDERATION, side, &pieces));
                prop_assert_eq!(here, moves(at_once, &position(at_once, side, &pieces)));
            }
            Ok(())
        })?;
    }

    #[test]
    fn a_turned_board_has_as_many_moves(pieces in any_pieces()) {
        let here = turn(&FEDERATION, &position(&FEDERATION, "white", &pieces));
        let there = turn(&FEDERATION, &position(&FEDERATION, "black", &turned(&pieces, 33)));
        prop_assert_eq!(here.len(), there.len());
    }

    #[test]
    fn every_value_is_negated_on_the_turned_board_with_colours_exchanged(pieces in any_pieces(), white: bool) {
        let (mover, other) = if white { ("white", "black") } else { ("black", "white") };
        let here = position(&FEDERATION, mover, &pieces);
        let there = position(&FEDERATION, other, &turned(&pieces, 33));
        for name in FEDERATION.heuristics() {
            let value_here = value(&FEDERATION, &here, name, "white");
            prop_assert_eq!(value_here, -value(&FEDERATION, &there, name, "white"), "{}", name);
            prop_assert_eq!(value_here, -value(&FEDERATION, &here, name, "black"), "{}", name);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn both_games_are_one(choices in vec(any::<Index>(), 60)) {
        let here = random_game(&FEDERATION, &choices);
        let there = random_game(&PADOVA, &choices);
        prop_assert_eq!(here.len(), there.len());
        for (here, there) in here.iter().zip(&there) {
            let renamed: Vec<String> = moves(&FEDERATION, here).split_whitespace().map(renamed).collect();
            prop_assert_eq!(renamed.join(" "), moves(&PADOVA, there));
            for name in FEDERATION.heuristics() {
                prop_assert_eq!(value(&FEDERATION, here, name, "white"), value(&PADOVA, there, name, "black"));
            }
        }
    }

    #[test]
    fn in_a_game_every_value_is_negated_on_the_turned_board(choices in vec(any::<Index>(), 60)) {
        for (ply, here) in random_game(&PADOVA, &choices).iter().enumerate() {
            let other = if ply % 2 == 0 { "white" } else { "black" };
            let there = position(&PADOVA, other, &turned(&pieces(&PADOVA, here), 77));
            for name in PADOVA.heuristics() {
                prop_assert_eq!(value(&PADOVA, here, name, "black"), -value(&PADOVA, &there, name, "black"), "{}", name);
            }
        }
    }

    #[test]
    fn the_counter_counts_plies_without_capture_or_mans_move(choices in vec(any::<Index>(), 80)) {
        let game = random_game(&FEDERATION, &choices);
        let mut expected = 0;
        for pair in game.windows(2) {
            let men_and_number = |position: &Position| {
                let pieces = pieces(&FEDERATION, position);
                let men: Vec<&str> = pieces.split(' ').filter(|piece| piece.starts_with(['w', 'b'])).collect();
                (men.join(" "), pieces.split(' ').count())
            };
            expected = if men_and_number(&pair[0]) == men_and_number(&pair[1]) { expected + 1 } else { 0 };
            let counted = super::all_x(&FEDERATION, &pair[1], "( idle(X) -> true ; X = 0 )");
            prop_assert_eq!(counted, [expected.to_string()]);
        }
    }
}

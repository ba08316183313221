//! What stands on a board, and on which ground.

use std::fs;

use regola::game::{Chessman, Colour, Heading, Lean, Piece, Rules, Suit, Surface};
use regola::picture::Appearance;

use super::first_board;
use crate::game::shipped;

/// Stones are put on a board that is empty at first.
const STONES: &str = "
role(black). role(white).
:- fluent stone(column) -> role.
column(1..3).
legal(P, put(X)) :- turn(P), column(X), \\+ stone(X, _).
turn(black) :- \\+ stone(_, _).
turn(white) :- stone(_, black), \\+ stone(_, white).
turn(black) :- stone(_, white).
add(stone(X, P)) :- does(P, put(X)).
terminal :- stone(1, _), stone(2, _), stone(3, _).
goal(_, 50).
grid(3, 1).
show(X, 1, \"b\") :- stone(X, black).
show(X, 1, \"w\") :- stone(X, white).
";

#[test]
fn games_that_ship_look_as_they_are_known() {
    for (name, glyph, piece, ground) in [
        ("othello", "o", Piece::Disc(Colour::White), Surface::Felt),
        (
            "connect-four",
            "o",
            Piece::Disc(Colour::Yellow),
            Surface::Rack,
        ),
        (
            "hex",
            "x",
            Piece::Stone(Colour::Red),
            Surface::Hexagons(Lean::Right),
        ),
        ("go", "o", Piece::Stone(Colour::White), Surface::Crossings),
        ("morris", "b", Piece::Disc(Colour::Black), Surface::Points),
        ("kalah", "12", Piece::Seeds(12), Surface::Pits),
        (
            "goofspiel",
            "K♠",
            Piece::PlayingCard("K".to_owned(), Suit::Spades),
            Surface::Bare,
        ),
        (
            "dodgem",
            "^",
            Piece::Arrow(Colour::Blue, Heading::Up),
            Surface::Paper,
        ),
        ("dama", "B", Piece::King(Colour::Black), Surface::Checkered),
        (
            "breakthrough",
            "w",
            Piece::Chess(Colour::White, Chessman::Pawn),
            Surface::Checkered,
        ),
        (
            "chess",
            "N",
            Piece::Chess(Colour::White, Chessman::Knight),
            Surface::Checkered,
        ),
        ("tictactoe", "X", Piece::Cross, Surface::Paper),
        ("filetto", "O", Piece::Ring, Surface::Paper),
        (
            "knights-tour",
            "x",
            Piece::Dot(Colour::Green),
            Surface::Checkered,
        ),
    ] {
        let appearance = Appearance::of(&shipped(name));
        assert_eq!(
            (appearance.piece(glyph), appearance.surface()),
            (Some(piece), ground),
            "{name}"
        );
    }
}

#[test]
fn pieces_are_said_as_a_person_would() {
    let said = |name: &str, glyph: &str| {
        Appearance::of(&shipped(name))
            .piece(glyph)
            .map(|piece| piece.to_string())
            .unwrap_or_default()
    };
    assert_eq!(said("othello", "x"), "black disc");
    assert_eq!(
        (said("dama", "w"), said("dama", "W")),
        ("white man".to_owned(), "white king".to_owned())
    );
    assert_eq!(
        (said("chess", "q"), said("chess", "P")),
        ("black queen".to_owned(), "white pawn".to_owned())
    );
    assert_eq!(
        (said("filetto", "X"), said("filetto", "O")),
        ("X".to_owned(), "O".to_owned())
    );
    assert_eq!(
        (said("anagram", "è"), said("anagram", ".")),
        ("è".to_owned(), String::new())
    );
}

#[test]
fn a_board_that_is_empty_at_first_looks_the_same_later() {
    let appearance = Appearance::of(&Rules::from_text(STONES).expect("it is a game"));
    assert_eq!(appearance.surface(), Surface::Checkered);
    assert_eq!(appearance.piece("b"), Some(Piece::Man(Colour::Black)));
    assert_eq!(appearance.piece("W"), Some(Piece::King(Colour::White)));
}

#[test]
fn kin_of_chess_have_chessmen_beside_pieces_of_their_own() {
    let text = fs::read_to_string("games/chess.rules").expect("it ships");
    let archbishops = text.replace("letter(bishop, 'B')", "letter(bishop, 'A')");
    assert_ne!(text, archbishops);
    let appearance = Appearance::of(&Rules::from_text(&archbishops).expect("it is a game"));
    assert_eq!(
        appearance.piece("Q"),
        Some(Piece::Chess(Colour::White, Chessman::Queen))
    );
    assert_eq!(appearance.piece("A"), Some(Piece::Letters("A".to_owned())));
}

#[test]
fn what_is_no_sign_of_the_game_is_shown_as_it_is() {
    let appearance = Appearance::of(&shipped("othello"));
    assert_eq!(
        appearance.piece("?!"),
        Some(Piece::Letters("?!".to_owned()))
    );
    assert_eq!(appearance.piece("#"), Some(Piece::Wall));
    assert_eq!(
        appearance.piece("."),
        None,
        "it is the sign of an empty square"
    );
}

#[test]
fn dark_squares_are_where_pieces_stand_or_a1_is() {
    let dark = |name: &str| -> Vec<(usize, usize)> {
        let rules = shipped(name);
        let appearance = Appearance::of(&rules);
        let board = first_board(&rules);
        board
            .squares()
            .filter(|(column, row)| appearance.is_dark(&board, *column, *row))
            .collect()
    };
    let chess = dark("chess");
    assert_eq!(
        (
            chess.len(),
            chess.contains(&(1, 1)),
            chess.contains(&(8, 1))
        ),
        (32, true, false)
    );
    let draughts = dark("english-draughts");
    assert_eq!(
        (
            draughts.len(),
            draughts.contains(&(1, 1)),
            draughts.contains(&(2, 1))
        ),
        (32, false, true)
    );
    assert!(dark("othello").is_empty() && dark("tictactoe").is_empty());
}

#[test]
fn discs_have_the_colour_of_who_places_them() {
    let text = fs::read_to_string("games/connect-four.rules").expect("it ships");
    let appearance = |text: &str| Appearance::of(&Rules::from_text(text).expect("it is a game"));
    let first = appearance(&text).piece("x");
    let exchanged = text.replace("\"x\"", "\"?\"").replace("\"o\"", "\"x\"");
    let exchanged = exchanged.replace("\"?\"", "\"o\"");
    assert_ne!(text, exchanged);
    assert!(matches!(first, Some(Piece::Disc(_))));
    assert_eq!(appearance(&exchanged).piece("o"), first);
    assert_ne!(appearance(&exchanged).piece("x"), first);
}

#[test]
fn declared_pieces_choose_the_surface() {
    for (pieces, surface) in [
        (
            "looks_like(b, man(black)). looks_like(w, man(white)).",
            Surface::Checkered,
        ),
        (
            "looks_like(b, disc(black)). looks_like(w, disc(white)).",
            Surface::Felt,
        ),
        (
            "looks_like(b, stone(black)). looks_like(w, stone(white)).",
            Surface::Paper,
        ),
    ] {
        let text = format!("{STONES}{pieces}");
        let appearance = Appearance::of(&Rules::from_text(&text).expect("it is a game"));
        assert_eq!(appearance.surface(), surface, "{pieces}");
    }
}

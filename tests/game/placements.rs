//! Setting up a position on its board: which facts put which glyphs on squares.

use regola::game::{Board, Game, Placements, Position, Rules};

use super::{game, shipped};
use crate::shipped::names;

fn board(rules: &Rules, position: &Position) -> Option<Board> {
    rules
        .board(position)
        .unwrap_or_else(|error| panic!("{}", rules.failure(&error)))
}

fn placements(rules: &Rules) -> Placements {
    Placements::of(rules).unwrap_or_else(|error| panic!("{}", rules.failure(&error)))
}

/// A position in the middle of the first plies.
fn early(rules: &Rules) -> Position {
    let mut position = rules.initial();
    for _ in 0..3 {
        let Ok(turn) = rules.turn(&position) else {
            break;
        };
        let movers = turn.into_movers();
        let moves: Vec<_> = movers
            .iter()
            .filter_map(|(_, own)| own.get(own.len() / 3))
            .cloned()
            .collect();
        match rules.play(&position, &moves) {
            Ok(next) if !moves.is_empty() => position = next,
            _ => break,
        }
    }
    position
}

#[test]
fn each_shipped_game_has_its_pieces_to_place() {
    let mut text = String::new();
    for name in names() {
        let rules = shipped(&name);
        let placements = placements(&rules);
        let Some(board) = board(&rules, &rules.initial()) else {
            continue;
        };
        let open =
            |(column, row): &(usize, usize)| placements.glyphs_at(*column, *row).next().is_some();
        let squares = board.squares().filter(open).count();
        let glyphs = placements.glyphs().join(" ");
        text += &format!(
            "{name}: {squares} of {} squares: {glyphs}\n",
            board.columns * board.rows
        );
    }
    assert_snapshot!("pieces_to_place", text);
}

#[test]
fn a_piece_that_is_put_on_a_square_stands_there_and_nothing_else_changes() {
    for name in names() {
        let rules = shipped(&name);
        let placements = placements(&rules);
        let position = early(&rules);
        let Some(before) = board(&rules, &position) else {
            continue;
        };
        for square in before.squares().step_by(7) {
            let (column, row) = square;
            for glyph in placements.glyphs_at(column, row).step_by(3) {
                let put = placements
                    .put(&position, square, Some(glyph))
                    .unwrap_or_else(|| panic!("{name}: {glyph} is put on {square:?}"));
                let after = board(&rules, &put).expect("it has a board");
                assert_eq!(after.glyph(column, row), Some(glyph), "{name} {square:?}");
                for other in before.squares().filter(|other| *other != square) {
                    let glyphs = [&before, &after].map(|board| board.glyph(other.0, other.1));
                    assert_eq!(
                        glyphs[0], glyphs[1],
                        "{name}: {glyph} on {square:?} changes {other:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn a_square_is_emptied_and_filled_again() {
    let rules = shipped("chess");
    let placements = placements(&rules);
    let start = rules.initial();
    let empty = placements
        .put(&start, (5, 1), None)
        .expect("it can be empty");
    assert_eq!(
        board(&rules, &empty).and_then(|board| board.glyph(5, 1).map(str::to_owned)),
        None
    );
    assert_eq!(
        placements.put(&empty, (5, 1), Some("K")),
        Some(start.clone())
    );
    assert_eq!(placements.put(&start, (5, 1), Some("Z")), None);
    assert_eq!(placements.put(&start, (9, 9), Some("K")), None);
}

#[test]
fn facts_with_the_same_key_and_games_that_declare_no_value_are_told_apart() {
    let rules = game(
        "role(p).  column(1..3).  row(1..2).  mark(b).  mark(x).  mark(o).
         grid(3, 2).
         :- fluent cell(column, row, mark).
         :- fluent control -> role.
         init(cell(X, Y, b)) :- column(X), row(Y).
         init(control(p)).
         sign(b, \".\").  sign(x, \"x\").  sign(o, \"o\").
         show(X, Y, S) :- cell(X, Y, M), sign(M, S).
         legal(p, X-Y) :- cell(X, Y, b).
         add(cell(X, Y, x)) :- does(p, X-Y).
         delete(cell(X, Y, b)) :- does(p, X-Y).
         terminal :- \\+ cell(_, _, b).
         goal(p, 100).",
    );
    let placements = placements(&rules);
    assert_eq!(placements.glyphs(), [".", "x", "o"]);
    let put = placements
        .put(&rules.initial(), (2, 1), Some("o"))
        .expect("it can be put");
    let facts: Vec<String> = put
        .facts(rules.schema())
        .iter()
        .map(ToString::to_string)
        .filter(|fact| fact.contains("cell(2, 1"))
        .collect();
    assert_eq!(facts, ["cell(2, 1, o)"]);
}

#[test]
fn a_square_that_shows_several_facts_has_no_placement() {
    let rules = game(
        "role(p).  column(1..3).  row(1..2).  level(1..2).  count(0..9).  grid(3, 2).
         :- fluent at(column, row, level) -> role.
         :- fluent rest -> count.
         init(rest(0)).
         show(X, Y, \"x\") :- at(X, Y, _, _).
         legal(p, stay).
         add(rest(1)).
         goal(p, 100).",
    );
    assert_eq!(placements(&rules).glyphs(), Vec::<&str>::new());
}

#[test]
fn fluents_of_many_values_are_left_out() {
    let rules = game(
        "role(p).  column(1..100).  row(1..100).  count(0..60000).  grid(100, 100).
         :- fluent height(column, row) -> count.
         :- fluent seen(count).
         :- fluent lamp(column, row) -> role.
         show(X, Y, \"x\") :- lamp(X, Y, _).
         show(X, Y, N) :- height(X, Y, N).
         legal(p, stay).
         add(lamp(1, 1, p)).
         goal(p, 100).",
    );
    let placements = placements(&rules);
    assert_eq!(placements.glyphs(), ["x"]);
    assert_eq!(placements.glyphs_at(100, 100).count(), 1);
}

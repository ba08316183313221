//! Boards as they are drawn.

use regola::game::{Colour, Error, Game, Rows, Rules, Side, Surface};

use super::{game, legal};

/// A game with this board.
fn board(rest: &str) -> Rules {
    game(&format!(
        "role(solo).
         :- fluent done.
         legal(solo, M) :- member(M, [a1, b2, away]).
         notation(b2, 'B-2').  notation(M, M) :- M \\= b2.
         add(done).
         goal(solo, 100).
         {rest}"
    ))
}

fn drawn(rest: &str) -> String {
    let rules = board(rest);
    rules
        .picture(&rules.initial(), &[], None)
        .unwrap_or_else(|error| panic!("{}", rules.failure(&error)))
}

/// The error of a game whose position cannot be drawn.
fn not_drawn(rest: &str) -> Error {
    let rules = board(rest);
    rules.picture(&rules.initial(), &[], None).expect_err(rest)
}

#[test]
fn boards_are_drawn() {
    let games = [
        (
            "a glyph may be an atom, a string or an integer",
            "grid(3, 2). show(1, 1, x). show(2, 1, \"o\"). show(3, 2, 7).",
        ),
        (
            "row 1 at the bottom",
            "grid(3, 2, bottom_up). show(1, 1, x). show(3, 2, y).",
        ),
        (
            "row 1 at the top",
            "grid(3, 2, top_down). show(1, 1, x). show(3, 2, y).",
        ),
        (
            "the first glyph of a square stays",
            "grid(1, 1). show(1, 1, x). show(1, 1, y).",
        ),
        (
            "an empty glyph is an empty square",
            "grid(2, 1). show(1, 1, \"\"). show(2, 1, \" \").",
        ),
        (
            "long glyphs widen all columns",
            "grid(3, 2). show(2, 1, king). show(3, 2, x).",
        ),
        (
            "wide characters take two places",
            "grid(3, 2). show(2, 1, \"将\"). show(1, 2, \"é\"). show(3, 2, \"●\").",
        ),
        ("rows beyond nine", "grid(2, 11). show(1, 10, x)."),
        (
            "columns beyond the alphabet",
            "grid(29, 2). show(27, 1, x). show(1, 2, y).",
        ),
        (
            "the start decides nothing: the board has one size",
            "grid(2, 2). show(1, 1, x) :- done.",
        ),
        ("no board: facts", "init(done)."),
        ("nothing to show", "grid(2, 2)."),
    ];
    let pictures = games.map(|(name, rest)| format!("% {name}\n{}\n", drawn(rest)));
    assert_snapshot!("game__boards", pictures.concat());
}

#[test]
fn moves_are_marked_on_empty_squares_that_they_name() {
    let rules = board("grid(3, 3). show(3, 3, x).");
    let start = rules.initial();
    let draw = |rows| {
        rules
            .picture(&start, &legal(&rules, &start), rows)
            .expect("drawn")
    };
    assert_eq!(draw(None), "  a b c\n1 * . .\n2 . * .\n3 . . x\n");
    assert_eq!(
        draw(Some(Rows::BottomUp)),
        "  a b c\n3 . . x\n2 . * .\n1 * . .\n"
    );
    let taken = board("grid(1, 1). show(1, 1, x).");
    assert_eq!(
        taken
            .picture(&start, &legal(&taken, &start), None)
            .expect("drawn"),
        "  a\n1 x\n",
        "a taken square stays"
    );
}

#[test]
fn what_cannot_be_drawn_is_an_error() {
    for show in [
        "show(0, 1, x).",
        "show(3, 1, x).",
        "show(1, -1, x).",
        "show(a, 1, x).",
        "show(_, 1, x).",
        "show(1, 1, _).",
        "show(1, 1, f(x)).",
        "show(1, 1, \"\\x1b\\[2J\").",
        "show(1, 1, \"a\\nb\").",
    ] {
        let error = not_drawn(&format!("grid(2, 2). {show}"));
        assert!(matches!(error, Error::NotDrawn(_)), "{show}: {error}");
    }
}

#[test]
fn squares_outside_the_board_show_nothing() {
    let rules = board("grid(2, 1). show(2, 1, x).");
    let board = rules
        .board(&rules.initial())
        .expect("drawn")
        .expect("a board");
    let glyphs = [
        (2, 1),
        (1, 1),
        (0, 1),
        (1, 0),
        (3, 1),
        (1, 2),
        (usize::MAX, usize::MAX),
    ];
    assert_eq!(
        glyphs.map(|(column, row)| board.glyph(column, row)),
        [Some("x"), None, None, None, None, None, None]
    );
}

#[test]
fn the_largest_board_is_drawn_at_once() {
    let rules = board("grid(1000, 1000). show(X, X, x) :- between(1, 1000, X).");
    let picture = rules
        .picture(&rules.initial(), &legal(&rules, &rules.initial()), None)
        .expect("drawn");
    assert_eq!(picture.lines().count(), 1001);
}

#[test]
fn what_stands_beside_a_board_is_a_roles() {
    let told = |rest: &str| match not_drawn(rest) {
        Error::NotBeside(given) => given.to_string(),
        other => panic!("{other:?}"),
    };
    let grid = "grid(2, 2).";
    assert_eq!(
        told(&format!(
            "{grid} beside_board(P, count, 1) :- atom_concat(no, body, P)."
        )),
        "beside_board(nobody, count, 1)"
    );
    assert_eq!(
        told(&format!("{grid} beside_board(P, 8, 9) :- P is 3 + 4.")),
        "beside_board(7, 8, 9)"
    );
    assert!(drawn(&format!("{grid} beside_board(solo, count, 1).")).ends_with("solo: count 1\n"));
}

#[test]
fn places_that_are_no_part_of_the_board_have_no_name_and_no_mark() {
    let rest = "grid(2, 2). off_board(1, 1).";
    let rules = board(rest);
    let moves = rules
        .legal_moves(&rules.initial())
        .expect("the rules can be followed");
    let marked = rules
        .marked_board(&rules.initial(), &moves, None)
        .expect("it can be drawn")
        .expect("there is a board");
    let marks: Vec<_> = marked.marks().map(|mark| (mark.column, mark.row)).collect();
    assert_eq!(marks, [(2, 2)], "the move to a1 marks nothing");
    let named = format!("{rest} square_name(X, Y, N) :- atomic_list_concat([s, X, Y], N).");
    let text = drawn(&named);
    assert!(text.contains("s21") && !text.contains("s11"), "{text}");
}

#[test]
fn of_contradicting_declarations_the_first_counts() {
    let rules = board(
        "grid(2, 2). surface(felt). surface(bare). border(top, red). border(top, blue).
         tint(1, 1, red). tint(1, 1, blue).
         drawn_line(1, 1, 2, 1) :- member(_, [1, 2, 3]). drawn_line(2, 1, 1, 1).",
    );
    let look = rules.look();
    assert_eq!(look.surface, Some(Surface::Felt));
    let borders: Vec<_> = look.borders.iter().collect();
    assert_eq!(borders, [(&Side::Top, &Colour::Red)]);
    let tints: Vec<_> = look.tints.iter().collect();
    assert_eq!(tints, [(&(1, 1), &Colour::Red)]);
    assert_eq!(look.lines.len(), 1);
}

//! Boards as they are drawn.

use regola::game::{Error, Game, Rows, Rules};

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

//! What is shown on terminals of several sizes.

use super::run_with;

const PEOPLE: [&str; 2] = ["black", "white"];

/// What `play` shows of a game between people on a terminal of this size.
fn played(game: &str, roles: [&str; 2], size: (usize, usize), typed: &str) -> String {
    let options = roles.map(|role| format!("--{role}"));
    let arguments = ["play", game, &options[0], "human", &options[1], "human"];
    let (columns, lines) = (size.0.to_string(), size.1.to_string());
    let output = run_with(&arguments, typed, |command| {
        command.env("COLUMNS", columns).env("LINES", lines);
    });
    String::from_utf8(output.stdout).expect("the program prints UTF-8")
}

/// From where the last board is drawn on.
fn last_turn<'t>(shown: &'t str, first_line: &str) -> &'t str {
    let start = shown.rfind(first_line).expect("a board is drawn");
    let end = shown.find("The game is left here.").unwrap_or(shown.len());
    &shown[start..end.max(start)]
}

#[test]
fn the_board_stays_in_sight() {
    for (game, roles, letters) in [
        (
            "games/gomoku.rules",
            PEOPLE,
            "   a b c d e f g h i j k l m n o",
        ),
        (
            "games/hex.rules",
            ["red", "blue"],
            "   a b c d e f g h i j k",
        ),
    ] {
        let shown = played(game, roles, (80, 24), "f6\n");
        let first = shown.find("f6").expect("the move is told");
        let second_turn = &shown[first..];
        let turn = &second_turn[..second_turn.find("The game is left").expect("it ends")];
        let turn = &turn[..turn.rfind(letters).expect("the board of the end")];
        assert!(turn.lines().count() < 24, "{game}\n{turn}");
        assert!(
            turn.contains("moves, marked on the board with `*`"),
            "{turn}"
        );
        // Who asks for the list gets it.
        let listed = played(game, roles, (80, 24), "moves\n");
        assert!(listed.contains("9 i1"), "{listed}");
        assert!(last_turn(&listed, letters).lines().count() < 24);
    }
}

#[test]
fn a_narrow_terminal_breaks_no_words() {
    let typed = "help\nhint\nf5\nzz\n";
    let shown = played("games/othello.rules", PEOPLE, (40, 60), typed);
    let longest = shown.lines().map(|line| line.chars().count()).max();
    assert!(longest <= Some(40), "{shown}");
    assert!(shown.contains("1. black: f5"));
}

#[test]
fn a_long_line_goes_on_below_with_a_deeper_indent() {
    let shown = |columns, typed| played("games/othello.rules", PEOPLE, (columns, 60), typed);
    let line = "\n  undo    take back your last move and what followed\n";
    let width = line.trim_matches('\n').len();
    assert!(shown(width, "help\n").contains(line));
    assert!(
        shown(width - 1, "help\n")
            .contains("\n  undo    take back your last move and what\n    followed\n")
    );
    assert!(
        shown(20, "help\n")
            .contains("\n  undo    take back\n    your last move\n    and what\n    followed\n")
    );
    // A word that is longer than a line stands alone.
    assert!(shown(4, "f5\n").contains("\n1.\n  black:\n  f5\n"));
}

#[test]
fn a_terminal_of_any_size_gets_all_moves_and_the_board_last() {
    let output = run_with(&["moves", "games/gomoku.rules"], "", |command| {
        command.env("COLUMNS", "80").env("LINES", "24");
    });
    let shown = String::from_utf8(output.stdout).expect("the program prints UTF-8");
    let (moves, board) = shown
        .split_once("black to move: 225 moves")
        .expect("the number");
    assert!(moves.contains("225 o15"));
    assert!(board.lines().count() < 24 && board.contains("15 * *"));
    assert!(
        shown.lines().all(|line| line.chars().count() <= 80),
        "{shown}"
    );
}

#[test]
fn colours_show_what_the_last_move_has_changed() {
    let people = ["--black", "human", "--white", "human"];
    let play = [&["play", "games/othello.rules"], &people[..]].concat();
    let shown = |colours: &str| {
        let arguments = [&play[..], &["--color", colours]].concat();
        let output = run_with(&arguments, "f5\n", |_| ());
        String::from_utf8(output.stdout).expect("the program prints UTF-8")
    };
    let coloured = shown("always");
    // The disc that was placed, and the one that it turned.
    assert!(
        coloured.contains("\x1b[1;33m x\x1b[0m\x1b[1;33m x\x1b[0m"),
        "{coloured}"
    );
    assert!(coloured.contains("\x1b[32m *\x1b[0m"), "{coloured}");
    assert!(!shown("auto").contains('\x1b'));
}

#[test]
fn squares_with_names_of_their_own_show_them() {
    let output = run_with(&["moves", "games/dama.rules"], "", |_| ());
    let shown = String::from_utf8(output.stdout).expect("the program prints UTF-8");
    let board: Vec<&str> = shown.lines().take(8).collect();
    assert!(
        board[3].contains(" 13 ") && board[3].ends_with("13 14 15 16"),
        "{shown}"
    );
    assert!(!shown.contains("a  b"), "{shown}");
}

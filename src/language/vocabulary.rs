//! The words that make a program a game, each in one sentence.

use super::Word;

const fn word(name: &'static str, arguments: &'static str, sentence: &'static str) -> Word {
    Word {
        name,
        arguments,
        sentence,
    }
}

/// Words that are usually the heads of rules.
pub(super) const HAS_BODY: &[&str] = &[
    "legal",
    "add",
    "delete",
    "next",
    "terminal",
    "goal",
    "heuristic",
    "quiet",
    "impossible",
    "symmetry",
    "show",
    "notation",
    "path",
    "owns",
];

/// All of them.
pub(super) const WORDS: &[Word] = &[
    word(
        "role",
        "Player",
        "Names a player; players are in the order of the answers.",
    ),
    word("init", "Fact", "The fact of a fluent holds at the start."),
    word(
        "legal",
        "Player, Move",
        "The player may play the move in this position; moves are in the order of the answers.",
    ),
    word(
        "does",
        "Player, Move",
        "The move just chosen; only in the bodies of `add`, `delete` and `next`, and what they call.",
    ),
    word("add", "Fact", "The fact holds after the move."),
    word(
        "delete",
        "Fact",
        "The fact no longer holds after the move, unless it is added too.",
    ),
    word(
        "next",
        "Fact",
        "The fact holds in the next position; what is not named does not.",
    ),
    word("terminal", "", "The game is over in this position."),
    word(
        "goal",
        "Player, Points",
        "What the end is worth to the player, from 0 to 100.",
    ),
    word(
        "heuristic",
        "Name, Player, Value",
        "What the position seems worth to the player, for a search that stops before the end.",
    ),
    word("quiet", "", "The position may be judged by a heuristic."),
    word(
        "level",
        "Name, Options",
        "A strength on offer, such as `level(normal, [depth(3), heuristic(discs)])`.",
    ),
    word(
        "impossible",
        "Reason",
        "Why a position given from outside cannot be one of the game.",
    ),
    word(
        "symmetry",
        "Name, Fact, Image",
        "The symmetry of this name turns the fact into its image.",
    ),
    word(
        "grid",
        "Columns, Rows",
        "How large the drawn board is; row 1 is at the top.",
    ),
    word(
        "grid",
        "Columns, Rows, Direction",
        "How large the drawn board is; with `bottom_up` row 1 is at the bottom.",
    ),
    word("show", "Column, Row, Glyph", "What is drawn on a square."),
    word("notation", "Move, Text", "How a move is written and typed."),
    word(
        "path",
        "Move, Squares",
        "The squares of a move in order, so that it can be entered square by square.",
    ),
    word(
        "owns",
        "Player, Square",
        "A piece of the player stands on the square.",
    ),
    word(
        "square_name",
        "Column, Row, Name",
        "What a square is called: `c4` for column 3, row 4, unless the game has names of its own.",
    ),
    word(
        "after",
        "Player, Move, Goal",
        "The goal holds in the position to which the move leads.",
    ),
];

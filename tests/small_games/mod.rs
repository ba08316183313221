//! The small games that ship, as rule files: tic-tac-toe three times over, as productions
//! (`games/tris-productions.rules`), as signs on a board (`games/filetto.rules`) and as a matrix
//! (`games/tictactoe.rules`), and the puzzles. The lines that tests are named by are in
//! `games/README.md`.

mod encodings;
mod filetto;
mod impossible;
mod puzzles;
mod symmetries;
mod tictactoe;
mod tris;

use std::sync::LazyLock;

use regola::game::{Game, Move, Position, Role, Rules, Turn};
use regola::search::{Best, Options, Strategy, Unwatched, best};

static TRIS: LazyLock<Rules> = LazyLock::new(|| shipped("tris-productions"));
static FILETTO: LazyLock<Rules> = LazyLock::new(|| shipped("filetto"));
static TICTACTOE: LazyLock<Rules> = LazyLock::new(|| shipped("tictactoe"));

fn shipped(name: &str) -> Rules {
    let path = format!("{}/games/{name}.rules", env!("CARGO_MANIFEST_DIR"));
    Rules::load(path).unwrap_or_else(|failure| panic!("{failure}"))
}

fn stated(rules: &Rules, facts: &str) -> Position {
    rules
        .position("<position>", facts)
        .unwrap_or_else(|failure| panic!("{failure}"))
}

/// The position of tris with this state.
fn state(state: &str) -> Position {
    stated(&TRIS, &format!("state(\"{state}\")."))
}

/// The board of filetto with these rows, such as `o.x ..o x.o`.
fn filetto(rows: &str) -> Position {
    let mut facts = String::new();
    for (y, row) in rows.split_whitespace().enumerate() {
        for (x, sign) in row.chars().enumerate().filter(|(_, sign)| *sign != '.') {
            facts += &format!("cell({x}, {y}, {sign}). ");
        }
    }
    stated(&FILETTO, &facts)
}

/// The matrix of tic-tac-toe with these rows, such as `XO./.X./..O`.
fn matrix(rows: &str) -> Position {
    let sign = |sign: char| {
        if sign == '.' {
            "-".to_owned()
        } else {
            sign.to_lowercase().to_string()
        }
    };
    let row = |row: &str| format!("[{}]", row.chars().map(sign).collect::<Vec<_>>().join(", "));
    let rows: Vec<String> = rows.split('/').map(row).collect();
    stated(&TICTACTOE, &format!("board([{}]).", rows.join(", ")))
}

/// The legal moves; none if the game is over.
fn moves(rules: &Rules, position: &Position) -> Vec<Move> {
    match rules.turn(position).expect("the rules can be followed") {
        Turn::Over => Vec::new(),
        Turn::Single(_, moves) => moves,
        Turn::Joint(_) => panic!("players move in turn"),
    }
}

/// The legal moves as they are written, in their order.
fn written(rules: &Rules, position: &Position) -> String {
    rules
        .notations(position, &moves(rules, position))
        .expect("every move has a notation")
        .join(" ")
}

/// The positions that the moves lead to.
fn children(rules: &Rules, position: &Position) -> Vec<Position> {
    moves(rules, position)
        .iter()
        .map(|played| play(rules, position, played))
        .collect()
}

fn play(rules: &Rules, position: &Position, played: &Move) -> Position {
    rules
        .play(position, std::slice::from_ref(played))
        .expect("a legal move can be played")
}

/// The position after some moves.
fn after(rules: &Rules, position: &Position, line: &str) -> Position {
    line.split_whitespace()
        .fold(position.clone(), |position, text| {
            let found = rules.find_move(&position, &moves(rules, &position), text);
            play(
                rules,
                &position,
                &found.unwrap_or_else(|none| panic!("{none}")),
            )
        })
}

/// Minimax with open lines to a depth, and whatever else is asked for.
fn minimax(depth: usize) -> Options {
    Options {
        strategy: Strategy::Minimax,
        depth,
        heuristic: Some(0),
        ..Options::default()
    }
}

fn search(rules: &Rules, position: &Position, options: &Options) -> Best<Move> {
    best(rules, position, options, &mut Unwatched).expect("the game can be searched")
}

/// The moves of a line as they are written.
fn line(rules: &Rules, position: &Position, line: &[Move]) -> String {
    let mut position = position.clone();
    let mut written = Vec::new();
    for played in line {
        written.push(
            rules
                .notation(&position, played)
                .expect("every move has a notation"),
        );
        position = play(rules, &position, played);
    }
    written.join(" ")
}

/// What open lines say of a position for a role.
fn open_lines(rules: &Rules, position: &Position, role: &str) -> i64 {
    let heuristic = rules.heuristic("open_lines").expect("it is in every file");
    let role = rules.role(role).expect("x and o play");
    rules
        .evaluate(position, heuristic, role)
        .expect("the rules can be followed")
}

/// Whether a question has an answer.
fn holds(rules: &Rules, position: &Position, question: &str) -> bool {
    let mut answers = rules
        .query(position, question)
        .unwrap_or_else(|failure| panic!("{failure}"));
    answers.next().is_some_and(|answer| answer.is_ok())
}

/// The results of the roles, in their order; the game must be over.
fn results(rules: &Rules, position: &Position) -> Vec<u8> {
    assert!(
        rules.over(position).expect("the rules can be followed"),
        "the game goes on"
    );
    let goal = |role| {
        rules
            .goal(position, Role(role))
            .expect("a finished game has results")
    };
    (0..rules.role_count()).map(goal).collect()
}

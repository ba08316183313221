//! Italian draughts: `games/dama.rules`, the federation's game, and `games/dama-padova.rules`, that
//! of a project of the university of Padova. Positions are written as lists of pieces: `w` and `b`
//! for men, `W` and `B` for kings, each with its square.

mod captures;
mod counts;
mod ending;
mod heuristics;
mod labels;
mod laws;
mod padova;
mod steps;

use std::sync::LazyLock;

use regola::game::{Answer, Game, Move, Position, Role, Rules, Turn};

static FEDERATION: LazyLock<Rules> = LazyLock::new(|| shipped("games/dama.rules"));
static PADOVA: LazyLock<Rules> = LazyLock::new(|| shipped("games/dama-padova.rules"));

fn shipped(path: &str) -> Rules {
    Rules::load(path).unwrap_or_else(|failure| panic!("{failure}"))
}

/// The position with these pieces, such as `W22 b18`, and one side to move.
fn position(rules: &Rules, to_move: &str, pieces: &str) -> Position {
    let facts: Vec<String> = pieces.split_whitespace().map(fact).collect();
    stated(rules, &format!("control({to_move}). {}", facts.concat()))
}

/// The position with these facts.
fn stated(rules: &Rules, facts: &str) -> Position {
    rules
        .position("<position>", facts)
        .unwrap_or_else(|failure| panic!("{failure}"))
}

fn fact(piece: &str) -> String {
    let (letter, square) = piece.split_at(1);
    let value = match letter {
        "w" => "man(white)",
        "b" => "man(black)",
        "W" => "king(white)",
        "B" => "king(black)",
        _ => panic!("no piece is written `{letter}`"),
    };
    format!("on({square}, {value}). ")
}

/// The pieces of a position, square by square, in the same form.
fn pieces(rules: &Rules, position: &Position) -> String {
    let answers = rules
        .query(position, "on(S, Piece), glyph(Piece, G)")
        .expect("a right question");
    let piece = |answer: Answer| {
        let glyph = answer
            .get("G")
            .and_then(|glyph| glyph.as_text().map(str::to_owned))
            .expect("a glyph is a text");
        glyph
            + &answer
                .get("S")
                .expect("a piece stands on a square")
                .to_string()
    };
    answers
        .map(|answer| piece(answer.expect("the rules can be followed")))
        .collect::<Vec<_>>()
        .join(" ")
}

/// The legal moves as terms; none if the game is over.
fn turn(rules: &Rules, position: &Position) -> Vec<Move> {
    match rules.turn(position).expect("the rules can be followed") {
        Turn::Over => Vec::new(),
        Turn::Single(_, moves) => moves,
        Turn::Joint(_) => panic!("players move in turn"),
    }
}

/// The legal moves as they are written, in their order.
fn moves(rules: &Rules, position: &Position) -> String {
    rules
        .notations(position, &turn(rules, position))
        .expect("every move has a notation")
        .join(" ")
}

/// The position after some moves.
fn after(rules: &Rules, position: &Position, moves: &str) -> Position {
    moves
        .split_whitespace()
        .fold(position.clone(), |position, text| {
            let found = rules.find_move(&position, &turn(rules, &position), text);
            rules
                .play(&position, &[found.unwrap_or_else(|none| panic!("{none}"))])
                .expect("a legal move can be played")
        })
}

/// What `X` is in all answers to a question.
fn all_x(rules: &Rules, position: &Position, question: &str) -> Vec<String> {
    let answers = rules
        .query(position, question)
        .unwrap_or_else(|failure| panic!("{failure}"));
    let x = |answer: Answer| {
        let value = answer.get("X").expect("the question has an X");
        value
            .as_text()
            .map_or_else(|| value.to_string(), str::to_owned)
    };
    answers
        .map(|answer| x(answer.expect("the rules can be followed")))
        .collect()
}

/// Whether a question has an answer.
fn holds(rules: &Rules, position: &Position, question: &str) -> bool {
    let mut answers = rules
        .query(position, question)
        .unwrap_or_else(|failure| panic!("{failure}"));
    answers.next().is_some_and(|answer| answer.is_ok())
}

fn role(rules: &Rules, name: &str) -> Role {
    rules.role(name).expect("white and black play")
}

/// What a heuristic says for a side.
fn value(rules: &Rules, position: &Position, heuristic: &str, side: &str) -> i64 {
    let number = rules.heuristic(heuristic).expect("the heuristic is there");
    rules
        .evaluate(position, number, role(rules, side))
        .expect("the rules can be followed")
}

/// The results of White and Black; the game must be over.
fn results(rules: &Rules, position: &Position) -> (u8, u8) {
    assert!(
        rules.over(position).expect("the rules can be followed"),
        "the game goes on"
    );
    let goal = |side| {
        rules
            .goal(position, role(rules, side))
            .expect("a finished game has results")
    };
    (goal("white"), goal("black"))
}

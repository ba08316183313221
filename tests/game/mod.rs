//! Floor 2: games that are given by rules.

mod after;
mod board;
mod broken;
mod effects;
mod faults;
mod fingerprint;
mod fluents;
mod levels;
mod limits;
mod lookup;
mod notation;
mod othello;
mod othello_computer;
mod path;
pub mod perft;
mod placements;
mod positions;
mod roles;
mod vocabulary;

use regola::game::{Game, Move, Position, Role, Rules, Turn};

/// A game of a rule file that has no faults.
fn game(text: &str) -> Rules {
    Rules::from_text(text).unwrap_or_else(|failure| panic!("{failure}"))
}

/// A game of the folder `games`.
pub fn shipped(name: &str) -> Rules {
    let path = format!("{}/games/{name}.rules", env!("CARGO_MANIFEST_DIR"));
    Rules::load(path).unwrap_or_else(|failure| panic!("{failure}"))
}

/// Othello as the lecture of 2007 has it.
fn lecture() -> Rules {
    shipped("othello-2007")
}

fn legal(rules: &Rules, position: &Position) -> Vec<Move> {
    rules
        .legal_moves(position)
        .unwrap_or_else(|error| panic!("{}", rules.failure(&error)))
}

/// The legal moves as they are written.
fn written(rules: &Rules, position: &Position) -> Vec<String> {
    rules
        .notations(position, &legal(rules, position))
        .expect("every move can be written")
}

fn play(rules: &Rules, position: &Position, moves: &[Move]) -> Position {
    rules
        .play(position, moves)
        .unwrap_or_else(|error| panic!("{}", rules.failure(&error)))
}

/// The position after moves as they are written, one role at a time.
fn follow(rules: &Rules, position: &Position, line: &str) -> Position {
    line.split_whitespace()
        .fold(position.clone(), |position, typed| {
            let found = rules.find_move(&position, &legal(rules, &position), typed);
            play(rules, &position, &[found.expect("the move is legal")])
        })
}

/// The answers to a question as text.
fn ask(rules: &Rules, position: &Position, question: &str) -> Vec<String> {
    let answers = rules
        .query(position, question)
        .unwrap_or_else(|failure| panic!("{failure}"));
    answers
        .map(|answer| {
            answer
                .unwrap_or_else(|error| panic!("{}", rules.failure(&error)))
                .to_string()
        })
        .collect()
}

/// Whether a question has an answer.
fn holds(rules: &Rules, position: &Position, question: &str) -> bool {
    !ask(rules, position, question).is_empty()
}

/// The facts of a position, as they are written in a rule file.
pub fn facts(rules: &Rules, position: &Position) -> Vec<String> {
    position
        .facts(rules.schema())
        .iter()
        .map(ToString::to_string)
        .collect()
}

/// The positions of a random game, from the start to the end or to a number of plies.
fn random_game(rules: &Rules, seed: u64, plies: usize) -> Vec<Position> {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut positions = vec![rules.initial()];
    while positions.len() <= plies {
        let position = &positions[positions.len() - 1];
        let movers = match rules.turn(position).expect("the rules can be followed") {
            Turn::Over => break,
            Turn::Single(role, moves) => vec![(role, moves)],
            Turn::Joint(movers) => movers,
        };
        let chosen: Vec<Move> = movers
            .into_iter()
            .filter_map(|(_, moves)| random.choice(moves))
            .collect();
        let next = play(rules, position, &chosen);
        positions.push(next);
    }
    positions
}

/// The role to move and its moves.
fn single(rules: &Rules, position: &Position) -> (Role, Vec<Move>) {
    match rules.turn(position).expect("the rules can be followed") {
        Turn::Single(role, moves) => (role, moves),
        other => panic!("one role should be to move, not {other:?}"),
    }
}

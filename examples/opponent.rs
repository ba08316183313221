//! A game with a computer opponent: you play Othello in a terminal, against level `easy`.
//!
//! ```sh
//! cargo run --release --example opponent
//! ```

use std::error::Error;
use std::io::{self, BufRead, Write};

use regola::engine::Engine;
use regola::game::{FindMoveError, Game, Position, Role, Rules, Turn};
use regola::search::{Options, Unwatched};

fn main() -> Result<(), Box<dyn Error>> {
    let rules = Rules::load("games/othello.rules")?;
    play(&rules, &mut io::stdin().lock(), &mut io::stdout())
}

/// Plays a game: the first role types its moves, one a line; the program plays the other role.
pub fn play(
    rules: &Rules,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
) -> Result<(), Box<dyn Error>> {
    let engine = Engine::quickest(rules);
    let level = rules.level("easy").ok_or("the game has no level `easy`")?;
    let options = Options::of_level(rules, level, 0)?;
    let mut position = rules.initial();
    loop {
        draw(rules, &position, output)?;
        let (role, moves) = match rules.turn(&position)? {
            Turn::Over => break,
            Turn::Single(role, moves) => (role, moves),
            Turn::Joint(_) => return Err("this program plays games with turns".into()),
        };
        let chosen = if role == Role(0) {
            write!(output, "your move: ")?;
            output.flush()?;
            let mut typed = String::new();
            if input.read_line(&mut typed)? == 0 {
                return Ok(());
            }
            match rules.find_move(&position, &moves, &typed) {
                Ok(chosen) => chosen,
                Err(FindMoveError::Rules(error)) => return Err(error.into()),
                Err(reason) => {
                    writeln!(output, "{reason}")?;
                    continue;
                }
            }
        } else {
            let best = engine.best(&position, &options, &mut Unwatched)?;
            best.best_move().unwrap_or(&moves[0]).clone()
        };
        let written = rules.notation(&position, &chosen)?;
        writeln!(output, "{} plays {written}", rules.role_name(role))?;
        position = rules.play(&position, &[chosen])?;
    }
    for (role, goal) in rules.role_names().iter().zip(rules.goals(&position)?) {
        writeln!(output, "{role}: {goal} points")?;
    }
    Ok(())
}

fn draw(rules: &Rules, position: &Position, output: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    if let Some(board) = rules.board(position)? {
        write!(output, "{board}")?;
    }
    Ok(())
}

//! A logic program that is not a game: questions about a family, and a reason for an answer.
//!
//! ```sh
//! cargo run --release --example family
//! ```

use std::error::Error;
use std::fmt::Write as _;
use std::io::{self, Write as _};

use regola::game::{Game, Rules};
use regola::logic::Limits;
use regola::logic::proof::Bounds;
use regola::syntax::load::MemoryReader;

const FAMILY: &str = "\
parent(rhea, zeus).
parent(zeus, athena).
parent(zeus, apollo).
parent(apollo, asclepius).

ancestor(A, B) :- parent(A, B).
ancestor(A, B) :- parent(A, C), ancestor(C, B).
";

fn main() -> Result<(), Box<dyn Error>> {
    io::stdout().write_all(told()?.as_bytes())?;
    Ok(())
}

/// The answers to some questions.
pub fn told() -> Result<String, Box<dyn Error>> {
    // A draft may lack what makes a program a game. The limits bound every question.
    let reader = MemoryReader::new().with("family.rules", FAMILY);
    let family = Rules::draft(&reader, "family.rules", Limits::default())?;
    // A program without fluents has one position, without facts.
    let position = family.initial();

    let mut told = String::new();
    for answer in family.query(&position, "ancestor(zeus, Who)")? {
        let answer = answer?;
        let who = answer.get("Who").ok_or("the question has this variable")?;
        writeln!(told, "{who} descends from zeus")?;
    }
    let count = family.query(&position, "aggregate_all(count, ancestor(_, _), N)")?;
    for answer in count {
        writeln!(told, "pairs: {}", answer?)?;
    }
    let reason = family.explain(&position, "ancestor(rhea, asclepius)", Bounds::default())?;
    writeln!(told, "{reason}")?;
    Ok(told)
}

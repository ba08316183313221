//! `regola best`: the best move of a position.

use std::io::{self, Write};
use std::time::Duration;

use clap::Args;
use regola::game::{Error, Game, Move, Position, Rules};
use regola::search::{self, Best};
use serde_json::json;

use crate::interrupt::Interrupt;
use crate::json::Object;
use crate::opening::Start;
use crate::strength::{SearchOptions, Strength};
use crate::trouble::{Explain, Trouble};
use crate::watching::Watching;
use crate::{Outcome, json};

/// Search the best move of a position: its value, its line and the positions looked at
#[derive(Args, Debug)]
#[command(after_help = "With --json an estimate is a plain number. A decided game has \"result\" too, and a value \
                        beyond every estimate: 10^15 and one more for each point of the goal above 50 (so a win is \
                        1000000000000050), negative below.

Example:
  regola best games/othello.rules --depth 5 --heuristic discs")]
pub struct Options {
    #[command(flatten)]
    start: Start,
    #[command(flatten)]
    search: SearchOptions,
    /// Value every legal move and not only the best
    #[arg(long)]
    all: bool,
    /// Print one line of JSON
    #[arg(long)]
    json: bool,
}

pub fn run(options: &Options, out: &mut dyn Write) -> Result<Outcome, Trouble> {
    let opened = options.start.open()?;
    let rules = &opened.rules;
    let strength = options.search.strength(rules).map_err(Trouble::Use)?;
    let options_of_search = strength.options(options.all);
    let answer = Answer::search(rules, opened.position(), &options_of_search, &opened.interrupt)?;
    if options.json {
        json::write(out, &answer.object().into())?;
    } else {
        answer.print(&strength, out)?;
    }
    Ok(Outcome::Done)
}

/// The answer of a search with its moves as they are written.
pub struct Answer {
    best: Best<Move>,
    time: Duration,
    role: String,
    /// The principal variation.
    line: Vec<String>,
    /// The moves at the root, where each was valued.
    all: Vec<String>,
}

impl Answer {
    /// Searches the best move.
    pub fn search(
        rules: &Rules,
        position: &Position,
        options: &search::Options,
        interrupt: &Interrupt,
    ) -> Result<Self, Trouble> {
        let mut watching = Watching::new(interrupt, "moves");
        let best = search::best(rules, position, options, &mut watching).explain(rules)?;
        let time = watching.elapsed();
        let line = written_line(rules, position, &best.line).explain(rules)?;
        let all = best.root_moves.iter().map(|root| rules.notation(position, &root.played));
        let all = all.collect::<Result<_, _>>().explain(rules)?;
        Ok(Answer { role: rules.role_name(best.role), line, all, time, best })
    }

    fn object(&self) -> Object {
        let mut object = Object::new();
        object.insert("role".to_owned(), json!(self.role));
        object.insert("move".to_owned(), json!(self.line.first()));
        json::put_value(&mut object, self.best.value);
        object.insert("line".to_owned(), json!(self.line));
        object.insert("nodes".to_owned(), json!(self.best.nodes));
        if !self.all.is_empty() {
            object.insert("moves".to_owned(), self.every_move());
        }
        object
    }

    fn every_move(&self) -> serde_json::Value {
        let valued = self.all.iter().zip(&self.best.root_moves).map(|(text, root)| {
            let mut object = Object::new();
            object.insert("move".to_owned(), json!(text));
            json::put_value(&mut object, root.value);
            serde_json::Value::from(object)
        });
        valued.collect()
    }

    /// Prints it for a person.
    pub fn print(&self, strength: &Strength, out: &mut dyn Write) -> io::Result<()> {
        match self.line.first() {
            Some(best) => writeln!(out, "{} plays {best}", self.role)?,
            None => writeln!(out, "no move: the game is over, or the depth is 0")?,
        }
        writeln!(out, "value  {} for {} ({strength})", self.best.value, self.role)?;
        writeln!(out, "line   {}", self.line.join(" "))?;
        writeln!(out, "nodes  {} in {:.3} s", self.best.nodes, self.time.as_secs_f64())?;
        let widest = self.all.iter().map(|text| text.chars().count()).max().unwrap_or(0);
        for (text, root) in self.all.iter().zip(&self.best.root_moves) {
            writeln!(out, "  {text:<widest$}  {:>6}", root.value)?;
        }
        Ok(())
    }
}

/// How the moves of a line are written, each in its own position.
pub fn written_line(rules: &Rules, position: &Position, line: &[Move]) -> Result<Vec<String>, Error> {
    let mut position = position.clone();
    let mut written = Vec::new();
    for played in line {
        written.push(rules.notation(&position, played)?);
        position = rules.play(&position, std::slice::from_ref(played))?;
    }
    Ok(written)
}

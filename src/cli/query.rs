//! `regola query`: the answers to a goal.

use std::io::Write;

use clap::Args;
use regola::game::Answer;
use regola::logic::Term;
use serde_json::json;

use crate::json::Object;
use crate::opening::Start;
use crate::trouble::{Explain, Trouble};
use crate::{CommandOutcome, json};

/// Prove a goal in a position and print its answers, one on a line
#[derive(Args, Debug)]
#[command(after_help = "Exit status 1 if there is no answer.\n
Example:\n  regola query games/othello.rules 'legal(black, Move)' --moves \"f5 f6\"")]
pub struct QueryArguments {
    #[command(flatten)]
    start: Start,
    /// The goal, such as 'cell(X, Y, black)'
    #[arg(allow_hyphen_values = true)]
    goal: String,
    /// The limit on printed answers
    #[arg(long, value_name = "N")]
    limit: Option<usize>,
    /// Print a line of JSON for each answer
    #[arg(long)]
    json: bool,
}

pub fn run(options: &QueryArguments, out: &mut dyn Write) -> Result<CommandOutcome, Trouble> {
    let opened = options.start.open_draft()?;
    let rules = &opened.rules;
    let mut outcome = CommandOutcome::No;
    let answers = rules.query(opened.position(), &options.goal)?.to_be_shown();
    for answer in answers.take(options.limit.unwrap_or(usize::MAX)) {
        let answer = answer.explain(rules)?;
        outcome = CommandOutcome::Done;
        if options.json {
            json::write(out, &object(&answer).into())?;
        } else {
            writeln!(out, "{answer}")?;
        }
    }
    Ok(outcome)
}

/// Returns the bindings of an answer: integers as numbers, other terms as text that can be read
/// back.
fn object(answer: &Answer) -> Object {
    let value = |term: &Term| match term.as_integer() {
        Some(number) => json!(number),
        None => json!(term.to_string()),
    };
    answer
        .bindings
        .iter()
        .map(|(name, term)| (name.to_string(), value(term)))
        .collect()
}

//! `regola query`: the answers to a goal.

use std::io::Write;

use clap::Args;
use regola::game::Answer;
use regola::logic::Term;
use serde_json::json;

use crate::endgame::{self, TableOption};
use crate::json::Object;
use crate::opening::Start;
use crate::trouble::Trouble;
use crate::{CommandOutcome, json};

/// Prove a goal in a position and print its answers, one on a line
#[derive(Args, Debug)]
#[command(
    after_help = "With --table, solved(Role, Goal, Plies) has the goal that each role can force in the position, as far as it \
is known; Plies is `endless` if nobody can force an end, and may be `unknown`. A predicate solved/3 of the rules comes first.

Exit status 1 if there is no answer.

Examples:
  regola query games/othello.rules 'legal(black, Move)' --moves \"f5 f6\"
  regola query games/dodgem.rules 'solved(Role, Goal, Plies)' --table dodgem.table"
)]
pub struct QueryArguments {
    #[command(flatten)]
    start: Start,
    /// The goal, such as 'cell(X, Y, black)'
    #[arg(allow_hyphen_values = true)]
    goal: String,
    #[command(flatten)]
    table: TableOption,
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
    let position = opened.position();
    let answers = match options.table.read(rules)? {
        None => rules.query(position, &options.goal)?,
        Some(table) => {
            let known = endgame::solved_facts(&table, rules, position);
            rules.query_given(position, &options.goal, endgame::SOLVED, &known)?
        }
    };
    let mut answers = answers.to_be_shown();
    for _ in 0..options.limit.unwrap_or(usize::MAX) {
        let Some(answer) = answers.next() else { break };
        let answer = answer.map_err(|error| answers.failure(&error))?;
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

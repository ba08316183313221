//! `regola why`: the proof of a goal, or the conditions that failed.

use std::io::Write;

use clap::Args;
use regola::game::Explained;
use regola::logic::proof::{
    Attempt, Bounds, Explanation, Goal, Obstacle, Proof, Reason, Refutation, Trees,
};
use serde_json::{Value, json};

use crate::json::Object;
use crate::opening::Start;
use crate::trouble::Trouble;
use crate::{CommandOutcome, json};

/// Prove a goal in a position, or show why it fails
///
/// If the goal has an answer, the command prints the proof of the first one as a tree: each goal
/// with the file and line of its clause. If it has none, the command prints, for each clause that
/// could have answered, the first condition that failed.
#[derive(Args, Debug)]
#[command(after_help = "Exit status 1 if the goal fails.\n
Example:\n  regola why games/othello.rules 'legal(black, place(1, 1))'")]
pub struct WhyArguments {
    #[command(flatten)]
    start: Start,
    /// The goal, such as 'legal(black, place(3, 4))'
    #[arg(allow_hyphen_values = true)]
    goal: String,
    /// The depth of the tree
    #[arg(long, value_name = "N", default_value_t = Bounds::default().depth)]
    depth: usize,
    /// Print the tree as a line of JSON
    #[arg(long)]
    json: bool,
}

pub fn run(options: &WhyArguments, out: &mut dyn Write) -> Result<CommandOutcome, Trouble> {
    let opened = options.start.open()?;
    let bounds = Bounds {
        depth: options.depth,
        ..Bounds::default()
    };
    let explained = opened
        .rules
        .explain(opened.position(), &options.goal, bounds)?;
    match options.json {
        true => json::write(out, &tree(&explained))?,
        false => write!(out, "{explained}")?,
    }
    Ok(if explained.holds() {
        CommandOutcome::Done
    } else {
        CommandOutcome::No
    })
}

fn tree(explained: &Explained) -> Value {
    let trees = Trees::new(&explained.sources);
    match &explained.explanation {
        Explanation::Holds(proofs) => json!({"holds": true, "proofs": proofs_of(proofs, trees)}),
        Explanation::Fails(refutation) => {
            json!({"holds": false, "failure": failure(refutation, trees)})
        }
    }
}

fn proofs_of(proofs: &[Proof], trees: Trees) -> Vec<Value> {
    proofs.iter().map(|each| proof(each, trees)).collect()
}

fn proof(proof: &Proof, trees: Trees) -> Value {
    let mut object = Object::new();
    object.insert("goal".to_owned(), json!(proof.goal.to_string()));
    let by = match &proof.reason {
        Reason::Clause { place, premises } => {
            object.insert("clause".to_owned(), json!(trees.place(*place)));
            object.insert("premises".to_owned(), json!(proofs_of(premises, trees)));
            return object.into();
        }
        Reason::Elsewhere { premises } => {
            object.insert("premises".to_owned(), json!(proofs_of(premises, trees)));
            return object.into();
        }
        Reason::Position => "position",
        Reason::Given => "assumption",
        Reason::Engine => "built-in",
        Reason::Negation => "negation",
        Reason::Cases(_) => "cases",
        Reason::Unexplored => "unexplored",
    };
    object.insert("by".to_owned(), json!(by));
    object.into()
}

fn failure(refutation: &Refutation, trees: Trees) -> Value {
    let mut object = Object::new();
    object.insert("goal".to_owned(), json!(refutation.goal.to_string()));
    let (key, value) = match &refutation.obstacle {
        Obstacle::NoHead { arguments, .. } => ("fits_no_clause", json!(arguments)),
        Obstacle::Attempts { attempts, .. } => (
            "attempts",
            attempts
                .iter()
                .map(|attempt| attempt_of(attempt, trees))
                .collect(),
        ),
        Obstacle::Position { instead, .. } => ("position_holds", texts(instead)),
        Obstacle::Given => ("by", json!("assumption")),
        Obstacle::Engine(result) => ("built_in", json!(result)),
        Obstacle::Holds(proofs) => ("denied_goal_holds", json!(proofs_of(proofs, trees))),
        Obstacle::Elsewhere(inner) => ("fails_there", failure(inner, trees)),
        Obstacle::Counterexample(inner) => ("counterexample", failure(inner, trees)),
        Obstacle::Circular => ("by", json!("itself")),
        Obstacle::Error(error) => ("error", json!(error.to_string())),
        Obstacle::Unexplored => ("by", json!("unexplored")),
    };
    object.insert(key.to_owned(), value);
    object.into()
}

fn attempt_of(attempt: &Attempt, trees: Trees) -> Value {
    json!({
        "clause": attempt.clause.map(|place| trees.place(place)),
        "condition": attempt.condition.as_written(),
        "place": trees.place(attempt.condition.place),
        "bindings": bindings(&attempt.condition),
        "ways": attempt.ways,
        "cases": attempt.cases.iter().map(|case| failure(case, trees)).collect::<Vec<_>>(),
    })
}

fn bindings(goal: &Goal) -> Object {
    goal.bindings()
        .into_iter()
        .map(|(name, value)| (name.to_string(), json!(value.to_string())))
        .collect()
}

fn texts<T: ToString>(terms: &[T]) -> Value {
    terms.iter().map(ToString::to_string).collect()
}

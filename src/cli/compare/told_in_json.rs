//! A comparison as JSON.

use regola::compare::{
    Aspect, CompareReport, CompareVerdict, Cost, Difference, DifferenceSide, Pair,
};
use serde_json::{Value, json};

use super::told_in_text::ratio;
use crate::json::seconds;

pub fn object(files: &[&str], report: &CompareReport) -> Value {
    let extent = report.extent;
    let verdicts: Vec<Value> = report
        .verdicts
        .iter()
        .enumerate()
        .map(|(at, given)| {
            let mut object =
                json!({ "file": files[at + 1], "boards": report.boards[at], "equal": true });
            if let CompareVerdict::Differs(difference) = given {
                put_difference(&mut object, difference);
            }
            object
        })
        .collect();
    let matrix: Vec<Vec<Value>> = report
        .matrix
        .iter()
        .map(|row| row.iter().map(pair).collect())
        .collect();
    let costs: Vec<Value> = files
        .iter()
        .zip(&report.costs)
        .map(|(file, given)| cost(file, given, &report.costs[0]))
        .collect();
    json!({
        "first": files[0],
        "equal": report.all_equal(),
        "depth": extent.depth,
        "complete": extent.complete,
        "positions": extent.positions,
        "moves": extent.moves,
        "games": extent.games,
        "stopped": report.stopped,
        "others": verdicts,
        "matrix": matrix,
        "costs": costs,
    })
}

fn put_difference(object: &mut Value, difference: &Difference) {
    object["equal"] = json!(false);
    object["line"] = json!(difference.line);
    object["line_in_other"] = json!(difference.line_in_other);
    object["shortest"] = json!(difference.shortest);
    object["differences"] = difference.aspects.iter().map(aspect).collect();
}

fn side(side: DifferenceSide) -> &'static str {
    match side {
        DifferenceSide::First => "first",
        DifferenceSide::Other => "other",
    }
}

fn aspect(aspect: &Aspect) -> Value {
    match aspect {
        Aspect::Roles {
            only_first,
            only_other,
        } => {
            json!({ "kind": "roles", "only_first": only_first, "only_other": only_other })
        }
        Aspect::Squares {
            first,
            other,
            only_first,
        } => {
            json!({ "kind": "squares", "first": first, "other": other, "only_first": only_first })
        }
        Aspect::Board { first, other } => {
            json!({ "kind": "board", "first": first, "other": other })
        }
        Aspect::Over { side: over } => json!({ "kind": "over", "in": side(*over) }),
        Aspect::Movers {
            first,
            first_in_other,
            other,
        } => {
            json!({ "kind": "movers", "first": first, "first_in_other": first_in_other, "other": other })
        }
        Aspect::Moves {
            role,
            role_in_other,
            only_first,
            only_other,
        } => json!({
            "kind": "moves",
            "role": role,
            "role_in_other": role_in_other,
            "only_first": only_first,
            "only_other": only_other,
        }),
        Aspect::Goal {
            role,
            role_in_other,
            first,
            other,
        } => {
            json!({ "kind": "goal", "role": role, "role_in_other": role_in_other, "first": first, "other": other })
        }
        Aspect::SharedNotation {
            side: shared,
            text,
            moves,
        } => {
            json!({ "kind": "shared-notation", "in": side(*shared), "text": text, "moves": moves })
        }
        Aspect::Fails {
            side: failing,
            failure,
        } => {
            let titles: Vec<&str> = failure
                .diagnostics
                .iter()
                .map(|fault| fault.title.as_str())
                .collect();
            json!({ "kind": "fails", "in": side(*failing), "faults": titles })
        }
    }
}

fn pair(pair: &Pair) -> Value {
    match pair {
        Pair::Equal => json!("equal"),
        Pair::DifferAfter(line) => json!(line),
        Pair::Unknown => Value::Null,
    }
}

fn cost(file: &str, cost: &Cost, first: &Cost) -> Value {
    let rounded = |number: f64| (number * 10.0).round() / 10.0;
    json!({
        "file": file,
        "clauses": cost.clauses,
        "lines": cost.lines,
        "positions": cost.positions,
        "steps": cost.steps,
        "steps_per_position": rounded(cost.steps_each()),
        "bytes_per_position": rounded(cost.bytes_each()),
        "seconds": seconds(cost.time),
        "time_ratio": ratio(cost, first),
    })
}

//! Searches as JSON: one line for each work.

use std::io::{self, Write};

use serde_json::{Value, json};

use super::measure::SearchMeasure;
use super::row::SearchRow;
use crate::json::{self, Object};

/// Prints one line for each work; if `is_counted`, only what does not depend on a clock.
pub fn print(rows: &[SearchRow], is_counted: bool, out: &mut dyn Write) -> io::Result<()> {
    rows.iter()
        .try_for_each(|row| json::write(out, &object(row, is_counted)))
}

fn object(row: &SearchRow, is_counted: bool) -> Value {
    let SearchRow {
        work,
        task,
        regola,
        other,
    } = row;
    let mut object = json!({ "work": work.name, "game": work.game, "of": task.to_string() });
    let [own, others] = match task.has_answer() {
        true => ["regola", "by_hand"],
        false => ["tree", "random_games"],
    };
    let side = if task.has_answer() { searched } else { played };
    object[own] = side(regola, is_counted).into();
    object[others] = side(other, is_counted).into();
    if !is_counted {
        object["ratio"] = json!(row.ratio());
    }
    if task.has_answer() {
        let values = regola.answer.values.iter();
        let values: Vec<String> = values.map(ToString::to_string).collect();
        object["values"] = json!(values);
        object["move"] = json!(regola.answer.best);
        object["differences"] = json!(row.differences());
    }
    object
}

/// Returns the nodes and the time of a search.
fn searched(side: &SearchMeasure, is_counted: bool) -> Object {
    let mut object = Object::new();
    object.insert("nodes".to_owned(), json!(side.answer.nodes));
    if !is_counted {
        object.insert("seconds".to_owned(), json!(json::seconds(side.time())));
    }
    object
}

/// Returns the playouts, their plies, and the playouts in a second.
fn played(side: &SearchMeasure, is_counted: bool) -> Object {
    let mut object = Object::new();
    object.insert("playouts".to_owned(), json!(side.answer.playouts));
    object.insert("plies".to_owned(), json!(side.answer.nodes));
    if !is_counted {
        object.insert("per_second".to_owned(), json!(side.speed()));
    }
    object
}

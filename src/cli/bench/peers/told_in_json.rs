//! The games and their forms as JSON: one line for each game.

use std::io::{self, Write};

use serde_json::{Value, json};

use super::games::KnownCount;
use super::measure::{FormMeasure, FormWork, ratio};
use super::row::PeerRow;
use super::size::CompiledSize;
use super::told_in_text::RATIOS;
use crate::json::{self, Object};

/// Prints one line for each game; if `is_counted`, only what does not depend on a clock.
pub fn print(rows: &[PeerRow], is_counted: bool, out: &mut dyn Write) -> io::Result<()> {
    rows.iter()
        .try_for_each(|row| json::write(out, &object(row, is_counted)))
}

fn object(row: &PeerRow, is_counted: bool) -> Value {
    let mut object = json!({
        "game": row.game.name,
        "clauses": row.clauses,
        "compiled": row.size.map(size),
        "machine_keeps": row.kept,
        "differences": row.differences(),
    });
    if is_counted {
        return object;
    }
    object["load"] = json!({ "seconds": json::seconds(row.load) });
    object["compile"] = json!({ "seconds": json::seconds(row.compile) });
    let works = |is_wanted: fn(FormWork) -> bool| -> Vec<Value> {
        row.works
            .iter()
            .filter(|(work, _)| is_wanted(*work))
            .map(|(work, cells)| speeds(*work, cells))
            .collect()
    };
    object["perft"] = works(|work| work != FormWork::Playouts).into();
    object["playouts"] = works(|work| work == FormWork::Playouts)
        .pop()
        .unwrap_or_default();
    object
}

fn size(size: CompiledSize) -> Value {
    let CompiledSize {
        moves,
        nodes,
        families,
        operations,
        turn,
        words,
        bytes,
    } = size;
    json!({ "moves": moves, "nodes": nodes, "families": families, "operations": operations, "turn_operations": turn,
        "words": words, "bytes": bytes })
}

/// Returns the speed of each form, in leaves or games per second, and the ratios.
fn speeds(work: FormWork, cells: &[FormMeasure]) -> Value {
    let mut object = Object::new();
    if let FormWork::Perft(KnownCount { depth, leaves }) = work {
        object.insert("depth".to_owned(), json!(depth));
        object.insert("leaves".to_owned(), json!(leaves));
    }
    for cell in cells {
        object.insert(cell.kind.id().to_owned(), json!(cell.speed()));
    }
    for kinds in RATIOS {
        if let Some(ratio) = ratio(cells, kinds) {
            object.insert(kinds.map(|kind| kind.id()).join("/"), json!(ratio));
        }
    }
    object.into()
}

//! A position that a person sets up on the board, piece by piece. It may be impossible until it is finished.

use std::collections::BTreeMap;

use super::board::drawn;
use super::course::{Course, POSITION, lines};
use super::limits;
use super::protocol::{Placed, ShownSketch, SketchPiece, SketchValue};
use crate::game::{Position, Rules};
use crate::logic::{Domain, Relation, Storage, Term};
use crate::picture::svg_of_piece;
use crate::session::{Explain, Trouble};

/// Shows the position with these facts, after `placed` has been changed in it.
pub fn sketch(
    course: &Course,
    facts: &str,
    placed: Option<&Placed>,
) -> Result<ShownSketch, Trouble> {
    let (rules, appearance) = (course.rules(), course.appearance());
    let placements = course.placements()?;
    let before = rules.unfinished_position(POSITION, facts)?;
    let position = match placed {
        None => before,
        Some(Placed::Piece { square, glyph }) => put(course, &before, square, glyph.as_deref())?,
        Some(Placed::Value { fluent, value }) => {
            with_value(rules, &before, fluent, value.as_deref())?
        }
    };
    let present = position.facts(rules.schema());
    let facts = match placed {
        // Somebody who types keeps the text as it is.
        None => facts.to_owned(),
        Some(_) => lines(&present),
    };
    let board = rules.board(&position).explain(rules)?;
    let board = board.filter(|board| board.columns * board.rows <= limits::SQUARES);
    let mut drawings = BTreeMap::new();
    let mut pieces = Vec::new();
    for glyph in placements.glyphs() {
        if let Some(piece) = appearance.piece(glyph) {
            drawings.insert(glyph.to_owned(), svg_of_piece(&piece));
            pieces.push(SketchPiece {
                glyph: glyph.to_owned(),
                said: piece.to_string(),
            });
        }
    }
    let relations = rules.schema().relations().iter();
    Ok(ShownSketch {
        facts,
        board: board.map(|board| drawn(&board, appearance)),
        pieces,
        drawings,
        values: relations
            .filter_map(|relation| value(relation, &present))
            .collect(),
    })
}

/// The position with a glyph on the square of this name.
fn put(
    course: &Course,
    before: &Position,
    square: &str,
    glyph: Option<&str>,
) -> Result<Position, Trouble> {
    let (rules, placements) = (course.rules(), course.placements()?);
    let board = rules.board(before).explain(rules)?;
    let named = board.and_then(|board| {
        board
            .squares()
            .find(|(column, row)| board.square_name(*column, *row).as_deref() == Some(square))
    });
    let (column, row) =
        named.ok_or_else(|| Trouble::Use(format!("there is no square `{square}`")))?;
    // An empty square may have a fact of its own.
    let appearance = course.appearance();
    let empty = || {
        placements
            .glyphs_at(column, row)
            .find(|glyph| appearance.piece(glyph).is_none())
    };
    let put = placements.put(before, (column, row), glyph.or_else(empty));
    put.ok_or_else(|| {
        Trouble::Use(format!(
            "no fact of this game puts `{}` on {square}",
            glyph.unwrap_or_default()
        ))
    })
}

/// The position with another value of a fluent without keys; without a value the fluent has none.
fn with_value(
    rules: &Rules,
    position: &Position,
    fluent: &str,
    value: Option<&str>,
) -> Result<Position, Trouble> {
    let schema = rules.schema();
    let no_such = || Trouble::Use(format!("`{fluent}` cannot have this value"));
    let domain = schema.relation(fluent, 1).and_then(lone_values);
    let terms = domain.ok_or_else(no_such)?.terms().iter();
    let fact = |term: &Term| schema.fact(&Term::compound(fluent, [term])).ok();
    match value {
        Some(value) => {
            let mut named = terms.filter(|term| term.to_string() == value);
            let fact = named.next().and_then(fact).ok_or_else(no_such)?;
            Ok(position.with(&fact))
        }
        None => Ok(terms
            .filter_map(fact)
            .fold(position.clone(), |position, fact| position.without(&fact))),
    }
}

/// The domain of a fluent without keys that is small enough to choose from.
fn lone_values(relation: &Relation) -> Option<&Domain> {
    match &relation.storage {
        Storage::Dense(fluent) if fluent.keys.is_empty() => fluent.value.as_deref(),
        _ => None,
    }
    .filter(|domain| domain.size() <= limits::CHOSEN_VALUES)
}

/// A fluent without keys, with its value in a position.
fn value(relation: &Relation, facts: &[Term]) -> Option<SketchValue> {
    let values = lone_values(relation)?.terms();
    let name = &*relation.name;
    let own = facts.iter().find(|fact| fact.functor() == Some((name, 1)));
    Some(SketchValue {
        fluent: name.to_owned(),
        values: values.iter().map(ToString::to_string).collect(),
        value: own.and_then(|fact| fact.arguments().first().map(ToString::to_string)),
    })
}

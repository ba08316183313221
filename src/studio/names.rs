//! Where a name of a rule file is defined and used, and giving it another name.

use std::collections::BTreeMap;

use super::limits;
use super::protocol::{FilePlace, NamePlace, NamePlaces, NewTexts, TextPlace};
use super::units::{UnitIndex, byte};
use crate::language::{Edit, FileRange, Workspace};
use crate::session::Trouble;

/// The place where the name at an offset is defined.
pub fn definition(workspace: &Workspace, at: &TextPlace) -> Option<FilePlace> {
    let found = workspace.definition(&at.path, byte(&at.text, at.at))?;
    let index = UnitIndex::new(workspace.text(&found.path)?);
    Some(place(&found, &index))
}

/// All places of the name at an offset, each with its line.
pub fn references(workspace: &Workspace, at: &TextPlace) -> NamePlaces {
    let offset = byte(&at.text, at.at);
    let name = workspace
        .entity(&at.path, offset)
        .map(|(entity, _)| entity.shown());
    let found = workspace.references(&at.path, offset, true);
    let mut indexes: BTreeMap<&str, UnitIndex<'_>> = BTreeMap::new();
    let mut places = Vec::new();
    for range in found.iter().take(limits::NAME_PLACES) {
        let Some(text) = workspace.text(&range.path) else {
            continue;
        };
        let index = indexes
            .entry(&range.path)
            .or_insert_with(|| UnitIndex::new(text));
        let (line, code) = index.line(range.range.start);
        places.push(NamePlace {
            place: place(range, index),
            line,
            code: code.trim().to_owned(),
        });
    }
    NamePlaces {
        name: name.unwrap_or_default(),
        places,
    }
}

/// The texts in which the name at an offset is `name`.
pub fn rename(workspace: &Workspace, at: &TextPlace, name: &str) -> Result<NewTexts, Trouble> {
    let edits = workspace
        .rename(&at.path, byte(&at.text, at.at), name)
        .map_err(|error| Trouble::Use(error.to_string()))?;
    let mut texts: BTreeMap<String, String> = BTreeMap::new();
    // The places come in their order: from the end, those before stay where they are.
    for Edit { place, text } in edits.into_iter().rev() {
        let path = place.path.to_string();
        let Some(old) = workspace.text(&place.path) else {
            continue;
        };
        let changed = texts.entry(path).or_insert_with(|| old.to_string());
        changed.replace_range(place.range, &text);
    }
    Ok(NewTexts { texts })
}

fn place(range: &FileRange, index: &UnitIndex<'_>) -> FilePlace {
    FilePlace {
        path: range.path.to_string(),
        from: index.unit(range.range.start),
        to: index.unit(range.range.end),
    }
}

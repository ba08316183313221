//! Messages for unknown names, with the known ones.

use crate::logic::nearest;

/// Returns the message that there is no `kind` with the name `typed`, with the nearest known name
/// and all known names.
#[must_use]
pub fn unknown<'a>(kind: &str, typed: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let known: Vec<&str> = known.into_iter().collect();
    let nearest = match nearest(typed, known.iter().copied()) {
        Some(name) => format!(", the nearest is `{name}`"),
        None => String::new(),
    };
    match known.as_slice() {
        [] => format!("there is no {kind} `{typed}`; the rule file has none"),
        known => format!(
            "there is no {kind} `{typed}`{nearest}; known: {}",
            known.join(", ")
        ),
    }
}

/// Returns the command `typed`, or the only command that begins with `typed`.
///
/// # Errors
/// When there is no such command, or several begin with `typed`.
pub fn command<'a>(typed: &str, known: &[&'a str]) -> Result<&'a str, String> {
    if let Some(exact) = known.iter().find(|name| **name == typed) {
        return Ok(exact);
    }
    let begun: Vec<&str> = known
        .iter()
        .copied()
        .filter(|name| name.starts_with(typed))
        .collect();
    match begun.as_slice() {
        [only] => Ok(only),
        [] => Err(unknown("command", typed, known.iter().copied())),
        several => Err(format!(
            "`{typed}` may mean several commands: {}",
            several.join(", ")
        )),
    }
}

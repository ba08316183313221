//! The option `--only`: the works of a table with certain names.

use crate::trouble::Trouble;

/// Returns the works with these names, in the order of the table; without names the works that are
/// usual. `kind` is what all of them are called.
pub fn named<T>(
    table: &'static [T],
    names: &[String],
    name_of: fn(&T) -> &'static str,
    kind: &str,
    is_usual: impl Fn(&T) -> bool,
) -> Result<Vec<&'static T>, Trouble> {
    let names: Vec<&str> = names.iter().map(|name| name.trim()).collect();
    let known: Vec<&str> = table.iter().map(name_of).collect();
    if let Some(name) = names.iter().find(|name| !known.contains(name)) {
        return Err(Trouble::Use(format!(
            "`{name}` is none of the {kind}: {}",
            known.join(", ")
        )));
    }
    let is_asked_for = |work: &&T| match names.as_slice() {
        [] => is_usual(work),
        names => names.contains(&name_of(work)),
    };
    Ok(table.iter().filter(is_asked_for).collect())
}

//! Finds the name that was probably meant by a misspelt one.

use std::cell::Cell;

/// Longer names, in bytes, are not compared: a comparison takes time with the square of the length.
const LONGEST: usize = 100;

/// Returns the name nearest to a misspelt one, if one is near: at least 0.75 by the similarity of
/// W. E. Winkler (1990), which favours a common beginning. The alphabet decides between equally
/// near names. Very long names are near to none. Nor are two names near if one is more than twice
/// as long as the other: `p` is no misspelt `plus`.
pub fn nearest<'a>(wrong: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    if wrong.len() > LONGEST {
        return None;
    }
    let rated = names
        .filter(|name| name.len() <= LONGEST)
        .filter(|name| name.len() <= 2 * wrong.len() && wrong.len() <= 2 * name.len())
        .map(|name| (strsim::jaro_winkler(wrong, name), name));
    let best = rated
        .filter(|(similarity, _)| *similarity >= 0.75)
        .max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(a.1)));
    best.map(|(_, name)| name)
}

/// Finds the names that were meant by many misspelt ones. Each misspelt name is compared with all
/// known names, so the number of comparisons is limited.
#[derive(Debug)]
pub struct Suggestions {
    left: Cell<usize>,
}

impl Suggestions {
    /// The maximum number of comparisons for one program.
    pub const MOST_COMPARED: usize = 200_000;

    /// The [`nearest`] of these names; `None` once [`Self::MOST_COMPARED`] names have been
    /// compared.
    pub fn nearest<'a>(
        &self,
        wrong: &str,
        names: impl Iterator<Item = &'a str>,
    ) -> Option<&'a str> {
        if self.left.get() == 0 {
            return None;
        }
        let compared = names.inspect(|_| self.left.set(self.left.get().saturating_sub(1)));
        nearest(wrong, compared)
    }
}

impl Default for Suggestions {
    fn default() -> Self {
        Self {
            left: Cell::new(Self::MOST_COMPARED),
        }
    }
}

//! The name that somebody probably meant.

/// The name nearest to a misspelt one, if one is near: at least 0.75 by the similarity of W. E.
/// Winkler (1990), which favours a common beginning. Equal ones go by the alphabet.
pub fn nearest<'a>(wrong: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let rated = names.map(|name| (strsim::jaro_winkler(wrong, name), name));
    let best =
        rated.filter(|(similarity, _)| *similarity >= 0.75).max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(a.1)));
    best.map(|(_, name)| name)
}

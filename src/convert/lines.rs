//! Which facts of a rule file share a line: short ones about the same, as in `role(white).  role(black).`

use crate::syntax::format::MAX_WIDTH;
use crate::syntax::tree::Clause;

/// The length of a fact that may share a line, so that a line has three at least.
const LONGEST: usize = MAX_WIDTH / 3;

/// Whether a clause stands on the line of the clause before it, which is the last line of the text so far.
pub(super) fn is_shared(text: &str, before: &Clause, clause: &Clause) -> bool {
    let line = text.lines().next_back().unwrap_or_default();
    let written = clause.to_string();
    clause.comment.is_empty()
        && subject(clause).is_some_and(|subject| Some(subject) == self::subject(before))
        && before.to_string().len().max(written.len()) <= LONGEST
        && line.len() + 2 + written.len() <= MAX_WIDTH
}

/// What a fact is about: the name of its relation, or of what holds at the start; `None` for other clauses.
fn subject(clause: &Clause) -> Option<(&str, usize)> {
    let head = clause.head().filter(|_| clause.body().is_none())?;
    let (name, arguments) = match head.parts()? {
        ("init" | "next", [fact]) => fact.parts()?,
        parts => parts,
    };
    let is_named = name.starts_with(char::is_alphabetic);
    is_named.then_some((name, arguments.len()))
}

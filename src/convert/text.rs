//! Clauses as the text of a rule file.

use super::lines;
use crate::game::Failure;
use crate::syntax::format::format;
use crate::syntax::source::Sources;
use crate::syntax::tree::{Clause, SourceTerm};

/// The text of clauses in standard form, with a blank line wherever another predicate begins, and before
/// each comment. Short facts share lines.
///
/// # Errors
/// What is wrong with the text.
pub(super) fn text(clauses: &[Clause]) -> Result<String, Failure> {
    let mut text = String::new();
    let mut before: Option<(_, &Clause)> = None;
    for clause in clauses {
        let about = clause.head().and_then(SourceTerm::parts);
        let about = about.map(|(name, arguments)| (name.to_owned(), arguments.len()));
        let above = before.as_ref();
        if above.is_some_and(|(_, above)| lines::is_shared(&text, above, clause)) {
            text.pop();
            text.push_str("  ");
        } else if above.is_some_and(|(before, _)| *before != about) || !clause.comment.is_empty() {
            text.push('\n');
        }
        for line in clause.comment.lines() {
            text.push_str(std::format!("% {line}").trim_end());
            text.push('\n');
        }
        text.push_str(&std::format!("{clause}\n"));
        before = Some((about, clause));
    }
    let mut sources = Sources::new();
    let id = sources.add("the rule file", text.trim_start());
    format(&sources, id).map_err(|diagnostics| Failure {
        diagnostics,
        sources,
    })
}

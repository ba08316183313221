//! Checks that each level can be played: that there is its strategy, and that the strategy has a use
//! for all its options.
//!
//! Loading a game cannot tell: it knows nothing of search.

use crate::game::vocabulary::LEVEL;
use crate::game::{Level, Rules};
use crate::search::{LevelError, Options};
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::tree::{Clause, SourceTerm, TermKind};

/// An error for each level of the rule file that no search can play.
pub(super) fn findings(rules: &Rules) -> Vec<Diagnostic> {
    let refused = |level: &Level| {
        let error = Options::of_level(rules, level, 0).err()?;
        Some(finding(rules, level, &error))
    };
    rules.levels().iter().filter_map(refused).collect()
}

fn finding(rules: &Rules, level: &Level, error: &LevelError) -> Diagnostic {
    let title = format!("the level `{}` is not right: {error}", level.name);
    match declaration(rules, level) {
        Some(head) => Diagnostic::error("bad-level", title, head.span, "declared here"),
        None => Diagnostic::lacking("bad-level", title),
    }
}

/// The head of the clause that declares the level: the one with its name, or else the first.
fn declaration<'r>(rules: &'r Rules, level: &Level) -> Option<&'r SourceTerm> {
    let program = rules.program();
    let predicate = LEVEL.in_program(program)?;
    let heads = || program.clauses(predicate).filter_map(Clause::head);
    heads()
        .find(|head| is_named(head, &level.name))
        .or_else(|| heads().next())
}

fn is_named(head: &SourceTerm, name: &str) -> bool {
    match head.parts() {
        Some((_, [given, _])) => match &given.kind {
            TermKind::Atom(given) | TermKind::String(given) => &**given == name,
            _ => false,
        },
        _ => false,
    }
}

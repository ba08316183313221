//! Goals that are never come to.

use super::calls::goals_within;
use super::listing::{Listing, parts};
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::tree::Term;

pub(super) fn warnings(listing: &Listing<'_>) -> Vec<Diagnostic> {
    let mut warnings = Vec::new();
    listing
        .lines
        .iter()
        .filter_map(|line| line.body)
        .for_each(|body| in_body(body, &mut warnings));
    warnings
}

/// The parser bounds how deep a body nests, so plain recursion is safe.
fn in_body(body: &Term, warnings: &mut Vec<Diagnostic>) {
    let Some((name, arguments)) = parts(body) else {
        return;
    };
    match (name, arguments) {
        (",", [first, second]) if never_succeeds(first) => {
            warnings.push(unreachable(second, first, FAILS))
        }
        ("->" | "*->", [condition, then]) if never_succeeds(condition) => {
            warnings.push(unreachable(then, condition, FAILS))
        }
        (";", [choice, otherwise]) => {
            if let Some(("->" | "*->", [condition, _])) = parts(choice)
                && let Some(("true", [])) = parts(condition)
            {
                warnings.push(unreachable(otherwise, condition, "always succeeds"));
            }
        }
        _ => {}
    }
    goals_within(name, arguments)
        .into_iter()
        .for_each(|(goal, _)| in_body(goal, warnings));
}

fn never_succeeds(goal: &Term) -> bool {
    match parts(goal) {
        Some(("fail" | "false", []) | ("throw", [_])) => true,
        Some(("," | "->" | "*->", [first, second])) => {
            never_succeeds(first) || never_succeeds(second)
        }
        Some((";", [first, second])) => never_succeeds(first) && never_succeeds(second),
        _ => false,
    }
}

const FAILS: &str = "never succeeds";

fn unreachable(goal: &Term, because: &Term, why: &str) -> Diagnostic {
    Diagnostic::warning(
        "unreachable-goal",
        "this goal is never come to",
        goal.span,
        "never proved",
    )
    .with_place(because.span, why)
    .with_help("remove one of the two")
}

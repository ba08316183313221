//! `game::check`: everything wrong or doubtful about a rule file at once, and nothing that is not.

mod at_once;
mod laws;
mod right;
mod warnings;

use regola::game::{Report, check_within};
use regola::logic::Limits;
use regola::syntax::load::MemoryReader;

use crate::examples::Example;

/// Enough for every right game, and little enough that an endless one is refused at once.
const FEW: Limits = Limits {
    steps: 50_000,
    memory: 4 << 20,
};

/// What is said about a text.
fn report(text: &str) -> Report {
    check_within(
        &MemoryReader::new().with("this.rules", text),
        "this.rules",
        FEW,
    )
}

/// The codes given for some clauses of a game, the small frame being the rest of it, without what
/// comes of their being a part.
fn codes(clauses: &str) -> Vec<&'static str> {
    let example = Example::part(clauses);
    let diagnostics = report(&example.framed()).diagnostics;
    diagnostics
        .iter()
        .map(|one| one.code)
        .filter(|code| !example.allows(code))
        .collect()
}

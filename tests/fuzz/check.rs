//! Any text is checked, with all doubts and with random games: the same is told of it each time,
//! and of its standard form.

use regola::game::{Report, check_within};
use regola::logic::Limits;
use regola::search::Unwatched;
use regola::syntax::diagnostic::{Diagnostic, Severity};
use regola::syntax::format::format;
use regola::syntax::load::MemoryReader;
use regola::syntax::source::Sources;
use regola::trial::{self, TrialOptions};

use super::told::assert_well_told;

/// Enough for a small game, and little enough that an endless one is refused at once.
const FEW: Limits = Limits {
    steps: 20_000,
    memory: 2 << 20,
};

/// What `check --play` does, in small.
const GAMES: TrialOptions = TrialOptions {
    games: 3,
    seed: 7,
    length: 8,
};

const MAIN: &str = "main.rules";

/// Asserts this of a text; bytes that are none stand for their replacement characters.
pub fn check(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let told = told(&text);
    assert_eq!(
        self::told(&text),
        told,
        "the same text, checked again: {text:?}"
    );
    let mut sources = Sources::new();
    let id = sources.add(MAIN, &text);
    if let Ok(form) = format(&sources, id) {
        assert_eq!(self::told(&form), told, "{text:?} became {form:?}");
    }
}

/// Each code that is told of a text, with its severity, in the order of the alphabet; and what
/// random games note.
fn told(text: &str) -> (Vec<(&'static str, Severity)>, Vec<String>) {
    let report = check_within(&MemoryReader::new().with(MAIN, text), MAIN, FEW);
    assert_well_told(&report.diagnostics, &report.sources);
    let mut codes = codes(&report.diagnostics);
    let mut notes = Vec::new();
    if let Report {
        rules: Some(rules), ..
    } = &report
    {
        let played = trial::play(rules, &GAMES, &mut Unwatched);
        assert_well_told(&played.findings, rules.sources());
        assert!(
            played.games <= GAMES.games && played.ended <= played.games && !played.stopped,
            "{played:?}"
        );
        codes.extend(self::codes(&played.findings));
        notes = played.notes;
    }
    codes.sort_by_key(|(code, severity)| (*code, *severity == Severity::Warning));
    (codes, notes)
}

fn codes(diagnostics: &[Diagnostic]) -> Vec<(&'static str, Severity)> {
    diagnostics
        .iter()
        .map(|diagnostic| (diagnostic.code, diagnostic.severity))
        .collect()
}

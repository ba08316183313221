//! Any text is read as a sheet of the Game Description Language, within small limits: it is refused with
//! words, or is a game, and the rule file that it is converted to is the same game.

use regola::convert::rule_file;
use regola::game::sheet_notation::{expressions, text};
use regola::game::{Game, Rules};
use regola::syntax::load::MemoryReader;

use super::load::{FEW, follow, load};
use super::told::assert_well_told;

const MAIN: &str = "main.kif";

/// Asserts this of a text; bytes that are none stand for their replacement characters.
pub fn check(bytes: &[u8]) {
    let sheet = String::from_utf8_lossy(bytes);
    assert_written_as_read(&sheet);
    let reader = MemoryReader::new().with(MAIN, &*sheet);
    let Some(rules) = load(&reader, MAIN) else {
        return;
    };
    follow(&rules);
    let converted = rule_file(&reader, MAIN).unwrap_or_else(|failure| panic!("{failure}"));
    let again = MemoryReader::new().with("main.rules", converted.as_str());
    match Rules::read_within(&again, "main.rules", FEW) {
        Ok(again) => assert_same(&rules, &again, &converted),
        // A rule file warns of the same things, and meets the same limits a little earlier.
        Err(failure) => assert_well_told(&failure.diagnostics, &failure.sources),
    }
}

/// The expressions of a text, written down, are read as the same expressions.
fn assert_written_as_read(sheet: &str) {
    let Ok(read) = expressions(sheet) else {
        return;
    };
    let written: Vec<String> = read.iter().map(text).collect();
    let again = expressions(&written.join("\n")).unwrap_or_else(|fault| panic!("{fault}"));
    let again: Vec<String> = again.iter().map(text).collect();
    assert_eq!(again, written);
}

/// Both have the same roles, begin alike, and have the same moves there.
fn assert_same(sheet: &Rules, converted: &Rules, text: &str) {
    assert_eq!(sheet.role_names(), converted.role_names(), "{text}");
    let facts = |rules: &Rules| rules.initial().facts(rules.schema());
    assert_eq!(facts(sheet), facts(converted), "{text}");
    let moves = |rules: &Rules| rules.legal_moves(&rules.initial());
    if let (Ok(one), Ok(other)) = (moves(sheet), moves(converted)) {
        assert_eq!(one, other, "{text}");
    }
}

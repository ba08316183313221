//! Sheets of the Game Description Language.

mod agreement;
mod alone;
mod back;
mod domains;
mod effects;
mod hostile;
mod listed;
mod order;
mod reasoner;
mod staying;
mod tables;
mod turns;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use regola::compare::{Alone, CompareOptions, CompareVerdict, NameMap, OtherGame};
use regola::convert::rule_file;
use regola::game::{Game, Rules};
use regola::search::{Unwatched, perft};
use regola::syntax::load::{FileReader, MemoryReader};

use self::agreement::compare;

/// The sheets in a folder and below it, in order. Below a folder with sheets there are earlier versions.
fn sheets(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the folder can be read");
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    let is_sheet = |path: &&PathBuf| path.extension().is_some_and(|ending| ending == "kif");
    let own: Vec<PathBuf> = paths.iter().filter(is_sheet).cloned().collect();
    if !own.is_empty() {
        return own;
    }
    let folders = paths.iter().filter(|path| path.is_dir());
    folders.flat_map(|path| sheets(path)).collect()
}

/// The game of a sheet.
fn loaded(sheet: &str) -> Rules {
    let reader = MemoryReader::new().with("game.kif", sheet);
    Rules::read(&reader, "game.kif").unwrap_or_else(|failure| panic!("{failure}\n{sheet}"))
}

/// Asserts that two rule files are one game: to depth 2, and in random games.
fn assert_same(one: &Rules, other: &Rules, games: u64, text: &str) {
    let options = CompareOptions {
        depth: 2,
        games,
        ..CompareOptions::default()
    };
    let other = OtherGame {
        rules: other,
        names: &NameMap::same(),
    };
    let report = regola::compare::compare(one, &[other], &options, &mut Alone);
    let report = report.unwrap_or_else(|failure| panic!("{failure}\n{text}"));
    let verdict = &report.verdicts[0];
    assert!(
        matches!(verdict, CompareVerdict::Equal),
        "{verdict:?}\n{text}"
    );
}

/// The rule file that a sheet is converted to.
fn converted(sheet: &str) -> String {
    let reader = MemoryReader::new().with("game.kif", sheet);
    rule_file(&reader, "game.kif").unwrap_or_else(|failure| panic!("{failure}"))
}

#[test]
fn the_sheets_that_ship_agree_with_the_reasoner() {
    let sheets = sheets(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/games/gdl")));
    assert!(sheets.len() >= 10, "{} sheets ship", sheets.len());
    for sheet in sheets {
        let text = fs::read_to_string(&sheet).expect("it can be read");
        let compared = compare(&text, 2, Duration::from_secs(4), u64::MAX);
        let compared = compared.unwrap_or_else(|error| panic!("{}: {error}", sheet.display()));
        assert!(
            compared.plies > 0 && compared.is_compiled,
            "{}: {compared:?}",
            sheet.display()
        );
    }
}

/// The conditions that the reasoner looks at for one question about a sheet of the public collections.
const EFFORT: u64 = 20_000_000;

/// Compares all sheets of a folder, such as one with the public collections of
/// <https://github.com/ggp-org/ggp-repository>:
/// `REGOLA_SHEETS=FOLDER cargo test --release many_sheets -- --ignored --nocapture`.
#[test]
#[ignore = "needs a folder of sheets"]
#[allow(
    clippy::disallowed_macros,
    reason = "it tells what it has found of each sheet"
)]
fn many_sheets_agree_with_the_reasoner() {
    let folder = std::env::var("REGOLA_SHEETS").expect("`REGOLA_SHEETS` names a folder");
    let seconds = std::env::var("REGOLA_SECONDS").map_or(5, |text| text.parse().expect("a number"));
    let (mut agreed, mut total) = (0, 0);
    for sheet in sheets(Path::new(&folder)) {
        let bytes = fs::read(&sheet).expect("it can be read");
        let text = String::from_utf8_lossy(&bytes);
        total += 1;
        match compare(&text, 3, Duration::from_secs(seconds), EFFORT) {
            Ok(compared) => {
                agreed += usize::from(compared.plies > 0);
                println!("{}: {compared:?}", sheet.display());
            }
            Err(error) => println!("{}: DIFFERS {}", sheet.display(), error),
        }
    }
    println!("{agreed} of {total} agree");
    assert!(agreed > 0);
}

/// More moves can be named than are looked at one by one: each may be made all the same.
#[test]
fn moves_without_number_have_their_effects() {
    let indexes: String = (1..=12)
        .map(|number| format!("(index {number}) "))
        .collect();
    let text = format!(
        "(role ann) {indexes} (init (at 1 1))
        (<= (legal ?r ?m) (can ?r ?m))
        (<= (can ann (move ?a ?b ?c ?d)) (true (at ?a ?b)) (index ?c) (index ?d))
        (<= (next (at ?c ?d)) (does ann (move ?a ?b ?c ?d)))
        (<= terminal (true (at 12 12)))
        (<= (goal ann 100) (true (at 12 12)))"
    );
    let compared = compare(&text, 1, Duration::from_secs(10), u64::MAX);
    assert!(compared.expect("they agree").plies > 2);
}

/// A sheet and the rule file that `convert` makes of it are one game.
#[test]
fn a_converted_sheet_is_the_same_game() {
    for sheet in sheets(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/games/gdl"))) {
        let path = sheet.to_string_lossy();
        let text = rule_file(&FileReader, &path).unwrap_or_else(|failure| panic!("{failure}"));
        let converted = Rules::from_text(&text).unwrap_or_else(|failure| panic!("{failure}"));
        let original = Rules::load(&sheet).expect("the sheet is right");
        let count = |rules: &Rules| perft(rules, &rules.initial(), 2, &mut Unwatched);
        assert_eq!(count(&converted).ok(), count(&original).ok(), "{path}");
        assert_eq!(converted.roles(), original.roles());
        let facts = |rules: &Rules| rules.initial().facts(rules.schema());
        assert_eq!(facts(&converted), facts(&original), "{path}");
    }
}

//! The page `docs/promises.md`: every test that it names exists and is run by `cargo test`.

use std::fs;
use std::path::Path;

const PAGE: &str = include_str!("../docs/promises.md");

/// The tests that the page names, as file and function: `tests/files.rs::a_write_that_fails`.
fn named_tests() -> Vec<(&'static str, &'static str)> {
    let quoted = PAGE.split('`').skip(1).step_by(2);
    quoted
        .filter(|text| text.starts_with("tests/"))
        .filter_map(|text| text.split_once(".rs::"))
        .collect()
}

/// The attributes of a test function, or none if the file has no function of that name.
fn attributes<'t>(source: &'t str, function: &str) -> Option<&'t str> {
    let at = source.find(&format!("fn {function}("))?;
    let before = &source[..at];
    // The attributes begin after the item before.
    let start = before.rfind("\n\n").map_or(0, |end| end + 2);
    Some(&before[start..])
}

#[test]
fn every_test_that_the_page_names_is_run() {
    let named = named_tests();
    assert!(named.len() >= 30, "the page names {} tests", named.len());
    for (file, function) in named {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("{file}.rs"));
        let source =
            fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let attributes =
            attributes(&source, function).unwrap_or_else(|| panic!("{file} has no `{function}`"));
        let is_test = attributes.contains("#[test]") || source.contains("proptest!");
        assert!(is_test, "`{function}` of {file} is no test");
        assert!(
            !attributes.contains("#[ignore"),
            "`{function}` of {file} is not run by `cargo test`"
        );
    }
}

/// What is promised is held: no row of the table is without a test.
#[test]
fn every_promise_names_a_test() {
    let rows: Vec<&str> = PAGE.lines().filter(|line| line.starts_with("| ")).collect();
    assert!(rows.len() > 10, "the page has a table");
    let is_heading = |row: &&&str| row.starts_with("| promise") || row.starts_with("| ---");
    for row in rows.iter().filter(|row| !is_heading(row)) {
        assert!(row.contains("`tests/"), "no test holds this promise: {row}");
    }
}

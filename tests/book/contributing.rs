//! `CONTRIBUTING.md`: tests stand where it says.

use regex::Regex;

use super::page;

/// A test, or a module that is compiled for tests only.
const TEST: &str = r"#!?\[(cfg(_attr)?\(.*\btest\b|(\w+::)?test\])";

#[test]
fn the_folder_src_has_no_tests() {
    let test = Regex::new(TEST).expect("a right pattern");
    let is_source = |path: &String| path.ends_with(".rs");
    for path in page::files_below("src").into_iter().filter(is_source) {
        let text = page::read(&path);
        let place = text.lines().position(|line| test.is_match(line));
        assert!(
            place.is_none(),
            "{path}:{}: tests belong in the folder `tests`: Cargo runs none of `src`, because it \
             would compile the library and the program twice",
            place.unwrap_or_default() + 1
        );
    }
}

#[test]
fn cargo_looks_for_no_tests_in_the_folder_src() {
    let manifest = page::read("Cargo.toml");
    for target in ["[lib]", "[[bin]]"] {
        let (_, rest) = manifest.split_once(target).expect("there is this target");
        let settings = rest.split("\n\n").next().unwrap_or_default();
        assert!(settings.contains("\ntest = false"), "Cargo.toml: {target}");
    }
}

//! `docs/architecture.md`: the files that it names exist, and no recipe lacks a file.
//!
//! Below the heading of each recipe a comment has a pattern for the name of its example. The files
//! that contain the pattern are those of the recipe, and a second comment lists files and folders
//! that contain it for another reason.

use std::collections::BTreeSet;
use std::path::Path;

use regex::Regex;

use super::page::{self, Page};

const PAGE: &str = "docs/architecture.md";

/// Where a recipe may have files.
const FOLDERS: [&str; 6] = ["src", "tests", "editors", "games", "docs", "grammar"];

/// What is made from other files, and this page and its test.
const PASSED_OVER: [&str; 4] = ["src/studio/assets/", "/node_modules/", PAGE, file!()];

struct Recipe {
    heading: String,
    example: Regex,
    /// The files of the numbered steps.
    files: BTreeSet<String>,
    /// Files, and folders with a slash at the end, that mention the example for another reason.
    others: Vec<String>,
}

impl Recipe {
    fn is_mentioned_in(&self, path: &str) -> bool {
        let is_other = |other: &String| match other.ends_with('/') {
            true => path.starts_with(other.as_str()),
            false => path == other,
        };
        self.others.iter().any(is_other)
    }
}

/// The paths between backquotes: of files, or of folders where they end in a slash.
fn paths(text: &str) -> BTreeSet<String> {
    let quoted = text.split('`').skip(1).step_by(2);
    let path = Regex::new(r"^[\w./-]+(/|\.(rs|md|rules|session|perft|pest|txt|json))$")
        .expect("a right pattern");
    quoted
        .filter(|text| path.is_match(text))
        .map(str::to_owned)
        .collect()
}

/// What a comment of this kind says: `<!-- also: ... -->`.
fn comment<'t>(text: &'t str, kind: &str) -> Option<&'t str> {
    let (_, rest) = text.split_once(&format!("<!-- {kind}: "))?;
    rest.split_once(" -->").map(|(value, _)| value)
}

fn recipes() -> Vec<Recipe> {
    let page = Page::open(PAGE);
    let (_, recipes) = page
        .text
        .split_once("\n## Recipes\n")
        .expect("there are recipes");
    recipes
        .split("\n### ")
        .skip(1)
        .map(|text| {
            let heading = text.lines().next().unwrap_or_default().to_owned();
            let example =
                comment(text, "example").unwrap_or_else(|| panic!("{heading}: no example"));
            let others = comment(text, "also").unwrap_or_default();
            let steps: String = text.split("\nThen ").next().unwrap_or_default().to_owned();
            Recipe {
                example: Regex::new(example).expect("a right pattern"),
                files: paths(&steps),
                others: others.split_whitespace().map(str::to_owned).collect(),
                heading,
            }
        })
        .collect()
}

#[test]
fn every_file_that_the_page_names_exists() {
    let named = paths(&Page::open(PAGE).text);
    assert!(named.len() > 80, "the page names {} files", named.len());
    for path in named {
        let whole = Path::new(env!("CARGO_MANIFEST_DIR")).join(&path);
        assert!(whole.exists(), "there is no {path}");
    }
}

#[test]
fn no_recipe_lacks_a_file_and_none_names_one_for_nothing() {
    let texts: Vec<(String, String)> = FOLDERS
        .into_iter()
        .flat_map(page::files_below)
        .filter(|path| !PASSED_OVER.iter().any(|part| path.contains(part)))
        .filter_map(|path| {
            let whole = Path::new(env!("CARGO_MANIFEST_DIR")).join(&path);
            // What is no text, such as a picture, names nothing.
            let text = std::fs::read_to_string(whole).ok()?;
            Some((path, text))
        })
        .collect();
    let recipes = recipes();
    assert!(recipes.len() >= 7, "{} recipes", recipes.len());
    for recipe in recipes {
        let found: BTreeSet<String> = texts
            .iter()
            .filter(|(path, text)| recipe.example.is_match(path) || recipe.example.is_match(text))
            .map(|(path, _)| path.clone())
            .collect();
        let lacking: Vec<_> = found
            .iter()
            .filter(|path| !recipe.files.contains(*path) && !recipe.is_mentioned_in(path))
            .collect();
        assert!(
            lacking.is_empty(),
            "{}: it lacks {lacking:?}",
            recipe.heading
        );
        let idle: Vec<_> = recipe.files.difference(&found).collect();
        assert!(
            idle.is_empty(),
            "{}: {idle:?} do not name the example",
            recipe.heading
        );
    }
}

//! Every link between the pages of the repository leads to a file, and to a heading that it has.

use std::path::{Component, Path, PathBuf};

use regex::Regex;

use super::page::{self, Page, SUMMARY};

/// The pages outside the book.
const OUTSIDE: [&str; 9] = [
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "benches/README.md",
    "editors/README.md",
    "editors/vscode/README.md",
    "fuzz/README.md",
    "games/README.md",
    "src/codes/README.md",
];

/// The path from the root of the repository that a link on a page means.
fn resolved(page: &str, target: &str) -> PathBuf {
    let folder = Path::new(page).parent().expect("a page lies in a folder");
    let mut resolved = PathBuf::new();
    for part in folder.join(target).components() {
        match part {
            Component::ParentDir => assert!(resolved.pop(), "{page}: {target} leaves the folder"),
            part => resolved.push(part),
        }
    }
    resolved
}

/// The anchors of a page, as the usual renderers of Markdown name them.
fn anchors(page: &Page) -> Vec<String> {
    let prose = page.prose();
    let headings = prose.lines().filter_map(|line| {
        let heading = line.trim_start_matches('#');
        (heading.len() < line.len()).then(|| heading.trim().to_lowercase())
    });
    let kept = |letter: &char| letter.is_alphanumeric() || matches!(letter, ' ' | '-' | '_');
    headings
        .map(|heading| heading.chars().filter(kept).collect::<String>())
        .map(|heading| heading.replace(' ', "-"))
        .collect()
}

#[test]
fn every_link_leads_somewhere() {
    let link = Regex::new(r"\]\(([^)\s]+)\)").expect("a right pattern");
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut pages = page::pages();
    pages.extend(OUTSIDE.into_iter().chain([SUMMARY]).map(Page::open));
    let mut count = 0;
    for page in &pages {
        let prose = page.prose();
        let targets = link.captures_iter(&prose).map(|found| found[1].to_owned());
        for target in targets.filter(|target| !target.contains("://")) {
            count += 1;
            let (file, anchor) = target.split_once('#').unwrap_or((&target, ""));
            let path = if file.is_empty() {
                PathBuf::from(&page.path)
            } else {
                resolved(&page.path, file)
            };
            assert!(
                root.join(&path).exists(),
                "{}: there is no {target}",
                page.path
            );
            let is_there = anchor.is_empty()
                || anchors(&Page::open(&path.to_string_lossy())).contains(&anchor.to_owned());
            assert!(is_there, "{}: there is no heading {target}", page.path);
        }
    }
    assert!(count > 100, "the pages have {count} links");
}

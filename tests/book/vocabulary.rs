//! `docs/reference/vocabulary.md` has a heading for every word that makes a program a game, and a row
//! for every option of a level.

use std::collections::BTreeSet;

use regola::game::Level;
use regola::game::vocabulary::VOCABULARY;

use super::page::Page;

const PAGE: &str = "docs/reference/vocabulary.md";

#[test]
fn the_page_has_every_word_of_a_game() {
    let page = Page::open(PAGE);
    let prose = page.prose();
    let headings = prose
        .lines()
        .filter_map(|line| line.strip_prefix("### "))
        .flat_map(|heading| heading.split('`').skip(1).step_by(2))
        .map(|head| head.split('(').next().unwrap_or(head));
    let documented: BTreeSet<&str> = headings.collect();
    let there: BTreeSet<&str> = VOCABULARY.iter().map(|word| word.name).collect();
    assert_eq!(documented, there);
}

#[test]
fn the_page_has_every_option_of_a_level() {
    let page = Page::open(PAGE);
    let mut sections = page.text.split("\n### ");
    let level = sections
        .find(|section| section.starts_with("`level("))
        .expect("the page has a section on levels");
    let rows = level.lines().filter_map(|line| line.strip_prefix("| `"));
    let documented: BTreeSet<&str> = rows
        .filter_map(|row| row.split_once('('))
        .map(|(name, _)| name)
        .collect();
    let unknown = "unknown=1"
        .parse::<Level>()
        .expect_err("no option has this name");
    let there: BTreeSet<&str> = unknown
        .split('`')
        .filter_map(|option| option.split_once('='))
        .map(|(name, _)| name)
        .filter(|name| *name != "unknown")
        .collect();
    assert_eq!(documented, there);
}

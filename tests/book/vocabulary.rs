//! `docs/reference/vocabulary.md` has a heading for every word that makes a program a game.

use std::collections::BTreeSet;

use regola::language::vocabulary;

use super::page::Page;

#[test]
fn the_page_has_every_word_of_a_game() {
    let page = Page::open("docs/reference/vocabulary.md");
    let prose = page.prose();
    let headings = prose
        .lines()
        .filter_map(|line| line.strip_prefix("### "))
        .flat_map(|heading| heading.split('`').skip(1).step_by(2))
        .map(|head| head.split('(').next().unwrap_or(head));
    let documented: BTreeSet<&str> = headings.collect();
    let there: BTreeSet<&str> = vocabulary().iter().map(|word| word.name).collect();
    assert_eq!(documented, there);
}

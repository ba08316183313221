//! `docs/glossary.md`: each term once, in alphabetical order, with a source, and in use.

use super::page::{self, Page};

const PAGE: &str = "docs/glossary.md";

/// The rows of the table: term, meaning, source.
fn rows() -> Vec<[String; 3]> {
    let page = Page::open(PAGE);
    let rows = page.text.lines().filter(|line| line.starts_with("| "));
    rows.skip(2)
        .map(|row| {
            let cells: Vec<String> = row
                .trim_matches('|')
                .split(" | ")
                .map(|cell| cell.trim().to_owned())
                .collect();
            <[String; 3]>::try_from(cells).unwrap_or_else(|cells| panic!("three cells: {cells:?}"))
        })
        .collect()
}

#[test]
fn terms_are_in_alphabetical_order_and_stand_once() {
    let rows = rows();
    assert!(rows.len() > 50, "{} terms", rows.len());
    for pair in rows.windows(2) {
        let [one, other] = [&pair[0][0], &pair[1][0]].map(|term| term.to_lowercase());
        assert!(one < other, "`{one}` stands before `{other}`");
    }
}

#[test]
fn every_term_has_a_meaning_and_a_source() {
    for [term, meaning, source] in rows() {
        assert!(meaning.len() > 10, "{term}: {meaning}");
        assert!(source.len() > 3, "{term}: {source}");
    }
}

/// Every term is used in the sources or in another page of the book.
#[test]
fn every_term_is_used() {
    let others = page::pages()
        .into_iter()
        .filter(|page| page.path != PAGE)
        .map(|page| page.text);
    let sources = page::files_below("src")
        .into_iter()
        .filter(|path| path.ends_with(".rs"))
        .map(|path| page::read(&path));
    let text: String = others.chain(sources).collect();
    // A term may be parted by the end of a line, also of a comment.
    let text = text
        .replace("///", " ")
        .replace("//!", " ")
        .replace("//", " ");
    let words: Vec<&str> = text.split_whitespace().collect();
    let text = words.join(" ").to_lowercase();
    for [term, _, _] in rows() {
        assert!(text.contains(&term.to_lowercase()), "nothing uses `{term}`");
    }
}

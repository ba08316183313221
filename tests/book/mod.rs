//! The README, the book in `docs/` and the other manuals: every page is in the summary, every link
//! leads somewhere, and every block is run or says why it is not.

mod architecture;
#[cfg(feature = "cli")]
mod console;
mod contributing;
mod glossary;
mod links;
mod page;
mod vocabulary;

use std::collections::BTreeSet;

use page::{Directive, Page, manuals, pages, summary};

/// The page whose goals `tests/logic/conformity/page.rs` proves.
const GOALS: &str = "docs/prolog.md";

/// Why a block is not run, if it is not and does not say why.
fn fault(page: &Page, block: &page::Block, library: &str) -> Option<&'static str> {
    match (&block.directive, block.language.as_str()) {
        (Some(Directive::NotRun(reason)), _) if reason.is_empty() => Some("no reason is given"),
        (Some(Directive::From(path)), _) => {
            let is_excerpt = page::read(path).contains(&block.text);
            (!is_excerpt).then_some("the file does not contain the block")
        }
        (Some(_), _) | (None, "console") => None,
        (None, "prolog") if page.path == GOALS => {
            (!block.text.starts_with("?- ")).then_some("a block of this page begins with a goal")
        }
        // python/tests/test_book.py runs the pages of this folder.
        (None, "python") => {
            (!page.path.starts_with("docs/python/")).then_some("it belongs into docs/python/")
        }
        (None, "rust") => {
            let include = format!("include_str!(\"../{}\")", page.path);
            (!library.contains(&include)).then_some("src/lib.rs does not include the page")
        }
        (None, _) => Some("no directive such as `<!-- not run: REASON -->` stands before it"),
    }
}

#[test]
fn every_block_is_run_or_says_why_not() {
    let library = page::read("src/lib.rs");
    let mut count = 0;
    for page in manuals() {
        for block in page.blocks() {
            count += 1;
            let fault = fault(&page, &block, &library);
            assert!(
                fault.is_none(),
                "{}:{}: a block in `{}`: {}",
                page.path,
                block.line,
                block.language,
                fault.unwrap_or_default()
            );
        }
    }
    assert!(count > 100, "the manuals have {count} blocks");
}

#[test]
fn the_summary_names_every_page_of_the_book_once() {
    let named = summary();
    let set: BTreeSet<String> = named.iter().cloned().collect();
    assert_eq!(set.len(), named.len(), "a page is named twice");
    let there: BTreeSet<String> = page::files_below("docs")
        .into_iter()
        .filter(|path| path.ends_with(".md") && path != page::SUMMARY)
        .collect();
    assert_eq!(set, there);
}

#[test]
fn every_page_begins_with_a_heading() {
    for page in pages() {
        assert!(page.text.starts_with("# "), "{}", page.path);
    }
}

//! Pages of text, and the fenced blocks on them.

use std::fs;
use std::ops::Range;
use std::path::Path;

/// The list of the pages of the book.
pub const SUMMARY: &str = "docs/SUMMARY.md";

/// A page, by its path from the root of the repository.
pub struct Page {
    pub path: String,
    pub text: String,
}

/// A fenced block.
pub struct Block {
    pub language: String,
    /// The line of the opening fence, from 1.
    pub line: usize,
    /// What the comment before the block says about it.
    pub directive: Option<Directive>,
    pub text: String,
    /// The place of the text on its page.
    pub range: Range<usize>,
}

/// A comment before a block, such as `<!-- file: nim.rules -->`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Directive {
    /// A reader saves the block as a file of this name.
    File(String),
    /// A reader adds the block to the end of this file.
    Append(String),
    /// The block is a part of this file of the repository.
    From(String),
    /// The block is not run, for this reason.
    NotRun(String),
}

impl Directive {
    fn read(line: &str) -> Option<Self> {
        let comment = line.trim().strip_prefix("<!--")?.strip_suffix("-->")?;
        let (kind, value) = comment.split_once(':')?;
        let value = value.trim().to_owned();
        match kind.trim() {
            "file" => Some(Directive::File(value)),
            "append" => Some(Directive::Append(value)),
            "from" => Some(Directive::From(value)),
            "not run" => Some(Directive::NotRun(value)),
            _ => None,
        }
    }
}

impl Page {
    pub fn open(path: &str) -> Self {
        Page {
            path: path.to_owned(),
            text: read(path),
        }
    }

    pub fn blocks(&self) -> Vec<Block> {
        let mut blocks: Vec<Block> = Vec::new();
        let mut is_open = false;
        let mut directive = None;
        let mut at = 0;
        for (number, line) in self.text.split_inclusive('\n').enumerate() {
            let start = at;
            at += line.len();
            match line.trim_end().strip_prefix("```") {
                Some(_) if is_open => {
                    let block = blocks.last_mut().expect("a block was opened");
                    block.range.end = start;
                    block.text = self.text[block.range.clone()].to_owned();
                    is_open = false;
                }
                Some(language) => {
                    is_open = true;
                    blocks.push(Block {
                        language: language.to_owned(),
                        line: number + 1,
                        directive: directive.take(),
                        text: String::new(),
                        range: at..at,
                    });
                }
                None if is_open || line.trim().is_empty() => {}
                None => directive = Directive::read(line),
            }
        }
        assert!(!is_open, "{}: a block is not closed", self.path);
        blocks
    }

    /// The text without its blocks.
    pub fn prose(&self) -> String {
        let mut prose = self.text.clone();
        for block in self.blocks().into_iter().rev() {
            prose.replace_range(block.range, "");
        }
        prose
    }
}

/// The text of a file of the repository.
pub fn read(path: &str) -> String {
    let whole = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    fs::read_to_string(&whole).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The pages that the summary names, in its order.
pub fn summary() -> Vec<String> {
    let summary = read(SUMMARY);
    let targets = summary.split("](").skip(1);
    targets
        .filter_map(|rest| rest.split_once(')'))
        .map(|(target, _)| format!("docs/{target}"))
        .collect()
}

/// The pages of the book.
pub fn pages() -> Vec<Page> {
    summary().iter().map(|path| Page::open(path)).collect()
}

/// The book and the pages outside it that a user reads.
pub fn manuals() -> Vec<Page> {
    let outside = ["README.md", "CONTRIBUTING.md", "games/README.md"];
    outside.into_iter().map(Page::open).chain(pages()).collect()
}

/// The files in a folder of the repository and in the folders below it.
pub fn files_below(folder: &str) -> Vec<String> {
    let whole = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let entries = fs::read_dir(&whole).unwrap_or_else(|error| panic!("{folder}: {error}"));
    let mut files = Vec::new();
    for entry in entries.flatten() {
        let path = format!("{folder}/{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            files.extend(files_below(&path));
        } else {
            files.push(path);
        }
    }
    files.sort();
    files
}

//! The lines in which two texts differ, as edits of the first. Knows nothing of rule files.

use std::ops::{Range, RangeInclusive};

use gen_lsp_types as lsp;
use similar::{Algorithm, DiffOp, capture_diff_slices};

use super::limits::MAX_COMPARED_LINES;
use super::position::Encoding;

/// Lines of a text, by their numbers from 0, and the text that takes their place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineEdit {
    pub lines: Range<usize>,
    pub text: String,
}

impl LineEdit {
    /// Whether it changes one of these lines, or inserts lines before one of them.
    pub fn touches(&self, lines: RangeInclusive<usize>) -> bool {
        let end = self.lines.end.max(self.lines.start + 1);
        self.lines.start <= *lines.end() && *lines.start() < end
    }

    /// Whether it changes only white space.
    fn keeps_all(&self, old: &[&str]) -> bool {
        let old = old[self.lines.clone()].iter();
        old.flat_map(|line| visible(line)).eq(visible(&self.text))
    }

    /// Becomes one edit with the next one.
    fn join(&mut self, next: LineEdit, old: &[&str]) {
        let between = &old[self.lines.end..next.lines.start];
        self.text += &between.concat();
        self.text += &next.text;
        self.lines.end = next.lines.end;
    }
}

/// Edits of `old` in the words of the protocol.
pub fn in_protocol(edits: Vec<LineEdit>, old: &str, encoding: Encoding) -> Vec<lsp::TextEdit> {
    let last = old.matches('\n').count();
    let end = encoding.position(old, old.len());
    // Where no line of this number is, the end of the text.
    let start_of_line = |line: usize| match line > last {
        true => end,
        false => lsp::Position {
            line: u32::try_from(line).unwrap_or(u32::MAX),
            character: 0,
        },
    };
    let in_protocol = |edit: LineEdit| lsp::TextEdit {
        range: lsp::Range {
            start: start_of_line(edit.lines.start),
            end: start_of_line(edit.lines.end),
        },
        new_text: edit.text,
    };
    edits.into_iter().map(in_protocol).collect()
}

fn lines(text: &str) -> Vec<&str> {
    text.split_inclusive('\n').collect()
}

/// The characters of a text that are no white space. A byte order mark is some.
fn visible(text: &str) -> impl Iterator<Item = char> {
    let is_space = |character: &char| character.is_whitespace() || *character == '\u{feff}';
    text.chars().filter(move |character| !is_space(character))
}

/// The lines to edit in `old` so that it becomes `new`, in their order: as few as there are, if not
/// very many differ.
pub fn line_edits(old: &str, new: &str) -> Vec<LineEdit> {
    let (old, new) = (lines(old), lines(new));
    let same = |(one, other): &(&&str, &&str)| one == other;
    let before = old.iter().zip(&new).take_while(same).count();
    let rest = old[before..].iter().rev().zip(new[before..].iter().rev());
    let after = rest.take_while(same).count();
    let (changed, instead) = (
        &old[before..old.len() - after],
        &new[before..new.len() - after],
    );
    if changed.len().max(instead.len()) > MAX_COMPARED_LINES {
        return vec![LineEdit {
            lines: before..before + changed.len(),
            text: instead.concat(),
        }];
    }
    let edit = |difference: &DiffOp| {
        let lines = difference.old_range();
        LineEdit {
            lines: before + lines.start..before + lines.end,
            text: instead[difference.new_range()].concat(),
        }
    };
    capture_diff_slices(Algorithm::Myers, changed, instead)
        .iter()
        .filter(|difference| !matches!(difference, DiffOp::Equal { .. }))
        .map(edit)
        .collect()
}

/// The same edits, some of them joined, so that each can be made without the others: it changes only
/// white space, and no line is lost that another edit brings back.
pub fn independent(edits: Vec<LineEdit>, old: &str) -> Vec<LineEdit> {
    let old = lines(old);
    let mut joined: Vec<LineEdit> = Vec::new();
    for edit in edits {
        match joined.last_mut().filter(|last| !last.keeps_all(&old)) {
            Some(last) => last.join(edit, &old),
            None => joined.push(edit),
        }
    }
    joined
}

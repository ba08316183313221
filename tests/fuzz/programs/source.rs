//! Bytes as a source of choices. When they are used up, every choice is the first.

use arbitrary::Unstructured;

pub struct Source<'b> {
    bytes: Unstructured<'b>,
    /// How many predicates there are, with the number of arguments of each.
    pub arities: Vec<usize>,
}

impl<'b> Source<'b> {
    pub fn new(bytes: &'b [u8]) -> Self {
        Self {
            bytes: Unstructured::new(bytes),
            arities: Vec::new(),
        }
    }

    /// A number below `end`, which is not 0.
    pub fn below(&mut self, end: usize) -> usize {
        self.bytes.choose_index(end).unwrap_or(0)
    }

    pub fn pick<'t>(&mut self, texts: &[&'t str]) -> &'t str {
        texts[self.below(texts.len())]
    }

    /// Several texts, between which commas are set.
    pub fn several(&mut self, count: usize, mut one: impl FnMut(&mut Self) -> String) -> String {
        let all: Vec<String> = (0..count).map(|_| one(self)).collect();
        all.join(", ")
    }
}

//! Walks over terms that leave them as they are: comparing, looking for variables, taking lists apart.

use std::cmp::Ordering;

use super::{Store, Walk};
use crate::logic::cell::{Cell, Tag};
use crate::logic::symbol::Symbol;

/// The items of a list; of what is not quite a list, its items and its tail.
pub(in crate::logic) type ListItems = Result<Vec<Cell>, (Vec<Cell>, Cell)>;

impl Store {
    /// The items of a list, as far as it is one.
    pub fn list_items(&mut self, list: Cell) -> Walk<ListItems> {
        let mut items = Vec::new();
        let mut rest = self.deref(list);
        while rest.tag() == Tag::List {
            self.visit(items.len())?;
            items.push(self.heap[rest.address()]);
            rest = self.deref(self.heap[rest.address() + 1]);
        }
        Ok(if rest == Cell::atom(Symbol::NIL) { Ok(items) } else { Err((items, rest)) })
    }

    /// The standard order: variables by age, integers by value, strings and then atoms by characters,
    /// compounds by arity, name and arguments.
    pub fn compare(&mut self, left: Cell, right: Cell) -> Walk<Ordering> {
        let mut pairs = vec![(left, right)];
        while let Some((left, right)) = pairs.pop() {
            let (left, right) = (self.deref(left), self.deref(right));
            if left == right {
                continue;
            }
            self.visit(pairs.len())?;
            if left.tag() == Tag::String && right.tag() == Tag::String {
                self.spend(self.raw_words(left.address()).len() as u64)?;
            }
            match self.compare_tops(left, right) {
                Ordering::Equal => {
                    let (a, b) = (self.arguments(left), self.arguments(right));
                    pairs.extend(a.zip(b).rev().map(|(a, b)| (self.heap[a], self.heap[b])));
                }
                different => return Ok(different),
            }
        }
        Ok(Ordering::Equal)
    }

    fn compare_tops(&self, left: Cell, right: Cell) -> Ordering {
        let ranks = rank(left).cmp(&rank(right));
        if ranks.is_ne() {
            return ranks;
        }
        match left.tag() {
            Tag::Reference => left.address().cmp(&right.address()),
            Tag::Integer | Tag::Wide => self.integer_value(left).cmp(&self.integer_value(right)),
            Tag::Atom => self.symbols.name(left.as_symbol()).cmp(self.symbols.name(right.as_symbol())),
            Tag::String => self.compare_strings(left, right),
            _ => {
                let by_arity_and_name = |cell| self.functor(cell).map(|(name, arity)| (arity, self.symbols.name(name)));
                by_arity_and_name(left).cmp(&by_arity_and_name(right))
            }
        }
    }

    /// By their bytes, which for UTF-8 is the order of characters. Words hold bytes from the low end,
    /// filled up with zeros.
    fn compare_strings(&self, left: Cell, right: Cell) -> Ordering {
        let (left, right) = (self.raw_words(left.address()), self.raw_words(right.address()));
        let words = left[1..].iter().map(|word| word.bits().swap_bytes());
        let order = words.cmp(right[1..].iter().map(|word| word.bits().swap_bytes()));
        order.then(left[0].raw_bytes().cmp(&right[0].raw_bytes()))
    }

    /// Every variable in a term, each once, in the order in which they are met.
    pub fn variables(&mut self, root: Cell) -> Walk<Vec<Cell>> {
        let mut seen = rustc_hash::FxHashSet::default();
        let mut found = Vec::new();
        let mut pending = vec![root];
        while let Some(cell) = pending.pop() {
            let cell = self.deref(cell);
            self.visit(pending.len())?;
            if cell.is_reference() {
                if seen.insert(cell) {
                    found.push(cell);
                }
                continue;
            }
            pending.extend(self.arguments(cell).rev().map(|address| self.heap[address]));
        }
        Ok(found)
    }

    pub fn is_ground(&mut self, root: Cell) -> Walk<bool> {
        let mut pending = vec![root];
        while let Some(cell) = pending.pop() {
            let cell = self.deref(cell);
            self.visit(pending.len())?;
            if cell.is_reference() {
                return Ok(false);
            }
            pending.extend(self.arguments(cell).map(|address| self.heap[address]));
        }
        Ok(true)
    }
}

/// The place of a cell's kind in the standard order.
fn rank(cell: Cell) -> u8 {
    match cell.tag() {
        Tag::Reference => 0,
        Tag::Integer | Tag::Wide => 1,
        Tag::String => 2,
        Tag::Atom => 3,
        _ => 4,
    }
}

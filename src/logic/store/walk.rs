//! Walks that do not change terms: comparison, and the search for variables and list items.

use std::cmp::Ordering;

use super::{Store, Walked};
use crate::logic::cell::{Cell, Tag};
use crate::logic::limits::Limit;
use crate::logic::symbol::Symbol;

/// The items of a list; for a partial list or another term, its items and its tail.
pub(in crate::logic) type ListItems = Result<Vec<Cell>, (Vec<Cell>, Cell)>;

impl Store {
    /// The items of a list, as far as the term is a list.
    pub fn list_items(&mut self, list: Cell) -> Walked<ListItems> {
        let mut items = Vec::new();
        let mut rest = self.deref(list);
        while rest.tag() == Tag::List {
            self.visit(items.len())?;
            items.push(self.heap[rest.address()]);
            rest = self.deref(self.heap[rest.address() + 1]);
        }
        Ok(if rest == Cell::atom(Symbol::NIL) {
            Ok(items)
        } else {
            Err((items, rest))
        })
    }

    /// The number of items of a list, and its end: the empty list, or the term that makes it not a
    /// list.
    pub fn list_length(&mut self, list: Cell) -> Walked<(usize, Cell)> {
        let mut length = 0;
        let mut rest = self.deref(list);
        while rest.tag() == Tag::List {
            if length > self.heap.len() {
                return Err(Limit::Infinite.into());
            }
            self.spend(1)?;
            length += 1;
            rest = self.deref(self.heap[rest.address() + 1]);
        }
        Ok((length, rest))
    }

    /// The standard order: variables by age, integers by value, strings and then atoms by
    /// characters, compounds by arity, name and arguments.
    pub fn compare(&mut self, left: Cell, right: Cell) -> Walked<Ordering> {
        let mut pairs = vec![(left, right)];
        while let Some((left, right)) = pairs.pop() {
            let (left, right) = (self.deref(left), self.deref(right));
            if left == right {
                continue;
            }
            self.visit(pairs.len())?;
            self.spend(self.text_words(left))?;
            match self.compare_tops(left, right) {
                Ordering::Equal => self.put_off_pairs(left, right, &mut pairs)?,
                different => return Ok(different),
            }
        }
        Ok(Ordering::Equal)
    }

    /// How many words of text are compared when this cell is compared with one of its kind.
    fn text_words(&self, cell: Cell) -> u64 {
        match cell.tag() {
            Tag::String => self.raw_words(cell.address()).len() as u64,
            _ => self
                .functor(cell)
                .map_or(0, |(name, _)| self.symbols.name(name).len() as u64 / 64),
        }
    }

    fn compare_tops(&self, left: Cell, right: Cell) -> Ordering {
        let ranks = rank(left).cmp(&rank(right));
        if ranks.is_ne() {
            return ranks;
        }
        match left.tag() {
            Tag::Reference => left.address().cmp(&right.address()),
            Tag::Integer | Tag::Wide => self.integer_value(left).cmp(&self.integer_value(right)),
            Tag::Atom => self
                .symbols
                .name(left.as_symbol())
                .cmp(self.symbols.name(right.as_symbol())),
            Tag::String => self.compare_strings(left, right),
            _ => {
                let by_arity_and_name = |cell| {
                    self.functor(cell)
                        .map(|(name, arity)| (arity, self.symbols.name(name)))
                };
                by_arity_and_name(left).cmp(&by_arity_and_name(right))
            }
        }
    }

    /// Compares by bytes, which for UTF-8 is the order of characters. Words hold bytes from the low
    /// end, padded with zeros.
    fn compare_strings(&self, left: Cell, right: Cell) -> Ordering {
        let (left, right) = (
            self.raw_words(left.address()),
            self.raw_words(right.address()),
        );
        let words = left[1..].iter().map(|word| word.bits().swap_bytes());
        let order = words.cmp(right[1..].iter().map(|word| word.bits().swap_bytes()));
        order.then(left[0].raw_bytes().cmp(&right[0].raw_bytes()))
    }

    /// Every variable in a term, each once, in the order of their first occurrences.
    pub fn variables(&mut self, root: Cell) -> Walked<Vec<Cell>> {
        let mut found = Vec::new();
        let ended = self.find_variables(root, &mut found);
        for variable in &found {
            self.heap[variable.address()] = *variable;
        }
        ended.map(|()| found)
    }

    /// Binds each variable when it is found, so that it is not found again.
    fn find_variables(&mut self, root: Cell, found: &mut Vec<Cell>) -> Walked<()> {
        let mut pending = vec![root];
        while let Some(cell) = pending.pop() {
            let cell = self.deref(cell);
            self.visit(pending.len())?;
            if cell.is_reference() {
                self.check_room(2 * (pending.len() + found.len()))?;
                self.heap[cell.address()] = Cell::atom(Symbol::NIL);
                found.push(cell);
            } else {
                self.put_off(cell, &mut pending)?;
            }
        }
        Ok(())
    }

    pub fn is_ground(&mut self, root: Cell) -> Walked<bool> {
        let mut pending = vec![root];
        while let Some(cell) = pending.pop() {
            let cell = self.deref(cell);
            self.visit(pending.len())?;
            if cell.is_reference() {
                return Ok(false);
            }
            self.put_off(cell, &mut pending)?;
        }
        Ok(true)
    }
}

/// The rank of a cell's kind in the standard order.
fn rank(cell: Cell) -> u8 {
    match cell.tag() {
        Tag::Reference => 0,
        Tag::Integer | Tag::Wide => 1,
        Tag::String => 2,
        Tag::Atom => 3,
        _ => 4,
    }
}

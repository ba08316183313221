//! Comparing and sorting in the standard order of terms.

use std::cmp::Ordering;

use super::Builtin;
use crate::logic::cell::{Cell, Tag};
use crate::logic::machine::Machine;
use crate::logic::raise::{self, GoalOutcome, Raised};
use crate::logic::sort::merge_sort;
use crate::logic::store::{Store, Walked};
use crate::logic::symbol::Symbol;

pub(super) const TABLE: &[Builtin] = &[
    Builtin::new("compare", 3, compare),
    Builtin::new("msort", 2, msort),
    Builtin::new("sort", 2, sort),
    Builtin::new("sort", 4, sort_by),
    Builtin::new("keysort", 2, keysort),
];

impl Store {
    /// Sorts with a stable order; with `unique` keeps only the first of equal items.
    pub(in crate::logic) fn sorted(
        &mut self,
        mut items: Vec<Cell>,
        unique: bool,
    ) -> Walked<Vec<Cell>> {
        self.sort(&mut items, |item| *item, false, unique)?;
        Ok(items)
    }

    /// Sorts pairs of key and item by key; the order is stable.
    fn sorted_by_key(
        &mut self,
        mut pairs: Vec<(Cell, Cell)>,
        descending: bool,
        unique: bool,
    ) -> Walked<Vec<Cell>> {
        self.sort(&mut pairs, |(key, _)| *key, descending, unique)?;
        Ok(pairs.into_iter().map(|(_, item)| item).collect())
    }

    fn sort<T: Copy>(
        &mut self,
        items: &mut Vec<T>,
        key: impl Fn(&T) -> Cell,
        descending: bool,
        unique: bool,
    ) -> Walked<()> {
        self.check_room(2 * items.len() * size_of::<T>() / size_of::<Cell>())?;
        merge_sort(items, |left, right| -> Walked<Ordering> {
            let order = self.compare(key(left), key(right))?;
            Ok(if descending { order.reverse() } else { order })
        })?;
        if unique {
            let mut kept = 0;
            for at in 0..items.len() {
                if kept == 0
                    || self
                        .compare(key(&items[kept - 1]), key(&items[at]))?
                        .is_ne()
                {
                    items[kept] = items[at];
                    kept += 1;
                }
            }
            items.truncate(kept);
        }
        Ok(())
    }
}

fn compare(machine: &mut Machine) -> GoalOutcome {
    let (order, left, right) = (
        machine.argument(0),
        machine.argument(1),
        machine.argument(2),
    );
    if !order.is_reference() {
        let known = [Symbol::LESS, Symbol::EQUALS, Symbol::GREATER].map(Cell::atom);
        if !order.is_atom() {
            return Err(raise::type_error(&mut machine.store, "atom", order));
        }
        if !known.contains(&order) {
            return Err(raise::domain_error(&mut machine.store, "order", order));
        }
    }
    let symbol = match machine.store.compare(left, right)? {
        Ordering::Less => Symbol::LESS,
        Ordering::Equal => Symbol::EQUALS,
        Ordering::Greater => Symbol::GREATER,
    };
    machine.answer(&[(0, Cell::atom(symbol))])
}

fn msort(machine: &mut Machine) -> GoalOutcome {
    let items = machine.list_argument(0)?;
    let sorted = machine.store.sorted(items, false)?;
    machine.answer_list(1, &sorted)
}

fn sort(machine: &mut Machine) -> GoalOutcome {
    let items = machine.list_argument(0)?;
    let sorted = machine.store.sorted(items, true)?;
    machine.answer_list(1, &sorted)
}

/// `sort(Key, Order, List, Sorted)`: key 0 is the whole item; `@<` and `@>` remove repeated keys.
fn sort_by(machine: &mut Machine) -> GoalOutcome {
    let key = machine.count_argument(0)?;
    let order = machine.bound_argument(1)?;
    if !order.is_atom() {
        return Err(raise::type_error(&mut machine.store, "atom", order));
    }
    let (descending, unique) = match &**machine.store.symbols.name(order.as_symbol()) {
        "@<" => (false, true),
        "@=<" => (false, false),
        "@>" => (true, true),
        "@>=" => (true, false),
        _ => return Err(raise::domain_error(&mut machine.store, "order", order)),
    };
    let items = machine.list_argument(2)?;
    let mut pairs = Vec::with_capacity(items.len());
    for item in items {
        pairs.push((machine.sort_key(item, key)?, item));
    }
    let sorted = machine.store.sorted_by_key(pairs, descending, unique)?;
    machine.answer_list(3, &sorted)
}

fn keysort(machine: &mut Machine) -> GoalOutcome {
    let items = machine.list_argument(0)?;
    let mut pairs = Vec::with_capacity(items.len());
    for item in items {
        let item = machine.store.deref(item);
        match machine.store.functor(item) {
            Some((Symbol::MINUS, 2)) => pairs.push((machine.store.argument(item, 0), item)),
            _ if item.is_reference() => return Err(raise::instantiation(&mut machine.store)),
            _ => return Err(raise::type_error(&mut machine.store, "pair", item)),
        }
    }
    let sorted = machine.store.sorted_by_key(pairs, false, false)?;
    machine.answer_list(1, &sorted)
}

impl Machine {
    fn sort_key(&mut self, item: Cell, key: usize) -> Result<Cell, Raised> {
        let item = self.store.deref(item);
        if key == 0 {
            return Ok(item);
        }
        match item.tag() {
            Tag::Compound | Tag::List if key <= self.store.arguments(item).len() => {
                Ok(self.store.argument(item, key - 1))
            }
            Tag::Reference => Err(raise::instantiation(&mut self.store)),
            _ => Err(raise::type_error(&mut self.store, "compound", item)),
        }
    }
}

//! The heap of terms and its trail: binding, unification, comparison, copying.
//!
//! The heap begins with the program's constants, which are ground and never change. Every walk over
//! a term has its own work list, so depth costs memory and never the native stack. Every walk
//! counts the cells that it visits, so that infinite terms (there is no occurs check) end in an
//! error.

mod compact;
mod copy;
mod exchange;
mod walk;

use std::ops::Range;
use std::sync::Arc;

use crate::logic::budget::{Abort, InterruptFlag, SlicedBudget};
use crate::logic::cell::{Cell, Tag, string_cells};
use crate::logic::limits::{CELLS_AT_ONCE, CELLS_PER_WORK, Limit, WALK_PER_STEP};
use crate::logic::symbol::{Symbol, SymbolTable, Symbols};

pub(in crate::logic) use compact::Marks;
pub(in crate::logic) use copy::Copied;
pub(in crate::logic) use exchange::Numbering;

/// The terms of one machine.
#[derive(Debug)]
pub(in crate::logic) struct Store {
    pub heap: Vec<Cell>,
    pub trail: Vec<usize>,
    /// Bindings of variables below this address must be trailed: a choice point may undo them.
    pub protected: usize,
    pub symbols: Symbols,
    /// How many cells term walks may still visit.
    pub walk: SlicedBudget,
    /// The flag that stops queries.
    pub interrupt: InterruptFlag,
    /// The number of words that the heap and the work lists of walks may take together.
    pub room: usize,
    /// Calls of [`unify`](Self::unify) since the last reset.
    pub unifications: u64,
    constants: usize,
    pairs: Vec<(Cell, Cell)>,
}

/// Up to this length, the list of cells still to be visited does not count as memory.
const FEW_CELLS: usize = 64;

/// The result of a walk that can fail: its budget is spent, or the host asks to stop.
pub(in crate::logic) type Walked<T> = Result<T, Abort>;

impl Store {
    /// Creates a store whose heap begins with these constants; the table has their names.
    pub fn new(constants: &[Cell], symbols: &Arc<SymbolTable>) -> Self {
        Self {
            heap: constants.to_vec(),
            trail: Vec::new(),
            protected: 0,
            symbols: Symbols::new(Arc::clone(symbols)),
            walk: SlicedBudget::default(),
            interrupt: InterruptFlag::default(),
            room: usize::MAX,
            unifications: 0,
            constants: constants.len(),
            pairs: Vec::new(),
        }
    }

    /// Removes all terms except the constants.
    pub fn reset(&mut self) {
        self.heap.truncate(self.constants);
        self.trail.clear();
        self.protected = 0;
        self.unifications = 0;
        self.symbols.reset();
    }

    #[inline]
    pub fn deref(&self, mut cell: Cell) -> Cell {
        while cell.is_reference() {
            let next = self.heap[cell.address()];
            if next == cell {
                break;
            }
            cell = next;
        }
        cell
    }

    #[inline]
    pub fn push(&mut self, cell: Cell) -> usize {
        self.heap.push(cell);
        self.heap.len() - 1
    }

    /// Creates an unbound variable.
    #[inline]
    pub fn fresh(&mut self) -> Cell {
        let cell = Cell::reference(self.heap.len());
        self.heap.push(cell);
        cell
    }

    /// Binds an unbound variable to `value`, which must not be an unbound variable of a later
    /// address.
    #[inline]
    pub fn bind(&mut self, address: usize, value: Cell) {
        self.heap[address] = value;
        if address < self.protected {
            self.trail.push(address);
        }
    }

    /// Undoes all bindings made since the trail had the length `length`.
    #[inline]
    pub fn undo(&mut self, length: usize) {
        while self.trail.len() > length
            && let Some(address) = self.trail.pop()
        {
            self.heap[address] = Cell::reference(address);
        }
    }

    /// Unifies two terms. On failure some bindings remain for [`undo`](Self::undo).
    #[inline]
    pub fn unify(&mut self, left: Cell, right: Cell) -> Walked<bool> {
        self.unifications += 1;
        let (left, right) = (self.deref(left), self.deref(right));
        if left == right {
            return Ok(true);
        }
        if left.is_reference() || right.is_reference() {
            self.bind_either(left, right);
            return Ok(true);
        }
        if left.is_constant() || right.is_constant() {
            Ok(false)
        } else {
            self.unify_structures(left, right)
        }
    }

    /// Binds one of two different dereferenced cells, of which one is a variable, to the other;
    /// the younger variable refers to the older.
    #[inline(always)]
    fn bind_either(&mut self, left: Cell, right: Cell) {
        match (left.is_reference(), right.is_reference()) {
            (true, true) if left.address() < right.address() => self.bind(right.address(), left),
            (true, _) => self.bind(left.address(), right),
            _ => self.bind(right.address(), left),
        }
    }

    /// Whether two terms unify; all bindings are undone.
    pub fn unifiable(&mut self, left: Cell, right: Cell) -> Walked<bool> {
        let (protected, trail) = (self.protected, self.trail.len());
        self.protected = self.heap.len();
        let unified = self.unify(left, right);
        self.undo(trail);
        self.protected = protected;
        unified
    }

    /// `name/arity` as a term.
    pub fn indicator(&mut self, name: Symbol, arity: usize) -> Cell {
        let arity = self.integer(arity as i64);
        self.compound(Symbol::SLASH, &[Cell::atom(name), arity])
    }

    /// Unifies two dereferenced cells that are neither variables nor constants.
    fn unify_structures(&mut self, left: Cell, right: Cell) -> Walked<bool> {
        let unified = self.unify_pairs(left, right);
        self.pairs.clear();
        unified
    }

    /// Unifies two terms level by level. Arguments that are variables or constants are unified at
    /// once, so that a mismatch shows early; pairs of larger ones are taken from a list, the last
    /// first.
    fn unify_pairs(&mut self, mut left: Cell, mut right: Cell) -> Walked<bool> {
        loop {
            self.visit(self.pairs.len())?;
            let Some(arguments) = self.common_arguments(left, right)? else {
                return Ok(false);
            };
            let (a, b) = (left.address(), right.address());
            let mut start = arguments.start;
            while arguments.end - start > CELLS_AT_ONCE {
                self.pass(CELLS_AT_ONCE, 2 * self.pairs.len())?;
                if !self.unify_arguments(a, b, start..start + CELLS_AT_ONCE) {
                    return Ok(false);
                }
                start += CELLS_AT_ONCE;
            }
            if !self.unify_arguments(a, b, start..arguments.end) {
                return Ok(false);
            }
            match self.pairs.pop() {
                Some(pair) => (left, right) = pair,
                None => return Ok(true),
            }
        }
    }

    /// Unifies the arguments of two terms that are variables or constants; pairs of larger terms
    /// are left for later.
    #[inline(always)]
    fn unify_arguments(&mut self, a: usize, b: usize, offsets: Range<usize>) -> bool {
        for offset in offsets {
            let (left, right) = (
                self.deref(self.heap[a + offset]),
                self.deref(self.heap[b + offset]),
            );
            if left == right {
                continue;
            }
            if left.is_reference() || right.is_reference() {
                self.bind_either(left, right);
            } else if left.is_constant() || right.is_constant() {
                return false;
            } else {
                self.pairs.push((left, right));
            }
        }
        true
    }

    /// The offsets of the arguments of two compatible terms, counted from their addresses; `None`
    /// if the terms do not unify.
    fn common_arguments(&mut self, left: Cell, right: Cell) -> Walked<Option<Range<usize>>> {
        let (a, b) = (left.address(), right.address());
        match (left.tag(), right.tag()) {
            (Tag::List, Tag::List) => Ok(Some(0..2)),
            (Tag::Compound, Tag::Compound) => {
                let functor = self.heap[a];
                Ok((functor == self.heap[b]).then(|| 1..functor.functor_arity() + 1))
            }
            (Tag::String, Tag::String) | (Tag::Wide, Tag::Wide) => {
                self.spend(self.raw_words(a).len() as u64)?;
                Ok((self.raw_words(a) == self.raw_words(b)).then_some(0..0))
            }
            _ => Ok(None),
        }
    }

    /// Takes `cells` from the budget for walking terms.
    #[inline]
    pub fn spend(&mut self, cells: u64) -> Walked<()> {
        let steps = self.walk.whole() / WALK_PER_STEP;
        self.walk.take(cells, &self.interrupt, Limit::Walk(steps))
    }

    /// Takes one cell of the budget, in a walk with `pending` cells still to visit. All pending
    /// cells lie beside the path from the root, so in a finite term there are never more of them
    /// than the heap has cells: a longer list means a term that is a part of itself.
    #[inline]
    pub fn visit(&mut self, pending: usize) -> Walked<()> {
        if pending > FEW_CELLS {
            self.check_pending(pending)?;
        }
        self.spend(1)
    }

    #[inline(never)]
    fn check_pending(&self, pending: usize) -> Walked<()> {
        if pending > self.heap.len() {
            Err(Limit::Infinite.into())
        } else {
            self.check_room(2 * pending)
        }
    }

    /// Takes the budget for `cells` in a row that are only copied or skipped, and checks that there
    /// is room for `words` besides the heap.
    pub fn pass(&mut self, cells: usize, words: usize) -> Walked<()> {
        self.check_room(words)?;
        self.spend((cells / CELLS_PER_WORK) as u64)
    }

    /// Refuses to go on if there is no room for `words` besides the heap.
    #[inline]
    pub fn check_room(&self, words: usize) -> Walked<()> {
        match self.heap.len().saturating_add(words) > self.room {
            true => Err(Limit::Memory(self.room * size_of::<Cell>()).into()),
            false => Ok(()),
        }
    }

    /// Adds the arguments of a term to the pending cells of a walk, so that the first argument
    /// comes next.
    pub fn put_off(&mut self, term: Cell, pending: &mut Vec<Cell>) -> Walked<()> {
        let arguments = self.arguments(term);
        if arguments.len() > CELLS_AT_ONCE {
            self.pass(arguments.len(), 2 * (pending.len() + arguments.len()))?;
        }
        pending.extend(arguments.rev().map(|address| self.heap[address]));
        Ok(())
    }

    /// Adds the arguments of two terms to the pending pairs of a walk.
    pub fn put_off_pairs(
        &mut self,
        left: Cell,
        right: Cell,
        pending: &mut Vec<(Cell, Cell)>,
    ) -> Walked<()> {
        let (a, b) = (self.arguments(left), self.arguments(right));
        if a.len() > CELLS_AT_ONCE {
            self.pass(a.len(), 2 * (pending.len() + a.len()))?;
        }
        pending.extend(a.zip(b).rev().map(|(a, b)| (self.heap[a], self.heap[b])));
        Ok(())
    }

    /// The header at an address and the raw words behind it.
    fn raw_words(&self, address: usize) -> &[Cell] {
        &self.heap[address..=address + self.heap[address].raw_bytes().div_ceil(8)]
    }

    /// The characters of a string cell.
    pub fn text(&self, string: Cell) -> String {
        let address = string.address();
        let length = self.heap[address].raw_bytes();
        let mut bytes = Vec::with_capacity(length.next_multiple_of(8));
        for word in &self.heap[address + 1..=address + length.div_ceil(8)] {
            bytes.extend_from_slice(&word.bits().to_le_bytes());
        }
        bytes.truncate(length);
        String::from_utf8(bytes).expect("strings are made of whole UTF-8 texts")
    }

    pub fn string(&mut self, text: &str) -> Cell {
        let address = self.heap.len();
        self.heap.extend(string_cells(text));
        Cell::string(address)
    }

    pub fn integer(&mut self, value: i64) -> Cell {
        Cell::small(value).unwrap_or_else(|| {
            let address = self.push(Cell::raw_header(8));
            self.push(Cell::raw(value as u64));
            Cell::wide(address)
        })
    }

    /// The value of an integer cell, small or wide.
    #[inline]
    pub fn integer_value(&self, cell: Cell) -> Option<i64> {
        match cell.tag() {
            Tag::Integer => Some(cell.as_small()),
            Tag::Wide => Some(self.heap[cell.address() + 1].bits() as i64),
            _ => None,
        }
    }

    pub fn atom(&mut self, name: &str) -> Cell {
        Cell::atom(self.symbols.intern(name))
    }

    /// A compound of at least one argument; for the list functor, a list cell.
    pub fn compound(&mut self, functor: Symbol, arguments: &[Cell]) -> Cell {
        if let (Symbol::LIST, [head, tail]) = (functor, arguments) {
            return self.cons(*head, *tail);
        }
        let address = self.push(Cell::functor(functor, arguments.len()));
        self.heap.extend_from_slice(arguments);
        Cell::compound(address)
    }

    /// Creates a compound with the functor of this name.
    pub fn compound_named(&mut self, functor: &str, arguments: &[Cell]) -> Cell {
        let functor = self.symbols.intern(functor);
        self.compound(functor, arguments)
    }

    pub fn cons(&mut self, head: Cell, tail: Cell) -> Cell {
        let address = self.push(head);
        self.push(tail);
        Cell::list(address)
    }

    pub fn list(&mut self, items: &[Cell]) -> Cell {
        self.list_with_tail(items, Cell::atom(Symbol::NIL))
    }

    pub fn list_with_tail(&mut self, items: &[Cell], tail: Cell) -> Cell {
        let Some((last, before)) = items.split_last() else {
            return tail;
        };
        let start = self.heap.len();
        for (number, item) in before.iter().enumerate() {
            self.heap
                .extend([*item, Cell::list(start + 2 * number + 2)]);
        }
        self.heap.extend([*last, tail]);
        Cell::list(start)
    }

    /// The name and arity of an atom or compound.
    pub fn functor(&self, cell: Cell) -> Option<(Symbol, usize)> {
        match cell.tag() {
            Tag::Atom => Some((cell.as_symbol(), 0)),
            Tag::List => Some((Symbol::LIST, 2)),
            Tag::Compound => {
                let functor = self.heap[cell.address()];
                Some((functor.functor_symbol(), functor.functor_arity()))
            }
            _ => None,
        }
    }

    /// The addresses of the arguments of a compound or list.
    pub fn arguments(&self, cell: Cell) -> std::ops::Range<usize> {
        let address = cell.address();
        match cell.tag() {
            Tag::List => address..address + 2,
            Tag::Compound => address + 1..address + 1 + self.heap[address].functor_arity(),
            _ => 0..0,
        }
    }

    /// The dereferenced argument of a compound, from 0.
    pub fn argument(&self, cell: Cell, number: usize) -> Cell {
        self.deref(self.heap[self.arguments(cell).start + number])
    }
}

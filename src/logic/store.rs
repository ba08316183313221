//! The heap of terms and its trail: binding, unification, comparison, copying.
//!
//! The heap begins with the program's constants, which are ground and never change. Every walk over
//! a term keeps its own work list, so depth costs memory and never the native stack, and counts what
//! it visits, so that infinite terms (there is no occurs check) end in an error.

use std::cmp::Ordering;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::cell::{Cell, Tag};
use super::limits::Limit;
use super::program::Program;
use super::symbol::{Symbol, Symbols};
use super::term::{Node, Term};

/// The terms of one machine.
#[derive(Debug)]
pub(super) struct Store {
    pub heap: Vec<Cell>,
    pub trail: Vec<usize>,
    /// Bindings of variables below this address must be trailed: a choice point may undo them.
    pub protected: usize,
    pub symbols: Symbols,
    /// How many cells term walks may still visit.
    pub walk_left: u64,
    constants: usize,
    pairs: Vec<(Cell, Cell)>,
}

/// The answer to a walk that may find its budget spent.
pub(super) type Walk<T> = Result<T, Limit>;

/// The numbers that variables get outside the heap, in the order in which they are met.
#[derive(Debug, Default)]
pub(super) struct Numbering {
    numbers: FxHashMap<Cell, u32>,
    next: u32,
}

impl Numbering {
    /// Gives every one of these dereferenced cells that is a variable its own place as its number;
    /// other variables get greater ones.
    pub fn of(cells: &[Cell]) -> Self {
        let mut numbers = FxHashMap::default();
        for (cell, number) in cells.iter().zip(0..).filter(|(cell, _)| cell.is_reference()) {
            numbers.entry(*cell).or_insert(number);
        }
        Self { numbers, next: cells.len() as u32 }
    }

    fn number(&mut self, variable: Cell) -> u32 {
        *self.numbers.entry(variable).or_insert_with(|| {
            self.next += 1;
            self.next - 1
        })
    }
}

/// The items of a list; of what is not quite a list, its items and its tail.
pub(super) type ListItems = Result<Vec<Cell>, (Vec<Cell>, Cell)>;

/// A string as cells: a header and its bytes.
pub(super) fn string_cells(text: &str) -> Vec<Cell> {
    let words = text.as_bytes().chunks(8).map(|chunk| {
        let mut bytes = [0; 8];
        bytes[..chunk.len()].copy_from_slice(chunk);
        Cell::raw(u64::from_le_bytes(bytes))
    });
    std::iter::once(Cell::raw_header(text.len())).chain(words).collect()
}

/// Terms copied out of a heap, to be pasted into it again later.
///
/// Addresses in it count from the end of the program's constants, which are shared and not copied.
#[derive(Clone, Debug, Default)]
pub(super) struct Copied {
    pub cells: Vec<Cell>,
    pub roots: Vec<Cell>,
}

impl Store {
    pub fn new(program: &Program) -> Self {
        Self {
            heap: program.constants.clone(),
            trail: Vec::new(),
            protected: 0,
            symbols: Symbols::new(Arc::clone(&program.symbols)),
            walk_left: 0,
            constants: program.constants.len(),
            pairs: Vec::new(),
        }
    }

    /// Forgets all terms but the constants.
    pub fn reset(&mut self) {
        self.heap.truncate(self.constants);
        self.trail.clear();
        self.protected = 0;
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

    /// A new unbound variable.
    #[inline]
    pub fn fresh(&mut self) -> Cell {
        let cell = Cell::reference(self.heap.len());
        self.heap.push(cell);
        cell
    }

    /// Binds an unbound variable to what is not an unbound variable of a later address.
    #[inline]
    pub fn bind(&mut self, address: usize, value: Cell) {
        self.heap[address] = value;
        if address < self.protected {
            self.trail.push(address);
        }
    }

    /// Undoes all bindings since the trail had that length.
    #[inline]
    pub fn undo(&mut self, length: usize) {
        for address in self.trail.drain(length..) {
            self.heap[address] = Cell::reference(address);
        }
    }

    /// Unifies two terms. On failure some bindings are left behind for [`undo`](Self::undo).
    #[inline]
    pub fn unify(&mut self, left: Cell, right: Cell) -> Walk<bool> {
        let (left, right) = (self.deref(left), self.deref(right));
        if left == right {
            return Ok(true);
        }
        if left.is_reference() || right.is_reference() {
            self.bind_either(left, right);
            return Ok(true);
        }
        match (left.tag(), right.tag()) {
            (Tag::Atom | Tag::Integer, _) | (_, Tag::Atom | Tag::Integer) => Ok(false),
            _ => self.unify_structures(left, right),
        }
    }

    /// Binds one of two different dereferenced cells, of which one is a variable, to the other;
    /// the younger variable refers to the older.
    #[inline]
    fn bind_either(&mut self, left: Cell, right: Cell) {
        match (left.is_reference(), right.is_reference()) {
            (true, true) if left.address() < right.address() => self.bind(right.address(), left),
            (true, _) => self.bind(left.address(), right),
            _ => self.bind(right.address(), left),
        }
    }

    /// Whether two terms unify; no binding is left either way.
    pub fn unifiable(&mut self, left: Cell, right: Cell) -> Walk<bool> {
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

    fn unify_structures(&mut self, left: Cell, right: Cell) -> Walk<bool> {
        let mut pairs = std::mem::take(&mut self.pairs);
        pairs.clear();
        pairs.push((left, right));
        let result = self.unify_pairs(&mut pairs);
        self.pairs = pairs;
        result
    }

    fn unify_pairs(&mut self, pairs: &mut Vec<(Cell, Cell)>) -> Walk<bool> {
        while let Some((left, right)) = pairs.pop() {
            let (left, right) = (self.deref(left), self.deref(right));
            if left == right {
                continue;
            }
            if left.is_reference() || right.is_reference() {
                self.bind_either(left, right);
                continue;
            }
            self.spend(1)?;
            let (a, b) = (left.address(), right.address());
            let arguments = match (left.tag(), right.tag()) {
                (Tag::List, Tag::List) => 0..2,
                (Tag::Compound, Tag::Compound) if self.heap[a] == self.heap[b] => 1..self.heap[a].functor_arity() + 1,
                (Tag::String, Tag::String) | (Tag::Wide, Tag::Wide) if self.raw_words(a) == self.raw_words(b) => {
                    continue;
                }
                _ => return Ok(false),
            };
            // Pushed in reverse, so that the first argument is unified first.
            pairs.extend(arguments.rev().map(|offset| (self.heap[a + offset], self.heap[b + offset])));
        }
        Ok(true)
    }

    /// Takes some of the budget for walking terms.
    #[inline]
    pub fn spend(&mut self, cells: u64) -> Walk<()> {
        self.walk_left = self.walk_left.checked_sub(cells).ok_or(Limit::Terms)?;
        Ok(())
    }

    /// The raw words behind a header, and the header itself.
    fn raw_words(&self, address: usize) -> &[Cell] {
        &self.heap[address..=address + self.heap[address].raw_bytes().div_ceil(8)]
    }

    /// The characters of a string cell.
    pub fn text(&self, string: Cell) -> String {
        let address = string.address();
        let length = self.heap[address].raw_bytes();
        let words = self.heap[address + 1..].iter().take(length.div_ceil(8));
        let mut bytes: Vec<u8> = words.flat_map(|word| word.bits().to_le_bytes()).collect();
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

    /// The value of an integer cell of either width.
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

    /// A compound of at least one argument; of the list functor, a list cell.
    pub fn compound(&mut self, functor: Symbol, arguments: &[Cell]) -> Cell {
        if let (Symbol::LIST, [head, tail]) = (functor, arguments) {
            return self.cons(*head, *tail);
        }
        let address = self.push(Cell::functor(functor, arguments.len()));
        self.heap.extend_from_slice(arguments);
        Cell::compound(address)
    }

    /// `functor(...)` by name.
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
        let Some((last, before)) = items.split_last() else { return tail };
        let start = self.heap.len();
        for (number, item) in before.iter().enumerate() {
            self.heap.extend([*item, Cell::list(start + 2 * number + 2)]);
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

    /// The address of a compound's or list's first argument, and how many there are.
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

    /// The items of a list, as far as it is one.
    pub fn list_items(&mut self, list: Cell) -> Walk<ListItems> {
        let mut items = Vec::new();
        let mut rest = self.deref(list);
        while rest.tag() == Tag::List {
            self.spend(1)?;
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
            self.spend(1)?;
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
            Tag::String => self.text(left).cmp(&self.text(right)),
            _ => {
                let by_arity_and_name = |cell| self.functor(cell).map(|(name, arity)| (arity, self.symbols.name(name)));
                by_arity_and_name(left).cmp(&by_arity_and_name(right))
            }
        }
    }

    /// Every variable in a term, each once, in the order in which they are met.
    pub fn variables(&mut self, root: Cell) -> Walk<Vec<Cell>> {
        let mut seen = rustc_hash::FxHashSet::default();
        let mut found = Vec::new();
        let mut pending = vec![root];
        while let Some(cell) = pending.pop() {
            let cell = self.deref(cell);
            self.spend(1)?;
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
            self.spend(1)?;
            if cell.is_reference() {
                return Ok(false);
            }
            pending.extend(self.arguments(cell).map(|address| self.heap[address]));
        }
        Ok(true)
    }

    /// Copies a term out, to the end of what has been copied before, breadth first (C. J. Cheney,
    /// 1970). Variables are new ones in the copy.
    pub fn copy_out(&mut self, root: Cell, copied: &mut Copied, most_cells: usize) -> Walk<Cell> {
        let mut variables = FxHashMap::default();
        let mut scan = copied.cells.len();
        copied.cells.push(root);
        let root_at = scan;
        while scan < copied.cells.len() {
            self.spend(1)?;
            if copied.cells.len() > most_cells {
                return Err(Limit::Memory(most_cells * size_of::<Cell>()));
            }
            scan += self.forward(scan, copied, &mut variables);
        }
        let root = copied.cells[root_at];
        copied.roots.push(root);
        Ok(root)
    }

    /// Turns the cell at a place of the copy, which still means the heap, into one that means the
    /// copy, and appends what it points to. Returns how many cells to go on.
    fn forward(&self, at: usize, copied: &mut Copied, variables: &mut FxHashMap<Cell, usize>) -> usize {
        if copied.cells[at].tag() == Tag::Header {
            // Functors go with their arguments; raw words were copied whole.
            let header = copied.cells[at];
            return if header.is_raw() { 1 + header.raw_bytes().div_ceil(8) } else { 1 };
        }
        let cell = self.deref(copied.cells[at]);
        if cell.is_reference() {
            let place = *variables.entry(cell).or_insert(at);
            copied.cells[at] = Cell::reference(self.constants + place);
            return 1;
        }
        let is_pointer = !matches!(cell.tag(), Tag::Atom | Tag::Integer);
        if !is_pointer || cell.address() < self.constants {
            copied.cells[at] = cell;
            return 1;
        }
        let address = cell.address();
        let size = match cell.tag() {
            Tag::List => 2,
            Tag::Compound => 1 + self.heap[address].functor_arity(),
            _ => 1 + self.heap[address].raw_bytes().div_ceil(8),
        };
        let to = copied.cells.len();
        copied.cells[at] = cell.at_address(self.constants + to);
        copied.cells.extend_from_slice(&self.heap[address..address + size]);
        1
    }

    /// Pastes all that was copied to the end of the heap; roots then mean the heap again through
    /// [`pasted`](Self::pasted) with the number returned.
    pub fn paste(&mut self, copied: &Copied) -> usize {
        let by = self.heap.len() - self.constants;
        let mut at = 0;
        while at < copied.cells.len() {
            let cell = copied.cells[at];
            if cell.tag() == Tag::Header && cell.is_raw() {
                let size = 1 + cell.raw_bytes().div_ceil(8);
                self.heap.extend_from_slice(&copied.cells[at..at + size]);
                at += size;
            } else {
                let cell = self.pasted(cell, by);
                self.heap.push(cell);
                at += 1;
            }
        }
        by
    }

    #[inline]
    pub fn pasted(&self, cell: Cell, by: usize) -> Cell {
        match cell.tag() {
            Tag::Atom | Tag::Integer | Tag::Header => cell,
            _ if cell.address() < self.constants => cell,
            _ => cell.at_address(cell.address() + by),
        }
    }

    /// A term that stands alone. Variables are numbered in the order in which they are met,
    /// after those that `variables` already holds.
    pub fn export(&mut self, root: Cell, variables: &mut Numbering, most_cells: usize) -> Walk<Term> {
        let most_nodes = most_cells * size_of::<Cell>() / size_of::<Node>();
        let mut nodes = Vec::new();
        let mut pending = vec![root];
        while let Some(cell) = pending.pop() {
            let cell = self.deref(cell);
            self.spend(1)?;
            nodes.push(self.node(cell, variables));
            if nodes.len() > most_nodes {
                return Err(Limit::Memory(most_cells * size_of::<Cell>()));
            }
            pending.extend(self.arguments(cell).rev().map(|address| self.heap[address]));
        }
        Ok(Term::from_nodes(nodes))
    }

    fn node(&self, cell: Cell, variables: &mut Numbering) -> Node {
        match cell.tag() {
            Tag::Reference => Node::Variable(variables.number(cell)),
            Tag::Integer | Tag::Wide => Node::Integer(self.integer_value(cell).unwrap_or_default()),
            Tag::Atom => Node::Atom(self.symbols.name(cell.as_symbol()).clone()),
            Tag::String => Node::String(self.text(cell).into()),
            _ => {
                let (name, arity) = self.functor(cell).unwrap_or((Symbol::EMPTY, 0));
                Node::Compound(self.symbols.name(name).clone(), arity as u32)
            }
        }
    }

    /// Brings a term in. The variable of number n becomes `variables[n]`, a new one if need be.
    pub fn import(&mut self, term: &Term, variables: &mut Vec<Cell>) -> Cell {
        // Filled from the last node to the first: the arguments of a compound then lie ready.
        let mut ready: Vec<Cell> = Vec::new();
        for node in term.nodes().iter().rev() {
            let cell = match node {
                Node::Variable(number) => {
                    while variables.len() <= *number as usize {
                        let fresh = self.fresh();
                        variables.push(fresh);
                    }
                    variables[*number as usize]
                }
                Node::Integer(value) => self.integer(*value),
                Node::Atom(name) => self.atom(name),
                Node::String(text) => self.string(text),
                Node::Compound(name, 2) if &**name == "[|]" => {
                    let (head, tail) = (ready.pop(), ready.pop());
                    let (Some(head), Some(tail)) = (head, tail) else { unreachable!("a list node has two arguments") };
                    self.cons(head, tail)
                }
                Node::Compound(name, arity) => {
                    let mut arguments = ready.split_off(ready.len() - *arity as usize);
                    arguments.reverse();
                    self.compound_named(name, &arguments)
                }
            };
            ready.push(cell);
        }
        ready[0]
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

//! Cells: the 64-bit words that terms are made of while a machine works on them.
//!
//! The low three bits are the kind of the cell; the other bits are a heap address, a symbol or an
//! integer of 61 bits. Integers that need more bits, and strings, lie on the heap behind a header.
//!
//! An unbound variable is a reference to itself. The scheme is that of the Warren abstract machine
//! (D. H. D. Warren, 1983).

use super::symbol::Symbol;

/// One word of a term.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Cell(u64);

/// The kinds of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tag {
    /// A reference to another cell, or to itself: a variable.
    Reference,
    /// An atom.
    Atom,
    /// An integer of at most 61 bits.
    Integer,
    /// The address of a functor followed by its arguments.
    Compound,
    /// The address of a list's head, followed by its tail.
    List,
    /// The address of a string.
    String,
    /// The address of an integer that needs more than 61 bits.
    Wide,
    /// The header of a functor or of raw words on the heap.
    Header,
}

const TAG_BITS: u32 = 3;
const TAG_MASK: u64 = (1 << TAG_BITS) - 1;

const REFERENCE: u64 = 0;
const ATOM: u64 = 1;
const INTEGER: u64 = 2;
const COMPOUND: u64 = 3;
const LIST: u64 = 4;
const STRING: u64 = 5;
const WIDE: u64 = 6;
const HEADER: u64 = 7;

/// The two kinds of header: a functor, and raw words.
const RAW_BIT: u64 = 1 << TAG_BITS;
const ARITY_SHIFT: u32 = TAG_BITS + 1;
const ARITY_BITS: u32 = 24;
const SYMBOL_SHIFT: u32 = ARITY_SHIFT + ARITY_BITS;

/// The greatest number of arguments of a compound term.
pub(super) const MAX_ARITY: usize = (1 << ARITY_BITS) - 1;

impl Cell {
    #[inline]
    pub fn tag(self) -> Tag {
        match self.0 & TAG_MASK {
            REFERENCE => Tag::Reference,
            ATOM => Tag::Atom,
            INTEGER => Tag::Integer,
            COMPOUND => Tag::Compound,
            LIST => Tag::List,
            STRING => Tag::String,
            WIDE => Tag::Wide,
            _ => Tag::Header,
        }
    }

    #[inline]
    fn pack(tag: u64, address: usize) -> Self {
        Cell((address as u64) << TAG_BITS | tag)
    }

    #[inline]
    pub fn reference(address: usize) -> Self {
        Self::pack(REFERENCE, address)
    }

    #[inline]
    pub fn compound(address: usize) -> Self {
        Self::pack(COMPOUND, address)
    }

    #[inline]
    pub fn list(address: usize) -> Self {
        Self::pack(LIST, address)
    }

    #[inline]
    pub fn string(address: usize) -> Self {
        Self::pack(STRING, address)
    }

    #[inline]
    pub fn wide(address: usize) -> Self {
        Self::pack(WIDE, address)
    }

    #[inline]
    pub const fn atom(symbol: Symbol) -> Self {
        Cell((symbol.0 as u64) << TAG_BITS | ATOM)
    }

    /// The integer as a cell, if it fits into 61 bits.
    #[inline]
    pub fn small(value: i64) -> Option<Self> {
        let shifted = value << TAG_BITS;
        (shifted >> TAG_BITS == value).then_some(Cell(shifted as u64 | INTEGER))
    }

    /// A number that the machine stores in a frame for its own use: an address or a count.
    #[inline]
    pub fn word(value: usize) -> Self {
        Cell(value as u64)
    }

    /// A bit pattern that no cell of a term has, for keys of an index.
    pub const fn word_key(number: u64) -> Self {
        Cell(number << ARITY_SHIFT | RAW_BIT | HEADER)
    }

    /// The number that [`Cell::word`] was given.
    #[inline]
    pub fn as_word(self) -> usize {
        self.0 as usize
    }

    /// Raw bits: a word of a string, or a wide integer.
    #[inline]
    pub fn raw(bits: u64) -> Self {
        Cell(bits)
    }

    #[inline]
    pub fn bits(self) -> u64 {
        self.0
    }

    /// The address in a reference or in anything that points to the heap.
    #[inline]
    pub fn address(self) -> usize {
        (self.0 >> TAG_BITS) as usize
    }

    #[inline]
    pub fn as_symbol(self) -> Symbol {
        Symbol((self.0 >> TAG_BITS) as u32)
    }

    /// The value of a small integer.
    #[inline]
    pub fn as_small(self) -> i64 {
        self.0 as i64 >> TAG_BITS
    }

    #[inline]
    pub fn is_reference(self) -> bool {
        self.0 & TAG_MASK == REFERENCE
    }

    #[inline]
    pub fn is_small(self) -> bool {
        self.0 & TAG_MASK == INTEGER
    }

    /// Whether the cell is a complete term without a pointer: an atom or a small integer.
    #[inline]
    pub fn is_constant(self) -> bool {
        matches!(self.0 & TAG_MASK, ATOM | INTEGER)
    }

    #[inline]
    pub fn is_atom(self) -> bool {
        self.0 & TAG_MASK == ATOM
    }

    #[inline]
    pub fn functor(symbol: Symbol, arity: usize) -> Self {
        debug_assert!(arity <= MAX_ARITY);
        Cell((symbol.0 as u64) << SYMBOL_SHIFT | (arity as u64) << ARITY_SHIFT | HEADER)
    }

    /// The header of `bytes` raw bytes, which are padded to whole words.
    #[inline]
    pub fn raw_header(bytes: usize) -> Self {
        Cell((bytes as u64) << ARITY_SHIFT | RAW_BIT | HEADER)
    }

    #[inline]
    pub fn functor_symbol(self) -> Symbol {
        Symbol((self.0 >> SYMBOL_SHIFT) as u32)
    }

    #[inline]
    pub fn functor_arity(self) -> usize {
        ((self.0 >> ARITY_SHIFT) & ((1 << ARITY_BITS) - 1)) as usize
    }

    /// The number of bytes behind a raw header.
    #[inline]
    pub fn raw_bytes(self) -> usize {
        (self.0 >> ARITY_SHIFT) as usize
    }

    /// Whether this is the header of raw words.
    #[inline]
    pub fn is_raw(self) -> bool {
        self.0 & (RAW_BIT | TAG_MASK) == RAW_BIT | HEADER
    }

    /// The same kind of pointer to another address.
    #[inline]
    pub fn at_address(self, address: usize) -> Self {
        Self::pack(self.0 & TAG_MASK, address)
    }
}

impl std::fmt::Debug for Cell {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.tag() {
            Tag::Integer => write!(f, "{}", self.as_small()),
            Tag::Atom => write!(f, "{:?}", self.as_symbol()),
            tag => write!(f, "{tag:?}@{}", self.address()),
        }
    }
}

/// A string as cells: a header and its bytes.
pub(super) fn string_cells(text: &str) -> impl Iterator<Item = Cell> {
    let words = text.as_bytes().chunks(8).map(|chunk| {
        let mut bytes = [0; 8];
        bytes[..chunk.len()].copy_from_slice(chunk);
        Cell::raw(u64::from_le_bytes(bytes))
    });
    std::iter::once(Cell::raw_header(text.len())).chain(words)
}

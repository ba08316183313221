//! Symbols: atoms and functor names as small numbers.
//!
//! A program owns a [`SymbolTable`] that never changes once it is loaded. A machine adds its own
//! names above it with [`Symbols`], and drops them when it starts another query. So a rule that
//! makes atoms without end fills only the machine's own counted memory.

use std::sync::Arc;

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use crate::syntax::tree::Name;

/// The number of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Symbol(pub(super) u32);

/// Defines the symbols that the engine itself uses, at fixed numbers.
macro_rules! known_symbols {
    ($($name:ident = $text:literal),* $(,)?) => {
        #[allow(clippy::upper_case_acronyms, non_camel_case_types, reason = "numbers the constants below")]
        enum KnownSymbol { $($name),* }
        impl Symbol {
            $(#[doc = concat!("The symbol `", $text, "`.")] pub const $name: Symbol = Symbol(KnownSymbol::$name as u32);)*
        }
        const KNOWN: &[&str] = &[$($text),*];
    };
}

known_symbols! {
    NIL = "[]", LIST = "[|]", COMMA = ",", SEMICOLON = ";", ARROW = "->", SOFT_ARROW = "*->", EQUALS = "=", MINUS = "-",
    SLASH = "/", EMPTY = "", LESS = "<", GREATER = ">", ERROR = "error",
}

/// The functor of a list cell: a head and a tail.
pub(crate) const LIST_CELL: &str = KNOWN[KnownSymbol::LIST as usize];

/// The names of one program.
#[derive(Clone, Debug)]
pub struct SymbolTable {
    names: IndexSet<Name, FxBuildHasher>,
}

impl Default for SymbolTable {
    fn default() -> Self {
        Self {
            names: KNOWN.iter().map(|&text| Name::from(text)).collect(),
        }
    }
}

impl SymbolTable {
    /// Returns the symbol of a name; adds the name if it is new.
    pub fn intern(&mut self, name: &str) -> Symbol {
        if let Some(symbol) = self.find(name) {
            return symbol;
        }
        number(self.names.insert_full(name.into()).0)
    }

    /// The symbol of a name, if the table contains the name.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<Symbol> {
        self.names.get_index_of(name).map(number)
    }

    /// The name of a symbol of this table.
    #[must_use]
    pub fn name(&self, symbol: Symbol) -> &Name {
        &self.names[symbol.0 as usize]
    }

    fn len(&self) -> usize {
        self.names.len()
    }
}

/// Tables are far smaller than the 4 billion names that a `u32` can number: memory limits come
/// first.
fn number(index: usize) -> Symbol {
    Symbol(u32::try_from(index).expect("memory ends before four billion names are made"))
}

/// A program's names, and above them the names that one machine has made.
#[derive(Debug)]
pub(super) struct Symbols {
    program: Arc<SymbolTable>,
    own: IndexSet<Name, FxBuildHasher>,
    bytes: usize,
}

impl Symbols {
    pub fn new(program: Arc<SymbolTable>) -> Self {
        Self {
            program,
            own: IndexSet::default(),
            bytes: 0,
        }
    }

    pub fn intern(&mut self, name: &str) -> Symbol {
        if let Some(symbol) = self.program.find(name) {
            return symbol;
        }
        let index = match self.own.get_index_of(name) {
            Some(index) => index,
            None => {
                self.bytes += name.len() + OVERHEAD_OF_A_NAME;
                self.own.insert_full(name.into()).0
            }
        };
        number(self.program.len() + index)
    }

    pub fn name(&self, symbol: Symbol) -> &Name {
        match (symbol.0 as usize).checked_sub(self.program.len()) {
            None => self.program.name(symbol),
            Some(index) => &self.own[index],
        }
    }

    /// Memory that this machine's own names take, in bytes.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Forgets this machine's own names.
    pub fn reset(&mut self) {
        self.own.clear();
        self.bytes = 0;
    }
}

/// The memory of a name besides its characters: its place in the set, and the count of its shared
/// text.
const OVERHEAD_OF_A_NAME: usize = 80;

//! Constants and functors by number.

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use crate::syntax::tree::Name;

/// A term without parts.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Constant {
    Integer(i64),
    Atom(Name),
    String(Name),
}

/// What is read and met in the course of an evaluation.
#[derive(Debug, Default)]
pub(super) struct Constants {
    constants: IndexSet<Constant, FxBuildHasher>,
    functors: IndexSet<(Name, u32), FxBuildHasher>,
}

impl Constants {
    pub fn number(&mut self, constant: Constant) -> u32 {
        self.constants.insert_full(constant).0 as u32
    }

    pub fn integer(&mut self, value: i64) -> u32 {
        self.number(Constant::Integer(value))
    }

    pub fn get(&self, number: u32) -> &Constant {
        &self.constants[number as usize]
    }

    pub fn as_integer(&self, number: u32) -> Option<i64> {
        match self.get(number) {
            Constant::Integer(value) => Some(*value),
            _ => None,
        }
    }

    pub fn functor(&mut self, name: &Name, arity: usize) -> u32 {
        // A term has fewer than four billion arguments.
        self.functors.insert_full((name.clone(), arity as u32)).0 as u32
    }

    /// The name and the number of arguments.
    pub fn functor_parts(&self, number: u32) -> (&Name, u32) {
        let (name, arity) = &self.functors[number as usize];
        (name, *arity)
    }
}

//! The numbers by which the parts of a program refer to each other.

/// The number of a predicate in its program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PredicateId(pub(super) u32);

/// The number of a built-in predicate in the machine's table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BuiltinId(pub(super) u16);

/// The number of a relation in the schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RelationId(pub(super) u32);

impl BuiltinId {
    pub(super) fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl RelationId {
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

//! How deep an evaluation goes natively: it runs in a thread of its own, with room for that.

/// How many goals may wait for each other: what comes after a goal is proved within it. The elements of a list that is gone
/// through, and the numbers that are split into their values, count here too.
pub const DEPTH: usize = 4_000;

/// What is on the stack while goals wait for each other, in bytes a goal; measured with room to spare.
pub const STACK: usize = DEPTH * (16 << 10);

/// How deep an expression may nest to be computed here; the machine computes deeper ones, if they do not depend on the
/// position.
pub const EXPRESSION_DEPTH: usize = 500;

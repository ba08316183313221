//! The instructions that clauses are translated to.
//!
//! Each clause has a frame: a header of [`FRAME_HEADER`] words, the arguments of its head, then its
//! other variables and some places for intermediate results. A *slot* is an index into the frame. A
//! call names the slots of its arguments, which are copied into the new frame (from the fifth on by
//! way of registers). So a head argument that is a variable costs nothing, and a choice point keeps
//! its arguments by keeping the frame. No slot holds an unbound variable itself, only a reference
//! to one on the heap. For that reason a frame can be dropped as soon as its last goal is called.
//!
//! Steps that often follow each other, such as the parts of a list, or a call and its arguments,
//! are one instruction, because fetching an instruction costs more than doing it.
//!
//! The scheme is close to the ZIP machine (D. L. Bowen, L. M. Byrd, W. F. Clocksin, 1983), with the
//! head instructions of the Warren abstract machine (D. H. D. Warren, 1983).

use std::cmp::Ordering;

use super::cell::Cell;
use super::ids::{BuiltinId, PredicateId};

/// Words at the start of a frame: the parent frame, the address at which to go on, and the height
/// of the choice points to which a cut goes back.
pub(super) const FRAME_HEADER: usize = 3;
pub(super) const PARENT: usize = 0;
pub(super) const CONTINUATION: usize = 1;
pub(super) const BARRIER: usize = 2;

/// How many arguments of a goal the call itself names by their slots; arguments that the goal does
/// not have are given as slot 0.
pub(super) const NAMED_ARGUMENTS: usize = 4;
/// The smallest frame: it has room for the named arguments, even if the predicate has fewer.
pub(super) const SMALLEST_FRAME: usize = FRAME_HEADER + NAMED_ARGUMENTS;
/// How many further arguments one instruction puts into registers.
pub(super) const PUT_AT_ONCE: usize = 6;

/// The most arguments of a predicate.
pub(super) const MAX_REGISTERS: usize = 256;

/// The address of an instruction in the code area.
pub(super) type Address = u32;

/// The address of an instruction that fails, so that "fail" is a jump like any other.
pub(super) const FAIL: Address = 0;
/// The address of the instruction that ends a query with an answer.
pub(super) const ANSWER: Address = 1;
/// The address of an instruction that returns from a clause. A last call of a predicate that is not
/// made of clauses goes on there.
pub(super) const PROCEED: Address = 2;

pub(super) type Slot = u16;
pub(super) type ArgumentRegister = u8;

/// A slot, or a small integer written in the instruction itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operand {
    Slot(Slot),
    Integer(i16),
}

/// The arguments of a goal: those that the call names, and those that are put into registers before
/// it.
pub(super) fn goal_arguments(
    slots: &[Slot],
) -> ([Slot; NAMED_ARGUMENTS], impl Iterator<Item = Instruction>) {
    let (named, others) = slots.split_at(slots.len().min(NAMED_ARGUMENTS));
    let put = others
        .chunks(PUT_AT_ONCE)
        .enumerate()
        .map(|(number, slots)| Instruction::PutArguments {
            register: (NAMED_ARGUMENTS + number * PUT_AT_ONCE) as ArgumentRegister,
            slots: filled(slots),
        });
    (filled(named), put)
}

fn filled<const COUNT: usize>(slots: &[Slot]) -> [Slot; COUNT] {
    std::array::from_fn(|number| slots.get(number).copied().unwrap_or(0))
}

/// An argument of a compound that has been opened: a variable at its first occurrence, at a later
/// occurrence, or one that occurs nowhere else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OpenedArgument {
    First(Slot),
    Slot(Slot),
    Void,
}

/// The kinds of terms that can be tested for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TypeTest {
    Variable,
    Bound,
    Atom,
    Integer,
    String,
    Atomic,
    Compound,
    Callable,
    List,
    Ground,
}

impl TypeTest {
    /// The test that a predicate of this name with one argument makes.
    pub fn of(name: &str) -> Option<Self> {
        Some(match name {
            "var" => Self::Variable,
            "nonvar" => Self::Bound,
            "atom" => Self::Atom,
            "integer" | "number" => Self::Integer,
            "string" => Self::String,
            "atomic" => Self::Atomic,
            "compound" => Self::Compound,
            "callable" => Self::Callable,
            "is_list" => Self::List,
            "ground" => Self::Ground,
            _ => return None,
        })
    }
}

/// How two integers or two terms compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Comparison {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

impl Comparison {
    /// The comparison of two values that this operator makes.
    pub fn of_numbers(operator: &str) -> Option<Self> {
        Some(match operator {
            "=:=" => Self::Equal,
            "=\\=" => Self::NotEqual,
            "<" => Self::Less,
            "=<" => Self::LessOrEqual,
            ">" => Self::Greater,
            ">=" => Self::GreaterOrEqual,
            _ => return None,
        })
    }

    /// The comparison in the standard order of terms that this operator makes.
    pub fn of_terms(operator: &str) -> Option<Self> {
        Some(match operator {
            "==" => Self::Equal,
            "\\==" => Self::NotEqual,
            "@<" => Self::Less,
            "@=<" => Self::LessOrEqual,
            "@>" => Self::Greater,
            "@>=" => Self::GreaterOrEqual,
            _ => return None,
        })
    }

    #[inline]
    pub fn holds(self, order: Ordering) -> bool {
        match self {
            Comparison::Equal => order.is_eq(),
            Comparison::NotEqual => order.is_ne(),
            Comparison::Less => order.is_lt(),
            Comparison::LessOrEqual => order.is_le(),
            Comparison::Greater => order.is_gt(),
            Comparison::GreaterOrEqual => order.is_ge(),
        }
    }
}

/// How a collector combines the answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Collection {
    /// All answers, in order.
    Bag,
    /// All answers, sorted, each once.
    Set,
    /// The number of answers.
    Count,
    /// The sum of the answers.
    Sum,
    /// The greatest answer; without answers the goal fails.
    Max,
    /// The least answer; without answers the goal fails.
    Min,
    /// The greatest answer, with its witness: `max(Value, Witness)`.
    MaxWitness,
    /// The least answer, with its witness.
    MinWitness,
}

/// Operations of arithmetic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operation {
    Add,
    Subtract,
    Multiply,
    Divide,
    TruncatingDivide,
    FloorDivide,
    Modulo,
    Remainder,
    Minimum,
    Maximum,
    Power,
    ShiftLeft,
    ShiftRight,
    And,
    Or,
    Xor,
    GreatestCommonDivisor,
    Negate,
    Plus,
    Absolute,
    Sign,
    Complement,
    MostSignificantBit,
    PopulationCount,
    Bit,
    TrailingZeros,
    Successor,
}

/// The ports of a goal's box: control enters and leaves it through them (L. Byrd, 1980). An
/// exception leaves by a port of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Port {
    /// The goal is called.
    Call,
    /// It has been proved.
    Exit,
    /// A later goal failed, and another proof is looked for.
    Redo,
    /// There is no proof, or no further one.
    Fail,
    /// An error leaves it.
    Exception,
}

/// One instruction. `otherwise` is the address at which to go on if a test fails.
#[derive(Clone, Copy, Debug)]
pub(super) enum Instruction {
    /// Goes back to the newest choice point.
    Fail,
    /// The query has an answer.
    Answer,

    // Heads, and `=` in bodies: unify a slot with a term that the code describes.
    MatchConstant {
        slot: Slot,
        constant: Cell,
    },
    /// Opens a compound; the `Unify` instructions that follow take its arguments in turn.
    MatchCompound {
        slot: Slot,
        functor: Cell,
    },
    MatchList {
        slot: Slot,
    },
    UnifySlot {
        slot: Slot,
    },
    /// `MatchList` and its head.
    MatchListHead {
        slot: Slot,
        head: OpenedArgument,
    },
    /// `MatchList` with both its arguments.
    MatchPair {
        slot: Slot,
        head: OpenedArgument,
        tail: OpenedArgument,
    },
    /// The first occurrence of a variable: the slot takes the argument.
    UnifyFirst {
        slot: Slot,
    },
    UnifyConstant {
        constant: Cell,
    },
    UnifyVoid,
    /// Full unification of two slots.
    MatchSlot {
        slot: Slot,
        with: Slot,
    },

    // Building terms.
    BuildCompound {
        slot: Slot,
        functor: Cell,
    },
    BuildList {
        slot: Slot,
    },
    WriteSlot {
        slot: Slot,
    },
    WriteFirst {
        slot: Slot,
    },
    WriteConstant {
        constant: Cell,
    },
    WriteVoid,
    SetConstant {
        slot: Slot,
        constant: Cell,
    },
    SetSlot {
        slot: Slot,
        from: Slot,
    },
    /// A new variable.
    SetFresh {
        slot: Slot,
    },

    // Goals: their first arguments are the slots named in the call, the others are put into
    // registers before it.
    PutArguments {
        register: ArgumentRegister,
        slots: [Slot; PUT_AT_ONCE],
    },
    Call {
        predicate: PredicateId,
        frame: u16,
        slots: [Slot; NAMED_ARGUMENTS],
    },
    /// A last call: drops the frame unless a choice point keeps it.
    Execute {
        predicate: PredicateId,
        frame: u16,
        slots: [Slot; NAMED_ARGUMENTS],
    },
    Proceed,
    Builtin {
        builtin: BuiltinId,
        slots: [Slot; NAMED_ARGUMENTS],
    },

    // Control.
    Try {
        otherwise: Address,
        frame: u16,
    },
    PushCatch {
        frame: u16,
    },
    PopCatch,
    Mark {
        slot: Slot,
    },
    CutTo {
        slot: Slot,
    },
    SoftCut {
        slot: Slot,
    },
    Cut,
    Jump {
        to: Address,
    },

    // Arithmetic and tests.
    Compute {
        operation: Operation,
        to: Slot,
        left: Operand,
        right: Operand,
    },
    /// Evaluates the expression to which the operand is bound.
    Evaluate {
        to: Slot,
        from: Operand,
    },
    CompareNumbers {
        comparison: Comparison,
        left: Operand,
        right: Operand,
        otherwise: Address,
    },
    CompareTerms {
        comparison: Comparison,
        left: Slot,
        right: Slot,
        otherwise: Address,
    },
    Test {
        test: TypeTest,
        slot: Slot,
        otherwise: Address,
    },

    // All-solutions goals.
    Collect {
        collection: Collection,
    },
    /// Gives the collector a value; for a witness, also the next slot.
    CollectValue {
        slot: Slot,
    },
    /// Ends the collector, and writes its result to the slot.
    CollectResult {
        slot: Slot,
    },

    /// Only in traced programs, in the frame of a box: reports a port of this predicate to the
    /// host. After an exit that leaves no choice point, the next instruction is skipped.
    Port {
        port: Port,
        predicate: PredicateId,
    },
}

//! The code of a program, and what can be told of an address in it: the goal's place in the text,
//! and the clause.

use super::ids::PredicateId;
use super::instruction::{Address, Instruction};
use crate::syntax::source::Span;

/// The instructions of all clauses, one clause after the other.
///
/// `places` and `clauses` are in the order of their addresses.
#[derive(Clone, Debug)]
pub(super) struct CodeArea {
    pub instructions: Vec<Instruction>,
    /// The first instruction of each goal, and the goal's place.
    places: Vec<(Address, Span)>,
    /// The first instruction of each clause, and the clause's predicate.
    pub clauses: Vec<(Address, PredicateId)>,
    /// Where the code of boxes begins, if it is a traced program.
    pub boxes_from: Option<Address>,
}

impl CodeArea {
    /// Code with the instructions that stand at fixed addresses: those of
    /// [`FAIL`](super::instruction::FAIL), [`ANSWER`](super::instruction::ANSWER) and
    /// [`PROCEED`](super::instruction::PROCEED).
    pub fn new() -> Self {
        Self {
            instructions: vec![Instruction::Fail, Instruction::Answer, Instruction::Proceed],
            places: Vec::new(),
            clauses: Vec::new(),
            boxes_from: None,
        }
    }

    /// The address of the next instruction.
    pub fn end(&self) -> Address {
        self.instructions.len() as Address
    }

    /// The code that follows belongs to the goal at that place.
    pub fn mark_place(&mut self, span: Span) {
        self.places.push((self.end(), span));
    }

    /// The code from that address on is a clause of that predicate.
    pub fn mark_clause(&mut self, start: Address, predicate: PredicateId) {
        self.clauses.push((start, predicate));
    }

    /// Takes back the code from an address on, of a clause that was refused.
    pub fn truncate(&mut self, start: Address) {
        self.instructions.truncate(start as usize);
        let kept = self.places.partition_point(|(address, _)| *address < start);
        self.places.truncate(kept);
    }

    /// The predicate of the clause whose code holds that address.
    pub fn predicate_at(&self, address: Address) -> Option<PredicateId> {
        let after = self.clauses.partition_point(|(start, _)| *start <= address);
        after.checked_sub(1).map(|at| self.clauses[at].1)
    }

    /// The place of the goal whose code holds that address.
    pub fn place_at(&self, address: Address) -> Option<Span> {
        if self.boxes_from.is_some_and(|boxes| address >= boxes) {
            return None;
        }
        let after = self.places.partition_point(|(start, _)| *start <= address);
        after.checked_sub(1).map(|at| self.places[at].1)
    }
}

//! The code of a program. For an address in it, the area gives the place in the text of the goal,
//! and the predicate of the clause.

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
    /// The code of goals that commit, from the first address up to the second: how a clause goes on is
    /// decided by their first answer, or by whether they have one. None lies within another.
    commitments: Vec<(Address, Address)>,
    /// The address at which the code of boxes begins, if the program is traced.
    pub boxes_from: Option<Address>,
}

impl CodeArea {
    /// Creates code with the instructions at fixed addresses: those of
    /// [`FAIL`](super::instruction::FAIL), [`ANSWER`](super::instruction::ANSWER) and
    /// [`PROCEED`](super::instruction::PROCEED).
    pub fn new() -> Self {
        Self {
            instructions: vec![Instruction::Fail, Instruction::Answer, Instruction::Proceed],
            places: Vec::new(),
            clauses: Vec::new(),
            commitments: Vec::new(),
            boxes_from: None,
        }
    }

    /// The address of the next instruction.
    pub fn end(&self) -> Address {
        self.instructions.len() as Address
    }

    /// Notes that the code from here on belongs to the goal at `span`.
    pub fn mark_place(&mut self, span: Span) {
        self.places.push((self.end(), span));
    }

    /// Notes that the code from `start` on is a clause of `predicate`.
    pub fn mark_clause(&mut self, start: Address, predicate: PredicateId) {
        self.clauses.push((start, predicate));
    }

    /// Notes that the code from `start` on is a goal that commits.
    pub fn mark_commitment(&mut self, start: Address) {
        self.forget_commitments(start);
        self.commitments.push((start, self.end()));
    }

    fn forget_commitments(&mut self, start: Address) {
        let kept = self.commitments.partition_point(|(from, _)| *from < start);
        self.commitments.truncate(kept);
    }

    /// Whether the code at `address` belongs to a goal that commits.
    pub fn commits_at(&self, address: Address) -> bool {
        let after = self
            .commitments
            .partition_point(|(from, _)| *from <= address);
        after
            .checked_sub(1)
            .is_some_and(|at| address < self.commitments[at].1)
    }

    /// Removes the code from `start` on, which belongs to a clause that was refused.
    pub fn truncate(&mut self, start: Address) {
        self.instructions.truncate(start as usize);
        let kept = self.places.partition_point(|(address, _)| *address < start);
        self.places.truncate(kept);
        self.forget_commitments(start);
    }

    /// The predicate of the clause whose code includes `address`.
    pub fn predicate_at(&self, address: Address) -> Option<PredicateId> {
        let after = self.clauses.partition_point(|(start, _)| *start <= address);
        after.checked_sub(1).map(|at| self.clauses[at].1)
    }

    /// The place of the goal whose code includes `address`.
    pub fn place_at(&self, address: Address) -> Option<Span> {
        if self.boxes_from.is_some_and(|boxes| address >= boxes) {
            return None;
        }
        let after = self.places.partition_point(|(start, _)| *start <= address);
        after.checked_sub(1).map(|at| self.places[at].1)
    }
}

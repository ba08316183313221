//! Programs that stop at ports.
//!
//! A traced program is the same code with a box around every predicate that the program's own
//! clauses call. A box is a generated clause that stops at each port and calls the predicate in
//! between. The same machine runs it, so the trace shows the true search, and a program that is not
//! traced pays nothing. Goals that clauses execute in place, such as `is/2`, comparisons and
//! control, have no box.

use rustc_hash::FxHashMap;

use crate::logic::ids::PredicateId;
use crate::logic::index::{ClauseEntry, Heads, IndexKey};
use crate::logic::instruction::{
    Address, FRAME_HEADER, Instruction, Port, SMALLEST_FRAME, Slot, goal_arguments,
};
use crate::logic::predicate::{Implementation, Predicate};
use crate::logic::program::Program;

/// The slots of a box besides the arguments: the number of the call, its depth, and a height of
/// choice points.
const OWN_SLOTS: usize = 3;

impl Program {
    /// The same program with a box around each goal that calls a predicate.
    #[must_use]
    pub fn traced(&self) -> Program {
        let mut program = self.clone();
        program.code.boxes_from = Some(self.code.end());
        let mut boxes = Boxes {
            program,
            made: FxHashMap::default(),
        };
        boxes.put_around_goals();
        boxes.put_around_visible();
        boxes.program
    }
}

struct Boxes {
    program: Program,
    /// The box around each predicate that has one.
    made: FxHashMap<PredicateId, PredicateId>,
}

impl Boxes {
    /// Makes the goals of the program's own clauses call boxes.
    fn put_around_goals(&mut self) {
        let owners = self.program.code.clauses.clone();
        let ends = owners
            .iter()
            .skip(1)
            .map(|(start, _)| *start)
            .chain(self.program.code.boxes_from);
        for ((start, owner), end) in owners.iter().zip(ends.collect::<Vec<_>>()) {
            if !self.program.source.contains(*owner) {
                continue;
            }
            let frame = self.program.predicates[*owner].frame as u16;
            for address in *start..end {
                self.put_around_goal(address, frame);
            }
        }
    }

    fn put_around_goal(&mut self, address: Address, frame: u16) {
        let boxed = match self.program.code.instructions[address as usize] {
            Instruction::Call {
                predicate,
                frame,
                slots,
            } => self.around(predicate).map(|predicate| Instruction::Call {
                predicate,
                frame,
                slots,
            }),
            Instruction::Execute {
                predicate,
                frame,
                slots,
            } => self
                .around(predicate)
                .map(|predicate| Instruction::Execute {
                    predicate,
                    frame,
                    slots,
                }),
            Instruction::Builtin { builtin, slots } => {
                let predicate = self.program.predicates.of_builtin(builtin);
                let around = predicate.and_then(|predicate| self.around(predicate));
                around.map(|predicate| Instruction::Call {
                    predicate,
                    frame,
                    slots,
                })
            }
            _ => None,
        };
        if let Some(boxed) = boxed {
            self.program.code.instructions[address as usize] = boxed;
        }
    }

    /// Makes queries, and goals that are terms, call the boxes of the program's own predicates and
    /// of facts.
    fn put_around_visible(&mut self) {
        let has_own_box = |id: &PredicateId| {
            let implementation = &self.program.predicates[*id].implementation;
            self.program.source.contains(*id)
                || matches!(implementation, Implementation::Relation(_))
        };
        let mut visible: Vec<_> = self
            .program
            .predicates
            .visible()
            .filter(|(_, id)| has_own_box(id))
            .collect();
        visible.sort_unstable_by_key(|(_, id)| *id);
        for ((name, arity), id) in visible {
            if let Some(around) = self.around(id) {
                self.program.predicates.show(name, arity, around);
            }
        }
    }

    /// The box around a predicate; `None` for control constructs, whose goals have boxes.
    fn around(&mut self, predicate: PredicateId) -> Option<PredicateId> {
        if let Some(known) = self.made.get(&predicate) {
            return Some(*known);
        }
        let Predicate {
            name,
            arity,
            implementation,
            internal,
            ..
        } = self.program.predicates[predicate].clone();
        let is_goal = matches!(
            implementation,
            Implementation::Clauses(_)
                | Implementation::Tabled(_)
                | Implementation::Builtin(_)
                | Implementation::Relation(_)
        );
        if !is_goal || internal {
            return None;
        }
        let frame = (FRAME_HEADER + arity + OWN_SLOTS).max(SMALLEST_FRAME);
        let entry = ClauseEntry {
            keys: vec![IndexKey::ANY; arity].into(),
            address: self.program.code.end(),
        };
        self.write_box(predicate, arity, &implementation, frame as u16);
        let heads = Heads::new(&[entry], arity, &mut self.program.index);
        let around = self.program.predicates.add(Predicate {
            name,
            arity,
            implementation: Implementation::Clauses(heads),
            frame,
            internal,
        });
        self.made.insert(predicate, around);
        Some(around)
    }

    fn write_box(
        &mut self,
        predicate: PredicateId,
        arity: usize,
        implementation: &Implementation,
        frame: u16,
    ) {
        let port = |port| Instruction::Port { port, predicate };
        let slot = |number: usize| (FRAME_HEADER + number) as Slot;
        let arguments: Vec<Slot> = (0..arity).map(slot).collect();
        let (slots, put) = goal_arguments(&arguments);
        let goal = match *implementation {
            Implementation::Builtin(builtin) => Instruction::Builtin { builtin, slots },
            _ => Instruction::Call {
                predicate,
                frame,
                slots,
            },
        };
        let put: Vec<_> = put.collect();
        let failed = self.program.code.end() + put.len() as Address + 7;
        let before = [
            port(Port::Call),
            Instruction::Mark {
                slot: slot(arity + OWN_SLOTS - 1),
            },
            Instruction::Try {
                otherwise: failed,
                frame,
            },
        ];
        let after = [
            goal,
            port(Port::Exit),
            // Skipped if the goal has left no choice point.
            Instruction::Try {
                otherwise: failed + 2,
                frame,
            },
            Instruction::Proceed,
            port(Port::Fail),
            Instruction::Fail,
            port(Port::Redo),
            Instruction::Fail,
        ];
        self.program
            .code
            .instructions
            .extend(before.into_iter().chain(put).chain(after));
    }
}

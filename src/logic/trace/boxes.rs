//! Programs that stop at ports.
//!
//! A traced program is the same code with a box put around every predicate that the program's own
//! clauses call: a clause of the machine's own making that stops at each port and calls the
//! predicate in between. The machine that runs it is the same, so the trace is that of the true
//! search, and a program that is not traced pays nothing. What clauses do in place, such as `is/2`,
//! comparisons and control, has no box.

use rustc_hash::FxHashMap;

use crate::logic::index::{Entry, Heads, Key};
use crate::logic::instruction::{
    Address, FRAME_HEADER, Instruction, Port, SMALLEST_FRAME, Slot, goal_arguments,
};
use crate::logic::program::{Kind, Predicate, PredicateId, Program};

/// What a box keeps beside the arguments: the number of the call, its depth, and a height of choice
/// points.
const OWN_SLOTS: usize = 3;

impl Program {
    /// The same program with a box around each goal that calls a predicate.
    #[must_use]
    pub fn traced(&self) -> Program {
        let mut program = self.clone();
        program.boxes_from = Some(self.code.len() as Address);
        let mut boxes = Boxes {
            program,
            made: FxHashMap::default(),
        };
        boxes.put_around_goals();
        boxes.put_around_visible();
        boxes.program
    }

    /// The name and the number of arguments of a predicate.
    #[must_use]
    pub fn name_and_arity(&self, id: PredicateId) -> (&str, usize) {
        let predicate = &self.predicates[id.0 as usize];
        (self.symbols.name(predicate.name), predicate.arity)
    }
}

struct Boxes {
    program: Program,
    /// The boxes by what they are around.
    made: FxHashMap<u32, u32>,
}

impl Boxes {
    /// Lets the goals of the program's own clauses call boxes.
    fn put_around_goals(&mut self) {
        let owners = self.program.clauses.clone();
        let ends = owners
            .iter()
            .skip(1)
            .map(|(start, _)| *start)
            .chain(self.program.boxes_from);
        for ((start, owner), end) in owners.iter().zip(ends.collect::<Vec<_>>()) {
            if !self.program.texts.contains(*owner) {
                continue;
            }
            let frame = self.program.predicates[owner.0 as usize].frame as u16;
            for address in *start..end {
                self.put_around_goal(address, frame);
            }
        }
    }

    fn put_around_goal(&mut self, address: Address, frame: u16) {
        let boxed = match self.program.code[address as usize] {
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
                let is_it = |predicate: &Predicate| matches!(predicate.kind, Kind::Builtin(number) if number == builtin);
                let predicate = self.program.predicates.iter().position(is_it);
                let around = predicate.and_then(|predicate| self.around(predicate as u32));
                around.map(|predicate| Instruction::Call {
                    predicate,
                    frame,
                    slots,
                })
            }
            _ => None,
        };
        if let Some(boxed) = boxed {
            self.program.code[address as usize] = boxed;
        }
    }

    /// Lets queries, and goals that are terms, call the boxes of the program's own predicates and
    /// of facts.
    fn put_around_visible(&mut self) {
        let has_own_box = |id: &PredicateId| {
            let kind = &self.program.predicates[id.0 as usize].kind;
            self.program.texts.contains(*id) || matches!(kind, Kind::Relation(_))
        };
        let mut visible: Vec<_> = self
            .program
            .visible
            .iter()
            .filter(|(_, id)| has_own_box(id))
            .collect();
        visible.sort_unstable_by_key(|(_, id)| id.0);
        let visible: Vec<_> = visible.into_iter().map(|(name, id)| (*name, *id)).collect();
        for (name, id) in visible {
            if let Some(around) = self.around(id.0) {
                self.program.visible.insert(name, PredicateId(around));
            }
        }
    }

    /// The box around a predicate; none for control constructs, which show in what they call.
    fn around(&mut self, predicate: u32) -> Option<u32> {
        if let Some(known) = self.made.get(&predicate) {
            return Some(*known);
        }
        let Predicate {
            name,
            arity,
            kind,
            internal,
            ..
        } = self.program.predicates[predicate as usize].clone();
        let is_goal = matches!(
            kind,
            Kind::Clauses(_) | Kind::Builtin(_) | Kind::Relation(_)
        );
        if !is_goal || internal {
            return None;
        }
        let frame = (FRAME_HEADER + arity + OWN_SLOTS).max(SMALLEST_FRAME);
        let entry = Entry {
            keys: vec![Key::ANY; arity].into(),
            address: self.program.code.len() as Address,
        };
        self.write_box(predicate, arity, &kind, frame as u16);
        let heads = Heads::new(&[entry], arity, &mut self.program.index);
        let number = self.program.predicates.len() as u32;
        self.program.predicates.push(Predicate {
            name,
            arity,
            kind: Kind::Clauses(heads),
            frame,
            internal,
        });
        self.made.insert(predicate, number);
        Some(number)
    }

    fn write_box(&mut self, predicate: u32, arity: usize, kind: &Kind, frame: u16) {
        let port = |port| Instruction::Port { port, predicate };
        let slot = |number: usize| (FRAME_HEADER + number) as Slot;
        let arguments: Vec<Slot> = (0..arity).map(slot).collect();
        let (slots, put) = goal_arguments(&arguments);
        let goal = match *kind {
            Kind::Builtin(builtin) => Instruction::Builtin { builtin, slots },
            _ => Instruction::Call {
                predicate,
                frame,
                slots,
            },
        };
        let put: Vec<_> = put.collect();
        let start = self.program.code.len();
        let failed = (start + put.len() + 7) as Address;
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
            // Passed over where the goal has left no choice.
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
            .extend(before.into_iter().chain(put).chain(after));
    }
}

//! Garbage collection: which cells a query can still reach.
//!
//! The query goes on from where it runs, and after a failure from any of its choice points. From each
//! of these places the frames lead to their callers; what a frame's code will still read at the address
//! where it goes on is found from the code ([`liveness`](crate::logic::liveness)), so that a variable that has done its
//! work keeps nothing alive, and nothing need be cleared while the machine runs.

use rustc_hash::{FxHashMap, FxHashSet};

use super::Machine;
use super::choice::Alternative;
use crate::logic::cell::Cell;
use crate::logic::instruction::{
    Address, CONTINUATION, FRAME_HEADER, Instruction, NAMED_ARGUMENTS, PARENT, PROCEED, Slot,
};
use crate::logic::liveness::live_slots;
use crate::logic::program::Program;
use crate::logic::store::Marks;

/// The heap is not looked through before it has so many cells (2 MiB), or half as many as memory allows.
const FIRST_COLLECTION: usize = 1 << 18;

/// The places of the frames that hold terms which are still needed.
#[derive(Default)]
struct LiveFrames {
    places: Vec<usize>,
    seen: FxHashSet<(usize, Address)>,
    slots: FxHashMap<Address, Box<[Slot]>>,
}

impl Machine {
    /// Collects garbage if there may be much of it. The goal before `next` is about to be called, with the
    /// arguments that it does not name in the registers.
    #[cold]
    pub(super) fn collect_garbage(&mut self, program: &Program) {
        if self.store.heap.len() < self.collect_at {
            return;
        }
        let arity = self.arity_of_goal(program).max(NAMED_ARGUMENTS);
        let mut live = self.live_frames(program);
        live.places.sort_unstable();
        live.places.dedup();
        let in_frames = live.places.iter().map(|place| self.frames[*place]);
        let roots =
            in_frames.chain(self.registers[NAMED_ARGUMENTS..arity].iter().copied()).chain(self.roots.iter().copied());
        let marks = self.store.mark(roots);
        for place in live.places {
            self.frames[place] = marks.moved_cell(self.frames[place]);
        }
        let in_registers = self.registers[NAMED_ARGUMENTS..arity].iter_mut();
        in_registers.chain(&mut self.roots).for_each(|cell| *cell = marks.moved_cell(*cell));
        self.move_heights(&marks);
        self.store.compact(&marks);
        self.plan_collection();
    }

    /// The next collection comes when the heap has doubled, or sooner where the memory allowed ends sooner.
    pub(super) fn plan_collection(&mut self) {
        let kept = self.store.heap.len();
        let most = self.limits.memory / size_of::<Cell>();
        self.collect_at = match self.collects_often {
            true => 0,
            false => (2 * kept).min(kept / 2 + most / 2).max(FIRST_COLLECTION.min(most / 2)),
        };
    }

    fn arity_of_goal(&self, program: &Program) -> usize {
        match program.code[self.next as usize - 1] {
            Instruction::Call { predicate, .. } | Instruction::Execute { predicate, .. } => {
                program.predicates[predicate as usize].arity
            }
            Instruction::Builtin { builtin, .. } => program.builtins[usize::from(builtin)].arity,
            _ => unreachable!("garbage is collected only where a goal is called"),
        }
    }

    fn live_frames(&self, program: &Program) -> LiveFrames {
        let mut live = LiveFrames::default();
        self.resume(program, &mut live, self.frame, self.next - 1);
        for choice in &self.choices {
            let (arguments, address) = match choice.alternative {
                Alternative::Clauses { .. } => (choice.frame + FRAME_HEADER..choice.top, PROCEED),
                Alternative::Jump(address) => (0..0, address),
                Alternative::Relation { relation, continuation, .. } => {
                    let arity = program.schema.relations()[relation as usize].arity();
                    (choice.top - arity..choice.top, continuation)
                }
                Alternative::Catch { .. } => (choice.frame + FRAME_HEADER..choice.frame + FRAME_HEADER + 3, PROCEED),
                Alternative::Stop => continue,
            };
            live.places.extend(arguments);
            self.resume(program, &mut live, choice.frame, address);
        }
        live
    }

    /// Follows the frames from one that goes on at an address to those that called it.
    fn resume(&self, program: &Program, live: &mut LiveFrames, frame: usize, address: Address) {
        let (mut frame, mut address) = (frame, address);
        while frame > 0 && live.seen.insert((frame, address)) {
            let slots = live.slots.entry(address).or_insert_with(|| live_slots(program, address));
            live.places.extend(slots.iter().map(|slot| frame + usize::from(*slot)));
            address = self.frames[frame + CONTINUATION].as_word() as Address;
            frame = self.frames[frame + PARENT].as_word();
        }
    }

    /// Heights of heap and trail that choice points remember, and the trail itself.
    fn move_heights(&mut self, marks: &Marks) {
        let trail = std::mem::take(&mut self.store.trail);
        let mut choices = self.choices.iter_mut().peekable();
        for (height, address) in trail.iter().enumerate() {
            while let Some(choice) = choices.next_if(|choice| choice.trail <= height) {
                choice.trail = self.store.trail.len();
            }
            if marks.stays(*address) {
                self.store.trail.push(marks.moved(*address));
            }
        }
        choices.for_each(|choice| choice.trail = self.store.trail.len());
        for choice in &mut self.choices {
            choice.heap = marks.moved(choice.heap);
        }
    }
}

//! Garbage collection: which cells a query can still reach.
//!
//! The query goes on from where it runs, and after a failure from any of its choice points. From
//! each of these places the frames lead to their callers; what a frame's code will still read at
//! the address where it goes on is found from the code ([`liveness`](crate::logic::liveness)), so
//! that a variable that has done its work keeps nothing alive, and nothing need be cleared while
//! the machine runs.

use rustc_hash::{FxHashMap, FxHashSet};

use super::Machine;
use super::choice::Alternative;
use crate::logic::budget::Stop;
use crate::logic::cell::Cell;
use crate::logic::instruction::{
    Address, CONTINUATION, FRAME_HEADER, Instruction, NAMED_ARGUMENTS, PARENT, PROCEED,
};
use crate::logic::limits::SLICE;
use crate::logic::liveness::{Slots, live_slots};
use crate::logic::program::Program;
use crate::logic::raise::Raised;
use crate::logic::store::{Marks, Walk};
use crate::logic::symbol::Symbol;

/// The heap is not looked through before it has so many cells (2 MiB), or half as many as memory
/// allows.
const FIRST_COLLECTION: usize = 1 << 18;

/// About what a place takes where a frame goes on, in a hash set.
const WORDS_OF_A_PLACE: usize = 5;

/// About what an address takes where frames go on, in a hash map, with the first of these frames.
const WORDS_OF_AN_ADDRESS: usize = 12;

/// The cells of the frames that hold terms which are still needed.
struct LiveFrames {
    /// A bit for each cell of the frames.
    cells: Vec<u64>,
    /// Where the frame that begins about there was first seen to go on: no two frames begin closer
    /// to each other than a header is long.
    goes_on: Vec<Address>,
    /// Where frames go on that were seen before to go on elsewhere.
    also: FxHashSet<(usize, Address)>,
    /// The frames that go on at an address.
    at: FxHashMap<Address, Vec<usize>>,
    /// How many frames were followed.
    followed: u64,
}

/// No frame goes on there.
const NOWHERE: Address = Address::MAX;

impl LiveFrames {
    /// For frames that take so many cells.
    fn new(height: usize) -> Self {
        Self {
            cells: vec![0; height / 64 + 1],
            goes_on: vec![NOWHERE; height / FRAME_HEADER + 1],
            also: FxHashSet::default(),
            at: FxHashMap::default(),
            followed: 0,
        }
    }

    fn add(&mut self, cells: impl Iterator<Item = usize>) {
        cells.for_each(|cell| self.cells[cell / 64] |= 1 << (cell % 64));
    }

    /// Adds slots of a frame.
    fn add_slots(&mut self, frame: usize, slots: &Slots) {
        let shift = frame % 64;
        for (number, &word) in slots
            .words()
            .iter()
            .enumerate()
            .filter(|(_, word)| **word != 0)
        {
            let cells = &mut self.cells[frame / 64 + number..];
            cells[0] |= word << shift;
            // What goes over into the next word, of which there is none behind the last frame.
            let over = word.unbounded_shr(64 - shift as u32);
            if over != 0 {
                cells[1] |= over;
            }
        }
    }

    /// What it takes beside what it was made with, in words. A vector that grows has room for twice
    /// as much.
    fn words(&self) -> usize {
        WORDS_OF_A_PLACE * self.also.len()
            + WORDS_OF_AN_ADDRESS * self.at.len()
            + 2 * self.followed as usize
    }

    /// The cells in order.
    fn cells(&self) -> impl Iterator<Item = usize> {
        self.cells.iter().enumerate().flat_map(|(number, &word)| {
            let mut left = word;
            std::iter::from_fn(move || {
                let bit = (left != 0).then(|| left.trailing_zeros() as usize)?;
                left &= left - 1;
                Some(64 * number + bit)
            })
        })
    }

    /// Whether it is new that a frame goes on at an address.
    fn is_new(&mut self, frame: usize, address: Address) -> bool {
        let first = &mut self.goes_on[frame / FRAME_HEADER];
        match *first {
            NOWHERE => {
                *first = address;
                true
            }
            known => known != address && self.also.insert((frame, address)),
        }
    }
}

impl Machine {
    /// Collects garbage if there may be much of it. The goal before `next` is about to be called,
    /// with the arguments that it does not name in the registers.
    ///
    /// What is garbage is found out first, and nothing is moved if there is no room for that.
    #[cold]
    pub(super) fn collect_garbage(&mut self, program: &Program) -> Result<(), Raised> {
        if self.store.heap.len() < self.collect_at {
            return Ok(());
        }
        let arity = self.arity_of_goal(program).max(NAMED_ARGUMENTS);
        self.note_room();
        let (live, marks) = match self.find_live(program, arity) {
            Ok(found) => found,
            Err(Stop::Limit(_)) => {
                self.collect_at = self.store.heap.len() + self.store.heap.len() / 8;
                return Ok(());
            }
            Err(Stop::Interrupted) => return Err(Raised::Interrupted),
        };
        self.move_all(&live, &marks, arity)
            .inspect_err(|_| self.forget_terms())?;
        self.plan_collection();
        Ok(())
    }

    /// What a query can still reach: the cells of its frames, and those of the heap.
    fn find_live(&self, program: &Program, arity: usize) -> Walk<(LiveFrames, Marks)> {
        let live = self.live_frames(program)?;
        let in_frames = live.cells().map(|cell| self.frames[cell]);
        let in_registers = self.registers[NAMED_ARGUMENTS..arity].iter().copied();
        let marks = self.store.mark(
            in_frames
                .chain(in_registers)
                .chain(self.roots.iter().copied()),
        )?;
        Ok((live, marks))
    }

    fn move_all(&mut self, live: &LiveFrames, marks: &Marks, arity: usize) -> Walk<()> {
        for cell in live.cells() {
            self.frames[cell] = marks.moved_cell(self.frames[cell]);
        }
        let in_registers = self.registers[NAMED_ARGUMENTS..arity].iter_mut();
        in_registers
            .chain(&mut self.roots)
            .for_each(|cell| *cell = marks.moved_cell(*cell));
        self.move_heights(marks);
        self.store.compact(marks)
    }

    /// Leaves no term that a host could still ask for, after a collection that was given up
    /// half-way. The query is over.
    fn forget_terms(&mut self) {
        self.roots.fill(Cell::atom(Symbol::NIL));
        self.ports.clear();
    }

    /// The next collection comes when the heap has doubled, or sooner where the memory allowed ends
    /// sooner.
    pub(super) fn plan_collection(&mut self) {
        let kept = self.store.heap.len();
        let most = self.limits.memory / size_of::<Cell>();
        self.collect_at = match self.collects_often {
            true => 0,
            false => (2 * kept)
                .min(kept / 2 + most / 2)
                .max(FIRST_COLLECTION.min(most / 2)),
        };
    }

    fn arity_of_goal(&self, program: &Program) -> usize {
        match program.code.instructions[self.next as usize - 1] {
            Instruction::Call { predicate, .. } | Instruction::Execute { predicate, .. } => {
                program.predicates[predicate].arity
            }
            Instruction::Builtin { builtin, .. } => self.builtins[builtin.index()].arity,
            _ => unreachable!("garbage is collected only where a goal is called"),
        }
    }

    fn live_frames(&self, program: &Program) -> Walk<LiveFrames> {
        let mut live = LiveFrames::new(self.frames.len());
        self.resume(&mut live, self.frame, self.next - 1)?;
        for choice in &self.choices {
            let (arguments, address) = match choice.alternative {
                Alternative::Clauses { .. } => (choice.frame + FRAME_HEADER..choice.top, PROCEED),
                Alternative::Jump(address) => (0..0, address),
                Alternative::Relation {
                    relation,
                    continuation,
                    ..
                } => {
                    let arity = program.schema.get(relation).arity();
                    (choice.top - arity..choice.top, continuation)
                }
                Alternative::Catch { .. } => (
                    choice.frame + FRAME_HEADER..choice.frame + FRAME_HEADER + 3,
                    PROCEED,
                ),
                Alternative::Stop => continue,
            };
            live.add(arguments);
            // A frame that only returns needs nothing but its header.
            let (frame, address) = if address == PROCEED {
                self.caller(choice.frame)
            } else {
                (choice.frame, address)
            };
            self.resume(&mut live, frame, address)?;
        }
        self.add_slots(program, &mut live)?;
        Ok(live)
    }

    /// Adds what the frames that were followed will still read. This comes last, so that one pass
    /// over a clause's code does for all places where frames go on in it.
    fn add_slots(&self, program: &Program, live: &mut LiveFrames) -> Walk<()> {
        let at = std::mem::take(&mut live.at);
        let taken = live.words() + WORDS_OF_AN_ADDRESS * at.len();
        let mut work = 0;
        live_slots(
            program,
            &self.store,
            taken,
            at.keys().copied(),
            |address, slots| {
                for &frame in at.get(&address).into_iter().flatten() {
                    live.add_slots(frame, slots);
                    work += 1 + slots.words().len() as u64;
                    if work >= SLICE {
                        work = 0;
                        self.store.interrupt.look()?;
                    }
                }
                Ok(())
            },
        )
    }

    /// The frame that called one, and where it goes on.
    fn caller(&self, frame: usize) -> (usize, Address) {
        (
            self.frames[frame + PARENT].as_word(),
            self.frames[frame + CONTINUATION].as_word() as Address,
        )
    }

    /// Follows the frames from one that goes on at an address to those that called it.
    fn resume(&self, live: &mut LiveFrames, frame: usize, address: Address) -> Walk<()> {
        let (mut frame, mut address) = (frame, address);
        while frame > 0 && live.is_new(frame, address) {
            live.followed += 1;
            if live.followed.is_multiple_of(SLICE) {
                self.store.interrupt.look()?;
                self.store.check_room(live.words())?;
            }
            live.at.entry(address).or_default().push(frame);
            (frame, address) = self.caller(frame);
        }
        Ok(())
    }

    /// Heights of heap and trail that choice points remember, and the trail itself.
    fn move_heights(&mut self, marks: &Marks) {
        let trail = &mut self.store.trail;
        let mut choices = self.choices.iter_mut().peekable();
        let mut kept = 0;
        for height in 0..trail.len() {
            while let Some(choice) = choices.next_if(|choice| choice.trail <= height) {
                choice.trail = kept;
            }
            let address = trail[height];
            if marks.stays(address) {
                trail[kept] = marks.moved(address);
                kept += 1;
            }
        }
        trail.truncate(kept);
        choices.for_each(|choice| choice.trail = kept);
        for choice in &mut self.choices {
            choice.heap = marks.moved(choice.heap);
        }
    }
}

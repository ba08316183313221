//! Garbage collection: which cells can a query still reach?
//!
//! The query goes on at its current address, and after a failure at any of its choice points. From
//! each of these places the frames lead to their callers. The code itself says which slots of a
//! frame will still be read at the address where the frame goes on
//! ([`liveness`](crate::logic::liveness)). So a variable that is no longer used keeps nothing
//! alive, and nothing need be cleared while the machine runs.

use rustc_hash::{FxHashMap, FxHashSet};

use super::Machine;
use super::choice::{Alternative, ChoiceStack};
use super::frames::FrameStack;
use crate::logic::budget::Abort;
use crate::logic::cell::Cell;
use crate::logic::instruction::{Address, FRAME_HEADER, Instruction, NAMED_ARGUMENTS, PROCEED};
use crate::logic::limits::SLICE;
use crate::logic::liveness::{Slots, live_slots};
use crate::logic::program::Program;
use crate::logic::raise::Raised;
use crate::logic::store::{Marks, Store, Walked};
use crate::logic::symbol::Symbol;

/// The first collection comes when the heap has this many cells (2 MiB), or half as many as the
/// memory limit allows.
const FIRST_COLLECTION: usize = 1 << 18;

/// The approximate memory, in a hash set, of a place where a frame goes on.
const WORDS_OF_A_PLACE: usize = 5;

/// The approximate memory, in a hash map, of an address where frames go on, with the first frame.
const WORDS_OF_AN_ADDRESS: usize = 12;

/// The cells of frames that hold live terms.
struct LiveFrames {
    /// A bit for each cell of the frames.
    cells: Vec<u64>,
    /// For each frame, the first address found at which it goes on. The index is the frame's
    /// beginning divided by the size of a header: no two frames begin closer to each other.
    goes_on: Vec<Address>,
    /// Further addresses at which a frame goes on.
    also: FxHashSet<(usize, Address)>,
    /// The frames that go on at each address.
    at: FxHashMap<Address, Vec<usize>>,
    /// How many frames were followed.
    followed: u64,
}

/// The address in `goes_on` while none is known.
const NOWHERE: Address = Address::MAX;

impl LiveFrames {
    /// Creates the set for frames that take `height` cells.
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

    /// Adds the slots of a frame to the live cells.
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
            // The bits that go over into the next word, which does not exist behind the last frame.
            let over = word.unbounded_shr(64 - shift as u32);
            if over != 0 {
                cells[1] |= over;
            }
        }
    }

    /// The memory that it takes besides that of `new`, in words. A vector that grows may have twice
    /// the capacity it needs.
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

    /// Notes that a frame goes on at an address. Returns whether that is new.
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

    /// The live cells of a query that goes on at its current address, and after a failure at any of
    /// its choice points.
    fn of(
        program: &Program,
        frames: &FrameStack,
        choices: &ChoiceStack,
        store: &Store,
    ) -> Walked<Self> {
        let mut live = Self::new(frames.cells().len());
        live.follow(frames, store, frames.current, frames.next - 1)?;
        for choice in choices.iter() {
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
            // A frame that only returns needs only its header.
            let (frame, address) = if address == PROCEED {
                frames.caller(choice.frame)
            } else {
                (choice.frame, address)
            };
            live.follow(frames, store, frame, address)?;
        }
        live.add_read_slots(program, store)?;
        Ok(live)
    }

    /// Follows the frames from one that goes on at `address` to its callers.
    fn follow(
        &mut self,
        frames: &FrameStack,
        store: &Store,
        frame: usize,
        address: Address,
    ) -> Walked<()> {
        let (mut frame, mut address) = (frame, address);
        while frame > 0 && self.is_new(frame, address) {
            self.followed += 1;
            if self.followed.is_multiple_of(SLICE) {
                store.interrupt.look()?;
                store.check_room(self.words())?;
            }
            self.at.entry(address).or_default().push(frame);
            (frame, address) = frames.caller(frame);
        }
        Ok(())
    }

    /// Adds the slots that the followed frames will still read. This comes last, so that one pass
    /// over a clause's code serves all addresses in it where frames go on.
    fn add_read_slots(&mut self, program: &Program, store: &Store) -> Walked<()> {
        let at = std::mem::take(&mut self.at);
        let taken = self.words() + WORDS_OF_AN_ADDRESS * at.len();
        let mut work = 0;
        let add = |address, slots: &Slots| {
            for &frame in at.get(&address).into_iter().flatten() {
                self.add_slots(frame, slots);
                work += 1 + slots.words().len() as u64;
                if work >= SLICE {
                    work = 0;
                    store.interrupt.look()?;
                }
            }
            Ok(())
        };
        live_slots(program, store, taken, at.keys().copied(), add)
    }
}

/// When garbage is collected next.
#[derive(Debug, Default)]
pub(super) struct GarbageSchedule {
    /// The height of the heap at which the next collection is worth its time.
    height: usize,
    /// The height of the heap after the last collection.
    left: usize,
    /// Whether garbage is collected at every goal, for tests.
    pub is_collected_often: bool,
}

impl GarbageSchedule {
    fn is_due(&self, heap: usize) -> bool {
        heap >= self.height
    }

    /// Whether a collection may free a part of the heap that is worth its time. That is as long as all
    /// live cells take, and the frames, which take `frames` cells.
    fn may_help(&self, heap: usize, frames: usize) -> bool {
        heap > self.left + (self.left + frames) / 16
    }

    /// Plans the next collection, `most` cells being the memory limit: for when the heap has doubled,
    /// or sooner if it comes close to the limit. If the last collection freed less than an eighth, a
    /// collection before the limit would free hardly more. The last one is close below the limit. If
    /// it leaves hardly any room, there is no other one.
    fn plan(&mut self, heap: usize, freed: usize, most: usize) {
        let last = most - most / 64;
        let near = match freed < heap / 8 {
            true => last,
            false => (heap / 2 + most / 2).max(heap + heap / 16),
        };
        self.left = heap;
        self.height = match self.is_collected_often {
            true => 0,
            false if heap >= last => most,
            false => (2 * heap)
                .min(near)
                .min(last)
                .max(FIRST_COLLECTION.min(most / 2)),
        };
    }

    /// Postpones a collection for which there was no room until the heap is an eighth higher.
    fn postpone(&mut self, heap: usize) {
        self.height = heap + heap / 8;
        self.left = heap;
    }
}

impl Machine {
    /// Collects garbage if there may be much of it. The goal before `next` is about to be called,
    /// with the arguments that it does not name in the registers.
    ///
    /// The live cells are found first; if there is no room for that, nothing is moved.
    #[cold]
    pub(super) fn collect_garbage(&mut self, program: &Program) -> Result<(), Raised> {
        let heap = self.store.heap.len();
        let may_help = self.garbage.may_help(heap, self.frames.height());
        let is_due = self.garbage.is_due(heap) || may_help && self.is_limit_near();
        if !is_due {
            return Ok(());
        }
        let arity = self.arity_of_goal(program).max(NAMED_ARGUMENTS);
        self.note_room();
        let (live, marks) = match self.find_live(program, arity) {
            Ok(found) => found,
            Err(Abort::Limit(_)) => {
                self.garbage.postpone(heap);
                return Ok(());
            }
            Err(Abort::Interrupted) => return Err(Raised::Interrupted),
        };
        self.move_all(&live, &marks, arity)
            .inspect_err(|_| self.forget_terms())?;
        self.plan_collection(heap - self.store.heap.len());
        Ok(())
    }

    /// Whether the memory limit may come before the next collection: others than the heap take memory
    /// too, and to follow the frames takes about as much again.
    fn is_limit_near(&self) -> bool {
        let reserve = self.meter.limits.memory / size_of::<Cell>() / 64;
        self.check_memory(self.frames.height() + reserve).is_err()
    }

    /// Plans the next collection after one that has freed `freed` cells.
    pub(super) fn plan_collection(&mut self, freed: usize) {
        let most = self.meter.limits.memory / size_of::<Cell>();
        self.garbage.plan(self.store.heap.len(), freed, most);
    }

    fn arity_of_goal(&self, program: &Program) -> usize {
        match program.code.instructions[self.frames.next as usize - 1] {
            Instruction::Call { predicate, .. } | Instruction::Execute { predicate, .. } => {
                program.predicates[predicate].arity
            }
            Instruction::Builtin { builtin, .. } => self.builtins[builtin.index()].arity,
            _ => unreachable!("garbage is collected only where a goal is called"),
        }
    }

    /// Everything that a query can still reach: the cells of its frames, and those of the heap.
    fn find_live(&self, program: &Program, arity: usize) -> Walked<(LiveFrames, Marks)> {
        let live = LiveFrames::of(program, &self.frames, &self.choices, &self.store)?;
        let in_frames = live.cells().map(|cell| self.frames.cells()[cell]);
        let in_registers = self.registers[NAMED_ARGUMENTS..arity].iter().copied();
        let roots = self.query.roots.iter().copied();
        let marks = self
            .store
            .mark(in_frames.chain(in_registers).chain(roots))?;
        Ok((live, marks))
    }

    fn move_all(&mut self, live: &LiveFrames, marks: &Marks, arity: usize) -> Walked<()> {
        let frames = self.frames.cells_mut();
        for cell in live.cells() {
            frames[cell] = marks.moved_cell(frames[cell]);
        }
        let in_registers = self.registers[NAMED_ARGUMENTS..arity].iter_mut();
        in_registers
            .chain(&mut self.query.roots)
            .for_each(|cell| *cell = marks.moved_cell(*cell));
        move_heights(&mut self.choices, &mut self.store.trail, marks);
        self.store.compact(marks)
    }

    /// Drops all terms that a host could still ask for, after a collection that was stopped
    /// half-way. The query is over.
    fn forget_terms(&mut self) {
        self.query.roots.fill(Cell::atom(Symbol::NIL));
        self.ports.clear_events();
    }
}

/// Adjusts the heights of heap and trail that choice points hold, and the trail itself.
fn move_heights(choices: &mut ChoiceStack, trail: &mut Vec<usize>, marks: &Marks) {
    let mut waiting = choices.iter_mut().peekable();
    let mut kept = 0;
    for height in 0..trail.len() {
        while let Some(choice) = waiting.next_if(|choice| choice.trail <= height) {
            choice.trail = kept;
        }
        let address = trail[height];
        if marks.stays(address) {
            trail[kept] = marks.moved(address);
            kept += 1;
        }
    }
    trail.truncate(kept);
    waiting.for_each(|choice| choice.trail = kept);
    for choice in choices.iter_mut() {
        choice.heap = marks.moved(choice.heap);
    }
}

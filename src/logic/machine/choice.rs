//! Choice points: where to go on when a goal fails.
//!
//! Most clauses fail in their heads, or cut after a test. So when several clauses can answer a
//! call, the untried ones are only noted beside the choice points while the head and the tests
//! after it run ([`Untried`]): a failure then goes to the next clause at once, and a cut forgets
//! the note. The first goal of another kind, or the clause's end, turns the note into a true choice
//! point (M. Carlsson, "On the efficiency of optimising shallow backtracking in compiled Prolog",
//! 1989).
//!
//! Two heights elsewhere follow the newest choice point or note, and are set only here:
//! `store.protected`, below which bindings are trailed, and `frames.kept`.

use super::Machine;
use crate::logic::ids::RelationId;
use crate::logic::instruction::Address;
use crate::logic::program::Program;
use crate::logic::raise::Raised;

/// The alternative that is tried when a goal fails.
#[derive(Clone, Copy, Debug)]
pub(super) enum Alternative {
    /// The untried candidates of a call.
    Clauses { next: u32, end: u32 },
    /// Another part of the same clause.
    Jump(Address),
    /// The facts of a relation from a cursor on; the arguments stand on top of the frames.
    Relation {
        relation: RelationId,
        cursor: u32,
        continuation: Address,
    },
    /// No alternative; it marks where exceptions are caught.
    Catch { collectors: u32, evaluations: u32 },
    /// No alternative; the query has no more answers.
    Stop,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct ChoicePoint {
    pub alternative: Alternative,
    pub frame: usize,
    /// Frames below this index are kept.
    pub top: usize,
    pub trail: usize,
    pub heap: usize,
    pub world: u32,
    pub worlds: u32,
}

/// The untried clauses of a call, while the current clause has only matched its head and made
/// tests; none if `next` is `end`.
#[derive(Clone, Copy, Debug, Default)]
struct Untried {
    next: u32,
    end: u32,
    /// The end of the call's arguments in the frames.
    top: usize,
    /// The heights to which failure goes back.
    trail: usize,
    heap: usize,
}

/// The choice points, the newest last, and a note of untried clauses that is newer than all of
/// them.
#[derive(Debug, Default)]
pub(super) struct ChoiceStack {
    points: Vec<ChoicePoint>,
    untried: Untried,
}

impl ChoiceStack {
    pub fn clear(&mut self) {
        self.points.clear();
        self.untried = Untried::default();
    }

    /// How many choice points there are: the height to which a cut goes back.
    #[inline]
    pub fn height(&self) -> usize {
        self.points.len()
    }

    pub fn newest(&self) -> Option<&ChoicePoint> {
        self.points.last()
    }

    /// The choice point with this number, from 0, the oldest first.
    pub fn get(&self, number: usize) -> &ChoicePoint {
        &self.points[number]
    }

    pub fn get_mut(&mut self, number: usize) -> &mut ChoicePoint {
        &mut self.points[number]
    }

    pub fn iter(&self) -> impl Iterator<Item = &ChoicePoint> {
        self.points.iter()
    }

    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut ChoicePoint> {
        self.points.iter_mut()
    }

    #[inline]
    fn has_untried(&self) -> bool {
        self.untried.next != self.untried.end
    }

    /// Forgets the note, after an exception.
    pub fn drop_untried(&mut self) {
        self.untried = Untried::default();
    }

    pub fn capacity(&self) -> usize {
        self.points.capacity()
    }

    /// Frees reserved memory beyond `spare` choice points.
    pub fn give_back(&mut self, spare: usize) {
        let reserved = self.points.len() + self.points.len() / 8 + spare;
        self.points.shrink_to(reserved);
    }
}

impl Machine {
    /// Notes the untried clauses, from `next` up to `end` among the index's clauses, while the
    /// first clause is tried.
    #[inline]
    pub(super) fn leave_untried(&mut self, next: u32, end: u32, top: usize) {
        let (trail, heap) = (self.store.trail.len(), self.store.heap.len());
        self.store.protected = heap;
        self.choices.untried = Untried {
            next,
            end,
            top,
            trail,
            heap,
        };
    }

    /// Turns the note of untried clauses into a choice point, before a goal that is more than a
    /// head or a test.
    #[inline(always)]
    pub(super) fn keep_untried(&mut self) {
        if self.choices.has_untried() {
            self.push_untried();
        }
    }

    #[inline(never)]
    fn push_untried(&mut self) {
        let Untried {
            next,
            end,
            top,
            trail,
            heap,
        } = std::mem::take(&mut self.choices.untried);
        self.push_choice(Alternative::Clauses { next, end }, top);
        if let Some(choice) = self.choices.points.last_mut() {
            (choice.trail, choice.heap) = (trail, heap);
        }
        self.store.protected = heap;
    }

    /// Forgets the note of untried clauses.
    #[inline]
    pub(super) fn forget_untried(&mut self) {
        if self.choices.has_untried() {
            self.choices.untried = Untried::default();
            self.protect_newest();
        }
    }

    /// Goes to the next clause in the same frame, after a failure in a head or a test.
    #[inline]
    fn next_untried(&mut self) -> Address {
        let Untried {
            next, trail, heap, ..
        } = self.choices.untried;
        self.store.undo(trail);
        self.store.heap.truncate(heap);
        self.choices.untried.next += 1;
        if !self.choices.has_untried() {
            self.protect_newest();
        }
        self.meter.heads += 1;
        self.index.clauses[next as usize]
    }

    /// Protects the frames and variables that the newest choice point may need.
    #[inline]
    fn protect_newest(&mut self) {
        (self.store.protected, self.frames.kept) = self
            .choices
            .points
            .last()
            .map_or((0, 0), |choice| (choice.heap, choice.top));
    }

    #[inline]
    pub(super) fn push_choice(&mut self, alternative: Alternative, top: usize) {
        self.store.protected = self.store.heap.len();
        self.frames.kept = top;
        self.meter.choice_points += 1;
        self.choices.points.push(ChoicePoint {
            alternative,
            frame: self.frames.current,
            top,
            trail: self.store.trail.len(),
            heap: self.store.heap.len(),
            world: self.worlds.number() as u32,
            worlds: self.worlds.height() as u32,
        });
    }

    /// Forgets the newest choice points down to a height.
    #[inline]
    pub(super) fn cut_to(&mut self, height: usize) {
        if height < self.choices.height() {
            self.choices.points.truncate(height);
            self.protect_newest();
        }
    }

    #[inline]
    pub(super) fn pop_choice(&mut self) {
        let height = self.choices.height() - 1;
        self.cut_to(height);
    }

    /// Goes back to the newest choice point with an alternative. Returns the address at which to go
    /// on.
    #[inline]
    pub(super) fn backtrack(&mut self, program: &Program) -> Result<Option<Address>, Raised> {
        if self.choices.has_untried() {
            self.spend_work(1)?;
            return Ok(Some(self.next_untried()));
        }
        self.backtrack_to_choice(program)
    }

    fn backtrack_to_choice(&mut self, program: &Program) -> Result<Option<Address>, Raised> {
        loop {
            self.spend_work(1)?;
            let newest = self.choices.height() - 1;
            let choice = self.choices.points[newest];
            self.restore(&choice);
            match choice.alternative {
                Alternative::Clauses { next, end } => {
                    if next + 1 == end {
                        self.pop_choice();
                    } else {
                        self.choices.points[newest].alternative = Alternative::Clauses {
                            next: next + 1,
                            end,
                        };
                    }
                    self.meter.heads += 1;
                    return Ok(Some(self.index.clauses[next as usize]));
                }
                Alternative::Jump(address) => {
                    self.pop_choice();
                    return Ok(Some(address));
                }
                Alternative::Relation {
                    relation,
                    cursor,
                    continuation,
                } => {
                    if self.next_fact(program, relation, cursor)? {
                        return Ok(Some(continuation));
                    }
                }
                Alternative::Catch { .. } => self.pop_choice(),
                Alternative::Stop => return Ok(None),
            }
        }
    }

    #[inline]
    pub(super) fn restore(&mut self, choice: &ChoicePoint) {
        self.store.undo(choice.trail);
        self.store.heap.truncate(choice.heap);
        self.frames.current = choice.frame;
        self.worlds.forget_above(choice.worlds as usize);
        self.worlds.resume(choice.world as usize);
    }
}

//! Choice points: where to go on when a goal fails.

use super::Machine;
use crate::logic::instruction::Address;
use crate::logic::program::Program;
use crate::logic::raise::Raised;

/// What to try when a goal fails.
#[derive(Clone, Copy, Debug)]
pub(super) enum Alternative {
    /// The candidates of a call that have not been tried.
    Clauses { next: u32, end: u32 },
    /// Another part of the same clause.
    Jump(Address),
    /// The facts of a relation from a cursor on; the arguments stand on top of the frames.
    Relation { relation: u32, cursor: u32, continuation: Address },
    /// Nothing; it marks where exceptions are caught.
    Catch { collectors: u32 },
    /// Nothing; the query has no more answers.
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

impl Machine {
    #[inline]
    pub(super) fn push_choice(&mut self, alternative: Alternative, top: usize) {
        self.store.protected = self.store.heap.len();
        self.kept = top;
        self.choice_points += 1;
        self.choices.push(ChoicePoint {
            alternative,
            frame: self.frame,
            top,
            trail: self.store.trail.len(),
            heap: self.store.heap.len(),
            world: self.world as u32,
            worlds: self.worlds.len() as u32,
        });
    }

    /// Forgets the newest choice points down to a height.
    #[inline]
    pub(in crate::logic) fn cut_to(&mut self, height: usize) {
        if height < self.choices.len() {
            self.choices.truncate(height);
            (self.store.protected, self.kept) = self.choices.last().map_or((0, 0), |choice| (choice.heap, choice.top));
        }
    }

    /// How many choice points there are: what a cut goes back to.
    pub(in crate::logic) fn choice_height(&self) -> usize {
        self.choices.len()
    }

    #[inline]
    pub(super) fn pop_choice(&mut self) {
        let height = self.choices.len() - 1;
        self.cut_to(height);
    }

    /// Goes back to the newest choice point that has something left to try: where to go on.
    #[inline]
    pub(super) fn backtrack(&mut self, program: &Program) -> Result<Option<Address>, Raised> {
        loop {
            self.spend_work(1)?;
            let at = self.choices.len() - 1;
            let choice = self.choices[at];
            self.restore(&choice);
            match choice.alternative {
                Alternative::Clauses { next, end } => {
                    if next + 1 == end {
                        self.pop_choice();
                    } else {
                        self.choices[at].alternative = Alternative::Clauses { next: next + 1, end };
                    }
                    self.heads += 1;
                    return Ok(Some(program.candidates[next as usize].address));
                }
                Alternative::Jump(address) => {
                    self.pop_choice();
                    return Ok(Some(address));
                }
                Alternative::Relation { relation, cursor, continuation } => {
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
        self.frame = choice.frame;
        if self.worlds.len() > choice.worlds as usize {
            self.leave_worlds(choice.worlds as usize);
        }
        self.world = choice.world as usize;
    }

    #[cold]
    fn leave_worlds(&mut self, kept: usize) {
        self.world_bytes -= self.worlds.drain(kept..).map(|world| world.bytes()).sum::<usize>();
    }
}

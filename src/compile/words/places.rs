//! Places on the stack for values that wait there from one segment of a program to another.

use std::collections::BTreeMap;
use std::mem;

use cranelift_codegen::ir::{Function, StackSlot, StackSlotData, StackSlotKind};

/// The places of a function. One that is free again is taken before a new one is made, so that all of
/// them stay near.
#[derive(Default)]
pub(super) struct Places {
    free: Vec<StackSlot>,
    /// By the last segment that reads them.
    taken: BTreeMap<usize, Vec<StackSlot>>,
}

impl Places {
    /// A place for a word that is read last in this segment.
    pub fn take(&mut self, function: &mut Function, last_segment: usize) -> StackSlot {
        let word = StackSlotData::new(StackSlotKind::ExplicitSlot, 8, 3);
        let place = self.free.pop();
        let place = place.unwrap_or_else(|| function.create_sized_stack_slot(word));
        self.taken.entry(last_segment).or_default().push(place);
        place
    }

    /// Frees the places that no segment after this one reads.
    pub fn release(&mut self, segment: usize) {
        let later = self.taken.split_off(&(segment + 1));
        let released = mem::replace(&mut self.taken, later);
        self.free.extend(released.into_values().flatten());
    }
}

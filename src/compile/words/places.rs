//! Places on the stack for words that wait there.

use cranelift_codegen::ir::{Function, StackSlot, StackSlotData, StackSlotKind};

/// The places of a function. One that is free again is taken before a new one is made, so that all of
/// them stay near.
#[derive(Default)]
pub(super) struct Places {
    free: Vec<StackSlot>,
}

impl Places {
    /// A place for a word.
    pub fn take(&mut self, function: &mut Function) -> StackSlot {
        let word = StackSlotData::new(StackSlotKind::ExplicitSlot, 8, 3);
        let place = self.free.pop();
        place.unwrap_or_else(|| function.create_sized_stack_slot(word))
    }

    /// Frees a place that is not read any more.
    pub fn release(&mut self, place: StackSlot) {
        self.free.push(place);
    }
}

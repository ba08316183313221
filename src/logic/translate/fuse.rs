//! Instructions that often follow one another, as one: an instruction costs more to fetch than to
//! do.

use crate::logic::instruction::{Instruction, Part};

/// One instruction that does what two do one after the other, if there is one.
pub(super) fn fuse(before: Instruction, after: Instruction) -> Option<Instruction> {
    use Instruction as I;
    match (before, after) {
        (I::MatchList { slot }, _) => Some(I::MatchListHead {
            slot,
            head: part(after)?,
        }),
        (I::MatchListHead { slot, head }, _) => {
            let tail = part(after)?;
            // A variable that the same instruction meets first and again would look as if it were
            // read before it is written.
            (!matches!((head, tail), (Part::First(a), Part::Slot(b)) if a == b))
                .then_some(I::MatchPair { slot, head, tail })
        }
        _ => None,
    }
}

/// What an instruction does with one argument of a term that has been opened.
fn part(instruction: Instruction) -> Option<Part> {
    match instruction {
        Instruction::UnifyFirst { slot } => Some(Part::First(slot)),
        Instruction::UnifySlot { slot } => Some(Part::Slot(slot)),
        Instruction::UnifyVoid => Some(Part::Void),
        _ => None,
    }
}

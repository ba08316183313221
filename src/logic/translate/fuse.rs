//! Instructions that often follow one another, as one: an instruction costs more to fetch than to
//! do.

use crate::logic::instruction::{Instruction, OpenedArgument};

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
            (!matches!((head, tail), (OpenedArgument::First(a), OpenedArgument::Slot(b)) if a == b))
                .then_some(I::MatchPair { slot, head, tail })
        }
        _ => None,
    }
}

/// The argument of an opened term that an instruction unifies.
fn part(instruction: Instruction) -> Option<OpenedArgument> {
    match instruction {
        Instruction::UnifyFirst { slot } => Some(OpenedArgument::First(slot)),
        Instruction::UnifySlot { slot } => Some(OpenedArgument::Slot(slot)),
        Instruction::UnifyVoid => Some(OpenedArgument::Void),
        _ => None,
    }
}

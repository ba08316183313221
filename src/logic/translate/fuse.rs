//! Joins instructions that often follow one another into one: an instruction costs more to fetch
//! than to execute.

use crate::logic::instruction::{Instruction, OpenedArgument};

/// Returns the instruction that does the work of both, if there is one.
pub(super) fn fuse(before: Instruction, after: Instruction) -> Option<Instruction> {
    use Instruction as I;
    match (before, after) {
        (I::MatchList { slot }, _) => Some(I::MatchListHead {
            slot,
            head: part(after)?,
        }),
        (I::MatchListHead { slot, head }, _) => {
            let tail = part(after)?;
            // A variable whose first and second occurrence are in the same instruction would look
            // as if it were read before it is written.
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

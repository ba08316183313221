//! Which slots of a frame will still be read when a clause goes on at an address.
//!
//! Nothing is written down about that while a program is translated: the code says it, and a clause's
//! code only ever jumps forward, so one pass over it from its end gives the answer. Only slots that hold
//! terms count; the heights that `Mark` puts into slots are no terms.

use rustc_hash::{FxHashMap, FxHashSet};

use super::instruction::{Address, FRAME_HEADER, Instruction, Operand, Part, Slot};
use super::program::Program;

type Slots = FxHashSet<Slot>;

/// The slots that are read when a clause goes on at that address, before anything is written to them.
pub(super) fn live_slots(program: &Program, address: Address) -> Box<[Slot]> {
    let code = &program.code;
    let mut live: FxHashMap<Address, Slots> = FxHashMap::default();
    let mut reachable = reachable(code, address);
    reachable.sort_unstable_by(|a, b| b.cmp(a));
    for at in reachable {
        let instruction = &code[at as usize];
        let mut slots = Slots::default();
        for next in successors(instruction, at).into_iter().flatten() {
            // A jump to the instruction that fails goes back, and nothing is read there.
            slots.extend(live.get(&next).into_iter().flatten());
        }
        visit(program, instruction, &mut |slot, access| match access {
            Access::Write => drop(slots.remove(&slot)),
            Access::Read => {}
        });
        visit(program, instruction, &mut |slot, access| {
            if access == Access::Read && usize::from(slot) >= FRAME_HEADER {
                slots.insert(slot);
            }
        });
        live.insert(at, slots);
    }
    live.remove(&address).into_iter().flatten().collect()
}

fn reachable(code: &[Instruction], address: Address) -> Vec<Address> {
    let mut found = vec![address];
    let mut seen = FxHashSet::from_iter([address]);
    let mut at = 0;
    while let Some(address) = found.get(at).copied() {
        at += 1;
        for next in successors(&code[address as usize], address).into_iter().flatten() {
            if seen.insert(next) {
                found.push(next);
            }
        }
    }
    found
}

/// Where the clause may go on after an instruction.
fn successors(instruction: &Instruction, at: Address) -> [Option<Address>; 2] {
    use Instruction as I;
    match instruction {
        I::Fail | I::Answer | I::Execute { .. } | I::Proceed => [None, None],
        I::Jump { to } => [Some(*to), None],
        I::Try { otherwise, .. }
        | I::CompareNumbers { otherwise, .. }
        | I::CompareTerms { otherwise, .. }
        | I::Test { otherwise, .. } => [Some(at + 1), Some(*otherwise)],
        _ => [Some(at + 1), None],
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Access {
    Read,
    Write,
}

/// What an instruction reads and writes of its frame; it reads before it writes.
fn visit(program: &Program, instruction: &Instruction, access: &mut impl FnMut(Slot, Access)) {
    use Access::{Read, Write};
    use Instruction as I;
    let operand = |operand: &Operand, access: &mut dyn FnMut(Slot, Access)| {
        if let Operand::Slot(slot) = operand {
            access(*slot, Read);
        }
    };
    let part = |part: &Part, access: &mut dyn FnMut(Slot, Access)| match part {
        Part::First(slot) => access(*slot, Write),
        Part::Slot(slot) => access(*slot, Read),
        Part::Void => {}
    };
    match instruction {
        I::MatchConstant { slot, .. }
        | I::MatchCompound { slot, .. }
        | I::MatchList { slot }
        | I::UnifySlot { slot }
        | I::WriteSlot { slot }
        | I::Test { slot, .. }
        // The slot after it, of a witness, was written just before: no call is ever between.
        | I::CollectValue { slot } => access(*slot, Read),
        I::UnifyFirst { slot }
        | I::BuildCompound { slot, .. }
        | I::BuildList { slot }
        | I::WriteFirst { slot }
        | I::SetConstant { slot, .. }
        | I::SetFresh { slot }
        | I::Mark { slot }
        | I::CollectResult { slot } => access(*slot, Write),
        I::MatchListHead { slot, head } => {
            access(*slot, Read);
            part(head, access);
        }
        I::MatchPair { slot, head, tail } => {
            access(*slot, Read);
            part(head, access);
            part(tail, access);
        }
        I::MatchSlot { slot, with } => [slot, with].into_iter().for_each(|slot| access(*slot, Read)),
        I::SetSlot { slot, from } => {
            access(*from, Read);
            access(*slot, Write);
        }
        I::PutArguments { slots, .. } => slots.iter().for_each(|slot| access(*slot, Read)),
        I::Call { slots, .. } | I::Execute { slots, .. } | I::Builtin { slots, .. } => {
            slots.iter().for_each(|slot| access(*slot, Read));
        }
        I::Compute { to, left, right, .. } => {
            operand(left, access);
            operand(right, access);
            access(*to, Write);
        }
        I::Evaluate { to, from } => {
            operand(from, access);
            access(*to, Write);
        }
        I::CompareNumbers { left, right, .. } => {
            operand(left, access);
            operand(right, access);
        }
        // The host may look at the goal at each port.
        I::Port { predicate, .. } => {
            let arity = program.predicates[*predicate as usize].arity;
            (FRAME_HEADER..FRAME_HEADER + arity).for_each(|slot| access(slot as Slot, Read));
        }
        I::CompareTerms { left, right, .. } => [left, right].into_iter().for_each(|slot| access(*slot, Read)),
        I::Fail
        | I::Answer
        | I::UnifyConstant { .. }
        | I::UnifyVoid
        | I::WriteConstant { .. }
        | I::WriteVoid
        | I::Proceed
        | I::Try { .. }
        | I::PushCatch { .. }
        | I::PopCatch
        | I::CutTo { .. }
        | I::SoftCut { .. }
        | I::Cut
        | I::Jump { .. }
        | I::Collect { .. } => {}
    }
}

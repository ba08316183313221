//! Which slots of a frame the code will still read when a clause goes on at an address.
//!
//! The translation records nothing about this: it follows from the code. A clause's code only jumps
//! forward, so one pass from its end to its beginning is enough. Only slots that hold terms count;
//! the heights that `Mark` puts into slots are not terms.
//!
//! A clause may have as many variables as goals, and frames may go on after each goal. So one pass
//! serves all requested addresses, and it keeps one set: the live slots at the current instruction.
//! Copies are kept only for jump targets, until the first instruction that jumps there has been
//! passed. Sets for all instructions, or for all requested addresses, would take memory in the
//! square of the clause's length.

use rustc_hash::FxHashMap;

use super::instruction::{Address, FAIL, FRAME_HEADER, Instruction, OpenedArgument, Operand, Slot};
use super::limits::SLICE;
use super::program::Program;
use super::store::{Store, Walked};

/// The approximate memory of a jump target in a hash map, in words.
const WORDS_OF_A_TARGET: usize = 8;

/// A set of slots, one bit for each.
#[derive(Clone, Default)]
pub(super) struct Slots(Vec<u64>);

impl Slots {
    /// The words of the set; bit `b` of word `w` stands for slot `64 * w + b`.
    pub fn words(&self) -> &[u64] {
        &self.0
    }

    fn insert(&mut self, slot: Slot) {
        let word = usize::from(slot) / 64;
        if word >= self.0.len() {
            self.0.resize(word + 1, 0);
        }
        self.0[word] |= 1 << (slot % 64);
    }

    fn remove(&mut self, slot: Slot) {
        if let Some(word) = self.0.get_mut(usize::from(slot) / 64) {
            *word &= !(1 << (slot % 64));
        }
    }

    fn extend(&mut self, other: &Slots) {
        if other.0.len() > self.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        self.0
            .iter_mut()
            .zip(&other.0)
            .for_each(|(word, other)| *word |= other);
    }
}

/// A jump target.
#[derive(Default)]
struct JumpTarget {
    /// How many jumps to it have not been passed yet.
    jumps: usize,
    slots: Slots,
}

/// Reports for each address, from the last to the first, which slots are read when a clause goes on
/// there, before they are written. `taken` is the number of words in use besides the heap.
pub(super) fn live_slots(
    program: &Program,
    store: &Store,
    taken: usize,
    addresses: impl Iterator<Item = Address> + Clone,
    mut tell: impl FnMut(Address, &Slots) -> Walked<()>,
) -> Walked<()> {
    let code = &program.code.instructions;
    let taken = taken + 2 * (code.len() / 64 + 1);
    store.check_room(taken)?;
    let wanted = Addresses::of(code, addresses);
    let mut reachable = wanted.clone();
    let mut targets: FxHashMap<Address, JumpTarget> = FxHashMap::default();
    let mut held = 0;
    let mut work = 0;
    let mut spend = |words: usize, held: usize| -> Walked<()> {
        work += 1 + words as u64;
        if work >= SLICE {
            work = 0;
            store.interrupt.look()?;
            store.check_room(taken + held)?;
        }
        Ok(())
    };

    // Forward, since all jumps go forward except those to `FAIL`, where nothing is read.
    let mut from = 0;
    while let Some(at) = reachable.next(from) {
        from = at + 1;
        let (next, jump) = successors(&code[at as usize], at);
        next.into_iter()
            .chain(jump)
            .for_each(|next| reachable.insert(next));
        if let Some(to) = jump {
            targets.entry(to).or_default().jumps += 1;
            held = WORDS_OF_A_TARGET * targets.len();
        }
        spend(0, held)?;
    }

    let mut slots = Slots::default();
    let mut before = code.len() as Address;
    while let Some(at) = reachable.previous(before) {
        before = at;
        let instruction = &code[at as usize];
        let (next, jump) = successors(instruction, at);
        if next.is_none() {
            slots.0.clear();
        }
        if let Some(target) = jump.and_then(|to| targets.get_mut(&to)) {
            slots.extend(&target.slots);
            target.jumps -= 1;
            if target.jumps == 0 {
                held -= target.slots.0.len();
                target.slots = Slots::default();
            }
            spend(slots.0.len(), held)?;
        }
        visit(program, instruction, &mut |slot, access| match access {
            SlotAccess::Write => slots.remove(slot),
            SlotAccess::Read => {}
        });
        visit(program, instruction, &mut |slot, access| {
            if access == SlotAccess::Read && usize::from(slot) >= FRAME_HEADER {
                slots.insert(slot);
            }
        });
        if let Some(target) = targets.get_mut(&at) {
            target.slots = slots.clone();
            held += slots.0.len();
            spend(slots.0.len(), held)?;
        }
        if wanted.contains(at) {
            tell(at, &slots)?;
        }
        spend(0, held)?;
    }
    Ok(())
}

/// A set of addresses of a program's code, one bit for each.
#[derive(Clone)]
struct Addresses(Vec<u64>);

impl Addresses {
    fn of(code: &[Instruction], addresses: impl Iterator<Item = Address>) -> Self {
        let mut set = Self(vec![0; code.len() / 64 + 1]);
        addresses.for_each(|address| set.insert(address));
        set
    }

    fn insert(&mut self, address: Address) {
        self.0[address as usize / 64] |= 1 << (address % 64);
    }

    fn contains(&self, address: Address) -> bool {
        self.0[address as usize / 64] & 1 << (address % 64) != 0
    }

    /// The first address of the set that is not before `from`.
    fn next(&self, from: Address) -> Option<Address> {
        let mut number = from as usize / 64;
        let mut word = self.0.get(number)? & (!0 << (from % 64));
        while word == 0 {
            number += 1;
            word = *self.0.get(number)?;
        }
        Some(64 * number as Address + word.trailing_zeros())
    }

    /// The last address of the set before `before`.
    fn previous(&self, before: Address) -> Option<Address> {
        let mut number = before as usize / 64;
        let mut word = self.0[number] & !(!0 << (before % 64));
        while word == 0 {
            number = number.checked_sub(1)?;
            word = self.0[number];
        }
        Some(64 * number as Address + word.ilog2())
    }
}

/// Where the clause may go on after an instruction: the next one, and the target of a jump. Jumps
/// to `FAIL` are left out: they go backward, and nothing is read there.
fn successors(instruction: &Instruction, at: Address) -> (Option<Address>, Option<Address>) {
    use Instruction as I;
    let (next, jump) = match instruction {
        I::Fail | I::Answer | I::Execute { .. } | I::Proceed => (None, None),
        I::Jump { to } => (None, Some(*to)),
        I::Try { otherwise, .. }
        | I::CompareNumbers { otherwise, .. }
        | I::CompareTerms { otherwise, .. }
        | I::Test { otherwise, .. } => (Some(at + 1), Some(*otherwise)),
        _ => (Some(at + 1), None),
    };
    let jump = jump.filter(|to| *to != FAIL);
    debug_assert!(jump.is_none_or(|to| to > at), "code jumps forward");
    (next, jump)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum SlotAccess {
    Read,
    Write,
}

/// Visits the slots that an instruction reads and writes; it reads before it writes.
fn visit(program: &Program, instruction: &Instruction, access: &mut impl FnMut(Slot, SlotAccess)) {
    use Instruction as I;
    use SlotAccess::{Read, Write};
    let operand = |operand: &Operand, access: &mut dyn FnMut(Slot, SlotAccess)| {
        if let Operand::Slot(slot) = operand {
            access(*slot, Read);
        }
    };
    let part = |part: &OpenedArgument, access: &mut dyn FnMut(Slot, SlotAccess)| match part {
        OpenedArgument::First(slot) => access(*slot, Write),
        OpenedArgument::Slot(slot) => access(*slot, Read),
        OpenedArgument::Void => {}
    };
    match instruction {
        I::MatchConstant { slot, .. }
        | I::MatchCompound { slot, .. }
        | I::MatchList { slot }
        | I::UnifySlot { slot }
        | I::WriteSlot { slot }
        | I::Test { slot, .. }
        // The next slot, of a witness, was written just before: no call comes between.
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
        // The host may read the goal at each port.
        I::Port { predicate, .. } => {
            let arity = program.predicates[*predicate].arity;
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

//! Translates clauses to instructions.
//!
//! One [`Translator`] turns one clause into code: the head here, goals in [`body`], control in
//! [`control`], terms in [`terms`], tests and arithmetic in [`arithmetic`]. It decides where every
//! variable is stored and which occurrence is its first at run time.

mod arithmetic;
mod body;
mod control;
mod fuse;
mod solutions;
mod terms;

use rustc_hash::FxHashMap;

use super::construct::Construct;
use super::draft::{Draft, list_cell};
use super::index::{ClauseEntry, IndexKey};
use super::instruction::{Address, FRAME_HEADER, Instruction, MAX_REGISTERS, Slot};
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::tree::{Name, SourceTerm, TermKind};

use terms::arguments_of;

/// The maximum number of slots of a frame.
const MAX_SLOTS: usize = Slot::MAX as usize - MAX_REGISTERS;

/// The slot of a clause's variable, and how often the variable occurs.
struct Variable {
    slot: Slot,
    occurrences: usize,
    /// Whether the slot holds a value at this point of the code.
    seen: bool,
}

/// Translates one clause.
pub(super) struct Translator<'b> {
    draft: &'b mut Draft,
    variables: FxHashMap<Name, Variable>,
    /// The variables that have become seen, in this order: a branch makes those that it has seen
    /// first unseen again.
    trail: Vec<Name>,
    next_slot: usize,
    highest_slot: usize,
    /// Slots below this are not reused.
    lasting_slots: usize,
    /// The slot of the barrier to which a cut goes back, if it is not the clause's own barrier.
    cut_barrier: Option<Slot>,
    problems: Vec<Diagnostic>,
    /// The newest address that is a jump target, or the start of the clause: instructions before it
    /// and after it must not be joined.
    landed: Address,
    /// Where the goal of the newest `catch/3` begins.
    catch_start: Address,
}

/// A clause's code, and the keys that the index needs.
pub(super) struct Translated {
    pub entry: ClauseEntry,
    pub frame: usize,
}

/// Translates `head :- body` and appends its code to the draft's.
pub(super) fn clause(
    draft: &mut Draft,
    head: &SourceTerm,
    body: Option<&SourceTerm>,
) -> Result<Translated, Vec<Diagnostic>> {
    let start = draft.code.end();
    let arguments = arguments_of(head);
    let mut translator = Translator::new(draft, arguments.len());
    translator.place_variables(arguments, body);
    translator.head(arguments);
    translator.clause_body(body);
    translator.finish(start, arguments)
}

impl<'b> Translator<'b> {
    fn new(draft: &'b mut Draft, arity: usize) -> Self {
        let next_slot = FRAME_HEADER + arity;
        let (variables, trail, problems) = Default::default();
        let landed = draft.code.end();
        Self {
            draft,
            variables,
            trail,
            next_slot,
            highest_slot: next_slot,
            lasting_slots: 0,
            cut_barrier: None,
            problems,
            landed,
            catch_start: landed,
        }
    }

    /// Gives every variable a slot; a variable that is an argument of the head gets the argument's
    /// slot.
    fn place_variables(&mut self, arguments: &[SourceTerm], body: Option<&SourceTerm>) {
        for (slot, argument) in arguments.iter().enumerate() {
            if let TermKind::Variable(name) = &argument.kind
                && &**name != "_"
            {
                let slot = (FRAME_HEADER + slot) as Slot;
                let variable = Variable {
                    slot,
                    occurrences: 0,
                    seen: true,
                };
                self.variables.entry(name.clone()).or_insert(variable);
            }
        }
        for term in arguments.iter().chain(body) {
            for_each_variable(term, &mut |name| self.count_occurrence(name));
        }
    }

    fn count_occurrence(&mut self, name: &Name) {
        if !self.variables.contains_key(name) {
            let slot = self.new_slot();
            self.variables.insert(
                name.clone(),
                Variable {
                    slot,
                    occurrences: 0,
                    seen: false,
                },
            );
        }
        if let Some(variable) = self.variables.get_mut(name) {
            variable.occurrences += 1;
        }
    }

    fn head(&mut self, arguments: &[SourceTerm]) {
        for (position, argument) in arguments.iter().enumerate() {
            let slot = (FRAME_HEADER + position) as Slot;
            let owner = match &argument.kind {
                TermKind::Variable(name) => self.variables.get(name).map(|variable| variable.slot),
                _ => None,
            };
            if owner != Some(slot) {
                self.match_term(slot, argument);
            }
        }
    }

    fn clause_body(&mut self, body: Option<&SourceTerm>) {
        let ended = body.is_some_and(|body| self.goal(body, true));
        if !ended {
            self.emit(Instruction::Proceed);
        }
    }

    fn finish(
        mut self,
        start: Address,
        arguments: &[SourceTerm],
    ) -> Result<Translated, Vec<Diagnostic>> {
        let frame = self.highest_slot;
        if frame > MAX_SLOTS {
            let title = "this clause is too large";
            let span = arguments.first().map(|argument| argument.span);
            let problem = Diagnostic::lacking("clause-too-large", title)
                .with_help("split it into several clauses");
            self.problems.push(match span {
                Some(span) => Diagnostic::error(
                    "clause-too-large",
                    title,
                    span,
                    "in the clause with this head",
                ),
                None => problem,
            });
        }
        if !self.problems.is_empty() {
            return Err(self.problems);
        }
        for instruction in &mut self.draft.code.instructions[start as usize..] {
            set_frame(instruction, frame as u16);
        }
        let keys = arguments
            .iter()
            .map(|argument| self.key(argument))
            .collect();
        Ok(Translated {
            entry: ClauseEntry {
                keys,
                address: start,
            },
            frame,
        })
    }

    /// The index key of an argument of the head.
    fn key(&mut self, argument: &SourceTerm) -> IndexKey {
        match &argument.kind {
            TermKind::Variable(_) => IndexKey::ANY,
            TermKind::String(_) => IndexKey::STRING,
            TermKind::List { items, .. } if !items.is_empty() => IndexKey::LIST,
            _ if list_cell(argument).is_some() => IndexKey::LIST,
            TermKind::Compound {
                functor, arguments, ..
            } => IndexKey(self.draft.functor(functor, arguments.len())),
            _ => {
                let constant = self.constant(argument);
                if constant.is_atom() || constant.is_small() {
                    IndexKey(constant)
                } else {
                    IndexKey::WIDE
                }
            }
        }
    }

    fn emit(&mut self, instruction: Instruction) {
        let code = &mut self.draft.code.instructions;
        if let Some(last) = code
            .get_mut(self.landed as usize..)
            .and_then(<[_]>::last_mut)
            && let Some(both) = fuse::fuse(*last, instruction)
        {
            *last = both;
        } else {
            code.push(instruction);
        }
    }

    /// The address of the next instruction.
    fn here(&self) -> Address {
        self.draft.code.end()
    }

    /// The address of the newest instruction.
    fn newest(&self) -> Address {
        self.here() - 1
    }

    /// A slot for an intermediate result.
    fn new_slot(&mut self) -> Slot {
        let slot = self.next_slot;
        self.next_slot += 1;
        self.highest_slot = self.highest_slot.max(self.next_slot);
        // A clause with too many slots is refused as a whole at its end.
        slot.min(MAX_SLOTS) as Slot
    }

    /// Runs a part of the translation, and frees the intermediate slots that it took.
    fn scoped<R>(&mut self, part: impl FnOnce(&mut Self) -> R) -> R {
        let saved = self.next_slot;
        let result = part(self);
        self.next_slot = saved.max(self.lasting_slots);
        result
    }

    /// Sets the target of these pending jumps to the next instruction.
    fn land(&mut self, jumps: Vec<Address>) {
        let here = self.here();
        self.landed = here;
        for jump in jumps {
            set_target(&mut self.draft.code.instructions[jump as usize], here);
        }
    }
}

/// Calls `visit` for every occurrence of a named variable, in the order of the text.
fn for_each_variable(term: &SourceTerm, visit: &mut impl FnMut(&Name)) {
    term.each_variable(&mut |name, _| {
        if &**name != "_" {
            visit(name);
        }
    });
}

fn set_frame(instruction: &mut Instruction, size: u16) {
    if let Instruction::Call { frame, .. }
    | Instruction::Execute { frame, .. }
    | Instruction::Try { frame, .. }
    | Instruction::PushCatch { frame } = instruction
    {
        *frame = size;
    }
}

fn set_target(instruction: &mut Instruction, target: Address) {
    use Instruction::{CompareNumbers, CompareTerms, Jump, Test, Try};
    match instruction {
        Try { otherwise, .. }
        | CompareNumbers { otherwise, .. }
        | CompareTerms { otherwise, .. }
        | Test { otherwise, .. } => *otherwise = target,
        Jump { to } => *to = target,
        other => unreachable!("{other:?} does not jump"),
    }
}

/// Whether a goal of this name is translated in place wherever a clause names it, so that no program
/// can redefine it. A goal of another construct is control or a call of a predicate.
pub(super) fn is_in_place(name: &str, arity: usize) -> bool {
    let Some(construct) = Construct::named(name, arity) else {
        return matches!((name, arity), ("=" | "is", 2)) || arithmetic::is_test(name, arity);
    };
    match construct {
        Construct::True
        | Construct::Fail
        | Construct::Once(_)
        | Construct::Ignore(_)
        | Construct::ForAll(..)
        | Construct::FindAll(_)
        | Construct::AggregateAll(_) => true,
        Construct::And(..)
        | Construct::Or(..)
        | Construct::IfThen(..)
        | Construct::SoftIfThen(..)
        | Construct::Cut
        | Construct::Not(_)
        | Construct::Throw
        | Construct::NotPredicate(_)
        | Construct::Call(..)
        | Construct::Apply
        | Construct::FindAllBefore(..)
        | Construct::BagOf(_)
        | Construct::SetOf(_)
        | Construct::Quantified(_)
        | Construct::Catch(..)
        | Construct::Lambda(..)
        | Construct::OverLists(..) => false,
    }
}

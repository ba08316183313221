//! Terms in clauses: matched against the contents of a slot, or built on the heap.
//!
//! Ground terms are stored once, among the program's constants.

use super::Translator;
use crate::logic::cell::Cell;
use crate::logic::draft::list_cell;
use crate::logic::instruction::{Instruction, Slot};
use crate::logic::symbol::Symbol;
use crate::syntax::tree::{Name, SourceTerm, TermKind};

/// The arguments of a compound; empty for any other term.
pub(super) fn arguments_of(term: &SourceTerm) -> &[SourceTerm] {
    match &term.kind {
        TermKind::Compound { arguments, .. } => arguments,
        _ => &[],
    }
}

/// A term, or the rest of a list after its first items.
#[derive(Clone, Copy)]
enum TermPart<'t> {
    Term(&'t SourceTerm),
    Rest(&'t [SourceTerm], Option<&'t SourceTerm>),
}

impl<'t> TermPart<'t> {
    /// The rest of a list; without items only its tail.
    fn rest(items: &'t [SourceTerm], tail: Option<&'t SourceTerm>) -> Self {
        match (items, tail) {
            ([], Some(tail)) => TermPart::Term(tail),
            _ => TermPart::Rest(items, tail),
        }
    }

    /// A list's head and tail, if it is a list with items.
    fn list(self) -> Option<(&'t SourceTerm, TermPart<'t>)> {
        let (items, tail) = match self {
            TermPart::Rest(items, tail) => (items, tail),
            TermPart::Term(SourceTerm {
                kind: TermKind::List { items, tail },
                ..
            }) => (&**items, tail.as_deref()),
            TermPart::Term(term) => {
                return list_cell(term).map(|[head, tail]| (head, TermPart::Term(tail)));
            }
        };
        items
            .split_first()
            .map(|(head, rest)| (head, TermPart::rest(rest, tail)))
    }

    fn is_ground(self) -> bool {
        match self {
            TermPart::Term(term) => is_ground(term),
            TermPart::Rest(items, tail) => items.iter().chain(tail).all(is_ground),
        }
    }

    fn variable(self) -> Option<&'t Name> {
        match self {
            TermPart::Term(SourceTerm {
                kind: TermKind::Variable(name),
                ..
            }) => Some(name),
            _ => None,
        }
    }
}

fn is_ground(term: &SourceTerm) -> bool {
    match &term.kind {
        TermKind::Variable(_) => false,
        TermKind::Compound { arguments, .. } => arguments.iter().all(is_ground),
        TermKind::List { items, tail } => items.iter().chain(tail.as_deref()).all(is_ground),
        _ => true,
    }
}

impl Translator<'_> {
    /// Code that unifies the contents of a slot with a term of the clause.
    pub(super) fn match_term(&mut self, slot: Slot, term: &SourceTerm) {
        self.match_part(slot, TermPart::Term(term));
    }

    /// A list may have any number of items, so nested parts are queued instead of matched by
    /// recursion.
    fn match_part(&mut self, slot: Slot, part: TermPart) {
        let mut waiting = vec![(slot, part)];
        while let Some((slot, part)) = waiting.pop() {
            if let Some(name) = part.variable() {
                self.match_variable(slot, name);
            } else if part.is_ground() {
                self.match_constant(slot, part);
            } else {
                let nested = self.match_compound(slot, part);
                waiting.extend(nested.into_iter().rev());
            }
        }
    }

    /// Opens a compound and unifies its arguments. Returns the nested compounds, still to be
    /// matched.
    fn match_compound<'t>(&mut self, slot: Slot, part: TermPart<'t>) -> Vec<(Slot, TermPart<'t>)> {
        let arguments: Vec<TermPart> = match (part.list(), part) {
            (Some((head, tail)), _) => {
                self.emit(Instruction::MatchList { slot });
                vec![TermPart::Term(head), tail]
            }
            (None, TermPart::Term(term)) => {
                let functor = self.functor_of(term);
                self.emit(Instruction::MatchCompound { slot, functor });
                arguments_of(term).iter().map(TermPart::Term).collect()
            }
            (None, TermPart::Rest(..)) => unreachable!("the end of a list is ground"),
        };
        self.unify_arguments(&arguments)
    }

    fn match_variable(&mut self, slot: Slot, name: &Name) {
        match self.variables.get_mut(name) {
            Some(variable) if variable.seen => {
                let with = variable.slot;
                self.emit(Instruction::MatchSlot { slot, with });
            }
            Some(variable) => {
                variable.seen = true;
                self.trail.push(name.clone());
                let to = variable.slot;
                self.emit(Instruction::SetSlot {
                    slot: to,
                    from: slot,
                });
            }
            None => {}
        }
    }

    fn match_constant(&mut self, slot: Slot, part: TermPart) {
        let constant = self.constant_part(part);
        if constant.is_atom() || constant.is_small() {
            self.emit(Instruction::MatchConstant { slot, constant });
        } else {
            let with = self.new_slot();
            self.emit(Instruction::SetConstant {
                slot: with,
                constant,
            });
            self.emit(Instruction::MatchSlot { slot, with });
        }
    }

    /// Code for the arguments of a compound that has just been opened. Nested compounds are stored
    /// in slots, to be matched after it.
    fn unify_arguments<'t>(&mut self, arguments: &[TermPart<'t>]) -> Vec<(Slot, TermPart<'t>)> {
        let mut nested = Vec::new();
        for argument in arguments {
            if let Some(name) = argument.variable() {
                self.unify_variable(name);
            } else if argument.is_ground() {
                self.unify_constant(*argument);
            } else {
                let slot = self.new_slot();
                self.emit(Instruction::UnifyFirst { slot });
                nested.push((slot, *argument));
            }
        }
        nested
    }

    fn unify_variable(&mut self, name: &Name) {
        let instruction = match self.variables.get_mut(name) {
            None => Instruction::UnifyVoid,
            Some(variable) if variable.seen => Instruction::UnifySlot {
                slot: variable.slot,
            },
            Some(variable) => {
                variable.seen = true;
                self.trail.push(name.clone());
                Instruction::UnifyFirst {
                    slot: variable.slot,
                }
            }
        };
        self.emit(instruction);
    }

    fn unify_constant(&mut self, part: TermPart) {
        let constant = self.constant_part(part);
        if constant.is_atom() || constant.is_small() {
            self.emit(Instruction::UnifyConstant { constant });
        } else {
            let slot = self.new_slot();
            self.emit(Instruction::SetConstant { slot, constant });
            self.emit(Instruction::UnifySlot { slot });
        }
    }

    /// A slot that holds the term: the variable's own, or one into which the term is built.
    pub(super) fn slot_of(&mut self, term: &SourceTerm) -> Slot {
        match &term.kind {
            TermKind::Variable(name) => self.variable_slot(name),
            _ if is_ground(term) => {
                let constant = self.constant(term);
                let slot = self.new_slot();
                self.emit(Instruction::SetConstant { slot, constant });
                slot
            }
            _ => self.build(TermPart::Term(term)),
        }
    }

    /// The slot of a variable; at its first occurrence code creates a new variable in it.
    pub(super) fn variable_slot(&mut self, name: &Name) -> Slot {
        match self.variables.get_mut(name) {
            Some(variable) if variable.seen => variable.slot,
            Some(variable) => {
                variable.seen = true;
                self.trail.push(name.clone());
                let slot = variable.slot;
                self.emit(Instruction::SetFresh { slot });
                slot
            }
            None => {
                let slot = self.new_slot();
                self.emit(Instruction::SetFresh { slot });
                slot
            }
        }
    }

    /// The slot of a variable that has no value yet; from here on it counts as seen.
    pub(super) fn unseen_slot(&mut self, term: &SourceTerm) -> Option<Slot> {
        let TermKind::Variable(name) = &term.kind else {
            return None;
        };
        match self.variables.get_mut(name) {
            Some(variable) if variable.seen => None,
            Some(variable) => {
                variable.seen = true;
                self.trail.push(name.clone());
                Some(variable.slot)
            }
            None => Some(self.new_slot()),
        }
    }

    /// Builds a compound that is not ground into a new slot: its nested compounds first.
    fn build(&mut self, part: TermPart) -> Slot {
        if let TermPart::Term(SourceTerm {
            kind: TermKind::List { items, tail },
            ..
        }) = part
        {
            return self.build_list(items, tail.as_deref());
        }
        let TermPart::Term(term) = part else {
            unreachable!("lists are built from their ends")
        };
        let arguments = arguments_of(term);
        let nested: Vec<_> = arguments
            .iter()
            .map(|argument| self.build_nested(argument))
            .collect();
        let slot = self.new_slot();
        if list_cell(term).is_some() {
            self.emit(Instruction::BuildList { slot });
        } else {
            let functor = self.functor_of(term);
            self.emit(Instruction::BuildCompound { slot, functor });
        }
        for (argument, built) in arguments.iter().zip(nested) {
            self.write(argument, built);
        }
        slot
    }

    /// Builds a list from its end, alternating between two slots.
    fn build_list(&mut self, items: &[SourceTerm], tail: Option<&SourceTerm>) -> Slot {
        let built_tail = tail.and_then(|tail| self.build_nested(tail));
        let slots = [self.new_slot(), self.new_slot()];
        for (turn, item) in items.iter().rev().enumerate() {
            self.scoped(|this| {
                let built = this.build_nested(item);
                this.emit(Instruction::BuildList {
                    slot: slots[turn % 2],
                });
                this.write(item, built);
                match (turn, tail) {
                    (0, Some(tail)) => this.write(tail, built_tail),
                    (0, None) => this.emit(Instruction::WriteConstant {
                        constant: Cell::atom(Symbol::NIL),
                    }),
                    _ => this.emit(Instruction::WriteSlot {
                        slot: slots[(turn + 1) % 2],
                    }),
                }
            });
        }
        slots[(items.len() + 1) % 2]
    }

    fn build_nested(&mut self, term: &SourceTerm) -> Option<Slot> {
        let builds = !matches!(term.kind, TermKind::Variable(_)) && !is_ground(term);
        builds.then(|| self.build(TermPart::Term(term)))
    }

    /// Writes one argument of the compound that is being built.
    fn write(&mut self, term: &SourceTerm, built: Option<Slot>) {
        let instruction = match (&term.kind, built) {
            (_, Some(slot)) => Instruction::WriteSlot { slot },
            (TermKind::Variable(name), None) => match self.variables.get_mut(name) {
                None => Instruction::WriteVoid,
                Some(variable) if variable.seen => Instruction::WriteSlot {
                    slot: variable.slot,
                },
                Some(variable) => {
                    variable.seen = true;
                    self.trail.push(name.clone());
                    Instruction::WriteFirst {
                        slot: variable.slot,
                    }
                }
            },
            _ => Instruction::WriteConstant {
                constant: self.constant(term),
            },
        };
        self.emit(instruction);
    }

    fn functor_of(&mut self, term: &SourceTerm) -> Cell {
        match &term.kind {
            TermKind::Compound {
                functor, arguments, ..
            } => self.draft.functor(functor, arguments.len()),
            _ => unreachable!("only compounds have a functor"),
        }
    }

    /// The cell of a ground term.
    pub(super) fn constant(&mut self, term: &SourceTerm) -> Cell {
        self.draft.constant(term)
    }

    fn constant_part(&mut self, part: TermPart) -> Cell {
        match part {
            TermPart::Term(term) => self.constant(term),
            TermPart::Rest(items, tail) => self.draft.constant_list(items, tail),
        }
    }
}

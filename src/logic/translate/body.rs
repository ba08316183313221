//! Goals: calls of predicates, unification, and goals that are executed in place.

use super::Translator;
use crate::logic::construct::{Construct, conjuncts};
use crate::logic::ids::PredicateId;
use crate::logic::instruction::{Instruction, MAX_REGISTERS, Slot, goal_arguments};
use crate::logic::predicate::Implementation;
use crate::logic::unknown::GoalPlaces;
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::quote::quote_atom;
use crate::syntax::tree::{SourceTerm, TermKind};

impl Translator<'_> {
    /// Translates a goal. With `last`, it is the last goal of the clause. Returns whether the code
    /// has ended, so that nothing may follow.
    pub(super) fn goal(&mut self, goal: &SourceTerm, last: bool) -> bool {
        let goals = conjuncts(goal);
        let count = goals.len();
        for (number, goal) in goals.into_iter().enumerate() {
            let last = last && number + 1 == count;
            if self.scoped(|this| this.single_goal(goal, last)) {
                return true;
            }
        }
        false
    }

    fn single_goal(&mut self, goal: &SourceTerm, last: bool) -> bool {
        self.draft.mark_place(goal.span);
        let Some((name, arguments)) = goal.parts() else {
            return self.term_as_goal(goal, last);
        };
        match (name, arguments) {
            // How the clause goes on hangs on whether the goal between them throws.
            ("$push_catch", []) if self.draft.in_prelude => {
                self.emit(Instruction::PushCatch { frame: 0 });
                self.catch_start = self.here();
                false
            }
            ("$pop_catch", []) if self.draft.in_prelude => {
                self.draft.code.mark_commitment(self.catch_start);
                self.emit(Instruction::PopCatch);
                false
            }
            ("=", [left, right]) => {
                self.unify(left, right);
                false
            }
            ("is", [result, expression]) => {
                self.is(result, expression);
                false
            }
            _ => {
                if self.is_test(goal) {
                    self.test(goal, &mut Vec::new());
                    return false;
                }
                let construct = Construct::of(name, arguments);
                match construct.and_then(|construct| self.construct(&construct, last)) {
                    Some(ended) => ended,
                    None => self.call(goal, name, arguments, last),
                }
            }
        }
    }

    /// A variable, or a term that can never be called, in the place of a goal.
    fn term_as_goal(&mut self, goal: &SourceTerm, last: bool) -> bool {
        if matches!(goal.kind, TermKind::Variable(_)) {
            return self.call(goal, "call", std::slice::from_ref(goal), last);
        }
        let what = match goal.kind {
            TermKind::Integer(_) => "an integer",
            TermKind::String(_) => "a string",
            _ => "a list",
        };
        let problem = Diagnostic::error(
            "not-a-goal",
            format!("{what} cannot be called"),
            goal.span,
            "not a goal",
        );
        self.problems.push(
            problem
                .with_help("a goal is an atom such as `terminal`, or a predicate with arguments"),
        );
        false
    }

    pub(super) fn cut(&mut self) {
        self.emit(match self.cut_barrier {
            Some(slot) => Instruction::CutTo { slot },
            None => Instruction::Cut,
        });
    }

    fn unify(&mut self, left: &SourceTerm, right: &SourceTerm) {
        let (slot, other) = match (&left.kind, &right.kind) {
            (TermKind::Variable(_), _) => (left, right),
            _ => (right, left),
        };
        if let Some(to) = self
            .unseen_variable(slot)
            .filter(|_| !mentions(other, slot))
        {
            let from = self.slot_of(other);
            self.variable_becomes_seen(slot);
            return self.emit(Instruction::SetSlot { slot: to, from });
        }
        let slot = self.slot_of(slot);
        self.match_term(slot, other);
    }

    fn unseen_variable(&self, term: &SourceTerm) -> Option<u16> {
        let TermKind::Variable(name) = &term.kind else {
            return None;
        };
        self.variables
            .get(name)
            .filter(|variable| !variable.seen)
            .map(|variable| variable.slot)
    }

    fn variable_becomes_seen(&mut self, term: &SourceTerm) {
        if let TermKind::Variable(name) = &term.kind
            && let Some(variable) = self.variables.get_mut(name)
        {
            variable.seen = true;
            self.trail.push(name.clone());
        }
    }

    pub(super) fn call(
        &mut self,
        goal: &SourceTerm,
        name: &str,
        arguments: &[SourceTerm],
        last: bool,
    ) -> bool {
        if arguments.len() >= MAX_REGISTERS {
            let title = format!("a goal may have at most {} arguments", MAX_REGISTERS - 1);
            self.problems.push(Diagnostic::error(
                "too-many-arguments",
                title,
                goal.span,
                quote_atom(name),
            ));
            return false;
        }
        let predicate = self
            .draft
            .reference(name, arguments.len(), GoalPlaces::of(goal));
        let slots: Vec<Slot> = arguments
            .iter()
            .map(|argument| self.slot_of(argument))
            .collect();
        self.call_predicate(predicate, &slots, last)
    }

    /// The call itself, with its arguments in `slots`.
    fn call_predicate(&mut self, predicate: PredicateId, slots: &[Slot], last: bool) -> bool {
        let (slots, put) = goal_arguments(slots);
        put.for_each(|instruction| self.emit(instruction));
        let implementation = &self.draft.predicates[predicate].implementation;
        if let Implementation::Builtin(builtin) = *implementation {
            self.emit(Instruction::Builtin { builtin, slots });
            return false;
        }
        // A relation has no frame that a last call could save.
        let last = last && !matches!(implementation, Implementation::Relation(_));
        self.emit(match last {
            true => Instruction::Execute {
                predicate,
                frame: 0,
                slots,
            },
            false => Instruction::Call {
                predicate,
                frame: 0,
                slots,
            },
        });
        last
    }
}

/// Whether a variable occurs in a term.
fn mentions(term: &SourceTerm, variable: &SourceTerm) -> bool {
    let TermKind::Variable(wanted) = &variable.kind else {
        return false;
    };
    let mut found = false;
    super::for_each_variable(term, &mut |name| found |= name == wanted);
    found
}

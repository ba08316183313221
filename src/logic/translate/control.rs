//! Control in place: disjunction, if-then-else, negation, `once` and similar constructs.
//!
//! Each becomes a choice point and jumps within the clause's own code; a condition that only tests
//! becomes a jump alone.

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use super::Translator;
use crate::logic::construct::Construct;
use crate::logic::instruction::{Address, FAIL, Instruction, Slot};
use crate::syntax::tree::{Name, SourceTerm};

impl Translator<'_> {
    /// Translates a construct in place; `None` if it must be called.
    pub(super) fn construct(
        &mut self,
        construct: &Construct<'_, SourceTerm>,
        last: bool,
    ) -> Option<bool> {
        Some(match construct {
            Construct::And(first, second) => self.goal(first, false) || self.goal(second, last),
            Construct::Or(left, right) => self.disjunction(left, right, last),
            Construct::IfThen(condition, then) => self.if_then_else(condition, then, None, last),
            Construct::SoftIfThen(condition, then) => {
                self.opaque(condition);
                self.goal(then, last)
            }
            Construct::Cut => {
                self.cut();
                false
            }
            Construct::True => false,
            Construct::Fail => {
                self.emit(Instruction::Jump { to: FAIL });
                true
            }
            Construct::Not(goal) => self.negation(goal),
            Construct::Call(goal, []) if goal.parts().is_some() => {
                self.opaque(goal);
                false
            }
            Construct::Once(goal) => self.once(goal),
            Construct::Ignore(goal) => self.ignore(goal),
            Construct::ForAll(condition, action) => self.for_all(condition, action),
            Construct::FindAll(answers) => self.find_all(answers),
            Construct::AggregateAll(answers) => self.aggregate_all(answers)?,
            Construct::Throw
            | Construct::NotPredicate(_)
            | Construct::Call(..)
            | Construct::Apply
            | Construct::FindAllBefore(..)
            | Construct::BagOf(_)
            | Construct::SetOf(_)
            | Construct::Quantified(_)
            | Construct::Catch(..)
            | Construct::Lambda(..)
            | Construct::OverLists(..) => return None,
        })
    }

    fn disjunction(&mut self, left: &SourceTerm, right: &SourceTerm, last: bool) -> bool {
        if let Some(Construct::IfThen(condition, then)) = Construct::of_goal(left) {
            return self.if_then_else(condition, then, Some(right), last);
        }
        if let Some(Construct::SoftIfThen(condition, then)) = Construct::of_goal(left) {
            return self.soft_if(condition, then, right, last);
        }
        self.initialize_shared(&[left, right]);
        let attempt = self.emit_try();
        let first = self.branch(|this| this.goal(left, last));
        let jump = (!first).then(|| self.emit_jump());
        self.land(vec![attempt]);
        let second = self.branch(|this| this.goal(right, last));
        self.land(jump.into_iter().collect());
        first && second
    }

    fn if_then_else(
        &mut self,
        condition: &SourceTerm,
        then: &SourceTerm,
        otherwise: Option<&SourceTerm>,
        last: bool,
    ) -> bool {
        self.initialize_shared(&[&[condition, then], otherwise.as_slice()].concat());
        let mut to_else = Vec::new();
        let first = self.branch(|this| {
            this.condition(condition, &mut to_else);
            this.goal(then, last)
        });
        let Some(otherwise) = otherwise else {
            return first; // a pending jump goes to FAIL, which is where it starts out
        };
        let jump = (!first).then(|| self.emit_jump());
        self.land(to_else);
        let second = self.branch(|this| this.goal(otherwise, last));
        self.land(jump.into_iter().collect());
        first && second
    }

    /// A condition that succeeds at most once; jumps for its failure are added to `to_else`.
    fn condition(&mut self, condition: &SourceTerm, to_else: &mut Vec<Address>) {
        if self.is_test(condition) {
            return self.test(condition, to_else);
        }
        let mark = self.mark();
        to_else.push(self.emit_try());
        self.committing(|this| this.opaque(condition));
        self.emit(Instruction::CutTo { slot: mark });
    }

    fn soft_if(
        &mut self,
        condition: &SourceTerm,
        then: &SourceTerm,
        otherwise: &SourceTerm,
        last: bool,
    ) -> bool {
        self.initialize_shared(&[condition, then, otherwise]);
        let mark = self.lasting_mark();
        let attempt = self.emit_try();
        let first = self.branch(|this| {
            this.committing(|this| this.opaque(condition));
            this.emit(Instruction::SoftCut { slot: mark });
            this.goal(then, last)
        });
        let jump = (!first).then(|| self.emit_jump());
        self.land(vec![attempt]);
        let second = self.branch(|this| this.goal(otherwise, last));
        self.land(jump.into_iter().collect());
        first && second
    }

    fn negation(&mut self, goal: &SourceTerm) -> bool {
        self.initialize_shared(&[goal]);
        let mark = self.mark();
        let attempt = self.emit_try();
        self.branch(|this| this.committing(|this| this.opaque(goal)));
        self.emit(Instruction::CutTo { slot: mark });
        self.emit(Instruction::Jump { to: FAIL });
        self.land(vec![attempt]);
        false
    }

    /// `forall(C, A)`: C has no answer for which A fails.
    fn for_all(&mut self, condition: &SourceTerm, action: &SourceTerm) -> bool {
        self.initialize_shared(&[condition, action]);
        let mark = self.mark();
        let attempt = self.emit_try();
        self.branch(|this| {
            this.committing(|this| {
                this.opaque(condition);
                this.negation(action);
            });
        });
        self.emit(Instruction::CutTo { slot: mark });
        self.emit(Instruction::Jump { to: FAIL });
        self.land(vec![attempt]);
        false
    }

    fn once(&mut self, goal: &SourceTerm) -> bool {
        let mark = self.mark();
        self.committing(|this| {
            this.with_barrier(mark, |this| this.goal(goal, false));
        });
        self.emit(Instruction::CutTo { slot: mark });
        false
    }

    fn ignore(&mut self, goal: &SourceTerm) -> bool {
        self.initialize_shared(&[goal]);
        let mark = self.mark();
        let attempt = self.emit_try();
        self.branch(|this| this.committing(|this| this.opaque(goal)));
        self.emit(Instruction::CutTo { slot: mark });
        self.land(vec![attempt]);
        false
    }

    /// Translates a goal of which the first answer decides how the clause goes on, or that it has none.
    pub(super) fn committing(&mut self, goal: impl FnOnce(&mut Self)) {
        let start = self.here();
        goal(self);
        self.draft.code.mark_commitment(start);
    }

    /// A goal in which a cut is local.
    pub(super) fn opaque(&mut self, goal: &SourceTerm) {
        if has_cut(goal) {
            let mark = self.lasting_mark();
            self.with_barrier(mark, |this| this.goal(goal, false));
        } else {
            self.goal(goal, false);
        }
    }

    fn mark(&mut self) -> Slot {
        let slot = self.new_slot();
        self.emit(Instruction::Mark { slot });
        slot
    }

    /// A mark that stays valid when failure returns to a goal, after the code that follows.
    fn lasting_mark(&mut self) -> Slot {
        let slot = self.mark();
        self.lasting_slots = self.next_slot;
        slot
    }

    fn with_barrier<R>(&mut self, barrier: Slot, part: impl FnOnce(&mut Self) -> R) -> R {
        let outer = self.cut_barrier.replace(barrier);
        let result = part(self);
        self.cut_barrier = outer;
        result
    }

    pub(super) fn emit_try(&mut self) -> Address {
        self.emit(Instruction::Try {
            otherwise: FAIL,
            frame: 0,
        });
        self.newest()
    }

    pub(super) fn emit_jump(&mut self) -> Address {
        self.emit(Instruction::Jump { to: FAIL });
        self.newest()
    }

    /// Initialises every variable that occurs first in these goals, and again outside them, before
    /// the code forks: then the slot has a value on each branch.
    pub(super) fn initialize_shared(&mut self, goals: &[&SourceTerm]) {
        let mut counts: IndexMap<Name, usize, FxBuildHasher> = IndexMap::default();
        for goal in goals {
            super::for_each_variable(goal, &mut |name| match counts.get_mut(name) {
                Some(count) => *count += 1,
                None => {
                    counts.insert(name.clone(), 1);
                }
            });
        }
        for (name, count) in counts {
            let outside = self
                .variables
                .get(&name)
                .is_some_and(|variable| count < variable.occurrences);
            if outside {
                self.variable_slot(&name);
            }
        }
    }

    /// Translates one branch of a fork: variables that first occur in it are unseen again in the
    /// others.
    pub(super) fn branch<R>(&mut self, part: impl FnOnce(&mut Self) -> R) -> R {
        let before = self.trail.len();
        let result = part(self);
        for name in self.trail.drain(before..) {
            if let Some(variable) = self.variables.get_mut(&name) {
                variable.seen = false;
            }
        }
        result
    }
}

/// Whether a goal contains a cut.
fn has_cut(goal: &SourceTerm) -> bool {
    match goal.parts() {
        Some((_, [])) => matches!(Construct::of_goal(goal), Some(Construct::Cut)),
        Some((_, arguments)) => arguments.iter().any(has_cut),
        None => false,
    }
}

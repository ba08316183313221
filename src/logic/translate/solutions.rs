//! `findall/3` and `aggregate_all/3` in place: a collector takes the answers of a goal that runs
//! within the clause.

use super::Translator;
use crate::logic::construct::{Aggregation, AllSolutions};
use crate::logic::instruction::{Collection, FAIL, Instruction, Slot};
use crate::syntax::tree::SourceTerm;

/// The value that is collected for each answer.
enum CollectedValue<'t> {
    Term(&'t SourceTerm),
    Number(&'t SourceTerm),
    Witness(&'t SourceTerm, &'t SourceTerm),
    Nothing,
}

impl Translator<'_> {
    /// `findall/3`; the code goes on.
    pub(super) fn find_all(&mut self, answers: &AllSolutions<'_, SourceTerm>) -> bool {
        self.gather(
            Collection::Bag,
            CollectedValue::Term(answers.template),
            answers,
        )
    }

    /// `aggregate_all/3`, if the clause shows the aggregation; the code goes on.
    pub(super) fn aggregate_all(&mut self, answers: &AllSolutions<'_, SourceTerm>) -> Option<bool> {
        let (collection, sample) = match Aggregation::of(answers.template)? {
            Aggregation::Count => (Collection::Count, CollectedValue::Nothing),
            Aggregation::Bag(term) => (Collection::Bag, CollectedValue::Term(term)),
            Aggregation::Set(term) => (Collection::Set, CollectedValue::Term(term)),
            Aggregation::Sum(number) => (Collection::Sum, CollectedValue::Number(number)),
            Aggregation::Max(number) => (Collection::Max, CollectedValue::Number(number)),
            Aggregation::Min(number) => (Collection::Min, CollectedValue::Number(number)),
            Aggregation::MaxWitness(number, witness) => (
                Collection::MaxWitness,
                CollectedValue::Witness(number, witness),
            ),
            Aggregation::MinWitness(number, witness) => (
                Collection::MinWitness,
                CollectedValue::Witness(number, witness),
            ),
        };
        Some(self.gather(collection, sample, answers))
    }

    fn gather(
        &mut self,
        collection: Collection,
        sample: CollectedValue,
        answers: &AllSolutions<'_, SourceTerm>,
    ) -> bool {
        self.collect(collection, sample, answers.goal);
        self.bind_result(answers.result);
        false
    }

    fn collect(&mut self, collection: Collection, sample: CollectedValue, goal: &SourceTerm) {
        let mut parts = vec![goal];
        match sample {
            CollectedValue::Term(term) | CollectedValue::Number(term) => parts.push(term),
            CollectedValue::Witness(number, witness) => parts.extend([number, witness]),
            CollectedValue::Nothing => {}
        }
        self.initialize_shared(&parts);
        self.emit(Instruction::Collect { collection });
        let attempt = self.emit_try();
        self.branch(|this| {
            this.committing(|this| this.opaque(goal));
            let slot = this.sample(sample);
            this.emit(Instruction::CollectValue { slot });
            this.emit(Instruction::Jump { to: FAIL });
        });
        self.land(vec![attempt]);
    }

    /// The slot in which the collector finds the value of an answer.
    fn sample(&mut self, sample: CollectedValue) -> Slot {
        match sample {
            CollectedValue::Term(term) => self.slot_of(term),
            CollectedValue::Number(expression) => self.number(expression),
            CollectedValue::Witness(expression, witness) => {
                let from = self.slot_of(witness);
                let value = self.number(expression);
                let (slot, next) = (self.new_slot(), self.new_slot());
                self.emit(Instruction::SetSlot { slot, from: value });
                self.emit(Instruction::SetSlot { slot: next, from });
                slot
            }
            CollectedValue::Nothing => 0,
        }
    }

    fn number(&mut self, expression: &SourceTerm) -> Slot {
        let from = self.expression(expression);
        let to = self.new_slot();
        self.emit(Instruction::Evaluate { to, from });
        to
    }

    fn bind_result(&mut self, result: &SourceTerm) {
        if let Some(slot) = self.unseen_slot(result) {
            return self.emit(Instruction::CollectResult { slot });
        }
        let slot = self.new_slot();
        self.emit(Instruction::CollectResult { slot });
        self.match_term(slot, result);
    }
}

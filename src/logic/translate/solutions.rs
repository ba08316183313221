//! `findall/3` and `aggregate_all/3` in place: a collector gathers the answers of a goal that runs
//! within the clause.

use super::Translator;
use super::body::goal_parts;
use crate::logic::instruction::{Collection, FAIL, Instruction, Slot};
use crate::syntax::tree::Term;

/// What is collected of each answer.
enum Sample<'t> {
    Term(&'t Term),
    Number(&'t Term),
    Witness(&'t Term, &'t Term),
    Nothing,
}

impl Translator<'_> {
    pub(super) fn all_solutions(&mut self, name: &str, arguments: &[Term]) -> Option<bool> {
        let (collection, sample, goal, result) = match (name, arguments) {
            ("findall", [template, goal, result]) => {
                (Collection::Bag, Sample::Term(template), goal, result)
            }
            ("aggregate_all", [wanted, goal, result]) => {
                let (collection, sample) = aggregate(wanted)?;
                (collection, sample, goal, result)
            }
            _ => return None,
        };
        self.collect(collection, sample, goal);
        self.bind_result(result);
        Some(false)
    }

    fn collect(&mut self, collection: Collection, sample: Sample, goal: &Term) {
        let mut parts = vec![goal];
        match sample {
            Sample::Term(term) | Sample::Number(term) => parts.push(term),
            Sample::Witness(number, witness) => parts.extend([number, witness]),
            Sample::Nothing => {}
        }
        self.settle(&parts);
        self.emit(Instruction::Collect { collection });
        let attempt = self.emit_try();
        self.branch(|this| {
            this.opaque(goal);
            let slot = this.sample(sample);
            this.emit(Instruction::CollectValue { slot });
            this.emit(Instruction::Jump { to: FAIL });
        });
        self.land(vec![attempt]);
    }

    /// The slot in which the collector finds the sample of this answer.
    fn sample(&mut self, sample: Sample) -> Slot {
        match sample {
            Sample::Term(term) => self.slot_of(term),
            Sample::Number(expression) => self.number(expression),
            Sample::Witness(expression, witness) => {
                let from = self.slot_of(witness);
                let value = self.number(expression);
                let (slot, next) = (self.new_slot(), self.new_slot());
                self.emit(Instruction::SetSlot { slot, from: value });
                self.emit(Instruction::SetSlot { slot: next, from });
                slot
            }
            Sample::Nothing => 0,
        }
    }

    fn number(&mut self, expression: &Term) -> Slot {
        let from = self.expression(expression);
        let to = self.new_slot();
        self.emit(Instruction::Evaluate { to, from });
        to
    }

    fn bind_result(&mut self, result: &Term) {
        if let Some(slot) = self.unseen_slot(result) {
            return self.emit(Instruction::CollectResult { slot });
        }
        let slot = self.new_slot();
        self.emit(Instruction::CollectResult { slot });
        self.match_term(slot, result);
    }
}

/// What an aggregate asks for, if it says so in the clause.
fn aggregate(wanted: &Term) -> Option<(Collection, Sample<'_>)> {
    Some(match goal_parts(wanted)? {
        ("count", []) => (Collection::Count, Sample::Nothing),
        ("bag", [term]) => (Collection::Bag, Sample::Term(term)),
        ("set", [term]) => (Collection::Set, Sample::Term(term)),
        ("sum", [number]) => (Collection::Sum, Sample::Number(number)),
        ("max", [number]) => (Collection::Max, Sample::Number(number)),
        ("min", [number]) => (Collection::Min, Sample::Number(number)),
        ("max", [number, witness]) => (Collection::MaxWitness, Sample::Witness(number, witness)),
        ("min", [number, witness]) => (Collection::MinWitness, Sample::Witness(number, witness)),
        _ => return None,
    })
}

//! Whether two rule files say the same of a step: after the same moves in the same position the same facts
//! hold.

use std::collections::{BTreeSet, HashMap, HashSet};

use batsat::Lit;

use super::effects::Functor;
use super::proof::{Proof, Stated};
use super::values::is_known;
use crate::compile::partial::{Case, Step};
use crate::logic::Term;
use crate::syntax::tree::Name;

/// The fluents of which two steps may say different things. None if the steps cannot be compared, or not all
/// of the other one can be told.
pub(super) fn differing(
    proof: &mut Proof,
    (step, stated): (&Step, &mut Stated<'_>),
    other: &Step,
) -> Option<BTreeSet<Functor>> {
    let mut other_stated = proof.state(other);
    if !is_known(proof, other, &mut other_stated, &[]) || choices(step) != choices(other) {
        return None;
    }
    let others = other.cases.iter().map(|case| (&case.played, case));
    let mut others: HashMap<&Option<(usize, Term)>, &Case> = others.collect();
    let mut differing = BTreeSet::new();
    // What was refuted whatever is played.
    let mut refuted: HashSet<Lit> = HashSet::new();
    for case in &step.cases {
        let other_case = others.remove(&case.played)?;
        let mut after = Afters::default();
        after.note(proof, stated, (step, case), |after| &mut after.0);
        after.note(proof, &mut other_stated, (other, other_case), |after| {
            &mut after.1
        });
        for (fact, (one, same)) in after.0 {
            let before = proof.fact(fact);
            let differ = proof.differ(one.unwrap_or(before), same.unwrap_or(before));
            if refuted.contains(&differ) {
                continue;
            }
            if proof.refutes(&[differ]) {
                refuted.insert(differ);
                continue;
            }
            let condition = proof.literal(stated, case.condition);
            let terminal = proof.literal(stated, step.terminal);
            if !proof.refutes(&[differ, condition])
                && !proof.refutes(&[differ, condition, !terminal])
            {
                let (name, arity) = fact.functor()?;
                differing.insert((Name::from(name), arity));
            }
        }
    }
    others.is_empty().then_some(differing)
}

/// What holds if facts hold after a step, by the first and by the second rule file; none if they stay.
#[derive(Default)]
struct Afters<'s>(HashMap<&'s Term, (Option<Lit>, Option<Lit>)>);

impl<'s> Afters<'s> {
    fn note(
        &mut self,
        proof: &mut Proof,
        stated: &mut Stated<'_>,
        (step, case): (&'s Step, &Case),
        side: impl Fn(&mut (Option<Lit>, Option<Lit>)) -> &mut Option<Lit>,
    ) {
        for (place, literal) in &case.after {
            let literal = proof.literal(stated, *literal);
            let both = self.0.entry(&step.facts[*place].term).or_default();
            *side(both) = Some(literal);
        }
    }
}

/// What may be chosen at once.
fn choices(step: &Step) -> BTreeSet<(usize, &Term)> {
    let choices = step.choices.iter();
    choices.map(|choice| (choice.role, &choice.term)).collect()
}

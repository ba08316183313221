//! Whether two rule files say the same of a step: after the same moves in the same position the same facts
//! hold.

use std::collections::{BTreeSet, HashMap};

use batsat::Lit;
use indexmap::IndexMap;

use super::effects::Functor;
use super::played::{Refuted, is_known};
use super::proof::{Proof, Stated};
use crate::compile::partial::{Case, Step};
use crate::logic::Term;
use crate::syntax::tree::Name;

/// The fluents of which two steps may say different things. None if the steps cannot be compared, or not all
/// of the other one can be told.
pub(super) fn differing(
    proof: &mut Proof,
    stated: &mut Stated<'_>,
    other: &Step,
) -> Option<BTreeSet<Functor>> {
    let mut other = proof.state(other);
    if !is_known(proof, &mut other, &[]) || choices(stated.step) != choices(other.step) {
        return None;
    }
    let others = other.step.cases.iter().map(|case| (&case.played, case));
    let mut others: HashMap<&Option<(usize, Term)>, &Case> = others.collect();
    let mut differing = BTreeSet::new();
    let mut refuted = Refuted::new(&[]);
    for case in &stated.step.cases {
        let mut after = Afters::default();
        after.note(proof, stated, case, |after| &mut after.0);
        let other_case = others.remove(&case.played)?;
        after.note(proof, &mut other, other_case, |after| &mut after.1);
        for (fact, (one, same)) in after.0 {
            let before = proof.fact(fact);
            let differ = proof.differ(one.unwrap_or(before), same.unwrap_or(before));
            if !refuted.has(proof, stated, case, differ) {
                let (name, arity) = fact.functor()?;
                differing.insert((Name::from(name), arity));
            }
        }
    }
    others.is_empty().then_some(differing)
}

/// What holds if facts hold after a step, by the first and by the second rule file; none if they stay.
#[derive(Default)]
struct Afters<'s>(IndexMap<&'s Term, (Option<Lit>, Option<Lit>)>);

impl<'s> Afters<'s> {
    fn note<'o: 's>(
        &mut self,
        proof: &mut Proof,
        stated: &mut Stated<'o>,
        case: &Case,
        side: impl Fn(&mut (Option<Lit>, Option<Lit>)) -> &mut Option<Lit>,
    ) {
        let step: &'o Step = stated.step;
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

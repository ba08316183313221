//! Whether two rule files say the same of a step: after the same moves in the same position the same facts
//! hold.

use std::collections::{BTreeSet, HashMap};

use super::effects::Functor;
use super::proof::{Proof, Stated};
use crate::compile::partial::Step;
use crate::logic::Term;
use crate::syntax::tree::Name;

/// The step of a game, and what a proof knows of it.
pub(super) struct Original {
    pub step: Step,
    pub stated: Stated,
}

impl Original {
    /// The fluents of which another step may say something else. None if the steps cannot be compared, or
    /// not all of the other one can be told.
    pub fn differing(&self, proof: &mut Proof, other: &Step) -> Option<BTreeSet<Functor>> {
        let moves = |step: &Step| -> BTreeSet<(usize, Term)> {
            let moves = step.moves.iter();
            moves.map(|played| (played.role, played.term.clone())).collect()
        };
        if moves(&self.step) != moves(other) {
            return None;
        }
        let stated = proof.state(other);
        for unknown in &other.unknown {
            if !proof.refutes(&[stated.literal(*unknown)]) {
                return None;
            }
        }
        let afters: HashMap<&Term, _> = other
            .facts
            .iter()
            .map(|fact| (&fact.term, stated.literal(fact.after)))
            .collect();
        let mut differing = BTreeSet::new();
        for facts in self.step.facts.chunk_by(|one, other| one.relation == other.relation) {
            for fact in facts {
                let after = *afters.get(&fact.term)?;
                let differ = proof.differ(self.stated.literal(fact.after), after);
                if !proof.refutes(&[differ]) {
                    let (name, arity) = fact.term.functor()?;
                    differing.insert((Name::from(name), arity));
                    break;
                }
            }
        }
        Some(differing)
    }
}

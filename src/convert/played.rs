//! What cannot hold where something is played in a step.

use std::collections::HashSet;

use batsat::Lit;

use super::proof::{Proof, Stated};
use crate::compile::circuit::Literal;
use crate::compile::partial::Case;

/// What is refuted where some literals hold.
pub(super) struct Refuted<'a> {
    assumed: &'a [Lit],
    /// What cannot hold whatever is played.
    always: HashSet<Lit>,
}

impl<'a> Refuted<'a> {
    pub fn new(assumed: &'a [Lit]) -> Self {
        Self {
            assumed,
            always: HashSet::new(),
        }
    }

    /// Whether a literal cannot hold where this is played. What the least is known of is tried first, since
    /// it is found out at once and serves for other cases too.
    pub fn has(
        &mut self,
        proof: &mut Proof,
        stated: &mut Stated<'_>,
        case: &Case,
        literal: Lit,
    ) -> bool {
        if self.always.contains(&literal) {
            return true;
        }
        let mut known = [self.assumed, &[literal]].concat();
        if proof.refutes(&known) {
            return self.always.insert(literal);
        }
        known.push(proof.literal(stated, case.condition));
        if proof.refutes(&known) {
            return true;
        }
        known.push(!proof.literal(stated, stated.step.terminal));
        proof.refutes(&known)
    }
}

/// Whether all of a step is known, where these literals hold.
pub(super) fn is_known(proof: &mut Proof, stated: &mut Stated<'_>, assumed: &[Lit]) -> bool {
    let step = stated.step;
    let cases = step.cases.iter().flat_map(|case| {
        let unknown = case.unknown.iter();
        unknown.map(|unknown| (case.condition, *unknown))
    });
    let always = step.unknown.iter();
    let mut unknown = cases.chain(always.map(|unknown| (Literal::TRUE, *unknown)));
    unknown.all(|(condition, unknown)| {
        let both = [unknown, condition].map(|literal| proof.literal(stated, literal));
        proof.refutes(&[assumed, &both].concat())
    })
}

//! Facts whose last argument is a value of the others: no position has two of them that differ in it alone.
//!
//! It is proved by induction. It holds at the start; and if it holds for all such relations in a position,
//! then no step from there ends it. A relation for which that is not so is struck off, and the others are
//! tried again without it (C. Flanagan and K. R. M. Leino, "Houdini, an annotation assistant for ESC/Java",
//! 2001).

use std::collections::{BTreeSet, HashSet};

use batsat::Lit;

use super::proof::{Proof, Stated};
use crate::compile::partial::{Step, StepFact};
use crate::game::{Game, Rules};
use crate::logic::{Storage, Term};

/// What was proved of the relations of a game, each by its place among those of the rules.
#[derive(Debug, Default)]
pub(super) struct Values {
    /// Those whose last argument is a value of the others.
    pub valued: BTreeSet<usize>,
    /// Those of them where a key that has a value has one after the step too.
    pub lasting: BTreeSet<usize>,
}

/// A relation that may have values.
struct Candidate {
    relation: usize,
    /// That it has not more than one value for each key.
    is_valued: Lit,
    /// That each key that has a value at the start has one.
    is_lasting: Lit,
    /// For each key that it has two values after the step.
    has_two_after: Vec<Lit>,
    /// For each key that it loses its value by the step.
    loses_one: Vec<Lit>,
}

impl Values {
    /// Proves what it can of one step of a game. What it proves is required from then on.
    pub fn prove(proof: &mut Proof, rules: &Rules, step: &Step, stated: &Stated) -> Self {
        let candidates = candidates(proof, rules, step, stated);
        let unknown: Vec<Lit> = step.unknown.iter().map(|literal| stated.literal(*literal)).collect();
        let unknown = proof.any(&unknown);
        let mut values = Self {
            valued: (0..candidates.len()).collect(),
            lasting: (0..candidates.len()).collect(),
        };
        while let Some((place, of_value)) = values.first_that_ends(proof, &candidates, unknown) {
            values.lasting.remove(&place);
            if of_value {
                values.valued.remove(&place);
            }
        }
        let assumed = values.assumed(&candidates);
        if !proof.refutes(&[&assumed[..], &[unknown]].concat()) {
            return Self::default();
        }
        assumed.iter().for_each(|literal| proof.require([*literal]));
        proof.require([!unknown]);
        let relations = |places: &BTreeSet<usize>| {
            places.iter().map(|place| candidates[*place].relation).collect()
        };
        Self {
            valued: relations(&values.valued),
            lasting: relations(&values.lasting),
        }
    }

    fn assumed(&self, candidates: &[Candidate]) -> Vec<Lit> {
        let valued = self.valued.iter().map(|place| candidates[*place].is_valued);
        let lasting = self.lasting.iter().map(|place| candidates[*place].is_lasting);
        valued.chain(lasting).collect()
    }

    /// The first candidate for which a step ends what is assumed of it, and whether it has two values then.
    fn first_that_ends(
        &self,
        proof: &mut Proof,
        candidates: &[Candidate],
        unknown: Lit,
    ) -> Option<(usize, bool)> {
        let assumed = self.assumed(candidates);
        // One key at a time: that is found out at once, and for all together it takes long.
        let mut may = |ends: &[Lit]| {
            let mut keys = ends.iter();
            keys.any(|ends| !proof.refutes(&[&assumed[..], &[!unknown, *ends]].concat()))
        };
        let mut two = self.valued.iter().filter(|place| may(&candidates[**place].has_two_after));
        if let Some(place) = two.next() {
            return Some((*place, true));
        }
        let mut lost = self.lasting.iter().filter(|place| may(&candidates[**place].loses_one));
        lost.next().map(|place| (*place, false))
    }
}

/// The relations that have values at the start, and what there is to prove of them.
fn candidates(proof: &mut Proof, rules: &Rules, step: &Step, stated: &Stated) -> Vec<Candidate> {
    let start = rules.initial();
    let start: HashSet<Term> = start.facts(rules.program().schema()).into_iter().collect();
    let mut candidates = Vec::new();
    for facts in step.facts.chunk_by(|one, other| one.relation == other.relation) {
        let relation = &rules.program().schema().relations()[facts[0].relation];
        let has_value = matches!(&relation.storage, Storage::Dense(dense) if dense.value.is_some());
        if relation.arity() == 0 {
            continue;
        }
        let keys: Vec<&[StepFact]> = facts.chunk_by(|one, other| key(one) == key(other)).collect();
        let at_start = |facts: &[StepFact]| {
            facts.iter().filter(|fact| start.contains(&fact.term)).count()
        };
        if keys.iter().any(|facts| at_start(facts) > 1) {
            continue;
        }
        let (is_valued, is_lasting) = (proof.open(), proof.open());
        let (mut two, mut lost) = (Vec::new(), Vec::new());
        for facts in keys {
            let before: Vec<Lit> = facts.iter().map(|fact| proof.fact(&fact.term)).collect();
            let after: Vec<Lit> = facts.iter().map(|fact| stated.literal(fact.after)).collect();
            if !has_value {
                proof.one_at_most(&before, Some(is_valued));
            }
            two.push(proof.several(&after));
            let (has_one, keeps_one) = (proof.any(&before), proof.any(&after));
            if at_start(facts) == 1 {
                proof.require([!is_lasting, has_one]);
            }
            lost.push(proof.both(has_one, !keeps_one));
        }
        candidates.push(Candidate {
            relation: facts[0].relation,
            is_valued,
            is_lasting,
            has_two_after: two,
            loses_one: lost,
        });
    }
    candidates
}

/// The arguments of a fact but the last one.
fn key(fact: &StepFact) -> Vec<Term> {
    let mut arguments = fact.term.arguments();
    arguments.pop();
    arguments
}

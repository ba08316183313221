//! Facts whose last argument is a value of the others: no position has two of them that differ in it alone.
//!
//! It is proved by induction. It holds at the start; and if it holds for all such relations in a position,
//! then no step from there ends it. A relation for which that is not so is struck off, and the others are
//! tried again without it (C. Flanagan and K. R. M. Leino, "Houdini, an annotation assistant for ESC/Java",
//! 2001).

use std::collections::{BTreeMap, BTreeSet, HashSet};

use batsat::Lit;

use super::played::{Refuted, is_known};
use super::proof::{Proof, Stated};
use crate::compile::circuit::Literal;
use crate::compile::partial::{Step, StepFact};
use crate::game::{Game, Rules};
use crate::logic::Term;

/// What may be true of all positions.
struct Candidate {
    relation: usize,
    /// That each key of the relation has one value at most.
    is_valued: Lit,
    /// The facts of each key, by place.
    keys: Vec<Vec<usize>>,
}

impl Candidate {
    /// For each key of which a fact may change, that it has two values after the step.
    fn ends(
        &self,
        proof: &mut Proof,
        stated: &mut Stated<'_>,
        after: &BTreeMap<usize, Literal>,
    ) -> Vec<Lit> {
        let keys = self.keys.iter();
        let changing = keys.filter(|facts| facts.iter().any(|fact| after.contains_key(fact)));
        let ends = changing.map(|facts| {
            let holds = facts.iter().map(|fact| match after.get(fact) {
                Some(literal) => proof.literal(stated, *literal),
                None => proof.fact(&stated.step.facts[*fact].term),
            });
            let holds: Vec<Lit> = holds.collect();
            proof.several(&holds)
        });
        ends.collect()
    }
}

/// The relations whose last argument is a value of the others, by place among those of the rules, as far as
/// one step proves it. What is proved is required from then on. None if the step may be another one.
pub(super) fn valued(
    proof: &mut Proof,
    rules: &Rules,
    stated: &mut Stated<'_>,
) -> Option<BTreeSet<usize>> {
    let mut candidates = candidates(proof, rules, stated.step);
    loop {
        let assumed: Vec<Lit> = candidates
            .iter()
            .map(|candidate| candidate.is_valued)
            .collect();
        let before = candidates.len();
        let mut refuted = Refuted::new(&assumed);
        for case in &stated.step.cases {
            let after = case.after.iter().copied().collect();
            candidates.retain(|candidate| {
                let ends = candidate.ends(proof, stated, &after);
                ends.into_iter()
                    .all(|end| refuted.has(proof, stated, case, end))
            });
        }
        if candidates.len() == before {
            let is_known = is_known(proof, stated, &assumed);
            assumed
                .into_iter()
                .for_each(|literal| proof.require([literal]));
            let relations = candidates.iter().map(|candidate| candidate.relation);
            return is_known.then(|| relations.collect());
        }
    }
}

/// The relations that have one value at most for each key at the start.
fn candidates(proof: &mut Proof, rules: &Rules, step: &Step) -> Vec<Candidate> {
    let start = rules.initial().facts(rules.program().schema());
    let start: HashSet<Term> = start.into_iter().collect();
    let places: Vec<usize> = (0..step.facts.len()).collect();
    let relation = |place: &usize| step.facts[*place].relation;
    let mut candidates = Vec::new();
    for facts in places.chunk_by(|one, other| relation(one) == relation(other)) {
        let of = |place: &usize| &step.facts[*place];
        // Relations without arguments, and those that have values as it is.
        let has_keys = of(&facts[0])
            .term
            .functor()
            .is_some_and(|(_, arity)| arity > 0);
        let mut cells = facts.windows(2);
        if !has_keys || cells.any(|pair| of(&pair[0]).cell == of(&pair[1]).cell) {
            continue;
        }
        let keys = facts.chunk_by(|one, other| key(of(one)) == key(of(other)));
        let keys: Vec<Vec<usize>> = keys.map(<[usize]>::to_vec).collect();
        let at_start = |facts: &Vec<usize>| {
            let mut there = facts.iter().filter(|place| start.contains(&of(place).term));
            there.next().is_some() && there.next().is_some()
        };
        if keys.iter().any(at_start) {
            continue;
        }
        let is_valued = proof.open();
        for facts in &keys {
            let facts: Vec<Lit> = facts
                .iter()
                .map(|place| proof.fact(&of(place).term))
                .collect();
            proof.one_at_most(&facts, Some(is_valued));
        }
        candidates.push(Candidate {
            relation: relation(&facts[0]),
            is_valued,
            keys,
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

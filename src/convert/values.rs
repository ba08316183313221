//! Facts whose last argument is a value of the others: no position has two of them that differ in it alone.
//!
//! It is proved by induction. It holds at the start; and if it holds for all such relations in a position,
//! then no step from there ends it. A relation for which that is not so is struck off, and the others are
//! tried again without it (C. Flanagan and K. R. M. Leino, "Houdini, an annotation assistant for ESC/Java",
//! 2001).

use std::collections::{BTreeMap, BTreeSet, HashSet};

use batsat::Lit;

use super::proof::{Proof, Stated};
use crate::compile::partial::{Case, Step, StepFact};
use crate::game::{Game, Rules};
use crate::logic::Term;

/// What was proved of the relations of a game, each by its place among those of the rules.
#[derive(Debug, Default)]
pub(super) struct Values {
    /// Those whose last argument is a value of the others.
    pub valued: BTreeSet<usize>,
}

/// What may be true of all positions.
struct Candidate {
    relation: usize,
    /// That each key of the relation has one value at most.
    is_valued: Lit,
    /// The facts of each key, by place.
    keys: Vec<Vec<usize>>,
}

impl Values {
    /// Proves what it can of one step of a game. What it proves is required from then on. None if the step
    /// may be another one.
    pub fn prove(
        proof: &mut Proof,
        rules: &Rules,
        step: &Step,
        stated: &mut Stated<'_>,
    ) -> Option<Self> {
        let mut candidates = candidates(proof, rules, step);
        let mut assumed: Vec<Lit> = Vec::new();
        let mut is_proved = false;
        while !is_proved {
            is_proved = true;
            assumed = candidates
                .iter()
                .map(|candidate| candidate.is_valued)
                .collect();
            // What was refuted whatever is played.
            let mut refuted = HashSet::new();
            let mut ended = BTreeSet::new();
            for case in &step.cases {
                let mut asking = Asking {
                    proof,
                    stated,
                    step,
                    case,
                    assumed: &assumed,
                    refuted: &mut refuted,
                };
                let open = (0..candidates.len()).filter(|place| !ended.contains(place));
                let own: Vec<usize> = open
                    .filter(|place| !asking.keeps(&candidates[*place]))
                    .collect();
                ended.extend(own);
            }
            let mut place = 0;
            candidates.retain(|_| {
                place += 1;
                is_proved &= !ended.contains(&(place - 1));
                !ended.contains(&(place - 1))
            });
        }
        let is_known = is_known(proof, step, stated, &assumed);
        assumed.iter().for_each(|literal| proof.require([*literal]));
        let relations = candidates.iter().map(|candidate| candidate.relation);
        is_known.then(|| Self {
            valued: relations.collect(),
        })
    }
}

/// Whether all of a step is known, where these literals hold.
pub(super) fn is_known(
    proof: &mut Proof,
    step: &Step,
    stated: &mut Stated<'_>,
    assumed: &[Lit],
) -> bool {
    let mut is_refuted = |condition, unknown| {
        let unknown = proof.literal(stated, unknown);
        let condition = proof.literal(stated, condition);
        proof.refutes(&[assumed, &[unknown, condition]].concat())
    };
    let cases = step.cases.iter().flat_map(|case| {
        let unknown = case.unknown.iter();
        unknown.map(|unknown| (case.condition, *unknown))
    });
    let cases: Vec<_> = cases.collect();
    let always = step.unknown.iter();
    let always = always.map(|unknown| (crate::compile::circuit::Literal::TRUE, *unknown));
    cases
        .into_iter()
        .chain(always)
        .all(|(condition, unknown)| is_refuted(condition, unknown))
}

/// What is asked of a case.
struct Asking<'a, 'c> {
    proof: &'a mut Proof,
    stated: &'a mut Stated<'c>,
    step: &'a Step,
    case: &'a Case,
    assumed: &'a [Lit],
    refuted: &'a mut HashSet<Lit>,
}

impl Asking<'_, '_> {
    /// Whether no key of a relation has two values after the step.
    fn keeps(&mut self, candidate: &Candidate) -> bool {
        let after: BTreeMap<usize, _> = self.case.after.iter().copied().collect();
        candidate.keys.iter().all(|facts| {
            if !facts.iter().any(|fact| after.contains_key(fact)) {
                return true;
            }
            let holds = facts.iter().map(|fact| match after.get(fact) {
                Some(literal) => self.proof.literal(self.stated, *literal),
                None => self.proof.fact(&self.step.facts[*fact].term),
            });
            let holds: Vec<Lit> = holds.collect();
            let several = self.proof.several(&holds);
            self.refutes(several)
        })
    }

    /// Whether a literal cannot hold where the case is played.
    fn refutes(&mut self, literal: Lit) -> bool {
        if self.refuted.contains(&literal) {
            return true;
        }
        if self.proof.refutes(&[self.assumed, &[literal]].concat()) {
            return self.refuted.insert(literal);
        }
        let condition = self.proof.literal(self.stated, self.case.condition);
        let known = [self.assumed, &[literal, condition]].concat();
        if self.proof.refutes(&known) {
            return true;
        }
        let terminal = self.proof.literal(self.stated, self.step.terminal);
        self.proof.refutes(&[&known[..], &[!terminal]].concat())
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

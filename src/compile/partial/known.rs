//! Answers with something in them that depends on the position: one for each term that it can be.

use rustc_hash::FxHashSet;
use smallvec::{SmallVec, smallvec};

use super::solver::Solver;
use super::store::{Instance, Item, Unknown, is_known};
use super::unify::MOST_VALUES;
use crate::compile::circuit::{Literal, Sum};

/// Answers, each with its condition. Most answers stand for themselves.
pub(super) type KnownAnswers = SmallVec<[(Instance, Literal); 1]>;

/// An answer does not stand for more.
const MOST_ANSWERS: usize = 10_000;

/// What an answer with several unknown things in it stands for is not looked at one by one if it is more.
const FEW_ANSWERS: usize = 256;

impl Solver<'_> {
    /// The answers that an answer with a condition stands for, if they are few, or differ in one thing only;
    /// else that one.
    pub(super) fn few_answers(&mut self, instance: Instance, condition: Literal) -> KnownAnswers {
        let unknown = instance.iter().filter_map(|item| match *item {
            Item::Content(cell) => Some(Unknown::Content(cell)),
            Item::Sum(number) => Some(Unknown::Sum(number)),
            _ => None,
        });
        let unknown: FxHashSet<Unknown> = unknown.collect();
        let ways = unknown.iter().map(|unknown| {
            let (least, most) = self.bounds_of(*unknown);
            most.saturating_sub(least).saturating_add(1).max(0) as usize
        });
        let ways = ways.fold(1, usize::saturating_mul);
        let few = (unknown.len() == 1 || ways <= FEW_ANSWERS)
            .then(|| self.known_answers(instance.clone(), condition))
            .flatten();
        few.unwrap_or_else(|| smallvec![(instance, condition)])
    }

    /// The answers that an answer with a condition stands for, each without a number or a content that depends
    /// on the position; none where something else in it is not known, or there are too many. Two of them
    /// never hold together.
    pub(super) fn known_answers(
        &mut self,
        instance: Instance,
        condition: Literal,
    ) -> Option<KnownAnswers> {
        if is_known(&instance) {
            return Some(smallvec![(instance, condition)]);
        }
        let (mut open, mut known) = (vec![(instance, condition)], KnownAnswers::new());
        while let Some((instance, condition)) = open.pop() {
            if known.len() + open.len() > MOST_ANSWERS {
                return None;
            }
            if is_known(&instance) {
                known.push((instance, condition));
                continue;
            }
            let answers = instance.iter().find_map(|item| match *item {
                Item::Sum(number) => Some(self.each_value(number, &instance, condition)),
                Item::Content(cell) => Some(Some(self.each_content(cell, &instance, condition))),
                _ => None,
            });
            open.extend(answers??);
        }
        Some(known)
    }

    /// An answer for each value of a number in it, the least first when taken from the end.
    fn each_value(
        &mut self,
        number: u32,
        instance: &[Item],
        condition: Literal,
    ) -> Option<Vec<(Instance, Literal)>> {
        let sum = self.store.get_sum(number).clone();
        let (least, most) = self.circuit.bounds(&sum);
        if most.saturating_sub(least) >= MOST_VALUES {
            return None;
        }
        self.weigh_items(instance.len() * (most - least + 1) as usize);
        let mut answers = Vec::new();
        for value in (least..=most).rev() {
            let is_it = self.circuit.zero(sum.plus(&Sum::constant(value), -1));
            let both = self.circuit.all([condition, is_it]);
            let constant = Item::Constant(self.store.constants.integer(value));
            let with_value = |item: &Item| match item {
                Item::Sum(other) if *other == number => constant,
                item => *item,
            };
            if both != Literal::FALSE {
                answers.push((instance.iter().map(with_value).collect(), both));
            }
        }
        Some(answers)
    }

    /// An answer for each content of a cell in it, the first one when taken from the end.
    fn each_content(
        &mut self,
        cell: u32,
        instance: &[Item],
        condition: Literal,
    ) -> Vec<(Instance, Literal)> {
        let terms = self.store.contents_of(cell);
        self.weigh_items(instance.len() * terms.terms.len());
        let mut answers = Vec::new();
        for (place, term) in terms.terms.iter().enumerate().rev() {
            let is_it = self.circuit.fact(cell, place as u16 + 1);
            let both = self.circuit.all([condition, is_it]);
            let with_term = |item: &Item| match *item {
                Item::Content(other) if other == cell => term.to_vec(),
                item => vec![item],
            };
            if both != Literal::FALSE {
                answers.push((instance.iter().flat_map(with_term).collect(), both));
            }
        }
        answers
    }
}

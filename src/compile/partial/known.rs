//! Answers in which a number depends on the position: one for each value that it can have.

use super::solver::Solver;
use super::store::{Instance, Item, is_known};
use super::unify::MOST_VALUES;
use crate::compile::circuit::{Literal, Sum};

impl Solver<'_> {
    /// The answers that an answer with a condition stands for, each without a number that depends on
    /// the position; none where something else in it is not known, or there are too many. Two of them
    /// never hold together.
    pub(super) fn known_answers(
        &mut self,
        instance: Instance,
        condition: Literal,
    ) -> Option<Vec<(Instance, Literal)>> {
        let (mut open, mut known) = (vec![(instance, condition)], Vec::new());
        while let Some((instance, condition)) = open.pop() {
            if is_known(&instance) {
                known.push((instance, condition));
                continue;
            }
            let number = instance.iter().find_map(|item| match item {
                Item::Sum(number) => Some(*number),
                _ => None,
            })?;
            open.extend(self.each_value(number, &instance, condition)?);
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
}

//! Lists of what depends on the position.
//!
//! There are as many lists of answers as there are sets of answers. Where few answers depend on the
//! position, each list is gone on with; else it is one list of which the position says what is in
//! it.

use super::condition::Condition;
use super::goal::{Callee, Goal};
use super::reason::Reason;
use super::solver::{Flow, Mode, Next, Outcome, Scope, Solver};
use super::store::{Entry, Pattern, Value};
use super::subsequence::ListGoal;
use super::walk::Collected;
use crate::compile::circuit::{Literal, Sum};
use crate::syntax::source::Span;

/// What happens with a list: the numbers of its entries.
type NextList<'n, 's> = &'n mut dyn FnMut(&mut Solver<'s>, &[usize], &Condition) -> Outcome;

/// Of so few elements that depend on the position all sets are tried.
const FEW: usize = 3;

/// Where a list is wanted.
#[derive(Clone, Copy)]
pub(super) struct Place {
    /// The list.
    pub list: Value,
    /// Whether it is in the order of terms, each once.
    pub is_set: bool,
    pub span: Span,
    pub scope: Scope,
}

impl<'s> Solver<'s> {
    /// A list of all answers.
    #[expect(
        clippy::too_many_arguments,
        reason = "a goal's parts and where it stands"
    )]
    pub(super) fn find_all(
        &mut self,
        template: &'s Pattern,
        goal: &'s Goal,
        list: &'s Pattern,
        is_set: bool,
        span: Span,
        scope: Scope,
        condition: &Condition,
        next: Next<'_, 's>,
    ) -> Outcome {
        let mut answers: Vec<Collected> = Vec::new();
        let (_, beyond) = self.committed(scope, |solver, frontier| {
            let inner = Scope {
                mode: Mode::Bag,
                frontier,
                ..scope
            };
            solver.solve(
                goal,
                inner,
                &Condition::always(),
                &mut |solver, condition| {
                    let item = solver.store.build(template, scope.frame);
                    answers.push(Collected {
                        item: solver.store.instance(&[item]),
                        condition: condition.literal(&mut solver.circuit),
                        walking: solver.walks.walking,
                    });
                    Ok(Flow::More)
                },
            )
        })?;
        self.inherit(&beyond, scope, condition);
        let list = self.store.build(list, scope.frame);
        if answers.iter().any(|answer| answer.walking.is_some()) {
            let item = self.store.build(template, scope.frame);
            let element = self.store.instance(&[item]);
            let collected = self.collected(element, answers, is_set, span)?;
            return self.unify(collected, list, condition, next);
        }
        let answers = answers.into_iter();
        let entries: Vec<Entry> = answers
            .map(|answer| (answer.item, answer.condition))
            .collect();
        self.list(
            &entries,
            Place {
                list,
                is_set,
                span,
                scope,
            },
            condition,
            next,
        )
    }

    /// Goes on with the list of those entries whose literals hold.
    pub(super) fn list(
        &mut self,
        entries: &[Entry],
        place: Place,
        condition: &Condition,
        next: Next<'_, 's>,
    ) -> Outcome {
        let known;
        let entries = match self.store.has_contents() {
            true => {
                known = self.known_entries(entries, place.span)?;
                &known[..]
            }
            false => entries,
        };
        let is_open = |(_, literal): &&Entry| *literal != Literal::TRUE;
        if entries.iter().filter(is_open).count() > FEW
            && let Some(list) = self.subsequence(entries, place.span)
        {
            return match place.is_set {
                true => self.call_any(
                    &Callee::OfList(ListGoal::SortToSet, "sort".into()),
                    &[list, place.list],
                    place.scope,
                    place.span,
                    condition,
                    next,
                ),
                false => self.unify(list, place.list, condition, next),
            };
        }
        let here = (place.span, place.scope.frontier);
        self.each_list(entries, here, condition, &mut |solver, held, condition| {
            solver.one_list(entries, held, place, condition, next)
        })
    }

    /// Goes on with the numbers of the entries whose literals hold, which rise: for each set that is
    /// possible where there are few, else for those with one at most beside what always holds.
    pub(super) fn each_list(
        &mut self,
        entries: &[Entry],
        (span, frontier): (Span, usize),
        condition: &Condition,
        next: NextList<'_, 's>,
    ) -> Outcome {
        let (held, open): (Vec<usize>, Vec<usize>) =
            (0..entries.len()).partition(|number| entries[*number].1 == Literal::TRUE);
        if open.len() <= FEW {
            return self.each_set(entries, &open, held, condition, next);
        }
        let counted = Sum::new(
            0,
            open.iter().map(|number| (entries[*number].1, 1)).collect(),
        );
        let more = self
            .circuit
            .at_least_zero(counted.plus(&Sum::constant(2), -1));
        if let Some(condition) = condition.and(more, &self.circuit) {
            let reason = Reason::new("a list of several things that depend on the position", span);
            if self.leave_out(reason, frontier, &condition)? == Flow::Enough {
                return Ok(Flow::Enough);
            }
        }
        let none = self.circuit.zero(counted.clone());
        if let Some(condition) = condition.and(none, &self.circuit)
            && next(self, &held, &condition)? == Flow::Enough
        {
            return Ok(Flow::Enough);
        }
        let one = self.circuit.zero(counted.plus(&Sum::constant(1), -1));
        let Some(alone) = condition.and(one, &self.circuit) else {
            return Ok(Flow::More);
        };
        for number in open {
            let Some(condition) = alone.and(entries[number].1, &self.circuit) else {
                continue;
            };
            if next(self, &with(&held, number), &condition)? == Flow::Enough {
                return Ok(Flow::Enough);
            }
        }
        Ok(Flow::More)
    }

    /// Goes on with each set of the entries that are open.
    fn each_set(
        &mut self,
        entries: &[Entry],
        open: &[usize],
        held: Vec<usize>,
        condition: &Condition,
        next: NextList<'_, 's>,
    ) -> Outcome {
        let Some((first, rest)) = open.split_first() else {
            return next(self, &held, condition);
        };
        let literal = entries[*first].1;
        for (is_held, literal) in [(false, !literal), (true, literal)] {
            let Some(condition) = condition.and(literal, &self.circuit) else {
                continue;
            };
            let held = match is_held {
                true => with(&held, *first),
                false => held.clone(),
            };
            if self.each_set(entries, rest, held, &condition, next)? == Flow::Enough {
                return Ok(Flow::Enough);
            }
        }
        Ok(Flow::More)
    }

    /// The list of the entries with these numbers.
    pub(super) fn list_of(&mut self, entries: &[Entry], held: &[usize]) -> Value {
        self.weigh_items(held.len());
        let mut items = Vec::with_capacity(held.len());
        for number in held {
            let (item, _) = &entries[*number];
            items.push(self.store.restore(&mut &**item, &mut Vec::new()));
        }
        self.store.list(&items)
    }

    /// Goes on with the list of the entries with these numbers, which rise.
    fn one_list(
        &mut self,
        entries: &[Entry],
        held: &[usize],
        place: Place,
        condition: &Condition,
        next: Next<'_, 's>,
    ) -> Outcome {
        let mark = self.store.mark();
        let built = self.list_of(entries, held);
        let outcome = match place.is_set {
            true => self.ask(
                &"sort".into(),
                &[built, place.list],
                Some(place.span),
                condition,
                next,
            ),
            false => self.unify(built, place.list, condition, next),
        };
        self.store.undo(mark);
        outcome
    }
}

/// Rising numbers with one more.
fn with(numbers: &[usize], number: usize) -> Vec<usize> {
    let place = numbers.partition_point(|other| *other < number);
    [&numbers[..place], &[number], &numbers[place..]].concat()
}

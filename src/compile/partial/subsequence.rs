//! Lists of which the position says what is in them: some of known elements, in a known order.
//!
//! There are as many such lists as there are sets of elements. They are not told apart as long as
//! goals only walk, count, rank or test them. A goal that wants to know the list itself gets each
//! that has one element at most beside those that are always there; where there are more, the
//! machine has to answer.

use std::borrow::Cow;

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use super::aggregate::FARTHEST;
use super::condition::Condition;
use super::reason::Reason;
use super::solver::{Flow, Mode, Next, Outcome, Solver};
use super::store::{Entry, Equation, Instance, Item, Subsequence, Unknown, Value, is_known};
use crate::compile::circuit::{Literal, Sum};
use crate::logic::Term;
use crate::syntax::source::Span;

/// What happens with values in which a list is known.
type NextValues<'n, 's> = &'n mut dyn FnMut(&mut Solver<'s>, &[Value], &Condition) -> Outcome;

/// A list of which a goal of the library asks, and what the goal says of it.
pub(super) struct Asked {
    list: Subsequence,
    said: Value,
}

/// What a goal of the library asks of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ListGoal {
    Member,
    MemberCheck,
    Length,
    Last,
    Reverse,
    /// In the order of terms.
    Sort,
    /// The same, each element once.
    SortToSet,
    /// By the keys of pairs.
    SortByKey,
    /// The first in the order of terms.
    Least,
    Greatest,
    /// The sum of numbers.
    Sum,
}

impl ListGoal {
    /// What a goal of the library asks.
    pub fn of(name: &str, arity: usize) -> Option<Self> {
        Some(match (name, arity) {
            ("member", 2) => Self::Member,
            ("memberchk", 2) => Self::MemberCheck,
            ("length", 2) => Self::Length,
            ("last", 2) => Self::Last,
            ("reverse", 2) => Self::Reverse,
            ("msort", 2) => Self::Sort,
            ("sort", 2) => Self::SortToSet,
            ("keysort", 2) => Self::SortByKey,
            ("min_member", 2) => Self::Least,
            ("max_member", 2) => Self::Greatest,
            ("sum_list" | "sumlist", 2) => Self::Sum,
            _ => return None,
        })
    }

    /// The place of the list among the two arguments; the other one is what is said of it.
    pub fn place(self) -> usize {
        match self {
            Self::Member | Self::MemberCheck | Self::Least | Self::Greatest => 1,
            Self::Length | Self::Last | Self::Reverse => 0,
            Self::Sort | Self::SortToSet | Self::SortByKey | Self::Sum => 0,
        }
    }
}

impl<'s> Solver<'s> {
    /// The list of those of these elements whose literals hold, if no element has anything in it that
    /// is not known.
    pub(super) fn subsequence(&mut self, entries: &[Entry], span: Span) -> Option<Value> {
        let mut elements = entries.iter().map(|(element, _)| element);
        elements.all(|element| is_known(element)).then(|| {
            self.weigh_items(entries.len());
            let entries = entries.into();
            self.store.subsequence(Subsequence { entries, span })
        })
    }

    /// The list of which a goal of the library asks; none if that is no list of which the position says
    /// what is in it, or if what is said of it has such a list or a number in it.
    pub(super) fn asked_list(&mut self, goal: ListGoal, arguments: &[Value]) -> Option<Asked> {
        let list = self.store.deref(arguments[goal.place()]);
        let said = self.store.deref(arguments[1 - goal.place()]);
        let Value::Subsequence(number) = list else {
            return None;
        };
        let is_known = match (goal, said) {
            // The machine tells what is wrong with a length that is no number.
            (ListGoal::Length, Value::Constant(number)) => {
                self.store.constants.as_integer(number).is_some()
            }
            (ListGoal::Length, Value::Compound(_)) => false,
            _ => true,
        };
        let is_plain =
            self.store.find_subsequence(said).is_none() && self.store.find_unknown(said).is_none();
        (is_known && is_plain).then(|| Asked {
            list: self.store.get_subsequence(number).clone(),
            said,
        })
    }

    /// Goes on with the answers to a goal of the library about a list. Nobody reads the variables
    /// `unread` after it.
    pub(super) fn of_list(
        &mut self,
        goal: ListGoal,
        Asked { list, said }: Asked,
        unread: &[Value],
        (span, mode): (Span, Mode),
        condition: &Condition,
        next: Next<'_, 's>,
    ) -> Outcome {
        let entries = &list.entries;
        self.weigh_items(entries.len());
        match goal {
            ListGoal::Member => {
                for (element, literal) in &*self.members(said, unread, entries, mode) {
                    let Some(condition) = condition.and(*literal, &self.circuit) else {
                        continue;
                    };
                    if self.unify_answer(&[said], element, &condition, next)? == Flow::Enough {
                        return Ok(Flow::Enough);
                    }
                }
                Ok(Flow::More)
            }
            ListGoal::MemberCheck => {
                let fits = |(element, _): &&Entry| self.seen_of(said, unread, element).is_some();
                let fitting: Vec<Entry> = entries.iter().filter(fits).cloned().collect();
                self.first_of(&fitting, (said, None), unread, condition, next)
            }
            ListGoal::Length | ListGoal::Sum => {
                let sum = self.total_of(goal, entries, span)?;
                let sum = self.store.sum(sum);
                self.unify(said, sum, condition, next)
            }
            ListGoal::Last => {
                let reversed: Vec<Entry> = entries.iter().rev().cloned().collect();
                self.first_of(&reversed, (said, None), unread, condition, next)
            }
            ListGoal::Least | ListGoal::Greatest => {
                let mut sorted = self.sorted(ListGoal::Sort, entries, span)?;
                if goal == ListGoal::Greatest {
                    sorted.reverse();
                }
                self.first_of(&sorted, (said, None), unread, condition, next)
            }
            ListGoal::Reverse => {
                let entries = entries.iter().rev().cloned().collect();
                let list = self.store.subsequence(Subsequence { entries, span });
                self.unify(said, list, condition, next)
            }
            ListGoal::Sort | ListGoal::SortToSet | ListGoal::SortByKey => {
                let entries = self.sorted(goal, entries, span)?.into();
                let list = self.store.subsequence(Subsequence { entries, span });
                self.unify(said, list, condition, next)
            }
        }
    }

    /// The elements of a list as members. Where their order and number do not matter, those that differ
    /// only in what nobody reads are one.
    fn members<'e>(
        &mut self,
        said: Value,
        unread: &[Value],
        entries: &'e [Entry],
        mode: Mode,
    ) -> Cow<'e, [Entry]> {
        if mode != Mode::Set || unread.is_empty() {
            return Cow::Borrowed(entries);
        }
        let mut members: IndexMap<Instance, (Instance, Vec<Literal>), FxBuildHasher> =
            IndexMap::default();
        for (element, literal) in entries {
            if let Some(seen) = self.seen_of(said, unread, element) {
                let member = members.entry(seen);
                let (_, literals) = member.or_insert_with(|| (element.clone(), Vec::new()));
                literals.push(*literal);
            }
        }
        let members = members.into_values();
        members
            .map(|(element, literals)| (element, self.circuit.any(literals)))
            .collect()
    }

    /// How many elements there are, or what they come to.
    fn total_of(&mut self, goal: ListGoal, entries: &[Entry], span: Span) -> Result<Sum, Reason> {
        let (mut total, mut terms, mut reach) = (Sum::constant(0), Vec::new(), 0_u64);
        for (element, literal) in entries {
            let worth = match (goal, &**element) {
                (ListGoal::Length, _) => Some(1),
                (_, [Item::Constant(number)]) => self.store.constants.as_integer(*number),
                _ => None,
            };
            let worth = worth.ok_or_else(|| Reason::new("a sum of what are no numbers", span))?;
            reach = reach.saturating_add(worth.unsigned_abs());
            if reach >= FARTHEST {
                return Err(Reason::new("a sum that may be very large", span));
            }
            match *literal {
                Literal::TRUE => total.constant += worth,
                literal => terms.push((literal, worth)),
            }
        }
        Ok(total.plus(&Sum::new(0, terms), 1))
    }

    /// The elements in another order.
    fn sorted(
        &mut self,
        goal: ListGoal,
        entries: &[Entry],
        span: Span,
    ) -> Result<Vec<Entry>, Reason> {
        let pair = self.store.constants.functor(&"-".into(), 2);
        let mut order: Vec<(Term, usize)> = Vec::with_capacity(entries.len());
        for (place, (element, _)) in entries.iter().enumerate() {
            let key = match (goal, &**element) {
                (ListGoal::SortByKey, [Item::Compound(functor), parts @ ..])
                    if *functor == pair =>
                {
                    parts
                }
                (ListGoal::SortByKey, _) => {
                    return Err(Reason::new("`keysort` of what are no pairs", span));
                }
                (_, element) => element,
            };
            let key = self.store.term(&mut &*key);
            let key = key.ok_or_else(|| Reason::new("a list of what is not known", span))?;
            order.push((key, place));
        }
        order.sort();
        let mut sorted: Vec<Entry> = Vec::with_capacity(order.len());
        for (_, place) in order {
            let (element, literal) = &entries[place];
            match sorted.last_mut() {
                Some((last, known)) if goal == ListGoal::SortToSet && last == element => {
                    *known = self.circuit.any([*known, *literal]);
                }
                _ => sorted.push((element.clone(), *literal)),
            }
        }
        Ok(sorted)
    }

    /// Goes on with each element that may be the first of a list, and with the rest of the list if
    /// that is wanted. Elements that differ only in what nobody reads are one.
    fn first_of(
        &mut self,
        entries: &[Entry],
        (first, rest): (Value, Option<(Value, Span)>),
        unread: &[Value],
        condition: &Condition,
        next: Next<'_, 's>,
    ) -> Outcome {
        let rest = rest.filter(|(rest, _)| !unread.contains(&self.store.deref(*rest)));
        let mut earlier = Literal::FALSE;
        let mut from = 0;
        while from < entries.len() && earlier != Literal::TRUE {
            let seen = self.seen_of(first, unread, &entries[from].0);
            let mut to = from + 1;
            // A list from an element on is another one for each.
            while rest.is_none()
                && to < entries.len()
                && self.seen_of(first, unread, &entries[to].0) == seen
            {
                to += 1;
            }
            let literals = entries[from..to].iter().map(|(_, literal)| *literal);
            let present = self.circuit.any(literals);
            let here = condition
                .and(present, &self.circuit)
                .and_then(|condition| condition.and(!earlier, &self.circuit));
            if let Some(here) = here.filter(|_| seen.is_some()) {
                let flow = self.unify_answer(
                    &[first],
                    &entries[from].0,
                    &here,
                    &mut |solver, condition| match rest {
                        None => next(solver, condition),
                        Some((rest, span)) => {
                            let entries = entries[to..].into();
                            let after = solver.store.subsequence(Subsequence { entries, span });
                            solver.unify(rest, after, condition, next)
                        }
                    },
                )?;
                if flow == Flow::Enough {
                    return Ok(Flow::Enough);
                }
            }
            earlier = self.circuit.any([earlier, present]);
            from = to;
        }
        Ok(Flow::More)
    }

    /// The variables of a term as they are when it is an element, but for those that nobody reads;
    /// none if it cannot be.
    fn seen_of(&mut self, value: Value, unread: &[Value], element: &[Item]) -> Option<Instance> {
        let mark = self.store.mark();
        let mut variables = self.store.variables_in(value);
        variables.retain(|variable| !unread.contains(variable));
        let mut equations = Vec::new();
        let fits = self.store.unify_instance(&[value], element, &mut equations);
        let seen = fits.then(|| self.store.instance(&variables));
        self.store.undo(mark);
        seen
    }

    /// Goes on where an equation about a list holds, and then the others. Nobody reads the variables
    /// `unread` after it.
    pub(super) fn equal_to_list(
        &mut self,
        (left, right): Equation,
        others: &[Equation],
        unread: &[Value],
        condition: &Condition,
        next: Next<'_, 's>,
    ) -> Outcome {
        let (list, other) = match (self.store.deref(left), self.store.deref(right)) {
            (Value::Subsequence(list), other) | (other, Value::Subsequence(list)) => (list, other),
            _ => return self.equal(others, condition, next),
        };
        let Subsequence { entries, span } = self.store.get_subsequence(list).clone();
        if let Some(cell) = self.store.find_content(other) {
            let unknown = Unknown::Content(cell);
            return self.split(unknown, span, condition, &mut |solver, condition| {
                solver.equal_to_list((left, right), others, unread, condition, next)
            });
        }
        if let Value::Subsequence(_) = other {
            let text = "whether two lists are the same that depend on the position";
            return Err(Reason::new(text, span));
        }
        if self.store.is_empty_list(other) {
            let literals = entries.iter().map(|(_, literal)| *literal);
            let some = self.circuit.any(literals);
            return self.with(condition, !some, &mut |solver, condition| {
                solver.equal(others, condition, next)
            });
        }
        let Some((first, rest)) = self.store.list_parts(other) else {
            return Ok(Flow::More);
        };
        self.first_of(
            &entries,
            (first, Some((rest, span))),
            unread,
            condition,
            &mut |solver, condition| solver.equal(others, condition, next),
        )
    }

    /// Goes on with each list in place of one of which the position says what is in it; none if there
    /// is no such list in these values.
    pub(super) fn with_each_list(
        &mut self,
        values: &[Value],
        frontier: usize,
        condition: &Condition,
        next: NextValues<'_, 's>,
    ) -> Option<Outcome> {
        let mut parts = values.iter();
        let number = parts.find_map(|part| self.store.find_subsequence(*part))?;
        let Subsequence { entries, span } = self.store.get_subsequence(number).clone();
        let here = (span, frontier);
        Some(
            self.each_list(&entries, here, condition, &mut |solver, held, condition| {
                let mark = solver.store.mark();
                let list = solver.list_of(&entries, held);
                let values = solver.store.replaced(values, number, list);
                let outcome = next(solver, &values, condition);
                solver.store.undo(mark);
                outcome
            }),
        )
    }

    /// Adds an answer; where there is a list in it of which the position says what is in it, one for
    /// each list.
    pub(super) fn add_answer(
        &mut self,
        arguments: &[Value],
        frontier: usize,
        condition: &Condition,
        answers: &mut Vec<(Instance, Condition)>,
    ) -> Outcome {
        let outcome = self.with_each_list(
            arguments,
            frontier,
            condition,
            &mut |solver, arguments, condition| {
                solver.add_answer(arguments, frontier, condition, answers)
            },
        );
        outcome.unwrap_or_else(|| {
            answers.push((self.store.instance(arguments), condition.clone()));
            Ok(Flow::More)
        })
    }

    /// Whether there is a list in a value of which the position says what is in it.
    pub(super) fn has_subsequence(&mut self, values: &[Value]) -> bool {
        let mut values = values.iter();
        values.any(|value| self.store.find_subsequence(*value).is_some())
    }
}

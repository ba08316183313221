//! Lists of what depends on the position, and predicates that are handed on to be called with the elements of a list.
//!
//! There are as many lists of answers as there are sets of answers. Of those that depend on the position at most one is
//! let in; where there are more, the machine has to answer.

use super::beyond::Beyond;
use super::condition::Condition;
use super::constants::Constant;
use super::goal::{Callee, Goal};
use super::reason::Reason;
use super::solver::{Flow, Mode, Next, Outcome, Scope, Solver};
use super::store::{Instance, Pattern, Value, is_ground};
use crate::compile::circuit::{Literal, Sum};
use crate::syntax::source::Span;

/// An element of a list, and where it is one.
type Entry = (Instance, Literal);

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
    #[expect(clippy::too_many_arguments, reason = "a goal's parts and where it stands")]
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
        let mut entries: Vec<Entry> = Vec::new();
        let (_, beyond) = self.on_inner_frontier(scope, |solver, frontier| {
            let inner = Scope { mode: Mode::Bag, frontier, ..scope };
            solver.solve(goal, inner, &Condition::always(), &mut |solver, condition| {
                let item = solver.store.build(template, scope.frame);
                let item = solver.store.instance(&[item]);
                entries.push((item, condition.literal(&mut solver.circuit)));
                Ok(Flow::More)
            })
        })?;
        self.inherit(&beyond, scope, condition);
        let list = self.store.build(list, scope.frame);
        self.list(&entries, Place { list, is_set, span, scope }, condition, next)
    }

    /// Goes on with the list of those entries whose literals hold, for each list that it can be.
    fn list(&mut self, entries: &[Entry], place: Place, condition: &Condition, next: Next<'_, 's>) -> Outcome {
        let open: Vec<usize> = (0..entries.len()).filter(|number| entries[*number].1 != Literal::TRUE).collect();
        let mut held: Vec<bool> = entries.iter().map(|(_, literal)| *literal == Literal::TRUE).collect();
        if open.len() <= FEW {
            return self.each_set(entries, &open, &mut held, place, condition, next);
        }
        let counted = Sum::new(0, open.iter().map(|number| (entries[*number].1, 1)).collect());
        let more = self.circuit.at_least_zero(counted.plus(&Sum::constant(2), -1));
        if let Some(condition) = condition.and(more, &self.circuit) {
            let reason = Reason::new("a list of several things that depend on the position", place.span);
            if self.leave_out(reason, place.scope.frontier, &condition)? == Flow::Enough {
                return Ok(Flow::Enough);
            }
        }
        let none = self.circuit.zero(counted.clone());
        if let Some(condition) = condition.and(none, &self.circuit)
            && self.one_list(entries, &held, place, &condition, next)? == Flow::Enough
        {
            return Ok(Flow::Enough);
        }
        let one = self.circuit.zero(counted.plus(&Sum::constant(1), -1));
        let Some(alone) = condition.and(one, &self.circuit) else { return Ok(Flow::More) };
        for number in open {
            let Some(condition) = alone.and(entries[number].1, &self.circuit) else { continue };
            held[number] = true;
            let flow = self.one_list(entries, &held, place, &condition, next)?;
            held[number] = false;
            if flow == Flow::Enough {
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
        held: &mut [bool],
        place: Place,
        condition: &Condition,
        next: Next<'_, 's>,
    ) -> Outcome {
        let Some((first, rest)) = open.split_first() else {
            return self.one_list(entries, held, place, condition, next);
        };
        let literal = entries[*first].1;
        for (is_held, literal) in [(false, !literal), (true, literal)] {
            let Some(condition) = condition.and(literal, &self.circuit) else { continue };
            held[*first] = is_held;
            if self.each_set(entries, rest, held, place, &condition, next)? == Flow::Enough {
                return Ok(Flow::Enough);
            }
        }
        Ok(Flow::More)
    }

    /// Goes on with the list of the entries that are held.
    fn one_list(
        &mut self,
        entries: &[Entry],
        held: &[bool],
        place: Place,
        condition: &Condition,
        next: Next<'_, 's>,
    ) -> Outcome {
        let mark = self.store.mark();
        let held = entries.iter().zip(held).filter(|(_, is_held)| **is_held);
        let mut items = Vec::new();
        for ((item, _), _) in held {
            items.push(self.store.restore(&mut &**item, &mut Vec::new()));
        }
        let built = self.store.list(&items);
        let outcome = match place.is_set {
            true => self.ask(&"sort".into(), &[built, place.list], Some(place.span), condition, next),
            false => self.unify(built, place.list, condition, next),
        };
        self.store.undo(mark);
        outcome
    }

    /// A call that is handed on as an argument, as in `maplist(P, Xs)`; none if it does not depend on the position, or
    /// if this predicate calls nothing.
    pub(super) fn handed_on(
        &mut self,
        name: &str,
        arguments: &[Value],
        (span, scope): (Span, Scope),
        condition: &Condition,
        next: Next<'_, 's>,
    ) -> Option<Outcome> {
        let (closure, others) = arguments.split_first()?;
        let added = match (name, others.len()) {
            ("call", added) => added,
            ("maplist", added) if added > 0 => added,
            ("foldl", added @ 3..=5) => added,
            ("include" | "exclude", 2) => 1,
            _ => return None,
        };
        let (callee, given) = self.closure(*closure, added)?;
        let row = |more: &[Value]| [&given[..], more].concat();
        Some(match name {
            "call" => self.call_any(&callee, &row(others), scope, span, condition, next),
            "maplist" => match self.columns(others, span) {
                Err(reason) => Err(reason),
                Ok(None) => Ok(Flow::More),
                Ok(Some(columns)) => {
                    let length = columns[0].len();
                    let line = |at: usize| columns.iter().map(|column| column[at]).collect::<Vec<_>>();
                    let rows: Vec<Vec<Value>> = (0..length).map(|at| row(&line(at))).collect();
                    self.each_row(&callee, &rows, (span, scope), condition, next)
                }
            },
            "foldl" => {
                let (lists, ends) = others.split_at(others.len() - 2);
                match self.columns(lists, span) {
                    Err(reason) => Err(reason),
                    Ok(None) => Ok(Flow::More),
                    Ok(Some(columns)) => {
                        let length = columns[0].len();
                        let frame = self.store.frame(length as u32);
                        let total = |at: usize| match at {
                            0 => ends[0],
                            _ => Value::Variable(frame + at as u32 - 1),
                        };
                        let line = |at: usize| {
                            let items = columns.iter().map(|column| column[at]);
                            items.chain([total(at), total(at + 1)]).collect::<Vec<_>>()
                        };
                        let rows: Vec<Vec<Value>> = (0..length).map(|at| row(&line(at))).collect();
                        self.each_row(&callee, &rows, (span, scope), condition, &mut |solver, condition| {
                            solver.unify(total(length), ends[1], condition, next)
                        })
                    }
                }
            }
            _ => self.filter(&callee, &given, others, name == "include", (span, scope), condition, next),
        })
    }

    /// What a closure calls with so many arguments more, and the arguments that it has.
    fn closure(&mut self, closure: Value, added: usize) -> Option<(Callee, Vec<Value>)> {
        let (name, given) = match self.store.deref(closure) {
            Value::Constant(number) => match self.store.constants.get(number) {
                Constant::Atom(name) => (name.clone(), Vec::new()),
                _ => return None,
            },
            Value::Compound(at) => {
                let (functor, arguments) = self.store.compound(at);
                (self.store.constants.functor_parts(functor).0.clone(), arguments.to_vec())
            }
            _ => return None,
        };
        let callee = self.predicates.callee(&name, given.len() + added)?;
        Some((callee, given))
    }

    /// The elements of lists that are as long as each other; none if they are not.
    fn columns(&mut self, lists: &[Value], span: Span) -> Result<Option<Vec<Vec<Value>>>, Reason> {
        let length = lists.iter().find_map(|list| self.store.elements(*list)).map(|elements| elements.len());
        let length = length.ok_or_else(|| Reason::new("a list that is not known when it is gone through", span))?;
        let mut columns = Vec::new();
        for list in lists {
            let frame = self.store.frame(length as u32);
            let items: Vec<Value> = (0..length as u32).map(|at| Value::Variable(frame + at)).collect();
            let built = self.store.list(&items);
            if !self.store.unify(*list, built, &mut Vec::new()) {
                return Ok(None);
            }
            columns.push(items);
        }
        Ok(Some(columns))
    }

    /// Calls with these arguments one after the other.
    fn each_row(
        &mut self,
        callee: &Callee,
        rows: &[Vec<Value>],
        (span, scope): (Span, Scope),
        condition: &Condition,
        next: Next<'_, 's>,
    ) -> Outcome {
        let Some((first, rest)) = rows.split_first() else { return next(self, condition) };
        self.call_any(callee, first, scope, span, condition, &mut |solver, condition| {
            solver.each_row(callee, rest, (span, scope), condition, next)
        })
    }

    /// The elements for which a call holds, or does not.
    #[expect(clippy::too_many_arguments, reason = "a goal's parts and where it stands")]
    fn filter(
        &mut self,
        callee: &Callee,
        given: &[Value],
        lists: &[Value],
        wanted: bool,
        (span, scope): (Span, Scope),
        condition: &Condition,
        next: Next<'_, 's>,
    ) -> Outcome {
        let unknown = || Reason::new("a list that is not known when it is gone through", span);
        let elements = self.store.elements(lists[0]).ok_or_else(unknown)?;
        let mut entries = Vec::new();
        for element in elements {
            let arguments = [given, &[element]].concat();
            if !is_ground(&self.store.instance(&arguments)) {
                return Err(unknown());
            }
            let (holds, beyond) = self.holds(callee, &arguments, (span, scope))?;
            self.inherit(&beyond, scope, condition);
            let literal = if wanted { holds } else { !holds };
            entries.extend((literal != Literal::FALSE).then(|| (self.store.instance(&[element]), literal)));
        }
        self.list(&entries, Place { list: lists[1], is_set: false, span, scope }, condition, next)
    }

    /// Whether a ground call has an answer.
    fn holds(
        &mut self,
        callee: &Callee,
        arguments: &[Value],
        (span, scope): (Span, Scope),
    ) -> Result<(Literal, Beyond), Reason> {
        let mut literals = Vec::new();
        let (_, beyond) = self.on_inner_frontier(scope, |solver, frontier| {
            let (inner, always) = (Scope { mode: Mode::Set, frontier, ..scope }, Condition::always());
            solver.call_any(callee, arguments, inner, span, &always, &mut |solver, condition| {
                literals.push(condition.literal(&mut solver.circuit));
                Ok(Flow::More)
            })
        })?;
        Ok((self.circuit.any(literals), beyond))
    }
}

//! Predicates that are handed on as arguments, to be called with the elements of a list.

use super::beyond::Beyond;
use super::condition::Condition;
use super::constants::Constant;
use super::goal::Callee;
use super::lists::Place;
use super::reason::Reason;
use super::solver::{Flow, Mode, Next, Outcome, Scope, Solver};
use super::store::{Entry, Value, is_ground};
use super::subsequence::ListGoal;
use crate::compile::circuit::Literal;
use crate::logic::construct::{Construct, OverLists};
use crate::syntax::source::Span;

/// The functor of a goal with parameters of its own.
const LAMBDA: &str = ">>";

impl<'s> Solver<'s> {
    /// A call that is handed on as an argument, as in `maplist(P, Xs)`; none if it does not depend
    /// on the position, or if this predicate calls nothing.
    pub(super) fn handed_on(
        &mut self,
        name: &str,
        arguments: &[Value],
        (span, scope): (Span, Scope),
        condition: &Condition,
        next: Next<'_, 's>,
    ) -> Option<Outcome> {
        match Construct::of(name, arguments)? {
            Construct::Call(closure, others) => {
                let depends = self.have_contents(arguments);
                let (callee, given) = self.closure(*closure, others.len(), depends)?;
                let arguments = [&given[..], others].concat();
                Some(self.call_any(&callee, &arguments, scope, span, condition, next))
            }
            Construct::OverLists(called, closure, others) => {
                self.over_lists(called, *closure, others, (span, scope), condition, next)
            }
            Construct::And(..)
            | Construct::Or(..)
            | Construct::IfThen(..)
            | Construct::SoftIfThen(..)
            | Construct::Cut
            | Construct::True
            | Construct::Fail
            | Construct::Throw
            | Construct::Not(_)
            | Construct::NotPredicate(_)
            | Construct::Apply
            | Construct::Once(_)
            | Construct::Ignore(_)
            | Construct::ForAll(..)
            | Construct::FindAll(_)
            | Construct::FindAllBefore(..)
            | Construct::AggregateAll(_)
            | Construct::BagOf(_)
            | Construct::SetOf(_)
            | Construct::Quantified(_)
            | Construct::Catch(..)
            | Construct::Lambda(..) => None,
        }
    }

    /// A closure that is called with the elements of lists; none if this predicate is not compiled,
    /// or if the closure does not depend on the position.
    fn over_lists(
        &mut self,
        called: OverLists,
        closure: Value,
        others: &[Value],
        place: (Span, Scope),
        condition: &Condition,
        next: Next<'_, 's>,
    ) -> Option<Outcome> {
        let depends = self.have_contents(others);
        let (callee, given) = self.closure(closure, called.added(others.len()), depends)?;
        let (callee, given) = (&callee, &given[..]);
        let outcome = match called {
            OverLists::MapList => {
                self.each_line(callee, given, others, None, place, condition, next)
            }
            OverLists::FoldLeft => {
                let (lists, ends) = others.split_at(others.len() - 2);
                let ends = Some((ends[0], ends[1]));
                self.each_line(callee, given, lists, ends, place, condition, next)
            }
            OverLists::Include => self.filter(callee, given, others, true, place, condition, next),
            OverLists::Exclude => self.filter(callee, given, others, false, place, condition, next),
            OverLists::Partition => {
                let &[all, included, excluded] = others else {
                    return None;
                };
                let others = [all, included];
                let next = &mut |solver: &mut Self, condition: &Condition| {
                    let others = [all, excluded];
                    solver.filter(callee, given, &others, false, place, condition, next)
                };
                self.filter(callee, given, &others, true, place, condition, next)
            }
            OverLists::ConvertList => self.convert(callee, given, others, place, condition, next),
            OverLists::PartitionByOrder | OverLists::SortByPredicate => return None,
        };
        Some(outcome)
    }

    /// Calls with the first elements of lists, then with the second ones and so on; with `ends`,
    /// each time also with what has come of it so far and what comes of it then, from the one end
    /// to the other.
    #[expect(
        clippy::too_many_arguments,
        reason = "a goal's parts and where it stands"
    )]
    fn each_line(
        &mut self,
        callee: &Callee,
        given: &[Value],
        lists: &[Value],
        ends: Option<(Value, Value)>,
        (span, scope): (Span, Scope),
        condition: &Condition,
        next: Next<'_, 's>,
    ) -> Outcome {
        let Some(columns) = self.columns(lists, span)? else {
            return Ok(Flow::More);
        };
        let length = columns[0].len();
        let mut rows: Vec<Vec<Value>> = Vec::with_capacity(length);
        for at in 0..length {
            rows.push(
                given
                    .iter()
                    .copied()
                    .chain(columns.iter().map(|column| column[at]))
                    .collect(),
            );
        }
        let Some((first, last)) = ends else {
            return self.each_row(callee, &rows, (span, scope), condition, next);
        };
        let mut total = first;
        let frame = self.store.frame(length as u32);
        for (row, result) in rows.iter_mut().zip(frame..) {
            row.extend([total, Value::Variable(result)]);
            total = Value::Variable(result);
        }
        self.each_row(
            callee,
            &rows,
            (span, scope),
            condition,
            &mut |solver, condition| solver.unify(total, last, condition, next),
        )
    }

    /// Whether the content of a cell is in one of these values.
    fn have_contents(&mut self, values: &[Value]) -> bool {
        let mut values = values.iter();
        values.any(|value| self.store.find_content(*value).is_some())
    }

    /// What a closure calls with `added` arguments more, and the arguments that it has; none if that does not
    /// depend on the position, unless these arguments do.
    fn closure(
        &mut self,
        closure: Value,
        added: usize,
        depends: bool,
    ) -> Option<(Callee, Vec<Value>)> {
        let (name, given) = match self.store.deref(closure) {
            Value::Constant(number) => match self.store.constants.get(number) {
                Constant::Atom(name) => (name.clone(), Vec::new()),
                _ => return None,
            },
            Value::Compound(at) => {
                let (functor, arguments) = self.store.compound(at);
                (
                    self.store.constants.functor_parts(functor).0.clone(),
                    arguments.to_vec(),
                )
            }
            _ => return None,
        };
        let arity = given.len() + added;
        let callee = self.predicates.callee(&name, arity);
        let of_arguments = || match ListGoal::of(&name, arity) {
            Some(goal) => Callee::OfList(goal, (&*name).into()),
            None => Callee::Static((&*name).into()),
        };
        if depends && &*name == LAMBDA {
            // Its parameters are other variables for each element.
            return None;
        }
        let callee = callee.or_else(|| depends.then(of_arguments))?;
        Some((callee, given))
    }

    /// The elements of lists that are as long as each other; none if they are not.
    fn columns(&mut self, lists: &[Value], span: Span) -> Result<Option<Vec<Vec<Value>>>, Reason> {
        let length = lists
            .iter()
            .find_map(|list| self.store.elements(*list))
            .map(|elements| elements.len());
        let unknown = || Reason::new("a list that is not known when it is gone through", span);
        let length = length.ok_or_else(unknown)?;
        let mut columns = Vec::new();
        for list in lists {
            let frame = self.store.frame(length as u32);
            let items: Vec<Value> = (0..length as u32)
                .map(|at| Value::Variable(frame + at))
                .collect();
            let built = self.store.list(&items);
            let mut equations = Vec::new();
            if !self.store.unify(*list, built, &mut equations) {
                return Ok(None);
            }
            if !equations.is_empty() {
                return Err(unknown());
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
        let Some((first, rest)) = rows.split_first() else {
            return next(self, condition);
        };
        self.step_deeper(span, |solver| {
            solver.call_any(
                callee,
                first,
                scope,
                span,
                condition,
                &mut |solver, condition| {
                    solver.each_row(callee, rest, (span, scope), condition, next)
                },
            )
        })
    }

    /// The elements for which a call holds, or does not.
    #[expect(
        clippy::too_many_arguments,
        reason = "a goal's parts and where it stands"
    )]
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
        let mut entries = Vec::new();
        for (element, arguments) in self.known_calls(given, lists[0], span)? {
            let (holds, beyond) = self.holds(callee, &arguments, (span, scope))?;
            self.inherit(&beyond, scope, condition);
            let literal = if wanted { holds } else { !holds };
            entries.extend(
                (literal != Literal::FALSE).then(|| (self.store.instance(&[element]), literal)),
            );
        }
        self.list(
            &entries,
            Place {
                list: lists[1],
                is_set: false,
                span,
                scope,
            },
            condition,
            next,
        )
    }

    /// What a call with each element comes to first, for those for which it has an answer.
    fn convert(
        &mut self,
        callee: &Callee,
        given: &[Value],
        lists: &[Value],
        (span, scope): (Span, Scope),
        condition: &Condition,
        next: Next<'_, 's>,
    ) -> Outcome {
        let mut entries = Vec::new();
        for (_, arguments) in self.known_calls(given, lists[0], span)? {
            let (results, beyond) = self.first_results(callee, arguments, (span, scope))?;
            self.inherit(&beyond, scope, condition);
            entries.extend(results);
        }
        let place = Place {
            list: lists[1],
            is_set: false,
            span,
            scope,
        };
        self.list(&entries, place, condition, next)
    }

    /// The elements of a list, each with the arguments of a call with it.
    fn known_calls(
        &mut self,
        given: &[Value],
        list: Value,
        span: Span,
    ) -> Result<Vec<(Value, Vec<Value>)>, Reason> {
        let unknown = || Reason::new("a list that is not known when it is gone through", span);
        let elements = self.store.elements(list).ok_or_else(unknown)?;
        let mut calls = Vec::new();
        for element in elements {
            let arguments = [given, &[element]].concat();
            if !is_ground(&self.store.instance(&arguments)) {
                return Err(unknown());
            }
            calls.push((element, arguments));
        }
        Ok(calls)
    }

    /// What a further argument of a call is in its first answer: each known term that it may be, with the
    /// literal by which it is this one.
    fn first_results(
        &mut self,
        callee: &Callee,
        mut arguments: Vec<Value>,
        (span, scope): (Span, Scope),
    ) -> Result<(Vec<Entry>, Beyond), Reason> {
        let result = Value::Variable(self.store.frame(1));
        arguments.push(result);
        let (mut results, mut tested) = (Vec::new(), Vec::new());
        let (_, beyond) = self.committed(scope, |solver, frontier| {
            let inner = Scope {
                mode: Mode::Order,
                frontier,
                ..scope
            };
            let always = Condition::always();
            solver.call_any(
                callee,
                &arguments,
                inner,
                span,
                &always,
                &mut |solver, condition| {
                    solver.walks_on(span)?;
                    let instance = solver.store.instance(&[result]);
                    if !is_ground(&instance) {
                        return Err(Reason::new("a result that is not known", span));
                    }
                    if let Some(first) = solver.after(condition, &tested) {
                        results.push((instance, first.literal(&mut solver.circuit)));
                    }
                    tested.push(condition.clone());
                    Ok(match condition.is_always() {
                        true => Flow::Enough,
                        false => Flow::More,
                    })
                },
            )
        })?;
        Ok((results, beyond))
    }

    /// Whether a ground call has an answer.
    fn holds(
        &mut self,
        callee: &Callee,
        arguments: &[Value],
        (span, scope): (Span, Scope),
    ) -> Result<(Literal, Beyond), Reason> {
        let mut literals = Vec::new();
        let (_, beyond) = self.committed(scope, |solver, frontier| {
            let (inner, always) = (
                Scope {
                    mode: Mode::Set,
                    frontier,
                    ..scope
                },
                Condition::always(),
            );
            solver.call_any(
                callee,
                arguments,
                inner,
                span,
                &always,
                &mut |solver, condition| {
                    literals.push(condition.literal(&mut solver.circuit));
                    Ok(Flow::More)
                },
            )
        })?;
        Ok((self.circuit.any(literals), beyond))
    }
}

//! Goals that name the content of a cell: it stays what it is as long as goals only hand it on, walk the list
//! in which it is, or unify it. Any other goal is solved once for each content that there may be.

use rustc_hash::FxHashMap;

use super::condition::Condition;
use super::goal::Callee;
use super::reason::Reason;
use super::solver::{Flow, Next, Outcome, Scope, Solver};
use super::store::{Instance, Item, Unknown, Value, is_ground};
use super::subsequence::ListGoal;
use crate::compile::circuit::Literal;
use crate::syntax::source::Span;

/// Goals of the library that have the same answers whatever the parts of a term are, each with its arity and
/// the places of those arguments that may be such a part themselves.
const OF_ANY_PARTS: [(&str, usize, &[usize]); 13] = [
    ("arg", 3, &[2]),
    ("is_list", 1, &[]),
    ("append", 2, &[]),
    ("append", 3, &[]),
    ("same_length", 2, &[]),
    ("nth0", 3, &[2]),
    ("nth1", 3, &[2]),
    ("nth0", 4, &[2]),
    ("nth1", 4, &[2]),
    ("select", 3, &[0]),
    ("select", 4, &[0, 2]),
    ("nextto", 3, &[0, 1]),
    ("permutation", 2, &[]),
];

impl<'s> Solver<'s> {
    /// Calls what a goal names, where the content of a cell is in its arguments.
    pub(super) fn with_content(
        &mut self,
        (callee, arguments): (&Callee, &[Value]),
        cell: u32,
        (span, scope): (Span, Scope),
        condition: &Condition,
        next: Next<'_, 's>,
    ) -> Outcome {
        match callee {
            Callee::Clauses(predicate)
                if !self.predicates.predicates[*predicate as usize].is_tabled =>
            {
                return self.call_known(callee, arguments, scope, span, condition, next);
            }
            Callee::Fluent(relation) if self.may_name_contents(*relation, arguments) => {
                return self.call_known(callee, arguments, scope, span, condition, next);
            }
            Callee::OfList(goal, _) => {
                if let Some(outcome) = self.of_elements(*goal, arguments, condition, next) {
                    return outcome;
                }
                if let Some(arguments) = self.with_entries(*goal, arguments, span) {
                    return self.call_any(callee, &arguments, scope, span, condition, next);
                }
            }
            Callee::Static(name) => {
                let here = (span, scope);
                if let Some(outcome) = self.static_call(name, arguments, here, condition, next) {
                    return outcome;
                }
            }
            Callee::Clauses(_) | Callee::Fluent(_) | Callee::Does => {}
        }
        let unknown = Unknown::Content(cell);
        self.split(unknown, span, condition, &mut |solver, condition| {
            solver.call_any(callee, arguments, scope, span, condition, next)
        })
    }

    /// Whether contents of cells stand only in the value of a fluent that is made of such cells.
    fn may_name_contents(&mut self, relation: u32, arguments: &[Value]) -> bool {
        let Some((_, keys)) = arguments.split_last() else {
            return false;
        };
        self.relations.has_parts(relation)
            && keys
                .iter()
                .all(|key| self.store.find_content(*key).is_none())
    }

    /// The answers to a goal about a list of which all elements are there; none for goals that compare them.
    fn of_elements(
        &mut self,
        goal: ListGoal,
        arguments: &[Value],
        condition: &Condition,
        next: Next<'_, 's>,
    ) -> Option<Outcome> {
        let elements = self.store.elements(arguments[goal.place()])?;
        let said = arguments[1 - goal.place()];
        let outcome = match goal {
            ListGoal::Member => self.each_element(&elements, said, condition, next),
            ListGoal::MemberCheck => self.first_element(&elements, said, condition, next),
            ListGoal::Length => {
                let length = self.store.constants.integer(elements.len() as i64);
                match self.store.deref(said) {
                    Value::Variable(_) | Value::Constant(_) => {
                        self.unify(said, Value::Constant(length), condition, next)
                    }
                    _ => return None,
                }
            }
            ListGoal::Last => match elements.last() {
                Some(last) => self.unify(said, *last, condition, next),
                None => Ok(Flow::More),
            },
            ListGoal::Reverse => {
                let reversed: Vec<Value> = elements.into_iter().rev().collect();
                let reversed = self.store.list(&reversed);
                self.unify(said, reversed, condition, next)
            }
            ListGoal::Sort
            | ListGoal::SortToSet
            | ListGoal::SortByKey
            | ListGoal::Least
            | ListGoal::Greatest
            | ListGoal::Sum => return None,
        };
        Some(outcome)
    }

    /// Goes on where a term is an element, once for each.
    fn each_element(
        &mut self,
        elements: &[Value],
        said: Value,
        condition: &Condition,
        next: Next<'_, 's>,
    ) -> Outcome {
        for element in elements {
            let mark = self.store.mark();
            let outcome = self.unify(said, *element, condition, next);
            self.store.undo(mark);
            if outcome? == Flow::Enough {
                return Ok(Flow::Enough);
            }
        }
        Ok(Flow::More)
    }

    /// Goes on where a term is an element, with the first one that it is.
    fn first_element(
        &mut self,
        elements: &[Value],
        said: Value,
        condition: &Condition,
        next: Next<'_, 's>,
    ) -> Outcome {
        let mut tested: Vec<Condition> = Vec::new();
        let always = Condition::always();
        let mut flow = Flow::More;
        self.each_element(elements, said, &always, &mut |solver, own| {
            if let Some(first) = solver.after(own, &tested)
                && let Some(both) = condition.and_all(&first, &solver.circuit)
            {
                flow = next(solver, &both)?;
            }
            tested.push(own.clone());
            Ok(match flow == Flow::Enough || own.is_always() {
                true => Flow::Enough,
                false => Flow::More,
            })
        })?;
        Ok(flow)
    }

    /// The arguments of a goal about a list, with the list as one of which the position says what is in it;
    /// none if not all of its elements are there.
    fn with_entries(
        &mut self,
        goal: ListGoal,
        arguments: &[Value],
        span: Span,
    ) -> Option<Vec<Value>> {
        let elements = self.store.elements(arguments[goal.place()])?;
        let mut entries = Vec::new();
        for element in elements {
            let element = self.store.instance(&[element]);
            if !is_ground(&element) {
                return None;
            }
            entries.extend(self.known_answers(element, Literal::TRUE)?);
        }
        let mut arguments = arguments.to_vec();
        arguments[goal.place()] = self.subsequence(&entries, span)?;
        Some(arguments)
    }

    /// The answers to a goal that depends on the position by its arguments alone; none if it has to be solved
    /// for each content.
    fn static_call(
        &mut self,
        name: &std::rc::Rc<str>,
        arguments: &[Value],
        (span, scope): (Span, Scope),
        condition: &Condition,
        next: Next<'_, 's>,
    ) -> Option<Outcome> {
        if let Some(predicate) = self.predicates.find_static(name, arguments.len()) {
            return Some(self.call(predicate, arguments, scope, condition, Some(span), next));
        }
        if let ("==" | "\\==", [left, right]) = (&**name, arguments)
            && is_ground(&self.store.instance(arguments))
        {
            return Some(self.identity(&**name == "==", (*left, *right), condition, next));
        }
        let is_content =
            |argument: &Value| matches!(self.store.deref(*argument), Value::Content(_));
        if !arguments.iter().any(is_content)
            && let Some(outcome) = self.handed_on(name, arguments, (span, scope), condition, next)
        {
            return Some(outcome);
        }
        let (.., own) = OF_ANY_PARTS
            .iter()
            .find(|(known, arity, _)| (*known, *arity) == (&**name, arguments.len()))?;
        let lists = (0..arguments.len()).filter(|place| !own.contains(place));
        let lists: Vec<Value> = lists.map(|place| arguments[place]).collect();
        if lists.iter().any(|list| self.ends_in_content(*list)) {
            return None;
        }
        // The elements of the first one are lists themselves.
        if let ("append", [all, _]) = (&**name, &lists[..])
            && let Some(elements) = self.store.elements(*all)
            && elements.into_iter().any(|list| self.ends_in_content(list))
        {
            return None;
        }
        let instance = self.store.instance(arguments);
        let general = self.general(&instance);
        Some(self.ask_for(name, (arguments, general), Some(span), condition, next))
    }

    /// Goes on where two terms without variables are the same, or are not.
    fn identity(
        &mut self,
        wanted: bool,
        (left, right): (Value, Value),
        condition: &Condition,
        next: Next<'_, 's>,
    ) -> Outcome {
        if wanted {
            return self.unify(left, right, condition, next);
        }
        let same = self.equality(left, right)?;
        self.with(condition, !same, next)
    }

    /// Whether it is the content of a cell, or a list whose rest is one.
    fn ends_in_content(&mut self, mut list: Value) -> bool {
        loop {
            list = self.store.deref(list);
            match self.store.list_parts(list) {
                Some((_, rest)) => list = rest,
                None => return matches!(list, Value::Content(_)),
            }
        }
    }

    /// The same with a variable for the content of each cell.
    fn general(&mut self, instance: &[Item]) -> Instance {
        let is_variable = |item: &&Item| matches!(item, Item::Variable(_));
        let mut variables = instance.iter().filter(is_variable).count() as u32;
        let mut of_cells: FxHashMap<u32, u32> = FxHashMap::default();
        let general = instance.iter().map(|item| match *item {
            Item::Content(cell) => {
                let variable = of_cells.entry(cell).or_insert_with(|| {
                    variables += 1;
                    variables - 1
                });
                Item::Variable(*variable)
            }
            item => item,
        });
        let general: Vec<Item> = general.collect();
        // Variables are numbered in the order in which they come.
        let values = self.store.restore_all(&general);
        self.store.instance(&values)
    }

    /// The elements of lists as they are known: for one with the content of a cell in it, one for each content.
    ///
    /// # Errors
    /// If there are too many.
    pub(super) fn known_entries(
        &mut self,
        entries: &[(Instance, Literal)],
        span: Span,
    ) -> Result<Vec<(Instance, Literal)>, Reason> {
        let mut known = Vec::with_capacity(entries.len());
        for (element, literal) in entries {
            let has_content = |item: &Item| matches!(item, Item::Content(_));
            if !element.iter().any(has_content) {
                known.push((element.clone(), *literal));
                continue;
            }
            let each = self.known_answers(element.clone(), *literal);
            let text = "a list of terms that depend on the position";
            known.extend(each.ok_or_else(|| Reason::new(text, span))?);
        }
        Ok(known)
    }
}

//! Goals that do not depend on the position: the machine answers them, each once.

use std::rc::Rc;

use super::condition::Condition;
use super::limits::FEW_ANSWERS;
use super::reason::Reason;
use super::solver::{Flow, Next, Outcome, Solver};
use super::store::{Instance, Item, Value};
use crate::logic::Limits;
use crate::syntax::source::Span;

/// Predicates that ask which of two terms comes first.
const ORDERINGS: [&str; 5] = ["@<", "@=<", "@>", "@>=", "compare"];

/// A larger term is not compiled: some 5000 elements of a list.
const MOST_NODES: usize = 10_000;

impl<'s> Solver<'s> {
    /// What the machine answers to a goal that does not depend on the position.
    pub(super) fn ask(
        &mut self,
        name: &Rc<str>,
        arguments: &[Value],
        span: Option<Span>,
        condition: &Condition,
        next: Next<'_, 's>,
    ) -> Outcome {
        let instance = self.store.instance(arguments);
        if instance.iter().any(|item| matches!(item, Item::Hidden(_))) {
            return self.ask_later(name, arguments, span, condition, next);
        }
        self.ask_for(name, (arguments, instance), span, condition, next)
    }

    /// The same where the machine is asked for more: the arguments of an instance, of which these are some.
    pub(super) fn ask_for(
        &mut self,
        name: &Rc<str>,
        (arguments, asked): (&[Value], Instance),
        span: Option<Span>,
        condition: &Condition,
        next: Next<'_, 's>,
    ) -> Outcome {
        let answers = self.answers_of_static(name, asked, arguments.len(), span)?;
        for answer in &*answers {
            if self.unify_answer(arguments, answer, condition, next)? == Flow::Enough {
                return Ok(Flow::Enough);
            }
        }
        Ok(Flow::More)
    }

    /// What the machine answers to such a goal with the arguments of an instance.
    ///
    /// # Errors
    /// Why it does not.
    fn answers_of_static(
        &mut self,
        name: &Rc<str>,
        instance: Instance,
        arity: usize,
        span: Option<Span>,
    ) -> Result<Rc<[Instance]>, Reason> {
        let key = (Rc::clone(name), instance);
        self.weigh(&key.1);
        if let Some(answers) = self.statics.get(&key) {
            return Ok(Rc::clone(answers));
        }
        let answers: Rc<[Instance]> = self.ask_machine(&key, arity, span)?.into();
        self.remember(key.1.len() + answers.iter().map(|answer| answer.len()).sum::<usize>());
        self.statics.insert(key, Rc::clone(&answers));
        Ok(answers)
    }

    fn ask_machine(
        &mut self,
        (name, instance): &(Rc<str>, Instance),
        arity: usize,
        span: Option<Span>,
    ) -> Result<Vec<Instance>, Reason> {
        if ORDERINGS.contains(&&**name)
            && instance
                .iter()
                .any(|item| matches!(item, Item::Variable(1)))
        {
            return Err(Reason::new(
                "the order of two variables depends on how they came to be",
                span,
            ));
        }
        let goal = self.store.goal(name, arity, instance);
        let goal = goal.ok_or_else(|| Reason::new("a term that depends on the position", span))?;
        // A question without end leaves something for others.
        let limits = self.budget.limits;
        self.machine.set_limits(Limits {
            steps: limits.steps / 2,
            ..limits
        });
        self.machine.start(&self.nothing, &[], &goal);
        let answers = self.answers_of_machine(&goal, instance, span);
        let steps = &mut self.budget.limits.steps;
        *steps = steps.saturating_sub(self.machine.steps());
        let answers = answers?;
        if self.machine.consulted_facts() {
            return Err(Reason::new(
                format!("`{name}` looks at the position in a way that is not compiled"),
                span,
            ));
        }
        Ok(answers)
    }

    fn answers_of_machine(
        &mut self,
        goal: &crate::logic::Term,
        instance: &[Item],
        span: Option<Span>,
    ) -> Result<Vec<Instance>, Reason> {
        let failed = |error: crate::logic::Error| {
            Reason::new(format!("`{goal}` ends in an error: {error}"), span)
        };
        let mut answers = Vec::new();
        // What has more answers than that leaves something for others.
        let (mut parts, most) = (0, (self.budget.answers / 2).max(FEW_ANSWERS));
        while self.machine.next_answer().map_err(failed)? {
            let values = self.machine.roots().map_err(failed)?;
            self.spend(span)?;
            if values
                .iter()
                .any(|value| value.is_larger_than(MOST_NODES, usize::MAX))
            {
                return Err(Reason::new(
                    "an answer that does not depend on the position is very large",
                    span,
                ));
            }
            let mut items = Vec::new();
            self.fill(instance, &values, &mut items);
            parts += items.len() + 1;
            if parts > most {
                self.budget.answers = self.budget.answers.saturating_sub(parts);
                return Err(Reason::new(
                    "there are too many answers to what does not depend on the position",
                    span,
                ));
            }
            answers.push(items.into());
        }
        self.budget.answers = self.budget.answers.saturating_sub(parts);
        Ok(answers)
    }

    /// An instance with its variables replaced.
    fn fill(&mut self, instance: &[Item], values: &[crate::logic::Term], items: &mut Vec<Item>) {
        for item in instance {
            match item {
                Item::Variable(number) => self.store.add_term(&values[*number as usize], items),
                _ => items.push(*item),
            }
        }
    }
}

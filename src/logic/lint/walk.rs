//! One clause followed from its head to its end: which of its variables are sure to be unbound
//! where.

use super::ArgumentMode;
use super::calls::inside;
use super::inputs::inputs;
use super::listing::{Line, each_variable};
use super::modes::{Analysis, Names, Open, tested_variables};
use super::unbound::{Doubt, Finding};
use crate::logic::construct::{Aggregation, Construct};
use crate::logic::instruction::Comparison;
use crate::syntax::source::Span;
use crate::syntax::tree::{Term, TermKind};

pub(super) struct Walker<'w, 'l, 'a> {
    analysis: &'w mut Analysis<'l, 'a>,
    row: usize,
    names: &'w Names<'a>,
    line: Line<'a>,
    /// For each variable, whether it is sure to be unbound and shared with nothing.
    free: Vec<bool>,
    /// Whether this point is ever come to.
    reached: bool,
    /// How often each variable occurs where its value can be seen from here: not inside a negation
    /// or a collection that lies elsewhere, and not in the other branch.
    seen: Vec<usize>,
    /// How often each variable occurs in the head.
    in_head: Vec<usize>,
    pub findings: Vec<Finding<'a>>,
}

impl<'w, 'l, 'a> Walker<'w, 'l, 'a> {
    pub fn new(
        analysis: &'w mut Analysis<'l, 'a>,
        row: usize,
        names: &'w Names<'a>,
        line: Line<'a>,
    ) -> Self {
        let (free, seen) = (vec![true; names.len()], vec![0; names.len()]);
        Self {
            analysis,
            row,
            names,
            line,
            free,
            reached: true,
            seen,
            in_head: Vec::new(),
            findings: Vec::new(),
        }
    }

    /// Follows the clause when it is called with these arguments open; what it leaves open of them,
    /// if its end is come to.
    pub fn clause(&mut self, open: Open) -> Option<Open> {
        let is_open = |at: usize| {
            open.checked_shr(at as u32)
                .is_some_and(|bits| bits & 1 == 1)
        };
        for (at, argument) in self.line.arguments().iter().enumerate() {
            self.see(argument, 1);
            if !is_open(at) {
                self.bind(argument);
            }
        }
        for name in tested_variables(&self.line) {
            self.bind_named(name);
        }
        self.in_head.clone_from(&self.seen);
        if let Some(body) = self.line.body {
            self.see_open(body, true);
            self.goal(body);
        }
        if !self.reached {
            return None;
        }
        self.open_ends();
        let arguments = self.line.arguments().iter().enumerate();
        let left = arguments.filter(|(at, argument)| is_open(*at) && self.is_left(argument));
        Some(left.fold(0, |left, (at, _)| left | 1 << at))
    }

    fn is_left(&self, argument: &Term) -> bool {
        let TermKind::Variable(name) = &argument.kind else {
            return false;
        };
        self.number(name)
            .is_none_or(|number| self.free[number] && self.in_head[number] == 1)
    }

    /// The variables of a head that is asked for from outside must have values at its end.
    fn open_ends(&mut self) {
        let Some(modes) = self.analysis.rows[self.row].modes else {
            return;
        };
        for (argument, _) in self
            .line
            .arguments()
            .iter()
            .zip(modes)
            .filter(|(_, mode)| **mode == ArgumentMode::Wanted)
        {
            each_variable(argument, &mut |name, place| {
                if self.number(name).is_none_or(|number| self.free[number]) {
                    self.find(Doubt::Head, name, place);
                }
            });
        }
    }

    fn number(&self, name: &str) -> Option<usize> {
        self.names.get(name).copied()
    }

    fn find(&mut self, doubt: Doubt, name: &str, place: Span) {
        let from = match self.number(name) {
            Some(number) if self.in_head[number] > 0 => self.analysis.rows[self.row].from,
            _ => None,
        };
        self.findings.push(Finding {
            doubt,
            variable: name.into(),
            place,
            head: self.line.head,
            from,
            is_in_fact: self.line.body.is_none(),
        });
    }

    /// The parser bounds how deep a body nests, so plain recursion is safe.
    fn goal(&mut self, goal: &'a Term) {
        let Some((name, arguments)) = goal.parts().filter(|_| self.reached) else {
            return;
        };
        self.analysis.work += 1;
        let construct = Construct::of(name, arguments);
        if !construct.as_ref().is_some_and(Construct::is_control)
            && let Some(predicate) = self.analysis.listing.own(name, arguments.len())
        {
            return self.own(predicate, arguments, goal.span);
        }
        let Some(construct) = construct else {
            return self.simple(name, arguments, goal);
        };
        match construct {
            Construct::Cut | Construct::True => {}
            Construct::Fail | Construct::Throw => self.reached = false,
            Construct::And(first, second)
            | Construct::IfThen(first, second)
            | Construct::SoftIfThen(first, second) => {
                self.goal(first);
                self.goal(second);
            }
            Construct::Or(choice, otherwise) => self.choice(choice, otherwise),
            Construct::Once(goal) | Construct::Call(goal, []) => self.goal(goal),
            Construct::Ignore(goal) => self.either(|walker| walker.goal(goal), |_| {}),
            Construct::Not(inner) | Construct::NotPredicate(inner) => {
                self.negation(Doubt::Negation, goal, false);
                self.aside(&[inner], None);
            }
            Construct::ForAll(condition, action) => {
                self.negation(Doubt::Forall, goal, false);
                self.aside(&[condition, action], None);
            }
            Construct::FindAll(answers) => {
                self.aside(&[answers.goal], None);
                self.bind(answers.result);
            }
            Construct::FindAllBefore(answers, tail) => {
                self.aside(&[answers.goal], None);
                self.bind(answers.result);
                self.bind(tail);
            }
            Construct::AggregateAll(answers) => {
                self.aside(&[answers.goal], aggregated(answers.template));
                self.bind(answers.result);
            }
            Construct::BagOf(answers) | Construct::SetOf(answers) => {
                self.aside(&[answers.goal], None);
                self.bind(goal);
            }
            Construct::Call(..)
            | Construct::Apply
            | Construct::Quantified(_)
            | Construct::Catch(..)
            | Construct::Lambda(..)
            | Construct::OverLists(..) => self.other(name, arguments, goal),
        }
    }

    /// A goal that is no construct and none of the program's own.
    fn simple(&mut self, name: &str, arguments: &'a [Term], goal: &'a Term) {
        match (name, arguments) {
            ("=", [left, right]) => self.unify(left, right),
            ("is", [result, expression]) => {
                self.arithmetic(expression);
                self.bind(result);
            }
            (operator, [left, right]) if Comparison::of_numbers(operator).is_some() => {
                self.arithmetic(left);
                self.arithmetic(right);
            }
            ("\\=", [_, _]) => self.negation(Doubt::Negation, goal, true),
            (operator, [_, _]) if Comparison::of_terms(operator).is_some() => {}
            _ => self.other(name, arguments, goal),
        }
    }

    /// Goals that bind nothing outside, and the expression that is evaluated for each answer.
    fn aside(&mut self, goals: &[&'a Term], expression: Option<&'a Term>) {
        let within: Vec<&'a Term> = goals.iter().map(|goal| inside(goal)).collect();
        let (free, reached) = (self.free.clone(), self.reached);
        within.iter().for_each(|inner| self.see_open(inner, true));
        within.iter().for_each(|inner| self.goal(inner));
        expression
            .into_iter()
            .for_each(|expression| self.arithmetic(expression));
        within.iter().for_each(|inner| self.see_open(inner, false));
        (self.free, self.reached) = (free, reached);
    }

    fn choice(&mut self, choice: &'a Term, otherwise: &'a Term) {
        self.either(
            |walker| {
                walker.see_open(otherwise, false);
                walker.goal(choice);
                walker.see_open(otherwise, true);
            },
            |walker| {
                walker.see_open(choice, false);
                walker.goal(otherwise);
                walker.see_open(choice, true);
            },
        );
    }

    /// One way or the other: what is open after both is open.
    fn either(&mut self, one: impl FnOnce(&mut Self), other: impl FnOnce(&mut Self)) {
        let free = self.free.clone();
        one(self);
        let after_one = std::mem::replace(&mut self.free, free);
        let one_reached = std::mem::replace(&mut self.reached, true);
        other(self);
        match (one_reached, self.reached) {
            (true, true) => self
                .free
                .iter_mut()
                .zip(after_one)
                .for_each(|(free, other)| *free &= other),
            (true, false) => (self.free, self.reached) = (after_one, true),
            _ => {}
        }
    }

    /// A goal of a built-in, a relation, or what is not known.
    fn other(&mut self, name: &str, arguments: &'a [Term], goal: &'a Term) {
        for argument in self.needed(name, arguments) {
            if let TermKind::Variable(variable) = &argument.kind
                && self.number(variable).is_none_or(|number| self.free[number])
                && !self.analysis.listing.is_relation(name, arguments.len())
            {
                self.find(
                    Doubt::Argument(format!("{name}/{}", arguments.len())),
                    variable,
                    argument.span,
                );
            }
        }
        let elsewhere = self
            .analysis
            .listing
            .subject
            .elsewhere
            .contains(&(name, arguments.len()));
        match arguments.split_last() {
            Some((last, given)) if elsewhere => {
                given.iter().for_each(|argument| self.bind(argument));
                self.goal(last);
            }
            _ => self.bind(goal),
        }
    }

    /// The arguments of a goal that is not of the program's own that must have values: those of the
    /// engine's, and those that are given where the goal is asked from outside.
    fn needed(&self, name: &str, arguments: &'a [Term]) -> Vec<&'a Term> {
        let entries = &self.analysis.listing.subject.entries;
        let asked = entries
            .iter()
            .find(|entry| *entry.name == *name && entry.modes.len() == arguments.len());
        let is_needed = |at: usize| match asked {
            Some(entry) => entry.modes[at] == ArgumentMode::Given,
            None => inputs(name, arguments.len()).as_bytes().get(at) == Some(&b'+'),
        };
        let arguments = arguments.iter().enumerate();
        arguments
            .filter(|(at, _)| is_needed(*at))
            .map(|(_, argument)| argument)
            .collect()
    }

    fn own(&mut self, predicate: usize, arguments: &'a [Term], place: Span) {
        let mut times = vec![0; self.names.len()];
        let count = &mut |name: &str, _| {
            self.names
                .get(name)
                .into_iter()
                .for_each(|number| times[*number] += 1)
        };
        arguments
            .iter()
            .for_each(|argument| each_variable(argument, count));
        let is_open = |argument: &Term| match &argument.kind {
            TermKind::Variable(name) => self
                .number(name)
                .is_none_or(|number| self.free[number] && times[number] == 1),
            _ => false,
        };
        let open = arguments
            .iter()
            .take(64)
            .enumerate()
            .filter(|(_, argument)| is_open(argument));
        let open = open.fold(0, |open, (at, _)| open | 1 << at);
        match self.analysis.ask(self.row, predicate, open, place) {
            None => self.reached = false,
            Some(left) => {
                let left = |at: usize| {
                    left.checked_shr(at as u32)
                        .is_some_and(|bits| bits & 1 == 1)
                };
                arguments
                    .iter()
                    .enumerate()
                    .filter(|(at, _)| !left(*at))
                    .for_each(|(_, argument)| self.bind(argument));
            }
        }
    }

    /// Variables that are unified count as shared from then on.
    fn unify(&mut self, left: &'a Term, right: &'a Term) {
        let is_ignored =
            |term: &Term| matches!(&term.kind, TermKind::Variable(name) if &**name == "_");
        if !is_ignored(left) && !is_ignored(right) {
            self.bind(left);
            self.bind(right);
        }
    }

    /// All variables of a term may have values now, or be shared.
    fn bind(&mut self, term: &Term) {
        each_variable(term, &mut |name, _| self.bind_named(name));
    }

    fn bind_named(&mut self, name: &str) {
        if let Some(number) = self.number(name) {
            self.free[number] = false;
        }
    }

    fn arithmetic(&mut self, expression: &'a Term) {
        each_variable(expression, &mut |name, place| {
            if self.number(name).is_none_or(|number| self.free[number]) {
                self.find(Doubt::Arithmetic, name, place);
                // Once is enough: what comes after cannot be reached.
                self.bind_named(name);
            }
        });
    }

    /// A variable under a negation that has no value yet but is seen elsewhere.
    fn negation(&mut self, doubt: Doubt, goal: &'a Term, counts_itself: bool) {
        let mut times = vec![0; self.names.len()];
        let mut places = Vec::new();
        each_variable(goal, &mut |name, place| {
            if let Some(number) = self.names.get(name).copied() {
                times[number] += usize::from(counts_itself);
                places.push((number, name, place));
            }
        });
        let mut told = vec![false; self.names.len()];
        for (number, name, place) in places {
            let is_seen = self.seen[number] > times[number];
            if self.free[number] && is_seen && !std::mem::replace(&mut told[number], true) {
                self.find(doubt.clone(), name, place);
            }
        }
    }

    fn see(&mut self, term: &Term, times: usize) {
        each_variable(term, &mut |name, _| {
            if let Some(number) = self.names.get(name) {
                self.seen[*number] += times;
            }
        });
    }

    /// Counts the variables of a body that can be seen from outside it, or takes them back. The
    /// parser bounds how deep a body nests, so plain recursion is safe.
    fn see_open(&mut self, body: &Term, enters: bool) {
        let Some(construct) = Construct::of_goal(body) else {
            return self.count_seen(body, enters);
        };
        match construct {
            Construct::And(first, second)
            | Construct::Or(first, second)
            | Construct::IfThen(first, second)
            | Construct::SoftIfThen(first, second) => {
                self.see_open(first, enters);
                self.see_open(second, enters);
            }
            Construct::Once(goal) | Construct::Ignore(goal) => self.see_open(goal, enters),
            Construct::Call(goal, added) => {
                self.see_open(goal, enters);
                added.iter().for_each(|term| self.see_open(term, enters));
            }
            Construct::Not(_) | Construct::NotPredicate(_) | Construct::ForAll(..) => {}
            Construct::FindAll(answers) | Construct::AggregateAll(answers) => {
                self.count_seen(answers.result, enters);
            }
            Construct::FindAllBefore(answers, tail) => {
                self.count_seen(answers.result, enters);
                self.count_seen(tail, enters);
            }
            Construct::Cut
            | Construct::True
            | Construct::Fail
            | Construct::Throw
            | Construct::Apply
            | Construct::BagOf(_)
            | Construct::SetOf(_)
            | Construct::Quantified(_)
            | Construct::Catch(..)
            | Construct::Lambda(..)
            | Construct::OverLists(..) => self.count_seen(body, enters),
        }
    }

    fn count_seen(&mut self, term: &Term, enters: bool) {
        each_variable(term, &mut |name, _| {
            if let Some(number) = self.names.get(name) {
                let seen = &mut self.seen[*number];
                *seen = if enters {
                    *seen + 1
                } else {
                    seen.saturating_sub(1)
                };
            }
        });
    }
}

/// The expression that an aggregate evaluates for each answer.
fn aggregated(template: &Term) -> Option<&Term> {
    match Aggregation::of(template)? {
        Aggregation::Sum(expression)
        | Aggregation::Max(expression)
        | Aggregation::Min(expression)
        | Aggregation::MaxWitness(expression, _)
        | Aggregation::MinWitness(expression, _) => Some(expression),
        Aggregation::Count | Aggregation::Bag(_) | Aggregation::Set(_) => None,
    }
}

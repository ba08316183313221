//! Follows one clause from its head to its end: which of its variables are sure to be unbound at
//! each point.

use rustc_hash::FxHashMap;

use super::ArgumentMode;
use super::call_patterns::{CallPatterns, OpenArguments, PatternId, tested_variables};
use super::calls::inside;
use super::listing::{ListedClause, each_variable};
use super::required_arguments::is_required;
use crate::logic::construct::{Aggregation, Construct};
use crate::logic::instruction::Comparison;
use crate::syntax::source::Span;
use crate::syntax::tree::{Name, SourceTerm, TermKind};

/// The numbers of a clause's named variables.
pub(super) type VariableNumbers<'a> = FxHashMap<&'a str, usize>;

/// Where a value is needed.
#[derive(Clone, Debug)]
pub(super) enum ValueUse {
    /// Under `\+`, or for `\=`.
    Negation,
    /// In a `forall`.
    Forall,
    /// In an expression.
    Arithmetic,
    /// As an argument of this built-in predicate.
    Argument(String),
    /// In an answer to a call from outside.
    Head,
}

/// A variable that is sure to be unbound where it needs a value.
pub(super) struct UnboundVariable<'a> {
    pub needed_by: ValueUse,
    pub variable: Name,
    pub place: Span,
    /// The head of its clause.
    pub head: &'a SourceTerm,
    /// For a variable of the head, the place of the call without a value for it.
    pub from: Option<Span>,
    /// Whether its clause has no body.
    pub is_in_fact: bool,
}

pub(super) struct Walker<'w, 'l, 'a> {
    patterns: &'w mut CallPatterns<'l, 'a>,
    /// The pattern with which the clause is called.
    pattern: PatternId,
    names: &'w VariableNumbers<'a>,
    clause: ListedClause<'a>,
    /// For each variable, whether it is sure to be unbound and shared with nothing.
    free: Vec<bool>,
    /// Whether this point can be reached.
    reached: bool,
    /// How often each variable occurs where its value can be seen from here: not inside a negation
    /// or a collection that lies elsewhere, and not in the other branch.
    seen: Vec<usize>,
    /// How often each variable occurs in the head.
    in_head: Vec<usize>,
    pub findings: Vec<UnboundVariable<'a>>,
}

impl<'w, 'l, 'a> Walker<'w, 'l, 'a> {
    pub fn new(
        patterns: &'w mut CallPatterns<'l, 'a>,
        pattern: PatternId,
        names: &'w VariableNumbers<'a>,
        clause: ListedClause<'a>,
    ) -> Self {
        let (free, seen) = (vec![true; names.len()], vec![0; names.len()]);
        Self {
            patterns,
            pattern,
            names,
            clause,
            free,
            reached: true,
            seen,
            in_head: Vec::new(),
            findings: Vec::new(),
        }
    }

    /// Follows the clause when it is called with the arguments in `open`. Returns the arguments
    /// that it leaves open, if its end can be reached.
    pub fn clause(&mut self, open: OpenArguments) -> Option<OpenArguments> {
        let is_open = |at: usize| {
            open.checked_shr(at as u32)
                .is_some_and(|bits| bits & 1 == 1)
        };
        for (at, argument) in self.clause.arguments().iter().enumerate() {
            self.see(argument, 1);
            if !is_open(at) {
                self.bind(argument);
            }
        }
        for name in tested_variables(&self.clause) {
            self.bind_named(name);
        }
        self.in_head.clone_from(&self.seen);
        if let Some(body) = self.clause.body {
            self.see_open(body, true);
            self.goal(body);
        }
        if !self.reached {
            return None;
        }
        self.open_ends();
        let arguments = self.clause.arguments().iter().enumerate();
        let left = arguments.filter(|(at, argument)| is_open(*at) && self.is_left(argument));
        Some(left.fold(0, |left, (at, _)| left | 1 << at))
    }

    fn is_left(&self, argument: &SourceTerm) -> bool {
        let TermKind::Variable(name) = &argument.kind else {
            return false;
        };
        self.number(name)
            .is_none_or(|number| self.free[number] && self.in_head[number] == 1)
    }

    /// The variables of a head that is called from outside must have values at the end of the
    /// clause.
    fn open_ends(&mut self) {
        let Some(modes) = self.patterns.get(self.pattern).modes else {
            return;
        };
        for (argument, _) in self
            .clause
            .arguments()
            .iter()
            .zip(modes)
            .filter(|(_, mode)| **mode == ArgumentMode::Wanted)
        {
            each_variable(argument, &mut |name, place| {
                if self.number(name).is_none_or(|number| self.free[number]) {
                    self.find(ValueUse::Head, name, place);
                }
            });
        }
    }

    fn number(&self, name: &str) -> Option<usize> {
        self.names.get(name).copied()
    }

    fn find(&mut self, needed_by: ValueUse, name: &str, place: Span) {
        let from = match self.number(name) {
            Some(number) if self.in_head[number] > 0 => self.patterns.get(self.pattern).from,
            _ => None,
        };
        self.findings.push(UnboundVariable {
            needed_by,
            variable: name.into(),
            place,
            head: self.clause.head,
            from,
            is_in_fact: self.clause.body.is_none(),
        });
    }

    /// The parser bounds how deep a body nests, so plain recursion is safe.
    fn goal(&mut self, goal: &'a SourceTerm) {
        let Some((name, arguments)) = goal.parts().filter(|_| self.reached) else {
            return;
        };
        self.patterns.work += 1;
        let construct = Construct::of(name, arguments);
        if !construct.as_ref().is_some_and(Construct::is_control)
            && let Some(predicate) = self.patterns.listing.own(name, arguments.len())
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
                self.negation(ValueUse::Negation, goal, false);
                self.aside(&[inner], None);
            }
            Construct::ForAll(condition, action) => {
                self.negation(ValueUse::Forall, goal, false);
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

    /// A goal that is not a construct and not a predicate of the program.
    fn simple(&mut self, name: &str, arguments: &'a [SourceTerm], goal: &'a SourceTerm) {
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
            ("\\=", [_, _]) => self.negation(ValueUse::Negation, goal, true),
            (operator, [_, _]) if Comparison::of_terms(operator).is_some() => {}
            _ => self.other(name, arguments, goal),
        }
    }

    /// Goals whose bindings are not seen outside, and the expression that is evaluated for each
    /// answer.
    fn aside(&mut self, goals: &[&'a SourceTerm], expression: Option<&'a SourceTerm>) {
        let within: Vec<&'a SourceTerm> = goals.iter().map(|goal| inside(goal)).collect();
        let (free, reached) = (self.free.clone(), self.reached);
        within.iter().for_each(|inner| self.see_open(inner, true));
        within.iter().for_each(|inner| self.goal(inner));
        expression
            .into_iter()
            .for_each(|expression| self.arithmetic(expression));
        within.iter().for_each(|inner| self.see_open(inner, false));
        (self.free, self.reached) = (free, reached);
    }

    fn choice(&mut self, choice: &'a SourceTerm, otherwise: &'a SourceTerm) {
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

    /// Follows two alternatives: a variable that is open after both is open.
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

    /// A goal of a built-in predicate, of a relation, or of an unknown predicate.
    fn other(&mut self, name: &str, arguments: &'a [SourceTerm], goal: &'a SourceTerm) {
        for argument in self.needed(name, arguments) {
            if let TermKind::Variable(variable) = &argument.kind
                && self.number(variable).is_none_or(|number| self.free[number])
                && !self.patterns.listing.is_relation(name, arguments.len())
            {
                self.find(
                    ValueUse::Argument(format!("{name}/{}", arguments.len())),
                    variable,
                    argument.span,
                );
            }
        }
        let elsewhere = self
            .patterns
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

    /// The arguments that must have values, for a goal that is not a predicate of the program: the
    /// inputs of a built-in, and the arguments that are given in a call from outside.
    fn needed(&self, name: &str, arguments: &'a [SourceTerm]) -> Vec<&'a SourceTerm> {
        let entries = &self.patterns.listing.subject.entries;
        let asked = entries
            .iter()
            .find(|entry| *entry.name == *name && entry.modes.len() == arguments.len());
        let is_needed = |at: usize| match asked {
            Some(entry) => entry.modes[at] == ArgumentMode::Given,
            None => is_required(name, arguments.len(), at),
        };
        let arguments = arguments.iter().enumerate();
        arguments
            .filter(|(at, _)| is_needed(*at))
            .map(|(_, argument)| argument)
            .collect()
    }

    fn own(&mut self, predicate: usize, arguments: &'a [SourceTerm], place: Span) {
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
        let is_open = |argument: &SourceTerm| match &argument.kind {
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
        match self.patterns.ask(self.pattern, predicate, open, place) {
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

    /// Variables that are unified count as shared from here on.
    fn unify(&mut self, left: &'a SourceTerm, right: &'a SourceTerm) {
        let is_ignored =
            |term: &SourceTerm| matches!(&term.kind, TermKind::Variable(name) if &**name == "_");
        if !is_ignored(left) && !is_ignored(right) {
            self.bind(left);
            self.bind(right);
        }
    }

    /// All variables of a term may have values now, or be shared.
    fn bind(&mut self, term: &SourceTerm) {
        each_variable(term, &mut |name, _| self.bind_named(name));
    }

    fn bind_named(&mut self, name: &str) {
        if let Some(number) = self.number(name) {
            self.free[number] = false;
        }
    }

    fn arithmetic(&mut self, expression: &'a SourceTerm) {
        each_variable(expression, &mut |name, place| {
            if self.number(name).is_none_or(|number| self.free[number]) {
                self.find(ValueUse::Arithmetic, name, place);
                // One warning is enough: later goals cannot be reached.
                self.bind_named(name);
            }
        });
    }

    /// Finds the variables under a negation that have no value yet but occur elsewhere.
    fn negation(&mut self, needed_by: ValueUse, goal: &'a SourceTerm, counts_itself: bool) {
        let mut times = vec![0; self.names.len()];
        let mut places = Vec::new();
        each_variable(goal, &mut |name, place| {
            if let Some(number) = self.names.get(name).copied() {
                times[number] += usize::from(counts_itself);
                places.push((number, name, place));
            }
        });
        let mut reported = vec![false; self.names.len()];
        for (number, name, place) in places {
            let is_seen = self.seen[number] > times[number];
            if self.free[number] && is_seen && !std::mem::replace(&mut reported[number], true) {
                self.find(needed_by.clone(), name, place);
            }
        }
    }

    fn see(&mut self, term: &SourceTerm, times: usize) {
        each_variable(term, &mut |name, _| {
            if let Some(number) = self.names.get(name) {
                self.seen[*number] += times;
            }
        });
    }

    /// Counts the variables of a body that can be seen from outside it, or removes them from the
    /// count. The parser bounds how deep a body nests, so plain recursion is safe.
    fn see_open(&mut self, body: &SourceTerm, enters: bool) {
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

    fn count_seen(&mut self, term: &SourceTerm, enters: bool) {
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
fn aggregated(template: &SourceTerm) -> Option<&SourceTerm> {
    match Aggregation::of(template)? {
        Aggregation::Sum(expression)
        | Aggregation::Max(expression)
        | Aggregation::Min(expression)
        | Aggregation::MaxWitness(expression, _)
        | Aggregation::MinWitness(expression, _) => Some(expression),
        Aggregation::Count | Aggregation::Bag(_) | Aggregation::Set(_) => None,
    }
}

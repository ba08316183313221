//! Goals proved with the position unknown: every answer comes with the condition under which it is
//! one.
//!
//! Answers come in the order in which the machine would give them. What is found of a call is kept
//! (tabling), as conditional answers, and a ground call becomes a node of the circuit: a residual
//! program, after SLG resolution (W. Chen and D. S. Warren, 1996). Calls may need themselves where
//! the predicate has tables.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::beyond::{Beyond, Frontier, Reasons};
use super::chains::{Further, Watch};
use super::circle::Circles;
use super::condition::Condition;
use super::deferred::Deferred;
use super::effort::Nesting;
use super::goal::{Callee, Goal, Kind};
use super::limits::Budget;
use super::names::Forms;
use super::program::{Predicate, Predicates};
use super::question::{Extent, Question};
use super::reader::GROUPED;
use super::reason::Reason;
use super::relations::Relations;
use super::spend::{ENDLESS, TOO_DEEP};
use super::store::{Fixed, Instance, Item, Store, Unknown, Value, is_ground};
use super::table::{Answers, Call, Projection};
use super::walk::Walks;
use crate::compile::circuit::{Circuit, Gate, Literal};
use crate::logic::{Facts, Machine};
use crate::syntax::source::Span;

/// Whether more answers are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flow {
    More,
    Enough,
}

pub(super) type Outcome = Result<Flow, Reason>;

/// Answers with their conditions, and where there may be others.
pub(super) type Found = (Vec<(Instance, Condition)>, Beyond);

/// What happens with an answer.
pub(super) type Next<'n, 's> = &'n mut dyn FnMut(&mut Solver<'s>, &Condition) -> Outcome;

/// Which answers are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Mode {
    /// Those that differ, in any order.
    Set,
    /// Those that differ, in the order in which each first comes.
    Order,
    /// All, the same one as often as it can be derived.
    Bag,
}

/// Which moves are chosen.
#[derive(Clone, Debug)]
pub(super) enum Does {
    /// None: `does` may not be asked.
    Nothing,
    /// This one: its number, and role and move as an instance.
    One(u32, Instance),
    /// Each of these may be chosen.
    Any(Rc<Choices>),
}

/// Moves that may be chosen: role and move as an instance, and the literal that it is chosen.
#[derive(Debug, Default)]
pub(super) struct Choices {
    all: Vec<(Instance, Literal)>,
    /// The numbers of those that are the same move, of whatever role.
    by_move: FxHashMap<Instance, Vec<usize>>,
}

impl Choices {
    pub fn add(&mut self, played: Instance, chosen: Literal) {
        // A role is a constant: one item.
        let same = self.by_move.entry(played[1..].into()).or_default();
        same.push(self.all.len());
        self.all.push((played, chosen));
    }
}

/// Where a goal stands while it is solved.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scope {
    /// The first variable of its clause.
    pub frame: u32,
    pub mode: Mode,
    /// Where it is noted what cannot be compiled.
    pub frontier: usize,
}

impl Scope {
    /// These variables of its clause.
    pub fn values(self, variables: &[u32]) -> Vec<Value> {
        variables
            .iter()
            .map(|variable| Value::Variable(self.frame + variable))
            .collect()
    }
}

/// What was found, so that it is found once.
#[derive(Default)]
pub(super) struct Kept {
    /// None while the call is being answered.
    pub answers: FxHashMap<Call, Option<Rc<Answers>>>,
    /// What is found of goals where they stand, with what sums are taken to be there.
    pub questions: FxHashMap<(Question, Fixed, Extent), (Literal, Beyond)>,
    pub projections: FxHashMap<(Projection, Fixed), Rc<Answers>>,
}

/// An evaluation.
pub(super) struct Solver<'s> {
    pub store: Store,
    pub circuit: Circuit,
    pub relations: &'s Relations,
    pub(super) predicates: &'s Predicates,
    pub(super) machine: &'s mut Machine,
    pub(super) nothing: Facts,
    /// What was found that does not depend on the chosen moves.
    pub(super) kept: Kept,
    /// What was found that depends on those that are chosen now.
    pub(super) kept_of_chosen: Kept,
    /// How many calls of each predicate there were that depended on moves which were chosen before.
    calls_of_chosen: Vec<usize>,
    /// The calls that need themselves.
    pub(super) circles: Circles,
    pub(super) statics: FxHashMap<(Rc<str>, Instance), Rc<[Instance]>>,
    /// What is asked of positions after moves.
    pub(super) deferred: Deferred,
    /// Whether it does not matter what holds after a move: it may hold or not.
    pub(super) guesses_after: bool,
    /// The predicates that are walked.
    pub(super) walks: Walks,
    /// The forms of the labels in the circuit.
    pub forms: Forms,
    /// The moves that are chosen.
    does: Does,
    pub(super) budget: Budget,
    /// What may be spent in addition.
    pub(super) further: Option<Further>,
    /// Whether calls within each other grow terms, where that decides what may be spent.
    pub(super) grows_terms: bool,
    /// What is looked for while a part is asked that judges positions.
    pub(super) watch: Option<Watch>,
    /// The budget before and after it was restrained, if it is.
    pub(super) restrained: Option<(Budget, Budget)>,
    pub(super) spent: u64,
    /// What has been kept so far, in bytes.
    pub(super) held: usize,
    pub(super) depth: usize,
    /// For each predicate, of its calls that are being answered, how many compound terms they have, if that is
    /// counted.
    pub(super) nested: Vec<Vec<usize>>,
    /// How many of them are answered within each other. One more is asked only whether it has an answer.
    pub(super) most_nested: Vec<usize>,
    /// How many there were at most.
    pub deepest: Vec<usize>,
    /// Those of the goals that are being answered.
    pub(super) frontiers: Vec<Frontier>,
    pub(super) reasons: Reasons,
}

impl<'s> Solver<'s> {
    pub fn new(
        store: Store,
        relations: &'s Relations,
        predicates: &'s Predicates,
        machine: &'s mut Machine,
        budget: Budget,
        nesting: Option<&Nesting>,
    ) -> Self {
        let most_nested = |predicate: &Predicate| {
            let name = format!("{}/{}", predicate.name, predicate.arity);
            nesting
                .filter(|nesting| nesting.limited.contains(&name))
                .map_or(usize::MAX, |nesting| nesting.most)
        };
        let nothing = Facts::empty(machine.program().schema());
        let circuit = Circuit::new(relations.for_circuit(&store));
        Self {
            store,
            circuit,
            relations,
            predicates,
            machine,
            nothing,
            kept: Kept::default(),
            kept_of_chosen: Kept::default(),
            calls_of_chosen: vec![0; predicates.predicates.len()],
            circles: Circles::default(),
            statics: FxHashMap::default(),
            deferred: Deferred::default(),
            guesses_after: false,
            walks: Walks::default(),
            forms: Forms::new(relations.compound_keys.clone()),
            does: Does::Nothing,
            budget,
            further: None,
            grows_terms: false,
            watch: None,
            restrained: None,
            spent: 0,
            held: 0,
            depth: 0,
            nested: vec![Vec::new(); predicates.predicates.len()],
            most_nested: predicates.predicates.values().map(most_nested).collect(),
            deepest: vec![0; predicates.predicates.len()],
            frontiers: Vec::new(),
            reasons: Reasons::default(),
        }
    }

    /// Chooses moves. What was found that depends on others is asked for no more.
    pub fn choose(&mut self, does: Does) {
        self.does = does;
        let kept = &mut self.kept_of_chosen;
        for call in kept.answers.keys() {
            self.calls_of_chosen[call.predicate as usize] += 1;
        }
        kept.answers.clear();
        kept.questions.clear();
        kept.projections.clear();
    }

    /// What was found that depends on the chosen moves, if there are such, or on none.
    pub(super) fn kept(&mut self, chosen: Option<u32>) -> &mut Kept {
        debug_assert!(
            chosen.is_none() || chosen == self.chosen(),
            "the moves chosen now"
        );
        match chosen {
            Some(_) => &mut self.kept_of_chosen,
            None => &mut self.kept,
        }
    }

    /// How many goals were solved.
    pub fn goals(&self) -> u64 {
        self.spent
    }

    /// How many different calls of each predicate there were.
    pub fn calls(&self) -> Vec<usize> {
        let mut calls = self.calls_of_chosen.clone();
        let kept = [&self.kept, &self.kept_of_chosen].into_iter();
        for call in kept.flat_map(|kept| kept.answers.keys()) {
            calls[call.predicate as usize] += 1;
        }
        calls
    }

    /// All answers to a predicate: the arguments and the condition of each; and what is not known
    /// of them.
    pub fn answers(&mut self, predicate: u32, given: &[Item], mode: Mode) -> Result<Found, Reason> {
        let mark = self.store.mark();
        let arguments = self.store.restore_all(given);
        let mut answers = Vec::new();
        let outcome = self.on_frontier(None, |solver, frontier| {
            let (scope, always) = (
                Scope {
                    frame: 0,
                    mode,
                    frontier,
                },
                Condition::always(),
            );
            if let Some(outcome) = solver.add_kept(predicate, given, scope, &mut answers) {
                return outcome;
            }
            solver.call(
                predicate,
                &arguments,
                scope,
                &always,
                None,
                &mut |solver, condition| {
                    solver.add_answer(&arguments, frontier, condition, &mut answers)
                },
            )
        });
        self.store.undo(mark);
        // Calls on the way to what is not compiled are open no longer.
        self.depth = 0;
        self.nested.iter_mut().for_each(Vec::clear);
        if self.is_exhausted() {
            for kept in [&mut self.kept, &mut self.kept_of_chosen] {
                kept.answers.retain(|_, answers| answers.is_some());
            }
        }
        let is_endless = std::mem::take(&mut self.store.is_endless);
        match outcome {
            Ok(_) if is_endless => Err(Reason::new(ENDLESS, None)),
            outcome => outcome.map(|(_, frontier)| (answers, self.beyond(frontier, None))),
        }
    }

    /// All answers to a predicate of that name, in every position if it depends on none; and where
    /// there may be others.
    pub fn answers_of(
        &mut self,
        name: &str,
        given: &[Item],
        arity: usize,
        mode: Mode,
    ) -> Result<Found, Reason> {
        if let Some(predicate) = self.predicates.find(name, arity) {
            return self.answers(predicate, given, mode);
        }
        if self.machine.program().predicate(name, arity).is_none() {
            return Ok((Vec::new(), Beyond::nowhere()));
        }
        Ok((self.static_answers(name, given)?, Beyond::nowhere()))
    }

    /// All answers to a predicate that does not depend on the position.
    fn static_answers(
        &mut self,
        name: &str,
        given: &[Item],
    ) -> Result<Vec<(Instance, Condition)>, Reason> {
        let mark = self.store.mark();
        let arguments = self.store.restore_all(given);
        let mut answers = Vec::new();
        let outcome = self.ask(
            &name.into(),
            &arguments,
            None,
            &Condition::always(),
            &mut |solver, condition| {
                answers.push((solver.store.instance(&arguments), condition.clone()));
                Ok(Flow::More)
            },
        );
        self.store.undo(mark);
        outcome.map(|_| answers)
    }

    /// Solves the goals one after the other.
    pub fn conjunction(
        &mut self,
        goals: &'s [Goal],
        scope: Scope,
        condition: &Condition,
        next: Next<'_, 's>,
    ) -> Outcome {
        match goals {
            [] => next(self, condition),
            [goal] => self.solve(goal, scope, condition, next),
            [goal, rest @ ..] => self.solve(goal, scope, condition, &mut |solver, condition| {
                solver.conjunction(rest, scope, condition, next)
            }),
        }
    }

    /// Solves a goal, and takes back what each answer has bound. A goal that cannot be compiled is
    /// left out.
    pub fn solve(
        &mut self,
        goal: &'s Goal,
        scope: Scope,
        condition: &Condition,
        next: Next<'_, 's>,
    ) -> Outcome {
        self.spend(Some(goal.span))?;
        let mark = self.store.mark();
        let around = std::mem::replace(&mut self.walks.frontier, scope.frontier);
        let outcome = self.deeper(|solver| solver.solve_kind(goal, scope, condition, next));
        self.walks.frontier = around;
        self.store.undo(mark);
        outcome.or_else(|reason| self.leave_out(reason, scope.frontier, condition))
    }

    /// Does what is within a goal, or what comes after it.
    fn deeper(&mut self, work: impl FnOnce(&mut Self) -> Outcome) -> Outcome {
        self.depth += 1;
        let outcome = work(self);
        self.depth -= 1;
        outcome
    }

    /// The same where no goal is solved, but what comes after is proved within all the same.
    pub(super) fn step_deeper(
        &mut self,
        span: Span,
        work: impl FnOnce(&mut Self) -> Outcome,
    ) -> Outcome {
        match self.depth > self.budget.depth {
            true => Err(Reason::new(TOO_DEEP, span)),
            false => self.deeper(work),
        }
    }

    fn solve_kind(
        &mut self,
        goal: &'s Goal,
        scope: Scope,
        condition: &Condition,
        next: Next<'_, 's>,
    ) -> Outcome {
        match &goal.kind {
            Kind::True => next(self, condition),
            Kind::Fail => Ok(Flow::More),
            Kind::Cut => Err(Reason::new("a cut inside another goal", goal.span)),
            Kind::All(goals) => self.conjunction(goals, scope, condition, next),
            Kind::Either(left, right) => match self.solve(left, scope, condition, next)? {
                Flow::More => self.solve(right, scope, condition, next),
                Flow::Enough => Ok(Flow::Enough),
            },
            Kind::Not(inner) => {
                let holds = self.exists(inner, scope, condition)?;
                self.with(condition, !holds, next)
            }
            Kind::Refused(reason) => Err(reason.clone()),
            Kind::Once(inner) => self
                .first(inner, scope, condition, next)
                .map(|(flow, _)| flow),
            Kind::IfThenElse(test, then, otherwise) => {
                let (flow, tested) =
                    self.first(test, scope, condition, &mut |solver, condition| {
                        solver.solve(then, scope, condition, next)
                    })?;
                self.otherwise(otherwise, scope, condition, flow, &tested, next)
            }
            Kind::SoftIfThenElse(test, then, otherwise) => {
                let (mut tested, mut flow) = (Vec::new(), Flow::More);
                let before = self.commitment();
                let (_, beyond) = self.committed(scope, |solver, frontier| {
                    solver.solve(
                        test,
                        Scope { frontier, ..scope },
                        &Condition::always(),
                        &mut |solver, own| {
                            tested.push(own.clone());
                            if let Some(both) = condition.and_all(own, &solver.circuit) {
                                let before = solver.walked_in(before, goal.span)?;
                                flow = solver.as_committed(before, |solver| {
                                    solver.solve(then, scope, &both, next)
                                })?;
                            }
                            Ok(flow)
                        },
                    )
                })?;
                self.inherit(&beyond, scope, condition);
                self.otherwise(otherwise, scope, condition, flow, &tested, next)
            }
            Kind::Aggregate(what, inner, result) => {
                self.aggregate(what, inner, result, goal.span, scope, condition, next)
            }
            Kind::FindAll(template, inner, list, is_set) => self.find_all(
                template, inner, list, *is_set, goal.span, scope, condition, next,
            ),
            Kind::Solutions(variables, found) => {
                let values = scope.values(variables);
                if !is_ground(&self.store.instance(&values)) {
                    return Err(Reason::new(GROUPED, goal.span));
                }
                if !self.walks.are_wanted() && self.predicates.leads_to_chains(found) {
                    // There are too many chains; a walk needs those of one position.
                    return Err(Reason::new("`bagof` and `setof` of chains", goal.span));
                }
                self.solve(found, scope, condition, next)
            }
            Kind::Unify(left, right) => {
                let (left, right) = (
                    self.store.build(left, scope.frame),
                    self.store.build(right, scope.frame),
                );
                match (left, right) {
                    (Value::Subsequence(_), Value::Compound(_))
                    | (Value::Compound(_), Value::Subsequence(_)) => {
                        let unread = goal.unread(scope.frame);
                        self.equal_to_list((left, right), &[], &unread, condition, next)
                    }
                    _ => self.unify(left, right, condition, next),
                }
            }
            Kind::Is(result, expression) => {
                self.is(result, expression, goal.span, scope, condition, next)
            }
            Kind::Compare(comparison, left, right) => {
                self.compare(*comparison, left, right, goal.span, scope, condition, next)
            }
            Kind::After(_) if self.walks.are_wanted() => {
                Err(Reason::new("a walk and what holds after a move", goal.span))
            }
            Kind::After(after) => self.after_move(after, goal.span, scope, condition, next),
            Kind::Call(Callee::Clauses(predicate), arguments)
                if self.is_existence(*predicate, arguments, goal, scope) =>
            {
                self.can_move(arguments, scope, condition, next)
            }
            Kind::Call(callee, _) if goal.has_void && self.has_many_answers(callee) => {
                self.projected(goal, scope, condition, next)
            }
            Kind::Call(callee, arguments) => {
                let arguments = self.store.build_all(arguments, scope.frame);
                if let Callee::OfList(what, _) = callee
                    && let Some(list) = self.asked_list(*what, &arguments)
                {
                    let unread = goal.unread(scope.frame);
                    let here = (goal.span, scope.mode);
                    return self.of_list(*what, list, &unread, here, condition, next);
                }
                self.call_any(callee, &arguments, scope, goal.span, condition, next)
            }
        }
    }

    /// Whether a call may have several answers that depend on the position or on the chosen moves.
    fn has_many_answers(&self, callee: &Callee) -> bool {
        match callee {
            Callee::Clauses(_) | Callee::Fluent(_) => true,
            Callee::Does => matches!(self.does, Does::Any(_)),
            Callee::OfList(..) | Callee::Static(_) => false,
        }
    }

    /// Calls what a goal names; a number in the arguments that depends on the position is looked at
    /// value by value.
    pub(super) fn call_any(
        &mut self,
        callee: &Callee,
        arguments: &[Value],
        scope: Scope,
        span: Span,
        condition: &Condition,
        next: Next<'_, 's>,
    ) -> Outcome {
        if !matches!(callee, Callee::Clauses(_))
            && let Some(hidden) = self.hidden_in(arguments)
        {
            let here = (span, scope);
            return self.of_hidden((callee, arguments), hidden, here, condition, next);
        }
        let sum = arguments
            .iter()
            .find_map(|argument| self.store.find_sum(*argument))
            .map(Unknown::Sum);
        if let Some(sum) = sum {
            return self.split(sum, span, condition, &mut |solver, condition| {
                solver.call_any(callee, arguments, scope, span, condition, next)
            });
        }
        if let Some(cell) = arguments
            .iter()
            .find_map(|argument| self.store.find_content(*argument))
        {
            return self.with_content((callee, arguments), cell, (span, scope), condition, next);
        }
        self.call_known(callee, arguments, scope, span, condition, next)
    }

    /// The same without numbers or contents of cells in the arguments, or where they may stand there.
    pub(super) fn call_known(
        &mut self,
        callee: &Callee,
        arguments: &[Value],
        scope: Scope,
        span: Span,
        condition: &Condition,
        next: Next<'_, 's>,
    ) -> Outcome {
        if let Callee::OfList(what, _) = callee
            && let Some(list) = self.asked_list(*what, arguments)
        {
            return self.of_list(*what, list, &[], (span, scope.mode), condition, next);
        }
        // The clauses that a list goes through are evaluated, as what depends on the position.
        if let Callee::Static(name) = callee
            && self.has_subsequence(arguments)
            && let Some(predicate) = self.predicates.find_static(name, arguments.len())
        {
            return self.call(predicate, arguments, scope, condition, Some(span), next);
        }
        if !matches!(callee, Callee::Clauses(_))
            && let Some(outcome) = self.with_each_list(
                arguments,
                scope.frontier,
                condition,
                &mut |solver, arguments, condition| {
                    solver.call_any(callee, arguments, scope, span, condition, next)
                },
            )
        {
            return outcome;
        }
        match callee {
            Callee::Clauses(predicate) => {
                self.call(*predicate, arguments, scope, condition, Some(span), next)
            }
            Callee::Fluent(relation) => self.fluent(*relation, arguments, condition, next),
            Callee::Does => match self.does.clone() {
                Does::Nothing => Err(Reason::new("`does` outside the effects of a move", span)),
                Does::One(_, chosen) => self.unify_answer(arguments, &chosen, condition, next),
                Does::Any(moves) => self.does_any(&moves, arguments, condition, next),
            },
            Callee::OfList(_, name) => self.ask(name, arguments, Some(span), condition, next),
            Callee::Static(name) => {
                match self.handed_on(name, arguments, (span, scope), condition, next) {
                    Some(outcome) => outcome,
                    None => self.ask(name, arguments, Some(span), condition, next),
                }
            }
        }
    }

    /// Goes on under a literal more.
    pub fn with(&mut self, condition: &Condition, literal: Literal, next: Next<'_, 's>) -> Outcome {
        match condition.and(literal, &self.circuit) {
            Some(condition) => next(self, &condition),
            None => Ok(Flow::More),
        }
    }

    /// Goes on for each move that may be chosen, where it is.
    fn does_any(
        &mut self,
        choices: &Choices,
        arguments: &[Value],
        condition: &Condition,
        next: Next<'_, 's>,
    ) -> Outcome {
        let asked = self.store.instance(&arguments[1..]);
        let possible: Vec<usize> = match is_ground(&asked) {
            true => choices.by_move.get(&asked).cloned().unwrap_or_default(),
            false => (0..choices.all.len()).collect(),
        };
        self.weigh_items(possible.len());
        for number in possible {
            let (played, chosen) = &choices.all[number];
            let Some(condition) = condition.and(*chosen, &self.circuit) else {
                continue;
            };
            if self.unify_answer(arguments, played, &condition, next)? == Flow::Enough {
                return Ok(Flow::Enough);
            }
        }
        Ok(Flow::More)
    }

    /// The chosen moves by a number.
    pub(super) fn chosen(&self) -> Option<u32> {
        match &self.does {
            Does::Nothing => None,
            Does::One(number, _) => Some(*number),
            Does::Any(_) => Some(u32::MAX),
        }
    }

    /// The same, if the predicate depends on it.
    pub(super) fn chosen_for(&self, predicate: u32) -> Option<u32> {
        self.chosen()
            .filter(|_| self.predicates.predicates[predicate as usize].reads_does)
    }

    /// That one of these literals holds, by what goals among them say: as part of whatever needs
    /// it.
    pub fn nameless(&mut self, literals: Vec<Literal>) -> Literal {
        let said = |literal: Literal| match self.circuit.gate(literal.node()) {
            Gate::Any(parts) if !literal.is_negated() => parts.clone(),
            _ => vec![literal],
        };
        let said: Vec<Literal> = literals.into_iter().flat_map(said).collect();
        self.circuit.any(said)
    }
}

//! Calls whose answers are kept (tabling): each different call is answered once, and a ground call
//! becomes a node.

use std::rc::Rc;

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::beyond::{Beyond, Frontier};
use super::circle::{Commitment, Goals};
use super::condition::Condition;
use super::goal::{Callee, Clause, Goal, Kind};
use super::names::Said;
use super::reason::Reason;
use super::solver::{Flow, Mode, Next, Outcome, Scope, Solver};
use super::store::{Fixed, Instance, Item, Value, is_ground, is_known};
use crate::compile::circuit::{Gate, Label, Literal};
use crate::syntax::source::Span;

/// One answer to a call.
#[derive(Debug)]
pub(super) struct Answer {
    /// The arguments.
    pub instance: Instance,
    pub condition: Condition,
    /// The walk that has one such answer for each of its own.
    pub walking: Option<u32>,
}

/// All answers to a call.
#[derive(Debug)]
pub(super) struct Answers {
    answers: Vec<Answer>,
    beyond: Beyond,
}

impl Answers {
    /// How many parts its terms and conditions have.
    fn parts(&self) -> usize {
        self.answers
            .iter()
            .map(|answer| answer.instance.len() + answer.condition.len() + 4)
            .sum()
    }
}

/// A call as it is remembered.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Call {
    pub predicate: u32,
    pub mode: Mode,
    pub arguments: Instance,
    /// The chosen move, if the predicate depends on it.
    pub does: Option<u32>,
}

/// A call some of whose variables nobody reads: the goal, its mode, its variables, and the chosen
/// move.
pub(super) type Projection = (u32, Mode, Instance, Option<u32>);

impl<'s> Solver<'s> {
    /// A call some of whose variables nobody reads: answers that differ in these alone are one.
    pub(super) fn projected(
        &mut self,
        goal: &'s Goal,
        scope: Scope,
        condition: &Condition,
        next: Next<'_, 's>,
    ) -> Outcome {
        let (all, live) = (scope.values(&goal.variables), scope.values(&goal.live));
        let key = (
            (
                goal.number,
                scope.mode,
                self.store.instance(&all),
                self.chosen(),
            ),
            self.store.fixed().clone(),
        );
        let chosen = self.chosen();
        let answers = match self.kept(chosen).projections.get(&key) {
            Some(answers) => Rc::clone(answers),
            None => {
                let (answers, beyond) = self.in_asked_walk(&key.0.2, |solver| {
                    solver.on_inner_frontier(scope, |solver, frontier| {
                        solver.project(goal, Scope { frontier, ..scope }, &live, &key.0.2)
                    })
                })?;
                let answers = Rc::new(Answers { answers, beyond });
                self.remember(key.0.2.len() + answers.parts());
                let kept = &mut self.kept(chosen).projections;
                kept.insert(key, Rc::clone(&answers));
                answers
            }
        };
        self.each_answer(&answers, &live, scope, condition, next)
    }

    /// Goes on with each answer, its arguments these values.
    fn each_answer(
        &mut self,
        answers: &Answers,
        values: &[Value],
        scope: Scope,
        condition: &Condition,
        next: Next<'_, 's>,
    ) -> Outcome {
        if self.inherit(&answers.beyond, scope, condition) == Flow::Enough {
            return Ok(Flow::Enough);
        }
        for answer in &answers.answers {
            self.go_on(None)?;
            let Some(both) = condition.and_all(&answer.condition, &self.circuit) else {
                continue;
            };
            let outcome = self.in_walk_of(answer.walking, values, &both, &mut |solver, both| {
                solver.unify_answer(values, &answer.instance, both, next)
            })?;
            if outcome == Flow::Enough {
                return Ok(Flow::Enough);
            }
        }
        Ok(Flow::More)
    }

    fn project(
        &mut self,
        goal: &'s Goal,
        scope: Scope,
        live: &[Value],
        asked: &[Item],
    ) -> Result<Vec<Answer>, Reason> {
        let Kind::Call(callee, arguments) = &goal.kind else {
            return Ok(Vec::new());
        };
        let arguments = self.store.build_all(arguments, scope.frame);
        let is_single = is_ground(&self.store.instance(live));
        let scope = match scope.mode {
            // All answers are one.
            Mode::Order if is_single => Scope {
                mode: Mode::Set,
                ..scope
            },
            _ => scope,
        };
        let around = self.walks.walking;
        let mut groups: Vec<(Instance, Vec<Condition>, Option<u32>)> = Vec::new();
        let always = Condition::always();
        let outcome = self.call_any(
            callee,
            &arguments,
            scope,
            goal.span,
            &always,
            &mut |solver, condition| {
                let instance = solver.store.instance(live);
                let is_each = scope.mode != Mode::Set || solver.walks.has_output(&instance);
                let walking = solver.walks.walking;
                let walking = walking.filter(|walking| is_each && Some(*walking) != around);
                let is_same = |(known, _, other): &&mut (Instance, _, Option<u32>)| {
                    *known == instance && walking.is_none() && other.is_none()
                };
                let mut group = match scope.mode {
                    Mode::Set => groups.iter_mut().find(is_same),
                    // Order and number of the answers count: those that come one after the other
                    // are one.
                    Mode::Order | Mode::Bag => groups.last_mut().filter(is_same),
                };
                let is_one = |(_, known, _): &&mut (Instance, Vec<Condition>, _)| {
                    scope.mode != Mode::Bag
                        || known
                            .iter()
                            .all(|other| other.is_apart_from(condition, &solver.circuit))
                };
                group = group.filter(is_one);
                match group {
                    Some((_, conditions, _)) => conditions.push(condition.clone()),
                    None => groups.push((instance, vec![condition.clone()], walking)),
                }
                Ok(Flow::More)
            },
        );
        outcome.or_else(|reason| self.leave_out(reason, scope.frontier, &always))?;
        let mut answers = Vec::new();
        let mut times: FxHashMap<Instance, usize> = FxHashMap::default();
        groups
            .iter()
            .for_each(|(instance, ..)| *times.entry(instance.clone()).or_default() += 1);
        for (instance, conditions, walking) in groups {
            if let [condition] = &*conditions {
                answers.push(Answer {
                    instance,
                    condition: condition.clone(),
                    walking,
                });
                continue;
            }
            let label = match callee {
                // What comes more than once has no name of its own.
                Callee::Clauses(_) if is_ground(&instance) && times[&instance] == 1 => {
                    let said = Said::Projected(goal.number, goal.span);
                    Some(self.forms.label(said, &[asked, &instance].concat()))
                }
                _ => None,
            };
            let condition = self.any_of(&conditions, label);
            answers.extend(condition.map(|condition| Answer {
                instance,
                condition,
                walking: None,
            }));
        }
        Ok(answers)
    }

    /// Calls a predicate that depends on the position.
    pub(super) fn call(
        &mut self,
        predicate: u32,
        arguments: &[Value],
        scope: Scope,
        condition: &Condition,
        span: Option<Span>,
        next: Next<'_, 's>,
    ) -> Outcome {
        if self.walks.are_of(predicate) {
            return self.walk(predicate, arguments, span, condition, next);
        }
        let answers = self.answers_to_goal(predicate, arguments, scope, span)?;
        self.each_answer(&answers, arguments, scope, condition, next)
    }

    /// The same if all answers are known; else none.
    pub(super) fn call_if_known(
        &mut self,
        predicate: u32,
        arguments: &[Value],
        scope: Scope,
        condition: &Condition,
        next: Next<'_, 's>,
    ) -> Option<Outcome> {
        let answers = self.answers_to_goal(predicate, arguments, scope, None);
        let answers = answers.ok()?;
        let is_known = answers.beyond.reasons.is_empty();
        is_known.then(|| self.each_answer(&answers, arguments, scope, condition, next))
    }

    fn answers_to_goal(
        &mut self,
        predicate: u32,
        arguments: &[Value],
        scope: Scope,
        span: Option<Span>,
    ) -> Result<Rc<Answers>, Reason> {
        let arguments = self.store.instance(arguments);
        let is_tabled = self.predicates.predicates[predicate as usize].is_tabled;
        let mode = match scope.mode {
            _ if is_tabled => Mode::Set,
            // It has one answer at most.
            Mode::Order if is_ground(&arguments) => Mode::Set,
            mode => mode,
        };
        let call = self.call_of(predicate, mode, arguments);
        let answers = self.answers_to(&call, span)?;
        if is_tabled && scope.mode == Mode::Order && answers.answers.len() > 1 {
            let text = "in which order a predicate with tables has its answers";
            return Err(Reason::new(text, span));
        }
        Ok(answers)
    }

    /// A call with these arguments, which count.
    fn call_of(&mut self, predicate: u32, mode: Mode, arguments: Instance) -> Call {
        self.weigh(&arguments);
        Call {
            predicate,
            mode,
            arguments,
            does: self.chosen_for(predicate),
        }
    }

    /// Adds the answers to a call whose arguments are variables, each another one: as they are kept. None for
    /// other calls, for predicates with tables or that are walked, and where an answer may stand for several.
    pub(super) fn add_kept(
        &mut self,
        predicate: u32,
        arguments: &[Item],
        scope: Scope,
        found: &mut Vec<(Instance, Condition)>,
    ) -> Option<Outcome> {
        let mut numbered = (0..).zip(arguments);
        let asks_for_all = numbered.all(|(number, item)| *item == Item::Variable(number));
        let is_tabled = self.predicates.predicates[predicate as usize].is_tabled;
        if !asks_for_all || arguments.is_empty() || is_tabled || self.walks.are_of(predicate) {
            return None;
        }
        let call = self.call_of(predicate, scope.mode, arguments.into());
        let kept = match self.answers_to(&call, None) {
            Ok(kept) => kept,
            Err(reason) => return Some(Err(reason)),
        };
        let is_walking = |answer: &Answer| answer.walking.is_some();
        if self.store.has_subsequences() || kept.answers.iter().any(is_walking) {
            return None;
        }
        let flow = self.inherit(&kept.beyond, scope, &Condition::always());
        if flow == Flow::More {
            let answers = kept.answers.iter();
            found.extend(answers.map(|answer| (answer.instance.clone(), answer.condition.clone())));
        }
        Some(Ok(flow))
    }

    /// The answers to a call, found once.
    fn answers_to(&mut self, call: &Call, span: Option<Span>) -> Result<Rc<Answers>, Reason> {
        match self.predicates.predicates[call.predicate as usize].is_tabled {
            true => self.in_circle(call, |solver| solver.found(call, span)),
            false => self.found(call, span),
        }
    }

    fn found(&mut self, call: &Call, span: Option<Span>) -> Result<Rc<Answers>, Reason> {
        let predicate = call.predicate as usize;
        let is_tabled = self.predicates.predicates[predicate].is_tabled;
        let left = self.most_nested[predicate].checked_sub(self.nested[predicate].len());
        // With tables a call may need itself, and then it takes its answers to tell whether it has any.
        let is_beyond_last = left == Some(0) && !is_tabled;
        match self.kept(call.does).answers.get(call).cloned() {
            Some(Some(answers)) => return Ok(answers),
            Some(None) if is_tabled => return self.again(call, span),
            Some(None) => {
                let name = &self.predicates.predicates[predicate].name;
                let text = format!(
                    "`{name}` may call itself with the same arguments again, and has no table"
                );
                return Err(Reason::new(text, span));
            }
            None if left.unwrap_or(0) == 0 && !is_beyond_last => {
                return Err(self.too_nested(predicate, span));
            }
            None => {
                self.kept(call.does).answers.insert(call.clone(), None);
            }
        }
        self.enter(predicate, &call.arguments);
        // The answers are for all who call, whatever each of them takes sums to be.
        let fixed = self.store.assume(Fixed::new());
        let derived = self.in_asked_walk(&call.arguments, |solver| {
            if is_beyond_last {
                solver.derive_none(call, span)
            } else {
                solver.derive_all(call)
            }
        });
        self.store.assume(fixed);
        self.leave(predicate);
        let (derived, frontier) = derived.inspect_err(|_| {
            self.kept(call.does).answers.remove(call);
            self.circles.remove(call);
        })?;
        let said = Said::Beyond(call.predicate, call.mode);
        let label = (!frontier.is_empty()).then(|| self.forms.label(said, &call.arguments));
        let beyond = self.beyond(frontier, label);
        let answers = Rc::new(Answers {
            answers: self.gather(call, derived),
            beyond,
        });
        self.circles.note(call, &answers.beyond);
        self.remember(call.arguments.len() + answers.parts());
        let kept = &mut self.kept(call.does).answers;
        if is_beyond_last {
            // Within fewer others it is answered.
            kept.remove(call);
        } else {
            kept.insert(call.clone(), Some(Rc::clone(&answers)));
        }
        Ok(answers)
    }

    /// Why a call within as many others as may be is not answered.
    fn too_nested(&self, predicate: usize, span: Option<Span>) -> Reason {
        let name = &self.predicates.predicates[predicate].name;
        let most = self.most_nested[predicate];
        let text = format!("more than {most} calls of `{name}` within each other");
        Reason::new(text, span)
    }

    /// No answers to a call within as many others as may be. What is not known of them is where the clauses
    /// give some.
    fn derive_none(
        &mut self,
        call: &Call,
        span: Option<Span>,
    ) -> Result<(Vec<Answer>, Frontier), Reason> {
        let reason = self.too_nested(call.predicate as usize, span);
        self.on_frontier(Some(call.predicate), |solver, frontier| {
            for answer in solver.derive(call, frontier)? {
                solver.leave_out(reason.clone(), frontier, &answer.condition)?;
            }
            Ok(Vec::new())
        })
    }

    /// What the clauses give, with all answers that the call takes from itself.
    fn derive_all(&mut self, call: &Call) -> Result<(Vec<Answer>, Frontier), Reason> {
        loop {
            let answered = self.circles.answered();
            let (derived, frontier) = self
                .on_frontier(Some(call.predicate), |solver, frontier| {
                    solver.derive(call, frontier)
                })?;
            let goals = self.circles.goals(call);
            let is_new =
                |answer: &&Answer| goals.is_some_and(|goals| !goals.contains_key(&answer.instance));
            let new: Vec<Instance> = derived
                .iter()
                .filter(is_new)
                .map(|answer| answer.instance.clone())
                .collect();
            if new.is_empty() {
                return Ok((derived, frontier));
            }
            for instance in new {
                self.add_goal(call, instance)?;
            }
            self.forget_since(answered);
        }
    }

    /// The answers so far to a call that is being answered: each is a goal that may need itself.
    fn again(&mut self, call: &Call, span: Option<Span>) -> Result<Rc<Answers>, Reason> {
        if self.circles.is_committed_within(call) {
            let name = &self.predicates.predicates[call.predicate as usize].name;
            let text = format!(
                "whether `{name}` holds hangs on a goal that asks for it and commits to the answer"
            );
            return Err(Reason::new(text, span));
        }
        if is_ground(&call.arguments) {
            self.add_goal(call, call.arguments.clone())?;
        }
        let answer = |(instance, goal): (&Instance, &Literal)| Answer {
            instance: instance.clone(),
            condition: Condition::of(*goal),
            walking: None,
        };
        let goals = self.circles.goals_or_none_yet(call);
        Ok(Rc::new(Answers {
            answers: goals.iter().map(answer).collect(),
            beyond: Beyond::nowhere(),
        }))
    }

    /// Makes an answer to a call a goal that may need itself, if it is none yet.
    fn add_goal(&mut self, call: &Call, instance: Instance) -> Result<(), Reason> {
        if self
            .circles
            .goals(call)
            .is_some_and(|goals| goals.contains_key(&instance))
        {
            return Ok(());
        }
        if !is_known(&instance) {
            let name = &self.predicates.predicates[call.predicate as usize].name;
            let text = format!("an answer of `{name}` that it takes from itself is not known");
            return Err(Reason::new(text, None));
        }
        let label = self.forms.label(Said::Answer(call.predicate), &instance);
        let goal = self.circuit.circular(label);
        self.circles.add(call, instance, goal);
        Ok(())
    }

    /// What the clauses give.
    pub(super) fn derive(&mut self, call: &Call, frontier: usize) -> Result<Vec<Answer>, Reason> {
        let mut answers: Vec<Answer> = Vec::new();
        let mut cut: Vec<Condition> = Vec::new();
        let clauses = match &self.predicates.predicates[call.predicate as usize].clauses {
            Ok(clauses) => &clauses[..],
            Err(reason) => {
                self.leave_out(reason.clone(), frontier, &Condition::always())?;
                &[]
            }
        };
        for clause in clauses {
            let Some(start) = self.after(&Condition::always(), &cut) else {
                break;
            };
            let mark = self.store.mark();
            let outcome = self.resolve(call, clause, frontier, &start, &mut cut, &mut answers);
            self.store.undo(mark);
            outcome.or_else(|reason| self.leave_out(reason, frontier, &start))?;
            if self.is_lost(frontier) {
                break;
            }
        }
        match self.predicates.predicates[call.predicate as usize].is_tabled {
            true => self.without_contents(answers),
            false => Ok(answers),
        }
    }

    /// Answers that name no content of a cell: goals that may need themselves are known.
    fn without_contents(&mut self, answers: Vec<Answer>) -> Result<Vec<Answer>, Reason> {
        if !self.store.has_contents() {
            return Ok(answers);
        }
        let mut known = Vec::with_capacity(answers.len());
        for answer in answers {
            let is_content = |item: &Item| matches!(item, Item::Content(_));
            if !answer.instance.iter().any(is_content) {
                known.push(answer);
                continue;
            }
            let each = self.known_answers(answer.instance, Literal::TRUE);
            let not_known = || Reason::new("an answer with a table that is not known", None);
            for (instance, literal) in each.ok_or_else(not_known)? {
                let condition = answer.condition.and(literal, &self.circuit);
                known.extend(condition.map(|condition| Answer {
                    instance,
                    condition,
                    walking: answer.walking,
                }));
            }
        }
        Ok(known)
    }

    /// What one clause gives, from a condition on.
    fn resolve(
        &mut self,
        call: &Call,
        clause: &'s Clause,
        frontier: usize,
        start: &Condition,
        cut: &mut Vec<Condition>,
        answers: &mut Vec<Answer>,
    ) -> Outcome {
        let arguments = self.store.restore_all(&call.arguments);
        let frame = self.store.frame(clause.variables);
        let mut equations = Vec::new();
        let heads = clause.head.iter().zip(&arguments);
        let mut heads = heads.map(|(head, argument)| (head, *argument));
        if !heads.all(|(head, argument)| {
            self.store
                .unify_pattern(head, frame, argument, &mut equations)
        }) {
            return Ok(Flow::More);
        }
        let scope = Scope {
            frame,
            mode: call.mode,
            frontier,
        };
        let asked = self.walks.walking;
        self.equal(&equations, start, &mut |solver, condition| {
            solver.body(
                &clause.body,
                scope,
                condition,
                cut,
                &mut |solver, condition| {
                    let instance = solver.store.instance(&arguments);
                    // Answers may be twice as many at each level of a recursion, long before any of
                    // them is a goal.
                    solver.remember(instance.len() + condition.len());
                    solver.go_on(None)?;
                    answers.push(Answer {
                        instance,
                        condition: condition.clone(),
                        walking: solver
                            .walks
                            .walking
                            .filter(|walking| Some(*walking) != asked),
                    });
                    Ok(Flow::More)
                },
            )
        })
    }

    /// Solves a clause's body, or what stands behind a cut in it. A cut takes the first answer to what stands
    /// before it, and `cut` notes when the first one is met.
    fn body(
        &mut self,
        goals: &'s [Goal],
        scope: Scope,
        condition: &Condition,
        cut: &mut Vec<Condition>,
        next: Next<'_, 's>,
    ) -> Outcome {
        let is_cut = |goal: &Goal| matches!(goal.kind, Kind::Cut);
        let Some(first) = goals.iter().position(is_cut) else {
            return self.conjunction(goals, scope, condition, next);
        };
        let (span, rest) = (goals[first].span, &goals[first + 1..]);
        let goals = &goals[..first];
        let mut tested: Vec<Condition> = Vec::new();
        let before = Scope {
            mode: Mode::Order,
            ..scope
        };
        let commitment = self.commitment();
        let before_cut = Commitment {
            open: self.circles.open(),
            walking: None,
        };
        let outcome = self.as_committed(before_cut, |solver| {
            solver.conjunction(goals, before, condition, &mut |solver, own| {
                solver.walks_on(span)?;
                if let Some(guarded) = solver.after(own, &tested) {
                    let flow = solver.as_committed(commitment, |solver| {
                        // A later cut leaves no other clause out than this one.
                        solver.body(rest, scope, &guarded, &mut Vec::new(), next)
                    })?;
                    if flow == Flow::Enough {
                        return Ok(Flow::Enough);
                    }
                }
                tested.push(own.clone());
                Ok(if own.is_always() {
                    Flow::Enough
                } else {
                    Flow::More
                })
            })
        });
        cut.extend(tested);
        outcome.map(|_| Flow::More)
    }

    /// Puts answers together that are the same.
    fn gather(&mut self, call: &Call, answers: Vec<Answer>) -> Vec<Answer> {
        if let Some(goals) = self.circles.goals(call).cloned() {
            return self.define(&goals, &answers);
        }
        if answers.iter().any(|answer| answer.walking.is_some()) {
            return answers;
        }
        if !is_ground(&call.arguments) || answers.is_empty() {
            return if call.mode == Mode::Set {
                self.merge(answers)
            } else {
                answers
            };
        }
        let apart = |(at, answer): (usize, &Answer)| {
            answers[..at].iter().all(|other| {
                answer
                    .condition
                    .is_apart_from(&other.condition, &self.circuit)
            })
        };
        if call.mode == Mode::Bag && !answers.iter().enumerate().all(apart) {
            return answers;
        }
        let conditions: Vec<Condition> =
            answers.into_iter().map(|answer| answer.condition).collect();
        let condition = match &conditions[..] {
            // It is said in one way, as if the clause were whole.
            [only]
                if self.predicates.predicates[call.predicate as usize]
                    .part_of
                    .is_some() =>
            {
                Some(only.clone())
            }
            _ => {
                let said = Said::Answer(call.predicate);
                let label = self.forms.label(said, &call.arguments);
                self.any_of(&conditions, Some(label))
            }
        };
        condition
            .map(|condition| Answer {
                // An answer may name the content of a cell by which it is one.
                instance: call.arguments.clone(),
                condition,
                walking: None,
            })
            .into_iter()
            .collect()
    }

    /// The answers to a call that was met while it was being answered, now that it is known when
    /// each is one.
    fn define(&mut self, goals: &Goals, answers: &[Answer]) -> Vec<Answer> {
        let mut conditions: FxHashMap<&Instance, Vec<Literal>> = FxHashMap::default();
        for answer in answers {
            let literal = answer.condition.literal(&mut self.circuit);
            conditions
                .entry(&answer.instance)
                .or_default()
                .push(literal);
        }
        let mut defined = Vec::new();
        for (instance, goal) in goals {
            let own = conditions.remove(instance).unwrap_or_default();
            let is_possible = !own.is_empty();
            if let Gate::Circular(number) = *self.circuit.gate(goal.node()) {
                self.circuit.define(number, own);
            }
            defined.extend(is_possible.then(|| Answer {
                instance: instance.clone(),
                condition: Condition::of(*goal),
                walking: None,
            }));
        }
        defined
    }

    /// One answer for all that have the same arguments.
    fn merge(&mut self, answers: Vec<Answer>) -> Vec<Answer> {
        let mut groups: IndexMap<Instance, Vec<Condition>, FxBuildHasher> = IndexMap::default();
        for Answer {
            instance,
            condition,
            ..
        } in answers
        {
            groups.entry(instance).or_default().push(condition);
        }
        let mut merged = Vec::new();
        for (instance, conditions) in groups {
            if conditions.len() == 1 || !is_ground(&instance) {
                let apart = conditions.into_iter();
                merged.extend(apart.map(|condition| Answer {
                    instance: instance.clone(),
                    condition,
                    walking: None,
                }));
                continue;
            }
            let condition = self.any_of(&conditions, None);
            merged.extend(condition.map(|condition| Answer {
                instance,
                condition,
                walking: None,
            }));
        }
        merged
    }

    /// Where one of the conditions holds, as a node that may have a label of its own; none if none
    /// ever does.
    fn any_of(&mut self, conditions: &[Condition], label: Option<Label>) -> Option<Condition> {
        let literals: Vec<Literal> = conditions
            .iter()
            .map(|condition| condition.literal(&mut self.circuit))
            .collect();
        let literal = match label {
            Some(label) => self.circuit.goal(label, literals),
            None => self.circuit.any(literals),
        };
        Condition::always().and(literal, &self.circuit)
    }
}

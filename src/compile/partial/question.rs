//! Goals of which only the first answer is wanted, or only whether there is one.

use super::beyond::Beyond;
use super::condition::Condition;
use super::goal::{Callee, Goal, Kind};
use super::names::Said;
use super::reason::Reason;
use super::solver::{Flow, Mode, Next, Outcome, Scope, Solver};
use super::store::{Instance, Item, is_ground};
use crate::compile::circuit::Literal;

/// How far the machine goes on with a goal of which only matters whether it has an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Extent {
    /// To the first answer: what comes of the rest of the goal does not matter.
    FirstAnswer,
    /// To the end: an error after an answer matters too.
    AllAnswers,
}

/// A goal of which only matters whether it has an answer.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Question {
    /// A call, by its predicate and arguments.
    Call(u32, Instance, Option<u32>),
    /// Any other goal, by its number and its variables.
    Goal(u32, Instance, Option<u32>),
}

impl Question {
    /// The number of the chosen moves, if it depends on them.
    fn chosen(&self) -> Option<u32> {
        let (Self::Call(.., chosen) | Self::Goal(.., chosen)) = self;
        *chosen
    }
}

impl<'s> Solver<'s> {
    /// The first answer to a goal, whichever that is in a position; and the conditions of all
    /// answers.
    pub(super) fn first(
        &mut self,
        goal: &'s Goal,
        scope: Scope,
        condition: &Condition,
        next: Next<'_, 's>,
    ) -> Result<(Flow, Vec<Condition>), Reason> {
        if self.binds_nothing(goal, scope) {
            let holds = self.exists(goal, scope, condition)?;
            let flow = self.with(condition, holds, next)?;
            let own = Condition::always().and(holds, &self.circuit);
            return Ok((flow, own.into_iter().collect()));
        }
        let mut tested: Vec<Condition> = Vec::new();
        let mut flow = Flow::More;
        let before = self.commitment();
        let (_, beyond) = self.committed(scope, |solver, frontier| {
            let inner = Scope {
                mode: Mode::Order,
                frontier,
                ..scope
            };
            solver.solve(goal, inner, &Condition::always(), &mut |solver, own| {
                solver.walks_on(goal.span)?;
                let both = condition.and_all(own, &solver.circuit);
                if let Some(guarded) = both.and_then(|both| solver.after(&both, &tested)) {
                    flow = solver.as_committed(before, |solver| next(solver, &guarded))?;
                }
                tested.push(own.clone());
                Ok(if own.is_always() || flow == Flow::Enough {
                    Flow::Enough
                } else {
                    Flow::More
                })
            })
        })?;
        self.inherit(&beyond, scope, condition);
        Ok((flow, tested))
    }

    /// A condition where none of those before it holds.
    pub(super) fn after(
        &mut self,
        condition: &Condition,
        before: &[Condition],
    ) -> Option<Condition> {
        let guarded = before
            .iter()
            .try_fold(condition.clone(), |guarded, earlier| {
                if condition.is_apart_from(earlier, &self.circuit) {
                    return Some(guarded);
                }
                let literal = earlier.literal(&mut self.circuit);
                guarded.and(!literal, &self.circuit)
            });
        self.weigh_conditions(
            before.len(),
            guarded.as_ref().map_or(before.len(), Condition::len),
        );
        guarded
    }

    /// The other branch, where the test has no answer.
    pub(super) fn otherwise(
        &mut self,
        goal: &'s Goal,
        scope: Scope,
        condition: &Condition,
        flow: Flow,
        tested: &[Condition],
        next: Next<'_, 's>,
    ) -> Outcome {
        if flow == Flow::Enough {
            return Ok(flow);
        }
        match self.after(condition, tested) {
            Some(condition) => self.solve(goal, scope, &condition, next),
            None => Ok(Flow::More),
        }
    }

    /// Whether no variable that is free now is named in the goal, so that answers bind none.
    fn binds_nothing(&mut self, goal: &Goal, scope: Scope) -> bool {
        is_ground(&self.store.instance(&scope.values(&goal.variables)))
    }

    /// Whether a goal that is reached under a condition has an answer, as a literal.
    pub(super) fn exists(
        &mut self,
        goal: &'s Goal,
        scope: Scope,
        condition: &Condition,
    ) -> Result<Literal, Reason> {
        let (literal, beyond) = self.known_answer(goal, scope, Extent::FirstAnswer)?;
        self.inherit(&beyond, scope, condition);
        Ok(literal)
    }

    /// Whether a goal has an answer, and what is not known of that, found once.
    pub(super) fn known_answer(
        &mut self,
        goal: &'s Goal,
        scope: Scope,
        extent: Extent,
    ) -> Result<(Literal, Beyond), Reason> {
        let question = self
            .question(goal, scope)
            .map(|question| (question, self.store.fixed().clone(), extent));
        let chosen = question
            .as_ref()
            .and_then(|(question, ..)| question.chosen());
        if let Some(question) = &question
            && let Some(known) = self.kept(chosen).questions.get(question)
        {
            return Ok(known.clone());
        }
        let asked = question.as_ref().map(|(question, ..)| question);
        let found = self.answer(goal, scope, extent, asked)?;
        self.remember(0);
        if let Some(question) = question {
            self.kept(chosen).questions.insert(question, found.clone());
        }
        Ok(found)
    }

    /// Whether a goal has an answer, and what is not known of that.
    fn answer(
        &mut self,
        goal: &'s Goal,
        scope: Scope,
        extent: Extent,
        question: Option<&Question>,
    ) -> Result<(Literal, Beyond), Reason> {
        let mut literals = Vec::new();
        let (_, beyond) = self.committed(scope, |solver, frontier| {
            let inner = Scope {
                mode: Mode::Set,
                frontier,
                ..scope
            };
            solver.solve(
                goal,
                inner,
                &Condition::always(),
                &mut |solver, condition| {
                    literals.push(condition.literal(&mut solver.circuit));
                    Ok(match extent {
                        Extent::FirstAnswer if condition.is_always() => Flow::Enough,
                        _ => Flow::More,
                    })
                },
            )
        })?;
        let literal = match (question, &goal.kind) {
            (None, _) | (_, Kind::Call(Callee::Fluent(_) | Callee::Static(_), _)) => {
                self.circuit.any(literals)
            }
            // A single call that is a node already.
            (Some(Question::Call(_, instance, _)), _) if is_ground(instance) => {
                self.circuit.any(literals)
            }
            (Some(Question::Call(predicate, instance, _)), _) => {
                let label = self.forms.label(Said::HasAnswer(*predicate), instance);
                self.circuit.goal(label, literals)
            }
            (Some(Question::Goal(number, instance, _)), _) => {
                let label = self.forms.label(Said::Goal(*number, goal.span), instance);
                self.circuit.goal(label, literals)
            }
        };
        Ok((literal, beyond))
    }

    /// What a goal asks; none with a number in it that depends on the position.
    fn question(&mut self, goal: &'s Goal, scope: Scope) -> Option<Question> {
        let question = match &goal.kind {
            Kind::Call(Callee::Clauses(predicate), arguments) => {
                let arguments = self.store.build_all(arguments, scope.frame);
                Question::Call(
                    *predicate,
                    self.store.instance(&arguments),
                    self.chosen_for(*predicate),
                )
            }
            _ => Question::Goal(
                goal.number,
                self.store.instance(&scope.values(&goal.variables)),
                self.chosen(),
            ),
        };
        let (Question::Call(_, instance, _) | Question::Goal(_, instance, _)) = &question;
        let has_sum = instance.iter().any(|item| matches!(item, Item::Sum(_)));
        (!has_sum).then_some(question)
    }
}

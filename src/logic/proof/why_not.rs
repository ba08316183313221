//! Why a goal does not hold: for each clause that could have answered, the first condition that
//! failed.

use std::ops::ControlFlow;

use super::goal::Goal;
use super::inquiry::{Inquiry, QuestionPart};
use super::meaning::Meaning;
use super::rule::Rule;
use super::{Attempt, Obstacle, Refutation};
use crate::logic::construct::Construct;
use crate::logic::error::{Error, ErrorKind};
use crate::logic::ids::PredicateId;
use crate::logic::instruction::Comparison;
use crate::logic::term::{Term, TermNode};

/// The maximum number of ways to reach a condition that are counted.
const MOST_WAYS: usize = 200;
/// The maximum number of facts that are shown instead of one that the position does not contain.
const MOST_FACTS: usize = 3;

/// The result of proving the goals of a clause or branch.
enum BodyOutcome {
    /// The head does not match.
    NoStart,
    /// The goal with this number failed.
    FailedAt(usize, Attempt),
    /// All goals hold; the whole fails for another reason, such as a cut in a branch.
    Holds,
}

/// The calls of a goal.
#[derive(Default)]
struct Calls {
    count: usize,
    more: bool,
    /// The first few different calls.
    different: Vec<Term>,
    /// The error that ended the search for further calls.
    error: Option<Error>,
}

impl Inquiry<'_> {
    /// Explains why a question has no answer. The result is meaningless for a question with an
    /// answer.
    ///
    /// # Errors
    /// If the host interrupts.
    pub fn why_not(&mut self, question: &Goal) -> Result<Refutation, Error> {
        self.refute(question, self.bounds.depth)
    }

    fn refute(&mut self, goal: &Goal, depth: usize) -> Result<Refutation, Error> {
        let obstacle = match self.meaning(goal) {
            Meaning::Branches { bodies, .. } if depth > 0 && is_one_goal(&bodies) => {
                // `once(G)` and similar goals fail as `G` does.
                return self.refute(&bodies[0][0], depth - 1);
            }
            _ if !self.spend_node() => Obstacle::Unexplored,
            Meaning::Position { keys } => self.facts_instead(goal, keys)?,
            Meaning::Given => Obstacle::Given,
            Meaning::Silent => Obstacle::Unexplored,
            Meaning::Engine => self.engine_says(goal)?,
            _ if depth == 0 => Obstacle::Unexplored,
            Meaning::Branches {
                bodies,
                conditional,
            } => self.no_branch(&bodies, conditional, depth)?,
            Meaning::Clauses(id) if self.program().is_tabled(id) => self
                .in_circle(&goal.term, |this| this.no_clause(goal, id, depth))
                .unwrap_or(Ok(Obstacle::Circular))?,
            Meaning::Clauses(id) => self.no_clause(goal, id, depth)?,
            Meaning::Elsewhere(name, arguments, inner) => {
                let refuted =
                    self.elsewhere(&name, arguments, |this| this.refute(&inner, depth - 1))?;
                Obstacle::Elsewhere(Box::new(refuted))
            }
            Meaning::Negation(inner) => match self.meaning(&inner) {
                // A doubly negated goal fails as the goal itself does.
                Meaning::Negation(denied) => return self.refute(&denied, depth - 1),
                _ => self.why_it_holds(&inner)?,
            },
            Meaning::ForAll(condition, action) => {
                self.counterexample(&condition, &action, depth)?
            }
        };
        Ok(Refutation {
            goal: goal.clone(),
            obstacle,
        })
    }

    fn no_branch(
        &mut self,
        bodies: &[Vec<Goal>],
        conditional: bool,
        depth: usize,
    ) -> Result<Obstacle, Error> {
        let mut attempts = Vec::new();
        for body in bodies {
            if let BodyOutcome::FailedAt(number, attempt) =
                self.attempt(Vec::new(), body, depth - 1)?
            {
                let decided = conditional && number > 0;
                if decided {
                    attempts.clear();
                }
                attempts.push(attempt);
                if decided {
                    break;
                }
            }
        }
        Ok(some(attempts, 0))
    }

    fn no_clause(&mut self, goal: &Goal, id: PredicateId, depth: usize) -> Result<Obstacle, Error> {
        let clauses = self.program().clauses(id);
        let rules: Vec<Rule> = clauses
            .filter_map(|clause| Rule::of(clause, goal.term.variable_bound()))
            .collect();
        let (mut attempts, mut cut_off) = (Vec::new(), 0);
        for (number, rule) in rules
            .iter()
            .enumerate()
            .filter(|(_, rule)| rule.may_fit(&goal.term))
        {
            let head = Term::compound("=", [&goal.term, &rule.head]);
            let before = std::iter::once(head)
                .chain(rule.guards.iter().cloned())
                .collect();
            let (at, attempt) = match self.attempt(before, &rule.body, depth - 1)? {
                BodyOutcome::NoStart => continue,
                BodyOutcome::FailedAt(at, attempt) => (at, attempt),
                // The predicate fails all the same: an earlier cut keeps this clause from being
                // tried.
                BodyOutcome::Holds => {
                    cut_off = rules.len() - number;
                    break;
                }
            };
            attempts.push(Attempt {
                clause: Some(rule.place),
                ..attempt
            });
            if rule.body[..at]
                .iter()
                .any(|goal| matches!(goal.functor(), Some((name, 0)) if is_cut(name)))
            {
                cut_off = rules.len() - number - 1;
                break;
            }
        }
        match attempts.is_empty() && cut_off == 0 {
            true => self.no_head(goal, &rules),
            false => Ok(some(attempts, cut_off)),
        }
    }

    /// Finds the arguments that match no head.
    fn no_head(&mut self, goal: &Goal, rules: &[Rule]) -> Result<Obstacle, Error> {
        let mut culprits = Vec::new();
        for (number, argument) in goal.term.arguments().into_iter().enumerate() {
            let mut fits = false;
            for rule in rules {
                let wanted = rule.head.arguments().into_iter().nth(number);
                let same = wanted
                    .map(|wanted| QuestionPart::Ask(Term::compound("=", [&argument, &wanted])));
                let items = same
                    .into_iter()
                    .chain(rule.guards.iter().cloned().map(QuestionPart::Ask))
                    .collect();
                fits |= self.first_if_any(items)?.is_some();
            }
            if !fits {
                culprits.push(number + 1);
            }
        }
        Ok(Obstacle::NoHead {
            arguments: culprits,
            clauses: rules.len(),
        })
    }

    /// Follows the goals as long as their conjunction has an answer.
    fn attempt(
        &mut self,
        before: Vec<Term>,
        body: &[Goal],
        depth: usize,
    ) -> Result<BodyOutcome, Error> {
        let mut calls = self.calls(&before, &[], body.first())?;
        if let Some(error) = calls.error.take() {
            return Err(error);
        }
        if calls.count == 0 {
            return Ok(BodyOutcome::NoStart);
        }
        for (number, goal) in body.iter().enumerate() {
            let following = self.calls(&before, &body[..=number], body.get(number + 1))?;
            // After the first answer a later cut may keep the machine from the error.
            if following.count > 0 {
                calls = following;
                continue;
            }
            let cases = match following.error {
                Some(error) => {
                    self.refute_until_error(goal, &calls, (&before, &body[..number]), error, depth)?
                }
                None => self.refute_all(goal, &calls, depth)?,
            };
            let condition = goal.with_term(calls.different[0].clone());
            return Ok(BodyOutcome::FailedAt(
                number,
                Attempt {
                    clause: None,
                    condition,
                    ways: calls.count,
                    more: calls.more,
                    cases,
                },
            ));
        }
        Ok(BodyOutcome::Holds)
    }

    /// The calls of `next` after the goals before it. Without `next`, only whether the goals have
    /// an answer.
    fn calls(
        &mut self,
        before: &[Term],
        goals: &[Goal],
        next: Option<&Goal>,
    ) -> Result<Calls, Error> {
        let asked = before
            .iter()
            .chain(goals.iter().map(|goal| &goal.term))
            .cloned();
        let noted = next.map(|goal| QuestionPart::Note(goal.term.clone()));
        let shown = self.bounds.ways.max(1);
        let mut calls = Calls::default();
        let ended = self.ask(
            asked.map(QuestionPart::Ask).chain(noted).collect(),
            |mut notes| {
                if calls.count == MOST_WAYS {
                    calls.more = true;
                    return ControlFlow::Break(());
                }
                calls.count += 1;
                let note = notes.pop().map(|note| note.standardised());
                if let Some(note) = note
                    .filter(|note| calls.different.len() < shown && !calls.different.contains(note))
                {
                    calls.different.push(note);
                }
                // Without a next goal it is enough to know that there is an answer.
                if next.is_none() {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            },
        );
        match ended {
            Err(error) if error.kind == ErrorKind::Interrupted => return Err(error),
            ended => calls.error = ended.err(),
        }
        Ok(calls)
    }

    fn refute_all(
        &mut self,
        goal: &Goal,
        calls: &Calls,
        depth: usize,
    ) -> Result<Vec<Refutation>, Error> {
        let may_cut = goal
            .term
            .nodes()
            .iter()
            .any(|node| matches!(node, TermNode::Atom(name) if is_cut(name)));
        let mut refutations = Vec::new();
        for term in &calls.different {
            refutations.push(self.refute(&goal.with_term(term.clone()), depth)?);
            // The calls after a cut were never made: they may hold by themselves.
            if may_cut && self.ends_at_cut(term)? {
                break;
            }
        }
        Ok(refutations)
    }

    /// Whether a goal that fails reaches a cut of its own before.
    fn ends_at_cut(&mut self, goal: &Term) -> Result<bool, Error> {
        let otherwise = Term::compound(";", [goal, &Term::atom("true")]);
        match self.first(vec![QuestionPart::Ask(otherwise)]) {
            Ok(answer) => Ok(answer.is_none()),
            Err(error) if error.kind == ErrorKind::Interrupted => Err(error),
            Err(_) => Ok(false),
        }
    }

    /// Refutes a goal that has no answer before an error. The error belongs to the first call that
    /// ends in it, which may come after those that are shown. Without such a call, it belongs to a
    /// goal before.
    fn refute_until_error(
        &mut self,
        goal: &Goal,
        calls: &Calls,
        (before, goals): (&[Term], &[Goal]),
        error: Error,
        depth: usize,
    ) -> Result<Vec<Refutation>, Error> {
        let raising = match error.kind {
            ErrorKind::Limit(_) => Some(self.call_at_limit(calls)),
            _ => {
                let goals = goals.iter().map(|goal| &goal.term);
                self.raising_call(before.iter().chain(goals).cloned().collect(), &goal.term)?
            }
        };
        match raising {
            Some(term) => Ok(vec![Refutation {
                goal: goal.with_term(term),
                obstacle: Obstacle::Error(Box::new(error)),
            }]),
            None => self.refute_all(goal, calls, depth),
        }
    }

    /// Finds the first of some calls that meets a limit by itself. The limit may have been met by
    /// all together; then it is the first call.
    fn call_at_limit(&mut self, calls: &Calls) -> Term {
        let meets_limit = |term: &&Term| {
            self.first(vec![QuestionPart::Ask((*term).clone())])
                .is_err()
        };
        calls
            .different
            .iter()
            .find(meets_limit)
            .unwrap_or(&calls.different[0])
            .clone()
    }

    fn why_it_holds(&mut self, inner: &Goal) -> Result<Obstacle, Error> {
        match self.why(inner) {
            Ok(Some(proofs)) => Ok(Obstacle::Holds(proofs)),
            Ok(None) => Ok(Obstacle::Unexplored),
            Err(error) if error.kind == ErrorKind::Interrupted => Err(error),
            Err(error) => Ok(Obstacle::Error(Box::new(error))),
        }
    }

    fn counterexample(
        &mut self,
        condition: &Goal,
        action: &Goal,
        depth: usize,
    ) -> Result<Obstacle, Error> {
        let denied = Term::compound("\\+", [&action.term]);
        let items = vec![
            QuestionPart::Ask(condition.term.clone()),
            QuestionPart::Note(action.term.clone()),
            QuestionPart::Ask(denied),
        ];
        match self.first_if_any(items)? {
            Some(notes) => {
                let action = action.with_term(notes[0].standardised());
                Ok(Obstacle::Counterexample(Box::new(
                    self.refute(&action, depth - 1)?,
                )))
            }
            None => Ok(Obstacle::Unexplored),
        }
    }

    /// The facts that the position contains for the key of a fact.
    fn facts_instead(&mut self, goal: &Goal, keys: Option<usize>) -> Result<Obstacle, Error> {
        let Some(keys) = keys else {
            return Ok(Obstacle::Position {
                any: goal.clone(),
                instead: Vec::new(),
            });
        };
        let mut arguments = goal.term.arguments();
        arguments[keys] = Term::variable(goal.term.variable_bound());
        let name = goal.functor().map_or("", |(name, _)| name);
        let any = Term::compound(name, &arguments);
        let mut instead = Vec::new();
        let asked = self.ask(
            vec![
                QuestionPart::Ask(any.clone()),
                QuestionPart::Note(any.clone()),
            ],
            |mut notes| {
                instead.extend(notes.pop());
                if instead.len() == MOST_FACTS {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            },
        );
        super::inquiry::unless_interrupted(asked)?;
        // The value as written would give its name to the variable for any value.
        let any = Goal {
            term: any,
            written: None,
            place: goal.place,
        };
        Ok(Obstacle::Position { any, instead })
    }

    /// The actual result of a calculation of the engine.
    fn engine_says(&mut self, goal: &Goal) -> Result<Obstacle, Error> {
        let arguments = goal.term.arguments();
        let fresh = |number: u32| Term::variable(goal.term.variable_bound() + number);
        let parts = match (goal.functor(), arguments.as_slice()) {
            (Some((operator, _)), [left, right]) if Comparison::of_numbers(operator).is_some() => {
                let is_number = |term: &Term| term.as_integer().is_some();
                if is_number(left) && is_number(right) {
                    return Ok(Obstacle::Engine(None));
                }
                let values = [(fresh(0), left), (fresh(1), right)];
                let value = |(value, side): &(Term, &Term)| {
                    QuestionPart::Ask(Term::compound("is", [value, side]))
                };
                let comparison = Term::compound(operator, [&fresh(0), &fresh(1)]);
                values
                    .iter()
                    .map(value)
                    .chain([QuestionPart::Note(comparison)])
                    .collect()
            }
            (Some(("is", 2)), [_, expression]) => {
                vec![
                    QuestionPart::Ask(Term::compound("is", [&fresh(0), expression])),
                    QuestionPart::Note(fresh(0)),
                ]
            }
            (Some((name, _)), arguments) => match Construct::of(name, arguments) {
                Some(Construct::FindAll(answers) | Construct::AggregateAll(answers)) => {
                    let asked = [answers.template, answers.goal, &fresh(0)];
                    vec![
                        QuestionPart::Ask(Term::compound(name, asked)),
                        QuestionPart::Note(fresh(0)),
                    ]
                }
                _ => return Ok(Obstacle::Engine(None)),
            },
            (None, _) => return Ok(Obstacle::Engine(None)),
        };
        let notes = self.first_if_any(parts)?;
        Ok(Obstacle::Engine(notes.map(|notes| notes[0].to_string())))
    }
}

fn is_cut(name: &str) -> bool {
    matches!(Construct::named(name, 0), Some(Construct::Cut))
}

fn is_one_goal(bodies: &[Vec<Goal>]) -> bool {
    matches!(bodies, [body] if body.len() == 1)
}

fn some(attempts: Vec<Attempt>, cut_off: usize) -> Obstacle {
    match attempts.is_empty() {
        true => Obstacle::Unexplored,
        false => Obstacle::Attempts { attempts, cut_off },
    }
}

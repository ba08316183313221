//! Questions about a position, in the language of the rules.

use super::error::Error;
use super::failure::Failure;
use super::position::Position;
use super::rules::Rules;
use crate::logic::proof::{Bounds, Goal, Inquiry};
use crate::logic::{Facts, Limits, Machine, PRINT_SIZE, Term, Work};
use crate::syntax::construct;
use crate::syntax::diagnostic::Label;
use crate::syntax::source::{Sources, Span};
use crate::syntax::tree::{self, Name, TermKind};

/// The maximum number of steps to find the goal of a question that ends in an error.
const MAX_STEPS_OF_SEARCH: u64 = 1_000_000;

/// The answers to a question, pulled one at a time.
#[derive(Debug)]
pub struct Answers<'r> {
    rules: &'r Rules,
    /// The texts of the game and the question.
    sources: Sources,
    /// The question as a goal, with its place in its text.
    goal: Goal,
    /// The facts of the position.
    facts: Facts,
    machine: Option<Machine>,
    names: Vec<Option<Name>>,
    finished: bool,
    most_nodes: usize,
}

/// One answer: the values of the question's named variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The name and the value of each variable, in the order of the question.
    pub bindings: Vec<(Name, Term)>,
    names: Vec<Option<Name>>,
}

impl Rules {
    /// Asks a question about a position, such as `legal(P, M)`; the full stop may be left out.
    ///
    /// # Errors
    /// If the question is not a valid goal, or names an unknown predicate.
    pub fn query(&self, position: &Position, question: &str) -> Result<Answers<'_>, Failure> {
        self.query_within(position, question, self.limits)
    }

    /// Asks a question within other limits.
    ///
    /// # Errors
    /// As for [`query`](Self::query).
    pub fn query_within(
        &self,
        position: &Position,
        question: &str,
        limits: Limits,
    ) -> Result<Answers<'_>, Failure> {
        let asked = self.read_goal(question)?;
        Ok(self.ask(position, asked, limits))
    }

    /// Asks a question that is changed before it is checked.
    pub(super) fn query_changed(
        &self,
        position: &Position,
        question: &str,
        change: impl FnOnce(tree::SourceTerm) -> tree::SourceTerm,
    ) -> Result<Answers<'_>, Failure> {
        let asked = self.read_goal_changed(question, change)?;
        Ok(self.ask(position, asked, self.limits))
    }

    /// Asks a goal that was read.
    fn ask(
        &self,
        position: &Position,
        (sources, written): (Sources, tree::SourceTerm),
        limits: Limits,
    ) -> Answers<'_> {
        let (term, names) = Term::from_syntax(&written);
        let mut machine = self.machine();
        machine.set_limits(limits);
        machine.start(&position.facts, &[], &term);
        Answers {
            rules: self,
            sources,
            goal: Goal::new(term, &written),
            facts: position.facts.clone(),
            machine: Some(machine),
            names,
            finished: false,
            most_nodes: usize::MAX,
        }
    }
}

impl Answers<'_> {
    /// Shortens very large values to about the size that is printed, and `...` for the rest. For
    /// callers that only show the answers.
    #[must_use]
    pub fn to_be_shown(mut self) -> Self {
        // Every printed part may stand in a list, with one node for itself and one for the list
        // cell.
        self.most_nodes = 3 * PRINT_SIZE;
        self
    }

    /// An error of these answers with its place in the rule file, or else in the question: the goal
    /// that ends in the error, if it can be found by asking again.
    #[must_use]
    pub fn failure(&self, error: &Error) -> Failure {
        let mut failure = self.rules.failure(error);
        failure.sources = self.sources.clone();
        let is_of_the_question = !error.is_interruption() && !error.is_limit_on_positions();
        for fault in failure
            .diagnostics
            .iter_mut()
            .filter(|_| is_of_the_question)
        {
            fault.primary.get_or_insert_with(|| Label {
                span: self.raising_place().unwrap_or(self.goal.place),
                text: "while this was asked".to_owned(),
            });
        }
        failure
    }

    /// The place of the goal of the question that ends in an error.
    fn raising_place(&self) -> Option<Span> {
        let limits = Limits {
            steps: self.rules.limits.steps.min(MAX_STEPS_OF_SEARCH),
            ..self.rules.limits
        };
        let raising = self.rules.with_machine(|machine| {
            Inquiry::new(machine, &self.facts, &[], limits, Bounds::default())
                .raising_goal(&self.goal)
        });
        raising.ok().flatten().map(|goal| goal.place)
    }

    /// Whether the question may have further answers.
    #[must_use]
    pub fn may_have_more(&self) -> bool {
        !self.finished && self.machine.as_ref().is_some_and(Machine::may_have_more)
    }

    /// The number of calls of predicates since the question was asked.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.machine.as_ref().map_or(0, Machine::steps)
    }

    /// The work since the question was asked.
    #[must_use]
    pub fn work(&self) -> Work {
        self.machine
            .as_ref()
            .map_or_else(Work::default, Machine::work)
    }

    fn pull(&mut self) -> Result<Option<Answer>, Error> {
        let Some(machine) = self.machine.as_mut().filter(|_| !self.finished) else {
            return Ok(None);
        };
        if !machine.next_answer()? {
            self.finished = true;
            return Ok(None);
        }
        let values = machine.roots_to(self.most_nodes)?;
        Ok(Some(Answer::new(&self.names, values)))
    }
}

/// For each variable that an answer leaves unbound, the first variable of the question with that
/// value.
fn names_of_variables(bindings: &[(Name, Term)]) -> Vec<Option<Name>> {
    let mut names: Vec<Option<Name>> = Vec::new();
    for (name, value) in bindings {
        if let Some(number) = value.as_variable() {
            let number = number as usize;
            names.resize(names.len().max(number + 1), None);
            names[number].get_or_insert_with(|| name.clone());
        }
    }
    names
}

impl Iterator for Answers<'_> {
    type Item = Result<Answer, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        let answer = self.pull();
        self.finished |= answer.is_err();
        answer.transpose()
    }
}

impl Drop for Answers<'_> {
    fn drop(&mut self) {
        if let Some(machine) = self.machine.take() {
            self.rules.put_back(machine);
        }
    }
}

impl Answer {
    /// The answer with these values of a question's variables; some have no name.
    pub(super) fn new(names: &[Option<Name>], values: Vec<Term>) -> Self {
        let named = names.iter().zip(values);
        let bindings: Vec<_> = named
            .filter_map(|(name, value)| Some((name.clone()?, value)))
            .collect();
        Self {
            names: names_of_variables(&bindings),
            bindings,
        }
    }

    /// The value of a variable of the question.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Term> {
        self.bindings
            .iter()
            .find(|(known, _)| &**known == name)
            .map(|(_, value)| value)
    }
}

impl Answer {
    /// The variables that are bound, each with its value.
    fn bound(&self) -> impl Iterator<Item = (&Name, tree::SourceTerm)> {
        self.bindings.iter().filter_map(|(name, value)| {
            let value = value.to_syntax(&self.names);
            // A variable that is bound to itself is left out.
            let is_itself = matches!(&value.kind, TermKind::Variable(other) if other == name);
            (!is_itself).then_some((name, value))
        })
    }

    /// The names of the variables that are bound, each with its value as it is written.
    pub fn values(&self) -> impl Iterator<Item = (&str, String)> {
        self.bound()
            .map(|(name, value)| (&**name, value.to_string()))
    }
}

/// Writes the bindings as goals that can be asked again, such as `P = black, M = place(3, 4)`;
/// `true` if no variable is bound.
impl std::fmt::Display for Answer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let shown = |(name, value)| equation(name, value).to_string();
        let bindings: Vec<String> = self.bound().map(shown).collect();
        if bindings.is_empty() {
            f.write_str("true")
        } else {
            f.write_str(&bindings.join(", "))
        }
    }
}

fn equation(name: &Name, value: tree::SourceTerm) -> tree::SourceTerm {
    let variable = construct::variable(name, Span::NOWHERE);
    construct::compound("=", Span::NOWHERE, vec![variable, value])
}

//! Explains why a question about a position has an answer, or has none.

use super::failure::Failure;
use super::position::Position;
use super::rules::Rules;
use super::warnings::ELSEWHERE;
use crate::logic::proof::{Bounds, Explanation, Goal, Inquiry, Reason, Trees};
use crate::logic::{Facts, Machine, Term};
use crate::syntax::diagnostic::Diagnostic;
use crate::syntax::parse::{empty_query, parse_query};
use crate::syntax::source::{Sources, Span};
use crate::syntax::tree;

/// Why a question has its first answer, or none, with the texts to which its places refer.
///
/// Displayed, it is a tree of lines, with the file and line of each clause.
#[derive(Clone, Debug)]
pub struct Explained {
    /// The proof or the refutation.
    pub explanation: Explanation,
    /// The texts of the game and the question.
    pub sources: Sources,
}

impl Explained {
    /// Whether the question has an answer.
    #[must_use]
    pub fn holds(&self) -> bool {
        matches!(self.explanation, Explanation::Holds(_))
    }
}

impl std::fmt::Display for Explained {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&Trees::new(&self.sources).explanation(&self.explanation))
    }
}

impl Rules {
    /// Why a question such as `legal(black, place(3, 4))` has its first answer, or why it has none.
    ///
    /// ```
    /// # use regola::game::{Game, Rules};
    /// # use regola::logic::proof::Bounds;
    /// let rules = Rules::load("games/othello.rules")?;
    /// let explained = rules.explain(&rules.initial(), "legal(black, place(1, 1))", Bounds::default())?;
    /// assert!(!explained.holds());
    /// assert!(explained.to_string().contains("fails: can_place(P, X, Y)"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the question is not a valid goal, names an unknown predicate, or ends in an error.
    pub fn explain(
        &self,
        position: &Position,
        question: &str,
        bounds: Bounds,
    ) -> Result<Explained, Failure> {
        let (sources, goal) = self.read_goal(question)?;
        let (term, _) = Term::from_syntax(&goal);
        let explained = self.with_machine(|machine| {
            let inquiry = Inquiry::new(machine, &position.facts, &[], self.limits, bounds);
            inquiry.through(ELSEWHERE).explain(&Goal::new(term, &goal))
        });
        match explained {
            Ok(explanation) => Ok(Explained {
                explanation,
                sources,
            }),
            Err(error) => Err(self.failure(&error.into())),
        }
    }

    /// The head of the clause by which an effect follows from the facts and the moves; `None` if
    /// the effect has a variable, or cannot be proved again within the limits.
    pub(super) fn clause_giving(
        &self,
        machine: &mut Machine,
        (facts, given): (&Facts, &[Term]),
        predicate: &str,
        fact: &Term,
    ) -> Option<Span> {
        let goal = Goal {
            term: Term::compound(predicate, [fact]),
            written: None,
            place: Span::NOWHERE,
        };
        // Only the clause is needed, not why its conditions hold.
        let bounds = Bounds {
            depth: 1,
            nodes: 1,
            ways: 1,
        };
        let mut inquiry = Inquiry::new(machine, facts, given, self.limits, bounds);
        let proofs = fact
            .is_ground()
            .then(|| inquiry.why(&goal).ok().flatten())??;
        match proofs.first()?.reason {
            Reason::Clause { place, .. } => Some(place),
            _ => None,
        }
    }

    /// Parses a question. Returns it with the texts to which its places refer.
    pub(super) fn read_goal(&self, question: &str) -> Result<(Sources, tree::SourceTerm), Failure> {
        self.read_goal_changed(question, |goal| goal)
    }

    /// Reads a goal, and changes it before it is checked.
    pub(super) fn read_goal_changed(
        &self,
        question: &str,
        change: impl FnOnce(tree::SourceTerm) -> tree::SourceTerm,
    ) -> Result<(Sources, tree::SourceTerm), Failure> {
        let mut sources = self.game.sources.clone();
        let id = sources.add("<query>", question);
        let goal = match parse_query(&sources, id).and_then(without_arrow) {
            Ok(goal) => change(goal),
            Err(diagnostics) => {
                return Err(Failure {
                    diagnostics,
                    sources,
                });
            }
        };
        let diagnostics = self.game.program.check_goal(&goal);
        match diagnostics.is_empty() {
            true => Ok((sources, goal)),
            false => Err(Failure {
                diagnostics,
                sources,
            }),
        }
    }
}

/// The goal of a question that is written as a directive, with `?-` before it.
fn without_arrow(goal: tree::SourceTerm) -> Result<tree::SourceTerm, Vec<Diagnostic>> {
    match goal.parts() {
        Some(("?-" | ":-", [asked])) => Ok(asked.clone()),
        Some(("?-" | ":-", [])) => Err(vec![empty_query(goal.span)]),
        _ => Ok(goal),
    }
}

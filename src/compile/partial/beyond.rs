//! Where an evaluation does not go on, and the machine has to answer.
//!
//! A goal that cannot be compiled is left out, and it is noted under which condition it was
//! reached. In all other positions what was found without it is all that there is to find. Whoever
//! reads answers, or that there are none, takes over what was noted of them.

use std::collections::BTreeSet;
use std::rc::Rc;

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use super::condition::Condition;
use super::reason::Reason;
use super::solver::{Flow, Outcome, Scope, Solver};
use crate::compile::circuit::{Circuit, Gate, Label, Literal};
use crate::syntax::source::Span;

/// What is not known of answers.
#[derive(Clone, Debug)]
pub(super) struct Beyond {
    /// In positions where this holds the answers that were found count for nothing: there may be
    /// others, in another order, or an error.
    pub literal: Literal,
    /// Why, by number among the [`Reasons`].
    pub reasons: Rc<BTreeSet<usize>>,
}

impl Beyond {
    /// All is known.
    pub fn nowhere() -> Self {
        Self {
            literal: Literal::FALSE,
            reasons: Rc::default(),
        }
    }
}

/// Why goals are not compiled, once for each place.
#[derive(Debug, Default)]
pub(super) struct Reasons {
    /// By the predicate in whose clauses the goal stands, and the place.
    reasons: IndexMap<(Option<u32>, Option<Span>), Reason, FxBuildHasher>,
}

impl Reasons {
    /// The number of a reason.
    pub fn number(&mut self, predicate: Option<u32>, reason: Reason) -> usize {
        let entry = self.reasons.entry((predicate, reason.span));
        let number = entry.index();
        entry.or_insert(reason);
        number
    }

    pub fn get(&self, number: usize) -> &Reason {
        &self.reasons[number]
    }

    /// Those in the clauses of a predicate.
    pub fn of_predicate(&self, predicate: u32) -> impl Iterator<Item = &Reason> {
        self.reasons
            .iter()
            .filter(move |((of, _), _)| *of == Some(predicate))
            .map(|(_, reason)| reason)
    }
}

/// What is noted while answers are being looked for.
#[derive(Debug, Default)]
pub(super) struct Frontier {
    predicate: Option<u32>,
    conditions: Vec<Literal>,
    reasons: BTreeSet<usize>,
    /// Whether nothing is known in any position.
    is_everywhere: bool,
}

impl Frontier {
    /// Whether all is known.
    pub fn is_empty(&self) -> bool {
        self.conditions.is_empty()
    }

    fn add(&mut self, literal: Literal, circuit: &Circuit) {
        self.conditions.push(literal);
        self.is_everywhere |= literal == Literal::TRUE || self.has_all_contents(literal, circuit);
    }

    /// Whether a literal is a fact of a relation with one cell, such as who is to move, and so are
    /// others for all other contents: a position without any of them is not worth the while.
    fn has_all_contents(&self, literal: Literal, circuit: &Circuit) -> bool {
        let Gate::Fact { cell, .. } = *circuit.gate(literal.node()) else {
            return false;
        };
        let relation = &circuit.relations()[circuit.relation_of(cell)];
        let is_there = |content: u16| {
            let is_it =
                |literal: &Literal| *circuit.gate(literal.node()) == Gate::Fact { cell, content };
            self.conditions
                .iter()
                .any(|literal| !literal.is_negated() && is_it(literal))
        };
        relation.cells() == 1 && relation.contents > 1 && (1..=relation.contents).all(is_there)
    }
}

impl<'s> Solver<'s> {
    /// Looks for answers on a frontier of its own, the number of which is handed on.
    pub fn on_frontier<T>(
        &mut self,
        predicate: Option<u32>,
        look: impl FnOnce(&mut Self, usize) -> Result<T, Reason>,
    ) -> Result<(T, Frontier), Reason> {
        let number = self.frontiers.len();
        self.frontiers.push(Frontier {
            predicate,
            ..Frontier::default()
        });
        let found = look(self, number);
        self.frontiers.truncate(number + 1);
        let frontier = self.frontiers.pop().unwrap_or_default();
        found.map(|found| (found, frontier))
    }

    /// The same for a goal within another one.
    pub fn on_inner_frontier<T>(
        &mut self,
        scope: Scope,
        look: impl FnOnce(&mut Self, usize) -> Result<T, Reason>,
    ) -> Result<(T, Beyond), Reason> {
        let predicate = self.frontiers[scope.frontier].predicate;
        let (found, frontier) = self.on_frontier(predicate, look)?;
        Ok((found, self.beyond(frontier, None)))
    }

    /// What was noted, as one literal, which is that of a goal if there is a label.
    pub fn beyond(&mut self, frontier: Frontier, label: Option<Label>) -> Beyond {
        if frontier.is_empty() {
            return Beyond::nowhere();
        }
        let literal = match label {
            _ if frontier.is_everywhere => Literal::TRUE,
            Some(label) => self.circuit.goal(label, frontier.conditions),
            None => self.circuit.any(frontier.conditions),
        };
        Beyond {
            literal,
            reasons: Rc::new(frontier.reasons),
        }
    }

    /// Whether nothing is known in any position of what is looked for on a frontier.
    pub fn is_lost(&self, frontier: usize) -> bool {
        self.frontiers[frontier].is_everywhere
    }

    /// Leaves out a goal, and goes on unless that leaves nothing.
    ///
    /// # Errors
    /// The reason, when nothing more can be spent.
    pub fn leave_out(&mut self, reason: Reason, frontier: usize, condition: &Condition) -> Outcome {
        if self.is_exhausted() {
            return Err(reason);
        }
        let literal = condition.literal(&mut self.circuit);
        let number = self
            .reasons
            .number(self.frontiers[frontier].predicate, reason);
        let frontier = &mut self.frontiers[frontier];
        frontier.reasons.insert(number);
        frontier.add(literal, &self.circuit);
        Ok(if frontier.is_everywhere {
            Flow::Enough
        } else {
            Flow::More
        })
    }

    /// Notes where the machine has to answer, for no reason that the rules would show.
    pub fn note(&mut self, frontier: usize, condition: &Condition) {
        let literal = condition.literal(&mut self.circuit);
        self.frontiers[frontier].add(literal, &self.circuit);
    }

    /// Takes over what is not known of a goal that is reached under a condition.
    pub fn inherit(&mut self, beyond: &Beyond, scope: Scope, condition: &Condition) -> Flow {
        let both = match beyond.literal {
            Literal::FALSE => None,
            literal => condition.and(literal, &self.circuit),
        };
        let Some(both) = both else { return Flow::More };
        let literal = both.literal(&mut self.circuit);
        let frontier = &mut self.frontiers[scope.frontier];
        frontier.reasons.extend(&*beyond.reasons);
        frontier.add(literal, &self.circuit);
        if frontier.is_everywhere {
            Flow::Enough
        } else {
            Flow::More
        }
    }
}

//! What is made of all answers to a goal.

use super::arithmetic::evaluate;
use super::error::{Failure, evaluation_error};
use super::order::sorted_set;
use super::term::{Bindings, Term, compound, list, resolve, walk};

use Term::{Compound, Integer};

/// What has been made of the answers so far.
pub enum Aggregate {
    Count(i64),
    Sum(Term, i64),
    /// The best value so far; greater is better only for a maximum.
    Best {
        expression: Term,
        is_maximum: bool,
        best: Option<i64>,
    },
    /// The same, and a term of the best answer.
    BestWith {
        expression: Term,
        witness: Term,
        is_maximum: bool,
        best: Option<(i64, Term)>,
    },
    Bag(Term, Vec<Term>),
    Set(Term, Vec<Term>),
}

impl Aggregate {
    /// What is asked for, if it is something of this kind.
    pub fn new(what: &Term, bindings: &Bindings) -> Option<Self> {
        let Compound(name, parts) = walk(what, bindings) else {
            return None;
        };
        Some(match (&*name, &*parts) {
            ("count", []) => Self::Count(0),
            ("sum", [e]) => Self::Sum(e.clone(), 0),
            ("bag", [t]) => Self::Bag(t.clone(), Vec::new()),
            ("set", [t]) => Self::Set(t.clone(), Vec::new()),
            ("max" | "min", [e]) => Self::Best {
                expression: e.clone(),
                is_maximum: &*name == "max",
                best: None,
            },
            ("max" | "min", [e, w]) => {
                let (expression, witness) = (e.clone(), w.clone());
                Self::BestWith {
                    expression,
                    witness,
                    is_maximum: &*name == "max",
                    best: None,
                }
            }
            _ => return None,
        })
    }

    /// Takes in one more answer.
    pub fn add(&mut self, bindings: &Bindings) -> Result<(), Failure> {
        let is_better = |value: i64, best: i64, is_maximum| {
            if is_maximum {
                value > best
            } else {
                value < best
            }
        };
        match self {
            Self::Count(count) => *count += 1,
            Self::Sum(expression, sum) => {
                let value = evaluate(expression, bindings)?;
                *sum = sum
                    .checked_add(value)
                    .ok_or_else(|| evaluation_error("int_overflow"))?;
            }
            Self::Best {
                expression,
                is_maximum,
                best,
            } => {
                let value = evaluate(expression, bindings)?;
                if best.is_none_or(|best| is_better(value, best, *is_maximum)) {
                    *best = Some(value);
                }
            }
            Self::BestWith {
                expression,
                witness,
                is_maximum,
                best,
            } => {
                let value = evaluate(expression, bindings)?;
                if best
                    .as_ref()
                    .is_none_or(|(best, _)| is_better(value, *best, *is_maximum))
                {
                    *best = Some((value, resolve(witness, bindings)));
                }
            }
            Self::Bag(template, items) | Self::Set(template, items) => {
                items.push(resolve(template, bindings))
            }
        }
        Ok(())
    }

    /// The result, if there is one; `copy` gives the variables of one answer new names.
    pub fn finish(self, mut copy: impl FnMut(&Term) -> Term) -> Result<Option<Term>, Failure> {
        Ok(match self {
            Self::Count(value) | Self::Sum(_, value) => Some(Integer(value)),
            Self::Best { best, .. } => best.map(Integer),
            Self::BestWith {
                best, is_maximum, ..
            } => {
                let name = if is_maximum { "max" } else { "min" };
                best.map(|(value, witness)| compound(name, [Integer(value), copy(&witness)]))
            }
            Self::Bag(_, items) => Some(list(items.iter().map(copy).collect())),
            Self::Set(_, items) => Some(list(sorted_set(items.iter().map(copy).collect())?)),
        })
    }
}

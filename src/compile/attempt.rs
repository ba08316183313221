//! How far a game is compiled: as far as it pays.
//!
//! A predicate that calls itself may have very many different calls: each chain of captures is one. Where that is too
//! much, only the first few calls within each other are compiled, and longer chains stay with the machine.

use super::code::Code;
use super::partial::{Effort, Evaluated, Reason, residual};
use crate::game::Rules;
use crate::logic::Storage;

/// What a game has come to.
#[derive(Debug)]
pub struct Attempt {
    /// Its rules with the position unknown.
    pub evaluated: Evaluated,
    /// The programs, or why it stays with the machine.
    pub code: Result<Code, Reason>,
}

/// How many calls of a predicate within each other are compiled, one try after the other.
const NESTINGS: [usize; 3] = [4, 3, 2];

/// More operations to find the moves of a turn do not pay where fewer will do.
const MOST_PAYING: usize = 5_000;

/// Compiles a game as far as it pays.
///
/// # Errors
/// Why nothing can be said of the game: it has facts without end, or there is no thread to compile in.
pub fn attempt(rules: &Rules, effort: Effort) -> Result<Attempt, Reason> {
    fits_words(rules)?;
    let efforts: &[Effort] = match effort {
        Effort::Quick => &[Effort::Quick],
        Effort::Thorough => &[Effort::Quick, Effort::Thorough],
    };
    let mut best: Option<Attempt> = None;
    for effort in efforts {
        let mut deepest = usize::MAX;
        for nesting in [None].into_iter().chain(NESTINGS.map(Some)) {
            if nesting.is_some_and(|nesting| deepest <= nesting) {
                continue;
            }
            let next = Attempt::new(rules, *effort, nesting)?;
            deepest = next.evaluated.deepest;
            if next.pays() {
                return Ok(next);
            }
            if best.as_ref().is_none_or(|best| next.rank() > best.rank()) {
                best = Some(next);
            }
        }
    }
    best.ok_or_else(|| Reason::new("no effort was made", None))
}

impl Attempt {
    fn new(rules: &Rules, effort: Effort, nesting: Option<usize>) -> Result<Self, Reason> {
        let evaluated = residual(rules, effort, nesting)?;
        let code = code_of(&evaluated, effort);
        Ok(Self { evaluated, code })
    }

    /// Whether nothing was given up because it takes too much, and a turn takes little.
    fn pays(&self) -> bool {
        let is_short = |code: &Code| code.modes.iter().all(|mode| mode.turn.len() <= MOST_PAYING);
        !self.evaluated.is_cut_short && self.code.as_ref().map_or(self.is_refused(), is_short)
    }

    /// Whether the rules say what is not compiled, so that it does not help to try again.
    fn is_refused(&self) -> bool {
        self.evaluated.parts.first().is_some_and(|legal| legal.outcome.is_err())
    }

    /// An attempt of a higher rank is better: whether there are programs, and for how many parts.
    fn rank(&self) -> (bool, usize) {
        let compiled = self.evaluated.parts.iter().filter(|part| part.outcome.is_ok());
        (self.code.is_ok(), compiled.count())
    }
}

/// The programs for what an evaluation has left, or why the game stays with the machine.
fn code_of(evaluated: &Evaluated, effort: Effort) -> Result<Code, Reason> {
    if let Some(Err(reason)) = evaluated.parts.first().map(|legal| &legal.outcome) {
        return Err(reason.clone());
    }
    let operations = match effort {
        Effort::Quick => 20_000,
        Effort::Thorough => 1_000_000,
    };
    let code =
        Code::compile(&evaluated.residual, operations).map_err(|refusal| Reason::new(refusal.to_string(), None))?;
    match code.layout.words() {
        0 => Err(Reason::new("there are no fluents, so that all positions are the same", None)),
        _ => Ok(code),
    }
}

/// A position has a fixed number of words, so each of its facts must have a place.
fn fits_words(rules: &Rules) -> Result<(), Reason> {
    let relations = rules.program().schema().relations();
    let Some(open) = relations.iter().find(|relation| matches!(relation.storage, Storage::Open(_))) else {
        return Ok(());
    };
    let place = rules.declared_fluent(&open.name, open.arity()).map(|(_, span)| span);
    Err(Reason::new(format!("the fluent `{}` has a domain without end, or a very large one", open.name), place))
}

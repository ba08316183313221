//! How far a game is compiled: as far as it pays.
//!
//! A predicate that calls itself may have very many different calls: each chain of captures is one.
//! Where that is too much, only the first few calls within each other are compiled, and longer
//! chains stay with the machine.

use std::collections::BTreeSet;

use super::code::{Code, Refusal};
use super::interrupt::Interrupt;
use super::partial::{
    Effort, Evaluated, Nesting, Reason, residual, residual_as_needed, residual_without_chains,
};
use super::sample::sample;
use super::words::Program;
use crate::game::Rules;

/// What a game has come to.
#[derive(Debug)]
pub struct Attempt {
    /// Its rules with the position unknown.
    pub evaluated: Evaluated,
    /// The programs, or why it stays with the machine.
    pub code: Result<Code, Reason>,
}

/// So many calls of a predicate within each other are compiled where all of them are too much. More
/// take longer to compile, and to compute in each turn, than the longer chains do by the machine,
/// which are rare.
const NESTED: usize = 2;

/// More operations to find the moves of a turn do not pay where fewer will do.
const MOST_PAYING: usize = 4_000;

/// More operations to play a move take longer than the machine takes to follow the rules.
const MOST_TO_PLAY: usize = 60_000;

/// Compiles a game as far as it pays.
///
/// # Errors
/// Why nothing can be said of the game: no domain was found for a fluent, there is no thread to compile
/// in, or somebody has stopped it ([`Reason::is_interruption`]).
pub fn attempt(rules: &Rules, effort: Effort) -> Result<Attempt, Reason> {
    let evaluated = match effort {
        Effort::Quick => residual(rules, Effort::Quick, None)?,
        Effort::Thorough => residual_without_chains(rules, NESTED)?,
    };
    as_far_as_it_pays(rules, evaluated, effort)?.arranged(rules)
}

/// Compiles a game with little effort if that comes to something, and with more if not.
///
/// # Errors
/// As for [`attempt`].
pub fn quick_or_thorough(rules: &Rules) -> Result<Attempt, Reason> {
    let evaluated = residual_as_needed(rules, NESTED)?;
    let effort = evaluated.effort;
    let may_come_to_more = effort == Effort::Quick && !evaluated.is_all_spent;
    let attempt = as_far_as_it_pays(rules, evaluated, effort)?;
    let attempt = match attempt.code.is_err() && may_come_to_more {
        true => with_all(rules)?,
        false => attempt,
    };
    attempt.arranged(rules)
}

fn as_far_as_it_pays(
    rules: &Rules,
    evaluated: Evaluated,
    effort: Effort,
) -> Result<Attempt, Reason> {
    let stop = Interrupt::of(rules);
    let limited = evaluated.without_end(NESTED);
    let lists_and_plays = evaluated.has("legal") && evaluated.has("effects");
    // Longer chains are not given up for a judgement alone.
    let gives_up_moves = evaluated.is_cut_short && !lists_and_plays;
    if gives_up_moves && let Some(nested) = nested(rules, limited.clone())? {
        return Ok(nested);
    }
    if evaluated.is_cut_short && evaluated.has_chains && effort == Effort::Thorough {
        return with_all(rules);
    }
    if gives_up_moves || limited.is_empty() {
        return Attempt::new(evaluated, effort, &stop);
    }
    // Programs for chains of any length are most often too large.
    let first_effort = match evaluated.has_chains {
        true => Effort::Quick,
        false => effort,
    };
    let whole = Attempt::new(evaluated, first_effort, &stop)?;
    if whole.pays() {
        return Ok(whole);
    }
    match nested(rules, limited)? {
        Some(nested) => Ok(nested),
        None if whole.code.is_err() && first_effort != effort => with_all(rules),
        None => Ok(whole),
    }
}

/// Compiles a game with the first few calls within each other of these predicates, if there are such and that
/// pays.
fn nested(rules: &Rules, limited: BTreeSet<String>) -> Result<Option<Attempt>, Reason> {
    if limited.is_empty() {
        return Ok(None);
    }
    let nesting = Nesting {
        most: NESTED,
        limited,
    };
    let evaluated = residual(rules, Effort::Quick, Some(&nesting))?;
    if evaluated.is_cut_short {
        return Ok(None);
    }
    let nested = Attempt::new(evaluated, Effort::Quick, &Interrupt::of(rules))?;
    Ok(Some(nested).filter(Attempt::pays))
}

/// Compiles a game with all that may be spent, whatever less has come to.
fn with_all(rules: &Rules) -> Result<Attempt, Reason> {
    let evaluated = residual(rules, Effort::Thorough, None)?;
    Attempt::new(evaluated, Effort::Thorough, &Interrupt::of(rules))
}

impl Attempt {
    /// Makes the programs. Where all together are too large, the results are left to the machine, which
    /// are asked once in a game; if that is not enough, the effects of moves are left to it instead, or
    /// both: what lists moves and ends games is small in most games.
    fn new(mut evaluated: Evaluated, effort: Effort, stop: &Interrupt) -> Result<Self, Reason> {
        let mut code = code_of(&mut evaluated, effort, stop);
        if let Err(refused) = code {
            code = code_of_less(&mut evaluated, refused, effort, stop);
        }
        if let Some(operations) = code.as_ref().ok().and_then(operations_to_play)
            && operations > MOST_TO_PLAY
        {
            let text =
                format!("a move takes {operations} word operations, longer than by the rules");
            if evaluated.leave_effects(&Reason::new(text, None)) {
                code = code_of(&mut evaluated, effort, stop);
            }
        }
        match code.map_err(NoCode::into_reason) {
            Err(reason) if reason.is_interruption() => Err(reason),
            code => Ok(Self { evaluated, code }),
        }
    }

    /// The same with turns that pass over what comes to nothing in most positions.
    fn arranged(mut self, rules: &Rules) -> Result<Self, Reason> {
        if let Ok(code) = &mut self.code
            && code.is_worth_arranging()
        {
            let sample = sample(rules, &self.evaluated.domains, &code.layout);
            let arranged = code.arrange(&sample, &Interrupt::of(rules));
            arranged.map_err(|_| Reason::interrupted())?;
        }
        Ok(self)
    }

    /// Whether a turn takes little.
    fn pays(&self) -> bool {
        self.code
            .as_ref()
            .is_ok_and(|code| code.modes.iter().all(|mode| mode.turn.len() <= MOST_PAYING))
    }
}

/// The operations of the longest program that plays a move.
fn operations_to_play(code: &Code) -> Option<usize> {
    let programs = code.modes.iter().flat_map(|mode| &mode.applies);
    programs.map(Program::len).max()
}

/// Why a game has no programs.
enum NoCode {
    /// They would be too large.
    TooLarge(Reason),
    /// Even without those for the results, most often since those that play moves are.
    TooLargeWithoutGoals(Reason),
    Other(Reason),
}

impl NoCode {
    fn into_reason(self) -> Reason {
        match self {
            NoCode::TooLarge(reason)
            | NoCode::TooLargeWithoutGoals(reason)
            | NoCode::Other(reason) => reason,
        }
    }
}

/// The programs for what an evaluation has left, or why the game stays with the machine. Only moves at once are left to
/// it where they alone take too long.
fn code_of(evaluated: &mut Evaluated, effort: Effort, stop: &Interrupt) -> Result<Code, NoCode> {
    if let Some(Err(reason)) = evaluated.parts.first().map(|legal| &legal.outcome) {
        return Err(NoCode::Other(reason.clone()));
    }
    let operations = match effort {
        Effort::Quick => 150_000,
        Effort::Thorough => 1_000_000,
    };
    let mut code = Code::compile(&evaluated.residual, operations, stop);
    if let Err(refusal @ Refusal::LongJointMove { .. }) = &code {
        evaluated.leave_joint_effects(&Reason::new(refusal.to_string(), None));
        code = Code::compile(&evaluated.residual, operations, stop);
    }
    let code = code.map_err(|refusal| {
        let reason = Reason::new(refusal.to_string(), None);
        match refusal {
            Refusal::Interrupted => NoCode::Other(Reason::interrupted()),
            // Less to play or to judge makes no turn shorter.
            Refusal::LongTurn { .. } => NoCode::Other(reason),
            Refusal::TooLarge { .. } => NoCode::TooLarge(reason),
            Refusal::TooLargeWithoutGoals { .. }
            | Refusal::LongMove { .. }
            | Refusal::LongJointMove { .. } => NoCode::TooLargeWithoutGoals(reason),
        }
    })?;
    if code.modes.iter().any(|mode| mode.leaves_single) {
        let text = "a move that only one role chooses: the programs for such moves are too large";
        evaluated.leave_single_effects(Reason::new(text, None));
    }
    match code.layout.words() {
        0 => Err(NoCode::Other(Reason::new(
            "there are no fluents, so that all positions are the same",
            None,
        ))),
        _ => Ok(code),
    }
}

/// The programs with as much left to the machine as it takes, where those for all are refused.
fn code_of_less(
    evaluated: &mut Evaluated,
    refused: NoCode,
    effort: Effort,
    stop: &Interrupt,
) -> Result<Code, NoCode> {
    let reason = match refused {
        NoCode::Other(_) => return Err(refused),
        NoCode::TooLargeWithoutGoals(reason) => reason,
        NoCode::TooLarge(reason) => match evaluated.leave_goals(&reason) {
            None => reason,
            Some(goals) => match code_of(evaluated, effort, stop) {
                Err(NoCode::TooLarge(reason) | NoCode::TooLargeWithoutGoals(reason)) => {
                    evaluated.take_back_goals(goals);
                    reason
                }
                code => return code,
            },
        },
    };
    if !evaluated.leave_effects(&reason) {
        return Err(NoCode::TooLarge(reason));
    }
    let code = code_of(evaluated, effort, stop);
    if let Err(NoCode::TooLarge(reason)) = &code
        && evaluated.leave_goals(reason).is_some()
    {
        return code_of(evaluated, effort, stop);
    }
    code
}

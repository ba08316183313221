//! How much is spent on what is left of the rules of a game.

use std::collections::BTreeSet;

use super::chains::Further;
use super::evaluated::{Evaluated, Part};
use super::finding::found_domains;
use super::game::{Reading, with_game};
use super::limits::Budget;
use super::reason::Reason;
use super::thread::evaluated;
use crate::game::Rules;

/// How much a compilation may spend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// So little that nobody waits for it: a tenth of a second for most games, a second at most.
    /// What does not get beyond `legal` in that time, or has very many moves, is given up at once.
    Quick,
    /// Some seconds.
    Thorough,
}

/// How far predicates that call themselves are compiled.
#[derive(Clone, Debug)]
pub struct Nesting {
    /// How many calls of a predicate within each other; more are left to the machine.
    pub most: usize,
    /// The predicates that this is for, as `name/arity`.
    pub limited: BTreeSet<String>,
}

/// What is left of the rules of a game, with all calls of predicates within each other or those that a nesting
/// allows.
///
/// # Errors
/// Why the game stays with the machine: a fluent without a finite domain, a system without threads, rules
/// that no budget allows, or the interrupt flag of the rules.
pub fn residual(
    rules: &Rules,
    effort: Effort,
    nesting: Option<&Nesting>,
) -> Result<Evaluated, Reason> {
    let budget = Budget::new(effort, rules.limits());
    evaluate(rules, effort, (budget, None), nesting)
}

/// What is left of the rules of a game with this budget, and with what may be spent further as long as no calls grow
/// terms.
fn evaluate(
    rules: &Rules,
    effort: Effort,
    (budget, further): (Budget, Option<Further>),
    nesting: Option<&Nesting>,
) -> Result<Evaluated, Reason> {
    let domains = found_domains(rules, effort)?;
    let share = Budget::new(effort, rules.limits()).share();
    evaluated(rules, || {
        in_the_better_reading(|reading| {
            with_game((rules, &domains), budget, nesting, reading, |mut game| {
                game.solver.further = further;
                game.most_nested = further.map(|further| further.most_nested);
                game.share_without_chains = share;
                let reads_numbers = game.solver.relations.reads_numbers;
                (reads_numbers, game.evaluated(effort))
            })
        })
    })
}

/// What is evaluated with numbers, if they are read so; but value by value if more is compiled then. Some
/// goals, such as lists of numbers, take known values only.
fn in_the_better_reading(evaluate: impl Fn(Reading) -> (bool, Evaluated)) -> Evaluated {
    let left_out = |evaluated: &Evaluated| {
        let is_whole = |part: &&Part| part.outcome.is_ok() && part.except.is_empty();
        evaluated.parts.len() - evaluated.parts.iter().filter(is_whole).count()
    };
    let (reads_numbers, evaluated) = evaluate(Reading::Numbers);
    if !reads_numbers || left_out(&evaluated) == 0 {
        return evaluated;
    }
    let (_, others) = evaluate(Reading::Values);
    match left_out(&others) < left_out(&evaluated) {
        true => others,
        false => evaluated,
    }
}

/// What is left of the rules of a game, with all that may be spent; but with no more goals, gates and memory
/// than a quick effort where calls within each other grow a term: where it is larger than in the call that
/// stands `most_nested` calls further out.
///
/// # Errors
/// As for [`residual`].
pub fn residual_without_chains(rules: &Rules, most_nested: usize) -> Result<Evaluated, Reason> {
    let (budget, further) = Budget::without_chains(rules.limits(), most_nested);
    evaluate(rules, Effort::Thorough, (budget, Some(further)), None)
}

/// What is left of the rules of a game, with a quick effort as long as that is enough.
///
/// The legal moves may take as much as with a thorough effort, but for what the machine may spend. If they do take
/// more than a quick one allows, the rest may too. If they take less but are very many, it may if no very many calls
/// stand more than `most_nested` within each other. A quick effort is the most where calls grow terms.
///
/// # Errors
/// As for [`residual`].
pub fn residual_as_needed(rules: &Rules, most_nested: usize) -> Result<Evaluated, Reason> {
    let (budget, further) = Budget::quick_and_further(rules.limits(), most_nested);
    evaluate(rules, Effort::Quick, (budget, Some(further)), None)
}

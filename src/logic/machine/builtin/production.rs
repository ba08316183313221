//! Applies the program's productions.

use super::Builtin;
use crate::logic::machine::Machine;
use crate::logic::raise::GoalOutcome;

pub(super) const TABLE: &[Builtin] = &[
    Builtin::new("$production", 3, apply),
    Builtin::new("$productions", 1, count),
];

/// `'$production'(Number, State, Next)`: productions are numbered from 1, in the order of the
/// program.
fn apply(machine: &mut Machine) -> GoalOutcome {
    let number = machine.count_argument(0)?;
    let state = machine.text_argument(1, "string")?;
    let program = std::sync::Arc::clone(machine.program());
    let production = number
        .checked_sub(1)
        .and_then(|at| program.productions.get(at));
    let Some(next) = production.and_then(|production| production.apply(&state)) else {
        return Ok(false);
    };
    machine.check_memory(next.len() / 8 + 2)?;
    let next = machine.store.string(&next);
    machine.answer(&[(2, next)])
}

fn count(machine: &mut Machine) -> GoalOutcome {
    let count = machine.program().productions.len();
    let count = machine.store.integer(count as i64);
    machine.answer(&[(0, count)])
}

//! The predicate by which the prelude asks the host.

use super::Builtin;
use crate::logic::machine::Machine;
use crate::logic::raise::GoalOutcome;

pub(super) const TABLE: &[Builtin] = &[Builtin::new("$host_answers", 2, host_answers)];

/// The list of all answers to a call, if the host knows them.
fn host_answers(machine: &mut Machine) -> GoalOutcome {
    let call = machine.exported_argument(0)?;
    let Some(answers) = machine.foreign_answers(&call) else {
        return Ok(false);
    };
    let answers = machine.imported(&answers)?;
    machine.answer_list(1, &answers)
}

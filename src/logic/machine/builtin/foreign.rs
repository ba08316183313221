//! The predicate by which the prelude asks the host.

use super::Builtin;
use crate::logic::machine::Machine;
use crate::logic::raise::{GoalOutcome, Raised};
use crate::logic::store::Numbering;

pub(super) const TABLE: &[Builtin] = &[Builtin::new("$host_answers", 2, host_answers)];

/// The list of all answers to a call, if the host knows them.
fn host_answers(machine: &mut Machine) -> GoalOutcome {
    let call = machine.argument(0);
    let call = machine.store.export(call, &mut Numbering::default())?;
    let Some(answers) = machine.foreign_answers(&call) else {
        return Ok(false);
    };
    let answers = answers.iter();
    let answers = answers.map(|answer| Ok(machine.store.import_counted(answer)?));
    let answers = answers.collect::<Result<Vec<_>, Raised>>()?;
    let answers = machine.store.list(&answers);
    machine.answer(&[(1, answers)])
}

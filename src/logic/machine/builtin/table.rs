//! Predicates on which the prelude builds tabled predicates.

use super::Builtin;
use crate::logic::cell::Cell;
use crate::logic::machine::Machine;
use crate::logic::machine::tables::{CallStatus, Closing};
use crate::logic::raise::{self, GoalOutcome, Raised};
use crate::logic::store::Numbering;
use crate::logic::term::Term;

pub(super) const TABLE: &[Builtin] = &[
    Builtin::new("$table", 3, table),
    Builtin::new("$table_size", 2, size),
    Builtin::new("$table_answer", 3, answer),
    Builtin::new("$open_table", 1, open),
    Builtin::new("$add_answer", 2, add_answer),
    Builtin::new("$close_table", 2, close),
];

/// The table of a call, by its number, and how the call goes on: `known` or `unknown`.
fn table(machine: &mut Machine) -> GoalOutcome {
    let call = exported(machine, 0)?;
    let barrier = machine.commitment();
    let world = machine.worlds.serial();
    let (table, status) = machine.tables.call(world, &call, barrier);
    machine.check_memory(0)?;
    let status = match status {
        CallStatus::Known => "known",
        CallStatus::Unknown => "unknown",
        CallStatus::Circular => return Err(circular(machine, table)?),
    };
    let number = machine.store.integer(table as i64);
    let status = machine.store.atom(status);
    machine.answer(&[(1, number), (2, status)])
}

/// The number of answers that a table has now.
fn size(machine: &mut Machine) -> GoalOutcome {
    let table = machine.count_argument(0)?;
    let size = machine.store.integer(machine.tables.size(table) as i64);
    machine.answer(&[(1, size)])
}

/// The answer of a number, from 1.
fn answer(machine: &mut Machine) -> GoalOutcome {
    let (table, number) = (machine.count_argument(0)?, machine.count_argument(1)?);
    let Some(answer) = machine.tables.answer(table, number - 1).cloned() else {
        return Ok(false);
    };
    let answer = machine.store.import_counted(&answer)?;
    machine.answer(&[(2, answer)])
}

fn open(machine: &mut Machine) -> GoalOutcome {
    let table = machine.count_argument(0)?;
    let frame = machine.frames.current;
    if !machine.tables.open_again(table, frame) {
        let barrier = machine.commitment();
        machine.tables.open(table, frame, barrier);
    }
    Ok(true)
}

fn add_answer(machine: &mut Machine) -> GoalOutcome {
    let table = machine.count_argument(0)?;
    let answer = exported(machine, 1)?;
    machine.tables.add_answer(table, answer);
    machine.check_memory(0)?;
    Ok(true)
}

/// Ends a round of an evaluation: `closed` or `again`.
fn close(machine: &mut Machine) -> GoalOutcome {
    let next = match machine.tables.close() {
        Closing::Closed => "closed",
        Closing::Again => "again",
    };
    let next = machine.store.atom(next);
    machine.answer(&[(1, next)])
}

fn exported(machine: &mut Machine, argument: usize) -> Result<Term, Raised> {
    let term = machine.argument(argument);
    Ok(machine.store.export(term, &mut Numbering::default())?)
}

/// The error that a call depends on itself through a goal that commits.
fn circular(machine: &mut Machine, table: usize) -> Result<Raised, Raised> {
    let circle: Vec<Term> = machine.tables.circle(table).into_iter().cloned().collect();
    let calls = circle
        .iter()
        .map(|call| Ok(machine.store.import_counted(call)?))
        .collect::<Result<Vec<Cell>, Raised>>()?;
    let calls = machine.store.list(&calls);
    Ok(raise::unstratified(&mut machine.store, calls))
}

impl Machine {
    /// The number below which evaluations surround a goal that commits, in which the running goal
    /// stands: its first answer, or that it has none, decides how the clause goes on.
    fn commitment(&self) -> usize {
        let Some((outer, barrier)) = self.tables.innermost() else {
            return 0;
        };
        let mut frame = self.frames.current;
        // Ancestors lie at ever lower addresses.
        while frame > outer {
            let (caller, continuation) = self.frames.caller(frame);
            if self.program.code.commits_at(continuation.saturating_sub(1)) {
                return self.tables.height();
            }
            frame = caller;
        }
        barrier
    }
}

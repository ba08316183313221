//! Predicates on which the prelude builds tabled predicates.

use super::Builtin;
use crate::logic::machine::Machine;
use crate::logic::machine::tables::{CallStatus, Closing};
use crate::logic::raise::{self, GoalOutcome, Raised};
use crate::logic::term::Term;

pub(super) const TABLE: &[Builtin] = &[
    Builtin::new("$table", 3, table),
    Builtin::new("$table_more", 3, more),
    Builtin::new("$table_answer", 3, answer),
    Builtin::new("$open_table", 1, open),
    Builtin::new("$add_answer", 2, add_answer),
    Builtin::new("$close_table", 2, close),
];

/// The table of a call, by its number, and how the call goes on: `known` or `unknown`.
fn table(machine: &mut Machine) -> GoalOutcome {
    let call = machine.exported_argument(0)?;
    let world = machine.worlds.serial();
    let table = machine.tables.of(world, &call);
    machine.check_memory(0)?;
    if let Some(evaluation) = machine.tables.awaits(table)
        && evaluation < machine.commitment()?
    {
        return Err(circular(machine, table)?);
    }
    let status = match machine.tables.call(table) {
        CallStatus::Known => "known",
        CallStatus::Unknown => "unknown",
    };
    let number = machine.store.integer(table as i64);
    let status = machine.store.atom(status);
    machine.answer(&[(1, number), (2, status)])
}

/// Whether a table has an answer of a number, from 1: `more`, or `last` if no further ones can come.
fn more(machine: &mut Machine) -> GoalOutcome {
    let (table, number) = (machine.count_argument(0)?, machine.count_argument(1)?);
    let size = machine.tables.size(table);
    if number > size {
        return Ok(false);
    }
    let is_last = number == size && machine.tables.is_complete(table);
    let more = machine.store.atom(if is_last { "last" } else { "more" });
    machine.answer(&[(2, more)])
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
    machine.tables.open(table, frame);
    Ok(true)
}

fn add_answer(machine: &mut Machine) -> GoalOutcome {
    let table = machine.count_argument(0)?;
    let answer = machine.exported_argument(1)?;
    machine.tables.add_answer(table, answer);
    machine.check_memory(0)?;
    Ok(true)
}

/// Ends a round of an evaluation: `closed` or `again`.
fn close(machine: &mut Machine) -> GoalOutcome {
    machine.spend_work(machine.tables.dependents() as u64)?;
    let next = match machine.tables.close() {
        Closing::Closed => "closed",
        Closing::Again => "again",
    };
    let next = machine.store.atom(next);
    machine.answer(&[(1, next)])
}

/// The error that a call depends on itself through a goal that commits.
fn circular(machine: &mut Machine, table: usize) -> Result<Raised, Raised> {
    let circle: Vec<Term> = machine.tables.circle(table).into_iter().cloned().collect();
    let calls = machine.imported(&circle)?;
    let calls = machine.store.list(&calls);
    Ok(raise::unstratified(&mut machine.store, calls))
}

impl Machine {
    /// The number below which evaluations surround a goal that commits, in which the running goal
    /// stands: its first answer, or that it has none, decides how the clause goes on.
    fn commitment(&mut self) -> Result<usize, Raised> {
        let height = self.tables.height();
        let (mut number, mut frame) = (height, self.frames.current);
        let barrier = loop {
            if let Some(known) = self.tables.barrier(number) {
                break known;
            }
            let Some(below) = number.checked_sub(1) else {
                break 0;
            };
            let outer = self.tables.frame(below);
            if self.commits_between(frame, outer)? {
                break number;
            }
            (number, frame) = (below, outer);
        };
        self.tables.learn_barrier(number, barrier);
        Ok(barrier)
    }

    /// Whether a clause between a frame and one of those that wait for it is in a goal that commits.
    fn commits_between(&mut self, mut frame: usize, outer: usize) -> Result<bool, Raised> {
        // Ancestors lie at ever lower addresses.
        while frame > outer {
            self.spend_work(1)?;
            let (caller, continuation) = self.frames.caller(frame);
            if self.program.code.commits_at(continuation.saturating_sub(1)) {
                return Ok(true);
            }
            frame = caller;
        }
        Ok(false)
    }
}

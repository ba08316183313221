//! Control predicates on which the prelude builds.

use super::Builtin;
use crate::logic::machine::Machine;
use crate::logic::raise::{self, GoalOutcome};

pub(super) const TABLE: &[Builtin] = &[
    Builtin::new("$cut", 1, cut),
    Builtin::new("throw", 1, throw),
    Builtin::new("\\=", 2, not_unifiable),
    Builtin::new("$defined", 2, defined),
];

/// Cuts back to a barrier that a `call` stored.
fn cut(machine: &mut Machine) -> GoalOutcome {
    let barrier = machine.argument(0).as_small() as usize;
    machine.cut_to(barrier);
    Ok(true)
}

/// Whether the program defines a predicate of this name and arity that queries can see.
fn defined(machine: &mut Machine) -> GoalOutcome {
    let (name, arity) = (machine.bound_argument(0)?, machine.count_argument(1)?);
    Ok(machine.program().defines(name.as_symbol(), arity))
}

fn throw(machine: &mut Machine) -> GoalOutcome {
    let ball = machine.argument(0);
    if ball.is_reference() {
        return Err(raise::instantiation(&mut machine.store));
    }
    Err(raise::throw(&mut machine.store, ball))
}

/// Whether two terms do not unify; all bindings are undone.
fn not_unifiable(machine: &mut Machine) -> GoalOutcome {
    let (left, right) = (machine.argument(0), machine.argument(1));
    Ok(!machine.store.unifiable(left, right)?)
}

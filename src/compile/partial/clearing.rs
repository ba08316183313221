//! Clauses of `delete` that take whatever value a key has, such as the piece on a square that a move leaves.
//!
//! Their last goal is the fact that they delete, and its value stands nowhere else. What is not there stays
//! so: without that goal they say which keys lose their value, in one answer and not in one for each value.

use rustc_hash::FxHashSet;

use super::goal::{Callee, Clause, Goal, Kind};
use super::store::Pattern;

/// Such a clause without its last goal; `has_value` tells of a relation, by number, whether each of its keys
/// has one value. None for another clause.
pub(super) fn clearing(clause: Clause, has_value: impl Fn(u32) -> bool) -> Option<Clause> {
    let Clause {
        head,
        body,
        variables,
    } = clause;
    let mut body = Vec::from(body);
    let last = body.pop()?;
    let is_clearing = is_value_of_head(&head, &last, &body, has_value);
    is_clearing.then(|| Clause {
        head,
        body: body.into(),
        variables,
    })
}

fn is_value_of_head(
    head: &[Pattern],
    last: &Goal,
    others: &[Goal],
    has_value: impl Fn(u32) -> bool,
) -> bool {
    let ([Pattern::Compound(_, deleted)], Kind::Call(Callee::Fluent(relation), asked)) =
        (head, &last.kind)
    else {
        return false;
    };
    let Some((Pattern::Variable(value), keys)) = deleted.split_last() else {
        return false;
    };
    let mut elsewhere = FxHashSet::default();
    keys.iter()
        .for_each(|key| key.add_variables(&mut elsewhere));
    elsewhere.extend(others.iter().flat_map(|goal| &goal.variables));
    has_value(*relation) && deleted == asked && !elsewhere.contains(value)
}

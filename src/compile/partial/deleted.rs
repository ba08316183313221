//! Clauses of `delete` whose last goal is the fact that they delete, such as the piece on a square that a move
//! leaves. What is not there stays so: that goal need not be asked.
//!
//! Most often it only gives the value. Then one answer stands for all values that a key may have.

use super::goal::{Callee, Clause, Kind};
use super::store::Pattern;

/// Such a clause without its last goal, with the number of the relation; none for another clause. `relation`
/// tells which relation has facts with a functor.
pub(super) fn deleted(
    clause: Clause,
    relation: impl Fn(u32) -> Option<u32>,
) -> Option<(Clause, u32)> {
    let Clause {
        head,
        body,
        variables,
    } = clause;
    let mut body = Vec::from(body);
    let last = body.pop()?;
    let ([Pattern::Compound(functor, deleted)], Kind::Call(Callee::Fluent(asked), arguments)) =
        (&*head, &last.kind)
    else {
        return None;
    };
    let is_the_fact = relation(*functor) == Some(*asked) && deleted == arguments;
    let (body, asked) = (body.into(), *asked);
    is_the_fact.then(|| {
        let clause = Clause {
            head,
            body,
            variables,
        };
        (clause, asked)
    })
}

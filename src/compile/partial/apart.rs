//! Effects that are the same whatever move is played, such as a clock that goes on: parts of
//! clauses of `add` and `delete`.
//!
//! A clause falls into goals that decide which facts it names, and goals that share no variable
//! with those. Where only the latter look at the move, the facts are found once for all moves, and
//! for each move only whether it has them.

use rustc_hash::FxHashSet;

use super::goal::{Clause, Goal};

/// A clause in two parts.
#[derive(Debug)]
pub(super) struct Apart {
    /// With the head of the clause: which facts, in no connection with the move.
    pub facts: Clause,
    /// Without arguments: whether a move has them.
    pub guard: Clause,
}

/// Divides a clause without a cut, if it can be; `reads_does` tells of a goal whether it looks at
/// the move.
pub(super) fn apart(clause: Clause, reads_does: &dyn Fn(&Goal) -> bool) -> Option<Apart> {
    let mut connected: FxHashSet<u32> = FxHashSet::default();
    clause
        .head
        .iter()
        .for_each(|pattern| pattern.add_variables(&mut connected));
    let mut is_within = vec![false; clause.body.len()];
    while let Some(next) = (clause.body.iter().zip(&is_within)).position(|(goal, is_within)| {
        !is_within && goal.variables.iter().any(|own| connected.contains(own))
    }) {
        is_within[next] = true;
        connected.extend(&clause.body[next].variables);
    }
    let (mut facts, mut guard) = (Vec::new(), Vec::new());
    for (goal, is_within) in clause.body.into_iter().zip(is_within) {
        if is_within { &mut facts } else { &mut guard }.push(goal);
    }
    let variables = clause.variables;
    (!facts.iter().any(reads_does)).then(|| Apart {
        facts: Clause {
            head: clause.head,
            body: facts.into(),
            variables,
        },
        guard: Clause {
            head: Box::default(),
            body: guard.into(),
            variables,
        },
    })
}

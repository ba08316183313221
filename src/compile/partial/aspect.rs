//! What a clause of `add` or `delete` looks at of the chosen move, such as the square where it ends: moves
//! that have this in common have the same effects by that clause.

use super::goal::{Callee, Clause, Goal, Kind};
use super::solver::Solver;
use super::store::{Instance, Pattern, Value};

/// The only goal of a clause that looks at the chosen move.
#[derive(Debug)]
pub(super) struct Aspect {
    /// The arguments of `does`.
    does: Box<[Pattern]>,
    /// The variables in them that stand elsewhere in the clause too, by number.
    live: Box<[u32]>,
    /// The number of variables in the clause.
    variables: u32,
}

impl Aspect {
    /// The aspect of a clause; none if several of its goals look at the move, or one does more than ask
    /// `does`. `reads_does` tells whether a goal looks at it.
    pub fn of(clause: &Clause, reads_does: &dyn Fn(&Goal) -> bool) -> Option<Self> {
        let mut asking = clause.body.iter().filter(|goal| reads_does(goal));
        match (asking.next()?, asking.next()) {
            (
                Goal {
                    kind: Kind::Call(Callee::Does, does),
                    live,
                    ..
                },
                None,
            ) => Some(Self {
                does: does.clone(),
                live: live.clone(),
                variables: clause.variables,
            }),
            _ => None,
        }
    }
}

impl Solver<'_> {
    /// What a move, with its role, has for an aspect; none if the clause is about no such move.
    pub(super) fn aspect(&mut self, aspect: &Aspect, chosen: &Instance) -> Option<Instance> {
        let mark = self.store.mark();
        let frame = self.store.frame(aspect.variables);
        let asked = self.store.build_all(&aspect.does, frame);
        let is_such = self.store.unify_instance(&asked, chosen, &mut Vec::new());
        let live = aspect.live.iter();
        let live: Vec<Value> = live.map(|number| Value::Variable(frame + number)).collect();
        let found = is_such.then(|| self.store.instance(&live));
        self.store.undo(mark);
        found
    }
}

//! What a clause of `add` or `delete` looks at of the chosen move, such as the square where it ends: moves
//! that have this in common have the same effects by that clause.

use smallvec::{SmallVec, smallvec};

use super::goal::{Callee, Clause, Goal, Kind};
use super::store::{Item, Pattern, Store};

/// What a clause looks at of the chosen move.
#[derive(Debug)]
pub(super) enum Aspect {
    /// Nothing: all moves are the same to it.
    Nothing,
    /// What its only goal asks that looks at the move.
    Does {
        /// The arguments of `does`.
        arguments: Box<[Pattern]>,
        /// The variables in them that stand elsewhere in the clause too, by number.
        live: Box<[u32]>,
        /// The number of variables in the clause.
        variables: u32,
    },
}

/// What a move has that a clause looks at: terms one after the other.
pub(super) type View = SmallVec<[Item; 6]>;

/// What the variables of a clause stand for, by number; nothing yet for one without items.
type Bindings<'i> = SmallVec<[&'i [Item]; 8]>;

impl Aspect {
    /// The aspect of a clause; none if several of its goals look at the move, or one does more than ask
    /// `does`. `reads_does` tells whether a goal may look at it.
    pub fn of(clause: &Clause, reads_does: &dyn Fn(&Goal) -> bool) -> Option<Self> {
        let mut asking = clause.body.iter().filter(|goal| reads_does(goal));
        match (asking.next(), asking.next()) {
            (None, _) => Some(Self::Nothing),
            (
                Some(Goal {
                    kind: Kind::Call(Callee::Does, does),
                    live,
                    ..
                }),
                None,
            ) => Some(Self::Does {
                arguments: does.clone(),
                live: live.clone(),
                variables: clause.variables,
            }),
            _ => None,
        }
    }

    /// What a move, with its role, has for it; none if the clause is about no such move. All of the move is known.
    pub fn of_move(&self, chosen: &[Item], store: &Store) -> Option<View> {
        let Self::Does {
            arguments,
            live,
            variables,
        } = self
        else {
            return Some(View::new());
        };
        let mut bindings: Bindings<'_> = smallvec![&[][..]; *variables as usize];
        let mut items = chosen;
        let mut arguments = arguments.iter();
        let is_such = arguments.all(|pattern| bind(pattern, &mut items, &mut bindings, store));
        let live = live.iter().flat_map(|number| bindings[*number as usize]);
        is_such.then(|| live.copied().collect())
    }
}

/// Takes the first of these known terms, and binds variables so that the pattern is equal to it; gives whether that
/// can be.
fn bind<'i>(
    pattern: &Pattern,
    items: &mut &'i [Item],
    bindings: &mut Bindings<'i>,
    store: &Store,
) -> bool {
    let take = |items: &mut &'i [Item], wanted: Item| {
        let (first, rest) = items.split_at(1);
        *items = rest;
        first[0] == wanted
    };
    match pattern {
        Pattern::Variable(number) => {
            let term = store.next_term(items);
            let bound = &mut bindings[*number as usize];
            let is_equal = bound.is_empty() || *bound == term;
            *bound = term;
            is_equal
        }
        Pattern::Constant(number) => take(items, Item::Constant(*number)),
        Pattern::Compound(functor, parts) => {
            let mut parts = parts.iter();
            take(items, Item::Compound(*functor))
                && parts.all(|part| bind(part, items, bindings, store))
        }
    }
}

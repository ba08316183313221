//! What a search knows of its root when it is stopped: the bounds that the table has on the positions
//! after the moves.

use super::bounds::Bounds;
use super::prover::Prover;
use crate::search::choice::Aim;
use crate::search::known::{Known, KnownValue};
use crate::search::step::{StepResult, role_to_move};
use crate::search::value::Value;

/// The root of a question. It is looked up beforehand: a game whose rules are stopped answers no more.
struct Root {
    key: u128,
    /// The aim of the role to move.
    aim: Aim,
    /// What follows each move.
    children: Vec<Child>,
}

enum Child {
    /// A finished game of this value.
    Over(Value),
    /// A position with this key.
    Open(u128),
    /// A position in which the rules have an error. It need not be one that the search meets.
    Unknown,
}

impl<E: std::error::Error> Prover<'_, '_, '_, E> {
    /// The value that the role can force. The watcher is told of it, or of its bounds if the search ends
    /// without it.
    pub(super) fn value_or_bounds(&mut self) -> StepResult<E, Value> {
        let root = self.root();
        let value = self.value();
        let known = match (&value, root) {
            (Ok(value), _) => KnownValue::exact(self.role, *value),
            (Err(_), Some(root)) => self.known_of_root(&root),
            (Err(_), None) => KnownValue::nothing(self.role),
        };
        self.meter.watch.note(Known::Value(known));
        value
    }

    /// The top position as a root; none if it has no moves.
    fn root(&mut self) -> Option<Root> {
        let key = self.key();
        let mover = role_to_move(&mut *self.stack, 0).ok()??;
        let moves = 0..self.stack.moves().len();
        Some(Root {
            key,
            aim: Aim::of(mover, self.role),
            children: moves.map(|index| self.child(index)).collect(),
        })
    }

    /// What follows the move of this index.
    fn child(&mut self, index: usize) -> Child {
        if self.push(index).is_err() {
            return Child::Unknown;
        }
        let child = self.top_as_child();
        self.pop();
        child.unwrap_or(Child::Unknown)
    }

    fn top_as_child(&mut self) -> Result<Child, E> {
        Ok(match self.stack.over()? {
            true => Child::Over(self.payoff.of(&mut *self.stack, self.role)?),
            false => Child::Open(self.key()),
        })
    }

    fn known_of_root(&self, root: &Root) -> KnownValue {
        let bounds = root.children.iter().map(|child| match child {
            Child::Over(value) => Bounds::exact(*value),
            Child::Open(key) => self.known(*key).0,
            Child::Unknown => Bounds::ALL,
        });
        let better = |one: Value, other: Value| match root.aim {
            Aim::Greatest => one.max(other),
            Aim::Least => one.min(other),
        };
        let by_moves = bounds.reduce(|one, other| Bounds {
            lower: better(one.lower, other.lower),
            upper: better(one.upper, other.upper),
        });
        let [own, by_moves] = [self.known(root.key).0, by_moves.unwrap_or(Bounds::ALL)];
        let [own, by_moves] = [own, by_moves].map(|bounds| KnownValue {
            at_least: bounds.lower,
            at_most: bounds.upper,
            ..KnownValue::nothing(self.role)
        });
        own.and(by_moves)
    }
}

//! The best of several moves in one position.

use super::value::Value;
use crate::game::Role;

/// What value the role to move aims at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Aim {
    /// The greatest: the root's role is to move.
    Greatest,
    /// The least: an opponent of the root's role is to move.
    Least,
}

impl Aim {
    /// The aim of a role in a search for the role `root`, whose opponents are all others.
    pub(super) fn of(role: Role, root: Role) -> Self {
        if role == root {
            Aim::Greatest
        } else {
            Aim::Least
        }
    }

    /// Whether no value is better.
    pub(super) fn is_reached(self, value: Value) -> bool {
        match self {
            Aim::Greatest => value >= Value::WIN,
            Aim::Least => value <= Value::LOSS,
        }
    }

    /// Whether a new value replaces an old one. An equal value does not: the first found stays.
    pub(super) fn prefers(self, new: Value, old: Value) -> bool {
        match self {
            Aim::Greatest => new > old,
            Aim::Least => new < old,
        }
    }
}

/// A line of play from some position on, and its value.
#[derive(Clone, Debug)]
pub(super) struct Line<M> {
    pub(super) value: Value,
    /// The moves, last first: a line is built from its end.
    reversed: Vec<M>,
}

impl<M> Line<M> {
    /// An empty line with this value.
    pub(super) fn end(value: Value) -> Self {
        Line {
            value,
            reversed: Vec::new(),
        }
    }

    /// The moves, first one first.
    pub(super) fn into_moves(self) -> Vec<M> {
        self.reversed.into_iter().rev().collect()
    }
}

/// The best of the lines offered so far.
#[derive(Debug)]
pub(super) struct Choice<M> {
    aim: Aim,
    best: Option<Line<M>>,
}

impl<M> Choice<M> {
    pub(super) fn new(aim: Aim) -> Self {
        Choice { aim, best: None }
    }

    /// Offers a move and the line that follows it.
    pub(super) fn offer(&mut self, played: M, mut follow: Line<M>) {
        if self
            .best
            .as_ref()
            .is_none_or(|best| self.aim.prefers(follow.value, best.value))
        {
            follow.reversed.push(played);
            self.best = Some(follow);
        }
    }

    /// The best line; `None` if none was offered.
    pub(super) fn into_best(self) -> Option<Line<M>> {
        self.best
    }
}

/// A move at the root and its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RootMove<M> {
    /// The move.
    pub played: M,
    /// Its value for the role to move at the root.
    pub value: Value,
    /// The playouts that began with it; 0 for strategies without playouts.
    pub playouts: u64,
}

//! What a move cannot bring about. If the game was not over before a move, then no reason to end it held,
//! and after the move only those are to be looked for that the move can make hold: a stone of Red
//! completes no chain of Blue.
//!
//! A gate comes to hold only if an input changes in the direction in which the gate is unate
//! (R. McNaughton, "Unate Truth Functions", 1961). Of the conditions of effects nothing is known here.

use rustc_hash::{FxHashMap, FxHashSet};

use super::mode::{excluded, wants};
use crate::compile::circuit::{Circuit, Gate, Literal, Sum};
use crate::compile::residual::{ANY_CONTENT, AddedNumber, Effect, Residual, Shared};
use crate::compile::side_by_side::side_by_side;

/// By mover, numbered as [`mover`] says, reasons to end the game of which none holds after a move of his if
/// none has held before it.
pub fn ruled_out(residual: &Residual, given: &[Option<(u32, u16)>]) -> Vec<Vec<Literal>> {
    let circuit = &residual.circuit;
    let of_mode = |number: usize| {
        let excluded = excluded(circuit, given[number]);
        let of_mover = |role: usize| {
            let Some(changes) = Changes::of(residual, &excluded, role) else {
                return Vec::new();
            };
            let bearing = Bearing::of(circuit, &changes);
            bearing.ruled_out(circuit, residual.terminal)
        };
        (0..residual.roles).map(of_mover).collect::<Vec<_>>()
    };
    let of_modes = side_by_side(given.len(), of_mode);
    of_modes.into_iter().flatten().collect()
}

/// The number of a role that moves in a mode, in a game for so many roles.
pub fn mover(mode: usize, role: usize, roles: usize) -> usize {
    mode * roles + role
}

/// The facts that moves may add and delete.
#[derive(Default)]
struct Changes {
    /// The facts that may be added, as cells and contents.
    added: FxHashSet<(u32, u16)>,
    /// By cell a content that it may get; none for one that may get several.
    only: FxHashMap<u32, Option<u16>>,
    /// The facts that may be deleted, as cells and contents.
    deleted: FxHashSet<(u32, u16)>,
}

impl Changes {
    /// Those of the moves of a role whose conditions are not excluded, by node; none if all are.
    fn of(residual: &Residual, excluded: &[bool], role: usize) -> Option<Self> {
        let mut is_played = vec![false; residual.moves.len()];
        for (number, condition) in &residual.legal {
            let is_possible = !wants(excluded, *condition);
            is_played[*number] |= is_possible && residual.moves[*number].role == role;
        }
        if !is_played.contains(&true) {
            return None;
        }
        let mut changes = Self::default();
        let played = residual.moves.iter().zip(is_played);
        let mut shared: FxHashSet<usize> = FxHashSet::default();
        for (about, _) in played.filter(|(_, is_played)| *is_played) {
            changes.note(&about.adds, &about.deletes);
            let numbers = about.numbers.iter();
            numbers.for_each(|added| changes.note_number(added));
            shared.extend(about.shared.iter().map(|(number, _)| number));
        }
        for number in shared {
            let Shared { deletes, adds } = &residual.shared[number];
            changes.note(adds, deletes);
        }
        Some(changes)
    }

    fn note(&mut self, adds: &[Effect], deletes: &[Effect]) {
        for Effect { cell, content, .. } in adds {
            self.added.insert((*cell, *content));
            let only = self.only.entry(*cell).or_insert(Some(*content));
            *only = only.filter(|only| only == content);
        }
        let deletes = deletes.iter();
        self.deleted
            .extend(deletes.map(|effect| (effect.cell, effect.content)));
    }

    /// Notes that a cell may get any number.
    fn note_number(&mut self, added: &AddedNumber) {
        self.only.insert(added.cell, None);
        self.added.extend(added.facts());
    }

    fn may_add(&self, cell: u32, content: u16) -> bool {
        self.added.contains(&(cell, content))
    }

    /// Whether a fact may go: by a `delete`, or since another one takes its place.
    fn may_remove(&self, cell: u32, content: u16) -> bool {
        let only = self.only.get(&cell);
        let is_replaced = only.is_some_and(|only| *only != Some(content));
        let is_deleted = |content| self.deleted.contains(&(cell, content));
        is_replaced || is_deleted(content) || is_deleted(ANY_CONTENT)
    }
}

/// By node whether some changes may make it hold, and whether they may make it not hold any more.
struct Bearing {
    rises: Vec<bool>,
    falls: Vec<bool>,
}

impl Bearing {
    fn of(circuit: &Circuit, changes: &Changes) -> Self {
        let mut bearing = Self {
            rises: vec![false; circuit.size()],
            falls: vec![false; circuit.size()],
        };
        // More than once where goals need themselves.
        loop {
            let mut is_settled = true;
            for node in circuit.nodes() {
                let (rises, falls) = match circuit.gate(node) {
                    Gate::True => (false, false),
                    Gate::Fact { cell, content } => (
                        changes.may_add(*cell, *content),
                        changes.may_remove(*cell, *content),
                    ),
                    Gate::After(_) => (true, true),
                    Gate::All(parts) | Gate::Any(parts) => bearing.on_one_of(parts),
                    Gate::Circular(number) => bearing.on_one_of(circuit.definition(*number)),
                    Gate::AtLeastZero(sum) => bearing.on_sum(sum),
                    Gate::Zero(sum) => {
                        let (rises, falls) = bearing.on_sum(sum);
                        (rises || falls, rises || falls)
                    }
                };
                let index = node.index();
                is_settled &= (rises, falls) == (bearing.rises[index], bearing.falls[index]);
                bearing.rises[index] = rises;
                bearing.falls[index] = falls;
            }
            if is_settled {
                return bearing;
            }
        }
    }

    fn rises(&self, literal: Literal) -> bool {
        let index = literal.node().index();
        match literal.is_negated() {
            true => self.falls[index],
            false => self.rises[index],
        }
    }

    /// Whether a literal may come to hold, and whether it may cease to.
    fn on(&self, literal: Literal) -> (bool, bool) {
        (self.rises(literal), self.rises(!literal))
    }

    fn on_one_of(&self, parts: &[Literal]) -> (bool, bool) {
        let any = |is: &dyn Fn(Literal) -> bool| parts.iter().any(|part| is(*part));
        (
            any(&|part| self.rises(part)),
            any(&|part| self.rises(!part)),
        )
    }

    fn on_sum(&self, sum: &Sum) -> (bool, bool) {
        let mut of_sum = (false, false);
        for (literal, weight) in &sum.terms {
            let (more, less) = match (self.on(*literal), *weight > 0) {
                (bearing, true) => bearing,
                ((rises, falls), false) => (falls, rises),
            };
            of_sum = (of_sum.0 || more, of_sum.1 || less);
        }
        of_sum
    }

    /// The alternatives of a literal that cannot come to hold.
    fn ruled_out(&self, circuit: &Circuit, literal: Literal) -> Vec<Literal> {
        let mut seen: FxHashSet<Literal> = [literal].into_iter().collect();
        let mut waiting = vec![literal];
        let mut ruled_out = Vec::new();
        while let Some(literal) = waiting.pop() {
            if !self.rises(literal) {
                ruled_out.push(literal);
                continue;
            }
            let alternatives = circuit.alternatives(literal).into_iter().flatten();
            waiting.extend(alternatives.filter(|part| seen.insert(*part)));
        }
        ruled_out
    }
}

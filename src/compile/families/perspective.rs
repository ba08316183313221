//! How conditions look from the lanes of a family.

use std::collections::{BTreeMap, BinaryHeap};

use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use super::{Families, Halt, LaneSet, Part, Place, Row, Shape};
use crate::compile::circuit::{Gate, Literal, Node, Sum};

/// A view from the lanes of a space on the nodes of a circuit.
#[derive(Clone, Debug)]
pub struct Perspective {
    space: usize,
    /// Nodes that look the same from all lanes.
    apart: FxHashSet<Node>,
    known: FxHashMap<(Node, usize), Part>,
}

/// From so many lanes a node may be seen before it is taken for something that all lanes have in
/// common.
const NEIGHBOURS: usize = 8;

/// As many nodes as most boards have cells.
const OF_BOARD: usize = 64;

/// Of more conditions it is not found out what they have in common: the sets of those that name each
/// node would take much memory.
const MANY: usize = 4_096;

impl Perspective {
    /// The view from the lanes of a space, from all of which these nodes look the same.
    #[must_use]
    pub fn new(space: usize, apart: FxHashSet<Node>) -> Self {
        Self {
            space,
            apart,
            known: FxHashMap::default(),
        }
    }

    /// The nodes that look the same from all lanes.
    #[must_use]
    pub fn apart(&self) -> &FxHashSet<Node> {
        &self.apart
    }
}

/// Which literals name a node, for each that is met on the way down from them. Parts have smaller numbers, so
/// each node comes after all that name it.
struct Naming {
    nobody: LaneSet,
    by: FxHashMap<Node, LaneSet>,
    waiting: BinaryHeap<Node>,
}

impl Naming {
    /// There are `all` literals.
    fn new(all: usize) -> Self {
        Self {
            nobody: LaneSet::empty(all),
            by: FxHashMap::with_capacity_and_hasher(all.min(OF_BOARD), FxBuildHasher),
            waiting: BinaryHeap::new(),
        }
    }

    /// The literals that name a node.
    fn by(&mut self, node: Node) -> &mut LaneSet {
        self.by.entry(node).or_insert_with(|| {
            self.waiting.push(node);
            self.nobody.clone()
        })
    }

    /// Takes the node with the greatest number.
    fn pop(&mut self) -> Option<(Node, LaneSet)> {
        let node = self.waiting.pop()?;
        Some((node, self.by.remove(&node)?))
    }
}

impl Families<'_> {
    /// The view from the lanes of a space on the conditions that each of these lanes has.
    ///
    /// # Errors
    /// When it takes too many steps, or somebody stops it.
    pub fn perspective(
        &mut self,
        space: usize,
        conditions: &[(usize, Vec<Literal>)],
    ) -> Result<Perspective, Halt> {
        let all = self.spaces.get(space).lanes();
        let mut lanes = LaneSet::empty(all);
        conditions.iter().for_each(|(lane, _)| lanes.insert(*lane));
        let lanes = lanes.len();
        let seen = conditions
            .iter()
            .filter(|_| lanes > NEIGHBOURS)
            .flat_map(|(lane, literals)| literals.iter().map(|literal| (*lane, *literal)));
        let mut apart = FxHashSet::default();
        // Members of families that are seen, by family, with how many lanes see each.
        let mut members: BTreeMap<usize, Vec<(Node, usize)>> = BTreeMap::new();
        self.trace(all, seen, |place, node, count| {
            if let Place::Lane(family, _) = place {
                members.entry(family).or_default().push((node, count));
                return false;
            }
            let is_apart = count > NEIGHBOURS && 2 * count > lanes;
            if is_apart {
                apart.insert(node);
            }
            !is_apart && place == Place::Inline
        })?;
        for seen in members.into_values() {
            let total: usize = seen.iter().map(|(_, count)| count).sum();
            let is_apart = |count: usize| {
                // What half the lanes see is no neighbour, unless they see as much of others: long
                // lines cross in the middle.
                let others = (total - count) / (seen.len() - 1).max(1);
                count > NEIGHBOURS
                    && 2 * count > lanes
                    && (2 * others < count || 2 * others > lanes)
            };
            apart.extend(
                seen.iter()
                    .filter(|(_, count)| is_apart(*count))
                    .map(|(node, _)| *node),
            );
        }
        Ok(Perspective::new(space, apart))
    }

    /// The nodes that these literals name, directly or by nodes that have no place of their own.
    ///
    /// # Errors
    /// When it takes too many steps, or somebody stops it.
    pub fn reached(&mut self, literals: impl Iterator<Item = Literal>) -> Result<Vec<Node>, Halt> {
        self.reached_without(literals, &FxHashSet::default())
    }

    /// The same without some nodes, and what only these name.
    ///
    /// # Errors
    /// When it takes too many steps, or somebody stops it.
    pub fn reached_without(
        &mut self,
        literals: impl Iterator<Item = Literal>,
        left_out: &FxHashSet<Node>,
    ) -> Result<Vec<Node>, Halt> {
        let mut waiting: Vec<Node> = literals.map(Literal::node).collect();
        waiting.retain(|node| !left_out.contains(node));
        let mut seen: FxHashSet<Node> = waiting.iter().copied().collect();
        let mut reached = Vec::new();
        while let Some(node) = waiting.pop() {
            self.step()?;
            reached.push(node);
            if self.place(node) == Place::Inline {
                waiting.extend(
                    self.circuit
                        .parts(node)
                        .map(Literal::node)
                        .filter(|part| !left_out.contains(part) && seen.insert(*part)),
                );
            }
        }
        Ok(reached)
    }

    /// The nodes without a place of their own that more than half of these literals name, directly or
    /// by other such nodes: whether any stone is put down. None where there are few literals, or more
    /// than the cells of any board.
    ///
    /// # Errors
    /// When it takes too many steps, or somebody stops it.
    pub fn reached_by_most(&mut self, literals: &[Literal]) -> Result<FxHashSet<Node>, Halt> {
        let mut most = FxHashSet::default();
        let names_inline = |literal: &Literal| {
            let mut parts = self.circuit.parts(literal.node());
            parts.any(|part| self.place(part.node()) == Place::Inline)
        };
        if !(NEIGHBOURS + 1..=MANY).contains(&literals.len()) || !literals.iter().any(names_inline)
        {
            return Ok(most);
        }
        let named = literals.iter().copied().enumerate();
        self.trace(literals.len(), named, |place, node, count| {
            let is_inline = place == Place::Inline;
            if is_inline && 2 * count > literals.len() {
                most.insert(node);
            }
            is_inline
        })?;
        Ok(most)
    }

    /// Goes down from literals, each of which one of `all` names, and tells for each node that is met
    /// how many of these name it, directly or by nodes above it; and on to its parts where `goes_on`.
    fn trace(
        &mut self,
        all: usize,
        literals: impl Iterator<Item = (usize, Literal)>,
        mut goes_on: impl FnMut(Place, Node, usize) -> bool,
    ) -> Result<(), Halt> {
        let mut naming = Naming::new(all);
        for (number, literal) in literals {
            naming.by(literal.node()).insert(number);
        }
        while let Some((node, by)) = naming.pop() {
            self.step()?;
            if goes_on(self.place(node), node, by.len()) {
                for part in self.circuit.parts(node) {
                    naming.by(part.node()).insert_all(&by);
                }
            }
        }
        Ok(())
    }

    /// The rows for conditions as each of the lanes of a space has them: one of a lane's holds at least.
    ///
    /// # Errors
    /// When it takes too many steps, or somebody stops it.
    pub fn rows_of(
        &mut self,
        space: usize,
        conditions: &[(usize, Vec<Literal>)],
    ) -> Result<Vec<Row>, Halt> {
        let mut perspective = self.perspective(space, conditions)?;
        self.rows(&mut perspective, conditions)
    }

    /// The rows for conditions of which one holds at least, for each lane.
    ///
    /// # Errors
    /// When it takes too many steps, or somebody stops it.
    pub fn rows(
        &mut self,
        perspective: &mut Perspective,
        conditions: &[(usize, Vec<Literal>)],
    ) -> Result<Vec<Row>, Halt> {
        let mut rows: Vec<Row> = Vec::new();
        let mut known: FxHashMap<Part, usize> = FxHashMap::default();
        let lanes = self.spaces.get(perspective.space).lanes();
        for (lane, literals) in conditions {
            for literal in literals {
                let part = self.part(perspective, *literal, *lane)?;
                let row = *known.entry(part).or_insert_with(|| {
                    rows.push(Row {
                        part,
                        lanes: LaneSet::empty(lanes),
                    });
                    rows.len() - 1
                });
                rows[row].lanes.insert(*lane);
            }
        }
        Ok(rows)
    }

    /// How a literal looks from a lane.
    ///
    /// # Errors
    /// When it takes too many steps, or somebody stops it.
    pub fn part(
        &mut self,
        view: &mut Perspective,
        literal: Literal,
        lane: usize,
    ) -> Result<Part, Halt> {
        let node = literal.node();
        let part = match self.place(node) {
            _ if node == Literal::TRUE.node() => Part::TRUE,
            _ if view.apart.contains(&node) => self.shapes.insert(Shape::Scalar(node)),
            Place::Lane(family, at) if self.family(family).space == view.space => {
                self.shapes.insert(Shape::Lane {
                    family,
                    offset: at as i32 - lane as i32,
                })
            }
            Place::Lane(..) | Place::Scalar => self.shapes.insert(Shape::Scalar(node)),
            Place::Inline => match view.known.get(&(node, lane)) {
                Some(part) => *part,
                None => {
                    let part = self.inline(view, node, lane)?;
                    view.known.insert((node, lane), part);
                    part
                }
            },
        };
        Ok(part.negated_if(literal.is_negated()))
    }

    fn inline(&mut self, view: &mut Perspective, node: Node, lane: usize) -> Result<Part, Halt> {
        self.step()?;
        let circuit = self.circuit;
        let gate = circuit.gate(node);
        let parts: Vec<Part> = circuit
            .parts(node)
            .map(|literal| self.part(view, literal, lane))
            .collect::<Result<_, Halt>>()?;
        let is_fixed =
            |part: &Part| matches!(self.shapes.get(*part), Shape::True | Shape::Scalar(_));
        if parts.iter().all(is_fixed) {
            return Ok(self.shapes.insert(Shape::Scalar(node)));
        }
        let terms = |sum: &Sum| {
            parts
                .iter()
                .copied()
                .zip(sum.terms.iter().map(|(_, weight)| *weight))
                .collect()
        };
        let shape = match gate {
            Gate::True | Gate::Fact { .. } | Gate::After(_) | Gate::Circular(_) => {
                Shape::Scalar(node)
            }
            Gate::All(_) => Shape::All(parts),
            Gate::Any(_) => Shape::Any(parts),
            Gate::AtLeastZero(sum) => Shape::AtLeastZero(sum.constant, terms(sum)),
            Gate::Zero(sum) => Shape::Zero(sum.constant, terms(sum)),
        };
        Ok(self.shapes.insert(match shape {
            Shape::All(mut parts) => {
                parts.sort_unstable();
                Shape::All(parts)
            }
            Shape::Any(mut parts) => {
                parts.sort_unstable();
                Shape::Any(parts)
            }
            other => other,
        }))
    }

    /// Counts a step, and looks whether to stop.
    pub(super) fn step(&mut self) -> Result<(), Halt> {
        let steps = self.left.steps.checked_sub(1);
        self.left.steps = steps.ok_or(Halt::TooManySteps)?;
        self.go_on()
    }
}

//! Shapes: conditions as they look from a lane.

use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashSet};

use super::FamilyNumber;
use crate::compile::circuit::Node;

/// A condition that looks the same from many lanes; its parts have smaller numbers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// What always holds.
    True,
    /// The member of a family so many lanes further on.
    Lane {
        /// The family.
        family: FamilyNumber,
        /// How many lanes further on; negative: before.
        offset: i32,
    },
    /// The same node from all lanes.
    Scalar(Node),
    /// All parts hold.
    All(Vec<Part>),
    /// One of the parts holds at least.
    Any(Vec<Part>),
    /// The number plus the weights of the parts that hold is 0 or more.
    AtLeastZero(i64, Vec<(Part, i64)>),
    /// The number plus the weights of the parts that hold is 0.
    Zero(i64, Vec<(Part, i64)>),
}

/// A shape, or that it does not hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Part(u32);

impl Part {
    /// What always holds.
    pub const TRUE: Self = Self(0);

    /// Whether it says that the shape does not hold.
    #[must_use]
    pub fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    /// The number of the shape.
    #[must_use]
    pub fn shape(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// The part, or its opposite.
    #[must_use]
    pub fn negated_if(self, negated: bool) -> Self {
        Self(self.0 ^ u32::from(negated))
    }
}

/// Shapes, each once.
#[derive(Debug)]
pub struct Shapes {
    shapes: IndexSet<Shape, FxBuildHasher>,
    weights: Vec<usize>,
}

impl Default for Shapes {
    fn default() -> Self {
        Self {
            shapes: IndexSet::from_iter([Shape::True]),
            weights: vec![0],
        }
    }
}

impl Shapes {
    /// The shape of a part.
    #[must_use]
    pub fn get(&self, part: Part) -> &Shape {
        &self.shapes[part.shape()]
    }

    /// How many there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.shapes.len()
    }

    /// Keeps a shape.
    pub fn insert(&mut self, shape: Shape) -> Part {
        let (number, is_new) = self.shapes.insert_full(shape);
        if is_new {
            self.weights.push(self.weigh(&self.shapes[number]));
        }
        // Whoever makes shapes has a budget that ends long before the numbers do.
        Part((number as u32) << 1)
    }

    /// What it takes to say this: how many members of families and scalars are in it.
    #[must_use]
    pub fn weight(&self, part: Part) -> usize {
        self.weights[part.shape()]
    }

    /// Adds the nodes that look the same from all lanes in what a part says.
    pub fn add_scalars(&self, part: Part, found: &mut FxHashSet<Node>) {
        let (mut pending, mut seen) = (vec![part], FxHashSet::default());
        while let Some(part) = pending.pop() {
            // A part may stand in very many others.
            if !seen.insert(part.shape()) {
                continue;
            }
            match self.get(part) {
                Shape::True | Shape::Lane { .. } => {}
                Shape::Scalar(node) => drop(found.insert(*node)),
                Shape::All(parts) | Shape::Any(parts) => pending.extend(parts),
                Shape::AtLeastZero(_, terms) | Shape::Zero(_, terms) => {
                    pending.extend(terms.iter().map(|(part, _)| part));
                }
            }
        }
    }

    fn weigh(&self, shape: &Shape) -> usize {
        let total = |parts: &mut dyn Iterator<Item = &Part>| {
            parts.fold(0_usize, |total, part| {
                total.saturating_add(self.weight(*part))
            })
        };
        match shape {
            Shape::True => 0,
            Shape::Lane { .. } | Shape::Scalar(_) => 1,
            Shape::All(parts) | Shape::Any(parts) => total(&mut parts.iter()),
            Shape::AtLeastZero(_, terms) | Shape::Zero(_, terms) => {
                total(&mut terms.iter().map(|(part, _)| part))
            }
        }
    }
}

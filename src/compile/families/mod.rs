//! Families: nodes of a circuit that say the same of different cells.
//!
//! A family is a set of goals that differ in one cell, the *lane*, such as `closed(black, X, Y,
//! 0-1)` for all X and Y; and so are the facts of one content, a *plane*. What a goal says, seen
//! from its lane, is a [`Shape`]; goals of a family have few shapes between them, and the lanes
//! that have one are its mask. Knows nothing of words.

mod find;
mod lanes;
mod order;
mod perspective;
mod plan;
mod shape;
mod slot;

use rustc_hash::{FxHashMap, FxHashSet};

pub use lanes::{LaneSet, set_bits};
pub use order::{Component, Unit};
pub use perspective::Perspective;
pub use shape::{Part, Shape, Shapes};
pub use slot::{Anchor, Rest, Slot, Space, Spaces};

use super::circuit::{Circuit, Node};
use super::interrupt::{Interrupt, Interrupted};

/// A family, by its place in [`Families`].
pub type FamilyNumber = usize;

/// The families of a circuit.
#[derive(Debug)]
pub struct Families<'c> {
    circuit: &'c Circuit,
    spaces: Spaces,
    shapes: Shapes,
    families: Vec<Family>,
    places: Vec<Place>,
    /// What has to be computed when: each component after those that it needs.
    components: Vec<Component>,
    component_of: FxHashMap<Unit, usize>,
    left: Left,
    stop: Interrupt,
}

/// A family.
#[derive(Clone, Debug)]
pub struct Family {
    /// Whose lanes they are.
    pub space: usize,
    /// What its members have in common.
    pub name: Name,
    /// The lanes that have a member.
    pub members: LaneSet,
    /// The members, by lane; none for planes.
    pub goals: Vec<(usize, Node)>,
    /// Nodes that its shapes name as they are, not by their distance.
    pub apart: FxHashSet<Node>,
    /// What its goals say: one of the rows; none for planes.
    pub rows: Vec<Row>,
}

/// What the members of a family have in common.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Name {
    /// Facts of one relation with one content.
    Plane {
        /// The relation, by number.
        relation: usize,
        /// The content, from 1.
        content: u16,
    },
    /// Facts that are no part of a position, by the number of the plane that was given.
    Given(usize),
    /// Goals of a form that share all but the lane.
    Goals {
        /// The form of their labels.
        form: u32,
        /// What tells them from the others of that form.
        rest: Rest,
    },
}

/// Facts that are no part of a position, as a plane of a space: which moves are chosen.
#[derive(Clone, Debug)]
pub struct GivenPlane {
    /// Whose lanes they have.
    pub space: usize,
    /// The facts by lane, as cells and contents.
    pub facts: Vec<(usize, (u32, u16))>,
}

/// The lanes that have a shape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The shape.
    pub part: Part,
    /// The lanes.
    pub lanes: LaneSet,
}

/// Where a node belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// It is the member of a family at a lane.
    Lane(FamilyNumber, usize),
    /// It is computed on its own.
    Scalar,
    /// It is part of whatever needs it.
    Inline,
}

/// Why there are no families, or not what was to be made of them. What makes less of a game comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Halt {
    /// Somebody has stopped it.
    Interrupted,
    /// The program of a turn has more operations than pay.
    LongTurn {
        /// How many would do.
        most: usize,
    },
    /// The programs that play moves have more operations than they may, all together.
    LargeEffects,
    /// A program that plays a move has more operations than pay.
    LongMove {
        /// How many would do.
        most: usize,
    },
    /// The same of a program for several moves at once, where each move has effects of its own too.
    LongJointMove {
        /// How many would do.
        most: usize,
    },
    /// A program has more operations than it may, before what it does not need is left out.
    TooManyOperations,
    /// It took more steps than it may.
    TooManySteps,
}

/// What may still be done for programs with a certain number of operations at most.
#[derive(Clone, Copy, Debug)]
pub struct Left {
    /// How many steps the search may still take.
    steps: usize,
    /// How many operations a program may have before what it does not need is left out. Each takes some hundred
    /// bytes.
    operations: usize,
}

/// The steps of the search for families for each of these operations.
const STEPS_PER_OPERATION: usize = 100;

/// How many operations a program may have before what it does not need is left out, for each of these.
const MADE_PER_OPERATION: usize = 2;

impl Left {
    fn of(operations: usize) -> Self {
        Self {
            steps: STEPS_PER_OPERATION * operations,
            operations: MADE_PER_OPERATION * operations,
        }
    }
}

impl From<Interrupted> for Halt {
    fn from(_: Interrupted) -> Self {
        Halt::Interrupted
    }
}

impl Families<'_> {
    /// Nothing, unless somebody has stopped what is done with the circuit.
    ///
    /// # Errors
    /// If somebody has.
    pub fn go_on(&self) -> Result<(), Halt> {
        Ok(self.stop.look()?)
    }

    /// Nothing, unless a program with this number of `operations` takes too much, or somebody has stopped it.
    ///
    /// # Errors
    /// If either is so.
    pub fn go_on_making(&self, operations: usize) -> Result<(), Halt> {
        match operations > self.left.operations {
            true => Err(Halt::TooManyOperations),
            false => self.go_on(),
        }
    }

    /// What may still be done.
    #[must_use]
    pub fn left(&self) -> Left {
        self.left
    }

    /// Says that this may still be done.
    pub fn put_back(&mut self, left: Left) {
        self.left = left;
    }

    /// The families of another circuit with the same lanes, found in the steps that are left, with
    /// planes of their own.
    ///
    /// # Errors
    /// When it takes more steps, or somebody stops it.
    pub fn of<'d>(&self, circuit: &'d Circuit, given: &[GivenPlane]) -> Result<Families<'d>, Halt> {
        let needed = vec![true; circuit.size()];
        let spaces = self.spaces.clone();
        Families::find_with((circuit, &needed), spaces, given, self.left, &self.stop)
    }

    /// The circuit.
    #[must_use]
    pub fn circuit(&self) -> &Circuit {
        self.circuit
    }

    /// The spaces of its relations.
    #[must_use]
    pub fn spaces(&self) -> &Spaces {
        &self.spaces
    }

    /// The shapes met so far.
    #[must_use]
    pub fn shapes(&self) -> &Shapes {
        &self.shapes
    }

    /// A family.
    #[must_use]
    pub fn family(&self, family: FamilyNumber) -> &Family {
        &self.families[family]
    }

    /// All families that have members.
    pub fn all(&self) -> impl Iterator<Item = &Family> {
        self.families
            .iter()
            .filter(|family| !family.members.is_empty())
    }

    /// The numbers of all families, those of planes too.
    pub fn numbers(&self) -> std::ops::Range<FamilyNumber> {
        0..self.families.len()
    }

    /// Where a node belongs.
    #[must_use]
    pub fn place(&self, node: Node) -> Place {
        self.places[node.index()]
    }
}

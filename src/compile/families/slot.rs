//! Where the cells are among the arguments of goals.

use rustc_hash::FxHashMap;

use crate::compile::circuit::{Label, Relation};

/// The cells of all relations that have these keys, each a *lane*: the last key fastest.
#[derive(Clone, Debug)]
pub struct Space {
    keys: Vec<FxHashMap<u32, usize>>,
    lanes: usize,
}

impl Space {
    /// How many lanes there are.
    #[must_use]
    pub fn lanes(&self) -> usize {
        self.lanes
    }

    /// The lane of these keys.
    fn lane(&self, keys: &[u32]) -> Option<usize> {
        let mut lane = 0;
        for (domain, key) in self.keys.iter().zip(keys) {
            lane = lane * domain.len() + domain.get(key)?;
        }
        Some(lane)
    }
}

/// The spaces of a circuit.
#[derive(Clone, Debug)]
pub struct Spaces {
    spaces: Vec<Space>,
    of_relation: Vec<Option<usize>>,
}

/// Consecutive arguments that are the keys of a space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    start: usize,
    /// The number of the space.
    pub space: usize,
}

/// How the goals of one form are divided into families.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Anchor {
    /// Its cell is the lane of a goal.
    pub slot: Slot,
    /// Their cells count from the lane.
    further: Vec<Slot>,
}

impl Spaces {
    /// The spaces of the relations with more than one cell.
    #[must_use]
    pub fn new(relations: &[Relation]) -> Self {
        let mut spaces: Vec<Space> = Vec::new();
        let mut of_relation = Vec::new();
        for relation in relations {
            let keys: Vec<FxHashMap<u32, usize>> =
                relation.keys.iter().map(|domain| domain.iter().copied().zip(0..).collect()).collect();
            of_relation.push((relation.cells() > 1).then(|| {
                spaces.iter().position(|space| space.keys == keys).unwrap_or_else(|| {
                    spaces.push(Space { keys, lanes: relation.cells() });
                    spaces.len() - 1
                })
            }));
        }
        Self { spaces, of_relation }
    }

    /// The space of a relation; none for one with a single cell.
    #[must_use]
    pub fn of_relation(&self, relation: usize) -> Option<usize> {
        self.of_relation[relation]
    }

    /// How many spaces there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.spaces.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.spaces.is_empty()
    }

    /// A space.
    #[must_use]
    pub fn get(&self, space: usize) -> &Space {
        &self.spaces[space]
    }

    /// The ways to divide goals of one form into families by a cell among their arguments.
    #[must_use]
    pub fn anchors(&self, labels: &[&Label]) -> Vec<Anchor> {
        let slots = self.slots(labels);
        let mut anchors = Vec::new();
        for slot in &slots {
            let mut further = Vec::new();
            let mut end = 0;
            for other in slots.iter().filter(|other| other.space == slot.space && self.are_apart(**other, *slot)) {
                if other.start >= end {
                    further.push(*other);
                    end = self.end(*other);
                }
            }
            let is_alone = further.is_empty();
            anchors.push(Anchor { slot: *slot, further });
            if !is_alone {
                anchors.push(Anchor { slot: *slot, further: Vec::new() });
            }
        }
        anchors
    }

    /// The lane of a goal, and what else tells it from the other goals of its form: the distances of its further cells, then
    /// the arguments that are not in a slot.
    ///
    /// # Panics
    /// If the anchor is not one of those for the goal's form.
    #[must_use]
    pub fn split(&self, anchor: &Anchor, label: &Label) -> (usize, Vec<i64>) {
        let lane = |slot: &Slot| {
            let keys = &label.arguments[slot.start..self.end(*slot)];
            self.spaces[slot.space].lane(keys).expect("a slot holds keys in all labels of the form")
        };
        let own = lane(&anchor.slot);
        let distances = anchor.further.iter().map(|slot| lane(slot) as i64 - own as i64);
        let taken = || std::iter::once(&anchor.slot).chain(&anchor.further);
        let is_left = |argument: &usize| taken().all(|slot| !(slot.start..self.end(*slot)).contains(argument));
        let left = (0..label.arguments.len()).filter(is_left).map(|argument| i64::from(label.arguments[argument]));
        (own, distances.chain(left).collect())
    }

    fn slots(&self, labels: &[&Label]) -> Vec<Slot> {
        let arguments = labels.iter().map(|label| label.arguments.len()).min().unwrap_or(0);
        let all = (0..arguments).flat_map(|start| (0..self.spaces.len()).map(move |space| Slot { start, space }));
        all.filter(|slot| {
            let range = slot.start..self.end(*slot);
            let is_cell = |label: &&Label| self.spaces[slot.space].lane(&label.arguments[range.clone()]).is_some();
            range.end <= arguments && labels.iter().all(is_cell)
        })
        .collect()
    }

    fn end(&self, slot: Slot) -> usize {
        slot.start + self.spaces[slot.space].keys.len()
    }

    fn are_apart(&self, a: Slot, b: Slot) -> bool {
        self.end(a) <= b.start || self.end(b) <= a.start
    }
}

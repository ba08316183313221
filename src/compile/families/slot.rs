//! Where the cells are among the arguments of goals.

use std::cmp::Reverse;
use std::ops::Range;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};

use super::plan::lanes_of_points;
use crate::compile::circuit::{Label, Relation};

/// The cells of all relations that have these keys, each a *lane*. There may be lanes without a cell.
///
/// Neighbours along a key are at a fixed distance, whichever key is the fastest and in whichever
/// direction it counts.
#[derive(Clone, Debug)]
pub struct Space {
    keys: Vec<FxHashMap<u32, usize>>,
    cells: usize,
    order: LaneOrder,
    /// The other orders that the lanes may have, if the terms of the only key lie in a plane.
    planned: Vec<LaneOrder>,
}

/// In which order the lanes are.
#[derive(Clone, Debug, PartialEq, Eq)]
enum LaneOrder {
    /// Key by key, the last one fastest.
    Axes(Vec<Axis>),
    /// For each term of the only key its lane, and how many lanes there are.
    Plan(Arc<[usize]>, usize),
}

/// How the lanes go on along a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Axis {
    key: usize,
    is_reversed: bool,
}

impl Space {
    fn new(keys: Vec<FxHashMap<u32, usize>>, cells: usize, plan: Option<&[(i64, i64)]>) -> Self {
        let axis = |key| Axis {
            key,
            is_reversed: false,
        };
        let in_order = LaneOrder::Axes((0..keys.len()).map(axis).collect());
        let orders = plan.and_then(lanes_of_points).unwrap_or_default();
        let planned = orders.into_iter().map(|lanes| {
            let count = lanes.iter().max().map_or(0, |last| last + 1);
            LaneOrder::Plan(lanes.into(), count)
        });
        let planned: Vec<LaneOrder> = planned.collect();
        Self {
            keys,
            cells,
            order: planned.first().cloned().unwrap_or(in_order),
            planned,
        }
    }

    /// How many lanes there are.
    #[must_use]
    pub fn lanes(&self) -> usize {
        match self.order {
            LaneOrder::Axes(_) => self.cells,
            LaneOrder::Plan(_, lanes) => lanes,
        }
    }

    /// The number of terms of each key.
    #[must_use]
    pub fn sizes(&self) -> Vec<usize> {
        self.keys.iter().map(FxHashMap::len).collect()
    }

    /// The lane of each cell, from the first cell of a relation on.
    #[must_use]
    pub fn lanes_of_cells(&self) -> Vec<usize> {
        (0..self.cells)
            .map(|cell| self.lane_of_cell(cell))
            .collect()
    }

    /// The lane of a cell, counted from the first cell of its relation.
    #[must_use]
    pub fn lane_of_cell(&self, cell: usize) -> usize {
        let place = |key: usize| {
            let later = self.keys[key + 1..].iter().map(FxHashMap::len);
            Some(cell / later.product::<usize>() % self.keys[key].len())
        };
        self.lane_of(place)
            .expect("a cell has a place for each key")
    }

    /// The lane of these keys, from one of them on; the others are the first of their domain. None if one is not
    /// in its domain.
    fn lane(&self, first_key: usize, keys: &[u32]) -> Option<usize> {
        let given = first_key..first_key + keys.len();
        self.lane_of(|key| match given.contains(&key) {
            true => self.keys[key].get(&keys[key - first_key]).copied(),
            false => Some(0),
        })
    }

    /// The lane whose keys, by number, have these places in their domains. A space with a plan has one key.
    fn lane_of(&self, place: impl Fn(usize) -> Option<usize>) -> Option<usize> {
        let axes = match &self.order {
            LaneOrder::Plan(lanes, _) => return Some(lanes[place(0)?]),
            LaneOrder::Axes(axes) => axes,
        };
        let mut lane = 0;
        for Axis { key, is_reversed } in axes {
            let (count, place) = (self.keys[*key].len(), place(*key)?);
            lane = lane * count
                + if *is_reversed {
                    count - 1 - place
                } else {
                    place
                };
        }
        Some(lane)
    }

    /// The orders that lanes may have, the order of the cells first.
    fn orders(&self) -> Vec<LaneOrder> {
        if !self.planned.is_empty() {
            return self.planned.clone();
        }
        let mut orders: Vec<Vec<Axis>> = vec![Vec::new()];
        for _ in &self.keys {
            let longer = |order: Vec<Axis>| {
                let is_free = |key: &usize| order.iter().all(|axis| axis.key != *key);
                let free: Vec<usize> = (0..self.keys.len()).filter(is_free).collect();
                let axes = free
                    .into_iter()
                    .flat_map(|key| [false, true].map(|is_reversed| Axis { key, is_reversed }));
                axes.map(|axis| order.iter().copied().chain([axis]).collect())
                    .collect::<Vec<Vec<Axis>>>()
            };
            orders = orders.into_iter().flat_map(longer).collect();
        }
        orders.into_iter().map(LaneOrder::Axes).collect()
    }
}

/// Spaces with more keys keep the order of the cells.
const ORDERED_KEYS: usize = 3;

/// The spaces of a circuit.
#[derive(Clone, Debug)]
pub struct Spaces {
    spaces: Vec<Space>,
    of_relation: Vec<Option<usize>>,
}

/// Consecutive arguments that are keys of a space: all of them, or the first or last ones, such as
/// a column without a row; then the lane is that of the first cell there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    start: usize,
    /// The number of the space.
    pub space: usize,
    first_key: usize,
    keys: usize,
}

impl Slot {
    fn range(&self) -> Range<usize> {
        self.start..self.start + self.keys
    }
}

/// What tells a goal from those of other families of its form: distances of further cells, then constants.
pub type Rest = SmallVec<[i64; 4]>;

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
            let keys: Vec<FxHashMap<u32, usize>> = relation
                .keys
                .iter()
                .map(|domain| domain.iter().copied().zip(0..).collect())
                .collect();
            of_relation.push((relation.cells() > 1).then(|| {
                spaces
                    .iter()
                    .position(|space| space.keys == keys)
                    .unwrap_or_else(|| {
                        let plan = relation.plan.as_deref();
                        spaces.push(Space::new(keys, relation.cells(), plan));
                        spaces.len() - 1
                    })
            }));
        }
        Self {
            spaces,
            of_relation,
        }
    }

    /// Orders the lanes so that goals come one after the other, as far as these sequences of goals
    /// go; each is of one form. Of the orders that do, it takes one in which their lanes lie close together: where moves
    /// name a square and facts a square and a piece, the squares of one piece have a plane of their own then.
    pub fn arrange(&mut self, sequences: &[Vec<&Label>]) {
        let slots: Vec<Vec<Slot>> = sequences.iter().map(|labels| self.slots(labels)).collect();
        for space in 0..self.spaces.len() {
            if self.spaces[space].keys.len() > ORDERED_KEYS {
                continue;
            }
            let longest = |slots: &Vec<Slot>| {
                let own = slots.iter().copied().filter(|slot| slot.space == space);
                own.reduce(|best, other| if other.keys > best.keys { other } else { best })
            };
            let longest: Vec<Option<Slot>> = slots.iter().map(longest).collect();
            let judged = |order: LaneOrder| {
                let mut ordered = self.clone();
                ordered.spaces[space].order.clone_from(&order);
                let sequences = longest.iter().zip(sequences);
                let judgements = sequences.filter_map(|(slot, labels)| {
                    let slot = (*slot)?;
                    let lanes = ordered.lanes(slot, labels);
                    // A single key, such as a column, is no place of its own.
                    let spread = if slot.keys > 1 { spread(&lanes) } else { 0 };
                    Some((ascents(&lanes), spread))
                });
                let sum = judgements.fold((0, 0), |sum, own| (sum.0 + own.0, sum.1 + own.1));
                ((sum.0, Reverse(sum.1)), order)
            };
            let orders = self.spaces[space].orders();
            // The first of the best: the order of the cells, if it is one of them.
            let best = orders
                .into_iter()
                .map(judged)
                .reduce(|best, other| if other.0 > best.0 { other } else { best });
            if let Some((_, order)) = best {
                self.spaces[space].order = order;
            }
        }
    }

    /// The lane that a slot names of each goal.
    fn lanes(&self, slot: Slot, labels: &[&Label]) -> Vec<Option<usize>> {
        let lane = |label: &&Label| self.lane(slot, label);
        labels.iter().map(lane).collect()
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
            let is_alike = |other: &&Slot| {
                other.space == slot.space
                    && (other.first_key, other.keys) == (slot.first_key, slot.keys)
                    && are_apart(**other, *slot)
            };
            let mut further = Vec::new();
            let mut end = 0;
            for other in slots.iter().filter(is_alike) {
                if other.start >= end {
                    further.push(*other);
                    end = other.range().end;
                }
            }
            let is_alone = further.is_empty();
            anchors.push(Anchor {
                slot: *slot,
                further,
            });
            if !is_alone {
                anchors.push(Anchor {
                    slot: *slot,
                    further: Vec::new(),
                });
            }
        }
        anchors
    }

    /// The lane of a goal, and what else tells it from the other goals of its form: the distances
    /// of its further cells, then the arguments that are not in a slot.
    ///
    /// # Panics
    /// If the anchor is not one of those for the goal's form.
    #[must_use]
    pub fn split(&self, anchor: &Anchor, label: &Label) -> (usize, Rest) {
        let lane = |slot: &Slot| {
            self.lane(*slot, label)
                .expect("a slot holds keys in all labels of the form")
        };
        let own = lane(&anchor.slot);
        let distances = anchor
            .further
            .iter()
            .map(|slot| lane(slot) as i64 - own as i64);
        let mut is_left: SmallVec<[bool; 16]> = smallvec![true; label.arguments.len()];
        for slot in std::iter::once(&anchor.slot).chain(&anchor.further) {
            is_left[slot.range()].fill(false);
        }
        let arguments = label.arguments.iter().zip(is_left);
        let left = arguments.filter(|(_, is_left)| *is_left);
        let left = left.map(|(argument, _)| i64::from(*argument));
        (own, distances.chain(left).collect())
    }

    /// Divides what has labels of one form where a few have no cell in a place where the most have
    /// one, such as a move that leads off the board.
    #[must_use]
    pub fn alike<'l, T>(&self, mut all: Vec<T>, label: impl Fn(&T) -> &'l Label) -> Vec<Vec<T>> {
        let arguments = all
            .iter()
            .map(|one| label(one).arguments.len())
            .min()
            .unwrap_or(0);
        let mut divided = Vec::new();
        let numbers = 0..self.spaces.len();
        let slots = (0..arguments).flat_map(|start| {
            let slot = move |space: usize| Slot {
                start,
                space,
                first_key: 0,
                keys: self.spaces[space].keys.len(),
            };
            numbers.clone().map(slot)
        });
        for slot in slots.filter(|slot| slot.range().end <= arguments) {
            let has_one = |one: &T| self.lane(slot, label(one)).is_some();
            if 2 * all.iter().filter(|one| has_one(one)).count() > all.len() {
                let (with, without): (Vec<T>, Vec<T>) = all.into_iter().partition(has_one);
                all = with;
                divided.extend((!without.is_empty()).then_some(without));
            }
        }
        divided.push(all);
        divided
    }

    /// The slots that all these labels have; without a whole cell in them, parts of one.
    fn slots(&self, labels: &[&Label]) -> Vec<Slot> {
        let arguments = labels
            .iter()
            .map(|label| label.arguments.len())
            .min()
            .unwrap_or(0);
        let is_there = |slot: &Slot| {
            slot.range().end <= arguments
                && labels.iter().all(|label| self.lane(*slot, label).is_some())
        };
        let numbers = 0..self.spaces.len();
        let whole = |start: usize| {
            let slot = move |space: usize| Slot {
                start,
                space,
                first_key: 0,
                keys: self.spaces[space].keys.len(),
            };
            numbers.clone().map(slot)
        };
        let slots: Vec<Slot> = (0..arguments).flat_map(whole).filter(is_there).collect();
        if !slots.is_empty() {
            return slots;
        }
        let partial = |start: usize| {
            numbers.clone().flat_map(move |space| {
                let all = self.spaces[space].keys.len();
                let ends = (1..all).flat_map(move |keys| [(0, keys), (all - keys, keys)]);
                ends.map(move |(first_key, keys)| Slot {
                    start,
                    space,
                    first_key,
                    keys,
                })
            })
        };
        (0..arguments).flat_map(partial).filter(is_there).collect()
    }

    /// The lane that a slot of a label names.
    fn lane(&self, slot: Slot, label: &Label) -> Option<usize> {
        self.spaces[slot.space].lane(slot.first_key, &label.arguments[slot.range()])
    }
}

fn are_apart(a: Slot, b: Slot) -> bool {
    a.range().end <= b.start || b.range().end <= a.start
}

/// How often the lane does not fall from one goal to the next.
fn ascents(lanes: &[Option<usize>]) -> usize {
    lanes.windows(2).filter(|pair| pair[0] <= pair[1]).count()
}

/// How far the lanes of the goals lie apart.
fn spread(lanes: &[Option<usize>]) -> usize {
    let known = || lanes.iter().flatten();
    let ends = known().max().zip(known().min());
    ends.map_or(0, |(last, first)| last - first)
}

//! Programs from families: what was computed once is kept, in the order in which things need each
//! other.

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};

use super::layout::Layout;
use super::turn::KeptValue;
use super::vector::{Support, Vector};
use crate::compile::circuit::{Gate, Literal, Node, Relation};
use crate::compile::families::{
    Families, FamilyNumber, Halt, LaneSet, Name, Part, Place, Shape, Unit,
};
use crate::compile::words::{Builder, Program, Value};

/// The most contents of a cell that are told apart when it is asked where something may hold.
const CONTENTS: u16 = 16;

/// The most masks that are looked at for one that will do as well as another.
const MOST_MASKS: usize = 500;

/// A program that plays a move and has more operations than this, before what it does not need is left out, takes
/// longer than to follow the rules: a fourth to a half of them are left in most games. Of more gates it is not made.
pub const MOST_OF_MOVE: usize = 250_000;

/// A program that is being made.
pub struct Emitter<'f, 'c> {
    pub families: &'f mut Families<'c>,
    pub builder: Builder,
    pub(super) layout: &'f Layout,
    /// For each space the relation whose contents are told apart, and how many there are with 0.
    contents: Vec<(usize, usize)>,
    vectors: FxHashMap<FamilyNumber, Vector>,
    /// By shape and space.
    shapes: FxHashMap<(Part, usize), Vector>,
    scalars: FxHashMap<Node, Value>,
    done: FxHashSet<usize>,
    /// What was added to the maps, in order.
    log: Vec<Known>,
    /// Masks used so far, by space.
    masks: Vec<(usize, LaneSet)>,
    /// The inputs that are no part of the position.
    pub given: Given,
    /// The most operations that it may have, before what it does not need is left out. Only programs that play moves
    /// are limited.
    pub(super) most: usize,
    /// How many operations have been made of which it is known that it does not need them.
    pub(super) in_vain: usize,
}

/// Inputs of facts that are no part of the position.
#[derive(Default)]
pub struct Given {
    /// By the number of the plane.
    pub planes: Vec<Vec<Value>>,
    /// Of a single fact, as a cell and its content: its lowest bit says whether it is there.
    pub facts: FxHashMap<(u32, u16), Value>,
}

/// Something that is known.
#[derive(Clone, Copy, Debug)]
enum Known {
    Vector(FamilyNumber),
    Shape(Part, usize),
    Scalar(Node),
    Component(usize),
}

impl<'f, 'c> Emitter<'f, 'c> {
    /// A program whose first inputs are the words of a position.
    pub fn new(families: &'f mut Families<'c>, layout: &'f Layout, further_inputs: usize) -> Self {
        let relations = families.circuit().relations();
        let told_apart = |space: usize| {
            let is_of_space =
                |relation: &usize| families.spaces().of_relation(*relation) == Some(space);
            let relation = (0..relations.len()).find(is_of_space).unwrap_or(usize::MAX);
            match relations.get(relation) {
                Some(Relation { contents, .. }) if *contents <= CONTENTS => {
                    (relation, usize::from(*contents) + 1)
                }
                _ => (usize::MAX, 1),
            }
        };
        let contents = (0..families.spaces().len()).map(told_apart).collect();
        Self {
            families,
            builder: Builder::new(layout.words() + further_inputs),
            layout,
            contents,
            vectors: FxHashMap::default(),
            shapes: FxHashMap::default(),
            scalars: FxHashMap::default(),
            done: FxHashSet::default(),
            log: Vec::new(),
            masks: Vec::new(),
            given: Given::default(),
            most: usize::MAX,
            in_vain: 0,
        }
    }

    /// The same of a program that plays a move.
    pub fn of_move(
        families: &'f mut Families<'c>,
        layout: &'f Layout,
        further_inputs: usize,
    ) -> Self {
        Self {
            most: MOST_OF_MOVE,
            ..Self::new(families, layout, further_inputs)
        }
    }

    /// The finished program.
    pub fn finish(&self, outputs: &[Value]) -> Program {
        self.builder.finish(outputs)
    }

    /// How many lanes a space has.
    pub fn lanes(&self, space: usize) -> usize {
        self.families.spaces().get(space).lanes()
    }

    /// Whatever the content of a lane's cell is, these lanes.
    pub fn support(&self, space: usize, lanes: &LaneSet) -> Support {
        Support::new(self.contents[space].1, lanes)
    }

    /// How much is known.
    pub fn mark(&self) -> usize {
        self.log.len()
    }

    /// Forgets what became known since.
    pub fn forget(&mut self, mark: usize) {
        for known in self.log.split_off(mark) {
            match known {
                Known::Vector(family) => drop(self.vectors.remove(&family)),
                Known::Shape(part, space) => drop(self.shapes.remove(&(part, space))),
                Known::Scalar(node) => drop(self.scalars.remove(&node)),
                Known::Component(component) => drop(self.done.remove(&component)),
            }
        }
    }

    /// The components computed so far.
    pub fn computed(&self) -> FxHashSet<usize> {
        self.done.clone()
    }

    /// The units of a component that is computed.
    pub fn known_units(&self, component: usize) -> Vec<(Unit, KeptValue)> {
        let units = &self.families.component(component).units;
        let value = |unit: &Unit| match unit {
            Unit::Family(family) => KeptValue::Vector(self.vectors[family].clone()),
            Unit::Scalar(node) => KeptValue::Scalar(self.scalars[node]),
        };
        units.iter().map(|unit| (*unit, value(unit))).collect()
    }

    /// Whether a component is computed.
    pub fn has(&self, component: usize) -> bool {
        self.done.contains(&component)
    }

    /// Computes what these literals need.
    ///
    /// # Errors
    /// When it takes too many steps, or somebody stops it.
    pub fn prepare(&mut self, literals: impl Iterator<Item = Literal>) -> Result<(), Halt> {
        let needs = self.families.needs(literals)?;
        for component in self.missing(needs) {
            self.component(component)?;
        }
        Ok(())
    }

    /// These components and all that they need, as far as they are not computed, in order.
    pub fn missing(&self, components: Vec<usize>) -> Vec<usize> {
        let mut waiting = components;
        let mut missing = FxHashSet::default();
        while let Some(component) = waiting.pop() {
            if !self.has(component) && missing.insert(component) {
                waiting.extend(&self.families.component(component).needs);
            }
        }
        let mut missing: Vec<usize> = missing.into_iter().collect();
        missing.sort_unstable();
        missing
    }

    fn component(&mut self, number: usize) -> Result<(), Halt> {
        self.families.go_on()?;
        let component = self.families.component(number).clone();
        match component.units[..] {
            _ if component.is_circular => self.flood(&component)?,
            _ if component.chain > 0 => self.recursive(&component)?,
            [Unit::Family(family)] => {
                let vector = self.whole_family(family)?;
                self.set_family(family, vector);
            }
            [Unit::Scalar(node)] => {
                let value = self.gate(node)?;
                self.set_scalar(node, value);
            }
            _ => unreachable!("units without a chain are alone"),
        }
        self.settle(number);
        Ok(())
    }

    /// Says that a component is computed.
    pub fn settle(&mut self, component: usize) {
        self.done.insert(component);
        self.log.push(Known::Component(component));
    }

    /// Says what a family is.
    pub fn set_family(&mut self, family: FamilyNumber, vector: Vector) {
        if self.vectors.insert(family, vector).is_none() {
            self.log.push(Known::Vector(family));
        }
    }

    /// Says what a node is.
    pub fn set_scalar(&mut self, node: Node, value: Value) {
        if self.scalars.insert(node, value).is_none() {
            self.log.push(Known::Scalar(node));
        }
    }

    /// A family from its rows.
    pub(super) fn whole_family(&mut self, family: FamilyNumber) -> Result<Vector, Halt> {
        let about = self.families.family(family);
        let (space, rows, members) = (about.space, about.rows.clone(), about.members.clone());
        self.rows(space, &rows, &members)
    }

    /// A vector without the lanes in `out`, but with those in `keep`.
    pub fn mask(&mut self, vector: &Vector, space: usize, keep: &LaneSet, out: &LaneSet) -> Vector {
        let support = vector.support.lanes();
        let (keep, out) = (support.and(keep), support.and(out));
        if out.is_empty() {
            return vector.clone();
        }
        let fits = |(of, mask): &&(usize, LaneSet)| {
            *of == space && keep.is_within(mask) && mask.is_disjoint(&out)
        };
        let mask = match self.masks.iter().find(fits) {
            Some((_, mask)) => mask.clone(),
            None => {
                if self.masks.len() < MOST_MASKS {
                    self.masks.push((space, keep.clone()));
                }
                keep
            }
        };
        vector.within(&mask, &mut self.builder)
    }

    /// A vector with these lanes only.
    pub fn exactly(&mut self, vector: &Vector, space: usize, lanes: &LaneSet) -> Vector {
        let others = LaneSet::all_bits(self.lanes(space)).without(lanes);
        self.mask(vector, space, lanes, &others)
    }

    /// No lanes.
    pub fn nothing(&mut self, space: usize) -> Vector {
        let lanes = LaneSet::empty(self.lanes(space));
        self.fixed(space, &lanes)
    }

    /// These lanes.
    pub fn fixed(&mut self, space: usize, lanes: &LaneSet) -> Vector {
        let words = lanes
            .words()
            .iter()
            .map(|word| self.builder.constant(*word))
            .collect();
        Vector {
            words,
            support: self.support(space, lanes),
        }
    }

    /// A family, whose component is computed.
    pub fn family(&mut self, number: FamilyNumber) -> Vector {
        let family = self.families.family(number);
        let (relation, content) = match family.name {
            Name::Plane { relation, content } => (relation, content),
            Name::Given(plane) => {
                return Vector {
                    words: self.given.planes[plane].clone(),
                    support: self.support(family.space, &family.members),
                };
            }
            Name::Goals { .. } => {
                let vector = self.vectors.get(&number);
                return vector.expect("what is needed is prepared first").clone();
            }
        };
        let (told_apart, contents) = self.contents[family.space];
        let support = match told_apart == relation {
            true => Support::of_content(contents, usize::from(content), &family.members),
            false => Support::new(contents, &family.members),
        };
        let region = &self.layout.regions()[relation];
        let first = region.plane(content);
        let words = (first..first + region.plane_words())
            .map(|word| self.word(word))
            .collect();
        Vector { words, support }
    }

    /// The lanes from which a part holds. Lanes from which it makes no sense may be in it or not.
    pub fn part(&mut self, part: Part, space: usize) -> Result<Vector, Halt> {
        let positive = part.negated_if(part.is_negated());
        let vector = match self.shapes.get(&(positive, space)) {
            Some(vector) => vector.clone(),
            None => {
                let vector = self.shape(positive, space)?;
                self.shapes.insert((positive, space), vector.clone());
                self.log.push(Known::Shape(positive, space));
                vector
            }
        };
        Ok(if part.is_negated() {
            vector.not(&mut self.builder)
        } else {
            vector
        })
    }

    fn go_on(&self) -> Result<(), Halt> {
        self.go_on_with(0)
    }

    /// Nothing, unless the program takes too much with this number of `further` operations, or somebody has stopped it.
    pub(super) fn go_on_with(&self, further: usize) -> Result<(), Halt> {
        let made = self.builder.size() - self.in_vain + further;
        match made > self.most {
            true => Err(Halt::LongMove { most: MOST_OF_MOVE }),
            false => self.families.go_on_making(made),
        }
    }

    fn shape(&mut self, part: Part, space: usize) -> Result<Vector, Halt> {
        self.go_on()?;
        Ok(match self.families.shapes().get(part).clone() {
            Shape::True => {
                let all = LaneSet::all_bits(self.lanes(space));
                self.fixed(space, &all)
            }
            Shape::Lane { family, offset } => self.family(family).shift(offset, &mut self.builder),
            Shape::Scalar(node) => {
                let truth = self.scalar(node.into())?;
                let words = vec![truth; self.lanes(space).div_ceil(64)];
                Vector {
                    words,
                    support: self.support(space, &LaneSet::all_bits(self.lanes(space))),
                }
            }
            Shape::All(parts) => self.all(&parts, space)?,
            Shape::Any(parts) => self.any(&parts, space)?,
            Shape::AtLeastZero(constant, terms) => self.at_least_zero(constant, &terms, space)?,
            Shape::Zero(constant, terms) => self.zero(constant, &terms, space)?,
        })
    }

    /// The lanes from which all parts hold.
    pub fn all(&mut self, parts: &[Part], space: usize) -> Result<Vector, Halt> {
        if let Some(row) = self.window(parts) {
            return Ok(row);
        }
        let Groups {
            by_offset,
            others,
            truths,
        } = self.groups(parts)?;
        let mut whole: Option<Vector> = None;
        let mut out: Vec<Vector> = Vec::new();
        for (offset, Signed { positive, negative }) in by_offset {
            // What lies at one distance moves together.
            let positive: Vec<Vector> = positive
                .into_iter()
                .map(|family| self.family(family))
                .collect();
            match meet(positive, &mut self.builder) {
                Some(met) => {
                    let negative: Vec<Vector> = negative
                        .into_iter()
                        .map(|family| self.family(family))
                        .collect();
                    let met = negative
                        .iter()
                        .fold(met, |met, vector| met.and_not(vector, &mut self.builder));
                    let met = met.shift(offset, &mut self.builder);
                    whole =
                        Some(whole.map_or(met.clone(), |whole| whole.and(&met, &mut self.builder)));
                }
                None => {
                    let joined = self.in_one_of(&negative);
                    out.extend(joined.map(|vector| vector.shift(offset, &mut self.builder)));
                }
            }
        }
        for part in others {
            let vector = self.part(part.negated_if(part.is_negated()), space)?;
            match part.is_negated() {
                true => out.push(vector),
                false => {
                    whole = Some(whole.map_or(vector.clone(), |whole| {
                        whole.and(&vector, &mut self.builder)
                    }))
                }
            }
        }
        let mut whole = match whole {
            Some(whole) => out.iter().fold(whole, |whole, vector| {
                whole.and_not(vector, &mut self.builder)
            }),
            None => {
                let nothing = self.nothing(space);
                join(out, &mut self.builder)
                    .unwrap_or(nothing)
                    .not(&mut self.builder)
            }
        };
        for truth in truths {
            whole = whole.only_if(truth, &mut self.builder);
        }
        Ok(whole)
    }

    fn any(&mut self, parts: &[Part], space: usize) -> Result<Vector, Halt> {
        let Groups {
            by_offset,
            others,
            truths,
        } = self.groups(parts)?;
        let mut whole = self.nothing(space);
        for (offset, Signed { positive, negative }) in by_offset {
            let negative: Vec<Vector> = negative
                .into_iter()
                .map(|family| self.family(family))
                .collect();
            if let Some(joined) = self.in_one_of(&positive) {
                whole = whole.or(&joined.shift(offset, &mut self.builder), &mut self.builder);
            }
            if let Some(met) = meet(negative, &mut self.builder) {
                let none = met.shift(offset, &mut self.builder).not(&mut self.builder);
                whole = whole.or(&none, &mut self.builder);
            }
        }
        for part in others {
            let vector = self.part(part, space)?;
            whole = whole.or(&vector, &mut self.builder);
        }
        let all = LaneSet::all_bits(self.lanes(space));
        for truth in truths {
            let words = vec![truth; whole.words.len()];
            whole = whole.or(
                &Vector {
                    words,
                    support: self.support(space, &all),
                },
                &mut self.builder,
            );
        }
        Ok(whole)
    }

    /// Sorts parts by what they are.
    fn groups(&mut self, parts: &[Part]) -> Result<Groups, Halt> {
        let mut groups = Groups::default();
        for part in parts {
            match self.families.shapes().get(*part) {
                Shape::Lane { family, offset } => {
                    let signed = groups.by_offset.entry(*offset).or_default();
                    if part.is_negated() {
                        &mut signed.negative
                    } else {
                        &mut signed.positive
                    }
                    .push(*family);
                }
                Shape::Scalar(node) => {
                    let literal = Literal::from(*node);
                    let literal = literal.negated_if(part.is_negated());
                    groups.truths.push(self.scalar(literal)?);
                }
                _ => groups.others.push(*part),
            }
        }
        Ok(groups)
    }

    /// A node on its own, from its gate.
    fn gate(&mut self, node: Node) -> Result<Value, Halt> {
        match self.families.circuit().gate(node).clone() {
            Gate::True => Ok(self.builder.constant(u64::MAX)),
            Gate::After(_) => {
                unreachable!("conditions have been taken apart by what holds after a move")
            }
            Gate::Fact { .. } => self.one_of(&[node.into()]),
            Gate::Any(literals) => self.one_of(&literals),
            Gate::Circular(number) => {
                let literals = self.families.circuit().definition(number).to_vec();
                self.one_of(&literals)
            }
            Gate::All(literals) => {
                let opposite: Vec<Literal> = literals.into_iter().map(|literal| !literal).collect();
                let one_fails = self.one_of(&opposite)?;
                Ok(self.builder.not(one_fails))
            }
            Gate::AtLeastZero(sum) => {
                let total = self.sum(&sum)?;
                let zero = self.builder.constant(0);
                let is_less = self.builder.less(total, zero);
                Ok(self.builder.not(is_less))
            }
            Gate::Zero(sum) => {
                let total = self.sum(&sum)?;
                let zero = self.builder.constant(0);
                Ok(self.builder.equal(total, zero))
            }
        }
    }

    /// Whether a literal holds: all ones or 0. What it needs is prepared.
    pub fn scalar(&mut self, literal: Literal) -> Result<Value, Halt> {
        let node = literal.node();
        let value = match self.scalars.get(&node) {
            Some(value) => *value,
            None => {
                self.go_on()?;
                let value = match self.families.place(node) {
                    Place::Lane(..) => self.one_of(&[node.into()])?,
                    Place::Scalar | Place::Inline => self.gate(node)?,
                };
                self.set_scalar(node, value);
                value
            }
        };
        Ok(if literal.is_negated() {
            self.builder.not(value)
        } else {
            value
        })
    }

    /// Whether a node is known on its own.
    pub(super) fn is_known_alone(&self, node: Node) -> bool {
        self.scalars.contains_key(&node)
    }

    /// The input with a single fact, and its bit there; none for a fact in a plane.
    pub(super) fn single_fact(&self, node: Node) -> Option<(Value, u64)> {
        let Gate::Fact { cell, content } = *self.families.circuit().gate(node) else {
            return None;
        };
        if let Some(word) = self.given.facts.get(&(cell, content)) {
            return Some((*word, 1));
        }
        let region = &self.layout.regions()[self.families.circuit().relation_of(cell)];
        let bit = self.layout.bit(cell, content);
        (!region.has_planes()).then(|| (self.builder.input(bit / 64), 1 << (bit % 64)))
    }
}

/// Parts of a shape by what they are.
#[derive(Default)]
struct Groups {
    by_offset: BTreeMap<i32, Signed>,
    others: Vec<Part>,
    truths: Vec<Value>,
}

/// Families, and families that are negated.
#[derive(Default)]
struct Signed {
    positive: Vec<FamilyNumber>,
    negative: Vec<FamilyNumber>,
}

/// What is in all of them.
fn meet(vectors: Vec<Vector>, builder: &mut Builder) -> Option<Vector> {
    vectors
        .into_iter()
        .reduce(|all, vector| all.and(&vector, builder))
}

/// What is in one of them at least.
fn join(vectors: Vec<Vector>, builder: &mut Builder) -> Option<Vector> {
    vectors
        .into_iter()
        .reduce(|all, vector| all.or(&vector, builder))
}

//! What has to be computed when.

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Families, FamilyNumber, Halt, Place};
use crate::compile::circuit::{Gate, Literal, Node};
use crate::logic::graph::strongly_connected;

/// What is computed as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Unit {
    /// All members of a family.
    Family(FamilyNumber),
    /// A node on its own.
    Scalar(Node),
}

/// How many rounds are reckoned for goals that need each other in a circle.
const ROUNDS: usize = 8;

/// Units that need each other, or one alone.
#[derive(Clone, Debug)]
pub struct Component {
    /// The units.
    pub units: Vec<Unit>,
    /// How many goals there are in the longest chain of goals of the component that need each
    /// other; 0 if none needs another.
    pub chain: usize,
    /// Whether its goals may need each other in a circle, so that no chain of them is the longest.
    /// Then none of them needs that another one does not hold.
    pub is_circular: bool,
    /// The components that these units need, planes left out.
    pub needs: Vec<usize>,
}

impl Component {
    /// Whether one of its goals needs another one.
    #[must_use]
    pub fn needs_itself(&self) -> bool {
        self.chain > 0 || self.is_circular
    }
}

/// A unit that another one needs.
struct Need {
    unit: Unit,
    /// Whether it is not seen from a lane.
    is_apart: bool,
    /// Whether more of the unit may be less of the one that needs it.
    is_negative: bool,
}

impl Families<'_> {
    /// A component.
    #[must_use]
    pub fn component(&self, number: usize) -> &Component {
        &self.components[number]
    }

    /// The number of a unit's component; those that it needs have smaller numbers. None for planes
    /// and single facts, which are given.
    #[must_use]
    pub fn component_of(&self, unit: Unit) -> Option<usize> {
        self.component_of.get(&unit).copied()
    }

    /// About how many operations it takes to compute a component.
    #[must_use]
    pub fn cost(&self, number: usize) -> usize {
        let component = &self.components[number];
        let of_unit = |unit: &Unit| match unit {
            Unit::Family(family) => {
                let rows = self.families[*family].rows.iter();
                rows.fold(0_usize, |cost, row| {
                    cost.saturating_add(self.shapes.weight(row.part))
                })
            }
            Unit::Scalar(node) => {
                let mut families = FxHashSet::default();
                let is_other = |literal: &Literal| match self.place(literal.node()) {
                    Place::Lane(family, _) => families.insert(family),
                    Place::Scalar | Place::Inline => true,
                };
                self.circuit.parts(*node).filter(is_other).count()
            }
        };
        let once: usize = component
            .units
            .iter()
            .map(of_unit)
            .fold(0, usize::saturating_add);
        let rounds = match component.is_circular {
            true => ROUNDS,
            false => component.chain.max(1).ilog2() as usize + 1,
        };
        once.saturating_mul(rounds)
    }

    /// The components that literals need directly.
    ///
    /// # Errors
    /// When it takes too many steps, or somebody stops it.
    pub fn needs(&mut self, literals: impl Iterator<Item = Literal>) -> Result<Vec<usize>, Halt> {
        let reached = self.reached(literals)?;
        let mut needs: Vec<usize> = reached
            .into_iter()
            .filter_map(|node| match self.place(node) {
                Place::Lane(family, _) => self.component_of(Unit::Family(family)),
                Place::Scalar => self.component_of(Unit::Scalar(node)),
                Place::Inline => None,
            })
            .collect();
        needs.sort_unstable();
        needs.dedup();
        Ok(needs)
    }

    /// Orders the units. Families whose members need each other by way of something that is no
    /// family are dissolved.
    pub(super) fn arrange(&mut self) -> Result<(), Halt> {
        loop {
            for number in 0..self.families.len() {
                self.look(number)?;
            }
            let tied = self.order()?;
            if tied.is_empty() {
                return Ok(());
            }
            tied.into_iter().for_each(|family| self.dissolve(family));
        }
    }

    /// Orders the units; gives the families that must be dissolved before that succeeds.
    fn order(&mut self) -> Result<Vec<FamilyNumber>, Halt> {
        let families =
            (0..self.families.len()).filter(|family| !self.families[*family].goals.is_empty());
        let scalars = self
            .circuit
            .nodes()
            .filter(|node| self.is_computed_alone(*node));
        let units: Vec<Unit> = families
            .map(Unit::Family)
            .chain(scalars.map(Unit::Scalar))
            .collect();
        let numbers: FxHashMap<Unit, usize> = units.iter().copied().zip(0..).collect();
        let mut needs = Vec::with_capacity(units.len());
        for unit in &units {
            needs.push(self.needs_of(*unit)?);
        }
        let edges: Vec<Vec<usize>> = needs
            .iter()
            .map(|needs| {
                needs
                    .iter()
                    .filter_map(|need| numbers.get(&need.unit).copied())
                    .collect()
            })
            .collect();

        let groups = strongly_connected(&edges);
        let mut group_of = vec![0; units.len()];
        for (number, group) in groups.iter().enumerate() {
            group.iter().for_each(|unit| group_of[*unit] = number);
        }
        let mut tied = Vec::new();
        self.components.clear();
        for (number, group) in groups.iter().enumerate() {
            let is_within = |need: &Need| {
                numbers
                    .get(&need.unit)
                    .is_some_and(|unit| group_of[*unit] == number)
            };
            let within = || {
                group
                    .iter()
                    .flat_map(|unit| &needs[*unit])
                    .filter(|need| is_within(need))
            };
            let has_scalar = group.len() > 1
                && group
                    .iter()
                    .any(|unit| matches!(units[*unit], Unit::Scalar(_)));
            let members: Vec<Unit> = group.iter().map(|unit| units[*unit]).collect();
            let is_tied_to_itself = within().next().is_some();
            let is_circular = is_tied_to_itself && self.has_circular(&members);
            let is_tied = match is_circular {
                true => within().any(|need| need.is_negative),
                false => has_scalar || within().any(|need| need.is_apart),
            };
            if is_tied {
                tied.extend(members.iter().filter_map(|unit| match unit {
                    Unit::Family(family) => Some(*family),
                    Unit::Scalar(_) => None,
                }));
            }
            let chain = match is_tied_to_itself && !is_circular {
                true => self.longest_chain(&members)?,
                false => 0,
            };
            let mut others: Vec<usize> = group
                .iter()
                .flat_map(|unit| &edges[*unit])
                .map(|unit| group_of[*unit])
                .collect();
            others.retain(|other| *other != number);
            others.sort_unstable();
            others.dedup();
            self.components.push(Component {
                units: members,
                chain,
                is_circular,
                needs: others,
            });
        }
        self.component_of = units.iter().copied().zip(group_of).collect();
        Ok(tied)
    }

    fn is_computed_alone(&self, node: Node) -> bool {
        self.place(node) == Place::Scalar
            && !matches!(self.circuit.gate(node), Gate::Fact { .. } | Gate::True)
    }

    /// The goals of a unit, and its node if it is one.
    fn nodes_of(&self, unit: Unit) -> Vec<Node> {
        match unit {
            Unit::Family(number) => {
                let goals = self.families[number].goals.iter();
                goals.map(|(_, node)| *node).collect()
            }
            Unit::Scalar(node) => vec![node],
        }
    }

    /// Whether one of the goals may need itself.
    fn has_circular(&self, units: &[Unit]) -> bool {
        let is_circular = |node: Node| matches!(self.circuit.gate(node), Gate::Circular(_));
        units
            .iter()
            .flat_map(|unit| self.nodes_of(*unit))
            .any(is_circular)
    }

    /// The units that a unit needs.
    fn needs_of(&mut self, unit: Unit) -> Result<Vec<Need>, Halt> {
        let (space, apart) = match unit {
            Unit::Family(number) => {
                let family = &self.families[number];
                (Some(family.space), family.apart.clone())
            }
            Unit::Scalar(_) => (None, FxHashSet::default()),
        };
        let circuit = self.circuit;
        // A sum may be more or less with more of its parts.
        let of = |node: Node, is_apart: bool, signs: [bool; 2]| {
            let is_sum = matches!(circuit.gate(node), Gate::AtLeastZero(_) | Gate::Zero(_));
            circuit.parts(node).map(move |part| {
                let [positive, negative] = signs;
                let signs = match (is_sum, part.is_negated()) {
                    (true, _) => [true; 2],
                    (false, true) => [negative, positive],
                    (false, false) => signs,
                };
                (part.node(), is_apart, signs)
            })
        };
        let mut seen = FxHashSet::default();
        let goals = self.nodes_of(unit).into_iter();
        let mut waiting: Vec<(Node, bool, [bool; 2])> = goals
            .flat_map(|node| of(node, false, [true, false]))
            .collect();
        let mut needs = Vec::new();
        while let Some((node, was_apart, signs)) = waiting.pop() {
            self.step()?;
            if !seen.insert((node, was_apart, signs)) {
                continue;
            }
            let [_, is_negative] = signs;
            let is_apart = was_apart || apart.contains(&node);
            match self.place(node) {
                Place::Lane(family, _) => {
                    let is_apart =
                        is_apart || space.is_some_and(|space| space != self.families[family].space);
                    needs.push(Need {
                        unit: Unit::Family(family),
                        is_apart,
                        is_negative,
                    });
                }
                Place::Scalar => needs.push(Need {
                    unit: Unit::Scalar(node),
                    is_apart,
                    is_negative,
                }),
                Place::Inline => waiting.extend(of(node, is_apart, signs)),
            }
        }
        Ok(needs)
    }

    /// How many goals there are in the longest chain.
    fn longest_chain(&mut self, units: &[Unit]) -> Result<usize, Halt> {
        let mut goals: Vec<Node> = units.iter().flat_map(|unit| self.nodes_of(*unit)).collect();
        // Parts have smaller numbers, so each goal comes after those that it needs.
        goals.sort_unstable();
        let mut lengths: FxHashMap<Node, usize> = FxHashMap::default();
        let circuit = self.circuit;
        for goal in goals {
            let reached = self.reached(circuit.parts(goal))?;
            let before = reached
                .iter()
                .filter_map(|node| lengths.get(node))
                .max()
                .copied()
                .unwrap_or(0);
            lengths.insert(goal, before + 1);
        }
        Ok(lengths.into_values().max().unwrap_or(0))
    }
}

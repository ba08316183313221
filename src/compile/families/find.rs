//! Finding the families of a circuit.

use rustc_hash::{FxHashMap, FxHashSet};

use super::{
    Anchor, Families, Family, GivenPlane, Halt, LaneSet, Left, Name, Place, Rest, Shapes, Spaces,
};
use crate::compile::circuit::{Circuit, Gate, Label, Literal, Node};
use crate::compile::interrupt::Interrupt;

/// So many nodes without a place may be nested; then one is computed on its own.
const NESTED: u32 = 32;

/// A nameless sum of so many is computed on its own.
const WIDE: usize = 64;

/// What it takes to spread a single condition over the lanes of a family, where to name a member of
/// another family takes 1.
const SPREAD: usize = 2;

impl<'c> Families<'c> {
    /// The families of a circuit for programs with this number of `operations` at most, with the lanes of these
    /// spaces, which are those of its relations.
    ///
    /// For each form of goals, from the bottom up, all ways to take a cell out of the arguments are
    /// tried, and that there is none; what needs the fewest different shapes is taken.
    ///
    /// # Errors
    /// When it takes more steps than these operations are worth, or somebody stops it.
    pub fn find(
        circuit: &'c Circuit,
        spaces: Spaces,
        operations: usize,
        stop: &Interrupt,
    ) -> Result<Self, Halt> {
        let needed = vec![true; circuit.size()];
        Self::find_among(circuit, &needed, spaces, operations, stop)
    }

    /// The same among the nodes that are `needed`, each with all its parts.
    ///
    /// # Errors
    /// As for [`Families::find`].
    pub fn find_among(
        circuit: &'c Circuit,
        needed: &[bool],
        spaces: Spaces,
        operations: usize,
        stop: &Interrupt,
    ) -> Result<Self, Halt> {
        let left = Left::of(operations);
        Self::find_with((circuit, needed), spaces, &[], left, stop)
    }

    /// The same with planes beside those of the relations.
    pub(super) fn find_with(
        (circuit, needed): (&'c Circuit, &[bool]),
        spaces: Spaces,
        given: &[GivenPlane],
        left: Left,
        stop: &Interrupt,
    ) -> Result<Self, Halt> {
        let mut families = Self {
            circuit,
            spaces,
            shapes: Shapes::default(),
            families: Vec::new(),
            places: vec![Place::Inline; circuit.size()],
            components: Vec::new(),
            component_of: FxHashMap::default(),
            left,
            stop: stop.clone(),
        };
        families.place_facts();
        families.place_given(given);
        families.cut_nesting(needed);
        let forms = families.forms(needed);
        let anchors: Vec<Vec<Anchor>> = forms
            .iter()
            .map(|nodes| {
                let labels: Vec<&Label> = nodes
                    .iter()
                    .filter_map(|node| circuit.label(*node))
                    .collect();
                families.spaces.anchors(&labels)
            })
            .collect();
        for (nodes, anchors) in forms.iter().zip(&anchors) {
            families.assign(nodes, anchors.first());
        }
        for (nodes, anchors) in forms.iter().zip(&anchors) {
            families.choose(nodes, anchors)?;
        }
        families.arrange()?;
        Ok(families)
    }

    fn place_facts(&mut self) {
        let circuit = self.circuit;
        let mut first_family = Vec::new();
        for (relation, about) in circuit.relations().iter().enumerate() {
            first_family.push(self.families.len());
            let Some(space) = self.spaces.of_relation(relation) else {
                continue;
            };
            let lanes = self.spaces.get(space);
            let mut members = LaneSet::empty(lanes.lanes());
            let cells = lanes.lanes_of_cells();
            cells.into_iter().for_each(|lane| members.insert(lane));
            self.families
                .extend((1..=about.contents).map(|content| Family {
                    space,
                    name: Name::Plane { relation, content },
                    members: members.clone(),
                    goals: Vec::new(),
                    apart: FxHashSet::default(),
                    rows: Vec::new(),
                }));
        }
        for node in circuit.nodes() {
            let Gate::Fact { cell, content } = circuit.gate(node) else {
                continue;
            };
            let relation = circuit.relation_of(*cell);
            self.places[node.index()] = match self.spaces.of_relation(relation) {
                Some(space) => {
                    let cell = *cell - circuit.relations()[relation].first_cell;
                    let lane = self.spaces.get(space).lane_of_cell(cell as usize);
                    Place::Lane(first_family[relation] + usize::from(*content) - 1, lane)
                }
                None => Place::Scalar,
            };
        }
    }

    fn place_given(&mut self, given: &[GivenPlane]) {
        let mut places: FxHashMap<(u32, u16), Place> = FxHashMap::default();
        for (number, GivenPlane { space, facts }) in given.iter().enumerate() {
            let mut members = LaneSet::empty(self.spaces.get(*space).lanes());
            for (lane, fact) in facts {
                members.insert(*lane);
                places.insert(*fact, Place::Lane(self.families.len(), *lane));
            }
            self.families.push(Family {
                space: *space,
                name: Name::Given(number),
                members,
                goals: Vec::new(),
                apart: FxHashSet::default(),
                rows: Vec::new(),
            });
        }
        for node in self.circuit.nodes() {
            if let Gate::Fact { cell, content } = self.circuit.gate(node)
                && let Some(place) = places.get(&(*cell, *content))
            {
                self.places[node.index()] = *place;
            }
        }
    }

    /// Gives `needed` nodes that are nested deeply, or have very many parts, a place.
    fn cut_nesting(&mut self, needed: &[bool]) {
        let circuit = self.circuit;
        let mut depths: Vec<u32> = Vec::with_capacity(circuit.size());
        for node in circuit.nodes() {
            let is_goal = circuit.label(node).is_some();
            let parts = circuit.parts(node).filter(|_| !is_goal);
            let depth = parts
                .map(|part| depths[part.node().index()] + 1)
                .max()
                .unwrap_or(0);
            let is_wide = matches!(circuit.gate(node), Gate::Zero(sum) | Gate::AtLeastZero(sum) if sum.terms.len() >= WIDE);
            let is_cut = needed[node.index()] && (depth >= NESTED || is_wide) && !is_goal;
            if is_cut {
                self.places[node.index()] = Place::Scalar;
            }
            depths.push(if is_cut || is_goal { 0 } else { depth });
        }
    }

    /// The `needed` goals of each form, the form with the first goal first.
    fn forms(&self, needed: &[bool]) -> Vec<Vec<Node>> {
        let mut forms: Vec<Vec<Node>> = Vec::new();
        let mut known: FxHashMap<u32, usize> = FxHashMap::default();
        let nodes = self.circuit.nodes();
        for node in nodes.filter(|node| needed[node.index()]) {
            let (Some(label), Gate::Any(_) | Gate::Circular(_)) =
                (self.circuit.label(node), self.circuit.gate(node))
            else {
                continue;
            };
            let form = *known.entry(label.form).or_insert_with(|| {
                forms.push(Vec::new());
                forms.len() - 1
            });
            forms[form].push(node);
        }
        let label = |node: &Node| {
            self.circuit
                .label(*node)
                .expect("goals of a form have labels")
        };
        forms
            .into_iter()
            .flat_map(|nodes| self.spaces.alike(nodes, label))
            .collect()
    }

    /// Divides the goals of a form into families.
    fn choose(&mut self, nodes: &[Node], anchors: &[Anchor]) -> Result<(), Halt> {
        let number = |family: &Place| match family {
            Place::Lane(family, _) => Some(*family),
            Place::Scalar | Place::Inline => None,
        };
        for node in nodes {
            if let Some(family) = number(&self.places[node.index()]) {
                self.clear(family);
            }
        }
        let mut best = (self.cost_alone(nodes), None);
        for anchor in anchors {
            let first = self.families.len();
            self.assign(nodes, Some(anchor));
            let mut cost = 0_usize;
            let mut scalars = FxHashSet::default();
            for number in first..self.families.len() {
                if cost >= best.0 {
                    break;
                }
                self.look(number)?;
                let rows = self.families[number].rows.iter();
                cost = rows.fold(cost, |cost, row| {
                    self.shapes.add_scalars(row.part, &mut scalars);
                    cost.saturating_add(1 + self.shapes.weight(row.part))
                });
            }
            cost = cost.saturating_add(SPREAD * scalars.len());
            self.families.truncate(first);
            if cost < best.0 {
                best = (cost, Some(anchor));
            }
        }
        self.assign(nodes, best.1);
        Ok(())
    }

    /// What it costs to compute each goal on its own.
    fn cost_alone(&self, nodes: &[Node]) -> usize {
        let cost = |node: &Node| {
            let mut families = FxHashSet::default();
            let others =
                self.circuit
                    .parts(*node)
                    .filter(|literal| match self.place(literal.node()) {
                        Place::Lane(family, _) => families.insert((family, literal.is_negated())),
                        Place::Scalar | Place::Inline => true,
                    });
            2 + 2 * others.count()
        };
        nodes.iter().map(cost).sum()
    }

    /// Makes families of the goals of a form.
    fn assign(&mut self, nodes: &[Node], anchor: Option<&Anchor>) {
        let Some(anchor) = anchor else {
            nodes
                .iter()
                .for_each(|node| self.places[node.index()] = Place::Scalar);
            return;
        };
        let mut known: FxHashMap<Name, usize> = FxHashMap::default();
        let mut times: FxHashMap<(Rest, usize), usize> = FxHashMap::default();
        for node in nodes {
            let Some(label) = self.circuit.label(*node) else {
                continue;
            };
            let (lane, mut rest) = self.spaces.split(anchor, label);
            // The same goal again cannot be in the same family.
            let times = times.entry((rest.clone(), lane)).or_default();
            rest.extend(std::iter::repeat_n(i64::MAX, *times));
            *times += 1;
            let name = Name::Goals {
                form: label.form,
                rest,
            };
            let family = *known.entry(name.clone()).or_insert_with(|| {
                self.families.push(Family {
                    space: anchor.slot.space,
                    name,
                    members: LaneSet::empty(self.spaces.get(anchor.slot.space).lanes()),
                    goals: Vec::new(),
                    apart: FxHashSet::default(),
                    rows: Vec::new(),
                });
                self.families.len() - 1
            });
            self.families[family].members.insert(lane);
            self.families[family].goals.push((lane, *node));
            self.places[node.index()] = Place::Lane(family, lane);
        }
    }

    /// Takes all members out of a family and computes them on their own.
    pub(super) fn dissolve(&mut self, family: usize) {
        for (_, node) in std::mem::take(&mut self.families[family].goals) {
            self.places[node.index()] = Place::Scalar;
        }
        self.clear(family);
    }

    fn clear(&mut self, family: usize) {
        let lanes = self.spaces.get(self.families[family].space).lanes();
        let family = &mut self.families[family];
        family.goals.clear();
        family.members = LaneSet::empty(lanes);
        family.rows.clear();
    }

    /// Finds out how the goals of a family look from their lanes.
    pub(super) fn look(&mut self, number: usize) -> Result<(), Halt> {
        let family = &self.families[number];
        let space = family.space;
        let literals = |node: Node| self.circuit.parts(node).collect::<Vec<Literal>>();
        let conditions: Vec<_> = family
            .goals
            .iter()
            .map(|(lane, node)| (*lane, literals(*node)))
            .collect();
        let mut perspective = self.perspective(space, &conditions)?;
        let rows = self.rows(&mut perspective, &conditions)?;
        let family = &mut self.families[number];
        family.apart = perspective.apart().clone();
        family.rows = rows;
        Ok(())
    }
}

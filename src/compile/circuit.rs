//! A circuit: what follows from the facts of a position, as gates that share their parts.
//!
//! Gates are kept once: the same operation on the same literals is the same node. Some nodes have a
//! [`Label`]: they stand for one ground goal, such as `closed(black, 3, 4, 0-1)`, and remember its
//! arguments, by which nodes that say the same of different cells can be found. Knows nothing of
//! clauses, nor of words.

use std::hash::BuildHasher;

use hashbrown::HashTable;
use rustc_hash::{FxBuildHasher, FxHashMap};
use smallvec::SmallVec;

/// A node of a circuit; its parts have smaller numbers, but for those of [`Gate::Circular`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Node(u32);

impl Node {
    /// Its number in the circuit, from 0.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A node, or that it does not hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Literal(u32);

impl Literal {
    /// What always holds: node 0.
    pub const TRUE: Self = Self(0);
    /// What never holds.
    pub const FALSE: Self = Self(1);

    /// The node.
    #[must_use]
    pub fn node(self) -> Node {
        Node(self.0 >> 1)
    }

    /// A number for this literal alone, less than twice the number of nodes.
    #[must_use]
    pub fn number(self) -> usize {
        self.0 as usize
    }

    /// Whether it says that the node does not hold.
    #[must_use]
    pub fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    /// The literal, or its negation.
    #[must_use]
    pub fn negated_if(self, negated: bool) -> Self {
        Self(self.0 ^ u32::from(negated))
    }
}

impl std::ops::Not for Literal {
    type Output = Self;

    fn not(self) -> Self {
        Self(self.0 ^ 1)
    }
}

impl From<Node> for Literal {
    fn from(node: Node) -> Self {
        Self(node.0 << 1)
    }
}

/// A fixed number plus the weight of each literal that holds; literals in order, each once, no
/// weight 0.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Sum {
    /// The fixed number.
    pub constant: i64,
    /// The literals with their weights.
    pub terms: Vec<(Literal, i64)>,
}

/// What a node says.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Gate {
    /// Nothing that could be false; node 0 alone.
    True,
    /// A dense cell of the position has this content, which is not 0.
    Fact {
        /// The dense cell.
        cell: u32,
        /// Its content.
        content: u16,
    },
    /// What the rules ask of the position after a move, by its number there. No other position says
    /// it, so the conditions of moves are taken apart by it
    /// ([`Deferred`](super::residual::Deferred)) and programs know no such gate.
    After(u32),
    /// A goal that may need itself: one of the literals of [`Circuit::definition`] by this number
    /// holds, in the least model, where nothing holds that follows only from itself.
    Circular(u32),
    /// All literals hold; they are in order, each once.
    All(Vec<Literal>),
    /// One of the literals holds at least; they are in order, each once.
    Any(Vec<Literal>),
    /// The sum is 0 or more.
    AtLeastZero(Sum),
    /// The sum is 0.
    Zero(Sum),
}

/// A ground goal, or a goal of which free variables are left: all that differs between nodes which
/// say the same of different cells is in `arguments`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Label {
    /// The goal with its constants left out, by a number: predicate, functors, variables.
    pub form: u32,
    /// The constants in the order of the text, by number: see [`Circuit::relations`].
    pub arguments: Vec<u32>,
}

/// A dense relation: the cells from `first_cell` on, one for each combination of keys, the last key
/// fastest.
#[derive(Clone, Debug)]
pub struct Relation {
    /// The dense cell of the first keys.
    pub first_cell: u32,
    /// For each key the constants of its domain, in order.
    pub keys: Vec<Vec<u32>>,
    /// Where the terms of its only key lie in a plane, if there is one key and that is known.
    pub plan: Option<Vec<(i64, i64)>>,
    /// The greatest content of a cell: 1 for a relation without a value, else how many values there
    /// are.
    pub contents: u16,
}

impl Relation {
    /// How many cells it has.
    #[must_use]
    pub fn cells(&self) -> usize {
        self.keys.iter().map(Vec::len).product()
    }
}

/// A circuit.
#[derive(Debug)]
pub struct Circuit {
    gates: Vec<Gate>,
    labels: FxHashMap<Node, Label>,
    /// The nodes of the gates that are kept once, each with the hash of its gate.
    known: HashTable<(u64, Node)>,
    relations: Vec<Relation>,
    /// What the goals say that may need themselves, by the numbers of their gates.
    definitions: Vec<Vec<Literal>>,
    /// What the gates take, in bytes.
    bytes: usize,
}

impl Circuit {
    /// A circuit without gates over the facts of these relations.
    #[must_use]
    pub fn new(relations: Vec<Relation>) -> Self {
        let mut circuit = Self {
            gates: Vec::new(),
            labels: FxHashMap::default(),
            known: HashTable::new(),
            relations,
            definitions: Vec::new(),
            bytes: 0,
        };
        circuit.node(Gate::True);
        circuit
    }

    /// The relations, in the order of their cells.
    #[must_use]
    pub fn relations(&self) -> &[Relation] {
        &self.relations
    }

    /// How many nodes there are.
    #[must_use]
    pub fn size(&self) -> usize {
        self.gates.len()
    }

    /// About how much memory the gates take, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// All nodes, each after its parts.
    pub fn nodes(&self) -> impl DoubleEndedIterator<Item = Node> + use<> {
        self.nodes_from(0)
    }

    /// The nodes but the first `first`, each after its parts.
    pub fn nodes_from(&self, first: usize) -> impl DoubleEndedIterator<Item = Node> + use<> {
        (first as u32..self.gates.len() as u32).map(Node)
    }

    /// What a node says.
    #[must_use]
    pub fn gate(&self, node: Node) -> &Gate {
        &self.gates[node.index()]
    }

    /// The goal that a node stands for, if it stands for one.
    #[must_use]
    pub fn label(&self, node: Node) -> Option<&Label> {
        self.labels.get(&node)
    }

    /// That a dense cell has a content.
    pub fn fact(&mut self, cell: u32, content: u16) -> Literal {
        self.node(Gate::Fact { cell, content }).into()
    }

    /// That what is asked of the position after a move, by this number, holds there.
    pub fn after(&mut self, number: u32) -> Literal {
        self.node(Gate::After(number)).into()
    }

    /// A goal that may need itself; it never holds before it is [defined](Self::define).
    pub fn circular(&mut self, label: Label) -> Literal {
        let number = self.definitions.len() as u32;
        self.definitions.push(Vec::new());
        let node = self.push(Gate::Circular(number));
        self.labels.insert(node, label);
        node.into()
    }

    /// Says when a goal that may need itself holds, by the number of its gate: where one of these
    /// literals does. A negation of such a goal must not be what the goal needs.
    pub fn define(&mut self, number: u32, conditions: impl IntoIterator<Item = Literal>) {
        self.definitions[number as usize] = different(conditions, Literal::FALSE);
    }

    /// The literals of which one has to hold for the goal of this gate.
    #[must_use]
    pub fn definition(&self, number: u32) -> &[Literal] {
        &self.definitions[number as usize]
    }

    /// The literals that a node is made of; they have smaller numbers, but for those of
    /// [`Gate::Circular`].
    pub fn parts(&self, node: Node) -> impl Iterator<Item = Literal> + use<'_> {
        let (literals, terms): (&[Literal], &[(Literal, i64)]) = match self.gate(node) {
            Gate::True | Gate::Fact { .. } | Gate::After(_) => (&[], &[]),
            Gate::Circular(number) => (self.definition(*number), &[]),
            Gate::All(literals) | Gate::Any(literals) => (literals, &[]),
            Gate::AtLeastZero(sum) | Gate::Zero(sum) => (&[], &sum.terms),
        };
        literals
            .iter()
            .copied()
            .chain(terms.iter().map(|(literal, _)| *literal))
    }

    /// Whether a gate names a fact of this dense cell.
    #[must_use]
    pub fn names(&self, cell: u32) -> bool {
        let mut gates = self.gates.iter();
        gates.any(|gate| matches!(gate, Gate::Fact { cell: at, .. } if *at == cell))
    }

    /// For each node whether literals depend on it.
    #[must_use]
    pub fn needed(&self, literals: impl IntoIterator<Item = Literal>) -> Vec<bool> {
        let mut needed = vec![false; self.size()];
        let mut waiting: Vec<Node> = literals.into_iter().map(Literal::node).collect();
        while let Some(node) = waiting.pop() {
            if !std::mem::replace(&mut needed[node.index()], true) {
                waiting.extend(self.parts(node).map(Literal::node));
            }
        }
        needed
    }

    /// The relation of a dense cell, by number.
    #[must_use]
    pub fn relation_of(&self, cell: u32) -> usize {
        self.relations
            .partition_point(|relation| relation.first_cell <= cell)
            - 1
    }

    /// What a gate comes to with other literals in place of its own, as the goal of this label if
    /// it is one. A goal that may need itself stays as it is.
    pub fn with_parts(
        &mut self,
        gate: &Gate,
        label: Option<&Label>,
        image: impl Fn(Literal) -> Literal,
    ) -> Literal {
        let all = |literals: &[Literal]| {
            literals
                .iter()
                .map(|literal| image(*literal))
                .collect::<Vec<_>>()
        };
        let sum = |sum: &Sum| {
            Sum::new(
                sum.constant,
                sum.terms
                    .iter()
                    .map(|(literal, weight)| (image(*literal), *weight))
                    .collect(),
            )
        };
        match gate {
            Gate::True => Literal::TRUE,
            Gate::After(number) => self.after(*number),
            Gate::Circular(_) => self.node(gate.clone()).into(),
            Gate::Fact { cell, content } => self.fact(*cell, *content),
            Gate::All(literals) => self.all(all(literals)),
            Gate::Any(literals) => match label {
                Some(label) => self.goal(label.clone(), all(literals)),
                None => self.any(all(literals)),
            },
            Gate::AtLeastZero(total) => self.at_least_zero(sum(total)),
            Gate::Zero(total) => self.zero(sum(total)),
        }
    }

    /// The first cell after those of all relations.
    #[must_use]
    pub fn next_cell(&self) -> u32 {
        self.relations
            .last()
            .map_or(0, |last| last.first_cell + last.cells() as u32)
    }

    /// Adds a relation whose cells come after all others; gives its first cell.
    pub fn add_relation(&mut self, keys: Vec<Vec<u32>>, contents: u16) -> u32 {
        let first_cell = self.next_cell();
        self.relations.push(Relation {
            first_cell,
            keys,
            plan: None,
            contents,
        });
        first_cell
    }

    /// That all hold.
    pub fn all(&mut self, literals: impl IntoIterator<Item = Literal>) -> Literal {
        let literals = different(literals, Literal::TRUE);
        // A node and its negation are neighbours in the order.
        let contradicts =
            literals.windows(2).any(|pair| pair[0] == !pair[1]) || self.has_two_contents(&literals);
        match contradicts || literals.contains(&Literal::FALSE) {
            true => Literal::FALSE,
            false => self.all_in_order(literals),
        }
    }

    /// That all hold: literals in order, each once, of which none is always so or excludes another one.
    pub fn all_in_order(&mut self, literals: Vec<Literal>) -> Literal {
        match *literals {
            [] => Literal::TRUE,
            [literal] => literal,
            _ => self.node(Gate::All(literals)).into(),
        }
    }

    /// That one holds at least.
    pub fn any(&mut self, literals: impl IntoIterator<Item = Literal>) -> Literal {
        let literals = different(literals, Literal::FALSE);
        let is_certain = literals.windows(2).any(|pair| pair[0] == !pair[1]);
        match *literals {
            _ if is_certain || literals.contains(&Literal::TRUE) => Literal::TRUE,
            [] => Literal::FALSE,
            [literal] => literal,
            _ => self.node(Gate::Any(literals)).into(),
        }
    }

    /// That one of the conditions for a goal holds at least. The node is the goal's own, also where
    /// a single literal would say the same, so that goals of one kind stay alike.
    pub fn goal(&mut self, label: Label, conditions: impl IntoIterator<Item = Literal>) -> Literal {
        let literals = different(conditions, Literal::FALSE);
        if literals.is_empty() {
            return Literal::FALSE;
        }
        if literals.contains(&Literal::TRUE) {
            return Literal::TRUE;
        }
        let node = self.push(Gate::Any(literals));
        self.labels.insert(node, label);
        node.into()
    }

    /// That a sum is 0 or more.
    pub fn at_least_zero(&mut self, sum: Sum) -> Literal {
        let (least, most) = self.bounds(&sum);
        if least >= 0 || most < 0 {
            return if least >= 0 {
                Literal::TRUE
            } else {
                Literal::FALSE
            };
        }
        match self.is_of_one_cell(&sum) {
            true => self.where_content(&sum, |value| value >= 0),
            false => self.node(Gate::AtLeastZero(sum)).into(),
        }
    }

    /// That a sum is 0.
    pub fn zero(&mut self, sum: Sum) -> Literal {
        let (least, most) = self.bounds(&sum);
        if sum.terms.is_empty() || least > 0 || most < 0 {
            return if sum.terms.is_empty() && sum.constant == 0 {
                Literal::TRUE
            } else {
                Literal::FALSE
            };
        }
        match self.is_of_one_cell(&sum) {
            true => self.where_content(&sum, |value| value == 0),
            false => self.node(Gate::Zero(sum)).into(),
        }
    }

    /// The least and the greatest that a sum can be, where a cell has one content at most and its literals
    /// are independent of each other else.
    #[must_use]
    pub fn bounds(&self, sum: &Sum) -> (i64, i64) {
        let of_cells = sum.terms.iter().filter_map(|(literal, weight)| {
            let cell = self.cell_of(*literal)?;
            Some((cell, *weight))
        });
        let mut of_cells: Vec<(u32, i64)> = of_cells.collect();
        if of_cells.len() < 2 {
            return sum.bounds();
        }
        of_cells.sort_unstable();
        let others = sum.terms.iter();
        let others = others.filter(|(literal, _)| self.cell_of(*literal).is_none());
        let mut bounds = Sum {
            constant: sum.constant,
            terms: others.copied().collect(),
        }
        .bounds();
        for of_cell in of_cells.chunk_by(|(one, _), (other, _)| one == other) {
            // In order, and without a content the cell adds nothing.
            let (least, most) = (of_cell[0].1, of_cell[of_cell.len() - 1].1);
            bounds.0 = bounds.0.saturating_add(least.min(0));
            bounds.1 = bounds.1.saturating_add(most.max(0));
        }
        bounds
    }

    /// The cell and the content of the fact that a literal says.
    #[must_use]
    pub fn fact_of(&self, literal: Literal) -> Option<(u32, u16)> {
        match self.gate(literal.node()) {
            Gate::Fact { cell, content } if !literal.is_negated() => Some((*cell, *content)),
            _ => None,
        }
    }

    /// The cell of which a literal says that it has some content.
    fn cell_of(&self, literal: Literal) -> Option<u32> {
        self.fact_of(literal).map(|(cell, _)| cell)
    }

    /// The literals of which a literal says that one holds at least, if it says no more than that.
    pub fn alternatives(
        &self,
        literal: Literal,
    ) -> Option<impl DoubleEndedIterator<Item = Literal> + use<'_>> {
        let is_negated = literal.is_negated();
        let parts = match self.gate(literal.node()) {
            Gate::Any(parts) if !is_negated => parts,
            Gate::All(parts) if is_negated => parts,
            _ => return None,
        };
        let parts = parts.iter();
        Some(parts.map(move |part| if is_negated { !*part } else { *part }))
    }

    /// Whether a sum says nothing but which content a single cell has.
    fn is_of_one_cell(&self, sum: &Sum) -> bool {
        let mut cells = sum.terms.iter().map(|(literal, _)| self.cell_of(*literal));
        let Some(Some(first)) = cells.next() else {
            return false;
        };
        sum.terms.len() > 1 && cells.all(|cell| cell == Some(first))
    }

    /// Where the only cell of a sum makes it a wanted number.
    fn where_content(&mut self, sum: &Sum, is_wanted: impl Fn(i64) -> bool) -> Literal {
        let without = is_wanted(sum.constant);
        let differs = |weight: &i64| is_wanted(sum.constant.saturating_add(*weight)) != without;
        let differing = sum.terms.iter().filter(|(_, weight)| differs(weight));
        let differing: Vec<Literal> = differing.map(|(literal, _)| *literal).collect();
        let differing = self.any(differing);
        if without { !differing } else { differing }
    }

    fn node(&mut self, gate: Gate) -> Node {
        let hash = FxBuildHasher.hash_one(&gate);
        let is_it = |(own, node): &(u64, Node)| *own == hash && self.gates[node.index()] == gate;
        if let Some((_, node)) = self.known.find(hash, is_it) {
            return *node;
        }
        let node = self.push(gate);
        self.known
            .insert_unique(hash, (hash, node), |(hash, _)| *hash);
        node
    }

    fn push(&mut self, gate: Gate) -> Node {
        let parts = match &gate {
            Gate::All(literals) | Gate::Any(literals) => size_of_val(&literals[..]),
            Gate::AtLeastZero(sum) | Gate::Zero(sum) => size_of_val(&sum.terms[..]),
            Gate::True | Gate::Fact { .. } | Gate::After(_) | Gate::Circular(_) => 0,
        };
        self.bytes += parts + size_of::<Gate>() + size_of::<(u64, Node)>();
        self.gates.push(gate);
        // The budget of whoever builds a circuit ends long before the numbers do.
        Node(self.gates.len() as u32 - 1)
    }

    /// Whether the literals want two contents of one cell.
    fn has_two_contents(&self, literals: &[Literal]) -> bool {
        let cells = literals.iter();
        let mut cells: SmallVec<[u32; 16]> =
            cells.filter_map(|literal| self.cell_of(*literal)).collect();
        cells.sort_unstable();
        cells.windows(2).any(|pair| pair[0] == pair[1])
    }

    /// What each node is in a position with these dense cells; a plain evaluation, to compare
    /// others with. Cells past the end are empty, and nothing that is asked of another position
    /// holds.
    #[must_use]
    pub fn evaluate(&self, cells: &[u16]) -> Vec<bool> {
        let mut circular = vec![false; self.definitions.len()];
        loop {
            let values = self.round(cells, &circular);
            let holds = |literal: &Literal| values[literal.node().index()] != literal.is_negated();
            let next: Vec<bool> = self
                .definitions
                .iter()
                .map(|definition| definition.iter().any(holds))
                .collect();
            if next == circular {
                return values;
            }
            circular = next;
        }
    }

    /// What each node is where the goals that may need themselves are this.
    fn round(&self, cells: &[u16], circular: &[bool]) -> Vec<bool> {
        let mut values: Vec<bool> = Vec::with_capacity(self.gates.len());
        for gate in &self.gates {
            let holds = |literal: &Literal| values[literal.node().index()] != literal.is_negated();
            let total = |sum: &Sum| -> i64 {
                sum.constant
                    + sum
                        .terms
                        .iter()
                        .filter(|(literal, _)| holds(literal))
                        .map(|(_, weight)| weight)
                        .sum::<i64>()
            };
            let value = match gate {
                Gate::True => true,
                Gate::Fact { cell, content } => cells.get(*cell as usize) == Some(content),
                Gate::After(_) => false,
                Gate::Circular(number) => circular[*number as usize],
                Gate::All(literals) => literals.iter().all(holds),
                Gate::Any(literals) => literals.iter().any(holds),
                Gate::AtLeastZero(sum) => total(sum) >= 0,
                Gate::Zero(sum) => total(sum) == 0,
            };
            values.push(value);
        }
        values
    }
}

impl Sum {
    /// A number.
    #[must_use]
    pub fn constant(constant: i64) -> Self {
        Self {
            constant,
            terms: Vec::new(),
        }
    }

    /// The sum with these terms in any order, literals more than once, weights 0.
    #[must_use]
    pub fn new(constant: i64, mut terms: Vec<(Literal, i64)>) -> Self {
        terms.sort_unstable_by_key(|(literal, _)| *literal);
        let mut sum = Self::constant(constant);
        for (literal, weight) in terms {
            match sum.terms.last_mut() {
                _ if literal == Literal::FALSE => {}
                _ if literal == Literal::TRUE => sum.constant = sum.constant.saturating_add(weight),
                Some((last, total)) if *last == literal => *total = total.saturating_add(weight),
                // One of the two holds.
                Some((last, total)) if *last == !literal => {
                    *total = total.saturating_sub(weight);
                    sum.constant = sum.constant.saturating_add(weight);
                }
                _ => sum.terms.push((literal, weight)),
            }
        }
        sum.terms.retain(|(_, weight)| *weight != 0);
        sum
    }

    /// This and `times` another one. Where that leaves 64 bits the constant or a weight is the
    /// nearest number that does not, which is still on the same side of 0.
    #[must_use]
    pub fn plus(&self, other: &Self, times: i64) -> Self {
        let more = other
            .terms
            .iter()
            .map(|(literal, weight)| (*literal, weight.saturating_mul(times)));
        let terms = self.terms.iter().copied().chain(more).collect();
        Self::new(
            self.constant
                .saturating_add(other.constant.saturating_mul(times)),
            terms,
        )
    }

    /// The least and the greatest that it can be, were the literals independent of each other.
    #[must_use]
    pub fn bounds(&self) -> (i64, i64) {
        let weights = self.terms.iter().map(|(_, weight)| *weight);
        let least = weights
            .clone()
            .filter(|weight| *weight < 0)
            .fold(0, i64::saturating_add);
        let most = weights
            .filter(|weight| *weight > 0)
            .fold(0, i64::saturating_add);
        (
            self.constant.saturating_add(least),
            self.constant.saturating_add(most),
        )
    }
}

/// The literals in order, each once, without the one that changes nothing.
fn different(literals: impl IntoIterator<Item = Literal>, neutral: Literal) -> Vec<Literal> {
    let given = literals.into_iter();
    let mut literals = Vec::with_capacity(given.size_hint().0);
    literals.extend(given.filter(|literal| *literal != neutral));
    literals.sort_unstable();
    literals.dedup();
    literals
}

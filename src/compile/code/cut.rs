//! A circuit cut down to what some literals depend on, where it may be known of some facts whether they are
//! there. Knows nothing of moves.

use rustc_hash::FxHashMap;

use crate::compile::circuit::{Circuit, Gate, Literal, Node, Sum};

/// Of some facts whether they are there.
pub type Known<'k> = &'k dyn Fn(u32, u16) -> Option<bool>;

/// What is known of facts where a cell has a content, if one is given.
pub fn known(given: Option<(u32, u16)>) -> impl Fn(u32, u16) -> Option<bool> {
    move |cell, content| {
        given
            .filter(|(of, _)| *of == cell)
            .map(|(_, is)| is == content)
    }
}

/// A circuit without what these literals do not depend on, and what they are there.
pub fn only(circuit: &Circuit, literals: &[Literal]) -> (Circuit, Vec<Literal>) {
    only_where(circuit, literals, &|_, _| None)
}

/// The same where it is known of some facts whether they are there.
pub fn only_where(
    circuit: &Circuit,
    literals: &[Literal],
    known: Known<'_>,
) -> (Circuit, Vec<Literal>) {
    let needed = circuit.needed(literals.iter().copied());
    let (copy, images) = copy(circuit, &needed, known);
    let literals = literals.iter();
    (copy, literals.map(|literal| images.of(*literal)).collect())
}

/// Values: the first whose condition holds counts.
pub type Values = Vec<(Literal, Sum)>;

/// These values where a cell has this content, if one is given, and a circuit of what they depend
/// on.
pub fn valued(
    circuit: &Circuit,
    all: &[Values],
    given: Option<(u32, u16)>,
) -> (Circuit, Vec<Values>) {
    let needed = circuit.needed(literals(all));
    let (copy, images) = copy(circuit, &needed, &known(given));
    (copy, images.of_values(all))
}

/// The literals on which values depend.
pub fn literals(all: &[Values]) -> impl Iterator<Item = Literal> {
    let of_value = |(condition, sum): &(Literal, Sum)| {
        let terms: Vec<Literal> = sum.terms.iter().map(|(literal, _)| *literal).collect();
        std::iter::once(*condition).chain(terms)
    };
    all.iter().flatten().flat_map(of_value)
}

/// A circuit without the nodes that are not needed, and what each node is there.
pub fn copy(old: &Circuit, needed: &[bool], known: Known<'_>) -> (Circuit, Images) {
    // Goals that may need themselves are known only after all that they need: where one turns out
    // to hold always or never, the circuit is copied again.
    let mut decided: FxHashMap<u32, Literal> = FxHashMap::default();
    loop {
        let before = decided.len();
        let (circuit, images) = copy_where(old, needed, known, &mut decided);
        if decided.len() == before {
            return (circuit, images);
        }
    }
}

/// The same where it is known that some goals, by the numbers of their gates, hold always or never;
/// adds those of which it shows.
fn copy_where(
    old: &Circuit,
    needed: &[bool],
    known: Known<'_>,
    decided: &mut FxHashMap<u32, Literal>,
) -> (Circuit, Images) {
    let mut circuit = Circuit::new(old.relations().to_vec());
    let mut images = Images(Vec::with_capacity(old.size()));
    // The old and the new number of each goal that may need itself.
    let mut circular: Vec<(u32, u32)> = Vec::new();
    for node in old.nodes() {
        let image = match old.gate(node) {
            _ if !needed[node.index()] => Literal::FALSE,
            Gate::Fact { cell, content } => match known(*cell, *content) {
                Some(true) => Literal::TRUE,
                Some(false) => Literal::FALSE,
                None => circuit.fact(*cell, *content),
            },
            Gate::Circular(number) => match decided.get(number) {
                Some(decided) => *decided,
                None => {
                    circular.push((*number, circular.len() as u32));
                    let label = old.label(node).expect("such a gate is a goal");
                    circuit.circular(label.clone())
                }
            },
            gate => circuit.with_parts(gate, old.label(node), |literal| images.of(literal)),
        };
        images.0.push(image);
    }
    for (number, new) in circular {
        let conditions = old.definition(number).iter();
        circuit.define(new, conditions.map(|literal| images.of(*literal)));
        match circuit.definition(new) {
            [] => decided.insert(number, Literal::FALSE),
            conditions if conditions.contains(&Literal::TRUE) => {
                decided.insert(number, Literal::TRUE)
            }
            _ => None,
        };
    }
    (circuit, images)
}

/// What the literals of a circuit are in a copy of it.
pub struct Images(Vec<Literal>);

impl Images {
    /// What the literals of a circuit are to begin with: themselves.
    pub fn same(circuit: &Circuit) -> Self {
        Self(circuit.nodes().map(Literal::from).collect())
    }

    /// Says what a node is.
    pub fn set(&mut self, node: Node, image: Literal) {
        self.0[node.index()] = image;
    }

    /// What a literal is.
    pub fn of(&self, literal: Literal) -> Literal {
        let image = self.0[literal.node().index()];
        image.negated_if(literal.is_negated())
    }

    /// What a sum is.
    pub fn of_sum(&self, sum: &Sum) -> Sum {
        let terms = sum.terms.iter();
        let terms = terms.map(|(literal, weight)| (self.of(*literal), *weight));
        Sum::new(sum.constant, terms.collect())
    }

    /// What values are.
    pub fn of_values(&self, all: &[Values]) -> Vec<Values> {
        let of_value = |(condition, sum): &(Literal, Sum)| (self.of(*condition), self.of_sum(sum));
        all.iter()
            .map(|values| values.iter().map(of_value).collect())
            .collect()
    }
}

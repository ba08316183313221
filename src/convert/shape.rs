//! The gates of a circuit as few formulas say them.
//!
//! What a fact hangs on next is in many games one gate for each move, and most of these gates name the fact:
//! one of them holds if the fact does and one of their rests. So there is one formula for a fact instead of
//! one for each fact and move.

use std::collections::{BTreeMap, HashMap};

use crate::compile::circuit::{Circuit, Gate, Literal, Node};

/// What a gate says.
pub(super) enum Shape {
    /// Something that is given, or of which nothing is known.
    Input,
    /// All these hold.
    All(Vec<Literal>),
    /// For one of the groups its literal holds, if it has one, and all of one of the rests.
    Any(Vec<Group>),
    /// One of the literals holds that define a goal that may need itself.
    Circular,
}

/// Parts of a gate that name the same literal, without it.
pub(super) struct Group {
    pub common: Option<Literal>,
    pub rests: Vec<Vec<Literal>>,
}

impl Shape {
    fn new(circuit: &Circuit, node: Node) -> Self {
        match circuit.gate(node) {
            Gate::True => Self::All(Vec::new()),
            Gate::All(parts) => Self::All(parts.clone()),
            Gate::Any(parts) => Self::Any(groups(circuit, parts)),
            Gate::Circular(_) => Self::Circular,
            Gate::Fact { .. } | Gate::After(_) | Gate::AtLeastZero(_) | Gate::Zero(_) => {
                Self::Input
            }
        }
    }
}

/// The gates that a literal needs and that are not known.
pub(super) struct Shapes(BTreeMap<Node, Shape>);

impl Shapes {
    pub fn new(circuit: &Circuit, literal: Literal, is_known: impl Fn(Node) -> bool) -> Self {
        let mut needed: BTreeMap<Node, Shape> = BTreeMap::new();
        let mut waiting = vec![literal.node()];
        while let Some(node) = waiting.pop() {
            if is_known(node) || needed.contains_key(&node) {
                continue;
            }
            let shape = Shape::new(circuit, node);
            match &shape {
                Shape::Input => {}
                Shape::All(parts) => waiting.extend(parts.iter().map(|part| part.node())),
                Shape::Any(groups) => {
                    for group in groups {
                        let parts = group.common.iter().chain(group.rests.iter().flatten());
                        waiting.extend(parts.map(|part| part.node()));
                    }
                }
                Shape::Circular => waiting.extend(circuit.parts(node).map(Literal::node)),
            }
            needed.insert(node, shape);
        }
        Self(needed)
    }

    /// Each gate after its parts, but for goals that may need themselves.
    pub fn in_order(self) -> impl Iterator<Item = (Node, Shape)> {
        self.0.into_iter()
    }
}

/// The parts of a gate by the literals that most of them name.
fn groups(circuit: &Circuit, parts: &[Literal]) -> Vec<Group> {
    let mut left: Vec<Vec<Literal>> = parts.iter().map(|part| named(circuit, *part)).collect();
    let mut groups = Vec::new();
    while let Some(common) = most_named(&left) {
        let (own, others): (Vec<_>, Vec<_>) =
            left.into_iter().partition(|part| part.contains(&common));
        let without = |part: Vec<Literal>| -> Vec<Literal> {
            part.into_iter()
                .filter(|literal| *literal != common)
                .collect()
        };
        let rests = own.into_iter().map(without).collect();
        groups.push(Group {
            common: Some(common),
            rests,
        });
        left = others;
    }
    groups.push(Group {
        common: None,
        rests: left,
    });
    groups
}

/// The literals of which a part says that all hold.
fn named(circuit: &Circuit, part: Literal) -> Vec<Literal> {
    match circuit.gate(part.node()) {
        Gate::All(parts) if !part.is_negated() => parts.clone(),
        _ => vec![part],
    }
}

/// The literal that most parts name, if more than one does.
fn most_named(parts: &[Vec<Literal>]) -> Option<Literal> {
    let mut named: HashMap<Literal, usize> = HashMap::new();
    for literal in parts.iter().flatten() {
        *named.entry(*literal).or_default() += 1;
    }
    let most = named
        .into_iter()
        .max_by_key(|(literal, count)| (*count, std::cmp::Reverse(*literal)));
    most.filter(|(_, count)| *count > 1)
        .map(|(literal, _)| literal)
}

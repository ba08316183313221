//! What gates come to where one move is chosen and no other. Knows nothing of effects.

use std::ops::Range;

use super::by_node::ByNode;
use crate::compile::circuit::{Circuit, Gate, Literal, Node};

/// Gates with more parts are not gone through part by part for each move.
const MANY_PARTS: usize = 8;

/// What is known of gates: what they come to.
#[derive(Default)]
pub(super) struct Images {
    known: ByNode<Literal>,
    /// Those that are known.
    nodes: Vec<Node>,
}

impl Images {
    /// The gates that are known, each once.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// Whether a gate is known.
    pub fn contains(&self, node: Node) -> bool {
        self.known.contains(node)
    }

    fn insert(&mut self, node: Node, image: Literal) {
        if self.known.insert(node, image).is_none() {
            self.nodes.push(node);
        }
    }

    fn clear(&mut self) {
        for node in self.nodes.drain(..) {
            self.known.remove(node);
        }
    }
}

/// The gates that hang on the chosen move.
pub(super) struct Given {
    /// The gates that name each gate that hangs on it, and as which literal.
    above: ByNode<Vec<(Node, Literal)>>,
    /// What each of them comes to where no move is chosen.
    without: ByNode<Literal>,
    /// Of those with many parts the parts that matter where no move is chosen: in most games few do, since
    /// each of the others belongs to one move.
    mattering: ByNode<Vec<Literal>>,
    /// The gates that were met for a move.
    met: ByNode<()>,
}

impl Given {
    /// The gates of conditions; these are the cells of the chosen moves. None if a goal that may need itself
    /// hangs on the chosen move.
    pub fn new(
        circuit: &mut Circuit,
        chosen: &Range<u32>,
        conditions: impl Iterator<Item = Literal>,
    ) -> Option<Self> {
        let mut given = Self {
            above: ByNode::default(),
            without: ByNode::default(),
            mattering: ByNode::default(),
            met: ByNode::default(),
        };
        let marks = circuit.needed(conditions);
        let needed: Vec<Node> = circuit.nodes().filter(|node| marks[node.index()]).collect();
        for &node in &needed {
            let is_choice = matches!(
                circuit.gate(node),
                Gate::Fact { cell, .. } if chosen.contains(cell)
            );
            let hanging: Vec<Literal> = circuit
                .parts(node)
                .filter(|part| given.hangs(*part))
                .collect();
            if hanging.is_empty() && !is_choice {
                continue;
            }
            given.above.insert(node, Vec::new());
            for part in hanging {
                given.above.or_default(part.node()).push((node, part));
            }
            let image = match is_choice {
                true => Literal::FALSE,
                false => given.rebuilt(circuit, node, None),
            };
            given.without.insert(node, image);
            if let Some(mattering) = given.mattering(circuit, node) {
                given.mattering.insert(node, mattering);
            }
        }
        let hangs_circular = needed.iter().any(|node| {
            let mut parts = circuit.parts(*node);
            matches!(circuit.gate(*node), Gate::Circular(_)) && parts.any(|part| given.hangs(part))
        });
        (!hangs_circular).then_some(given)
    }

    /// Whether a literal hangs on the chosen move.
    pub fn hangs(&self, literal: Literal) -> bool {
        self.above.contains(literal.node())
    }

    /// Finds what the gates that hang on a move come to if it is chosen, where some gates are known. What the
    /// images were of before is forgotten. Gives how many gates were looked at.
    pub fn find_images(
        &mut self,
        circuit: &mut Circuit,
        (cell, content): (u32, u16),
        known: &[(Node, Literal)],
        images: &mut Images,
    ) -> usize {
        images.clear();
        for (node, image) in known {
            images.insert(*node, *image);
        }
        let chosen = circuit.fact(cell, content).node();
        let mut waiting = vec![chosen];
        // The gates that hang on the move, each with a part that does.
        let mut hanging: Vec<(Node, Literal)> = Vec::new();
        while let Some(node) = waiting.pop() {
            for (above, part) in self.above.get(node).into_iter().flatten() {
                hanging.push((*above, *part));
                if self.met.insert(*above, ()).is_none() {
                    waiting.push(*above);
                }
            }
        }
        hanging.sort_unstable();
        images.insert(chosen, Literal::TRUE);
        let mut looked_at = 0;
        for parts in hanging.chunk_by(|(one, _), (other, _)| one == other) {
            let (node, _) = parts[0];
            self.met.remove(node);
            let image = match self.mattering.get(node) {
                Some(mattering) => self.joined(circuit, node, images, mattering, parts),
                None => self.rebuilt(circuit, node, Some(images)),
            };
            images.insert(node, image);
            looked_at += 1;
        }
        looked_at
    }

    /// What a gate comes to, its parts being known.
    fn rebuilt(&self, circuit: &mut Circuit, node: Node, images: Option<&Images>) -> Literal {
        let gate = circuit.gate(node).clone();
        circuit.with_parts(&gate, None, |part| match images {
            Some(images) => self.image(images, part),
            None => self.without(part),
        })
    }

    /// The parts of a gate with many parts that matter where no move is chosen.
    fn mattering(&self, circuit: &Circuit, node: Node) -> Option<Vec<Literal>> {
        let (parts, needless) = match circuit.gate(node) {
            Gate::All(parts) => (parts, Literal::TRUE),
            Gate::Any(parts) => (parts, Literal::FALSE),
            _ => return None,
        };
        let matters = |part: &&Literal| self.without(**part) != needless;
        let is_long = parts.len() > MANY_PARTS;
        is_long.then(|| parts.iter().filter(matters).copied().collect())
    }

    /// What a gate comes to of which only these parts matter.
    fn joined(
        &self,
        circuit: &mut Circuit,
        node: Node,
        images: &Images,
        mattering: &[Literal],
        hanging: &[(Node, Literal)],
    ) -> Literal {
        let hanging = hanging.iter().map(|(_, part)| part);
        let parts = mattering.iter().chain(hanging);
        let parts: Vec<Literal> = parts.map(|part| self.image(images, *part)).collect();
        match circuit.gate(node) {
            Gate::All(_) => circuit.all(parts),
            _ => circuit.any(parts),
        }
    }

    /// What a literal comes to.
    pub fn image(&self, images: &Images, literal: Literal) -> Literal {
        match images.known.get(literal.node()) {
            Some(image) => image.negated_if(literal.is_negated()),
            None => self.without(literal),
        }
    }

    /// What a literal comes to where no move is chosen.
    pub fn without(&self, literal: Literal) -> Literal {
        match self.without.get(literal.node()) {
            Some(image) => image.negated_if(literal.is_negated()),
            None => literal,
        }
    }
}

//! What gates come to where one move is chosen and no other. Knows nothing of effects.

use std::collections::BTreeMap;
use std::ops::Range;

use rustc_hash::FxHashMap;

use crate::compile::circuit::{Circuit, Gate, Literal, Node};

/// Gates with more parts are not gone through part by part for each move.
const MANY_PARTS: usize = 8;

/// What is known of gates: what they come to.
pub(super) type Images = FxHashMap<Node, Literal>;

/// The gates that hang on the chosen move.
pub(super) struct Given {
    /// The gates that name each gate that hangs on it, and as which literal.
    above: FxHashMap<Node, Vec<(Node, Literal)>>,
    /// What each of them comes to where no move is chosen.
    without: Images,
    /// Of those with many parts the parts that matter where no move is chosen: in most games few do, since
    /// each of the others belongs to one move.
    mattering: FxHashMap<Node, Vec<Literal>>,
    /// How many gates may still be looked at.
    gates_left: usize,
}

impl Given {
    /// The gates of conditions; these are the cells of the chosen moves, and how many gates may be looked
    /// at for all moves together. None if a goal that may need itself hangs on the chosen move.
    pub fn new(
        circuit: &mut Circuit,
        chosen: &Range<u32>,
        gates: usize,
        conditions: impl Iterator<Item = Literal>,
    ) -> Option<Self> {
        let mut given = Self {
            above: FxHashMap::default(),
            without: Images::default(),
            mattering: FxHashMap::default(),
            gates_left: gates,
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
                let above = given.above.entry(part.node()).or_default();
                above.push((node, part));
            }
            let image = match is_choice {
                true => Literal::FALSE,
                false => given.rebuilt(circuit, node, &Images::default()),
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
        self.above.contains_key(&literal.node())
    }

    /// What the gates that hang on a move come to if it is chosen, where some gates are known; none if
    /// that takes too much.
    pub fn images(
        &mut self,
        circuit: &mut Circuit,
        (cell, content): (u32, u16),
        known: &Images,
    ) -> Option<Images> {
        let mut images = known.clone();
        let chosen = circuit.fact(cell, content).node();
        let mut waiting = vec![chosen];
        // The gates that hang on the move, with their parts that do.
        let mut hanging: BTreeMap<Node, Vec<Literal>> = BTreeMap::new();
        while let Some(node) = waiting.pop() {
            for (above, part) in self.above.get(&node).into_iter().flatten() {
                let parts = hanging.entry(*above).or_insert_with(|| {
                    waiting.push(*above);
                    Vec::new()
                });
                parts.push(*part);
            }
        }
        images.insert(chosen, Literal::TRUE);
        self.gates_left = self.gates_left.checked_sub(hanging.len())?;
        for (node, parts) in hanging {
            let image = match self.mattering.get(&node) {
                Some(mattering) => self.joined(circuit, node, &images, mattering, &parts),
                None => self.rebuilt(circuit, node, &images),
            };
            images.insert(node, image);
        }
        Some(images)
    }

    /// What a gate comes to, its parts being known.
    fn rebuilt(&self, circuit: &mut Circuit, node: Node, images: &Images) -> Literal {
        let gate = circuit.gate(node).clone();
        circuit.with_parts(&gate, None, |part| self.image(images, part))
    }

    /// The parts of a gate with many parts that matter where no move is chosen.
    fn mattering(&self, circuit: &Circuit, node: Node) -> Option<Vec<Literal>> {
        let (parts, needless) = match circuit.gate(node) {
            Gate::All(parts) => (parts, Literal::TRUE),
            Gate::Any(parts) => (parts, Literal::FALSE),
            _ => return None,
        };
        let matters = |part: &&Literal| self.image(&Images::default(), **part) != needless;
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
        hanging: &[Literal],
    ) -> Literal {
        let parts = mattering.iter().chain(hanging);
        let parts: Vec<Literal> = parts.map(|part| self.image(images, *part)).collect();
        match circuit.gate(node) {
            Gate::All(_) => circuit.all(parts),
            _ => circuit.any(parts),
        }
    }

    /// What a literal comes to.
    pub fn image(&self, images: &Images, literal: Literal) -> Literal {
        let node = literal.node();
        let image = images.get(&node).or_else(|| self.without.get(&node));
        let image = image.copied().unwrap_or_else(|| node.into());
        match literal.is_negated() {
            true => !image,
            false => image,
        }
    }
}

//! What gates come to where one move is chosen and no other. Knows nothing of effects.

use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::compile::circuit::{Circuit, Gate, Literal, Node};

/// The most gates that are looked at for all moves together.
const MOST_GATES: usize = 2_000_000;

/// What is known of gates: what they come to.
pub(super) type Images = FxHashMap<Node, Literal>;

/// The gates that hang on the chosen move.
pub(super) struct Given {
    /// The gates that name each gate that hangs on it.
    above: FxHashMap<Node, Vec<Node>>,
    /// What each of them comes to where no move is chosen.
    without: Images,
    /// How many gates may still be looked at.
    gates_left: usize,
}

impl Given {
    /// The gates of conditions; these are the cells of the chosen moves. None if a goal that may need
    /// itself hangs on the chosen move.
    pub fn new(
        circuit: &mut Circuit,
        chosen: &Range<u32>,
        conditions: impl Iterator<Item = Literal>,
    ) -> Option<Self> {
        let mut given = Self {
            above: FxHashMap::default(),
            without: Images::default(),
            gates_left: MOST_GATES,
        };
        let marks = circuit.needed(conditions);
        let needed: Vec<Node> = circuit.nodes().filter(|node| marks[node.index()]).collect();
        for &node in &needed {
            let is_choice = matches!(
                circuit.gate(node),
                Gate::Fact { cell, .. } if chosen.contains(cell)
            );
            let parts = circuit.parts(node).map(Literal::node);
            let hanging: Vec<Node> = parts
                .filter(|part| given.above.contains_key(part))
                .collect();
            if hanging.is_empty() && !is_choice {
                continue;
            }
            given.above.insert(node, Vec::new());
            for part in hanging {
                given.above.entry(part).or_default().push(node);
            }
            let image = match is_choice {
                true => Literal::FALSE,
                false => given.rebuilt(circuit, node, &Images::default()),
            };
            given.without.insert(node, image);
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
        let mut hanging: FxHashSet<Node> = FxHashSet::from_iter([chosen]);
        while let Some(node) = waiting.pop() {
            let above = self.above.get(&node).into_iter().flatten();
            waiting.extend(above.filter(|node| hanging.insert(**node)));
        }
        hanging.remove(&chosen);
        images.insert(chosen, Literal::TRUE);
        self.gates_left = self.gates_left.checked_sub(hanging.len())?;
        let mut hanging: Vec<Node> = hanging.into_iter().collect();
        hanging.sort_unstable();
        for node in hanging {
            let image = self.rebuilt(circuit, node, &images);
            images.insert(node, image);
        }
        Some(images)
    }

    /// What a gate comes to, its parts being known.
    fn rebuilt(&self, circuit: &mut Circuit, node: Node, images: &Images) -> Literal {
        let gate = circuit.gate(node).clone();
        circuit.with_parts(&gate, None, |part| self.image(images, part))
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

//! Something for some nodes of a circuit.

use crate::compile::circuit::Node;

/// A map from nodes, as fast as an array.
pub(super) struct ByNode<T> {
    /// By the number of the node.
    values: Vec<Option<T>>,
}

impl<T> Default for ByNode<T> {
    fn default() -> Self {
        Self { values: Vec::new() }
    }
}

impl<T> ByNode<T> {
    /// What there is for a node.
    pub fn get(&self, node: Node) -> Option<&T> {
        self.values.get(node.index())?.as_ref()
    }

    /// Whether there is something for a node.
    pub fn contains(&self, node: Node) -> bool {
        self.get(node).is_some()
    }

    /// Puts a value in place of what there is for a node, and gives that.
    pub fn insert(&mut self, node: Node, value: T) -> Option<T> {
        self.place(node).replace(value)
    }

    /// Leaves nothing for a node.
    pub fn remove(&mut self, node: Node) {
        *self.place(node) = None;
    }

    fn place(&mut self, node: Node) -> &mut Option<T> {
        let number = node.index();
        if number >= self.values.len() {
            self.values.resize_with(number + 1, || None);
        }
        &mut self.values[number]
    }
}

impl<T: Default> ByNode<T> {
    /// What there is for a node; the default from now on, if that was nothing.
    pub fn or_default(&mut self, node: Node) -> &mut T {
        self.place(node).get_or_insert_default()
    }
}

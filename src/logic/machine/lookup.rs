//! Which clauses can answer a call: the index, asked with the arguments of the call.

use super::frames::FrameStack;
use crate::logic::cell::{Cell, Tag};
use crate::logic::index::{self, Candidates, Heads, IndexKey, IndexSwitch, IndexTree, NodeId};
use crate::logic::store::Store;

/// The arguments of a call, in the frame that was made for it.
#[derive(Clone, Copy)]
pub(super) struct CallArguments<'m> {
    pub store: &'m Store,
    pub frames: &'m FrameStack,
    pub frame: usize,
}

impl CallArguments<'_> {
    #[inline(always)]
    fn get(self, number: u32) -> Cell {
        let argument = self.frames.argument(self.frame, number as usize);
        self.store.deref(argument)
    }

    /// The clauses that the first argument that tells clauses apart leaves.
    #[inline(always)]
    pub fn candidates(self, heads: &Heads) -> &Candidates {
        let Some(first) = &heads.first else {
            return &heads.all;
        };
        let cell = self.get(first.argument);
        if cell.tag() == Tag::List {
            &first.lists
        } else if cell.is_reference() {
            &heads.all
        } else if cell.is_constant() {
            first.candidates(IndexKey(cell))
        } else {
            first.candidates(self.key(cell))
        }
    }

    /// The node to which the tree leads from another one: its clauses are those that all bound
    /// arguments leave. Where the tree is not yet made for this call, it grows.
    #[inline(never)]
    pub fn follow(self, tree: &mut IndexTree, heads: &Heads, from: NodeId) -> NodeId {
        let mut id = from;
        while let Some(node) = tree.node(id) {
            if node.is_leaf() {
                return id;
            }
            let Some(switch) = tree.switch(node) else {
                break;
            };
            id = self.child(switch);
        }
        self.follow_and_grow(tree, heads, from)
    }

    #[cold]
    fn follow_and_grow(self, tree: &mut IndexTree, heads: &Heads, from: NodeId) -> NodeId {
        let mut examined = heads.first.as_ref().map_or(0, |first| 1 << first.argument);
        let mut id = from;
        loop {
            let node = &tree[id];
            if node.is_leaf() {
                return id;
            }
            let Some(switch) = tree.switch(node) else {
                let is_bound = |number| !self.get(number).is_reference();
                let bound = index::subset(heads.distinguishing & !examined, is_bound);
                tree.grow(id, heads, examined, bound);
                continue;
            };
            let child = self.child(switch);
            if tree.node(child).is_none() {
                tree.ask(id, heads);
                continue;
            }
            examined |= 1 << switch.argument;
            id = child;
        }
    }

    /// The node to which a switch leads.
    #[inline(always)]
    fn child(self, switch: &IndexSwitch) -> NodeId {
        let cell = self.get(switch.argument);
        match cell.tag() {
            Tag::Reference => switch.unbound,
            Tag::List => switch.child(IndexKey::LIST),
            Tag::Atom | Tag::Integer => switch.child(IndexKey(cell)),
            _ => switch.child(self.key(cell)),
        }
    }

    /// The key of a bound cell.
    fn key(self, cell: Cell) -> IndexKey {
        match cell.tag() {
            Tag::List => IndexKey::LIST,
            Tag::Compound => IndexKey(self.store.heap[cell.address()]),
            Tag::String => IndexKey::STRING,
            Tag::Wide => IndexKey::WIDE,
            _ => IndexKey(cell),
        }
    }
}

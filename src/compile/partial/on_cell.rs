//! What effects come to on one cell: what is deleted goes, and what is added replaces all other contents.

use std::collections::BTreeMap;

use crate::compile::circuit::{Circuit, Literal};
use crate::compile::residual::ANY_CONTENT;

/// The effects on one cell, by content.
#[derive(Default)]
pub(super) struct OnCell {
    pub adds: BTreeMap<u16, Vec<Literal>>,
    pub deletes: BTreeMap<u16, Vec<Literal>>,
}

/// The same, with one condition for each content that is added.
pub(super) struct Joined {
    pub adds: Vec<(u16, Literal)>,
    deletes: BTreeMap<u16, Vec<Literal>>,
}

impl OnCell {
    pub fn joined(self, circuit: &mut Circuit) -> Joined {
        let adds = self.adds.into_iter();
        let adds = adds.map(|(content, conditions)| (content, circuit.any(conditions)));
        Joined {
            adds: adds.collect(),
            deletes: self.deletes,
        }
    }
}

impl Joined {
    /// What holds before the effects if the cell has a content after them.
    pub fn after(&self, circuit: &mut Circuit, cell: u32, content: u16) -> Literal {
        let of_content = |content| self.deletes.get(&content).into_iter().flatten().copied();
        let goes = of_content(content).chain(of_content(ANY_CONTENT));
        let others = self.adds.iter().filter(|(of, _)| *of != content);
        let replaced = others.map(|(_, condition)| *condition);
        let goes = circuit.any(goes.chain(replaced).collect::<Vec<_>>());
        let fact = circuit.fact(cell, content);
        let stays = circuit.all([fact, !goes]);
        let comes = self.adds.iter().find(|(of, _)| *of == content);
        let comes = comes.map_or(Literal::FALSE, |(_, condition)| *condition);
        circuit.any([comes, stays])
    }
}

//! Symmetries as permutations of the facts that finite domains allow.

use std::collections::HashSet;

use rustc_hash::FxHashSet;

use super::position::Position;
use super::symmetry::{MAX_GROUP, image};
use crate::logic::{Fact, Facts, Machine, Schema, Storage, Term};

/// A permutation of facts, by their numbers.
type Permutation = Vec<u32>;

/// The facts that dense cells can hold, numbered, and a group of their permutations.
#[derive(Clone, Debug)]
pub(super) struct Permutations {
    /// Every fact by its number.
    facts: Vec<(usize, u16)>,
    /// The number of each cell's fact with content 1.
    first: Vec<u32>,
    /// All elements of the group but the identity.
    group: Vec<Permutation>,
}

impl Permutations {
    /// The group that the generators of these names make.
    ///
    /// # Errors
    /// What is wrong with them, in a few words.
    pub fn new(schema: &Schema, machine: &mut Machine, names: &[Term]) -> Result<Self, String> {
        let mut permutations = Self::number_facts(schema);
        let generators =
            names.iter().map(|name| permutations.generator(schema, machine, name)).collect::<Result<Vec<_>, _>>()?;
        permutations.group = closure(&generators, permutations.facts.len())
            .ok_or_else(|| format!("they can be combined in more than {MAX_GROUP} ways"))?;
        Ok(permutations)
    }

    fn number_facts(schema: &Schema) -> Self {
        let mut permutations = Self { facts: Vec::new(), first: vec![0; schema.dense_cells()], group: Vec::new() };
        for relation in schema.relations() {
            let Storage::Dense(dense) = &relation.storage else { continue };
            let contents = dense.value.as_ref().map_or(1, |domain| domain.size()) as u16;
            for cell in dense.offset..dense.offset + dense.size {
                permutations.first[cell] = permutations.facts.len() as u32;
                permutations.facts.extend((1..=contents).map(|content| (cell, content)));
            }
        }
        permutations
    }

    /// The permutation that `symmetry(Name, Fact, Image)` describes.
    fn generator(&self, schema: &Schema, machine: &mut Machine, name: &Term) -> Result<Permutation, String> {
        let mut images = Permutation::with_capacity(self.facts.len());
        let mut met = HashSet::new();
        for (number, (cell, content)) in self.facts.iter().enumerate() {
            let fact = Fact::Dense { cell: *cell, content: *content };
            let image = match image(schema, machine, name, &fact)? {
                Some(Fact::Dense { cell, content }) => self.number(cell, content),
                Some(Fact::Open { .. }) => return Err("symmetries keep every fact on its board".to_owned()),
                None => number as u32,
            };
            if !met.insert(image) {
                let (cell, content) = self.facts[image as usize];
                let twice = schema.term(&Fact::Dense { cell, content });
                return Err(format!("`{twice}` is the image of two facts under `{name}`"));
            }
            images.push(image);
        }
        self.keeps_keys(schema, &images).map(|()| images)
    }

    /// Two values of one key must go to one key, or else two facts of a position could come to contradict each
    /// other.
    fn keeps_keys(&self, schema: &Schema, images: &Permutation) -> Result<(), String> {
        let cell_of = |number: usize| self.facts[images[number] as usize].0;
        let term = |number: usize| {
            let (cell, content) = self.facts[number];
            schema.term(&Fact::Dense { cell, content })
        };
        let parted = (1..self.facts.len())
            .find(|&fact| self.facts[fact].0 == self.facts[fact - 1].0 && cell_of(fact) != cell_of(fact - 1));
        match parted {
            None => Ok(()),
            Some(fact) => {
                let (one, other) = (term(fact - 1), term(fact));
                Err(format!("`{one}` and `{other}` are values of one key, and their images are not"))
            }
        }
    }

    /// The least of a position's images, in the order of what their cells hold.
    pub fn least(&self, position: &Position, schema: &Schema) -> Position {
        let row: Vec<u16> = position.facts.dense().collect();
        let held = self.held(&row);
        let images = self.group.iter().map(|permutation| self.image(permutation, &held, row.len()));
        match images.min().filter(|least| *least < row) {
            Some(least) => with_cells(least, schema),
            None => position.clone(),
        }
    }

    /// A position's images, each once, itself the first.
    pub fn orbit(&self, position: &Position, schema: &Schema) -> Vec<Position> {
        let row: Vec<u16> = position.facts.dense().collect();
        let held = self.held(&row);
        let mut met = FxHashSet::from_iter([row.clone()]);
        let images = self.group.iter().map(|permutation| self.image(permutation, &held, row.len()));
        let others: Vec<Vec<u16>> = images.filter(|image| met.insert(image.clone())).collect();
        let others = others.into_iter().map(|image| with_cells(image, schema));
        std::iter::once(position.clone()).chain(others).collect()
    }

    /// The numbers of the facts that hold.
    fn held(&self, row: &[u16]) -> Vec<u32> {
        let cells = row.iter().enumerate().filter(|(_, content)| **content > 0);
        cells.map(|(cell, content)| self.number(cell, *content)).collect()
    }

    fn number(&self, cell: usize, content: u16) -> u32 {
        self.first[cell] + u32::from(content) - 1
    }

    /// What the cells hold in the image of a position with these facts.
    fn image(&self, permutation: &Permutation, held: &[u32], cells: usize) -> Vec<u16> {
        let mut row = vec![0; cells];
        for fact in held {
            let (cell, content) = self.facts[permutation[*fact as usize] as usize];
            row[cell] = content;
        }
        row
    }

    /// How many elements the group has, the identity included.
    pub fn order(&self) -> usize {
        self.group.len() + 1
    }
}

/// The position whose cells hold this.
fn with_cells(row: Vec<u16>, schema: &Schema) -> Position {
    let mut facts = Facts::empty(schema);
    for (cell, content) in row.into_iter().enumerate().filter(|(_, content)| *content > 0) {
        facts.add(&Fact::Dense { cell, content });
    }
    Position { facts }
}

/// All products of the generators but the identity; none if there are too many.
fn closure(generators: &[Permutation], size: usize) -> Option<Vec<Permutation>> {
    let identity: Permutation = (0..size as u32).collect();
    let mut known: HashSet<Permutation> = HashSet::from([identity.clone()]);
    let mut group = vec![identity];
    let mut at = 0;
    while at < group.len() {
        for generator in generators {
            let product: Permutation = group[at].iter().map(|fact| generator[*fact as usize]).collect();
            if known.insert(product.clone()) {
                group.push(product);
            }
        }
        if group.len() > MAX_GROUP {
            return None;
        }
        at += 1;
    }
    group.remove(0);
    Some(group)
}

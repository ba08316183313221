//! Symmetries as permutations of the facts that finite domains allow.

use std::collections::HashSet;

use rustc_hash::FxHashSet;

use super::generator::{BadSymmetry, MAX_GROUP, image};
use super::position::Position;
use crate::logic::{Fact, Facts, Machine, Relation, Schema, Storage, Term};

/// A permutation of facts: the number of the image of each fact.
type Permutation = Vec<u32>;

/// A fact and its image under a symmetry, each as a dense cell and its content.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FactImage {
    pub fact: (usize, u16),
    pub image: (usize, u16),
}

/// The facts that dense cells can hold, numbered, and a group of their permutations.
#[derive(Clone, Debug)]
pub(super) struct Permutations {
    /// The cell and content of every fact, by its number.
    facts: Vec<(usize, u16)>,
    /// For each cell, the number of the fact with content 1.
    first: Vec<u32>,
    /// All elements of the group except the identity.
    group: Vec<Permutation>,
}

impl Permutations {
    /// Creates the group that the generators of these names generate, within `most_bytes` bytes.
    ///
    /// # Errors
    /// Why they are no symmetries.
    pub fn new(
        schema: &Schema,
        machine: &mut Machine,
        names: &[Term],
        most_bytes: usize,
    ) -> Result<Self, BadSymmetry> {
        let numbering = fact_count(schema).saturating_mul(size_of::<(usize, u16)>());
        let for_group = most_bytes
            .checked_sub(numbering)
            .ok_or_else(|| too_large(most_bytes))?;
        let mut permutations = Self::number_facts(schema);
        let mut generators = Vec::new();
        for name in names {
            let generator = permutations.generator(schema, machine, name);
            generators.push(generator.map_err(BadSymmetry::of(name))?);
        }
        let size = permutations.facts.len();
        // During the closure each element is stored twice: in the group, and in a hash set.
        let most = for_group / (2 * size_of::<u32>() * size.max(1));
        let stopped = || machine.is_interrupted();
        permutations.group =
            closure(&generators, size, most.min(MAX_GROUP), stopped).ok_or_else(|| match most {
                ..MAX_GROUP => too_large(most_bytes),
                _ => format!("they can be combined in more than {MAX_GROUP} ways"),
            })?;
        Ok(permutations)
    }

    fn number_facts(schema: &Schema) -> Self {
        let mut permutations = Self {
            facts: Vec::new(),
            first: vec![0; schema.dense_cells()],
            group: Vec::new(),
        };
        for relation in schema.relations() {
            let Storage::Dense(dense) = &relation.storage else {
                continue;
            };
            let contents = dense.contents() as u16;
            for cell in dense.offset..dense.offset + dense.size {
                permutations.first[cell] = permutations.facts.len() as u32;
                permutations
                    .facts
                    .extend((1..=contents).map(|content| (cell, content)));
            }
        }
        permutations
    }

    /// The permutation that `symmetry(Name, Fact, Image)` describes.
    fn generator(
        &self,
        schema: &Schema,
        machine: &mut Machine,
        name: &Term,
    ) -> Result<Permutation, String> {
        let mut images = Permutation::with_capacity(self.facts.len());
        let mut met = HashSet::new();
        for (number, (cell, content)) in self.facts.iter().enumerate() {
            let fact = Fact::Dense {
                cell: *cell,
                content: *content,
            };
            let image = match image(schema, machine, name, &fact)? {
                Some(Fact::Dense { cell, content }) => self.number(cell, content),
                Some(Fact::Open { .. }) => {
                    return Err("symmetries keep every fact on its board".to_owned());
                }
                None => number as u32,
            };
            if !met.insert(image) {
                let (cell, content) = self.facts[image as usize];
                let twice = schema.term(&Fact::Dense { cell, content });
                return Err(format!(
                    "`{twice}` is the image of two facts under `{name}`"
                ));
            }
            images.push(image);
        }
        self.keeps_keys(schema, &images).map(|()| images)
    }

    /// Checks that two values of one key have images with one key. Otherwise the images of two
    /// positions could contain contradictory facts.
    fn keeps_keys(&self, schema: &Schema, images: &Permutation) -> Result<(), String> {
        let cell_of = |number: usize| self.facts[images[number] as usize].0;
        let term = |number: usize| {
            let (cell, content) = self.facts[number];
            schema.term(&Fact::Dense { cell, content })
        };
        let parted = (1..self.facts.len()).find(|&fact| {
            self.facts[fact].0 == self.facts[fact - 1].0 && cell_of(fact) != cell_of(fact - 1)
        });
        match parted {
            None => Ok(()),
            Some(fact) => {
                let (one, other) = (term(fact - 1), term(fact));
                Err(format!(
                    "`{one}` and `{other}` are values of one key, and their images are not"
                ))
            }
        }
    }

    /// The smallest of a position's images, in the order of their cells.
    pub fn least(&self, position: &Position, schema: &Schema) -> Position {
        let row: Vec<u16> = position.facts.dense().collect();
        let held = self.held(&row);
        let images = self
            .group
            .iter()
            .map(|permutation| self.image(permutation, &held, row.len()));
        match images.min().filter(|least| *least < row) {
            Some(least) => with_cells(least, schema),
            None => position.clone(),
        }
    }

    /// A position's images, each once; `position` itself is the first.
    pub fn orbit(&self, position: &Position, schema: &Schema) -> Vec<Position> {
        let row: Vec<u16> = position.facts.dense().collect();
        let held = self.held(&row);
        let mut met = FxHashSet::from_iter([row.clone()]);
        let images = self
            .group
            .iter()
            .map(|permutation| self.image(permutation, &held, row.len()));
        let others: Vec<Vec<u16>> = images.filter(|image| met.insert(image.clone())).collect();
        let others = others.into_iter().map(|image| with_cells(image, schema));
        std::iter::once(position.clone()).chain(others).collect()
    }

    /// The image of a position under the element of the group of this number, the identity apart.
    pub fn position_image(
        &self,
        number: usize,
        position: &Position,
        schema: &Schema,
    ) -> Option<Position> {
        let row: Vec<u16> = position.facts.dense().collect();
        let image = self.image(self.group.get(number)?, &self.held(&row), row.len());
        Some(with_cells(image, schema))
    }

    /// The numbers of the facts in these cells.
    fn held(&self, row: &[u16]) -> Vec<u32> {
        let cells = row.iter().enumerate().filter(|(_, content)| **content > 0);
        cells
            .map(|(cell, content)| self.number(cell, *content))
            .collect()
    }

    fn number(&self, cell: usize, content: u16) -> u32 {
        self.first[cell] + u32::from(content) - 1
    }

    /// The cells of the image of a position with the facts `held`.
    fn image(&self, permutation: &Permutation, held: &[u32], cells: usize) -> Vec<u16> {
        let mut row = vec![0; cells];
        for fact in held {
            let (cell, content) = self.facts[permutation[*fact as usize] as usize];
            row[cell] = content;
        }
        row
    }

    /// For each element of the group except the identity: each fact with its image, as cells with
    /// contents.
    pub fn images(&self) -> Vec<Vec<FactImage>> {
        let image = |permutation: &Permutation| {
            let facts = self.facts.iter().zip(permutation);
            facts
                .map(|(fact, image)| FactImage {
                    fact: *fact,
                    image: self.facts[*image as usize],
                })
                .collect()
        };
        self.group.iter().map(image).collect()
    }

    /// The number of elements of the group, including the identity.
    pub fn order(&self) -> usize {
        self.group.len() + 1
    }
}

/// The number of facts that the dense cells can hold.
fn fact_count(schema: &Schema) -> usize {
    let facts = |relation: &Relation| match &relation.storage {
        Storage::Dense(dense) => dense.size.saturating_mul(dense.contents()),
        _ => 0,
    };
    schema
        .relations()
        .iter()
        .map(facts)
        .fold(0, usize::saturating_add)
}

fn too_large(bytes: usize) -> String {
    format!(
        "they need more than {} MiB, which `--max-memory` raises, for they say of every fact that \
         there can be where it goes",
        bytes >> 20
    )
}

/// The position with these cells.
fn with_cells(row: Vec<u16>, schema: &Schema) -> Position {
    let mut facts = Facts::empty(schema);
    for (cell, content) in row
        .into_iter()
        .enumerate()
        .filter(|(_, content)| *content > 0)
    {
        facts.add(&Fact::Dense { cell, content });
    }
    Position { facts }
}

/// All products of the generators except the identity; `None` if there are more than `most`, or if
/// `stopped` returns `true`.
fn closure(
    generators: &[Permutation],
    size: usize,
    most: usize,
    stopped: impl Fn() -> bool,
) -> Option<Vec<Permutation>> {
    let identity: Permutation = (0..size as u32).collect();
    let mut known: HashSet<Permutation> = HashSet::from([identity.clone()]);
    let mut group = vec![identity];
    let mut at = 0;
    while at < group.len() {
        for generator in generators {
            let product: Permutation = group[at]
                .iter()
                .map(|fact| generator[*fact as usize])
                .collect();
            if known.insert(product.clone()) {
                group.push(product);
            }
        }
        if group.len() > most || stopped() {
            return None;
        }
        at += 1;
    }
    group.remove(0);
    Some(group)
}

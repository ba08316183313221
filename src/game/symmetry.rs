//! Symmetries of a game: the ways in which positions can be turned into others that play alike.
//!
//! A rule file gives generators, by `symmetry(Name, Fact, Image)`; what they generate together is
//! closed here into a group. Each of its elements is a permutation of the facts that a dense
//! position can hold; a fact that a symmetry does not mention stays as it is.

use std::collections::HashSet;

use super::position::Position;
use super::rules::Rules;
use crate::logic::{Fact, Facts, Machine, Schema, Storage, Term};

/// The most elements that a group may have.
const MAX_GROUP: usize = 10_000;

/// A permutation of the facts that dense cells can hold, by their numbers.
type Permutation = Vec<u32>;

/// The facts that dense cells can hold, numbered, and the group of their permutations.
#[derive(Clone, Debug, Default)]
pub(super) struct Symmetries {
    /// Every fact by its number.
    facts: Vec<(usize, u16)>,
    /// The number of each cell's fact with content 1.
    first: Vec<u32>,
    /// All elements of the group but the identity.
    group: Vec<Permutation>,
}

impl Symmetries {
    /// The group that these generators make.
    ///
    /// # Errors
    /// What is wrong with them, in a few words.
    pub fn new(schema: &Schema, machine: &mut Machine, names: &[Term]) -> Result<Self, String> {
        if schema.open_relations() > 0 {
            return Err("symmetries need fluents with finite domains".to_owned());
        }
        let mut symmetries = Self::number_facts(schema);
        let generators =
            names.iter().map(|name| symmetries.generator(schema, machine, name)).collect::<Result<Vec<_>, _>>()?;
        symmetries.group = closure(&generators, symmetries.facts.len()).ok_or("they generate too large a group")?;
        Ok(symmetries)
    }

    fn number_facts(schema: &Schema) -> Self {
        let mut symmetries = Self { first: vec![0; schema.dense_cells()], ..Self::default() };
        for relation in schema.relations() {
            let Storage::Dense(dense) = &relation.storage else { continue };
            let contents = dense.value.as_ref().map_or(1, |domain| domain.size()) as u16;
            for cell in dense.offset..dense.offset + dense.size {
                symmetries.first[cell] = symmetries.facts.len() as u32;
                symmetries.facts.extend((1..=contents).map(|content| (cell, content)));
            }
        }
        symmetries
    }

    /// The permutation that `symmetry(Name, Fact, Image)` describes.
    fn generator(&self, schema: &Schema, machine: &mut Machine, name: &Term) -> Result<Permutation, String> {
        let predicate = machine.program().predicate("symmetry", 3).ok_or("there is no `symmetry/3`")?;
        let nothing = Facts::empty(schema);
        let mut images = Permutation::with_capacity(self.facts.len());
        for (number, (cell, content)) in self.facts.iter().enumerate() {
            let fact = schema.term(&Fact::Dense { cell: *cell, content: *content });
            machine.start_predicate(&nothing, &[], predicate, &[Some(name), Some(&fact), None]);
            let image = match machine.next_answer().map_err(|error| error.to_string())? {
                false => number as u32,
                true => match machine.root_fact(0).map_err(|error| error.to_string())? {
                    Ok(Fact::Dense { cell, content }) => self.first[cell] + u32::from(content) - 1,
                    Ok(Fact::Open { .. }) => return Err("symmetries need fluents with finite domains".to_owned()),
                    Err(reason) => return Err(format!("the image of `{fact}` is no fact: {reason}")),
                },
            };
            images.push(image);
        }
        let distinct: HashSet<u32> = images.iter().copied().collect();
        match distinct.len() == images.len() {
            true => Ok(images),
            false => Err(format!("`symmetry({name}, A, B)` gives two facts the same image")),
        }
    }

    /// The least of a position's images, in the order of what their cells hold.
    pub fn canonical(&self, position: &Position, schema: &Schema) -> Position {
        let row: Vec<u16> = position.facts.dense().collect();
        let held: Vec<u32> = row
            .iter()
            .enumerate()
            .filter(|(_, content)| **content > 0)
            .map(|(cell, content)| self.number(cell, *content))
            .collect();
        let images = self.group.iter().map(|permutation| self.image(permutation, &held, row.len()));
        let least = images.min().filter(|least| *least < row);
        let Some(least) = least else { return position.clone() };
        let mut facts = Facts::empty(schema);
        for (cell, content) in least.into_iter().enumerate().filter(|(_, content)| *content > 0) {
            facts.add(&Fact::Dense { cell, content });
        }
        Position { facts }
    }

    fn number(&self, cell: usize, content: u16) -> u32 {
        self.first[cell] + u32::from(content) - 1
    }

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

impl Rules {
    /// How many ways there are to turn a position into one that plays alike, the identity included.
    #[must_use]
    pub fn symmetry_count(&self) -> usize {
        self.symmetries.order()
    }
}

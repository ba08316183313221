//! Symmetries of a game: the ways in which positions can be turned into others that play alike.
//!
//! A rule file gives generators, by `symmetry(Name, Fact, Image)`; a fact that a generator does not
//! mention stays as it is. Of all positions that generators make of one, its orbit, one stands for
//! all.
//!
//! Where all fluents have finite domains the generators are closed once into a group of
//! permutations of facts (see [`permutation`](super::permutation)), which checks them and makes
//! them quick. Where a fact can hold any term, such as a board that is one list, the images are
//! made for each position anew; that the generators can be undone is then left to the rule file.

use rustc_hash::FxHashSet;

use super::generator::{MAX_GROUP, image};
use super::permutation::Permutations;
use super::position::Position;
use crate::logic::{Fact, Facts, Machine, Schema, Term};

/// What a game declares of symmetries.
#[derive(Clone, Debug, Default)]
pub(super) enum Symmetries {
    /// Nothing.
    #[default]
    None,
    /// A group of permutations of the facts.
    Permutations(Permutations),
    /// The names of generators, which are followed position by position.
    Generators(Vec<Term>),
}

impl Symmetries {
    /// What these generators make, tried on the position at the start. It takes at most so many
    /// bytes.
    ///
    /// # Errors
    /// What is wrong with them, in a few words.
    pub fn new(
        schema: &Schema,
        machine: &mut Machine,
        names: &[Term],
        start: &Position,
        most_bytes: usize,
    ) -> Result<Self, String> {
        if schema.open_relations() == 0 {
            return Permutations::new(schema, machine, names, most_bytes)
                .map(Symmetries::Permutations);
        }
        let orbit = orbit(schema, machine, names, start)?;
        for position in &orbit {
            let back = self::orbit(schema, machine, names, position)?;
            if back.len() != orbit.len() {
                return Err("what they make of the start cannot all be made back".to_owned());
            }
        }
        Ok(Symmetries::Generators(names.to_vec()))
    }
}

/// All positions that the generators make of one, itself the first.
pub(super) fn orbit(
    schema: &Schema,
    machine: &mut Machine,
    names: &[Term],
    position: &Position,
) -> Result<Vec<Position>, String> {
    let mut orbit = vec![position.clone()];
    let mut known = FxHashSet::from_iter([position.clone()]);
    let mut at = 0;
    while at < orbit.len() {
        let facts = orbit[at].facts.facts(schema);
        for name in names {
            let image = turned(schema, machine, name, &facts)?;
            if known.insert(image.clone()) {
                orbit.push(image);
            }
        }
        if orbit.len() > MAX_GROUP {
            return Err(format!("they make more than {MAX_GROUP} positions of one"));
        }
        at += 1;
    }
    Ok(orbit)
}

/// The position that a generator makes of one with these facts.
fn turned(
    schema: &Schema,
    machine: &mut Machine,
    name: &Term,
    facts: &[Fact],
) -> Result<Position, String> {
    let mut turned = Facts::empty(schema);
    for fact in facts {
        turned.add(&image(schema, machine, name, fact)?.unwrap_or_else(|| fact.clone()));
    }
    match turned.facts(schema).len() == facts.len() {
        true => Ok(Position { facts: turned }),
        false => Err(format!(
            "`symmetry({name}, A, B)` puts two facts in one place"
        )),
    }
}

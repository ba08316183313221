//! Symmetries of a game: maps of positions to equivalent positions.
//!
//! A rule file gives generators, by `symmetry(Name, Fact, Image)`; a fact that a generator does not
//! mention is its own image. The orbit of a position is the set of its images under all products of
//! generators; one position represents the whole orbit.
//!
//! If all fluents have finite domains, the generators are closed once into a group of permutations
//! of facts (see [`permutation`](super::permutation)), which checks them and makes them fast. If a
//! fact can hold any term, such as a board that is one list, the images are computed anew for each
//! position. Then the rule file alone is responsible for generators with inverses.

use rustc_hash::FxHashSet;

use super::generator::{BadSymmetry, MAX_GROUP, image};
use super::permutation::Permutations;
use super::position::Position;
use crate::logic::{Fact, Facts, Machine, Schema, Term};

/// The symmetries that a game declares.
#[derive(Clone, Debug, Default)]
pub(super) enum Symmetries {
    /// No symmetries.
    #[default]
    None,
    /// A group of permutations of the facts.
    Permutations(Permutations),
    /// The names of generators, which are applied to each position.
    Generators(Vec<Term>),
}

impl Symmetries {
    /// Creates the symmetries of these generators, and tests them on the initial position. Takes at
    /// most `most_bytes` bytes.
    ///
    /// # Errors
    /// Why they are none.
    pub fn new(
        schema: &Schema,
        machine: &mut Machine,
        names: &[Term],
        start: &Position,
        most_bytes: usize,
    ) -> Result<Self, BadSymmetry> {
        if schema.open_relations() == 0 {
            return Permutations::new(schema, machine, names, most_bytes)
                .map(Symmetries::Permutations);
        }
        let orbit = orbit(schema, machine, names, start)?;
        for position in &orbit {
            let back = self::orbit(schema, machine, names, position)?;
            if back.len() != orbit.len() {
                let reason = "what they make of the start cannot all be made back".to_owned();
                return Err(reason.into());
            }
        }
        Ok(Symmetries::Generators(names.to_vec()))
    }
}

/// The orbit of a position under the generators; the position itself is the first.
pub(super) fn orbit(
    schema: &Schema,
    machine: &mut Machine,
    names: &[Term],
    position: &Position,
) -> Result<Vec<Position>, BadSymmetry> {
    let mut orbit = vec![position.clone()];
    let mut known = FxHashSet::from_iter([position.clone()]);
    let mut at = 0;
    while at < orbit.len() {
        let facts = orbit[at].facts.facts(schema);
        for name in names {
            let image = turned(schema, machine, name, &facts).map_err(BadSymmetry::of(name))?;
            if known.insert(image.clone()) {
                orbit.push(image);
            }
        }
        if orbit.len() > MAX_GROUP {
            let reason = format!("they make more than {MAX_GROUP} positions of one");
            return Err(reason.into());
        }
        at += 1;
    }
    Ok(orbit)
}

/// The image of a position with these facts under a generator.
pub(super) fn turned(
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
